"""The whole map, so small that it lies in a corner of the board: land and water, the front and the counters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tutor.board.layout import STEP, Layout
from tutor.board.look import CONTOUR, DESERT, FRONT, HEIGHTS, INK, MARSH, SEA, WOODS, nation
from tutor.board.paint.areas import CLOSED, LAND
from tutor.board.paint.figures import between
from tutor.board.paint.hexes import RISEN, HexSheet
from tutor.board.paint.ink import Box, Disc, Ink, Path, Points
from tutor.board.paint.terrain import RISE, look_of
from tutor.board.scene import Scene
from tutor.engine.space.maps import Hex, Sheet

BACK = "rgba(239,230,207,0.94)"
GROWN = {"sea": SEA, "woods": WOODS, "desert": DESERT, "marsh": MARSH}
BESIDE = 1.3  # of a hex: how far water is seen around the middle of one that the map lacks
OVER = 0.4  # pixels by which a strip reaches over the next one, so that nothing shines through between them
NEAR = 0.7  # pixels: of corners that lie so near to each other one is drawn


class Strip(NamedTuple):
    """Hexes of one colour that lie side by side: in which row, from where to where."""

    colour: str
    row: float
    first: float
    last: float


def overview(scene: Scene, k: float) -> Iterator[Ink]:
    """At a small scale, with the map's edge around it."""
    layout = scene.layout
    wide, tall = layout.width * k, layout.height * k
    yield Box(0, 0, wide, tall, BACK)
    yield from ground(layout, k)
    for one in scene.fronts:
        yield Path(_scaled(between(scene, one.one, one.other), k), "", FRONT, 1.2, False)
    for stack in scene.stacks:
        colour, ink = nation(stack.counters[-1].face.letters)
        yield Box(stack.x * k - 2, stack.y * k - 2, 4, 4, colour, ink, 0.7)
    yield Box(0, 0, wide, tall, "", INK, 1.4)


@lru_cache(maxsize=8)
def ground(layout: Layout, k: float) -> tuple[Ink, ...]:
    """The map alone; what has one colour follows each other, and is painted together."""
    return (*_water(layout, k), *_hexes(layout, k)) if layout.hexes else tuple(_areas(layout, k))


# -- hexes ------------------------------------------------------------------------------------------------------
def _water(layout: Layout, k: float) -> Iterator[Disc]:
    """Beside the coasts of a map without hexes for the sea."""
    sheet = HexSheet(layout, "en", (0, 0, layout.width, layout.height))
    yield from (Disc(x * k, y * k, BESIDE * layout.radius * k, SEA) for x, y in sheet.beyond)


def _hexes(layout: Layout, k: float) -> list[Path]:
    levels = sorted({hex.level for hex in layout.map})
    found = (_drawn(one, sheet, layout.radius, k) for sheet in layout.map.sheets.values()
             for one in _strips(layout, sheet, levels))  # fmt: skip
    return sorted(found, key=lambda one: one.fill)


def _strips(layout: Layout, sheet: Sheet, levels: list[int]) -> Iterator[Strip]:
    """Along its rows; a sheet of hexes with flat tops has columns."""
    upright = sheet.top == "pointy"
    centres = ((place, *layout.centres[place]) for place in sheet.places)
    rows = ((y, x, place) if upright else (x, y, place) for place, x, y in centres)
    now: Strip | None = None
    for row, at, place in sorted((round(row), at, place) for row, at, place in rows):
        colour = _colour(layout.map.hex(place), levels)
        if now is not None and (now.colour, now.row) == (colour, row) and at - now.last < 1.1 * STEP:
            now = now._replace(last=at)
            continue
        if now is not None:
            yield now
        now = Strip(colour, row, at, at)
    if now is not None:
        yield now


def _drawn(one: Strip, sheet: Sheet, radius: float, k: float) -> Path:
    half, side = 0.75 * radius * k + OVER, STEP / 2 * k + OVER
    (a, b), (low, high) = (one.first * k - side, one.last * k + side), (one.row * k - half, one.row * k + half)
    ring = ((a, low), (b, low), (b, high), (a, high))
    return Path(ring if sheet.top == "pointy" else tuple((y, x) for x, y in ring), one.colour)


def _colour(hex: Hex, levels: list[int]) -> str:
    """What grows or flows there; else how high it lies."""
    look = look_of(hex.terrain)
    if look in GROWN:
        return GROWN[look]
    if len(levels) > 1:
        part = (hex.level - levels[0]) / (levels[-1] - levels[0])
        return HEIGHTS[round(part * (len(HEIGHTS) - 1))]
    return (HEIGHTS[0], *RISEN)[RISE.get(look, 0)]


# -- areas ------------------------------------------------------------------------------------------------------
def _areas(layout: Layout, k: float) -> Iterator[Path]:
    for one in layout.drawings:
        left, top, width, height = one.box
        yield Path(_scaled(_box(left, top, width, height), k), SEA)
        yield from (Path(_scaled(ring, k), CLOSED) for ring in one.drawn.land)
    for place in layout.outlines:
        fill = SEA if layout.wet(place) else CLOSED if "closed" in layout.map.area(place).flags else LAND[0]
        yield from (Path(_scaled(ring, k), fill, CONTOUR, 0.4) for ring in layout.rings(place))


def _box(left: float, top: float, width: float, height: float) -> Points:
    right, low = left + width, top + height
    return ((left, top), (right, top), (right, low), (left, low))


def _scaled(points: Points, k: float) -> Points:
    """The same line so small, without what nobody could see of it."""
    found: list[tuple[float, float]] = []
    for x, y in points:
        at = round(x * k, 1), round(y * k, 1)
        if not found or max(abs(at[0] - found[-1][0]), abs(at[1] - found[-1][1])) >= NEAR:
            found.append(at)
    return tuple(found)
