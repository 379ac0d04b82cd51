"""The board in a browser: click to changed pixels against a bare ipycanvas, and from run to the first board."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any, TypeAlias

from tests.bench.reaches import WHOLE
from tests.bench.timing import QUICK, Effort, Row, of_its_time
from tests.board.ground import large_scenario
from tests.browser.lab import ARGS, KERNEL, OPAQUE, RUN_ALL, Sheet, chromium, running
from tutor.board.table import Table

Points: TypeAlias = list[tuple[float, float]]
BAR = 2.0
BARE = """from ipycanvas import MultiCanvas, hold_canvas
import ipywidgets as W
board = MultiCanvas(3, width=1496, height=1012, layout=W.Layout(width="748px"))
turn = [0]
def draw(*_):
    turn[0] += 1
    with hold_canvas():
        layer = board[0]; layer.fill_style = "#efe6cf"; layer.fill_rect(0, 0, 1496, 1012)
        layer = board[1]; layer.clear()
        for n in range(200):
            x, y = 20 + 70 * (n % 20), 20 + 90 * (n // 20) + turn[0] % 5
            layer.fill_style = "#c3cfdd"; layer.fill_rect(x, y, 60, 60); layer.stroke_rect(x, y, 60, 60)
            layer.fill_style = "#1f2a3a"; layer.fill_text("5-2-8", x + 8, y + 50)
        board[2].clear()
board.on_mouse_down(draw); board.on_client_ready(draw)
box = W.VBox([board], layout=W.Layout(align_items="flex-start")); box.add_class("tutor-table"); draw(); box"""
TIMED = """([x, y]) => new Promise(done => {
  const c = document.querySelector('.tutor-table canvas'), g = c.getContext('2d');
  const sum = () => { const d = g.getImageData(0, 0, c.width, c.height).data; let s = 0;
    for (let i = 0; i < d.length; i += 4 * 41) s = (s * 31 + d[i] + d[i + 1]) | 0; return s; };
  const before = sum(), began = performance.now(), at = {clientX: x, clientY: y, bubbles: true};
  c.dispatchEvent(new MouseEvent('mousedown', at)); c.dispatchEvent(new MouseEvent('mouseup', at));
  const look = () => sum() !== before ? done(performance.now() - began)
    : performance.now() - began > 700 ? done(null) : setTimeout(look, 2);
  look(); })"""

DRAGGED = """([[x, y], [tx, ty]]) => new Promise(done => {
  const c = document.querySelector('.tutor-table canvas'), g = c.getContext('2d'), steps = 60;
  const sum = () => { const d = g.getImageData(0, 0, c.width, c.height).data; let s = 0;
    for (let i = 0; i < d.length; i += 4 * 41) s = (s * 31 + d[i] + d[i + 1]) | 0; return s; };
  const say = (what, x, y) => c.dispatchEvent(new MouseEvent(what, {clientX: x, clientY: y, bubbles: true}));
  let n = 0, last = 0, seen = 0, before = 0;
  const look = () => { const now = sum(), at = performance.now();
    if (now !== before) { before = now; seen = at; }
    at - last > 600 ? done(seen > last ? seen - last : null) : setTimeout(look, 3); };
  const move = () => { n += 1; const k = n < steps ? 0.6 * n / steps : 1;  // the last move enters another place
    say('mousemove', x + (tx - x) * k, y + (ty - y) * k);
    if (n < steps) { setTimeout(move, 16); } else { before = sum(); last = performance.now(); look(); } };
  say('mousedown', x, y); setTimeout(move, 16); })"""

FIRST = """id => new Promise(done => {
  const began = performance.now();
  window.jupyterapp.commands.execute(id);
  const look = () => { const taken = performance.now() - began;
    (OPAQUE)(0) > 0.9 || taken > 60000 ? done(taken) : requestAnimationFrame(look); };
  look(); })""".replace("OPAQUE", OPAQUE)
TEACHING, LARGE, MORE = 1000.0, 2000.0, 1000.0  # milliseconds from run to pixels; for a whole map beyond a small one
LAGGING = 100.0  # milliseconds from the last move of a drag to its mark: what a hand does not feel


def run(effort: Effort = QUICK) -> list[Row]:
    """Rows for the report; none where there is no Chromium."""
    path = chromium()
    if path is None:
        return []
    from playwright.sync_api import sync_playwright

    clicks, runs = (6, 1) if effort.passes == 1 else (12, 5)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as lab, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        front, whole = large_scenario(Path(folder)), large_scenario(Path(tempfile.mkdtemp(dir=folder)), *WHOLE)
        lab.write("bare.ipynb", BARE)
        lab.write("ours.ipynb", _table(str(front)))
        peer, mine = _alternated(browser, lab, ("bare.ipynb", "ours.ipynb"), clicks, _counters(front))
        rows = [of_its_time("board", "click to pixels, 1,200 hexes, 200 counters", mine, peer, "ms", bar=BAR)]
        rows.append(_told("a drag over the map, last move to its mark", _drag(browser, lab, _counters(front)), LAGGING))
        bare = statistics.median(_first(browser, lab, "bare.ipynb") for _ in range(runs))
        roana, large, larger = _boards(browser, lab, ("se/roana", str(front), str(whole)), runs)
        for name, taken, bar in (("Roana", roana, TEACHING), ("1,200 hexes", large, LARGE)):
            told = f"run to first board in a fresh kernel, {name}"
            rows.append(_told(told, taken, bar, f"a bare canvas: {bare:.0f} ms"))
        rows.append(_told("the same, 4,000 hexes, beyond Roana", larger - roana, MORE))
        browser.close()
    return rows


def _told(what: str, taken: float, allowed: float, note: str = "") -> Row:
    return Row("board", what, taken, allowed, "ms", taken / allowed, "of the time allowed", bar=1.0, note=note)


def _drag(browser: Any, lab: Any, points: Points, times: int = 5) -> float:
    """From the last of sixty moves in a second to the mark under it."""
    sheet = Sheet(browser.new_page(viewport={"width": 1300, "height": 950}), lab, "ours.ipynb").open()
    sheet.run_all().ready()
    found = []
    for n in range(times):
        way = [sheet.spot(points[n % len(points)]), sheet.spot(points[(n + 3) % len(points)])]
        found.append(sheet.page.evaluate(DRAGGED, way))
        sheet.page.wait_for_function(KERNEL)
    sheet.page.close()
    lab.stop_kernels()
    return statistics.median(taken for taken in found if taken is not None)


def _counters(scenario: Path) -> Points:
    """Where counters lie in the first window: a click on another one each time, so that the board is drawn anew."""
    board = Table(scenario, language="en").board
    left, top, width, height = board.window
    seen = [(stack.x - left, stack.y - top) for stack in board.scene.stacks]
    return [(x, y) for x, y in seen if 60 < x < width - 180 and 60 < y < height - 140]


def _table(scenario: str) -> str:
    return f'from tutor.board.table import Table\nTable("{scenario}", language="en")'


def _first(browser: Any, lab: Any, name: str) -> float:
    """From Run All in a kernel that has imported nothing yet to pixels."""
    sheet = Sheet(browser.new_page(viewport={"width": 1300, "height": 950}), lab, name).open()
    taken = float(sheet.page.evaluate(FIRST, RUN_ALL))
    sheet.page.close()
    lab.stop_kernels()
    return taken


def _boards(browser: Any, lab: Any, scenarios: tuple[str, ...], runs: int) -> list[float]:
    """Until the first board of each scenario is seen; medians of runs that take turns, so that noise falls on all."""
    found: list[list[float]] = [[] for _ in scenarios]
    for _ in range(runs):
        for scenario, times in zip(scenarios, found, strict=True):
            lab.write("first.ipynb", _table(scenario))
            times.append(_first(browser, lab, "first.ipynb"))
    return [statistics.median(times) for times in found]


def _alternated(browser: Any, lab: Any, names: tuple[str, ...], clicks: int, points: Points) -> list[float]:
    """Medians of clicks that take turns between the notebooks, so that noise falls on all."""
    sheets = [Sheet(browser.new_page(viewport={"width": 1300, "height": 950}), lab, name).open() for name in names]
    for sheet in sheets:
        sheet.page.bring_to_front()
        sheet.run_all().ready()
    found: list[list[float]] = [[] for _ in sheets]
    for n in range(clicks):
        for sheet, times in zip(sheets, found, strict=True):
            sheet.page.bring_to_front()
            x, y = sheet.spot(points[n % len(points)])
            taken = sheet.page.evaluate(TIMED, [x, y])
            if taken is not None and n:
                times.append(taken)
            sheet.page.wait_for_function(KERNEL)
    for sheet in sheets:
        sheet.page.close()
    lab.stop_kernels()
    return [statistics.median(times) for times in found]


if __name__ == "__main__":
    for found in run(Effort()):
        print(found.data())
