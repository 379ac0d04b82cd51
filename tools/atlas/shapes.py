"""Shapes of the plane: land and lakes from their layers, borders from their file, lines as text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol

import shapely
import yaml
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from tools.atlas.earth import DATA, Line, Point, layer


class Lays(Protocol):
    """Whatever lays lines of the earth into a plane."""

    def line(self, places: Iterable[Point]) -> Line: ...


def filled(frame: Lays, rings: Iterable[Sequence[Point]], within: BaseGeometry) -> BaseGeometry:
    """What rings enclose, as far as it lies within; a ring within a ring is a hole."""
    left, top, right, low = within.bounds
    found: BaseGeometry = Polygon()
    for ring in rings:
        line = frame.line(ring)
        xs, ys = [x for x, _ in line], [y for _, y in line]
        if len(line) > 3 and max(xs) > left and min(xs) < right and max(ys) > top and min(ys) < low:
            found = found.symmetric_difference(shapely.make_valid(Polygon(line)).intersection(within))
    return polygonal(found)


def land(frame: Lays, within: BaseGeometry) -> BaseGeometry:
    return filled(frame, (ring for _, ring in layer("land")), within)


def lakes(frame: Lays, within: BaseGeometry, names: Iterable[str]) -> BaseGeometry:
    """The named lakes: the data show those of today, a sheet names those of its time."""
    wanted = set(names)
    return filled(frame, (ring for name, ring in layer("lakes") if name in wanted), within)


@lru_cache(maxsize=1)
def borders() -> dict[str, list[Point]]:
    return yaml.safe_load((DATA / "borders.yaml").read_text("utf-8"))  # type: ignore[no-any-return]


def border(frame: Lays, name: str) -> LineString:
    return LineString(frame.line((lon, lat) for lon, lat in borders()[name]))


@lru_cache(maxsize=1)
def every_front() -> dict[str, Any]:
    return yaml.safe_load((DATA / "fronts.yaml").read_text("utf-8"))  # type: ignore[no-any-return]


def fronts(
    laid: Callable[[Iterable[Point]], Line], names: Iterable[str], within: BaseGeometry, scale: float
) -> list[dict[str, Any]]:
    """Where fronts ran on each of their days, as far as that lies within: the form of a map's file."""
    return [
        {"front": front, "date": day["date"], "name": day["name"], "line": line_text(_scaled(part, scale))}
        for front in names
        for day in every_front()[front]["days"]
        for line in day["lines"]
        for part in parts_of(LineString(laid(line)).intersection(within))
        if part.geom_type == "LineString"
    ]


def _scaled(line: BaseGeometry, scale: float) -> Iterator[Point]:
    return ((x * scale, y * scale) for x, y in line.coords)


def polygonal(shape: BaseGeometry) -> BaseGeometry:
    """Its parts that have an area."""
    parts = [part for part in parts_of(shape) if part.geom_type == "Polygon" and part.area > 0]
    return shapely.union_all(parts) if parts else Polygon()


def parts_of(shape: BaseGeometry) -> Iterator[BaseGeometry]:
    for part in getattr(shape, "geoms", (shape,)):
        if hasattr(part, "geoms"):
            yield from parts_of(part)
        elif not part.is_empty:
            yield part


def rings(shape: BaseGeometry) -> list[str]:
    """The rings of a shape as text, always in the same order and from the same corner."""
    found = []
    for polygon in parts_of(shape):
        for ring in (polygon.exterior, *polygon.interiors):
            points = _whole(ring.coords)
            if len(points) > 2:
                found.append(_from_least(points))
    return [text(points) for points in sorted(found)]


def text(points: Iterable[Point]) -> str:
    return " ".join(f"{round(x)},{round(y)}" for x, y in points)


def line_text(points: Iterable[Point]) -> str:
    return text(_without_repeats((round(x), round(y)) for x, y in points))


def _whole(coords: Iterable[Sequence[float]]) -> list[tuple[int, int]]:
    points = _without_repeats((round(x), round(y)) for x, y, *_ in coords)
    return points[:-1] if len(points) > 1 and points[0] == points[-1] else points


def _without_repeats(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for point in points:
        if not found or point != found[-1]:
            found.append(point)
    return found


def _from_least(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same ring with the clock, from its least corner."""
    turning = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True))
    way = points if turning > 0 else points[::-1]
    first = way.index(min(way))
    return way[first:] + way[:first]


def strayed(point: Point, far: float, long: float) -> Point:
    """A point moved by a smooth wobble that hangs on its place alone: neighbours see the same border move."""
    x, y = point[0] / long, point[1] / long
    dx = math.sin(1.9 * y + 1.3 * math.sin(1.1 * x)) + 0.5 * math.sin(4.3 * y + 2.1 * x)
    dy = math.sin(1.7 * x + 1.2 * math.sin(1.3 * y) + 2.0) + 0.5 * math.sin(3.9 * x - 2.3 * y)
    return point[0] + far * dx, point[1] + far * dy


def thick(line: Line, by: float) -> BaseGeometry:
    return LineString(line).buffer(by)
