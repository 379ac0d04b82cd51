"""The table's widgets without a browser: what they show, that errors are told, that nothing is left behind."""

from __future__ import annotations

import gc
import sys
import weakref
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import ipywidgets as W
import pytest

from tutor import library
from tutor.board import cells
from tutor.board.notes import Notes
from tutor.board.scene import Mark
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
    assert table.playing.target == "morser"
    assert table.controls.confirm.disabled
    assert "✗" in table.headline.value
    table.controls.units.value = "fj9"
    table.controls.confirm.click()
    table.controls.places.value = "3352"
    assert table.playing.target == "3352"
    table.controls.confirm.click()
    assert table.playing.session.state.unit("fj9").assault == "3352"
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
    assert table.tools.undo.description == "↶ Annuler"
    assert table.errors == []


def test_an_error_in_a_handler_is_told_and_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.playing, "click", lambda *given: 1 / 0)
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
    table.playing.focus = "3452"
    table.board.on_key("Enter", False)
    table.board.on_key("Enter", False)
    assert table.playing.ask.kind == "declare-hex"
    table.board.on_key("u", False)
    assert table.playing.ask.kind == "declare"
    for key, shift in (("Tab", False), ("Tab", True), ("Escape", False)):
        table.board.on_key(key, shift)
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
    before = table.playing.session.now
    made[0] += timedelta(microseconds=1)
    table._pointed("3352", None, None)
    assert "past" in table.headline.value
    assert (table.playing.target, table.playing.session.now) == (None, before)
    made[0] += timedelta(seconds=5)
    table._pointed("3352", None, None)
    assert table.playing.target == "3352"


def test_going_back_twice_in_a_hurry_is_meant(table: Table, monkeypatch: Patch) -> None:
    monkeypatch.setattr("tutor.board.table.sent", lambda: datetime(1916, 5, 15, tzinfo=UTC))
    table.playing.answer("gz1")
    table.playing.answer("3352")
    table.tools.undo.click()
    table.tools.undo.click()
    assert table.playing.session.now.parent is None


# -- lists that can be typed into -------------------------------------------------------------------------------
def test_a_list_takes_a_label_an_id_or_a_part_of_one_name(table: Table) -> None:
    units = table.controls.units
    for text in ("fj9", next(label for label, value in units.pairs if value == "fj9")):
        units.value = text
        assert table.playing.target == "fj9"
        table.playing.clear()
    units.value = "nobody of this name"
    assert "not in the list" in table.headline.value
    assert table.playing.target is None
    assert len({label for label, _ in units.pairs}) == len(units.pairs)


def test_what_remains_possible_can_be_clicked(table: Table) -> None:
    table._pointed("3450", None, None)
    assert table.controls.remains_row.layout.display is None
    assert set(table.controls.remaining) == {"gz1", "gz2", "gz3", "fj9", "done"}
    table.controls.remains[table.controls.remaining.index("gz3")].click()
    assert table.playing.target == "gz3"
    assert table.controls.remains_row.layout.display == "none"
    table.playing.lit = False
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
    assert not table.playing.instruments
    assert table.errors == []


def test_a_unit_is_marched_hex_by_hex_and_a_step_is_taken_back(table: Table) -> None:
    looking = table.drawer.pull("instruments")
    looking.which.choose("going")
    table._pointed(None, "gz3", None)
    goings = table.playing.rules.going(table.playing.state, "gz3")
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
    table.drawer.box.selected_index = None
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
    first = next(iter(table.playing.possible.whole()))
    table.playing.look_at(first)
    table.show()
    table.controls.confirm.click()
    assert table.playing.session.now.answer == first
    table.tools.undo.click()
    assert table.playing.session.now.parent is None
    table.tools.redo.click()
    assert table.playing.session.now.answer == first
    assert table.errors == []


