"""The live board without a browser: what is pointed at, taken up and dropped, and what a click costs the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from ipycanvas import canvas as ipycanvas

from tests.board.ground import large_scenario
from tutor.board.paint.figures import shelf_height, spots
from tutor.board.table import Table

SWITCH = ipycanvas.COMMANDS["switchCanvas"]


@pytest.fixture
def table() -> Table:
    return Table("se/roana", language="en", seed=1)


def test_the_pointer_finds_places_shelf_and_fan(table: Table) -> None:
    layout = table.board.scene.layout
    x, y = layout.centres["3351"]
    table.board._press(2 * x, 2 * y)
    table.board._release(2 * x, 2 * y)
    assert table.playing.look.target in ("gz1", "gz2")
    fan = table.board.scene.fan
    assert len(fan) == 2
    from tutor.board.paint.figures import fan as tray

    spot = tray(table.board.scene, table.board.window)
    assert spot is not None
    one, cx, cy = next(s for s in spot.spots if s[0].id != table.playing.look.target)
    table.board.point(cx, cy)
    assert table.playing.look.target == one.id


def test_touch_is_heard_like_a_click(table: Table) -> None:
    x, y = table.board.scene.layout.centres["3452"]
    table.board._touched([(2 * x, 2 * y)], True)
    table.board._lifted()
    assert table.playing.look.target == "fj9"


def test_a_drag_works_only_where_the_place_changes(table: Table) -> None:
    calls: list[str | None] = []
    table.board.on_hover = calls.append
    x, y = table.board.scene.layout.centres["3452"]
    table.board._press(2 * x, 2 * y)
    for n in range(200):
        table.board._moved(2 * x + n / 2, 2 * y)
    assert len(calls) < 6


def test_a_counter_is_dragged_from_the_tray(table: Table) -> None:
    table.drawer.pull("setup")
    board = table.board
    width, height = board.scene.layout.window
    spot = next(s for s in spots(board.scene, width) if s.item.id == "tray:it · infantry")
    x, y = board.scene.layout.centres["3054"]
    board._press(2 * (spot.x + 9), 2 * (height + spot.y + 9))
    board._release(2 * x, 2 * y)
    assert any(p.place == "3054" and p.side == "it" for p in table.playing.line.state.pieces)
    assert table.errors == []


def test_the_board_grows_for_its_shelf_and_gives_the_room_back() -> None:
    table = Table("tlm/verdun", language="en")
    width, height = table.board.scene.layout.window
    heights = [table.board.size[1]]
    for army in [piece.id for piece in table.playing.state.pieces if piece.place is not None]:
        table.desk = table.playing.looking(opened=(army,))
        table.show()
        assert table.board.size[1] >= height + round(shelf_height(table.board.scene, width))
        assert table.board.canvas.height == 2 * table.board.size[1]
        heights.append(table.board.size[1])
    assert max(heights) > heights[0]
    table.desk = table.playing.looking(opened=())
    table.show()
    assert table.board.size[1] <= heights[0] + 120
    assert table.errors == []


def test_pointing_answers_before_the_button_is_let_go(table: Table) -> None:
    x, y = table.board.scene.layout.centres["3452"]
    table.board._press(2 * x, 2 * y)
    assert table.playing.look.target == "fj9"
    table.board._release(2 * x + 8, 2 * y + 8)
    assert table.playing.ask is not None
    assert table.playing.ask.kind == "declare"


def test_what_is_taken_up_is_dropped_elsewhere(table: Table) -> None:
    board = table.board
    (x, y), there = board.scene.layout.centres["3452"], board.scene.layout.centres["3352"]
    board._press(2 * x, 2 * y)
    board._release(2 * x, 2 * y)
    board._press(2 * x, 2 * y)
    board._release(2 * there[0], 2 * there[1])
    assert table.playing.ask is not None
    assert table.playing.ask.kind == "declare-hex"
    assert table.playing.look.target == "3352"


@pytest.mark.parametrize("scenario", ["wide", "se/roana", "fa/goeben-1914"])
def test_a_click_turns_to_no_canvas_twice(scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Table(str(large_scenario(tmp_path)) if scenario == "wide" else scenario, language="en").board
    sent: list[list[str]] = []
    monkeypatch.setattr(
        ipycanvas._CANVAS_MANAGER,
        "_send_custom",
        lambda commands, buffers=(): sent.append([c[1][0] for c in commands if c[0] == SWITCH]),
    )
    left, top, width, height = board.window
    for stack in board.scene.stacks:
        if left < stack.x < left + width / 2 and top < stack.y < top + height / 2:
            board.point(stack.x - left, stack.y - top)
    board.redraw()
    board.pan(1, 0)
    assert len(sent) > 2
    assert all(len(set(turned)) == len(turned) for turned in sent)
