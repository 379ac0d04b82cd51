"""The map in its frame: a place that is sought is flown to, and nothing beside or over the map hides what counts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Sheet
from tutor import library
from tutor.board.layout import layout_of
from tutor.board.paint import figures
from tutor.board.stage import scene_of

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]
SIZES = [(1280, 800), (400, 800)]
EAST = 'from tutor.board.table import Table\nTable("gwie/near-east", language="{lang}", seed=1)'
WAR = 'from tutor.board.table import Table\nTable("tlm/great-war", language="fr", seed=1)'
ALBERT = 'from tutor.board.table import Table\nTable("dff/albert-1917", language="fr", seed=1)'
STRAITS = 'from tutor.board.table import Table\nTable("dff/gallipoli-1915", language="fr", seed=1)'
LIEGE = 'from tutor.board.table import Table\nTable("tlm/liege", language="fr", seed=1)'
CARD = 'from tutor.board.table import Table\nTable("tlm/verdun", language="fr", seed=1)'
SHOWS = """([x, y]) => { const glass = document.querySelector('.tutor-glass'), { left, top, scale } = glass.dataset;
  const [u, v] = [(x - left) * scale / glass.clientWidth, (y - top) * scale / glass.clientHeight];
  return u > .05 && u < .95 && v > .05 && v < .95 && scale >= 1; }"""
CUT = """() => { const box = document.querySelector('.tutor-shelf .lying'), seen = box.getBoundingClientRect();
  return [...box.querySelectorAll('.items > *')].map(one => one.getBoundingClientRect()).filter(
    one => one.top < seen.bottom - 1 && one.bottom > seen.bottom + 1).length; }"""
MORE = """() => { const box = document.querySelector('.tutor-shelf .lying');
  return [box.scrollHeight - box.clientHeight > 5, !document.querySelector('.tutor-more.below').hidden]; }"""
HIDDEN = """([stacks, over]) => {
  const glass = document.querySelector('.tutor-glass'), { left, top, scale } = glass.dataset;
  const tools = document.querySelector(over).getBoundingClientRect(), at = glass.getBoundingClientRect();
  return stacks.filter(([x, y]) => { const [u, v] = [at.left + (x - left) * scale, at.top + (y - top) * scale];
    return u > tools.left && u < tools.right && v > tools.top && v < tools.bottom; }).length; }"""

SHARE = """([width, height]) => { const glass = document.querySelector('.tutor-glass'), k = glass.dataset.scale;
  return Math.min(glass.clientWidth / k / width, 1) * Math.min(glass.clientHeight / k / height, 1); }"""
TOOLS, SMALL = ".tutor-zoom", "canvas.tutor-corner"


# A drag of the map that ends with this point of it in a corner of the board: below the buttons, or the small map.
TO_CORNER = """([x, y, south]) => {
  const glass = document.querySelector('.tutor-glass'), { left, top, scale } = glass.dataset;
  const box = glass.getBoundingClientRect(), from = [box.left + 300, box.top + 250];
  const to = south ? [box.width - 80, box.height - 50] : [30, 80];
  const by = [to[0] - (x - left) * scale, to[1] - (y - top) * scale];
  const tell = (kind, dx, dy) => glass.dispatchEvent(new PointerEvent(kind, { pointerId: 7, pointerType: 'touch',
    isPrimary: true, bubbles: true, cancelable: true, clientX: from[0] + dx, clientY: from[1] + dy }));
  tell('pointerdown', 0, 0); tell('pointermove', ...by); tell('pointerup', ...by); }"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_a_place_that_is_sought_is_flown_to(opened: Opened, size: tuple[int, int]) -> None:
    """By the key and by the button, by a name of either language and by a number; Escape leaves it."""
    sheet = opened(EAST.format(lang="fr"), size=size)
    anchors = layout_of(library.position("gwie/near-east").map).anchors
    sheet.glass().focus()
    sheet.page.keyboard.press("g")
    sheet.page.keyboard.type("baghdad")
    hit = sheet.table().locator(".tutor-hit")
    expect(hit.first).to_have_text("Bagdad (N1540)")
    sheet.page.keyboard.press("Enter")
    expect(sheet.glass()).to_have_attribute("data-found", "N1540")
    sheet.page.wait_for_function(SHOWS, arg=list(anchors["N1540"]))
    expect(sheet.table().locator(".tutor-card")).to_contain_text("Bagdad")
    sheet.table().locator("[data-zoom=find]").click()
    sheet.page.keyboard.type("zzzz")
    expect(sheet.table().locator(".tutor-seeker p")).to_have_text("Aucun lieu de ce nom")
    sheet.page.keyboard.press("Control+a")
    sheet.page.keyboard.type("n1728")
    expect(hit).to_have_text(["Damas (N1728)"])
    hit.first.click()
    expect(sheet.glass()).to_have_attribute("data-found", "N1728")
    sheet.page.wait_for_function(SHOWS, arg=list(anchors["N1728"]))
    sheet.page.keyboard.press("g")
    expect(sheet.table().locator(".tutor-seeker")).to_be_visible()
    sheet.page.keyboard.press("Escape")
    expect(sheet.table().locator(".tutor-seeker")).to_be_hidden()
    expect(sheet.glass()).to_be_focused()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_the_shelf_shows_whole_rows_and_says_that_there_are_more(opened: Opened, size: tuple[int, int]) -> None:
    sheet = opened(WAR, size=size)
    sheet.page.wait_for_function(f"() => ({CUT})() === 0")
    sheet.page.wait_for_function(f"() => ({MORE})().every(Boolean)")
    sheet.table().locator(".tutor-more.below").click()
    sheet.page.wait_for_function("() => document.querySelector('.tutor-shelf .lying').scrollTop > 20")


