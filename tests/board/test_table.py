"""The table's widgets without a browser: what they show, that errors are told, that nothing is left behind."""

from __future__ import annotations

import gc
import sys
import weakref
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import ipywidgets as W
import pytest

from tutor import library
from tutor.board import gestures, recording, widgets
from tutor.board.desk import Look
from tutor.board.notes import Notes
from tutor.board.stage import Stage
from tutor.board.table import Table
from tutor.engine.nouns import number
from tutor.files.writing import load_record
from tutor.library import Scenario

Patch = pytest.MonkeyPatch


@pytest.fixture
def table() -> Table:
    return Table("se/roana", language="en", seed=1)


def test_it_shows_itself_live_as_a_picture_and_as_text(table: Table) -> None:
    bundle = table._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["image/png"]
    assert bundle["text/plain"].startswith("The bridge at Roana")


def test_without_the_painter_of_pictures_a_table_still_shows_itself(
    table: Table, monkeypatch: Patch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    bundle = table._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "image/png" not in bundle
    assert bundle["text/plain"].startswith("The bridge at Roana")
    part = table.drawer.pull("record")
    part.file.value = f"{tmp_path}/game.yaml"
    part.picture.click()
    assert table.errors == []
    assert [path.name for path in tmp_path.iterdir()] == ["game-01.svg"]


def test_headline_is_a_live_region(table: Table) -> None:
    assert 'role="status"' in table.headline.value
    assert 'aria-live="polite"' in table.headline.value


def test_lists_and_board_show_the_same_choice(table: Table) -> None:
    table._pointed("3452", None, None)
    assert table.controls.units.chosen == "fj9"
    assert "9th Jäger" in table.controls.units.placeholder
    assert not table.controls.confirm.disabled
    table.controls.units.value = "morser"
    assert table.controls.units.value == ""
    assert table.playing.look.target == "morser"
    assert table.controls.confirm.disabled
    assert "✗" in table.headline.value
    table.controls.units.value = "fj9"
    table.controls.confirm.click()
    table.controls.places.value = "3352"
    assert table.playing.look.target == "3352"
    table.controls.confirm.click()
    assert table.playing.line.state.unit("fj9").assault == "3352"
    assert table.errors == []


def test_every_control_has_a_name_in_both_languages(table: Table) -> None:
    def named(box: W.Widget) -> list[str]:
        found = []
        for child in getattr(box, "children", ()):
            if child.layout.display == "none":
                continue
            if isinstance(child, (W.Button, W.Combobox, W.Checkbox)):
                found.append(child.description)
            found += named(child)
        return found

    for lang in ("en", "fr"):
        table.speak(lang)
        assert all(name.strip() for name in named(table) if name is not None)
    assert table.tools.undo.description == "Annuler"
    assert table.errors == []


def test_an_error_in_a_handler_is_told_and_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gestures, "click", lambda *given: 1 / 0)
    table._wire()
    table.board.on_point("3351", None, None)
    assert "ZeroDivisionError" in table.headline.value
    assert len(table.errors) == 1


def test_a_bad_scenario_shows_its_errors() -> None:
    shown = Table("se/roanna", language="en")
    assert "roanna" in shown.text()
    assert "se/roana" in shown.children[0].value
    assert 'role="alert"' in shown.children[0].value


def test_keys_walk_select_and_leave_the_board(table: Table) -> None:
    table.board.on_key("ArrowRight", False)
    first = table.playing.focus
    table.board.on_key("ArrowDown", False)
    assert table.playing.focus != first
    table.turn(gestures.focus, "3452")
    table.board.on_key("Enter", False)
    table.board.on_key("Enter", False)
    assert table.playing.ask.kind == "declare-hex"
    table.board.on_key("u", False)
    assert table.playing.ask.kind == "declare"
    for key, shift in (("Tab", False), ("Tab", True), ("Escape", False)):
        table.board.on_key(key, shift)
    assert table.errors == []


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_list_of_keys_is_opened_and_left_by_key(lang: str) -> None:
    """In a task, too, where there is no tab to leave it by."""
    table = Table("se/roana", language=lang, seed=1)
    for end in ("?", "Escape"):
        table.board.on_key("?", False)
        part = table.drawer.part("keys")
        assert table.drawer.open is part
        for key in ("?", "N", "← →", "G"):
            assert f"<kbd>{key}</kbd>" in part.told.value
        table.board.on_key(end, False)
        assert table.drawer.open is None
    assert table.errors == []


