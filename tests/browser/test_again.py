"""A notebook that is run, loaded and run again: where the page stands, what lives, what it weighs."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.board.ground import desk
from tests.browser.conftest import Seats
from tests.browser.lab import ARGS, KERNEL, ROOT, WAIT, Lab, Sheet, chromium
from tests.browser.newcomer import Newcomer
from tutor import library
from tutor.board.layout import layout_of
from tutor.engine.text import LANGUAGES

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]
PROC = Path("/proc/self/status")
HELD = ("page", "kernels", "nodes")  # what may not grow; what the scripts hold of the page is printed beside it
TWO = """from IPython.display import display
from tutor.board.table import Table
display(Table("se/roana", language="fr", seed=1))
display(Table("dff/albert-1917", language="fr", seed=1))"""
CLOSED_AT_ONCE = """from tutor.board.table import Table
for _ in range(3):
    Table("se/roana", language="fr").close()
Table("se/roana", language="fr")"""
AT = layout_of(library.position("se/roana").map).centres
WELCOME = {"fr": "fr/01-bienvenue.ipynb", "en": "en/01-welcome.ipynb"}
ALL_RUN = """() => { const cells = window.jupyterapp.shell.currentWidget.content.widgets;
  return cells.every(cell => cell.model.type !== 'code' || (cell.model.executionCount ?? 0) > 0
    && cell.model.executionState !== 'running' && cell.promptNode.textContent !== '[*]:'); }"""
LINUX = "what a process weighs is read as Linux tells it"
OPEN = "path => window.jupyterapp.commands.execute('docmanager:open', {path}).then(() => null)"
TURNED_TO = """path => { const panel = window.jupyterapp.shell.currentWidget;
  return panel?.context?.path === path && panel.context.isReady; }"""
IN_KERNEL = """import ipywidgets.widgets.widget as widgets
print(open("/proc/self/status").read().split("VmRSS:")[1].split()[0], len(widgets._instances))"""
WEIGH_KERNEL = """async code => { const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const asked = kernel.requestExecute({code, store_history: false});
  let said = '';
  asked.onIOPub = heard => { if (heard.header.msg_type === 'stream') said += heard.content.text; };
  await asked.done;
  const [kernels, widgets] = said.split(' ').map(Number);
  return {kernels, widgets}; }"""
IN_VIEW = """() => { const view = document.querySelector('.jp-Notebook').getBoundingClientRect();
  const [head, map] = ['[role=status]', '.tutor-glass'].map(
    one => document.querySelector('.tutor-table ' + one).getBoundingClientRect());
  const seen = Math.min(map.bottom, view.bottom) - map.top;
  const good = head.top >= view.top && map.top >= view.top && seen > 0.6 * map.height;
  window.still = good ? (window.still ?? 0) + 1 : 0;
  return window.still > 30; }"""


def test_all_cells_are_run_and_the_page_shows_the_first_board(opened: Opened, tmp_path: Path) -> None:
    """JupyterLab itself would end at the last cell; the welcome says that the table appears.

    Screen by screen down the page: every picture is of something, and no two are the same.
    """
    sheet = opened(name=WELCOME["fr"], run=False, size=(1280, 800))
    Newcomer(sheet.page, "fr").run_all()
    expect(sheet.page.locator(".tutor-lesson")).to_be_attached()
    sheet.page.wait_for_function(ALL_RUN)
    sheet.ready()
    sheet.page.wait_for_function(IN_VIEW)
    cells = sheet.page.locator(".jp-Cell")
    seen: list[bytes] = []
    for cell in range(cells.count()):
        cells.nth(cell).scroll_into_view_if_needed()
        seen.append(sheet.page.screenshot(path=str(tmp_path / f"{cell:02}.png")))
    assert len(seen) >= 10
    assert min(map(len, seen)) > 20_000
    assert len(set(seen)) > len(seen) // 2


def test_loaded_anew_and_run_three_times_the_boards_live(opened: Opened) -> None:
    sheet = opened(name=WELCOME["en"])
    for place in ("3450", "3452", "3253"):
        sheet.ready(1).save()
        sheet.page.reload()
        sheet.settled().ready(0).run_all().ready(0).ready(1)
        sheet.click(AT[place])
        mirror = desk("se/roana", "en", seed=1916)
        mirror.click(place)
        sheet.until(mirror.view.headline)
        expect(sheet.page.locator(".tutor-table")).to_have_count(2)


def test_what_is_still_to_be_painted_on_a_closed_board_ends_no_other(opened: Opened) -> None:
    """All boards of a page are painted by one painter: it goes on when some of them are closed before their turn."""
    sheet = opened(CLOSED_AT_ONCE).ready()
    sheet.click(AT["3450"])
    sheet.until("✗")
    sheet.run_all().ready()


@pytest.mark.skipif(not PROC.exists(), reason=LINUX)
def test_ten_more_runs_of_a_cell_weigh_less_than_half_as_much_again(engine: Any, lab: Lab, seats: Seats) -> None:
    """The page keeps the pixels of a canvas that is only closed: it would weigh more than four times as much."""
    lab.write("weighed.ipynb", TWO)
    _, second, *_, last = weights = run_again(engine, lab, ["weighed.ipynb"], boards=2)
    light(weights)
    assert last["nodes"] < 1.05 * second["nodes"], "JupyterLab keeps what a closed comm would call"
    lab.stop_kernels(but=seats.names)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not PROC.exists(), reason=LINUX)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_ten_runs_of_all_notebooks_weigh_less_than_half_as_much_again(
    engine: Any, lab: Lab, seats: Seats, lang: str
) -> None:
    """All of them open beside each other in one JupyterLab, with a kernel each."""
    names = [f"{lang}-{path.name}" for path in sorted((ROOT / "notebooks" / lang).glob("*.ipynb"))]
    for name in names:
        shutil.copy(ROOT / "notebooks" / lang / name.removeprefix(f"{lang}-"), lab.folder / name)
    light(run_again(engine, lab, names, wait=20 * WAIT))
    lab.stop_kernels(but=seats.names)


def light(weights: list[dict[str, int]]) -> None:
    """What the page asks for late is there from the second run on; nothing that is closed is kept after that."""
    first, second, *_, last = weights
    assert all(last[what] < 1.5 * first[what] for what in HELD), (first, last)
    assert last["widgets"] < 1.01 * second["widgets"]


def run_again(engine: Any, lab: Lab, names: list[str], boards: int = 0, wait: int = WAIT) -> list[dict[str, int]]:
    """What notebooks in one browser weigh after they were run once, and after each of ten times more."""
    with engine.browser_type.launch(executable_path=chromium(), args=ARGS) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        sheet = Sheet(page, lab, names[0])
        page.set_default_timeout(wait)
        # Who drives a page keeps all that it fetches: the icon of a busy kernel is fetched a hundred times a run.
        page.route("**/favicon*", lambda route: route.fulfill(status=204))
        page.goto(lab.url("").replace("/doc/tree/", "/lab"))
        page.wait_for_function("window.jupyterapp !== undefined")
        page.evaluate("() => window.jupyterapp.restored.then(() => null)")
        weights: list[dict[str, int]] = []
        for turn in range(11):
            kernels: Counter[str] = Counter()
            for name in names:
                page.evaluate(OPEN, name)
                page.wait_for_function(TURNED_TO, arg=name)
                page.wait_for_function(KERNEL)
                sheet.run_all()
                for board in range(boards):
                    sheet.ready(board)
                kernels.update(page.evaluate(WEIGH_KERNEL, IN_KERNEL))
            found = min((weighed(browser, page) for _ in range(10)), key=lambda one: one["page"]) | kernels
            print(turn, found)
            weights.append(found)
        assert sheet.faults == [] or not boards, "without waiting some are closed before the page has made them"
    return weights


def weighed(browser: Any, page: Any) -> dict[str, int]:
    """What the page's process holds after it has thrown away what it can, and its scripts of that, in kilobytes."""
    session, whole = page.context.new_cdp_session(page), browser.new_browser_cdp_session()
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"] // 1024
    nodes = session.send("Memory.getDOMCounters")["nodes"]
    processes = whole.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    whole.detach()
    told = [Path(f"/proc/{one['id']}/status").read_text() for one in processes if one["type"] == "renderer"]
    return {"page": max(int(one.split("VmRSS:")[1].split()[0]) for one in told), "scripts": heap, "nodes": nodes}
