"""A board somewhere in a page: laid over an edge of the window, and pressed where the pointer then is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SIZES = [(1280, 800), (1920, 1080), (820, 1180), (400, 800)]
WINDOW = """
  const canvas = document.querySelectorAll('.tutor-glass')[n];
  const holders = []; for (let at = canvas.parentElement; at; at = at.parentElement) holders.push(at);
  const scroller = holders.find(one => one.scrollHeight > one.clientHeight + 1
    && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY)) ?? document.scrollingElement;
  const top = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
  const bottom = top + scroller.clientHeight;
"""
LAY = f"""([n, edge, part]) => {{ {WINDOW}
  const rect = canvas.getBoundingClientRect();
  const before = scroller.scrollTop;
  scroller.scrollTop += rect.top + part * rect.height - (edge === 'top' ? top : bottom);
  window.still = Math.abs(scroller.scrollTop - before) < 2 ? (window.still ?? 0) + 1 : 0;
  return window.still > 20 && !(window.still = 0);
}}"""
SEEN = f"""n => {{ {WINDOW}
  const rect = canvas.getBoundingClientRect(), at = canvas.dataset;
  return {{left: rect.left - at.left * at.scale, top: rect.top - at.top * at.scale, k: +at.scale,
    from: Math.max(rect.top, top), to: Math.min(rect.bottom, bottom),
    within: [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)],
    buttons: [...canvas.querySelectorAll('.tutor-zoom')].map(one => one.getBoundingClientRect()).map(
      one => [one.left - 9, one.top - 9, one.right + 9, one.bottom + 9]),
    whole: rect.top >= top && rect.bottom <= bottom}};
}}"""
WATCH = f"""([n, kind]) => {{ {WINDOW}
  const places = () => JSON.stringify(holders.map(one => [one.scrollLeft, one.scrollTop]));
  window.stood = null;
  window.addEventListener(kind, () => {{
    const before = places(); setTimeout(() => {{ window.stood = [before, places()] }});
  }}, {{capture: true, once: true}});
}}"""


class Pressing:
    """Presses on the n-th board of a page, without scrolling to it as a test's own click would."""

    def __init__(self, page: Any, n: int = 0) -> None:
        self.page, self.n = page, n

    def lay(self, edge: str, part: float) -> None:
        """Scroll until an edge of the window cuts the board at this part of its height, or as near as the page goes.

        What comes into the window for the first time takes its room there only then: so until the page rests.
        """
        self.page.wait_for_function(LAY, arg=[self.n, edge, part])

    def seen(self, points: Mapping[str, tuple[float, float]], cut: bool = True) -> tuple[str, tuple[float, float]]:
        """The place of these that lies most in the middle of what is seen of the board; and where in the page.

        Beside the buttons that lie over it.
        """
        seen = self.page.evaluate(SEEN, self.n)
        assert not (cut and seen["whole"]), "the whole board is in the window"
        middle, (left, right) = (seen["from"] + seen["to"]) / 2, seen["within"]
        spots = {place: (seen["left"] + x * seen["k"], seen["top"] + y * seen["k"]) for place, (x, y) in points.items()}
        inside = {place: at for place, at in spots.items() if left + 9 < at[0] < right - 9 and not _under(seen, at)}
        place = min(inside, key=lambda one: abs(inside[one][1] - middle))
        return place, inside[place]

    def spot(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where a point of the board lies in the page."""
        seen = self.page.evaluate(SEEN, self.n)
        x, y = point
        return seen["left"] + x * seen["k"], seen["top"] + y * seen["k"]

    def press(self, at: tuple[float, float], finger: bool = False) -> None:
        """There, and nothing scrolls by it."""
        self.page.evaluate(WATCH, [self.n, "touchstart" if finger else "mousedown"])
        if finger:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)
        self.page.wait_for_function("window.stood")
        before, after = self.page.evaluate("window.stood")
        assert before == after


def _under(seen: Mapping[str, Any], at: tuple[float, float]) -> bool:
    """Whether a button lies over a spot."""
    x, y = at
    return any(left < x < right and top < y < low for left, top, right, low in seen["buttons"])