@pytest.mark.parametrize(("back", "on"), [("ArrowLeft", "ArrowRight"), (",", ".")])
def test_keys_step_through_what_happened_until_one_is_on_the_map(table: Table, back: str, on: str) -> None:
    while table.playing.line.told < 3:
        asked = table.playing.asked
        table.do(gestures.roll) if asked is None else table.do(gestures.answer, asked.whole[0])
    seen = []
    for key in (back, back, on, on):
        table.board.on_key(key, False)
        seen.append(table.playing.frame)
    assert None not in seen[:3]
    assert seen[0] == seen[2] > seen[1]
    assert table.playing.focus is None
    table.board.on_key("ArrowDown", False)
    before = table.playing.frame
    table.board.on_key("ArrowLeft", False)
    assert table.playing.frame == before
    assert table.playing.focus is not None
    assert table.errors == []


# -- late clicks ------------------------------------------------------------------------------------------------
def test_a_click_made_before_the_question_was_seen_answers_nothing(table: Table, monkeypatch: Patch) -> None:
    """Dates are the browser's: a second click that was sent while the first was still at work."""
    made = [datetime(1916, 5, 15, tzinfo=UTC)]
    monkeypatch.setattr("tutor.board.table.sent", lambda: made[0])
    table._pointed("3452", None, None)
    made[0] += timedelta(seconds=1)
    table.controls.confirm.click()
    assert table.playing.ask.kind == "declare-hex"
    before = table.playing.line.now
    made[0] += timedelta(microseconds=1)
    table._pointed("3352", None, None)
    assert "past" in table.headline.value
    assert (table.playing.look.target, table.playing.line.now) == (None, before)
    made[0] += timedelta(seconds=5)
    table._pointed("3352", None, None)
    assert table.playing.look.target == "3352"


def test_going_back_twice_in_a_hurry_is_meant(table: Table, monkeypatch: Patch) -> None:
    monkeypatch.setattr("tutor.board.table.sent", lambda: datetime(1916, 5, 15, tzinfo=UTC))
    table.do(gestures.answer, "gz1")
    table.do(gestures.answer, "3352")
    table.tools.undo.click()
    table.tools.undo.click()
    assert table.playing.line.now.parent is None


# -- lists that can be typed into -------------------------------------------------------------------------------
def test_a_list_takes_a_label_an_id_or_a_part_of_one_name(table: Table) -> None:
    units = table.controls.units
    for text in ("fj9", next(label for label, value in units.pairs if value == "fj9")):
        units.value = text
        assert table.playing.look.target == "fj9"
        table.do(gestures.leave)
    units.value = "nobody of this name"
    assert "not in the list" in table.headline.value
    assert table.playing.look.target is None
    assert len({label for label, _ in units.pairs}) == len(units.pairs)


def test_what_remains_possible_can_be_clicked(table: Table) -> None:
    table._pointed("3450", None, None)
    assert table.controls.remains_row.layout.display is None
    assert set(table.controls.remaining) == {"gz1", "gz2", "gz3", "fj9", "done"}
    table.controls.remains[table.controls.remaining.index("gz3")].click()
    assert table.playing.look.target == "gz3"
    assert table.controls.remains_row.layout.display == "none"
    table.turn(gestures.switch, lit=False)
    table._pointed("3450", None, None)
    assert table.controls.remains_row.layout.display == "none"


# -- drawers ----------------------------------------------------------------------------------------------------
def test_every_drawer_opens_in_both_languages(table: Table) -> None:
    for lang in ("fr", "en"):
        table.speak(lang)
        for part in table.drawer.parts:
            table.drawer.pull(part.key)
            table._pointed("3351", None, None)
    assert table.errors == []


def test_instruments_are_drawn_on_the_board(table: Table) -> None:
    looking = table.drawer.pull("instruments")
    looking.which.choose("sight")
    table._pointed("3351", None, None)
    table._pointed("3254", None, None)
    assert {"sight"} <= {mark.kind for mark in table.board.scene.marks}
    assert "<svg" in looking.told.value
    looking.which.choose("zones")
    assert "zone" in {mark.kind for mark in table.board.scene.marks}
    looking.off.click()
    assert table.playing.habits.held is None
    assert not table.board.scene.marked("zone")
    assert table.errors == []


