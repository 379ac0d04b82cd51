"""The bar and the tabs on every screen: what goes on says so, and the steps are never out of sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Sheet
from tests.browser.test_fight import FIRE, SIZES

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]
BESIDE = """() => { const frame = document.querySelector('.tutor-frame').getBoundingClientRect();
  const shown = [...document.querySelectorAll('.tutor-bar .tutor-icon, .tutor-ticks, .tab')].filter(e => e.offsetWidth);
  return shown.filter(e => { const box = e.getBoundingClientRect();
    return box.right > frame.right + 1 || box.left < frame.left - 1; }).map(e => e.className); }"""
CUT = """() => [...document.querySelectorAll('.tab')].filter(e => e.scrollWidth > e.clientWidth + 1
  || e.scrollHeight > e.clientHeight + 1).map(e => e.textContent)"""
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
