"""Lines that look surveyed rather than computed, and are the same each time: every wobble hangs on its place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tutor.board.fray import chained as chains
from tutor.board.fray import frayed, noise
from tutor.board.layout import Layout, Point

__all__ = ["bent", "chains", "evened", "frayed", "noise", "outline", "rounded", "side", "snapped", "wobbled"]


def wobbled(points: Iterable[Point], by: float, salt: int = 0) -> list[Point]:
    return [(x + by * noise(x, y, salt), y + by * noise(x, y, salt + 1)) for x, y in points]


def rounded(points: Sequence[Point], closed: bool, rounds: int = 3) -> list[Point]:
    """Corners cut, several times over (Chaikin)."""
    found = list(points)
    for _ in range(rounds):
        ends = found[1:] + found[:1] if closed else found[1:]
        cut: list[Point] = []
        for (ax, ay), (bx, by) in zip(found, ends, strict=False):
            cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        found = cut if closed else [found[0], *cut, found[-1]]
    return found


def evened(points: Sequence[Point], rounds: int) -> list[Point]:
    """A line whose corners have come to lie between their neighbours; its ends stay."""
    found = list(points)
    for _ in range(rounds):
        threes = zip(found, found[1:], found[2:], strict=False)
        middles = [((ax + 2 * x + bx) / 4, (ay + 2 * y + by) / 4) for (ax, ay), (x, y), (bx, by) in threes]
        found = [found[0], *middles, found[-1]]
    return found


def outline(layout: Layout, places: Iterable[str]) -> list[list[Point]]:
    """The closed outlines of some hexes together: the sides that only one of them has, chained."""
    ends: dict[Point, list[Point]] = {}
    for place in places:
        ring = [snapped(p) for p in layout.outlines[place]]
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            if a in ends.get(b, ()):
                ends[b].remove(a)
            else:
                ends.setdefault(a, []).append(b)
    loops = []
    for start in list(ends):
        while ends[start]:
            loop, at = [], start
            while ends.get(at):
                loop.append(at)
                at = ends[at].pop()
            loops.append(loop)
    return loops


def snapped(point: Point) -> Point:
    """Corners of neighbours differ by a rounding; the nearest whole pixel does not."""
    return round(point[0]), round(point[1])


def side(layout: Layout, one: str, other: str) -> tuple[Point, Point] | None:
    """The two corners that neighbouring hexes share."""
    mine = {snapped(p) for p in layout.outlines[one]}
    theirs = [snapped(p) for p in layout.outlines[other]]
    shared = [p for p in theirs if p in mine or any(math.dist(p, q) < 2 for q in mine)]
    return (shared[0], shared[1]) if len(shared) >= 2 else None


def bent(points: Sequence[Point], by: float = 0.13) -> list[Point]:
    """A road through centres, bent a little between them."""
    found = [points[0]]
    for (ax, ay), (bx, by_) in pairwise(points):
        turn = by * noise((ax + bx) / 2, (ay + by_) / 2, 3)
        found += [((ax + bx) / 2 - (by_ - ay) * turn, (ay + by_) / 2 + (bx - ax) * turn), (bx, by_)]
    return found
