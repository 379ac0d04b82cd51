"""The bar and the tabs on every screen: what goes on says so, and the steps are never out of sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Sheet
from tests.browser.pressing import SIZES
from tests.browser.test_fight import FIRE

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]
BESIDE = """() => { const frame = document.querySelector('.tutor-frame').getBoundingClientRect();
  const shown = [...document.querySelectorAll('.tutor-bar .tutor-icon, .tutor-ticks, .tab')].filter(e => e.offsetWidth);
  return shown.filter(e => { const box = e.getBoundingClientRect();
    return box.right > frame.right + 1 || box.left < frame.left - 1; }).map(e => e.className); }"""
CUT = """() => [...document.querySelectorAll('.tab')].filter(e => e.scrollWidth > e.clientWidth + 1
  || e.scrollHeight > e.clientHeight + 1).map(e => e.textContent)"""
HIDDEN = """() => { const find = one => document.querySelector(one);
  const ribbon = find('.tutor-ribbon'), row = find('.tutor-ticks');
  const [low, side] = [ribbon.scrollHeight - ribbon.clientHeight, row.getBoundingClientRect().right];
  const beyond = [...row.querySelectorAll('.tick')].filter(one => one.getBoundingClientRect().right > side + 1);
  return [Math.max(low, 0), beyond.length]; }"""
MORE = """() => { const row = document.querySelector('.chips');
  const sign = document.querySelector('.tutor-more.on');
  return [row.scrollWidth - row.clientWidth > 4, !sign.hidden, row.scrollLeft]; }"""


@pytest.mark.parametrize("size", SIZES, ids=[f"{wide}x{high}" for wide, high in SIZES])
def test_steps_and_tabs_are_in_sight_and_chips_say_that_there_are_more(opened: Opened, size: tuple[int, int]) -> None:
    sheet = opened(FIRE, size=size)
    expect(sheet.table().locator(".tutor-icon-previous")).to_be_visible()
    expect(sheet.table().locator(".tutor-icon-next")).to_be_visible()
    assert sheet.page.evaluate(BESIDE) == []
    assert sheet.page.evaluate(CUT) == []
    more, said, _ = sheet.page.evaluate(MORE)
    assert more == said
    if said:
        sheet.table().locator(".tutor-more.on").click()
        sheet.page.wait_for_function("() => document.querySelector('.chips').scrollLeft > 20")


LONG = """from tutor.board.table import Table
table = Table("dff/albert-1917", language="fr", seed=1)
from tutor.board import gestures
for _ in range(10):
    asked = table.playing.asked
    table.do(gestures.roll) if asked is None else table.do(gestures.answer, asked.whole[0])
table"""


@pytest.mark.parametrize("size", SIZES, ids=[f"{wide}x{high}" for wide, high in SIZES])
def test_a_question_is_read_whole_and_answered_where_it_is_read(opened: Opened, size: tuple[int, int]) -> None:
    """With its buttons in sight, dice among them; after many steps their ticks keep to their place."""
    sheet = opened(LONG, size=size)
    assert sheet.page.evaluate(HIDDEN) == [0, 0]
    cell = 'from tutor.board.table import Table\nTable("gwie/trent", language="en", seed=1)'
    sheet.lay(cell).run_all().ready()
    expect(sheet.button("Roll")).to_be_in_viewport(ratio=1)
    assert sheet.page.evaluate(HIDDEN) == [0, 0]
