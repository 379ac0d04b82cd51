"""The fight over the board: both sides, where it leaves room, and what a press on it does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Sheet
from tests.browser.pressing import SIZES
from tests.browser.test_table import AT

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]

FIRE = """from tutor.board.table import Table
from tutor.board import gestures
table = Table("se/roana", language="fr", seed=1)
for answer in ("gz1", "3352", "done", "morser", "3352", "done"):
    table.turn(gestures.answer, answer)
table.show()
table"""
LIES = """() => { const box = document.querySelector('.tutor-fight .fight').getBoundingClientRect();
  const board = document.querySelector('.tutor-glass').getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom, board.left, board.top, board.right, board.bottom]; }"""


@pytest.mark.parametrize("size", SIZES, ids=[f"{wide}x{high}" for wide, high in SIZES])
def test_a_fight_lies_on_the_board_and_leaves_free_where_it_is_fought(opened: Opened, size: tuple[int, int]) -> None:
    sheet = opened(FIRE, size=size)
    fight = sheet.table().locator(".fight")
    expect(fight.locator(".party")).to_have_count(2)
    expect(fight.locator(".unit").first).to_be_visible()
    left, top, right, bottom, *board = sheet.page.evaluate(LIES)
    assert board[0] <= left <= right <= board[2]
    assert board[1] <= top <= bottom <= board[3]
    x, y = sheet.spot(AT["3352"])
    assert not (left <= x <= right and top <= y <= bottom)


def test_a_fight_folds_and_a_counter_in_it_can_be_taken(opened: Opened) -> None:
    sheet = opened(FIRE)
    fight = sheet.table().locator(".fight")
    fight.get_by_role("button", name="Replier ou déplier le combat").click()
    expect(fight.locator(".party").first).to_be_hidden()
    fight.get_by_role("button", name="Replier ou déplier le combat").click()
    expect(fight.locator(".party").first).to_be_visible()
    before = sheet.page.evaluate("scrollY")
    fight.locator(".unit").last.click()
    sheet.until("D'abord les dés")
    assert sheet.page.evaluate("scrollY") == before
