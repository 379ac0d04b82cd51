"""Home in a browser: from the command to a refused move, everything alive behind its link, at any size and light."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.firefox import firefox, opened
from tests.browser.lab import AT_REST, OPAQUE, SPOT, STOOD, WAIT, answers, notebook, started
from tests.browser.newcomer import WORDS, Newcomer
from tests.browser.pressing import SIZES, Pressing
from tests.browser.test_newcomer import AT, address
from tutor.board.look import COUNTER
from tutor.board.said import tied
from tutor.engine.text import Lang
from tutor.home import shelf
from tutor.home.said import say
from tutor.lessons import find
from tutor.lessons.progress import Progress

pytestmark = pytest.mark.browser
CLICKS, SECONDS = 4, 60
WIDE = "() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
REACHED = """() => { const all = document.getElementById('rendered_cells'), bar = document.getElementById('tutor-bar');
  all.scrollTop = all.scrollHeight;
  const end = all.firstElementChild.getBoundingClientRect().bottom;
  return bar.getBoundingClientRect().top === 0 && document.scrollingElement.scrollHeight <= innerHeight
    && end <= innerHeight + 1 && all.scrollHeight > all.clientHeight - 1; }"""  # the page scrolls once, to its end
BOARD = """() => { const wide = one => document.querySelector(one).getBoundingClientRect().width;
  return wide('.tutor-board') / wide('.tutor-taught'); }"""
COMING = """() => { const one = document.createElement('div');  // what is not alive yet, as Voilà lays it
  one.className = 'jp-OutputArea-output'; one.textContent = 'Loading widget...'; document.body.append(one);
  const found = [getComputedStyle(one).fontSize, getComputedStyle(one, '::after').content];
  one.remove();
  return found; }"""
LOADED = "() => [...document.images].every(one => one.complete && one.naturalWidth > 0)"


class House:
    """`tutor lab`, and whoever comes to it."""

    def __init__(self, engine: Any, url: str, folder: Path) -> None:
        self.engine, self.url, self.folder = engine, url, folder
        self.contexts: list[Any] = []
        self.faults: list[str] = []

    def visit(self, size: tuple[int, int] = (1280, 800), lang: Lang | None = "en", **context: Any) -> Any:
        """Home, open in a window of this size; nothing may be asked of another server."""
        if lang:
            Progress(self.folder / "p.sqlite3", "").enter(lang)
        made = self.engine.new_context(viewport={"width": size[0], "height": size[1]}, **context)
        self.contexts.append(made)
        page = made.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda one: self.faults.append(one.text) if one.type == "error" else None)
        page.on("request", lambda one: self._asked(one.url))
        page.goto(self.url)
        return page

    def _asked(self, url: str) -> None:
        if url.startswith("http") and "127.0.0.1" not in url:
            self.faults.append(url)

    def leave(self) -> None:
        """A page that is left for another one ends its kernel; one that is only closed would leave it running."""
        for made in self.contexts:
            for page in made.pages:
                page.goto("about:blank")
            made.close()
        assert self.faults == []


@pytest.fixture(scope="module")
def running(engine: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("house")
    with started(["lab", "--no-browser", "--folder", str(folder / "mine")], folder) as said:
        url = address(said)
        answers(url)
        yield url, folder


@pytest.fixture
def house(engine: Any, running: tuple[str, Path]) -> Iterator[House]:
    found = House(engine, *running)
    yield found
    found.leave()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_from_the_command_to_a_refused_move_and_its_rule(engine: Any, tmp_path: Path, lang: Lang) -> None:
    """At most four clicks and sixty seconds, from before the command is given, with nothing but what lies in view."""
    began = time.monotonic()
    with started(["lab", "--no-browser", "--folder", str(tmp_path / "mine")], tmp_path) as said:
        url = address(said)
        answers(url)
        home = House(engine, url, tmp_path)
        page = home.visit(lang=None)
        newcomer = Newcomer(page, lang)
        newcomer.click(page.locator("main"), say("language", lang))
        page.get_by_role("link", name=say("first", lang)).click()
        newcomer.did("first")
        guide, table = page.get_by_role("note"), page.locator(".tutor-table")
        map = Pressing(page)
        for name, place in (("II/27", "3351"), ("Canove", "3252")):
            expect(guide).to_contain_text(name)
            expect(guide).to_be_in_viewport(ratio=0.95)
            expect(table.locator("canvas").first).to_be_in_viewport(ratio=0.7)
            page.wait_for_function(AT_REST, arg=0)  # nobody presses where a map still moves
            map.press(map.spot(AT[place]))
            newcomer.did(name)
        expect(table.get_by_role("status").first).to_contain_text("SE 11.0.4")
        took = time.monotonic() - began
        expect(guide).to_contain_text(say("first.refused", lang)[:20])
        assert newcomer.clicks <= CLICKS, newcomer.log
        assert took <= SECONDS, took
        home.leave()


@pytest.mark.parametrize(("lang", "scheme"), [("fr", "light"), ("en", "dark")])  # each of both, in pairs
def test_home_fits_every_window(house: House, lang: Lang, scheme: str, tmp_path: Path) -> None:
    page = house.visit(SIZES[0], lang, color_scheme=scheme)
    for name in ("home", "mode.play", "mode.learn", "mode.teach", "mode.annotate", "mode.compare"):
        if name != "home":
            page.get_by_role("link", name=say(name, lang)).first.click()
        title = say("title" if name == "home" else name, lang)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WIDE) == 0, (name, width)
            if name == "home":
                expect(page.locator("a.first, nav.recent").first).to_be_in_viewport()
                page.wait_for_function(LOADED)
            page.screenshot(path=str(tmp_path / f"{name}-{width}.png"))
        if name != "home":
            page.get_by_role("link", name=say("home", lang)).click()


def test_words_find_and_enter_opens(house: House) -> None:
    """By keyboard alone: `/` leads to the field, and the first found is opened by Enter; a question finds rules."""
    page = house.visit()
    links = page.locator("section.game li, section.wide li").locator("visible=true")
    everything = links.count()
    page.keyboard.press("/")
    page.keyboard.type("goeben")  # the scenario, its chronicle and its lesson
    expect(links).to_have_count(3)
    clauses = page.locator("section.rules li")
    expect(clauses).to_have_count(5)
    expect(page.locator("output")).to_have_text("Results: 8")
    page.keyboard.press("Control+A")
    page.keyboard.type("can I cross a cliff?")
    expect(clauses.get_by_role("link", name="SE 11.0.4 Cliffs")).to_be_visible()
    expect(links).to_have_count(0)
    page.keyboard.press("Control+A")
    page.keyboard.type("xyzzy")
    expect(page.locator("output")).to_have_text("Nothing of that name.")
    expect(clauses).to_have_count(0)
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    expect(links).to_have_count(everything)
    page.keyboard.type("can I cross a cliff?")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="SE 11.0.4 Cliffs").click()
    expect(page.get_by_role("link", name="A position to try it")).to_be_visible()
    with page.expect_navigation():  # keys that are pressed before Home is there go to the page that is left
        page.get_by_role("link", name="Home").click()
    page.keyboard.press("/")
    page.keyboard.type("fatal goeben")
    page.keyboard.press("Enter")
    expect(page).to_have_title("The Goeben")
    expect(page.locator(".tutor-table canvas").first).to_be_visible()


def test_the_way_home_and_back_to_what_was_opened(house: House) -> None:
    page = house.visit(lang="fr")
    page.get_by_role("link", name="La marche sur Trente").click()
    expect(page.locator(".tutor-table").get_by_role("status").first).to_be_visible()
    assert page.locator(".jp-InputArea").locator("visible=true").count() == 0
    assert page.evaluate("document.documentElement.lang") == "fr"
    waits = say("setting-up", "fr", title="La marche sur Trente")
    assert page.evaluate(COMING) == ["0px", f'"{waits}"']
    page.get_by_role("link", name="⌂ Accueil").click()
    again = page.get_by_role("navigation", name="Reprendre").get_by_role("link").first
    expect(again).to_have_text("La marche sur Trente")


def test_two_pupils_on_one_machine_are_two(house: House) -> None:
    page = house.visit()
    field, lesson = page.get_by_label("Who is learning?"), page.locator(".tutor-lesson")
    field.fill("Anna")
    page.get_by_role("button", name="That is me").click()
    page.get_by_role("link", name="Who may cross the gorge?").click()
    expect(lesson).to_contain_text("Anna")
    Newcomer(page, "en").click(lesson, "Next")
    Newcomer(page, "en").type(lesson, "Unit", "heavy howitzer group of III Corps")
    expect(lesson.get_by_role("status").first).to_contain_text("★★★")
    page.get_by_role("link", name="⌂ Home").click()
    row = page.locator("section.game li").filter(has_text="Who may cross the gorge?")
    expect(row).to_contain_text("3/15 ★")
    field.fill("Björn")
    field.press("Enter")
    expect(field).to_have_value("Björn")
    expect(row).not_to_contain_text("★")
    row.get_by_role("link").click()
    expect(lesson).to_contain_text("0 stars of 15")


TASK = """READ => {
  const box = one => document.querySelector(one).getBoundingClientRect();
  const coach = document.querySelector('.tutor-coach'), board = box('.tutor-board'), frame = box('.tutor-taught');
  const all = document.getElementById('rendered_cells');
  const size = one => parseFloat(getComputedStyle(document.querySelector(one)).fontSize);
  return {board: board.width / frame.width, over: coach.scrollHeight - coach.clientHeight,
    low: Math.max(box('.tutor-buttons').bottom, frame.bottom) - innerHeight,
    sizes: READ.map(size), scrolls: all.scrollHeight - all.clientHeight,
    scale: parseFloat(document.querySelector('.tutor-glass').dataset.scale)}; }"""


SMALL = """() => { const found = [];  // what is told by the coach in letters that are not read from the last row
  const all = document.createTreeWalker(document.querySelector('.tutor-coach'), NodeFilter.SHOW_TEXT);
  while (all.nextNode()) { const one = all.currentNode.parentElement;
    if (all.currentNode.textContent.trim() && one.offsetParent && !one.closest('.cite, small, .tutor-buttons')
      && parseFloat(getComputedStyle(one).fontSize) < 24) found.push(one.outerHTML); }
  return found; }"""


@pytest.mark.parametrize(("name", "lang"), [("se/2-feu", "fr"), ("dff/3-exemple", "en")])  # with the most to read
def test_a_lesson_on_a_wall_is_read_from_the_last_row(house: House, name: str, lang: Lang) -> None:
    page = house.visit(lang=lang)
    page.goto(house.url.replace("/tutor/?", f"/tutor/project/{name}?"))
    lesson, tasks = page.locator(".tutor-lesson"), find(name).tasks
    longest = max(range(len(tasks)), key=lambda n: sum(len(choice.text(lang)) for choice in tasks[n].choices))
    for n in range(1, longest + 1):
        Newcomer(page, lang).click(lesson, WORDS["next"][lang])
        expect(lesson.locator(".goal b")).to_contain_text(f"{n + 1}.")
    page.wait_for_function(AT_REST, arg=0)
    found = page.evaluate(TASK, [".tutor-coach .goal", ".tutor-answers button", ".tutor-ribbon .head"])
    assert found["board"] >= 0.75 - 0.0005
    assert found["over"] <= 0
    assert found["scrolls"] <= 0
    assert found["low"] <= 0
    assert min(found["sizes"]) >= 24
    assert found["scale"] * COUNTER >= 72 - 0.1
    page.wait_for_function(STOOD, arg=0)
    right = next(one for one in tasks[longest].choices if one.right)
    page.locator(".tutor-answers button", has_text=tied(right.text(lang), lang)).click()
    expect(lesson.get_by_role("status").first).to_contain_text("★")
    onward = lesson.get_by_role("button", name=WORDS["next"][lang]).locator("visible=true").first
    expect(onward).to_be_in_viewport(ratio=0.9)
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("kind", [*shelf.KINDS, "project"])
def test_whatever_is_on_the_shelf_comes_alive_without_code(house: House, kind: str) -> None:
    alive = {
        "play": ".tutor-table canvas",
        "learn": ".tutor-lesson canvas",
        "chronicle": "article.now",
        "record": ".tutor-table canvas",
        "drill": ".tutor-practice canvas",
        "compare": ".widget-hslider",
        "project": ".tutor-lesson.tutor-large canvas",
    }
    page = house.visit()
    if kind == "project":
        page.get_by_role("link", name="Teach").click()
        page.get_by_role("link", name="Project: Who may cross the gorge?").click()
    else:
        page.locator(f"a[href*='/tutor/{kind}/']").first.click()
    expect(page.locator(alive[kind]).first).to_be_visible()
    expect(page.get_by_role("link", name="⌂ Home")).to_be_visible()
    assert page.locator(".jp-InputArea").locator("visible=true").count() == 0
    assert page.evaluate(WIDE) <= 0
    if kind == "chronicle":
        page.get_by_role("button", name="Next step").click()
        expect(page.locator("svg[role=img]").locator("visible=true").first).to_be_visible()
    else:
        page.wait_for_function(REACHED)
    if kind == "drill":  # the frame of a lesson: a board with its question beside it
        assert page.evaluate(BOARD) >= 0.65


PAGES = {
    "": "main",
    "teach": "main",
    "play/se/roana": ".tutor-table canvas",
    "learn/se/1-pont": ".tutor-lesson canvas",
    "project/tlm/1-verdun": ".tutor-lesson canvas",
    "compare/verdun-1916": ".tutor-five article",
    "chronicle/se/roana": "article",
    "play/tlm/verdun": ".tutor-shelf .asked .card",
    "drill/se/13.4.5.2": ".tutor-practice canvas",
    "write/se/new-roana": ".tutor-notes select",
    "record/dff/albert-1917": ".tutor-table canvas",
}
DARK = ("", "teach", "chronicle/se/roana", "play/se/roana", "learn/se/1-pont", "compare/verdun-1916")
# What is written and printed, one page after the other: none of it is alive.
WRITTEN = ("play", "learn", "annotate", "compare", "sheet/se/1-pont", "answers/se/1-pont", "plan/se/1-pont",
           "hour-plan/se/1-roana", "hour-sheet/se/1-roana", "collect", "rule/se/11.0.4", "rule")  # fmt: skip
# What is drawn on a counter is a picture of it: the name of its button says the same in words.
LOOKED_FOR = """() => axe.run(document,
  {resultTypes: ['violations'], rules: {'label-content-name-mismatch': {enabled: false}}})
  .then(found => found.violations.filter(one => ['moderate', 'serious', 'critical'].includes(one.impact))
    .map(one => `${one.id}: ${one.nodes.map(node => node.html.slice(0, 200)).join(' | ')}`))"""


@pytest.mark.parametrize(
    ("where", "scheme"), [*((where, "light") for where in PAGES), *((where, "dark") for where in DARK)]
)
def test_nothing_keeps_out_whoever_sees_or_hears_otherwise(house: House, where: str, scheme: str) -> None:
    """By the rules of axe-core: no fault, but what is minor."""
    page = house.visit(color_scheme=scheme)
    page.goto(house.url.replace("/tutor/?", f"/tutor/{where}?"))
    expect(page.locator(PAGES[where]).first).to_be_visible()
    if where.startswith(("play", "learn", "project")):
        page.wait_for_function(AT_REST, arg=0)
        assert page.evaluate("document.body.dataset.jpThemeLight") == str(scheme == "light").lower()
    if where.startswith("compare"):
        expect(page.locator(".noUi-handle").first).to_have_attribute("aria-label", "Value")
    assert faults_of(page) == []


def test_what_is_written_keeps_out_nobody_either(house: House) -> None:
    page = house.visit()
    for where in WRITTEN:
        page.goto(house.url.replace("/tutor/?", f"/tutor/{where}?question=cliff&"))
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert faults_of(page) == [], (where, scheme)


def faults_of(page: Any) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate((Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8"))
    return list(page.evaluate(LOOKED_FOR))


@pytest.mark.skipif(firefox() is None, reason="no Firefox on this machine")
def test_in_firefox_too_a_press_is_answered_with_its_rule(running: tuple[str, Path], tmp_path: Path) -> None:
    url, folder = running
    Progress(folder / "p.sqlite3", "").enter("en")
    with opened(str(firefox()), tmp_path) as tab:
        tab.room(1280, 800)
        tab.goto(url)
        assert tab.read("document.querySelectorAll('section.game').length") == 5
        tab.goto(url.replace("/tutor/?", "/tutor/play/se/roana?"))
        tab.until(f"({AT_REST})(0)")
        tab.until(f"({OPAQUE})(0) > 0.9")
        for place in ("3351", "3252"):
            tab.press(*tab.read(f"({SPOT})([0, {AT[place][0]}, {AT[place][1]}])"))
        tab.until("document.querySelector('.tutor-table [role=status]').innerText.includes('SE 11.0.4')")
        tab.goto("about:blank")


def test_in_a_notebook_home_leads_to_the_same_tables(house: House) -> None:
    """By the links of its output: JupyterLab opens them beside the notebook, and it stays."""
    (house.folder / "mine" / "home.ipynb").write_text(notebook("from tutor.home import Home\nHome('en')"), "utf-8")
    page = house.visit()
    page.goto(house.url.replace("/tutor/?", "/doc/tree/home.ipynb?"))
    expect(page.locator("#jp-main-statusbar")).to_contain_text("Idle")
    Newcomer(page, "en").run_all()
    shown = page.locator(".jp-OutputArea-output #se")
    with page.context.expect_page() as opened:
        shown.get_by_role("link", name="The march on Roana").click()
    expect(opened.value.locator(".tutor-table canvas").first).to_be_visible()
    opened.value.goto("about:blank")


def test_what_is_not_there_leads_home(house: House) -> None:
    page = house.visit()
    page.goto(house.url.replace("/tutor/?", "/tutor/play/se/nowhere?"))
    expect(page.get_by_role("alert")).to_contain_text("se/nowhere")
    page.get_by_role("link", name="⌂ Home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("The Great War"))
    house.faults[:] = [one for one in house.faults if "404" not in one]
