"""Writing at the table: what is pointed at, drawn and typed becomes a chronicle; by keys, too."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tutor.board import gestures
from tutor.board.layout import layout_of
from tutor.board.widgets import is_shown
from tutor.chronicle.annotate import HANDS, KEYS, Annotate
from tutor.chronicle.fields import Page
from tutor.chronicle.headfields import BattlePage, FormationPage, PlacePage, SourcePage
from tutor.chronicle.said import say
from tutor.chronicle.stepfields import StepPage
from tutor.chronicle.strokes import TOOLS, shape_of
from tutor.engine.ask import DONE
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.loading import load


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Annotate]:
    made = Annotate(tmp_path / "mine.yaml", "se/roana", "en")
    yield made
    assert made.errors == []
    made.close()


def lines(annotate: Annotate) -> Any:
    return load(annotate.writing.path, "chronicle").form.lines


def point(annotate: Annotate, *places: str) -> None:
    for place in places:
        annotate.table.board.on_point(place, None, None)


def page(annotate: Annotate, kind: type[Page]) -> Any:
    annotate.tabs.value = kind.name
    return next(one for one in annotate.pages if isinstance(one, kind))


def drag(annotate: Annotate, *places: str) -> None:
    centres = annotate.table.board.scene.layout.centres
    annotate._said("drawn", points=[list(centres[place]) for place in places])


def test_a_counter_and_a_place_are_a_fact_that_is_judged(mine: Annotate) -> None:
    mine.hands.value = "move"
    point(mine, "3351", "3252")
    assert lines(mine)[1].fact.sets == {"gz2": {"place": "3252"}}
    assert lines(mine)[1].certainty == "conjecture"
    assert "11.0.6" in mine.table.headline.value
    keep = page(mine, StepPage).keep
    assert keep.description == "Keep it: history broke 11.0.6"
    keep.click()
    assert lines(mine)[1].despite == ["11.0.6"]
    assert keep.layout.display == "none"
    mine.undo.click()
    assert lines(mine)[1].despite == []
    mine.undo.click()
    assert len(lines(mine)) == 1


def test_more_counters_of_one_step_and_one_that_is_lost(mine: Annotate) -> None:
    mine.hands.value = "move"
    point(mine, "3351", "3350")
    mine.same.value = True
    point(mine, "3352")
    mine.gone.click()
    assert [list(line.fact.sets.values()) for line in lines(mine)[1:]] == [[{"place": "3350"}, {"gone": True}]]


def test_what_is_played_on_the_board_is_an_act_for_each_answer(mine: Annotate) -> None:
    mine.hands.value = "play"
    point(mine, "3351", "3352", "3352")
    assert [(line.kind, line.answer) for line in lines(mine)[1:]] == [("declare", "gz2"), ("declare-hex", "3352")]
    assert mine.writing.step is not None
    assert mine.writing.step.ruling is not None
    assert mine.writing.step.ruling.word == "allowed"
    assert mine.writing.faults() == []


def test_an_act_that_the_rules_refuse_is_kept_by_a_button(mine: Annotate) -> None:
    mine.hands.value = "play"
    point(mine, "3351", "3252")
    assert len(lines(mine)) == 1, "looked at is not given"
    keep = page(mine, StepPage).keep
    assert "history broke" in keep.description
    rules = mine.to_keep
    keep.click()
    assert lines(mine)[-1].despite == list(rules)
    assert mine.writing.step is not None
    assert mine.writing.step.broken
    assert mine.writing.faults() == []


def test_dice_that_fall_are_an_act(mine: Annotate) -> None:
    mine.hands.value = "play"
    point(mine, "3351", "3352", "3352")
    for _ in range(40):
        asked = mine.table.playing.asked
        if asked is None:
            break
        mine.table.do(gestures.answer, DONE if asked.ask.kind == "declare" else asked.whole[0])
    assert mine.table.playing.ask is not None, "dice are asked for"
    before = len(lines(mine))
    mine.table.controls.throw.roll.click()
    assert len(lines(mine)) > before
    assert mine.writing.read.steps[("lines", before)].thrown is not None
    assert mine.writing.faults() == []


@pytest.mark.parametrize("tool", TOOLS)
def test_what_is_dragged_is_drawn_in_the_colour_of_what_it_means(mine: Annotate, tool: str) -> None:
    mine.hands.value = tool
    assert mine.pencil.tool == tool
    mine.hues.value = "blue"
    drag(mine, "3351", "3352")
    (shape,) = lines(mine)[0].shapes
    assert shape.what == tool
    assert shape.colour == "blue"
    assert mine.table.board.sketch != ((), ())
    label = page(mine, StepPage).label
    label.value = "the bridge"
    assert lines(mine)[0].shapes[0].label.en == "the bridge"
    page(mine, StepPage).rub.click()
    assert lines(mine)[0].shapes == []
    assert mine.table.board.sketch == ((), ())


def test_a_stroke_that_says_too_little_draws_nothing(mine: Annotate) -> None:
    mine.hands.value = "arrow"
    drag(mine, "3351")
    assert lines(mine)[0].shapes == []
    assert say("write.too-short", "en") in mine.table.headline.value


def test_a_shaking_hand_draws_a_straight_arrow_and_a_bend_stays(mine: Annotate) -> None:
    layout = layout_of(mine.writing.begun.state.map)
    (ax, ay), (bx, by), (cx, cy) = (layout.centres[place] for place in ("3350", "3352", "3552"))
    shaken = [(ax + (bx - ax) * n / 20, ay + (by - ay) * n / 20 + (n % 3 - 1) * 5) for n in range(21)]
    assert shape_of("arrow", shaken, layout) == {"arrow": ["3350", "3352"]}
    bent = [*shaken, *((bx + (cx - bx) * n / 20, by + (cy - by) * n / 20) for n in range(1, 21))]
    assert shape_of("front", bent, layout) == {"front": ["3350", "3352", "3552"]}


def test_by_keys_alone(mine: Annotate) -> None:
    key = mine.table.board.on_key
    for letter, hand in KEYS.items():
        if hand != "play":
            key(letter, False)
            assert mine.hand == hand
    key("o", False)
    key("ArrowRight", False)
    first = mine.table.playing.focus
    assert first is not None
    key("Enter", False)
    assert lines(mine)[0].shapes[0].ring == first
    key("a", False)
    for press in ("Enter", "ArrowRight", "Enter", "Enter"):
        key(press, False)
    assert lines(mine)[0].shapes[1].arrow == [first, mine.table.playing.focus]
    key("m", False)
    mine.units.choose("gz2")
    mine.places.choose("3252")
    assert lines(mine)[1].fact.sets == {"gz2": {"place": "3252"}}
    mine._said("key", key="back")
    assert mine.writing.draft.at == ("lines", 0)
    mine._said("key", key="undo")
    assert len(lines(mine)) == 1
    mine._said("key", key="redo")
    assert len(lines(mine)) == 2


def test_fields_write_what_is_typed(mine: Annotate) -> None:
    step = page(mine, StepPage)
    for field in step.fields:
        if field.name in ("title", "note", "chapter"):
            field.widget.value = f"some {field.name}"
    step.time.value = "1916-05-22T18"
    step.glyph.value = "?!"
    line = lines(mine)[0]
    assert (line.title.en, line.note.en, line.chapter.en) == ("some title", "some note", "some chapter")
    assert (line.time, line.glyph) == ("1916-05-22T18", "?!")
    step.time.value = "1916-05-22T18:9"
    assert "tutor-wrong" in step.time._dom_classes
    assert lines(mine)[0].time == "1916-05-22T18", "what is no time is not written"
    step.time.value = "1916-05-22T18:09/1916-05-23"
    assert "tutor-wrong" not in step.time._dom_classes
    assert lines(mine)[0].time.until == "1916-05-23"
    assert "some chapter" in mine.steps.value


def test_both_languages_are_written_side_by_side(mine: Annotate) -> None:
    step = page(mine, StepPage)
    step.fields[2].widget.value = "The bridge is blown up."
    mine.tongue.click()
    assert step.fields[2].widget.value == ""
    assert step.fields[2].widget.description == say("write.note", "fr")
    step.fields[2].widget.value = "Le pont saute."
    note = lines(mine)[0].note
    assert (note.fr, note.en) == ("Le pont saute.", "The bridge is blown up.")


def test_a_source_is_entered_cited_and_removed(mine: Annotate) -> None:
    sources = page(mine, SourcePage)
    sources.add.click()
    sources.title.value = "War diary"
    sources.sort.value = "war-diary"
    values = {field.name: field.widget for field in sources.fields}
    values["source-author"].value = "Conti, Carmelo; The staff"
    values["URL"].value = "no address"
    assert "tutor-wrong" in values["URL"]._dom_classes
    values["accessed"].value = "2026-11-19"
    values["read"].value = "p. 3"
    found = load(mine.writing.path, "chronicle").form.sources["s1"]
    assert (found.title, found.kind, found.type, found.URL) == ("War diary", "war-diary", "manuscript", None)
    assert [(one.family, one.given, one.literal) for one in found.author] == [
        ("Conti", "Carmelo", None), (None, None, "The staff"),
    ]  # fmt: skip
    assert found.read.en == "p. 3"
    step = page(mine, StepPage)
    step.cites.cite.value = "s1"
    step.cites.page.value = "7"
    step.cites.quote.value = "at six"
    (cited,) = lines(mine)[0].cited
    assert (cited.source, cited.page, cited.text.en) == ("s1", "7", "at six")
    assert step.cites.named[0].description == "War diary, 7"
    step.cites.uncite.click()
    assert lines(mine)[0].sources == []
    page(mine, SourcePage).drop.click()
    assert load(mine.writing.path, "chronicle").form.sources == {}


def test_the_battle_says_who_writes(mine: Annotate) -> None:
    battle = page(mine, BattlePage)
    values = {field.name: field.widget for field in battle.fields}
    assert values["author"].value == "", "what nobody has said is not to be rubbed out first"
    values["author"].value = "A chronicler"
    values["dates"].value = "1916-05-22/1916-05-24"
    values["battle-title"].value = "The bridge"
    found = load(mine.writing.path, "chronicle").form.battle
    assert (found.author, found.dates.until, found.title.en) == ("A chronicler", "1916-05-24", "The bridge")


def values(page: Any) -> dict[str, Any]:
    return {field.name: field.widget for field in page.fields}


def field(page: Any, name: str) -> Any:
    return next(one for one in page.fields if one.name == name)


def test_a_place_is_entered_and_steps_are_laid_there(mine: Annotate) -> None:
    places = page(mine, PlacePage)
    places.buttons[0][1].click()
    written = values(places)
    written["place-name"].value = "the bridge"
    written["at"].value = "45,877 ; 11,474"
    places.on_map.choose("3352")
    written["place-note"].value = "blown up"
    spot = load(mine.writing.path, "chronicle").form.battle.places["p1"]
    assert (spot.name.en, spot.at, spot.on_map, spot.note.en) == ("the bridge", (45.877, 11.474), "3352", "blown up")
    step = page(mine, StepPage)
    assert ("the bridge", "p1") in step.place.options
    step.place.value = "p1"
    assert lines(mine)[0].place == "p1"
    mine.undo.click()
    assert lines(mine)[0].place is None
    mine.redo.click()
    page(mine, PlacePage).drop.click()
    assert load(mine.writing.path, "chronicle").form.battle.places == {}
    assert lines(mine)[0].place is None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("typed", ["Roana", "45.877", "145.877, 11.474"])
def test_coordinates_that_are_none_are_told_where_they_are_written(tmp_path: Path, lang: Lang, typed: str) -> None:
    mine = Annotate(tmp_path / "mine.yaml", "se/roana", lang)
    places = page(mine, PlacePage)
    places.buttons[0][1].click()
    at = field(places, "at")
    assert "45.877, 11.474" in at.form.value, "how it is to be written stands there before"
    at.widget.value = "45.877, 11.474"
    at.widget.value = typed
    assert say("write.wrong", lang, title=say("form-of.at", lang)) in at.form.value
    assert 'role="status"' in at.form.value
    assert load(mine.writing.path, "chronicle").form.battle.places["p1"].at == (45.877, 11.474)
    at.widget.value = "46, 11"
    assert 'role="status"' not in at.form.value
    assert load(mine.writing.path, "chronicle").form.battle.places["p1"].at == (46, 11)
    assert mine.errors == []
    mine.close()


def test_a_place_that_the_map_has_not_is_told(mine: Annotate) -> None:
    places = page(mine, PlacePage)
    places.buttons[0][1].click()
    places.on_map.value = "nowhere"
    assert "nowhere" in mine.table.headline.value
    assert load(mine.writing.path, "chronicle").form.battle.places["p1"].on_map is None


def test_a_formation_stands_behind_a_counter_and_takes_part(mine: Annotate) -> None:
    sources = page(mine, SourcePage)
    sources.add.click()
    sources.title.value = "War diary"
    formations = page(mine, FormationPage)
    formations.behind.choose("gz2")
    written = values(formations)
    written["formation-name"].value = "27th Territorials"
    written["commander"].value = "Prestinari"
    written["formation-strength"].value = "two battalions"
    formations.certainty.value = "probable"
    formations.cites.cite.value = "s1"
    formations.cites.page.value = "7"
    found = load(mine.writing.path, "chronicle").form.formations["gz2"]
    assert (found.name.en, found.commander, found.strength.en) == ("27th Territorials", "Prestinari", "two battalions")
    assert found.certainty == "probable"
    assert [(one.source, one.page) for one in found.sources] == [("s1", "7")]
    step = page(mine, StepPage)
    assert step.who[0].description == "27th Territorials"
    step.who[0].click()
    assert lines(mine)[0].formations == ["gz2"]
    assert step.who[0].button_style == "primary"
    step.who[0].click()
    assert lines(mine)[0].formations == []
    mine.undo.click()
    page(mine, FormationPage).drop.click()
    assert lines(mine)[0].formations == []
    assert mine.writing.faults() == []


PICTURE = b"\x89PNG\r\n\x1a\n rest"


def bring(annotate: Annotate, name: str, content: bytes) -> None:
    annotate._said("picture", name=name, data="data:image/png;base64," + base64.b64encode(content).decode())


def test_a_picture_is_brought_and_says_whose_it_is(mine: Annotate) -> None:
    bring(mine, "view.png", PICTURE)
    folder = mine.writing.path.parent
    assert (folder / "view.png").read_bytes() == PICTURE
    assert {fault.kind for _, fault in mine.writing.faults()} == {"picture-says", "picture-credit", "picture-licence"}
    step = page(mine, StepPage)
    step.says.value, step.credit.value, step.licence.value = "the bridge", "Roe", "CC0"
    (picture,) = lines(mine)[0].pictures
    assert (picture.file, picture.says.en, picture.credit, picture.licence) == ("view.png", "the bridge", "Roe", "CC0")
    assert mine.writing.faults() == []
    bring(mine, "view.png", PICTURE + b" of another")
    assert [one.file for one in lines(mine)[0].pictures] == ["view.png", "view-2.png"], "nothing is written over"
    step.take_away.click()
    assert [one.file for one in lines(mine)[0].pictures] == ["view.png"]
    assert ("view-2.png", "view-2.png") in step.beside.options
    step.beside.value = "view-2.png"
    assert [one.file for one in lines(mine)[0].pictures] == ["view.png", "view-2.png"]
    mine.undo.click()
    mine.undo.click()
    assert [one.file for one in lines(mine)[0].pictures] == ["view.png", "view-2.png"]


@pytest.mark.parametrize(
    ("name", "content"),
    [("view.gif", b"GIF89a"), ("view.png", b"no picture"), ("../view.png", b"\x89PNG" + b"x" * 400_000)],
)
def test_what_is_no_picture_is_told_and_nothing_is_written(mine: Annotate, name: str, content: bytes) -> None:
    bring(mine, name, content)
    assert lines(mine)[0].pictures == []
    assert "view." in mine.table.headline.value
    assert [one.name for one in mine.writing.path.parent.iterdir()] == ["mine.yaml"]


def test_a_situation_is_put_to_the_other_games(mine: Annotate) -> None:
    step = page(mine, StepPage)
    assert step.situation.layout.display == "none", "nothing happens in a pause"
    mine.hands.value = "move"
    point(mine, "3351", "3350")
    assert step.situation.layout.display is None
    assert "asiago-1916" in [value for _, value in step.situation.options]
    step.situation.value = "asiago-1916"
    assert lines(mine)[1].situation == "asiago-1916"
    assert say("write.put-to-them", "en") in step.put_to_them.value


@pytest.mark.parametrize("typed", ["x", "1916-13-01", "\x0b", "a: [b", "9" * 400, "https://no where", "–"])
def test_whatever_is_typed_is_kept_or_refused_where_it_stands(mine: Annotate, typed: str) -> None:
    """Every field of every page: what cannot be kept is told, and the file can always be read."""
    mine.hands.value = "ring"
    drag(mine, "3351")
    bring(mine, "view.png", PICTURE)
    page(mine, SourcePage).add.click()
    page(mine, PlacePage).buttons[0][1].click()
    page(mine, FormationPage).behind.choose("gz2")
    page(mine, StepPage).cites.cite.value = "s1"
    written_in = 0
    for kind in (StepPage, PlacePage, FormationPage, SourcePage, BattlePage):
        written = page(mine, kind)
        for one in written.fields:
            if hasattr(one.widget, "options") or not is_shown(one.widget):
                continue
            written_in += 1
            before = mine.writing.path.read_text("utf-8")
            one.widget.value = typed
            assert load(mine.writing.path, "chronicle").form
            if one.wrong:
                assert one.form is not None, f"{one.name} refuses {typed!r} and does not say why"
                assert mine.writing.path.read_text("utf-8") == before
    assert written_in > 25
    assert mine.errors == []


def test_publishing_tells_what_is_still_wrong_and_then_publishes(mine: Annotate) -> None:
    mine.hands.value = "move"
    point(mine, "3351", "3252")
    mine.publish.click()
    html = mine.writing.path.with_suffix(".html")
    assert not html.exists()
    assert "Forbidden by 11.0.6" in mine.published.value
    assert "data-step='[&quot;lines&quot;, 1]'" in mine.published.value, "the way to the step"
    mine.pages[0].keep.click()
    mine.publish.click()
    assert html.is_file()
    assert str(html) in mine.published.value
    assert 'class="tutor-published"' in mine.published.value


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_button_has_a_name_and_every_tool_a_hint(tmp_path: Path, lang: Lang) -> None:
    annotate = Annotate(tmp_path / "mine.yaml", "tlm/verdun", lang)
    assert [label for label, _ in annotate.hands.options] == [say(f"hand.{hand}", lang) for hand in HANDS]
    assert all(annotate.hands.tooltips)
    assert all(button.description and button.tooltip for button in annotate.deeds.values())
    assert annotate.errors == []
    annotate.close()


def test_a_chronicle_of_areas_is_drawn_on_too(tmp_path: Path) -> None:
    annotate = Annotate(tmp_path / "mine.yaml", "tlm/verdun", "en")
    first, second, *_ = annotate.table.board.scene.layout.centres
    annotate.hands.value = "arrow"
    drag(annotate, first, second)
    assert lines(annotate)[0].shapes[0].arrow == [first, second]
    assert annotate.errors == []
    annotate.close()


def test_what_is_no_chronicle_is_told(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("chronicle: 1\nlines: []\n", "utf-8")
    bad = Annotate(tmp_path / "bad.yaml", language="en")
    assert "bad.yaml:" in bad.children[0].value
    none = Annotate(tmp_path / "new.yaml", "se/roanna", "en")
    assert "se/roana" in none.children[0].value
    for one in (bad, none):
        one.close()