def test_the_buttons_over_the_board_make_room_for_a_counter_in_its_corner(opened: Opened) -> None:
    """A pile whose place is the north-western corner of what is seen, on a map that goes no farther."""
    sheet = opened(ALBERT, size=(1280, 800))
    drawn = scene_of(library.position("dff/albert-1917"), "fr").stacks
    stacks = [[stack.x, stack.y] for stack in drawn]
    x, y = min(stacks)
    sheet.page.evaluate(TO_CORNER, [x, y])
    sheet.rests()
    sheet.page.wait_for_function(f"given => ({HIDDEN})(given) === 0", arg=[stacks, TOOLS])
    expect(sheet.table().locator(".tutor-zoom")).to_have_class(re.compile("east|south"))


def test_the_small_map_makes_room_for_a_counter_below_it(opened: Opened) -> None:
    sheet = opened(ALBERT, size=(1280, 800))
    drawn = scene_of(library.position("dff/albert-1917"), "fr").stacks
    stacks = [[stack.x, stack.y] for stack in drawn]
    sheet.page.evaluate(TO_CORNER, [*sorted(stacks)[len(stacks) // 2], True])
    sheet.rests()
    expect(sheet.table().locator(SMALL)).to_be_visible()
    sheet.page.wait_for_function(f"given => ({HIDDEN})(given) === 0", arg=[stacks, SMALL])
    expect(sheet.table().locator(SMALL)).to_have_class(re.compile("west|north"))


def test_the_small_map_is_there_for_the_little_that_is_out_of_sight_where_its_corner_is_free(opened: Opened) -> None:
    """A sheet with an island lies west of what is seen on an upright tablet."""
    sheet = opened(STRAITS, size=(950, 1180))
    scene = scene_of(library.position("dff/gallipoli-1915"), "fr")
    seen = sheet.page.evaluate(SHARE, [scene.layout.width, scene.layout.height])
    assert 0.85 < seen < 0.95
    expect(sheet.table().locator(SMALL)).to_be_visible()
    spots = [[x, y] for x, y, *_ in figures.to_read(scene, 1.0)] + [[stack.x, stack.y] for stack in scene.stacks]
    sheet.page.wait_for_function(f"given => ({HIDDEN})(given) === 0", arg=[spots, SMALL])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_the_buttons_over_the_board_leave_the_names_of_sheets_to_be_read(opened: Opened, size: tuple[int, int]) -> None:
    """As soon as the map is laid, where its north-western corner is seen; and when that is dragged below them."""
    sheet = opened(STRAITS, size=size)
    heads = [box.titled for box in layout_of(library.position("dff/gallipoli-1915").map).sheets.values()]
    ends = [[x + part * half, y] for x, y, half, _ in heads for part in (-0.9, -0.5, 0, 0.5, 0.9)]
    sheet.page.wait_for_function(f"given => ({HIDDEN})(given) === 0", arg=[ends, TOOLS])
    sheet.page.evaluate(TO_CORNER, ends[0])
    sheet.rests()
    sheet.page.wait_for_function(f"given => ({HIDDEN})(given) === 0", arg=[ends, TOOLS])
    expect(sheet.table().locator(".tutor-zoom")).to_have_class(re.compile("east|south"))


WIDE = [size for size in SIZES if size[0] > 400]  # on a phone every corner is full: there one moves the map


@pytest.mark.parametrize("size", WIDE, ids=lambda size: str(size[0]))
def test_the_buttons_over_the_board_leave_names_and_flags_to_be_read(opened: Opened, size: tuple[int, int]) -> None:
    """On a map that is seen whole, whose north-western corner is a land with its name and its flag."""
    sheet = opened(LIEGE, size=size)
    rooms = list(figures.to_read(scene_of(library.position("tlm/liege"), "fr"), 1.0))
    spots = [[x + part * half, y] for x, y, half, _ in rooms for part in (-1, -0.7, -0.35, 0, 0.35, 0.7, 1)]
    sheet.page.wait_for_function(f"given => ({HIDDEN})(given) === 0", arg=[spots, TOOLS])


def test_on_a_phone_the_map_is_still_there_when_a_card_is_asked_for(opened: Opened) -> None:
    sheet = opened(CARD, size=(400, 800))
    expect(sheet.table().locator(".tutor-shelf .asked .card").first).to_be_visible()
    sheet.page.wait_for_function("() => document.querySelector('.tutor-board').clientHeight >= 220")
    card = sheet.table().locator(".tutor-shelf .asked .card").first.bounding_box()
    shelf = sheet.table().locator(".tutor-shelf").bounding_box()
    assert shelf["y"] - 1 <= card["y"]
    assert card["y"] + 40 <= shelf["y"] + shelf["height"]
