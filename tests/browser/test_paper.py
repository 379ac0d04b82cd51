"""The sheets of an hour in class as a browser prints them on A4: nothing cut, no page with a line or two."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.text import LANGUAGES, Lang
from tutor.home.hours import plan
from tutor.home.page import printed as paged
from tutor.home.said import Reader
from tutor.lessons.handout import handout
from tutor.lessons.hours import hour, hours

pytestmark = pytest.mark.browser
PAPER = 180, 267  # millimetres of an A4 page between its margins
MOST = 4  # pages: two leaves
FILLED = 0.25  # of the last page at least


def printed(page: Any, more: float = 0) -> int:
    """On how many pages, with so many millimetres more at the end."""
    page.evaluate(
        """more => { document.querySelector('#more')?.remove();
      if (more) document.querySelector('.sheet, main.paper').insertAdjacentHTML('beforeend',
        `<div id="more" style="height:${more}mm;break-inside:avoid"></div>`); }""",
        more,
    )
    made: bytes = page.pdf(prefer_css_page_size=True)
    return made.count(b"/Type /Page\n")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("teacher", [False, True], ids=["sheet", "answers"])
@pytest.mark.parametrize("name", hours())
def test_the_papers_of_an_hour_are_two_leaves_and_no_page_is_left_all_but_empty(
    engine: Any, name: str, teacher: bool, lang: Lang
) -> None:
    page = engine.new_page()
    page.set_content(handout(name, lang, teacher).page)
    page.add_style_tag(content="svg { visibility: hidden }")  # it keeps its room, and is not painted anew each time
    pages = printed(page)
    assert 1 < pages <= MOST
    assert printed(page, (1 - FILLED) * PAPER[1]) == pages + 1, "the last page has but a line or two"
    page.emulate_media(media="print")
    page.set_viewport_size({"width": round(PAPER[0] / 25.4 * 96), "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", hours())
def test_the_plan_of_a_class_stands_on_one_page_whatever_its_length(engine: Any, name: str, lang: Lang) -> None:
    page = engine.new_page()
    reader = Reader(lang)
    page.set_content(paged("paper.hour-plan", plan(hour(name), reader), reader))
    assert printed(page) <= MOST - 1
    assert printed(page, (1 - FILLED) * PAPER[1]) == printed(page) + 1, "the last page has but a line or two"
    page.emulate_media(media="print")
    page.set_viewport_size({"width": round(PAPER[0] / 25.4 * 96), "height": 1000})
    tall = page.evaluate("[...document.querySelectorAll('.plan')].map(one => one.offsetHeight * 25.4 / 96)")
    assert len(tall) == 3
    assert max(tall) < PAPER[1] / 1.5, "a plan that is asked to stay together has room to"
    page.close()
