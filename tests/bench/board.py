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
BAR = 1.5
BARE = """from ipycanvas import MultiCanvas, hold_canvas
import ipywidgets as W
wide, high = {wide}, {high}
board = MultiCanvas(4, width=wide, height=high, layout=W.Layout(width=f"{{wide}}px"))
board.add_class("tutor-sheet")
turn = [0]
def draw(*_):
    turn[0] += 1
    with hold_canvas():
        layer = board[0]; layer.fill_style = "#efe6cf"; layer.fill_rect(0, 0, wide, high)
        layer = board[1]; layer.clear()
        for n in range(200):
            x, y = 10 + wide / 20 * (n % 20), 10 + high / 10 * (n // 20) + turn[0] % 5
            layer.fill_style = "#c3cfdd"; layer.fill_rect(x, y, 30, 30); layer.stroke_rect(x, y, 30, 30)
            layer.fill_style = "#1f2a3a"; layer.fill_text("5-2-8", x + 4, y + 25)
        board[2].clear(); board[3].clear()
board.on_mouse_down(draw); board.on_client_ready(draw)
box = W.VBox([board], layout=W.Layout(align_items="flex-start")); box.add_class("tutor-table"); draw(); box"""

SUM = """const c = document.querySelector('.tutor-table canvas.tutor-sheet'), g = c.getContext('2d');
  const sum = () => { const d = g.getImageData(0, 0, c.width, c.height).data; let s = 0;
    for (let i = 0; i < d.length; i += 4 * 41) s = (s * 31 + d[i] + d[i + 1]) | 0; return s; };"""
# Each begins to watch; what it found is asked for when the mouse of the page has done its part.
CLICKED = """() => { SUM
  const before = sum();
  window.found = new Promise(done => document.addEventListener('mousedown', () => {
    const began = performance.now();
    const look = () => sum() !== before ? done(performance.now() - began)
      : performance.now() - began > 900 ? done(null) : setTimeout(look, 2);
    look(); }, { once: true, capture: true })); }""".replace("SUM", SUM)
DRAGGED = """() => { SUM
  let last = 0, seen = 0, before = sum();
  const moved = () => { last = performance.now(); };
  document.addEventListener('pointermove', moved, { capture: true });
  window.found = new Promise(done => { const look = () => {
    const now = sum(), at = performance.now();
    if (now !== before) { before = now; seen = at; }
    if (last && at - last > 700) { document.removeEventListener('pointermove', moved, { capture: true });
      done(seen > last ? seen - last : null); } else setTimeout(look, 3); };
    look(); }); }""".replace("SUM", SUM)
HOVERED = """() => { const card = document.querySelector('.tutor-card');
  window.found = new Promise(done => document.addEventListener('pointermove', () => {
    const began = performance.now();
    const look = () => !card.hidden ? done(performance.now() - began)
      : performance.now() - began > 900 ? done(null) : setTimeout(look, 2);
    look(); }, { once: true, capture: true })); }"""
# What is done frame by frame, for two seconds of a page that has time; milliseconds of a frame.
FRAMED = """() => new Promise(done => { const glass = document.querySelector('.tutor-glass');
  const box = glass.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
  const frames = 120, began = performance.now();
  const tell = (kind, more) => glass.dispatchEvent(new PointerEvent(kind,
    { pointerId: 7, pointerType: 'touch', isPrimary: true, bubbles: true, cancelable: true, ...more }));
  let n = 0;
  BEGIN
  const turn = () => { n += 1; ACT
    n < frames ? requestAnimationFrame(turn) : (() => { END; done((performance.now() - began) / frames); })(); };
  requestAnimationFrame(turn); })"""
ZOOM = """glass.dispatchEvent(new WheelEvent('wheel', { deltaY: n % 20 < 10 ? -40 : 40, ctrlKey: true, cancelable: true,
  clientX: x, clientY: y, bubbles: true }));"""
PAN = "tell('pointermove', { clientX: x + 4 * (n % 60 < 30 ? n % 30 : 30 - n % 30), clientY: y });"
DOWN, UP = "tell('pointerdown', { clientX: x, clientY: y });", "tell('pointercancel', { clientX: x, clientY: y })"


def _framed(act: str = "", begin: str = "", end: str = "") -> str:
    return FRAMED.replace("BEGIN", begin).replace("ACT", act).replace("END", end)


MOVES = {"zooms": _framed(ZOOM), "pans": _framed(PAN, DOWN, UP)}
IDLE = _framed()
FOUND = "() => window.found"
SEEN = """() => { const glass = document.querySelector('.tutor-glass'), { left, top, scale } = glass.dataset;
  return [+left, +top, +scale, glass.clientWidth, glass.clientHeight]; }"""
CORNER = (
    "() => { const b = document.querySelector('canvas.tutor-sheet').getBoundingClientRect(); return [b.left, b.top]; }"
)

FIRST = """id => new Promise(done => {
  const began = performance.now();
  window.jupyterapp.commands.execute(id);
  const look = () => { const taken = performance.now() - began;
    (OPAQUE)(0) > 0.9 || taken > 60000 ? done(taken) : requestAnimationFrame(look); };
  look(); })""".replace("OPAQUE", OPAQUE)
