"""Rivers laid along hexsides: a river is one line of sides, from its spring to the sea, another river or the edge."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from shapely.geometry import LineString
from shapely.geometry import Point as Spot

from tools.atlas.earth import Line, Point
from tools.atlas.grid import Corner, Grid, Side, ordered

CORRIDOR = 1.05  # a river strays no further from its true course, in hexes
TIGHT = 0.30  # how far it strays before that is dear
SHORE = 0.5  # what a side costs that has water on one hand
CROWDED = 6.0  # what a corner costs at which another river runs
FAR_END = 2.5  # how far the mouth may be from where the data end
SIDE = 1 / math.sqrt(3)
CLEARLY = 0.04  # a town nearer to the water than this stands on both banks


@dataclass(frozen=True)
class Course:
    """A river on the grid, and its true course in the plane."""

    key: str
    corners: tuple[Corner, ...]
    sides: tuple[Side, ...]
    true: Line
    grid: Grid

    @cached_property
    def line(self) -> Line:
        return [self.grid.spots[corner] for corner in self.corners]

    def off(self) -> float:
        """How far it strays from its true course at most, in hexes."""
        line = LineString(self.line)
        return float(max(line.distance(Spot(point)) for point in self.true))


@dataclass(frozen=True)
class Bed:
    """Where rivers may run."""

    grid: Grid
    land: Collection[str]
    shut: frozenset[Side] = frozenset()

    def laid(
        self, key: str, line: Line, into: Course | None, to_sea: bool, others: Collection[Corner] = ()
    ) -> Course | None:
        """A line laid along sides, so that it strays as little as it can."""
        true = LineString(line)
        corridor = true.buffer(CORRIDOR)
        left, top, right, low = corridor.bounds
        inside = {
            corner
            for corner, (x, y) in self.grid.spots.items()
            if left <= x <= right and top <= y <= low and true.distance(Spot(x, y)) <= CORRIDOR
        }
        starts = self._ends(inside, line[0], 1.3, 1.0)
        ends = self._mouths(inside, line[-1], into, to_sea) or self._ends(inside, line[-1], 1.3, 1.0)
        cost = dict(starts)
        before: dict[Corner, tuple[Corner, Side]] = {}
        queue = [(spent, corner) for corner, spent in starts.items()]
        heapq.heapify(queue)
        best: tuple[float, Corner] | None = None
        while queue:
            spent, at = heapq.heappop(queue)
            if best is not None and spent >= best[0]:
                break
            if spent > cost[at]:
                continue
            if at in ends and (best is None or spent + ends[at] < best[0]):
                best = spent + ends[at], at
            for to, side in self.grid.ways[at]:
                if to in inside and side not in self.shut:
                    more = spent + self._price(true, at, to, side) + (CROWDED if to in others else 0)
                    if more < cost.get(to, math.inf):
                        cost[to], before[to] = more, (at, side)
                        heapq.heappush(queue, (more, to))
        if best is None:
            return None
        corners, sides = [best[1]], []
        while corners[-1] in before:
            corner, side = before[corners[-1]]
            corners.append(corner)
            sides.append(side)
        if not sides:
            return None
        return Course(key, tuple(corners[::-1]), tuple(sides[::-1]), line, self.grid)

    def _price(self, true: LineString, at: Corner, to: Corner, side: Side) -> float:
        dry = sum(hex in self.land for hex in side)
        if dry == 0:
            return math.inf
        (ax, ay), (bx, by) = self.grid.spots[at], self.grid.spots[to]
        steps = (0, 0.25, 0.5, 0.75, 1)
        off = sum(true.distance(Spot(ax + (bx - ax) * k, ay + (by - ay) * k)) ** 2 for k in steps) / len(steps)
        return float(SIDE * (0.12 + off / TIGHT**2) + (SHORE if dry == 1 else 0))

    def _ends(self, inside: Iterable[Corner], end: Point, far: float, weight: float) -> dict[Corner, float]:
        found = {corner: math.dist(self.grid.spots[corner], end) for corner in inside}
        return {
            corner: weight * SIDE * (off / TIGHT) ** 2
            for corner, off in found.items()
            if off < far and any(hex in self.land for hex in self.grid.meeting[corner])
        }

    def _mouths(self, inside: Iterable[Corner], end: Point, into: Course | None, to_sea: bool) -> dict[Corner, float]:
        if into is not None:
            there: Iterable[Corner] = (corner for corner in inside if corner in into.corners)
        elif to_sea:
            there = (corner for corner in inside if any(hex not in self.land for hex in self.grid.meeting[corner]))
        else:
            return {}
        return self._ends(there, end, FAR_END, 0.3)


# -- banks -----------------------------------------------------------------------------------------------------
def hand(line: Line, point: Point) -> tuple[int, float]:
    """On which hand of a line a point lies, looking along it (1 right, -1 left), and how far off."""
    best = (math.inf, 0)
    for n, ((ax, ay), (bx, by)) in enumerate(pairwise(line)):
        long = (bx - ax) ** 2 + (by - ay) ** 2 or 1e-12
        k = min(1.0, max(0.0, ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / long))
        best = min(best, (math.dist((ax + (bx - ax) * k, ay + (by - ay) * k), point), n))
    far, n = best
    (ax, ay), (bx, by) = line[max(0, n - 1)], line[min(len(line) - 1, n + 2)]
    (nx, ny), (mx, my) = line[n], line[n + 1]
    foot = ((nx + mx) / 2, (ny + my) / 2)
    turn = (bx - ax) * (point[1] - foot[1]) - (by - ay) * (point[0] - foot[0])
    return (1 if turn > 0 else -1), far


def around(course: Course, hex: str) -> Course | None:
    """The same river round the other side of a hex, if it is still one line."""
    grid = course.grid
    rim = [ordered(hex, other) for other in grid.near(hex)]
    if len(rim) < 6:
        return None
    sides = set(course.sides) ^ set(rim)
    ends: dict[Corner, list[Corner]] = defaultdict(list)
    by: dict[frozenset[Corner], Side] = {}
    for side in sides:
        a, b = grid.sides[side]
        ends[a].append(b)
        ends[b].append(a)
        by[frozenset((a, b))] = side
    tips = [corner for corner, near in ends.items() if len(near) == 1]
    first = course.corners[0]
    if len(tips) != 2 or first not in tips or any(len(near) > 2 for near in ends.values()):
        return None
    corners, found = [first], []
    while True:
        onward = [to for to in ends[corners[-1]] if len(corners) < 2 or to != corners[-2]]
        if not onward:
            break
        found.append(by[frozenset((corners[-1], onward[0]))])
        corners.append(onward[0])
        if len(found) > len(sides):
            return None
    if len(found) != len(sides):
        return None
    return Course(course.key, tuple(corners), tuple(found), course.true, grid)


def pulled(line: Line, pulls: Mapping[Point, Point], far: float = 0.45) -> Line:
    """A line drawn along with the towns beside it, each of which moved to the middle of its hex."""
    found = []
    for x, y in line:
        weights = [
            (math.exp(-(math.dist(at, (x, y)) ** 2) / (2 * far**2)), to[0] - at[0], to[1] - at[1])
            for at, to in pulls.items()
            if math.dist(at, (x, y)) < 4 * far
        ]
        all = max(1.0, sum(weight for weight, _, _ in weights))
        found.append((x + sum(w * dx for w, dx, _ in weights) / all, y + sum(w * dy for w, _, dy in weights) / all))
    return found
