"""The earth: layers of public geography, and how a place in degrees comes to lie in the plane of a sheet."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeAlias

DATA = Path(__file__).with_name("data")
RADIUS = 6371.0  # km
FINE = 1000  # layers count in thousandths of a degree

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = list[Point]


@lru_cache(maxsize=8)
def layer(name: str) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """The named lines or rings of a layer, in degrees."""
    rows = (json.loads(row) for row in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines())
    return tuple((name, tuple(unpacked(line))) for name, line in rows)


def unpacked(line: str) -> Iterable[Point]:
    numbers = [int(number) for number in line.split()]
    x = y = 0
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        yield x / FINE, y / FINE


@dataclass(frozen=True)
class Frame:
    """A sheet's plane: a conic projection (Lambert's, true to angles), then scaled, turned and shifted.

    In the plane x grows to the right and y downwards, as on a map that lies on a table.
    """

    parallels: tuple[float, float]
    meridian: float
    unit: float  # km
    turn: float = 0.0  # degrees, with the clock
    shift: Point = (0.0, 0.0)

    def __call__(self, lon: float, lat: float) -> Point:
        """A place on earth, in the plane."""
        east, north = self.projected(lon, lat)
        c, s = self._turned
        x, y = east * c - north * s, -(east * s + north * c)
        return x / self.unit + self.shift[0], y / self.unit + self.shift[1]

    def earth(self, x: float, y: float) -> Point:
        """A place of the plane, in degrees."""
        x, y = (x - self.shift[0]) * self.unit, (y - self.shift[1]) * self.unit
        c, s = self._turned
        return self.unprojected(x * c - y * s, -x * s - y * c)

    def line(self, places: Iterable[Point]) -> Line:
        return [self(lon, lat) for lon, lat in places]

    def projected(self, lon: float, lat: float) -> Point:
        """Km east and north of the point where the meridian meets the middle parallel."""
        n, _ = self._cone
        far, turn = self._far(lat), n * math.radians(lon - self.meridian)
        return far * math.sin(turn), self._middle - far * math.cos(turn)

    def unprojected(self, east: float, north: float) -> Point:
        n, k = self._cone
        down = self._middle - north
        far = math.hypot(east, down)
        lat = 2 * math.atan((RADIUS * k / far) ** (1 / n)) - math.pi / 2
        return self.meridian + math.degrees(math.atan2(east, down) / n), math.degrees(lat)

    @cached_property
    def _turned(self) -> Point:
        turn = math.radians(self.turn)
        return math.cos(turn), -math.sin(turn)

    @cached_property
    def _cone(self) -> Point:
        one, other = (math.radians(lat) for lat in self.parallels)
        slopes = [math.tan(math.pi / 4 + lat / 2) for lat in (one, other)]
        n = math.log(math.cos(one) / math.cos(other)) / math.log(slopes[1] / slopes[0])
        return n, math.cos(one) * slopes[0] ** n / n

    @cached_property
    def _middle(self) -> float:
        return self._far(sum(self.parallels) / 2)

    def _far(self, lat: float) -> float:
        n, k = self._cone
        return float(RADIUS * k / math.tan(math.pi / 4 + math.radians(lat) / 2) ** n)
