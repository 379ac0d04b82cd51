"""An hour with the folder of `tutor kit`: opened from the disk by a double click, with the network cut.

Python for the browser comes from the registries that npm and pip are set to, as it does for whoever builds the folder.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from tests.browser.clock import Clock
from tests.browser.firefox import firefox
from tests.browser.firefox import opened as opened_in_firefox
from tests.browser.lab import ROOT, WAIT, free_port
from tutor.cli import main
from tutor.lessons.bilan import handed_in
from tutor.recorded import check

pytestmark = pytest.mark.browser
FIRST_TABLE, CLICK = 5.0, 0.1  # seconds, on a machine that does nothing else
MOST = 25_000_000  # bytes of what a table needs
TABLET = 820, 1180
ASKED_BY = ("file:", "data:", "blob:")  # where what the page reads may lie
SPOT = """([x, y]) => { const glass = document.querySelector('.tutor-glass');
  const { left, top, scale } = glass.dataset, box = glass.getBoundingClientRect();
  return [box.left + (x - left) * scale, box.top + (y - top) * scale]; }"""
DRAWN = """() => { const glass = document.querySelector('.tutor-glass');
  const canvas = document.querySelector('.tutor-sheet');
  return glass?.dataset.drawn && ['none', ''].includes(canvas.style.transform)
    && Math.abs(parseFloat(canvas.style.height) - glass.clientHeight) < 2; }"""
# How long a press takes until what it says stands on the screen, measured where it happens.
TIMED = """() => { window.took = []; let began = null;
  addEventListener('pointerdown', () => { began = performance.now(); }, true);
  new MutationObserver(() => { if (began === null) return; const then = began; began = null;
    requestAnimationFrame(() => window.took.push(performance.now() - then)); })
  .observe(document.querySelector('.tutor-verdict'), { subtree: true, childList: true, characterData: true }); }"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, built once, whichever process of the tests comes first."""
    base = tmp_path_factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, built = base / "kit" / "class", base / "kit" / "built"
    try:
        folder.parent.mkdir()
    except FileExistsError:
        for _ in range(1200):
            if built.exists():
                return folder
            time.sleep(0.1)
        pytest.fail("another process has not built the folder")
    with pytest.MonkeyPatch.context() as patch:
        for what in ("chronicles", "prepared"):  # pages beside the page, which `tests/classroom/test_kit.py` reads
            patch.setattr(f"tutor.classroom.kit.{what}", lambda lang: ())
        result = CliRunner().invoke(main, ["kit", str(folder), "--lang", "fr"])
    assert result.exit_code == 0, result.output
    built.touch()
    return folder


@pytest.fixture
def opens(engine: Any) -> Iterator[Callable[..., Any]]:
    """A page that hears whatever goes wrong in it, and whatever it asks of any host."""
    contexts, faults = [], []

    def opened(address: str, size: tuple[int, int] = (1280, 800), own: tuple[str, ...] = ASKED_BY, **how: Any) -> Any:
        width, height = size
        context = engine.new_context(viewport={"width": width, "height": height}, locale="fr-FR", **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: None if asked.url.startswith(own) else faults.append(asked.url))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def press(page: Any, x: float, y: float) -> None:
    page.mouse.click(*page.evaluate(SPOT, [x, y]))


def spot(scenario: str, what: str) -> tuple[float, float]:
    """Where a unit or a place lies on the map of a scenario."""
    from tutor.board.stage import Stage
    from tutor.library import position

    stage = Stage(position(scenario), "fr")
    place = stage.state.pieces[what].place if what in stage.state.pieces else what
    x, y = stage.layout.anchors[place]
    return float(x), float(y)


def laid(page: Any) -> None:
    page.wait_for_function(DRAWN)


def home(page: Any) -> None:
    page.get_by_role("link", name="⌂ Accueil").click()
    expect(page.get_by_text("Interroger les règles").first).to_be_visible()