def test_a_unit_is_marched_hex_by_hex_and_a_step_is_taken_back(table: Table) -> None:
    looking = table.drawer.pull("instruments")
    looking.which.choose("going")
    table._pointed(None, "gz3", None)
    goings = table.playing.rules.goings(table.playing.state, "gz3")
    going = next(one for one in goings if one.reach is not None and not one.closed)
    far = max(going.places, key=lambda place: len(going.way(place)))
    way = going.way(far)
    assert len(way) > 2
    table._pointed(far, None, None)
    (path,) = table.board.scene.marked("path")
    assert path.places == way
    looking.which.choose("walking")
    for place in way[1:]:
        table._pointed(place, None, None)
    (path,) = table.board.scene.marked("path")
    assert path.places == way
    assert number(going.reach.cost(far), "en") in looking.told.value
    looking.shorter.click()
    (path,) = table.board.scene.marked("path")
    assert path.places == way[:-1]
    elsewhere = next(p for p in table.playing.state.map.places if p not in table.playing.state.map.neighbours(way[-2]))
    table._pointed(elsewhere, None, None)
    assert "is not beside" in looking.told.value
    assert table.errors == []


def test_instruments_follow_the_position_when_their_drawer_is_closed(table: Table) -> None:
    looking = table.drawer.pull("instruments")
    looking.which.choose("zones")
    table.drawer.shut()
    table.replay_from(_without(table.playing.found, "it"))
    assert not any(mark.places for mark in table.board.scene.marked("zone") if looking.side.chosen == "it")
    looking.side.choose("it")
    table.show()
    assert not table.board.scene.marked("zone")
    assert table.errors == []


def test_no_part_of_a_table_holds_on_to_a_desk_that_was_cleared_away(table: Table) -> None:
    """Whoever kept the old one would act on a position that nobody sees."""
    for part in table.drawer.parts:
        table.drawer.pull(part.key)
    table._pointed("3352", None, None)
    old = weakref.ref(table.playing)
    table.replay_from(_without(table.playing.found, "it"))
    table.show()
    gc.collect()
    assert old() is None
    assert table.playing.asked is not None
    first = table.playing.asked.whole[0]
    table.do(gestures.look_at, first)
    table.controls.confirm.click()
    assert table.playing.line.now.answer == first
    table.tools.undo.click()
    assert table.playing.line.now.parent is None
    table.tools.redo.click()
    assert table.playing.line.now.answer == first
    assert table.errors == []


def test_how_one_sees_and_plays_stays_when_another_scenario_is_laid(table: Table) -> None:
    table.drawer.pull("instruments").which.choose("zones")
    table.turn(gestures.switch, level=3, lit=False, stepping=True, auto_dice=True, walking=True, side="ah")
    table.turn(gestures.focus, "3351")
    table.turn(gestures.tell, "told")
    old = table.playing
    table.replay_from(old.found, told=False)
    assert table.playing.habits == old.habits
    assert table.playing.habits.held is not None
    assert table.playing.drawn == old.drawn != ()
    assert (table.playing.focus, table.playing.look) == (None, Look())


def _without(found: Scenario, side: str) -> Scenario:
    kept = {id: piece for id, piece in found.data["pieces"].items() if piece["side"] != side}
    return replace(found, data={**found.data, "pieces": kept})


def test_a_card_shows_every_counter_with_both_its_faces(table: Table) -> None:
    cards = table.drawer.pull("cards")
    table._pointed("3351", None, None)
    stage = Stage(table.playing.state, "en")
    here = [one for stack in stage.stacks() if stack.place == "3351" for one in stack.counters]
    two = [one for one in here if stage.other_face(one.id)]
    assert two
    assert cards.card.value.count("<svg") == len(here) + len(two)
    assert "weakened" in cards.card.value


def test_set_up_takes_puts_turns_edits_and_plays(table: Table) -> None:
    panel = table.drawer.pull("setup")
    table._pointed("3453", None, None)
    table._pointed("3454", None, None)
    assert table.playing.line.state.unit("gz3").place == "3454"
    (tray,) = (one for one in table.board.scene.displays if one.key == "tray")
    item = next(one for one in tray.items if one.id == "tray:it · infantry")
    table._pointed(None, None, item)
    for place in ("3054", "3055"):
        table._pointed(place, None, None)
    table._pointed(None, None, item)
    assert {"3054", "3055"} <= {p.place for p in table.playing.line.state.pieces if p.side == "it"}
    panel.act.value = "turn"
    table._pointed("3454", None, None)
    assert table.playing.line.state.unit("gz3").steps == 1
    panel.act.value = "work"
    panel.level.value = "2"
    table._pointed("3454", None, None)
    assert table.playing.line.state.trench("3454") == 2
    panel.act.value = "paint"
    panel.terrain.choose("woods")
    table._pointed("3055", None, None)
    assert table.playing.line.state.map.hex("3055").terrain == "woods"
    panel.act.value = "remove"
    table._pointed("3055", None, None)
    assert not [p for p in table.playing.line.state.pieces if p.place == "3055"]
    panel.unit.choose("gz1")
    panel.field.choose("place")
    panel.value.value = '"0101"'
    panel.put_field.click()
    assert panel.play.disabled
    assert "0101" in panel.faults.value
    panel.undo.click()
    assert not panel.play.disabled
    panel.play.click()
    assert table.drawer.open is None
    assert table.playing.line.state.unit("gz3").steps == 1
    assert table.errors == []


