"""What of a map is seen: through a window of so many pixels of the page, from where, and how large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from tutor.board.layout import Layout, Point
from tutor.board.look import COUNTER

LEAST, MOST = 0.85, 2.4  # how small and how large a map is laid that is seen for the first time
CLOSEST = 4.0
BROAD = 820.0  # pixels of the page: on a narrower board nothing could be read of what is so far away that all is seen
MOST_OF, AROUND = 3 / 4, 120.0  # of what a question is about; what is kept free around it, in pixels of the map


@dataclass(frozen=True, slots=True)
class Camera:
    """The size of the board on the page; the corner of its window on the map; how many pixels one of the map takes."""

    width: float
    height: float
    left: float = 0.0
    top: float = 0.0
    k: float = 1.0
    least_laid: float = LEAST  # how small a map may be laid: its counters are read from there

    @property
    def window(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what is seen, on the map."""
        return self.left, self.top, self.width / self.k, self.height / self.k

    @property
    def centre(self) -> Point:
        left, top, width, height = self.window
        return left + width / 2, top + height / 2

    def sees(self, point: Point, margin: float = 0.0) -> bool:
        left, top, width, height = self.window
        x, y = point
        return left + margin <= x <= left + width - margin and top + margin <= y <= top + height - margin

    def whole(self, layout: Layout) -> bool:
        """Whether all of the map is seen."""
        _, _, width, height = self.window
        return layout.width <= width + 0.5 and layout.height <= height + 0.5

    # -- others -------------------------------------------------------------------------------------------------
    def least(self, layout: Layout) -> float:
        """So large is a map that just fits."""
        return min(self.width / layout.width, self.height / layout.height)

    def fitted(self, layout: Layout) -> Self:
        """All of the map."""
        return replace(self, k=self.least(layout)).on(layout)

    def opened(self, layout: Layout) -> Self:
        """As a map is laid first: all of it, unless its counters would be too small to be read."""
        k = min(max(self.least(layout), self.least_laid), MOST)
        return self.zoomed(k).on(layout)

    def zoomed(self, k: float) -> Self:
        """Larger or smaller about the middle."""
        x, y = self.centre
        return replace(self, k=k).around(x, y)

    def around(self, x: float, y: float) -> Self:
        """With this point of the map in the middle."""
        return replace(self, left=x - self.width / self.k / 2, top=y - self.height / self.k / 2)

    def amid(self, points: Sequence[Point], layout: Layout, others: Sequence[Point] = ()) -> Self:
        """From where most of these are seen with what stands there, and then most of the others; what is seen of both
        lies about the middle."""
        views = [self.around(*point).on(layout) for point in points]
        seen = [[[one for one in of if view.sees(one, COUNTER / 2)] for of in (points, others)] for view in views]
        mine, theirs = max(seen, key=lambda both: (len(both[0]), len(both[1])))
        return self.around(*_middle([*mine, *theirs])).on(layout) if mine else views[0]

    def holding(self, points: Sequence[Point], layout: Layout) -> Self:
        """So far away that all of these are seen, if no nearer place shows most of them and the board is broad enough
        to tell counters apart from there; of those that lie too wide apart for that as many as can be, not the empty
        middle between them."""
        if self.width < BROAD or sum(map(self.sees, points)) >= MOST_OF * len(points):
            return self
        xs, ys = [x for x, _ in points], [y for _, y in points]
        broad, tall = max(xs) - min(xs) + 2 * AROUND, max(ys) - min(ys) + 2 * AROUND
        least = (
            self.least_laid if self.least_laid > LEAST else self.least(layout)
        )  # a room that looks on reads counters
        k = max(least, min(self.k, self.width / broad, self.height / tall))
        far = replace(self, k=k).around(*_middle(points)).on(layout)
        return far if all(map(far.sees, points)) else far.amid(points, layout)

    def resized(self, width: float, height: float, layout: Layout) -> Self:
        """In another room on the page: a map that was seen whole still is, any other keeps its middle."""
        x, y = self.centre
        other = replace(self, width=width, height=height)
        if self.whole(layout) and self.k < self.least_laid:
            return other.fitted(layout)  # smaller than it would be laid: somebody wished to see all of it
        if self.whole(layout) or other.least(layout) > self.k:
            return other.opened(layout) if self.k <= MOST else other.around(x, y).on(layout)
        return other.around(x, y).on(layout)

    def on(self, layout: Layout) -> Self:
        """Never beside the map: where there is more room than map it lies in the middle."""
        _, _, width, height = self.window
        left = _within(self.left, width, layout.width)
        return replace(self, left=left, top=_within(self.top, height, layout.height))


def _middle(points: Sequence[Point]) -> Point:
    """Of the box that holds all of these."""
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _within(at: float, seen: float, whole: float) -> float:
    return (whole - seen) / 2 if whole <= seen else min(max(at, 0.0), whole - seen)


def natural(layout: Layout) -> Camera:
    """Before a page has said how much room there is."""
    width, height = layout.window
    return Camera(float(width), float(height))
