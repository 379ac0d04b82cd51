"""A real JupyterLab on a private port and a real Chromium, for the tests and for looking at the product."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, expect

ROOT = Path(__file__).parents[2]
TREE = os.environ.get("TUTOR_TREE", str(ROOT))  # the tutor that is looked at
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOW_TO = (
    "no Chromium: `apt-get install chromium`, or name one in TUTOR_CHROMIUM; "
    'without one, leave the browser out: `pytest -m "not browser"`'
)
WAIT = 60_000  # milliseconds: how long a condition may take on the slowest machine, never how long a test sleeps
expect.set_options(timeout=WAIT)
RUN_ALL = "notebook:run-all-cells"
START = """id => { window.ranAll = false;
  for (const one of document.querySelectorAll('.tutor-table')) one.dataset.earlier = '';
  window.jupyterapp.commands.execute(id).then(() => { window.ranAll = true }) }"""
RUN_CELL = """n => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = n;
  return window.jupyterapp.commands.execute('notebook:run-cell').then(() => null) }"""
FAILED = """() => window.jupyterapp.shell.currentWidget.content.widgets.flatMap(
  cell => cell.model.type === 'code' ? cell.model.outputs.toJSON() : []).filter(
  one => one.output_type === 'error').map(one => `${one.ename}: ${one.evalue}`).join('; ')"""
KERNEL = """() => { const panel = window.jupyterapp.shell.currentWidget;
  return panel?.context?.isReady && panel.sessionContext?.session?.kernel?.status === 'idle'; }"""
OPAQUE = """n => { const c = document.querySelectorAll('.tutor-table')[n]?.querySelector('canvas.tutor-sheet');
  if (!c || !c.width) return 0;
  const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let painted = 0;
  for (let i = 3; i < d.length; i += 4 * 97) painted += d[i] > 0;
  return painted / Math.ceil(d.length / (4 * 97)); }"""
SPOT = """([n, x, y]) => { const glass = document.querySelectorAll('.tutor-table')[n].querySelector('.tutor-glass');
  const { left, top, scale } = glass.dataset, box = glass.getBoundingClientRect();
  return [box.left + (x - left) * scale, box.top + (y - top) * scale]; }"""
STOOD = """n => { const glass = document.querySelectorAll('.tutor-table')[n]?.querySelector('.tutor-glass');
  if (!window.asked) { window.asked = true; requestIdleCallback(() => { window.asked = false;
    const box = glass?.getBoundingClientRect();
    const now = box && JSON.stringify([n, box.left, box.top, box.width, box.height]);
    window.stays = now && now === window.where ? (window.stays ?? 0) + 1 : 0;
    window.where = now; }, { timeout: 1000 }); }
  return window.stays > 4 && !(window.stays = 0); }"""  # JupyterLab measures its cells when it has time: so a board
# stands where it is when the page has had time again and again, and it has not moved.
WATCHED = """([n, x, y]) => { window.pressed = null; document.addEventListener('pointerdown', e => {
  const glass = document.querySelectorAll('.tutor-table')[n].querySelector('.tutor-glass');
  const { left, top, scale } = glass.dataset, box = glass.getBoundingClientRect();
  const beside = Math.hypot(box.left + (x - left) * scale - e.clientX, box.top + (y - top) * scale - e.clientY);
  window.pressed = [glass.contains(e.target) && !e.target.closest('button'), beside]; },
  { capture: true, once: true }); }"""
PRESSES = 3  # how often a press is made that reached something else, since the page moved under it
LISTEN = """one => { window.clicked = false; document.addEventListener('click',
  e => { window.clicked = one.contains(e.target); }, { capture: true, once: true }); }"""
HEARD = "one => !one.isConnected || window.clicked !== false"  # another page knows of no click
AT_REST = """n => { const glass = document.querySelectorAll('.tutor-table')[n]?.querySelector('.tutor-glass');
  const canvas = glass?.parentElement.querySelector('canvas.tutor-sheet');
  return !!glass?.dataset.drawn && ['none', ''].includes(canvas.style.transform)
    && Math.abs(parseFloat(canvas.style.width) - glass.clientWidth) < 2
    && Math.abs(parseFloat(canvas.style.height) - glass.clientHeight) < 2; }"""
PIXELS = """n => { const c = document.querySelectorAll('.tutor-table')[n]?.querySelector('canvas.tutor-sheet');
  if (!c || !c.width) return '';
  const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let sum = 0;
  for (let i = 0; i < d.length; i += 4 * 13) sum = (Math.imul(sum, 31) + d[i] * 65536 + d[i + 1] * 256 + d[i + 2]) | 0;
  return String(sum); }"""


CLOSE = """from tutor.board import cells
for _, made in cells._made.values():
    for one in made:
        one.close()"""
LAY = """async ([cells, CLOSE]) => { const panel = window.jupyterapp.shell.currentWidget, book = panel.content;
  await panel.sessionContext.session.kernel.requestExecute(
    {code: CLOSE, store_history: false}).done;
  const model = book.model.sharedModel;
  model.transact(() => { model.deleteCellRange(0, model.cells.length);
    model.insertCells(0, cells.map(source => ({cell_type: 'code', source, metadata: {}}))); });
  book.activeCellIndex = 0; book.mode = 'command'; book.node.scrollTop = 0; document.activeElement?.blur();
  for (const one of ['still', 'stood', 'rested', 'was']) delete window[one]; }"""


def _surely(click: Any) -> Any:
    """A click is none where the page moves between a button's going down and its coming up: then it is made again.

    What leads to another page, or is gone once it was clicked, was reached.
    """

    @wraps(click)
    def clicking(self: Locator, **how: Any) -> None:
        for _ in range(PRESSES):
            one = self.element_handle(timeout=how.get("timeout"))
            one.evaluate(LISTEN)
            click(self, **how)
            try:
                if one.evaluate(HEARD):
                    return
            except Error:
                return
        raise AssertionError(f"no click reached {self}")

    return clicking


Locator.click = _surely(Locator.click)  # type: ignore[method-assign]


def chromium() -> str | None:
    """A Chromium of this machine."""
    named = os.environ.get("TUTOR_CHROMIUM")
    found = [named] if named else [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
    return next((path for path in found if path and Path(path).exists()), None)


def notebook(*cells: str) -> str:
    """A notebook file with these code cells, not yet run."""
    made = [
        {"cell_type": "code", "id": f"cell{n}", "metadata": {}, "source": cell, "outputs": [], "execution_count": None}
        for n, cell in enumerate(cells)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Lab:
    """A running server and the folder that it serves."""

    def __init__(self, folder: Path, port: int, token: str) -> None:
        self.folder, self.port, self.token = folder, port, token

    def write(self, name: str, *cells: str) -> None:
        (self.folder / name).write_text(notebook(*cells), "utf-8")

    def stop_kernels(self, but: Collection[str] = ()) -> None:
        """End what notebooks left running, but those of these names."""
        for session in json.load(self._ask("GET", "sessions")):
            if session["path"] not in but:
                self._ask("DELETE", f"sessions/{session['id']}").close()

    def _ask(self, method: str, what: str) -> Any:
        url = f"http://127.0.0.1:{self.port}/api/{what}"
        headers = {"Authorization": f"token {self.token}"}
        return urllib.request.urlopen(urllib.request.Request(url, method=method, headers=headers), timeout=60)

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/doc/tree/{name}?token={self.token}"


@contextmanager
def running(folder: Path, lang: str = "fr", theme: str = "JupyterLab Light") -> Iterator[Lab]:
    """A JupyterLab of its own, with settings and workspaces of its own, that fetches nothing."""
    own = folder / ".own"
    notices = own / "settings" / "@jupyterlab" / "apputils-extension"
    notices.mkdir(parents=True)
    (notices / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    (notices / "themes.jupyterlab-settings").write_text(json.dumps({"theme": theme}))
    port = free_port()
    token = secrets.token_hex(12)
    environment = {
        **os.environ,
        "PYTHONPATH": TREE,
        "TUTOR_LANG": lang,
        "JUPYTER_TOKEN": token,
        "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
        "JUPYTER_DATA_DIR": str(own / "data"),
        "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
        "IPYTHONDIR": str(own / "ipython"),
    }
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}", "--ServerApp.ip=127.0.0.1",
               f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.open_browser=False",
               "--ServerApp.allow_root=True", "--LabApp.expose_app_in_browser=True"]  # fmt: skip
    with open(own / "log", "w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
        try:
            _wait(port, token, server)
            yield Lab(folder, port, token)
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait(10)


def _wait(port: int, token: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if server.poll() is not None:
            raise RuntimeError("JupyterLab did not start")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status?token={token}", timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("JupyterLab does not answer")


@contextmanager
def started(arguments: list[str], folder: Path) -> Iterator[Path]:
    """`tutor ...`, until the block ends; gives the file of what it says."""
    environment = {**os.environ, "PYTHONPATH": TREE, "TUTOR_PROGRESS": str(folder / "p.sqlite3")}
    command = [sys.executable, "-m", "tutor", *arguments]
    said = folder / "said"
    with said.open("w", encoding="utf-8") as out:
        running = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=subprocess.STDOUT)
        try:
            yield said
        finally:
            running.terminate()
            try:
                running.wait(20)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


def answers(url: str) -> None:
    """Until a page is there."""
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the page does not answer")


@contextmanager
def lesson_page(name: str, lang: str, folder: Path) -> Iterator[str]:
    """The address of a lesson on a page without code."""
    port = free_port()
    with started(["lesson", name, "--no-browser", "--port", str(port), "--lang", lang], folder):
        answers(f"http://127.0.0.1:{port}/")
        yield f"http://127.0.0.1:{port}/"


class Sheet:
    """A notebook open in a page, as a person uses it. Nothing here sleeps: everything waits for what it needs."""

    def __init__(self, page: Any, lab: Lab, name: str) -> None:
        self.page, self.lab, self.name = page, lab, name
        self.faults: list[str] = []
        page.set_default_timeout(WAIT)
        page.on("console", lambda message: self._heard(message))
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _heard(self, message: Any) -> None:
        harmless = ("favicon", "Failed to load resource", "ResizeObserver")
        if message.type == "error" and not any(part in message.text for part in harmless):
            self.faults.append(message.text)

    # -- the notebook -------------------------------------------------------------------------------------------
    def open(self) -> Sheet:
        self.page.goto(self.lab.url(self.name))
        self.settled()
        return self

    def settled(self) -> Sheet:
        """Until the notebook is there and its kernel waits."""
        expect(self.page.locator(".jp-Notebook .jp-Cell").first).to_be_visible()
        self.page.wait_for_function("window.jupyterapp !== undefined")
        self.page.evaluate("() => window.jupyterapp.restored.then(() => null)")
        self.page.wait_for_function(KERNEL)
        return self

    def lay(self, *cells: str) -> Sheet:
        """Other cells in the open notebook, none of them run; what its kernel showed before is closed."""
        self.page.mouse.move(0, 0)
        self.page.evaluate(LAY, [list(cells), CLOSE])
        expect(self.page.locator(".tutor-table")).to_have_count(0)
        return self

    def run_all(self) -> Sheet:
        """Run All, until every cell has run to its end, and no table of an earlier run is left."""
        self.page.wait_for_function("id => window.jupyterapp.commands.isEnabled(id)", arg=RUN_ALL)
        self.page.evaluate(START, RUN_ALL)
        self.page.wait_for_function("window.ranAll && !document.querySelector('.tutor-table[data-earlier]')")
        failed = self.page.evaluate(FAILED)
        assert not failed, failed
        return self

    def run_cell(self, n: int) -> str:
        """Run one cell again; what it printed."""
        self.page.evaluate(RUN_CELL, n)
        return str(self.page.locator(".jp-Cell").nth(n).locator(".jp-OutputArea-output").inner_text())

    def save(self) -> Sheet:
        self.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save').then(() => null)")
        return self

    # -- the table ----------------------------------------------------------------------------------------------
    def table(self, n: int = 0) -> Any:
        return self.page.locator(".tutor-table").nth(n)

    def canvas(self, n: int = 0) -> Any:
        return self.table(n).locator("canvas.tutor-sheet").first

    def glass(self, n: int = 0) -> Any:
        """What hears pointer and keys over the board."""
        return self.table(n).locator(".tutor-glass").first

    def ready(self, n: int = 0) -> Sheet:
        """Until the board has pixels, drawn for where one looks."""
        expect(self.canvas(n)).to_be_visible()
        self.page.wait_for_function(f"n => ({OPAQUE})(n) > 0.9", arg=n)
        return self.rests(n)

    def rests(self, n: int = 0) -> Sheet:
        """Until what is drawn is what is looked at."""
        self.page.wait_for_function(AT_REST, arg=n)
        return self

    def pixels(self, n: int = 0) -> str:
        """What the board looks like."""
        return str(self.page.evaluate(PIXELS, n))

    def redrawn(self, before: str, n: int = 0) -> None:
        """Until the board no longer looks like that."""
        self.page.wait_for_function(f"([n, before]) => ({PIXELS})(n) !== before", arg=[n, before])

    def status(self, n: int = 0) -> Any:
        return self.table(n).get_by_role("status").first

    def headline(self, n: int = 0) -> str:
        return str(self.status(n).inner_text())

    def until(self, part: str, n: int = 0) -> str:
        """Until the headline says it; the table tells it last, when everything else is shown."""
        expect(self.status(n)).to_contain_text(part)
        return self.headline(n)

    def spot(self, point: tuple[float, float], n: int = 0) -> tuple[float, float]:
        """A point of the map as a point of the page."""
        self.glass(n).scroll_into_view_if_needed()
        self.rests(n)
        self.page.wait_for_function(STOOD, arg=n)
        x, y = self.page.evaluate(SPOT, [n, *point])
        return x, y

    def click(self, point: tuple[float, float], n: int = 0) -> None:
        """A press that reaches the board there: one that fell beside it, since the page moved, is made again."""
        for _ in range(PRESSES):
            x, y = self.spot(point, n)
            self.page.evaluate(WATCHED, [n, *point])
            self.page.mouse.click(x, y)
            heard, beside = self.page.evaluate("window.pressed")
            if heard:
                assert beside < 9, f"the board moved by {beside:.0f} pixels under the press"
                return
        raise AssertionError("no press reached the board: something lies over it there")

    def button(self, name: str, n: int = 0) -> Any:
        """A visible button by its exact words, signs left out."""
        named = re.compile(rf"^\W*{re.escape(name)}\W*$")
        return self.table(n).get_by_role("button", name=named).locator("visible=true").first

    def press(self, name: str, n: int = 0) -> None:
        self.button(name, n).click()

    def list(self, name: str, n: int = 0) -> Any:
        """A visible list by its name."""
        return self.table(n).get_by_role("combobox", name=name).locator("visible=true").first

    def choose(self, name: str, value: str, n: int = 0) -> None:
        """Typed into a list, and given with Enter."""
        field = self.list(name, n)
        field.fill(value)
        field.press("Enter")