def test_an_hour_from_a_stick(kit: Path, opens: Callable[..., Any], tmp_path: Path) -> None:
    parts = [*(kit / "parts").iterdir(), kit / "index.html"]
    assert sum(path.stat().st_size for path in parts) <= MOST

    # A lesson under one's name, from the page to the table.
    with Clock() as first:
        page = opens(f"file://{kit}/index.html", offline=True)
        page.get_by_label("Qui apprend ?").fill("  Zoé   Martin ")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Qui peut franchir la gorge ?").click()
        laid(page)
    print(f"first table: {first}; {sum(path.stat().st_size for path in parts) / 1e6:.1f} MB")
    assert first.took < FIRST_TABLE, first
    page.get_by_role("button", name="Suite").click()
    expect(page.get_by_text("Proposez l'unité autrichienne la plus puissante")).to_be_visible()
    press(page, *spot("se/roana", "morser"))
    expect(page.locator(".tutor-lesson")).to_contain_text("3 étoiles sur 15")

    # Loaded again: what was done is there, and another pupil begins at nothing.
    page.reload()
    laid(page)
    expect(page.locator(".tutor-lesson")).to_contain_text("3 étoiles sur 15")
    home(page)
    expect(page.get_by_role("listitem").filter(has_text="Qui peut franchir la gorge ?")).to_contain_text("3/15 ★")
    with page.expect_download() as handed:
        page.get_by_role("button", name="Rendre mon bilan").click()
    assert handed.value.suggested_filename == "Zoé Martin.json"
    rows = handed_in("Zoé Martin", Path(handed.value.path()).read_bytes())
    assert [(row["lesson"], row["stars"]) for row in rows] == [("se/1-pont", 3)]
    page.get_by_label("Qui apprend ?").fill("")
    page.get_by_role("button", name="C'est moi").click()
    page.get_by_role("button", name="Rendre mon bilan").click()
    expect(page.get_by_text("Écrivez d'abord votre nom")).to_be_visible()

    # A table: presses, the language, a record on one's own disk.
    page.get_by_role("link", name="Commencer ici.").click()
    laid(page)
    page.evaluate(TIMED)
    clicks = []
    for what in ("gz2", "3252", "gz2", "3352", "gz1", "3252"):
        before = len(page.evaluate("window.took"))
        with Clock() as click:
            press(page, *spot("se/roana", what))
            page.wait_for_function(f"window.took.length > {before}")
        clicks.append(click.of(page.evaluate("window.took.at(-1)") / 1000))
    print("clicks:", *(f"{one:.0f} ms" for one in page.evaluate("window.took")), "with the waiting")
    assert max(clicks) < CLICK, clicks
    page.get_by_role("button", name="Règle", exact=True).or_(page.get_by_role("tab", name="Récit")).first.click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Enregistrer").click()
    (tmp_path / "record.yaml").write_bytes(Path(saved.value.path()).read_bytes())
    assert check(tmp_path / "record.yaml") == ()

    # Drills, the rulebooks, a comparison, in the other language.
    home(page)
    page.get_by_role("button", name="English").click()
    page.get_by_role("textbox", name="Ask the rules").fill("crossing a cliff")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("dt").first).to_be_visible()
    page.get_by_role("link", name="Cliffs").first.click()
    expect(page.locator(".tutor-practice")).to_contain_text("allowed")
    page.locator(".tutor-practice").get_by_role("button").first.click()
    expect(page.get_by_role("button", name="Next")).to_be_enabled()
    page.get_by_role("link", name="⌂ Home").click()
    page.locator("main:visible ul.compare a").first.click()
    expect(page.get_by_role("heading", name="To the Last Man!")).to_be_visible()


ASKED_ELSEWHERE = """() => new Promise(then => { const one = new Image();
  one.onload = () => then('answered'); one.onerror = () => then('refused'); one.src = '//example.org/one.png'; })"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """`python -m http.server`, without a word for each request."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def served(kit: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(kit)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.skipif(firefox() is None, reason="no Firefox on this machine")
def test_in_firefox_a_lesson_is_done_from_the_disk_and_kept(kit: Path, tmp_path: Path) -> None:
    stars = "document.querySelector('.tutor-lesson')?.innerText.replace(/\\s/g, ' ').includes('3 étoiles sur 15')"
    with opened_in_firefox(str(firefox()), tmp_path) as tab:
        tab.room(1280, 800)
        tab.goto(f"file://{kit}/index.html#/learn/se/1-pont")
        tab.until(f"({DRAWN})()")
        tab.read("[...document.querySelectorAll('button')].find(one => one.innerText.includes('Suite')).click()")
        tab.until("document.body.innerText.includes('la plus puissante')")
        tab.until(f"({DRAWN})()")
        tab.press(*tab.read(f"({SPOT})({json.dumps(spot('se/roana', 'morser'))})"))
        tab.until(stars)
        tab.goto("about:blank")
        tab.goto(f"file://{kit}/index.html#/learn/se/1-pont")
        tab.until(f"({DRAWN})()")
        tab.until(stars)
        asked = tab.read("performance.getEntries().map(one => one.name).filter(name => name.includes('://'))")
        assert [name for name in asked if not name.startswith(ASKED_BY)] == []


