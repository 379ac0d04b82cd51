"""Lines that look drawn by hand, and are the same each time: every wobble hangs on its place alone."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


def noise(x: float, y: float, salt: int = 0) -> float:
    """A number from -1 to 1 that hangs on a place alone."""
    n = (round(x * 10) * 374761393 + round(y * 10) * 668265263 + salt * 974711) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    n ^= n >> 16
    return (n & 0xFFFF) / 32767.5 - 1


def frayed(a: Point, b: Point, rounds: int = 4, by: float = 0.09) -> list[Point]:
    """A border between two corners, broken at its middles; the same from either end."""
    if rounds == 0 or math.dist(a, b) < 6:
        return [a, b]
    (ax, ay), (bx, by_) = sorted((a, b))
    turn = by * noise(ax + bx, ay + by_, 7)
    middle = ((ax + bx) / 2 - (by_ - ay) * turn, (ay + by_) / 2 + (bx - ax) * turn)
    return frayed(a, middle, rounds - 1, by)[:-1] + frayed(middle, b, rounds - 1, by)


def ring(corners: tuple[Point, ...], edges: tuple[float, ...] = ()) -> tuple[Point, ...]:
    """A closed border, frayed but for the sides on the map's edges (left, right, top, low)."""
    found: list[Point] = []
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        straight = (a[0] == b[0] and a[0] in edges[:2]) or (a[1] == b[1] and a[1] in edges[2:])
        found += [a] if straight else frayed(a, b)[:-1]
    return tuple((round(x, 1), round(y, 1)) for x, y in found)


def chained(sides: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Hexsides joined to lines as long as they go."""
    near: dict[Point, list[Point]] = {}
    for a, b in sides:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    lines = []
    ends = sorted(near, key=lambda p: (len(near[p]) != 1, p))
    for start in ends:
        while near[start]:
            line, at = [start], start
            while near[at]:
                to = near[at].pop()
                near[to].remove(at)
                line.append(to)
                at = to
                if len(near[at]) > 1:
                    break
            lines.append(line)
    return lines