SIZE, WINDOW = {"width": 1300, "height": 950}, {"width": 1280, "height": 800}
TEACHING, LARGE, MORE = 1000.0, 1500.0, 1000.0  # milliseconds from run to pixels; for a whole map beyond a small one
LAGGING = 100.0  # milliseconds from the last move of a drag to its mark, or to a card: what a hand does not feel
FRAME = 1000 / 30  # milliseconds of a frame while one zooms


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
        lab.write("ours.ipynb", _table(str(front)))
        ours = Sheet(browser.new_page(viewport=SIZE), lab, "ours.ipynb").open().run_all().ready()
        points, (wide, high) = _counters(ours, front), ours.page.evaluate(SEEN)[3:]
        lab.write("bare.ipynb", BARE.format(wide=wide, high=high))
        bare = Sheet(browser.new_page(viewport=SIZE), lab, "bare.ipynb").open().run_all()
        bare.page.wait_for_function(f"() => ({OPAQUE})(0) > 0.9")
        peer, mine = _alternated((bare, ours), clicks, points)
        rows = [of_its_time("board", "click to pixels, 1,200 hexes, 200 counters", mine, peer, "ms", bar=BAR)]
        rows.append(_told("a drag over the map, last move to its mark", _drag(ours, points), LAGGING))
        rows.append(_told("the card of what lies under the pointer", _hover(ours, points), LAGGING))
        rows += _frames(ours, "1,200 hexes")
        for sheet in (ours, bare):
            sheet.page.close()
        lab.stop_kernels()
        lab.write("east.ipynb", _table("gwie/near-east"))
        east = Sheet(browser.new_page(viewport=WINDOW), lab, "east.ipynb").open().run_all().ready()
        rows += _frames(east, "the whole Near East at 1280×800")
        east.page.close()
        lab.stop_kernels()
        alone = statistics.median(_first(browser, lab, "bare.ipynb") for _ in range(runs))
        roana, large, larger = _boards(browser, lab, ("se/roana", str(front), str(whole)), runs)
        for name, taken, bar in (("Roana", roana, TEACHING), ("1,200 hexes", large, LARGE)):
            told = f"run to first board in a fresh kernel, {name}"
            rows.append(_told(told, taken, bar, f"a bare canvas: {alone:.0f} ms"))
        rows.append(_told("the same, 4,000 hexes, beyond Roana", larger - roana, MORE))
        browser.close()
    return rows


def _told(what: str, taken: float, allowed: float, note: str = "") -> Row:
    return Row("board", what, taken, allowed, "ms", taken / allowed, "of the time allowed", bar=1.0, note=note)


def _counters(sheet: Sheet, scenario: Path) -> Points:
    """Where counters lie in what is seen, on the page: a click on another one each time draws the board anew."""
    left, top, scale, wide, high = sheet.page.evaluate(SEEN)
    x, y = sheet.page.evaluate(CORNER)
    lying = [((stack.x - left) * scale, (stack.y - top) * scale) for stack in Table(scenario).board.scene.stacks]
    seen = [(u, v) for u, v in lying if 60 < u < wide - 180 and 120 < v < high - 140]
    return [(x + u, y + v) for u, v in seen]


def _frames(sheet: Sheet, what: str, times: int = 3) -> list[Row]:
    """A frame of who zooms and who pans, beside one of the same page left alone; medians of several that take turns."""
    found: dict[str, list[float]] = {name: [] for name in ("idle", *MOVES)}
    for _ in range(times):
        for name, script in {"idle": IDLE, **MOVES}.items():
            found[name].append(float(sheet.page.evaluate(script)))
            sheet.page.wait_for_function(KERNEL)
    note = f"left alone: {statistics.median(found['idle']):.0f} ms"
    return [_told(f"a frame while one {name}, {what}", statistics.median(found[name]), FRAME, note) for name in MOVES]


def _drag(sheet: Sheet, points: Points, times: int = 5) -> float:
    """From the last of many moves to the mark under it; the last one enters another place."""
    found, mouse = [], sheet.page.mouse
    for n in range(times):
        (x, y), (u, v) = points[n % len(points)], points[(n + 3) % len(points)]
        mouse.move(x, y)
        mouse.down()
        sheet.page.evaluate(DRAGGED)
        mouse.move(x + 0.6 * (u - x), y + 0.6 * (v - y), steps=40)
        mouse.move(u, v)
        found.append(sheet.page.evaluate(FOUND))
        mouse.up()
        sheet.page.wait_for_function(KERNEL)
    return statistics.median(taken for taken in found if taken is not None)


def _hover(sheet: Sheet, points: Points, times: int = 5) -> float:
    """From the pointer's coming to a place to the card that says what lies there."""
    found = []
    for n in range(times):
        sheet.page.mouse.move(5, 5)
        sheet.page.evaluate(HOVERED)
        sheet.page.mouse.move(*points[n % len(points)])
        found.append(sheet.page.evaluate(FOUND))
        sheet.page.wait_for_function(KERNEL)
    return statistics.median(taken for taken in found if taken is not None)


def _table(scenario: str) -> str:
    return f'from tutor.board.table import Table\nTable("{scenario}", language="en")'


def _first(browser: Any, lab: Any, name: str) -> float:
    """From Run All in a kernel that has imported nothing yet to pixels."""
    sheet = Sheet(browser.new_page(viewport=SIZE), lab, name).open()
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


def _alternated(sheets: tuple[Sheet, ...], clicks: int, points: Points) -> list[float]:
    """Medians of clicks that take turns between the pages, at the same points, so that noise falls on all."""
    found: list[list[float]] = [[] for _ in sheets]
    for n in range(clicks):
        for sheet, times in zip(sheets, found, strict=True):
            sheet.page.bring_to_front()
            sheet.page.evaluate(CLICKED)
            sheet.page.mouse.click(*points[n % len(points)])
            taken = sheet.page.evaluate(FOUND)
            if taken is not None and n:
                times.append(taken)
            sheet.page.wait_for_function(KERNEL)
    return [statistics.median(times) for times in found]


if __name__ == "__main__":
    for found in run(Effort()):
        print(found.data())
