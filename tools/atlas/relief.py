"""Heights: known summits, ridges, rims and valley floors, and what is reckoned between them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from shapely.geometry import LineString

from tools.atlas.earth import Point
from tools.atlas.grid import Grid
from tools.atlas.sheet import Heights

STEP = 0.4  # hexes between the points that stand for a line
NEAREST = 20  # points that a height hangs on
FALL = 2  # how fast a point loses weight with its distance
NEAR = 0.05  # and how much none is nearer than


@dataclass(frozen=True)
class Relief:
    """The heights of a grid."""

    heights: Heights
    grid: Grid
    placed: Callable[[Iterable[float]], Point]

    @cached_property
    def known(self) -> list[tuple[Point, float]]:
        """Every point whose height is known, lines as points at even steps."""
        found = [(self.placed(one[:2]), one[2]) for one in self.heights.points.values()]
        for line in self.heights.lines:
            spots = [(self.placed(one[:2]), one[2]) for one in line]
            for (a, low), (b, high) in pairwise(spots):
                count = max(1, math.ceil(math.dist(a, b) / STEP))
                way = LineString([a, b])
                for n in range(count):
                    spot = way.interpolate(n / count, normalized=True)
                    found.append(((spot.x, spot.y), low + (high - low) * n / count))
            found.append(spots[-1])
        return found

    @cached_property
    def metres(self) -> dict[str, float]:
        """The height at the middle of every hex; where a summit lies in a hex, its own."""
        found = {id: self._between(centre) for id, centre in self.grid.centres.items()}
        for one in self.heights.points.values():
            id = self.grid.at(self.placed(one[:2]))
            if id is not None:
                found[id] = max(found[id], one[2]) if one[2] >= self.heights.summits else found[id]
        return found

    def _between(self, centre: Point) -> float:
        near = sorted((math.dist(centre, at), metres) for at, metres in self.known)[:NEAREST]
        weights = [1 / (far**FALL + NEAR) for far, _ in near]
        return sum(w * metres for w, (_, metres) in zip(weights, near, strict=True)) / sum(weights)

    def level(self, id: str) -> int:
        return bisect_right(self.heights.classes, self.metres[id]) + self.heights.lowest

    def steep(self, id: str) -> float:
        """The greatest difference of height to a neighbour."""
        return max((abs(self.metres[id] - self.metres[other]) for other in self.grid.near(id)), default=0.0)

    def grounds(self) -> Mapping[str, str]:
        """What the heights alone make of the hexes: the last of the sheet's slopes that fits."""
        found = {}
        for id in self.grid.cells:
            for slope in self.heights.slopes:
                if self.metres[id] >= slope.above and self.metres[id] < slope.below and self.steep(id) >= slope.steep:
                    found[id] = slope.terrain
        return found
