"""The board against a bare ipycanvas in a browser: click to changed pixels, 1,200 hexes and 200 counters."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.timing import QUICK, Effort, of_its_time
from tests.board.ground import large_scenario
from tests.browser.lab import ARGS, Sheet, chromium, running

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


def run(effort: Effort = QUICK) -> list[dict[str, Any]]:
    """Rows for the report; none where there is no Chromium."""
    path = chromium()
    if path is None:
        return []
    from playwright.sync_api import sync_playwright

    clicks = 6 if effort.passes == 1 else 12
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as lab, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        front = large_scenario(Path(folder))
        lab.write("bare.ipynb", BARE)
        table = f'from tutor.board.table import Table\nTable("{front}", language="en")'
        lab.write("ours.ipynb", table)
        peer, mine = (statistics.median(_clicked(browser, lab, name, clicks)) for name in ("bare.ipynb", "ours.ipynb"))
        browser.close()
    row = of_its_time("board", "click to pixels, 1,200 hexes, 200 counters", mine, peer, "ms", bar=BAR)
    return [row.data()]


def _clicked(browser: Any, lab: Any, name: str, clicks: int) -> Iterator[float]:
    sheet = Sheet(browser.new_page(viewport={"width": 1300, "height": 950}), lab, name).open().run_all().ready()
    sheet.page.wait_for_timeout(1500)
    for n in range(clicks):
        x, y = sheet.spot((60 + 97 * (n % 7), 80 + 61 * (n % 5)))
        taken = sheet.page.evaluate(TIMED, [x, y])
        if taken is not None and n:
            yield taken
        sheet.page.wait_for_timeout(120)
    sheet.page.close()


if __name__ == "__main__":
    for found in run(Effort()):
        print(found)
