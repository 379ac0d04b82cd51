"""A chronicler who knows no function: from Home to a published chronicle of ten steps, by words on the page alone."""

from __future__ import annotations

import random
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lab import WAIT
from tests.browser.test_home import WIDE, House, house, running  # noqa: F401
from tutor import library
from tutor.board.layout import layout_of
from tutor.chronicle.checked import LARGEST, story

pytestmark = pytest.mark.browser
CLICKS = 60
SPOT = """([x, y]) => { const glass = document.querySelector('.tutor-glass'), box = glass.getBoundingClientRect();
  const { left, top, scale } = glass.dataset; return [box.left + (x - left) * scale, box.top + (y - top) * scale]; }"""
RESTS = """() => { const glass = document.querySelector('.tutor-glass');
  const canvas = glass?.parentElement.querySelector('canvas.tutor-sheet');
  return !!glass?.dataset.drawn && ['none', ''].includes(canvas.style.transform)
    && Math.abs(parseFloat(canvas.style.width) - glass.clientWidth) < 2
    && Math.abs(parseFloat(canvas.style.height) - glass.clientHeight) < 2; }"""


class Chronicler:
    """Clicks on words and on the board, drags, types; every press of the mouse is counted, a list takes two."""

    def __init__(self, page: Any, scenario: str) -> None:
        self.page, self.clicks = page, 0
        self.layout = layout_of(library.scenario(scenario).map)

    def link(self, name: str) -> None:
        self.clicks += 1
        self.page.get_by_role("link", name=name).first.click()

    def press(self, name: str) -> None:
        self.clicks += 1
        self.page.get_by_role("button", name=name, exact=True).locator("visible=true").first.click()

    def turn_to(self, page: str, has: str) -> None:
        """A page beside the board, until it is there."""
        self.press(page)
        expect(self.page.get_by_role("textbox", name=has, exact=True).locator("visible=true")).to_have_count(1)

    def type(self, label: str, text: str) -> None:
        self.clicks += 1
        self.page.get_by_role("textbox", name=label, exact=True).locator("visible=true").first.fill(text)

    def cite(self, title: str) -> None:
        self.clicks += 2
        lists = self.page.locator(".tutor-notes select").filter(has_text="Cite a source").locator("visible=true")
        lists.first.select_option(label=title)
        expect(self.page.get_by_role("button", name=title, exact=True).locator("visible=true").last).to_be_visible()

    def spot(self, place: str) -> tuple[float, float]:
        self.page.wait_for_function(RESTS)
        x, y = self.page.evaluate(SPOT, list(self.layout.centres[place]))
        return x, y

    def point(self, place: str) -> None:
        self.clicks += 1
        self.page.mouse.click(*self.spot(place))

    def drag(self, *places: str) -> None:
        self.clicks += 1
        first, *others = [self.spot(place) for place in places]
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for x, y in others:
            self.page.mouse.move(x, y, steps=6)
        self.page.mouse.up()

    def steps(self, many: int) -> None:
        expect(self.page.locator("[data-step]")).to_have_count(many)

    def said(self, text: str) -> None:
        expect(self.page.locator(".tutor-verdict")).to_contain_text(text)