def test_odds_are_reckoned_with_their_policies_and_the_roll_is_seen_against_them(table: Table) -> None:
    for answer in ("gz1", "3352", "done"):
        table.do(gestures.answer, answer)
    chances = table.drawer.pull("odds")
    chances.go.click()
    assert chances.told.value.index("who holds the ground") < chances.told.value.index("steps lost by")
    assert "%" in chances.told.value
    assert "bold" in chances.told.value
    assert "now" not in chances.told.value
    for side in table.playing.sides:
        table.do(gestures.seat, side, "bold")
    assert ">now<" in chances.told.value
    table.do(gestures.throw_alone, True)
    assert table.playing.line.over
    assert "Came out" in chances.told.value
    assert table.errors == []


def test_records_are_saved_loaded_and_pictured_with_comments_shapes_and_sources(table: Table, tmp_path: Path) -> None:
    part = table.drawer.pull("record")
    part.file.value = f"{tmp_path}/game.yaml"
    table.do(gestures.answer, "gz1")
    part.comment.value = "Why this battalion?"
    table.speak("fr")
    part.comment.value = "Pourquoi ce bataillon ?"
    part.sources.value = "Relazione ufficiale; a diary"
    part.pen.value, part.colour.value = "ring", "red"
    table._pointed("3352", None, None)
    part.pen.value = "arrow"
    table._pointed("3351", None, None)
    table._pointed("3253", None, None)
    assert {mark.kind for mark in table.board.scene.marks} >= {"ring", "pointer"}
    assert "Pourquoi" in part.lines.value
    part.save.click()
    part.picture.click()
    assert (tmp_path / "game-01.png").read_bytes()[:4] == b"\x89PNG"
    record = load_record(tmp_path / "game.yaml")
    assert record.lines[0].notes["note"] == {"fr": "Pourquoi ce bataillon ?", "en": "Why this battalion?"}
    assert record.lines[0].notes["sources"] == ["Relazione ufficiale", "a diary"]
    assert [sorted(shape) for shape in record.lines[0].notes["shapes"]] == [["colour", "ring"], ["arrow", "colour"]]
    part.pen.value = ""
    table.tools.undo.click()
    assert not table.board.scene.marked("ring")
    part.load.click()
    assert table.playing.line.state.chosen == "gz1"
    assert {mark.kind for mark in table.board.scene.marks} >= {"ring", "pointer"}
    part.pen.value = "ring"
    table._pointed("3352", None, None)
    assert not table.board.scene.marked("ring")
    assert table.errors == []


def test_a_second_save_asks_before_it_overwrites(table: Table, tmp_path: Path) -> None:
    for drawer in ("record", "setup"):
        part = table.drawer.pull(drawer)
        path = tmp_path / f"{drawer}.yaml"
        part.file.value = str(path)
        part.save.click()
        path.write_text("precious", "utf-8")
        part.save.click()
        assert path.read_text("utf-8") == "precious"
        assert part.save.description == f"Overwrite {drawer}.yaml"
        assert "press again" in table.headline.value
        part.file.value = f"{tmp_path}/other.yaml"
        assert part.save.description == "Save"
        part.file.value = str(path)
        part.save.click()
        assert path.read_text("utf-8") == "precious", "another name withdrew the question: it is asked anew"
        part.save.click()
        assert path.read_text("utf-8") != "precious"
        assert part.save.description == "Save"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["record.yaml", "setup.yaml"]
    assert table.errors == []


def test_playing_on_withdraws_the_question_whether_to_overwrite(table: Table, tmp_path: Path) -> None:
    part = table.drawer.pull("record")
    part.file.value = f"{tmp_path}/game.yaml"
    part.save.click()
    part.save.click()
    assert part.save.description == "Overwrite game.yaml"
    table.do(gestures.answer, "gz1")
    assert part.save.description == "Save"


