"""The live board without a browser: what is pointed at, taken up and dropped, and what a click costs the page."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from ipycanvas import canvas as ipycanvas

from tests.board.ground import large_scenario
from tutor import library
from tutor.board import gestures, live
from tutor.board.camera import CLOSEST, LEAST, Camera
from tutor.board.layout import layout_of
from tutor.board.paint import lettering, sheet
from tutor.board.paint.ink import Label
from tutor.board.table import Table

SWITCH = ipycanvas.COMMANDS["switchCanvas"]


@pytest.fixture
def table() -> Table:
    return Table("se/roana", language="en", seed=1)


def test_the_pointer_finds_places_shelf_and_fan(table: Table) -> None:
    layout = table.board.scene.layout
    x, y = layout.centres["3351"]
    table.board.press(x, y)
    table.board.release(x, y)
    assert table.playing.look.target in ("gz1", "gz2")
    fan = table.board.scene.fan
    assert len(fan) == 2
    from tutor.board.paint.figures import fan as tray

    spot = tray(table.board.scene, table.board.window)
    assert spot is not None
    one, cx, cy = next(s for s in spot.spots if s[0].id != table.playing.look.target)
    table.board.point(cx, cy)
    assert table.playing.look.target == one.id


def test_every_point_of_a_tray_answers(table: Table) -> None:
    """Beside a counter it is that one; where none is near the tray is closed, and what was chosen stays so."""
    board = table.board
    board.point(*board.scene.layout.centres["3351"])
    tray = live.figures.fan(board.scene, board.window, board.camera.k)
    assert tray is not None
    (_, x, y), other = tray.spots[1], tray.spots[0][0].id
    for dx, dy in ((tray.size / 2 + 2, 0), (0, tray.size / 2 + 2), (-tray.size / 2 - 2, 0)):
        table.desk = table.playing.looking(target=other)
        board.point(x + dx, y + dy)
        assert table.playing.look.target == tray.spots[1][0].id
    board.point(tray.left + 1, tray.top + 1)
    assert board.scene.fan == ()
    assert table.playing.look.target == tray.spots[1][0].id
    assert table.errors == []


def test_what_the_glass_says_is_heard(table: Table) -> None:
    """A press and its end, a place over which something is carried, a key: as the page's messages."""
    x, y = table.board.scene.layout.centres["3452"]
    table.board.hear("press", x=x, y=y)
    assert table.playing.look.target == "fj9"
    there = table.board.scene.layout.centres["3352"]
    table.board.hear("over", place="3352", held=True)
    assert table.playing.focus == "3352"
    table.board.hear("release", x=there[0], y=there[1])
    assert table.playing.look.target == "3352"
    table.board.hear("key", key="Escape", shift=False)
    assert table.playing.look.target is None
    assert table.errors == []


def test_a_drag_works_only_where_the_place_changes(table: Table) -> None:
    calls: list[str | None] = []
    table.board.on_hover = calls.append
    x, y = table.board.scene.layout.centres["3452"]
    table.board.press(x, y)
    for place in ["3452"] * 100 + ["3352"] * 100:
        table.board.over(place, held=True)
    assert calls == ["3452", "3352"]


def test_a_counter_is_dragged_from_the_tray(table: Table) -> None:
    table.drawer.pull("setup")
    board = table.board
    x, y = board.scene.layout.centres["3054"]
    board.hear("item", display="tray", item="tray:it · infantry")
    board.hear("put", x=x, y=y)
    assert any(p.place == "3054" and p.side == "it" for p in table.playing.line.state.pieces)
    assert table.errors == []


def test_the_shelf_is_there_for_what_lies_on_it_and_gives_the_room_back() -> None:
    table = Table("se/roana", language="en", seed=1)
    assert 'data-what="unit"' in table.shelf.value
    table.frame.lay_shelf("")
    assert table.shelf.layout.display == "none"
    verdun = Table("tlm/verdun", language="en")
    assert 'data-display="inside:' not in verdun.shelf.value
    army = next(piece for piece in verdun.playing.state.pieces if verdun.board.scene.stack_of(piece.id))
    verdun.desk = verdun.playing.looking(opened=(army.id,))
    verdun.show()
    assert f'data-display="inside:{army.id}"' in verdun.shelf.value
    assert table.errors == verdun.errors == []


