"""A newcomer: from the command in the README to a refused move, and through a first lesson on hexes and on areas."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lab import WAIT, Sheet, answers, lesson_page, started
from tests.browser.newcomer import Newcomer
from tests.browser.pressing import Pressing
from tutor import library
from tutor.board.layout import layout_of
from tutor.engine.text import Lang
from tutor.lessons import find
from tutor.rulesets import GAMES

pytestmark = pytest.mark.browser
CLICKS, FEW = 12, 6
WELCOME = {"fr": "Bienvenue", "en": "Welcome"}
AT = layout_of(library.position("se/roana").map).centres
SHOWN = """() => {  // the first board is in the window, and has rested there
  const board = document.querySelector('.tutor-glass')?.getBoundingClientRect();
  const there = board && board.height > 100 && board.top >= 0 && board.top < innerHeight / 2;
  window.rested = there && Math.abs(board.top - (window.was ?? -1)) < 1 ? (window.rested ?? 0) + 1 : 0;
  window.was = board?.top;
  return window.rested > 40;
}"""
FIRST = ["se/1-pont", "tlm/1-verdun"]  # on hexes, and on areas; the others are walked by their hints without a browser


@contextmanager
def welcome(engine: Any, folder: Path, lang: str, size: tuple[int, int]) -> Iterator[Any]:
    """`tutor lab`, and from Home to the first notebook, with nothing run."""
    with started(["lab", "--no-browser", "--lang", lang, "--folder", str(folder / "mine")], folder) as said:
        url = address(said)
        answers(url)
        page = engine.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
        page.set_default_timeout(WAIT)
        page.goto(url)
        page.get_by_role("link", name=WELCOME[lang], exact=True).click()
        expect(page.locator(".jp-RenderedMarkdown").first).to_contain_text("Idle")
        at_rest(page, "01-")
        yield page
        page.context.close()


def at_rest(page: Any, name: str) -> None:
    """What the first words of the welcome wait for: JupyterLab runs nothing that is asked for before."""
    expect(page.locator("#jp-main-statusbar")).to_contain_text(re.compile(rf"Idle.*{name}", re.DOTALL))


def address(said: Path) -> str:
    """The address that the command tells."""
    for _ in range(900):
        found = re.search(r"http://\S+token=\S+", said.read_text("utf-8"))
        if found:
            return found.group()
        time.sleep(0.1)
    raise AssertionError("no address is told")


def test_by_lists_to_a_refused_move_and_on(engine: Any, tmp_path: Path) -> None:
    """In at most twelve clicks, with nothing but what is to be read on the page: by the lists beside the map."""
    with welcome(engine, tmp_path, "en", (1300, 1000)) as page:
        newcomer = Newcomer(page, "en")
        newcomer.run_all()
        table = page.locator(".tutor-table").first
        newcomer.type(table, newcomer.said("unit"), "I/27")
        newcomer.click(table, newcomer.said("confirm"))
        newcomer.type(table, newcomer.said("place"), "Canove")
        expect(table.get_by_role("status").first).to_contain_text("SE 11.0.4")
        assert newcomer.clicks <= CLICKS, newcomer.log
        links_lead_on(page, "en", "sheet-bridge-pupils.html")


def test_on_the_map_alone_to_a_refused_move_and_on(engine: Any, tmp_path: Path) -> None:
    """In at most six clicks, of which each does what was meant: the menu, then the battalion, and where it would go."""
    with welcome(engine, tmp_path, "fr", (1280, 800)) as page:
        newcomer = Newcomer(page, "fr")
        newcomer.run_all()
        board, status = Pressing(page), page.locator(".tutor-table").first.get_by_role("status").first
        page.wait_for_function(SHOWN)
        first = page.locator(".jp-RenderedMarkdown").first
        for name, place, answer in (("II/27", "3351", "II/27"), ("Canove", "3252", "SE 11.0.4")):
            expect(first).to_contain_text(name)
            board.press(board.spot(AT[place]))
            newcomer.did(name)
            expect(status).to_contain_text(answer)
        assert newcomer.clicks <= FEW, newcomer.log
        links_lead_on(page, "fr", "fiche-pont-eleves.html")


def links_lead_on(page: Any, lang: Lang, sheet: str) -> None:
    """From the welcome to the second notebook and to a printed sheet: both side bars are closed, no other way is."""
    tabs, second = page.locator(".lm-DockPanel-tabBar .lm-TabBar-tabLabel"), "02-strafexpedition-1916.ipynb"
    page.locator(f".jp-RenderedMarkdown a[href*='{second}']").last.click()
    expect(tabs.filter(has_text=second)).to_be_visible()
    tabs.first.click()
    page.locator(".jp-RenderedMarkdown a[href*='/09-']").first.click()
    expect(tabs.filter(has_text="09-")).to_be_visible()
    at_rest(page, "09-")
    Newcomer(page, lang).run_all()
    page.locator(f".jp-OutputArea a[href*='{sheet}']").locator("visible=true").click()
    expect(tabs.filter(has_text=sheet)).to_be_visible()
    title = find("se/1-pont").title(lang)
    expect(page.frame_locator("iframe").get_by_role("heading", name=title)).to_be_visible()


@pytest.mark.parametrize("name", FIRST)
def test_the_first_lesson_of_a_game_can_be_finished_by_its_hints(
    opened: Callable[..., Sheet], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    cell = (
        "from pathlib import Path\nfrom tutor.lessons.progress import Progress\n"
        "from tutor.lessons.widget import LessonTable\n"
        f'LessonTable("{name}", "fr", Progress(Path("{tmp_path}") / "p.sqlite3"))'
    )
    sheet = opened(cell, run=False, size=(1300, 1200)).run_all()
    lesson = sheet.page.locator(".tutor-lesson").first
    expect(lesson).to_be_visible()
    newcomer = Newcomer(sheet.page, "fr")
    newcomer.through(lesson)
    assert "○" not in lesson.locator(".dots").inner_text()


def test_a_lesson_without_code(engine: Any, tmp_path: Path) -> None:
    with lesson_page("se/1-pont", "en", tmp_path) as url:
        page = engine.new_context(viewport={"width": 1200, "height": 1000}).new_page()
        page.goto(url)
        lesson = page.locator(".tutor-lesson").first
        expect(lesson).to_contain_text("Who may cross the gorge?")
        assert page.locator(".jp-InputArea").count() == 0
        newcomer = Newcomer(page, "en")
        newcomer.click(lesson, "Next")
        newcomer.type(lesson, "Unit", "heavy howitzer group of III Corps")
        expect(lesson.get_by_role("status").first).to_contain_text("★★★")
        page.context.close()


def test_one_attack_in_five_games_is_read_with_its_plots(opened: Callable[..., Sheet], tmp_path: Path) -> None:
    sheet = opened(name="fr/07-comparer.ipynb", run=False, size=(1300, 1600)).run_all()
    page = sheet.page
    texts = page.locator(".jp-OutputArea-output")
    for game in GAMES:
        expect(texts.filter(has_text=f"{game.upper()} ").first).to_be_visible(timeout=2 * WAIT)
    plot = page.locator(".jp-OutputArea-output img").first
    plot.scroll_into_view_if_needed()
    assert plot.evaluate("image => image.naturalWidth") > 600
    slider = page.locator(".widget-hslider").first
    slider.scroll_into_view_if_needed()
    expect(page.locator(".widget-html").filter(has_text="GWIE").first).to_be_visible(timeout=2 * WAIT)
    page.screenshot(path=str(tmp_path / "comparison.png"))