def test_a_tablet_from_a_server(served: str, opens: Callable[..., Any]) -> None:
    page = opens(f"{served}#/learn/se/1-pont", TABLET, (served, "data:", "blob:"), has_touch=True)
    laid(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= TABLET[0]
    box = page.locator(".tutor-glass").bounding_box()
    assert box["width"] > 0.9 * TABLET[0]
    page.get_by_role("button", name="Suite").tap()
    expect(page.get_by_text("Proposez l'unité autrichienne la plus puissante")).to_be_visible()
    laid(page)
    page.get_by_role("button", name="Toute la carte").tap()
    laid(page)
    page.touchscreen.tap(*page.evaluate(SPOT, [*spot("se/roana", "morser")]))
    expect(page.locator(".tutor-lesson")).to_contain_text("3 étoiles sur 15")


@contextmanager
def room(kit: Path, folder: Path, port: int) -> Iterator[list[str]]:
    """`tutor class`, until it is killed; gives what it says first."""
    asked = ["class", str(folder), "--kit", str(kit), "--host", "127.0.0.1", "--port", str(port), "--lang", "fr"]
    command = [sys.executable, "-m", "tutor", *asked]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", cwd=ROOT) as server:
        assert server.stdout is not None
        try:
            yield [server.stdout.readline() for _ in range(3)]
        finally:
            server.kill()


def test_a_room_and_its_teacher(kit: Path, engine: Any, tmp_path: Path) -> None:
    """A pupil comes in with the code, fails three times, and is seen; the server is killed, and nothing is lost."""
    pupil, teacher = (engine.new_context(locale="fr-FR").new_page() for _ in range(2))
    port = free_port()
    with room(kit, tmp_path / "room", port) as told:
        code, desk = told[0].split()[-1].rstrip("."), told[1].split()[-1]
        teacher.goto(desk)
        expect(teacher.get_by_text(f"Code de la salle : {code}")).to_be_visible()
        pupil.goto(f"http://127.0.0.1:{port}/")
        pupil.get_by_label("Le code de la salle").fill(code.lower())
        pupil.keyboard.press("Enter")
        pupil.get_by_label("Qui apprend ?").fill("Zoé")
        pupil.get_by_role("button", name="C'est moi").click()
        pupil.get_by_role("link", name="Qui peut franchir la gorge ?").click()
        laid(pupil)
        for _ in range(4):
            pupil.get_by_role("button", name="Suite").click()
        expect(pupil.get_by_text("Une seule unité autrichienne")).to_be_visible()
        for wrong in ("Le III/27", "Le quartier général", "Le III/27"):
            pupil.get_by_role("button", name=wrong, exact=True).click()
        expect(teacher.get_by_role("row", name="Zoé")).to_contain_text("5/6")
        expect(teacher.get_by_role("row", name="Zoé")).to_contain_text("en difficulté : 3 essais")
    pupil.get_by_role("button", name="Indice").click()
    expect(pupil.get_by_text("Le poste du professeur ne répond pas")).to_be_visible()
    with room(kit, tmp_path / "room", port) as again:
        assert again == told
        expect(pupil.get_by_text("Le poste du professeur ne répond pas")).to_be_hidden()
        expect(teacher.get_by_role("row", name="Zoé")).to_contain_text("1 indice")
    for page in (pupil, teacher):
        page.context.close()


def test_a_folder_that_was_copied_in_part_says_so(kit: Path, engine: Any, tmp_path: Path) -> None:
    for path in kit.rglob("*.*"):
        if path.is_file() and path.name != "wasm.js":
            target = tmp_path / path.relative_to(kit)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    page = engine.new_page(locale="fr-FR")
    page.goto(f"file://{tmp_path}/index.html#/play/se/roana")
    expect(page.get_by_role("alert")).to_contain_text("Il manque des fichiers à ce dossier")
    expect(page.get_by_role("alert")).to_contain_text("wasm.js")
    page.close()


def test_the_policy_lets_nothing_be_asked_of_another_host(served: str, engine: Any) -> None:
    """Even a script that wished to could not."""
    page = engine.new_page()
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text))
    page.goto(served)
    assert page.evaluate(ASKED_ELSEWHERE) == "refused"
    assert any("Content Security Policy" in text for text in refused)
    page.close()