@pytest.mark.parametrize("size", [(744, 490), (1326, 800), (650, 470), (290, 240)])
@pytest.mark.parametrize("scenario", ["se/roana", "tlm/verdun", "dff/albert-1917"])
def test_a_board_is_laid_into_the_room_that_a_page_has(scenario: str, size: tuple[int, int]) -> None:
    """Whole where its counters can be read then; else a part of it, never beside the map, that keeps its middle."""
    board = Table(scenario, language="en", seed=1).board
    layout = board.scene.layout
    board.hear("look", width=size[0], height=size[1], density=1.5)
    assert board.whole == (board.camera.least(layout) >= LEAST)
    assert (board.canvas.width, board.canvas.height) == (round(1.5 * size[0]), round(1.5 * size[1]))
    left, top, width, height = board.window
    for at, seen, whole in ((left, width, layout.width), (top, height, layout.height)):
        assert -0.01 <= at <= whole - seen + 0.01 if whole > seen else abs(at - (whole - seen) / 2) < 0.01
    before = board.camera
    board.hear("look", width=size[0] - 30, height=size[1], density=1.5)
    x, y = before.centre
    assert board.camera.sees((x, y))
    assert board.camera.k == before.k or board.whole


@pytest.mark.parametrize("size", [(748, 506), (1326, 800)])
def test_a_page_that_comes_late_is_given_every_counter(
    table: Table, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was drawn before a page was there is lost to it, at whatever scale it shows the board."""
    turned: set[str] = set()
    monkeypatch.setattr(
        ipycanvas._CANVAS_MANAGER,
        "_send_custom",
        lambda commands, buffers=(): turned.update(c[1][0] for c in commands if c[0] == SWITCH),
    )
    table.board.hear("look", width=size[0], height=size[1], density=1)
    stamps = {f"IPY_MODEL_{one.model_id}" for one in table.board._stamps.values()}
    assert len(stamps) > 5
    assert stamps <= turned


def test_a_person_looks_where_he_likes_and_the_picture_bears_its_number(table: Table) -> None:
    board = table.board
    board.hear("look", width=700, height=480, density=1)
    for k in (1.0, 2.5, CLOSEST):
        board.hear("look", width=700, height=480, density=1, left=100.0, top=60.0, k=k)
        assert board.camera == Camera(700, 480, 100.0, 60.0, k).on(board.scene.layout)
        number, left, top, scale, *_, own = board.glass.drawn
        assert (left, top, scale, own) == (board.camera.left, board.camera.top, k, False)
        assert board.canvas[3].line_dash_offset == number
        board.hear("rest")
        x, y = board.scene.layout.centres["3452"]
        board.press(x, y)
        board.release(x, y)
        assert table.playing.look.target == "fj9"
        assert board.canvas[3].line_dash_offset == 0, "what is drawn next in the same window bears none"
        board.on_key("Escape", False)
    before = board.glass.drawn[0]
    table.board.look_at("3055")
    assert board.glass.drawn[0] == before + 1
    assert board.glass.drawn[-1]
    assert board.camera.sees(board.scene.layout.centres["3055"])


def test_what_is_seen_large_is_painted_sharp_once_it_rests() -> None:
    table = Table("dff/albert-1917", language="en", seed=1)
    board = table.board
    board.hear("look", width=700, height=480, density=1)
    board.hear("rest")
    ground = board.ground
    assert ground.near.shows(board.window)
    assert ground.near.scale == pytest.approx(board.camera.k)
    painted = ground.near.box
    _, left, top, k, *_ = board.glass.drawn
    board.hear("look", width=700, height=480, density=1, left=left + 40, top=top, k=k)
    board.hear("rest")
    assert ground.near.box == painted, "a step aside shows what was painted for it already"
    board.hear("look", width=700, height=480, density=1, left=left, top=top, k=3.0)
    assert ground.near.box == painted
    board.hear("rest")
    assert ground.near.scale == pytest.approx(3.0)
    assert ground.near.shows(board.window)


def test_the_card_under_the_pointer_says_what_lies_there(table: Table) -> None:
    sent: list[dict[str, str]] = []
    table.board.glass.send = lambda content, buffers=None: sent.append(content)
    table.board.hear("over", place="3351", held=False)
    assert sent[-1]["place"] == "3351"
    assert "I/27" in sent[-1]["html"]
    assert sent[-1]["html"].count("<svg") > 2, "both faces"
    table.do(gestures.answer, "fj9")
    table.board.hear("over", place="3352", held=False)
    assert "3352" in sent[-1]["html"]
    table.board.hear("over", place=None, held=False)
    assert sent[-1]["html"] == ""


def test_pointing_answers_before_the_button_is_let_go(table: Table) -> None:
    x, y = table.board.scene.layout.centres["3452"]
    table.board.press(x, y)
    assert table.playing.look.target == "fj9"
    table.board.release(x + 4, y + 4)
    assert table.playing.ask is not None
    assert table.playing.ask.kind == "declare"


def test_what_is_taken_up_is_dropped_elsewhere(table: Table) -> None:
    board = table.board
    (x, y), there = board.scene.layout.centres["3452"], board.scene.layout.centres["3352"]
    board.press(x, y)
    board.release(x, y)
    board.press(x, y)
    board.release(*there)
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
            board.point(stack.x, stack.y)
    board.redraw()
    board.hear("look", width=700, height=480, density=2)
    board.hear("look", width=700, height=480, density=2, left=0, top=0, k=2.0)
    board.hear("rest")
    assert len(sent) > 2
    die = f"IPY_MODEL_{board._die.model_id}"  # it lies on no page: turning to it lays nothing anew
    layers = [[one for one in turned if one != die] for turned in sent]
    assert all(len(set(turned)) == len(turned) for turned in layers)


def test_a_page_that_comes_late_is_given_the_overview(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was drawn before a page was there is not on it."""
    table = Table("tlm/kaiserschlacht", language="en", seed=1)
    drawn = []
    monkeypatch.setattr(live.small, "overview", lambda scene, k: drawn.append(k) or ())
    table.board.hear("look", width=800.0, height=600.0, density=1.0)
    assert not table.board.whole
    assert len(drawn) == 1
    table.board.hear("look", width=800.0, height=600.0, density=1.0, left=100.0, top=100.0, k=1.0)
    assert len(drawn) == 1


def test_from_afar_the_largest_places_are_named_and_no_dust_is_drawn() -> None:
    """A whole map that is shown small bears no letters of its own; what is near has them again."""
    table = Table("gwie/near-east", language="fr", seed=1)
    board = table.board
    board.hear("look", width=760, height=440, density=1)
    board.hear("look", width=760, height=440, density=1, left=1500.0, top=0.0, k=1.0)
    layout, least = board.scene.layout, board.camera.least(board.scene.layout)
    assert least < lettering.FAR < board.camera.k
    named = {one.text for one in lettering.from_afar(layout, "fr", least)}
    assert {"Bagdad", "Damas", "Erzeroum"} <= named
    assert all(one.size * least >= 11 for one in lettering.from_afar(layout, "fr", least))

    def labels() -> set[str]:
        drawn = live.marks.over(board.scene, board.window, board.camera.k)
        return {one.text for one in drawn if isinstance(one, Label)}

    board.hear("rest")
    near, whole = board.ground.near, board.ground.whole
    seen = lambda: list(board.ground.paintings(layout, "fr", board.camera, board.density))  # noqa: E731
    assert seen() == [whole, near]
    assert not named <= labels()
    board.hear("look", width=760, height=440, density=1, left=0.0, top=0.0, k=least)
    assert seen() == [whole]
    assert named <= labels()
    mute, told = (sheet.ground(layout, "fr", sheet.whole(layout), 1.0, True, far) for far in (1, 0))
    assert ">N1728<" not in mute
    assert ">Bagdad<" not in mute
    assert ">Bagdad<" in told
    for great in ("Méditerranée", "le Jourdain", "l&#x27;Euphrate"):
        assert f">{great}<" in mute
    assert "Nahr el Auja" not in mute, "a word that has no room is left out"


def test_the_farther_one_looks_from_the_fewer_and_larger_are_the_signs() -> None:
    """What is to be painted grows with the page, not with the map: a quarter of the signs each time it is halved."""
    layout = layout_of(library.position("gwie/near-east").map)
    assert [lettering.afar(layout, k) for k in (4, 0.55, 0.54, 0.28, 0.27, 0.14)] == [0, 0, 1, 1, 2, 2]
    drawn = [sheet.ground(layout, "fr", sheet.whole(layout), 0.2, True, far) for far in (0, 1, 2)]
    signs = [text.count('<use href="#hill"') for text in drawn]
    assert signs[0] > 1000
    for more, fewer in pairwise(signs):
        assert 0.15 < fewer / more < 0.4
    for far, text in enumerate(drawn[1:], 1):
        assert f'<g transform="scale({1 << far})">' in text
        assert len(text) < len(drawn[0]) / (2 * far)


def test_names_from_afar_stand_apart() -> None:
    layout = layout_of(library.position("gwie/suez-to-gaza").map)
    for k in (0.2, 0.35, 0.5):
        names = lettering.from_afar(layout, "fr", k)
        assert len(names) > 4
        for one, other in combinations(names, 2):
            assert abs(one.x - other.x) >= one.half + other.half or abs(one.y - other.y) >= one.size


@pytest.mark.parametrize("scenario", ["tlm/marne", "gwie/kut", "se/roana"])
def test_no_map_is_painted_twice_for_the_first_board(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plainly before a page is there; once it says how much room it has, the whole, and sharp what is seen."""
    painted: list[bool] = []
    ground = sheet.ground.__wrapped__

    def counted(layout: Any, lang: Any, box: Any, scale: float, plain: bool, far: int) -> str:
        painted.append(plain)
        return str(ground(layout, lang, box, scale, plain, far))

    monkeypatch.setattr(sheet, "ground", counted)
    board = Table(scenario, language="fr", seed=1).board
    assert painted == [True]
    board.hear("look", width=700, height=480, density=1)
    assert painted == [True, False]


def test_counters_are_stamped_anew_when_all_is_at_rest(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever zooms waits for no stamp."""
    board = table.board
    board.hear("look", width=700, height=480, density=1)
    struck: list[float] = []
    monkeypatch.setattr(live, "_stamp", lambda stamp, die, scale, *key: struck.append(scale))
    for k in (1.5, 2.5, 4.0):
        board.hear("look", width=700, height=480, density=1, left=100.0, top=60.0, k=k)
    assert struck == []
    board.hear("rest")
    assert set(struck) == {4.0}
    struck.clear()
    board.hear("rest")
    assert struck == []


def test_a_table_opens_on_all_that_its_question_is_about() -> None:
    """The Near East asks about units that stand on three fronts: one of them alone would be a street in Damascus."""
    board = Table("gwie/near-east", language="fr", seed=1).board
    board.hear("look", width=900.0, height=560.0, density=1.0)
    scene, camera = board.scene, board.camera
    asked = {unit for mark in scene.marks for unit in mark.units}
    spots = [(stack.x, stack.y) for stack in scene.stacks if asked & set(stack.ids)]
    assert len(spots) == 3
    assert all(map(camera.sees, spots))
    assert camera.k < LEAST
    board.hear("look", width=900.0, height=560.0, density=1.0, left=0.0, top=0.0, k=1.0)
    assert board.camera.k == 1.0, "who looks elsewhere is left there"


@pytest.mark.parametrize("size", [(380.0, 430.0), (790.0, 440.0)])
@pytest.mark.parametrize("scenario", ["fa/goeben-1914", "dff/seine-1914", "gwie/near-east"])
def test_on_a_narrow_board_counters_are_read_where_a_table_opens(scenario: str, size: tuple[float, float]) -> None:
    """A front that is wider than the board is not seen whole, but as much of it as can be, with a counter there."""
    board = Table(scenario, language="fr", seed=1).board
    board.hear("look", width=size[0], height=size[1], density=2.0)
    assert board.camera.k >= LEAST
    assert any(board.camera.sees((stack.x, stack.y)) for stack in board.scene.stacks)


def test_of_places_that_a_question_is_about_alike_the_one_is_seen_where_more_stands() -> None:
    """Not a garrison far from everybody, in a street in Damascus."""
    board = Table("gwie/near-east", language="fr", seed=1).board
    board.hear("look", width=790.0, height=440.0, density=1.0)
    seen = sum(board.camera.sees((stack.x, stack.y)) for stack in board.scene.stacks)
    assert seen > 1
    assert sum(map(board.camera.sees, board._first)) > 1, "what stands beside draws the eye that way"


def test_a_table_opens_where_its_question_would_lead() -> None:
    """An event that lands names the beaches: nothing is marked, and the counters that lie on the map are in Egypt."""
    for size in ((380.0, 430.0), (900.0, 560.0)):
        board = Table("gwie/gallipoli", language="fr", seed=1).board
        board.hear("look", width=size[0], height=size[1], density=1.0)
        assert all(board.camera.sees(board.scene.layout.centres[beach]) for beach in ("E1022", "E1122"))


def test_a_table_whose_question_is_near_opens_near() -> None:
    for name in ("gwie/suez", "dff/albert-1917", "se/roana"):
        board = Table(name, language="fr", seed=1).board
        board.hear("look", width=900.0, height=560.0, density=1.0)
        assert board.camera.k >= LEAST, name


def test_a_room_that_looks_on_reads_the_counters_it_opens_on() -> None:
    board = Table("gwie/near-east", language="fr", seed=1).board
    board.legible(72)
    board.hear("look", width=900.0, height=560.0, density=1.0)
    assert board.camera.k * min(stack.size for stack in board.scene.stacks) >= 71
