"""A lesson in a browser: the task beside its board in one frame, in every window, and the board laid as it is seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lab import AT_REST, WAIT, lesson_page
from tests.browser.newcomer import Newcomer
from tests.browser.pressing import SIZES
from tutor.lessons import Walk, find
from tutor.lessons.desk import desk_of

pytestmark = pytest.mark.browser
PARTS = ".tutor-heading, .tutor-coach .goal, .tutor-buttons, .tutor-taught .tutor-board, .tutor-ribbon, .tutor-taught"
LAID = f"""() => {{
  const all = [...document.querySelectorAll('{PARTS}')].map(one => one.getBoundingClientRect());
  const glass = document.querySelector('.tutor-glass'), at = glass.dataset;
  const wide = one => document.querySelector(one).getBoundingClientRect().width;
  const within = one => one.left >= 0 && one.top >= 0 && one.right <= innerWidth && one.bottom <= innerHeight;
  return {{inside: all.every(within), high: glass.clientHeight / innerHeight,
    share: wide('.tutor-board') / wide('.tutor-taught'),
    middle: [at.left * 1 + glass.clientWidth / at.scale / 2, at.top * 1 + glass.clientHeight / at.scale / 2],
    window: [glass.clientWidth / at.scale, glass.clientHeight / at.scale]}}; }}"""
FACES = """() => { const c = document.querySelector('canvas.tutor-sheet');
  const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
  let n = 0;
  for (let i = 0; i < d.length; i += 4) n += d[i] === 0xc3 && d[i + 1] === 0xcf && d[i + 2] === 0xdd;
  return n; }"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with lesson_page("se/1-pont", "fr", tmp_path_factory.mktemp("lesson")) as address:
        yield address


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_task_and_board_lie_in_one_window(engine: Any, url: str, size: tuple[int, int]) -> None:
    """The first board that a page is given has its counters, a map that fits lies whole in the middle; and where the
    board is asked for it has half of the height."""
    page = engine.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.set_default_timeout(WAIT)
    page.goto(url)
    walk, asked = Walk(find("se/1-pont")), 0
    lesson, layout = page.locator(".tutor-lesson"), desk_of(walk, "fr").view.scene.layout
    for n in (1, 2):
        expect(lesson.locator(".goal b")).to_contain_text(f"{n}.")
        page.wait_for_function(AT_REST, arg=0)
        page.wait_for_function(f"({FACES})() > 900")  # the faces of the counters of one side
        found = page.evaluate(LAID)
        assert found["inside"]
        assert found["share"] >= (0.65 if size[0] > 900 else 0.99)
        if desk_of(walk, "fr").task == "try":
            assert found["high"] >= 0.5
            asked += 1
        if size[0] > 500:
            (x, y), (wide, high) = found["middle"], found["window"]
            assert wide >= layout.width - 1
            assert high >= layout.height - 1
            assert abs(x - layout.width / 2) < 1
            assert abs(y - layout.height / 2) < 1
        if n == 1:
            Newcomer(page, "fr").click(lesson, "Suite")
            walk.go(n)
    assert asked
    page.goto("about:blank")
    page.context.close()
