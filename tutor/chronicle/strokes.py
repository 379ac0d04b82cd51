"""What a stroke over the board means: a ring, an arrow or a front along places, an area, a text."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from importlib import resources
from typing import Any

import traitlets as T
from anywidget import AnyWidget

from tutor.board.layout import Layout, Point

TOOLS = ("arrow", "front", "ring", "area", "mark")
STRAIGHT = 30.0  # so far from the straight line a hand may wander, on a map


class Pencil(AnyWidget):
    """It hears strokes, steps and keys in the page, and says them as messages."""

    _esm = resources.files("tutor.chronicle").joinpath("pencil.js").read_text("utf-8")
    _css = ".tutor-stroke{position:absolute;inset:0;width:100%;height:100%;pointer-events:none}" + (
        ".tutor-stroke polyline{fill:none;stroke-width:5;stroke-linecap:round;stroke-linejoin:round;opacity:.8}"
    )

    tool = T.Unicode().tag(sync=True)  # what is in hand; nothing leaves the board to the table
    colour = T.Unicode().tag(sync=True)


def shape_of(tool: str, points: Sequence[Point], layout: Layout) -> dict[str, Any] | None:
    """The shape that a stroke draws; None where it says too little."""
    if tool == "area":
        touched = _touched(points, layout)
        return {"area": touched} if touched else None
    if tool in ("ring", "mark"):
        place = layout.at(*points[-1])
        return {tool: place} if place is not None else None
    along = _places(_straightened(points), layout)
    return {tool: along} if len(along) > 1 else None


def _places(points: Sequence[Point], layout: Layout) -> list[str]:
    """The places of some points, each once in a row."""
    found: list[str] = []
    for point in points:
        place = layout.at(*point)
        if place is not None and found[-1:] != [place]:
            found.append(place)
    return found


def _touched(points: Sequence[Point], layout: Layout) -> list[str]:
    """Every place over which a stroke went."""
    between: list[Point] = [points[0]]
    for one, other in itertools.pairwise(points):
        many = max(1, math.ceil(math.dist(one, other) / 8))
        steps = (n / many for n in range(1, many + 1))
        between += [(one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t) for t in steps]
    return list(dict.fromkeys(_places(between, layout)))


def _straightened(points: Sequence[Point]) -> list[Point]:
    """The corners of a stroke: what lies off the line between its ends by no more than a hand shakes is left out."""
    if len(points) < 3:
        return list(points)
    first, last = points[0], points[-1]
    far, corner = max((_off(point, first, last), n) for n, point in enumerate(points[1:-1], 1))
    if far <= STRAIGHT:
        return [first, last]
    return [*_straightened(points[: corner + 1])[:-1], *_straightened(points[corner:])]


def _off(point: Point, one: Point, other: Point) -> float:
    """How far a point lies from the line between two others."""
    length = math.dist(one, other)
    if not length:
        return math.dist(point, one)
    (px, py), (ax, ay), (bx, by) = point, one, other
    t = min(max(((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length**2, 0.0), 1.0)
    return math.dist(point, (ax + (bx - ax) * t, ay + (by - ay) * t))