def noise(wide: int, high: int) -> bytes:
    """A PNG that cannot be pressed together."""
    rows = b"".join(b"\0" + random.Random(row).randbytes(3 * wide) for row in range(high))
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    chunks = (struct.pack(">I", len(b)) + a + b + struct.pack(">I", zlib.crc32(a + b)) for a, b in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def test_a_chronicle_is_written_and_published_without_code(house: House, tmp_path: Path) -> None:  # noqa: F811
    page = house.visit(size=(1280, 800))
    one = Chronicler(page, "se/roana")
    one.link("Annotate")
    one.link("Begin on “The bridge at Roana”")
    expect(page.locator(".tutor-glass")).to_be_visible(timeout=WAIT)
    page.wait_for_function(RESTS)

    one.turn_to("Battle", "Author")
    one.type("Title", "The bridge, as I read it")
    one.type("Author", "A schoolgirl")
    one.type("In a few sentences", "Who crossed the gorge, and how we know.")
    one.type("Dates", "1916-05-22/1916-05-24")
    one.press("Sources")
    for title in ("War diary of the 27th", "A letter home"):
        one.press("New source")
        one.type("Title", title)
        expect(page.locator(".tutor-notes select").locator("visible=true").first).to_contain_text(title)

    one.turn_to("Step", "Story")
    one.type("Story", "All is quiet.")
    one.press("Arrow")
    one.said("Drag from place to place")
    one.drag("3350", "3351")
    one.said("Drawn")
    one.press("Set a fact")
    one.said("Point at a counter")
    told = (("3252", "3253"), ("3452", "3252"), ("3252", "3152"))
    for number, (start, end) in enumerate(told, 2):
        one.point(start)
        one.said("where, according to the sources?")
        one.point(end)
        one.steps(number)
        one.type("Story", f"So it was, number {number}.")
        one.cite("War diary of the 27th")
    one.press("Front line")
    one.said("Drag along the front")
    one.drag("3351", "3352", "3452")
    one.said("Drawn")
    one.press("+ Text")
    one.steps(5)
    one.type("Story", "Night falls.")
    one.cite("A letter home")

    one.press("Play an act")
    one.said("Who assaults?")
    one.point("3351")
    one.point("3252")
    keep = page.get_by_role("button", name="Keep it: history broke").locator("visible=true")
    expect(keep).to_be_visible()
    one.clicks += 1
    keep.click()
    one.steps(7)
    one.type("Story", "The letter says so, whatever the rules say.")
    one.press("What if?")
    one.steps(8)
    one.type("Story", "They might have stayed.")
    one.press("+ Text")
    one.steps(9)
    one.press("+ Text")
    one.steps(10)
    one.type("Story", "And nobody would have known.")
    one.press("Publish")
    expect(page.locator(".tutor-published")).to_be_visible(timeout=WAIT)
    with page.context.expect_page() as opened:
        one.clicks += 1
        page.locator(".tutor-published").click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("The bridge, as I read it")

    path = Path(house.folder) / "chronicles" / "se" / "roana.yaml"
    found = story(path)
    walked = list(found.course.walked())
    assert len(walked) == 10
    assert path.with_suffix(".html").is_file()
    assert {cite.source for step in walked for cite in step.told.cited} == {"s1", "s2"}
    assert {shape.what for step in walked for shape in step.told.shapes} == {"arrow", "front"}
    assert [step.told.what for step in walked if step.broken] == ["act"]
    assert sum(len(step.variations) for step in walked) == 1
    assert sum(step.told.what == "fact" for step in walked) == 3
    assert one.clicks <= CLICKS, one.clicks
    and_the_head_is_written(one, path, tmp_path)


def and_the_head_is_written(one: Chronicler, path: Path, folder: Path) -> None:
    """On the same page: a place with coordinates, a formation, and a photograph that is too large to be sent."""
    page = one.page
    one.press("Places")
    one.press("New place")
    one.type("Name", "The bridge")
    one.type("Coordinates", "somewhere")
    wrong = page.get_by_role("status").filter(has_text="Not saved. It takes: latitude and longitude")
    expect(wrong.locator("visible=true")).to_have_count(1)
    one.type("Coordinates", "45.877, 11.474")
    expect(wrong.locator("visible=true")).to_have_count(0)
    one.turn_to("Step", "Story")
    photograph = folder / "bridge.png"
    photograph.write_bytes(noise(900, 700))
    assert photograph.stat().st_size > LARGEST
    page.locator("input[data-picture]").set_input_files(photograph)
    expect(page.get_by_role("button", name="bridge.jpg", exact=True).locator("visible=true")).to_be_visible()
    one.type("What it shows", "The bridge")
    one.type("Credit", "Roe")
    one.type("Licence", "CC0")
    link = page.locator(".tutor-published")
    before = link.get_attribute("href")
    one.press("Publish")
    expect(link).not_to_have_attribute("href", str(before), timeout=WAIT)
    found = story(path)
    assert found.form.battle.places["p1"].at == (45.877, 11.474)
    (picture,) = (picture for step in found.course.walked() for picture in step.told.pictures)
    assert (picture.file, picture.says.en, picture.credit) == ("bridge.jpg", "The bridge", "Roe")
    assert 10_000 < (path.parent / "bridge.jpg").stat().st_size <= LARGEST


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (400, 800)], ids=lambda size: str(size[0]))
def test_who_writes_has_everything_in_the_window(house: House, size: tuple[int, int]) -> None:  # noqa: F811
    page = house.visit(size=size)
    page.goto(house.url.replace("/tutor/?", "/tutor/write/se/new-novegno?"))
    expect(page.locator(".tutor-glass")).to_be_visible(timeout=WAIT)
    page.wait_for_function(RESTS)
    assert page.evaluate(WIDE) <= 0
    for name in ("Publish", "Set a fact", "What if?", "Step"):
        button = page.get_by_role("button", name=name, exact=True).locator("visible=true").first
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= size[0], name
        assert box["y"] >= 0, name
        assert box["y"] + box["height"] <= size[1], name
    page.screenshot(path=str(house.folder / f"write-{size[0]}.png"))
