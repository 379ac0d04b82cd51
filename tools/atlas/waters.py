"""Rivers: in the data the great ones have no name; a river is a few marks and the way between them along its lines."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tools.atlas.earth import Frame, Line, Point, layer
from tools.atlas.ways import cheapest
from tutor.engine.space.drawn import stretches

JOIN = 4.0  # km: ends of lines that lie so near are one river
STRAY = 8.0  # km: a mark further from every line is on a river that the data lack
DETOUR = 3.5  # a way so many times the straight distance is the way of another river


@dataclass
class Net:
    """The lines of the rivers of a sheet, joined where they nearly touch."""

    frame: Frame
    stray: float = STRAY
    points: list[Point] = field(default_factory=list)
    ways: list[list[tuple[int, float]]] = field(default_factory=list)
    boxes: dict[tuple[int, int], list[int]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, frame: Frame, near: tuple[float, float, float, float], stray: float = STRAY) -> Net:
        """The net of what lies within a rectangle of the plane."""
        net = cls(frame, stray)
        left, top, right, low = near
        ends: list[tuple[int, int]] = []
        owners: list[int] = []
        for number, (_, line) in enumerate(layer("rivers")):
            for run in stretches(frame.line(line), lambda at: left <= at[0] <= right and top <= at[1] <= low):
                first = len(net.points)
                for n, point in enumerate(run):
                    net._add(point)
                    owners.append(number)
                    if n:
                        net._join(first + n - 1, first + n, math.dist(run[n - 1], point))
                ends += [(first, number), (len(net.points) - 1, number)]
        for end, number in ends:
            met = {number}
            for other in sorted(
                net.around(net.points[end], JOIN / frame.unit), key=lambda one: (net._far(end, one), one)
            ):
                if owners[other] not in met:
                    met.add(owners[other])
                    net._join(end, other, 4 * net._far(end, other) + 1e-6)
        return net

    def way(self, marks: Sequence[Point]) -> tuple[Line, list[int]]:
        """The river through its marks (of the plane), and the legs between marks that had to be drawn straight."""
        found: Line = []
        straight: list[int] = []
        nearest = [self.nearest(mark) for mark in marks]
        for leg, ((a, far_a), (b, far_b)) in enumerate(pairwise(nearest)):
            limit = self.stray / self.frame.unit
            way = self._between(a, b) if max(far_a, far_b) <= limit else []
            if not way:
                straight.append(leg)
                found += [marks[leg], marks[leg + 1]]
            else:
                found += [self.points[n] for n in way]
        return _without_repeats(found), straight

    def nearest(self, to: Point) -> tuple[int, float]:
        for reach in (1, 2, 4, 8):
            if near := list(self.around(to, reach * STRAY / self.frame.unit)):
                best = min(near, key=lambda n: (math.dist(self.points[n], to), n))
                return best, math.dist(self.points[best], to)
        return 0, math.inf

    def around(self, point: Point, far: float) -> Iterator[int]:
        size = self._size
        column, row = int(point[0] // size), int(point[1] // size)
        reach = math.ceil(far / size)
        for i in range(-reach, reach + 1):
            for j in range(-reach, reach + 1):
                for n in self.boxes.get((column + i, row + j), ()):
                    if math.dist(self.points[n], point) <= far:
                        yield n

    @property
    def _size(self) -> float:
        return JOIN / self.frame.unit

    def _add(self, point: Point) -> None:
        self.boxes[int(point[0] // self._size), int(point[1] // self._size)].append(len(self.points))
        self.points.append(point)
        self.ways.append([])

    def _join(self, one: int, other: int, cost: float) -> None:
        self.ways[one].append((other, cost))
        self.ways[other].append((one, cost))

    def _far(self, one: int, other: int) -> float:
        return math.dist(self.points[one], self.points[other])

    def _between(self, start: int, end: int) -> list[int]:
        limit = DETOUR * max(self._far(start, end), JOIN / self.frame.unit)
        return cheapest(start, end, lambda at, spent: ((to, spent + more) for to, more in self.ways[at]), limit)


def _without_repeats(points: Iterable[Point]) -> Line:
    found: Line = []
    for point in points:
        if not found or math.dist(point, found[-1]) > 1e-9:
            found.append(point)
    return found