def test_pictures_are_never_written_over_one_another(table: Table, tmp_path: Path) -> None:
    part = table.drawer.pull("record")
    part.file.value = f"{tmp_path}/game.yaml"
    (tmp_path / "game-01.png").write_text("precious", "utf-8")
    part.picture.click()
    assert (tmp_path / "game-01.png").read_text("utf-8") == "precious"
    assert sorted(one.name for one in tmp_path.glob("game-02.*")) == ["game-02.png", "game-02.svg"]


def test_a_comment_stays_in_the_language_it_was_written_in(table: Table, tmp_path: Path) -> None:
    part = table.drawer.pull("record")
    part.file.value = f"{tmp_path}/game.yaml"
    table.do(gestures.answer, "gz1")
    table.speak("fr")
    part.comment.value = "Pourquoi ce bataillon ?"
    for _ in range(2):
        part.save.click()
        if part.save.description != "Enregistrer":
            part.save.click()
        assert load_record(tmp_path / "game.yaml").lines[0].notes["note"] == {"fr": "Pourquoi ce bataillon ?"}
        part.load.click()
        noted = table.playing.noted
        assert dict(noted.comment) == {"fr": "Pourquoi ce bataillon ?"}
        assert noted.told("en") == "Pourquoi ce bataillon ?", "shown for want of another"
    unsaid = Notes.of({"note": "vu, seen"})
    assert unsaid.to_data() == {"note": "vu, seen"}
    assert unsaid.told("en") == unsaid.told("fr") == unsaid.written("fr")
    assert unsaid.with_comment("fr", "vu").to_data() == {"note": {"fr": "vu"}}


def test_another_reading_begins_a_record_that_keeps_what_still_holds(table: Table) -> None:
    for answer in ("gz1", "3352"):
        table.do(gestures.answer, answer)
    law = table.drawer.pull("law")
    readings = table.playing.rules.book.readings
    slug = next(iter(readings))
    law.which.choose(slug)
    now = table.playing.line.root.state.law.reading(slug)
    other = next(one for one in readings[slug]["options"] if one != now)
    law.option.choose(other)
    assert table.playing.line.root.state.law.reading(slug) == other
    assert table.playing.line.state.unit("gz1").assault == "3352"
    assert recording.record(table.playing).readings[slug] == other
    assert "replayed" in table.headline.value
    assert table.errors == []


@pytest.mark.parametrize("name", library.names())
def test_every_scenario_has_a_table(name: str) -> None:
    shown = Table(name, language="fr")
    assert shown.desk is not None
    assert shown.errors == []
    assert shown.text()


def test_a_press_has_a_time_and_the_code_of_a_cell_none(monkeypatch: Patch) -> None:
    """Code may make one gesture after the other; what a person presses must have been seen."""
    header: dict[str, object] = {"msg_type": "comm_msg", "date": datetime(1916, 5, 15, tzinfo=UTC)}
    shell = SimpleNamespace(get_parent=lambda: {"header": header})
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert widgets.sent() == header["date"]
    header["msg_type"] = "execute_request"
    assert widgets.sent() is None
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    assert widgets.sent() is None


def test_cards_that_one_does_not_hold_are_asked_for() -> None:
    """First the hand, and what is allowed; every other card is a press away until the next question."""
    table = Table("tlm/verdun", language="en", seed=1)
    controls, hand = table.controls, set(table.playing.present.hand("GE"))
    assert set(controls.answers) == hand
    assert widgets.is_shown(controls.others)
    controls.others.click()
    assert set(controls.answers) > hand
    assert not widgets.is_shown(controls.others)
    table.do(gestures.answer, "offensive")
    table.do(gestures.undo)
    assert set(controls.answers) == hand
    table.close()


def test_the_story_is_steps_that_can_be_gone_to(table: Table) -> None:
    """Each answer and roll is a step; what came of the one that is looked at stands below it."""
    part = table.drawer.pull("record")
    assert "Nothing is played yet" in part.lines.value
    for answer in ("gz1", "3352", "done", "morser", "3352", "done"):
        table.do(gestures.answer, answer)
    table.do(gestures.roll, 6)
    entries = table.playing.line.entries
    steps = [n for n, entry in enumerate(entries) if entry.what in ("choice", "roll")]
    assert part.lines.value.count("data-act") >= len(steps)
    assert "below" in part.lines.value
    table.board.on_act("step", str(steps[1]))
    assert table.playing.frame == steps[1]
    assert f'data-value="{steps[1]}" aria-current="step"' in part.lines.value
    assert part.lines.value.count('aria-current="step"') == 1
    assert table.errors == []