def test_how_one_sees_and_plays_stays_when_another_scenario_is_laid(table: Table) -> None:
    kept: dict[str, Any] = {
        "level": 3, "lit": False, "stepping": True, "auto_dice": True, "walking": True, "side": "ah",
    }  # fmt: skip
    vars(table.playing).update(kept)
    table.playing.instruments = (Mark("zone", ("3351",)),)
    table.playing.focus, table.playing.extra = "3351", "told"
    old = table.playing
    table.replay_from(table.playing.found)
    assert table.playing is not old
    assert {name: getattr(table.playing, name) for name in kept} == kept
    assert table.playing.instruments == old.instruments
    assert (table.playing.focus, table.playing.extra) == (None, "")


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
    assert table.playing.session.state.unit("gz3").place == "3454"
    (tray,) = (one for one in table.board.scene.displays if one.key == "tray")
    item = next(one for one in tray.items if one.id == "tray:it · infantry")
    table._pointed(None, None, item)
    for place in ("3054", "3055"):
        table._pointed(place, None, None)
    table._pointed(None, None, item)
    assert {"3054", "3055"} <= {p.place for p in table.playing.session.state.pieces if p.side == "it"}
    panel.act.value = "turn"
    table._pointed("3454", None, None)
    assert table.playing.session.state.unit("gz3").steps == 1
    panel.act.value = "work"
    panel.level.value = "2"
    table._pointed("3454", None, None)
    assert table.playing.session.state.trench("3454") == 2
    panel.act.value = "paint"
    panel.terrain.choose("woods")
    table._pointed("3055", None, None)
    assert table.playing.session.state.map.hex("3055").terrain == "woods"
    panel.act.value = "remove"
    table._pointed("3055", None, None)
    assert not [p for p in table.playing.session.state.pieces if p.place == "3055"]
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
    assert table.playing.session.state.unit("gz3").steps == 1
    assert table.errors == []


def test_odds_are_reckoned_with_their_policies_and_the_roll_is_seen_against_them(table: Table) -> None:
    desk = table.playing
    for answer in ("gz1", "3352", "done"):
        desk.answer(answer)
    chances = table.drawer.pull("odds")
    chances.go.click()
    assert "%" in chances.told.value
    assert "bold" in chances.told.value
    assert "now" not in chances.told.value
    desk.players.update(dict.fromkeys(desk.sides, "bold"))
    desk.others()
    table.show()
    assert ">now<" in chances.told.value
    desk.auto_dice = True
    desk.others()
    table.show()
    assert desk.session.over
    assert "Came out" in chances.told.value
    assert table.errors == []


def test_records_are_saved_loaded_and_pictured_with_comments_shapes_and_sources(table: Table, tmp_path: Path) -> None:
    part = table.drawer.pull("record")
    part.file.value = f"{tmp_path}/game.yaml"
    table.playing.answer("gz1")
    table.show()
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
    assert table.playing.session.state.chosen == "gz1"
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
    table.playing.answer("gz1")
    table.show()
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
    table.playing.answer("gz1")
    table.speak("fr")
    part.comment.value = "Pourquoi ce bataillon ?"
    for _ in range(2):
        part.save.click()
        if part.save.description != "Enregistrer":
            part.save.click()
        assert load_record(tmp_path / "game.yaml").lines[0].notes["note"] == {"fr": "Pourquoi ce bataillon ?"}
        part.load.click()
        noted = table.playing.noted
        assert noted.comment == {"fr": "Pourquoi ce bataillon ?"}
        assert noted.told("en") == "Pourquoi ce bataillon ?", "shown for want of another"
    unsaid = Notes.of({"note": "vu, seen"})
    assert unsaid.to_data() == {"note": "vu, seen"}
    assert unsaid.told("en") == unsaid.told("fr") == unsaid.written("fr")
    unsaid.write("fr", "vu")
    assert unsaid.to_data() == {"note": {"fr": "vu"}}


def test_another_reading_begins_a_record_that_keeps_what_still_holds(table: Table) -> None:
    desk = table.playing
    for answer in ("gz1", "3352"):
        desk.answer(answer)
    law = table.drawer.pull("law")
    slug = next(iter(desk.rules.book.readings))
    law.which.choose(slug)
    now = desk.session.root.state.law.reading(slug)
    other = next(one for one in desk.rules.book.readings[slug]["options"] if one != now)
    law.option.choose(other)
    assert desk.session.root.state.law.reading(slug) == other
    assert desk.session.state.unit("gz1").assault == "3352"
    assert desk.record().readings[slug] == other
    assert "replayed" in table.headline.value
    assert table.errors == []


def test_thirty_reruns_of_a_cell_leave_one_tables_widgets(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = iter(range(100))
    run = [0]
    monkeypatch.setattr(cells, "_cell", lambda: ("cell", str(run[0])))
    counts = []
    for _ in range(30):
        run[0] = next(runs)
        Table("se/roana", language="en")
        counts.append(len(W.widget._instances if hasattr(W.widget, "_instances") else W.Widget.widgets))
    assert counts[-1] <= counts[1] + 5


@pytest.mark.parametrize("name", library.names())
def test_every_scenario_has_a_table(name: str) -> None:
    shown = Table(name, language="fr")
    assert shown.desk is not None
    assert shown.errors == []
    assert shown.text()
