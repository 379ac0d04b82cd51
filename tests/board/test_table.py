"""The table's widgets without a browser: what they show, that errors are told, that nothing is left behind."""

from __future__ import annotations

import ipywidgets as W
import pytest

from tutor import library
from tutor.board import cells
from tutor.board.table import Table


@pytest.fixture
def table() -> Table:
    return Table("se/roana", language="en", seed=1)


def test_it_shows_itself_live_as_a_picture_and_as_text(table: Table) -> None:
    bundle = table._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["image/png"]
    assert bundle["text/plain"].startswith("The bridge at Roana")


def test_headline_is_a_live_region(table: Table) -> None:
    assert 'role="status"' in table.headline.value
    assert 'aria-live="polite"' in table.headline.value


def test_lists_and_board_show_the_same_choice(table: Table) -> None:
    table._pointed("3452", None, None)
    assert table.controls.units.value == "fj9"
    assert not table.controls.confirm.disabled
    table.controls.units.value = "morser"
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
            if isinstance(child, (W.Button, W.Dropdown, W.Checkbox)):
                found.append(child.description)
            found += named(child)
        return found

    for lang in ("en", "fr"):
        table.speak(lang)
        assert all(name.strip() for name in named(table) if name is not None)
    assert table.controls.undo.description == "↶ Annuler"
    assert table.errors == []


def test_an_error_in_a_handler_is_told_and_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.playing, "click", lambda *given: 1 / 0)
    table._wire()
    table.board.on_point("3351", None, None)
    assert "ZeroDivisionError" in table.headline.value
    assert len(table.errors) == 1


def test_a_bad_scenario_shows_its_errors() -> None:
    shown = Table("se/nowhere", language="en")
    assert "nowhere" in shown.text()
    assert "roana" in shown.children[0].value
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


def test_the_pointer_finds_places_shelf_and_fan(table: Table) -> None:
    layout = table.board.scene.layout
    x, y = layout.centres["3351"]
    table.board._press(2 * x, 2 * y)
    table.board._release(2 * x, 2 * y)
    assert table.playing.target in ("gz1", "gz2")
    fan = table.board.scene.fan
    assert len(fan) == 2
    from tutor.board.paint.figures import fan as tray

    spot = tray(table.board.scene, table.board.window)
    assert spot is not None
    one, cx, cy = next(s for s in spot.spots if s[0].id != table.playing.target)
    table.board.point(cx, cy)
    assert table.playing.target == one.id


def test_touch_is_heard_like_a_click(table: Table) -> None:
    x, y = table.board.scene.layout.centres["3452"]
    table.board._touched([(2 * x, 2 * y)], True)
    table.board._lifted()
    assert table.playing.target == "fj9"


def test_a_drag_works_only_where_the_place_changes(table: Table) -> None:
    calls: list[str | None] = []
    table.board.on_hover = calls.append
    x, y = table.board.scene.layout.centres["3452"]
    table.board._press(2 * x, 2 * y)
    for n in range(200):
        table.board._moved(2 * x + n / 2, 2 * y)
    assert len(calls) < 6


def test_every_drawer_opens_in_both_languages(table: Table) -> None:
    for lang in ("fr", "en"):
        table.speak(lang)
        for n in range(len(table.drawer.parts)):
            table.drawer.box.selected_index = n
            table._pointed("3351", None, None)
    assert table.errors == []


def test_instruments_are_drawn_on_the_board(table: Table) -> None:
    table.drawer.box.selected_index = 3
    looking = table.drawer.parts[3]
    looking.which.value = "sight"
    table._pointed("3351", None, None)
    table._pointed("3254", None, None)
    assert {"sight"} <= {mark.kind for mark in table.board.scene.marks}
    assert "<svg" in looking.told.value
    looking.which.value = "zones"
    assert "zone" in {mark.kind for mark in table.board.scene.marks}
    looking.off.click()
    assert not table.playing.instruments
    assert table.errors == []


def test_set_up_puts_moves_and_plays(table: Table) -> None:
    table.drawer.box.selected_index = 5
    panel = table.drawer.parts[5].panel
    table._pointed("3453", None, None)
    table._pointed("3454", None, None)
    assert table.playing.session.state.unit("gz3").place == "3454"
    panel.act.value = "put"
    panel.tray.value = "it · infantry"
    panel.place.value = "3054"
    panel.do_it.click()
    assert any(piece.place == "3054" for piece in table.playing.session.state.pieces)
    panel.act.value = "move"
    panel.unit.value = "gz1"
    panel.field.value, panel.value.value = "place", '"0101"'
    panel.put_field.click()
    assert panel.play.disabled
    assert "0101" in panel.faults.value
    panel.undo.click()
    assert not panel.play.disabled
    panel.play.click()
    assert table.errors == []


def test_odds_are_reckoned_with_their_policies(table: Table) -> None:
    desk = table.playing
    for answer in ("gz1", "3352", "done"):
        desk.answer(answer)
    table.drawer.box.selected_index = 1
    chances = table.drawer.parts[1]
    chances.go.click()
    assert "%" in chances.told.value
    assert "bold" in chances.told.value
    assert table.errors == []


def test_records_are_saved_loaded_and_pictured(table: Table, tmp_path: object) -> None:
    part = table.drawer.parts[2]
    table.drawer.box.selected_index = 2
    part.file.value = f"{tmp_path}/game.yaml"
    table.playing.answer("gz1")
    part.save.click()
    part.picture.click()
    assert (tmp_path / "game-01.png").read_bytes()[:4] == b"\x89PNG"  # type: ignore[operator]
    table.playing.undo()
    part.load.click()
    assert table.playing.session.state.chosen == "gz1"
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
