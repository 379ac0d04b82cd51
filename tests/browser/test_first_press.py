"""The first press on a board: it answers the place under the pointer, and the page stands still."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.board.ground import Seat, desk, large_scenario
from tests.browser.conftest import SE
from tests.browser.lab import AT_REST, WAIT, Sheet, lesson_page
from tests.browser.newcomer import WORDS
from tests.browser.pressing import SIZES, Pressing
from tutor import library
from tutor.board.layout import layout_of
from tutor.board.table import Table
from tutor.engine.text import Lang
from tutor.lessons import Walk, find
from tutor.lessons.desk import desk_of

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]
AMONG = [*["1"] * 20, SE, *["1"] * 20]
EDGES = [("top", 0.3), ("bottom", 0.7)]
AT = layout_of(library.position("se/roana").map).centres
FOCUS = """where => { const cells = document.querySelectorAll('.jp-Notebook .jp-Cell');
  if (where === 'nowhere') document.activeElement.blur();
  else (where === 'first' ? cells[0] : cells[cells.length - 1]).querySelector('.cm-content').focus(); }"""


def answer(place: str) -> str:
    """What the table says of a place that is pressed first."""
    mirror = desk("se/roana", "fr", seed=1)
    mirror.click(place)
    return mirror.view.headline


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_on_a_table(opened: Opened, size: tuple[int, int]) -> None:
    """Wherever the keyboard was: each time it is the first press on a board that has no focus."""
    sheet = opened(*AMONG, size=size)
    board = Pressing(sheet.page)
    for edge, where in product(EDGES, ("first", "last", "nowhere")):
        sheet.page.evaluate(FOCUS, where)
        board.lay(*edge)
        place, at = board.seen(AT)
        board.press(at)
        sheet.until(answer(place))
        sheet.page.keyboard.press("Escape")
        sheet.until("4 possibles")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_with_a_finger(opened: Opened, size: tuple[int, int]) -> None:
    sheet = opened(*AMONG, size=size, has_touch=True)
    board = Pressing(sheet.page)
    for edge in EDGES:
        sheet.page.evaluate(FOCUS, "first")
        board.lay(*edge)
        place, at = board.seen(AT)
        board.press(at, finger=True)
        sheet.until(answer(place))


def test_on_a_board_that_is_laid_later(opened: Opened) -> None:
    """The table of a cell that has run again, and the one that stands below another."""
    sheet = opened(*["1"] * 9, SE, SE, *["1"] * 20, size=SIZES[0])
    sheet.run_all().ready(0).ready(1)
    for n in (1, 0):
        board = Pressing(sheet.page, n)
        sheet.page.evaluate(FOCUS, "first")
        board.lay(*EDGES[0])
        place, at = board.seen(AT)
        board.press(at)
        sheet.until(answer(place), n)


def test_on_the_overview_of_a_wide_front(opened: Opened, tmp_path: Path) -> None:
    """It moves the window over the map to where it is pressed."""
    path = str(large_scenario(tmp_path))
    cell = f'from tutor.board.table import Table\nTable("{path}", language="en")'
    sheet = opened(*["1"] * 20, cell, *["1"] * 20, size=SIZES[0])
    layout = Table(path, language="en").board.scene.layout
    board, before = Pressing(sheet.page), sheet.pixels()
    sheet.page.evaluate(FOCUS, "first")
    board.lay("top", 0.5)
    corner = sheet.table().locator("canvas.tutor-corner").bounding_box()
    board.press((corner["x"] + 120, corner["y"] + 90))
    sheet.rests().redrawn(before)
    left, top, k = (float(sheet.glass().get_attribute(f"data-{one}")) for one in ("left", "top", "scale"))
    box = sheet.glass().bounding_box()
    middle = left + box["width"] / k / 2, top + box["height"] / k / 2
    assert abs(middle[0] - 120 / corner["width"] * layout.width) < 60, "what was pressed lies in the middle"
    board.lay("top", 0.5)
    inside = {place: (x, y) for place, (x, y) in layout.centres.items() if left + 60 < x < middle[0] and y > top + 60}
    place, at = board.seen(inside)
    board.press(at)
    sheet.until(place)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_in_a_lesson(opened: Opened, size: tuple[int, int], tmp_path: Path) -> None:
    """Every task lays a new board, and the button that led to it has the keyboard; on the first one only looks."""
    cell = (
        "from pathlib import Path\nfrom tutor.lessons.progress import Progress\n"
        "from tutor.lessons.widget import LessonTable\n"
        f'LessonTable("se/1-pont", "fr", Progress(Path("{tmp_path}") / "p.sqlite3"))'
    )
    sheet = opened(*["1"] * 20, cell, *["1"] * 20, size=size)
    in_lesson(sheet.page, "fr", [*EDGES, EDGES[0]])


def test_in_a_lesson_without_code(engine: Any, tmp_path: Path) -> None:
    """However low the window is."""
    with lesson_page("se/1-pont", "en", tmp_path) as url:
        page = engine.new_context().new_page()
        page.set_default_timeout(WAIT)
        page.goto(url)
        for n, (width, height) in enumerate((*SIZES[1:], (820, 560), (400, 480))):
            page.set_viewport_size({"width": width, "height": height})
            if n:
                page.get_by_role("button", name=WORDS["next"]["en"]).click()
                expect(page.locator(".tutor-lesson .goal b")).to_contain_text(f"{n + 1}.")
            in_lesson(page, "en", [("bottom", 0.7)], cut=False)
        page.context.close()


def in_lesson(page: Any, lang: Lang, edges: list[tuple[str, float]], cut: bool = True) -> None:
    """From the present task on: a press on the board of each is answered as a desk of the same task answers it."""
    walk = Walk(find("se/1-pont"))
    lesson, board = page.locator(".tutor-lesson"), Pressing(page)
    goal, status = lesson.locator(".goal b"), lesson.locator(".tutor-table").get_by_role("status")
    expect(goal).to_contain_text(".")
    now = int(goal.inner_text().split(".")[0])  # a lesson that was left goes on where it was
    for n, edge in enumerate(edges, now):
        if n > now:
            lesson.get_by_role("button", name=WORDS["next"][lang]).click()
        expect(goal).to_contain_text(f"{n}.")
        walk.go(n - 1)
        mirror = Seat(desk_of(walk, lang))
        expect(status).to_contain_text(mirror.view.headline)
        board.lay(*edge)
        page.wait_for_function(AT_REST, arg=0)  # a board that is laid takes its room before it is pressed
        place, at = board.seen(AT, cut)
        board.press(at)
        mirror.click(place)
        expect(status).to_contain_text(mirror.view.headline)


MOVES = """<button style="position: absolute; left: 0; top: 0" onclick="document.title += 'x'">Next</button><script>
  let left = %d; const button = document.querySelector('button');
  button.onmousedown = () => { if (left-- > 0) button.style.left = `${200 + 200 * left}px`; }</script>"""


@pytest.mark.parametrize(("times", "title"), [(0, "x"), (1, "x"), (3, "")])
def test_a_click_from_under_which_the_page_moves_is_made_again(engine: Any, times: int, title: str) -> None:
    """So much for the tests themselves: it is made once, and not for ever."""
    page = engine.new_context().new_page()
    page.set_content(MOVES % times)
    clicks = page.get_by_role("button").click
    if title:
        clicks()
    else:
        with pytest.raises(AssertionError, match="no click"):
            clicks()
    assert page.title() == title
    page.context.close()
