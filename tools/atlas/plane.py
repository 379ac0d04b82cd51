"""From the earth to a sheet whose numbers are printed: a fit to the places that the booklet names, and a pull.

The fit moves, scales and turns the projected earth (or lets the two axes differ, where a sheet was drawn so) until the
named places come as near to their hexes as they can. What is missing is the hand of whoever drew the sheet; it is made
good by a pull that takes each named place to the middle of its hex, and along with it what lies around, less and less
the further it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tools.atlas.earth import Frame, Line, Point


@dataclass(frozen=True)
class Pin:
    """A place of the earth and where it must lie in the plane."""

    name: str
    at: Point  # longitude, latitude
    to: Point


@dataclass(frozen=True)
class Plane:
    """Degrees to the plane of a grid."""

    frame: Frame  # a projection in km
    pins: tuple[Pin, ...]
    reach: float  # how far a pin pulls, in hexes
    stretched: bool = False  # whether the two axes may differ

    def __call__(self, lon: float, lat: float) -> Point:
        return self._pulled(self.rigid(lon, lat))

    def line(self, places: Iterable[Point]) -> Line:
        return [self(lon, lat) for lon, lat in places]

    def rigid(self, lon: float, lat: float) -> Point:
        """The fit alone."""
        x, y = self.frame(lon, lat)
        (a, b, c), (d, e, f) = self._fit
        return a * x + b * y + c, d * x + e * y + f

    def errors(self) -> dict[str, float]:
        """How far from its hex the fit alone puts each named place, in hexes."""
        return {pin.name: math.dist(self.rigid(*pin.at), pin.to) for pin in self.pins}

    @property
    def km(self) -> tuple[float, float]:
        """The distance of two hexes in km, along each axis."""
        (a, b, _), (d, e, _) = self._fit
        return self.frame.unit / math.hypot(a, d), self.frame.unit / math.hypot(b, e)

    @cached_property
    def _fit(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        rows: list[list[float]] = []
        wanted: list[float] = []
        for pin in self.pins:
            x, y = self.frame(*pin.at)
            if self.stretched:
                rows += [[x, y, 1, 0, 0, 0], [0, 0, 0, x, y, 1]]
            else:
                rows += [[x, -y, 1, 0], [y, x, 0, 1]]
            wanted += [*pin.to]
        k = _least_squares(rows, wanted)
        if self.stretched:
            return (k[0], k[1], k[2]), (k[3], k[4], k[5])
        return (k[0], -k[1], k[2]), (k[1], k[0], k[3])

    def _pulled(self, point: Point) -> Point:
        x, y = point
        for at, (wx, wy) in self._pulls:
            pull = self._strength(math.dist(at, point))
            x, y = x + pull * wx, y + pull * wy
        return x, y

    def _strength(self, far: float) -> float:
        return (1 + far / self.reach) * math.exp(-far / self.reach)

    @cached_property
    def _pulls(self) -> list[tuple[Point, Point]]:
        """Where the fit puts each pin, and how strongly it pulls so that all pins together come out right."""
        spots = [self.rigid(*pin.at) for pin in self.pins]
        rows = [[self._strength(math.dist(one, other)) for other in spots] for one in spots]
        across = solved(rows, [pin.to[0] - spot[0] for pin, spot in zip(self.pins, spots, strict=True)])
        down = solved(rows, [pin.to[1] - spot[1] for pin, spot in zip(self.pins, spots, strict=True)])
        return list(zip(spots, zip(across, down, strict=True), strict=True))


@dataclass(frozen=True)
class Laid:
    """The plane of a sheet without printed numbers: a frame of its own choice, in hexes."""

    frame: Frame

    def __call__(self, lon: float, lat: float) -> Point:
        return self.frame(lon, lat)

    def line(self, places: Iterable[Point]) -> Line:
        return self.frame.line(places)

    def errors(self) -> dict[str, float]:
        return {}


def moved(line: Iterable[Point], by: Callable[[Point], Point]) -> Line:
    return [by(point) for point in line]


def _least_squares(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    size = range(len(rows[0]))
    normal = [[sum(row[i] * row[j] for row in rows) for j in size] for i in size]
    return solved(normal, [sum(row[i] * one for row, one in zip(rows, wanted, strict=True)) for i in size])


def solved(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """The solution of as many equations as unknowns (Gauss)."""
    work = [[*row, one] for row, one in zip(rows, wanted, strict=True)]
    size = len(work)
    for n in range(size):
        best = max(range(n, size), key=lambda m: abs(work[m][n]))
        work[n], work[best] = work[best], work[n]
        for m in range(n + 1, size):
            k = work[m][n] / work[n][n]
            work[m] = [a - k * b for a, b in zip(work[m], work[n], strict=True)]
    found = [0.0] * size
    for n in reversed(range(size)):
        rest = sum(work[n][m] * found[m] for m in range(n + 1, size))
        found[n] = (work[n][size] - rest) / work[n][n]
    return found
