"""Where places lie on the board, in CSS pixels: hexes from their grid, areas as the cells around their points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from tutor.board.fray import chained, frayed, ring
from tutor.board.look import MARGIN, RADIUS, WHOLE, WINDOW
from tutor.engine.space.drawn import Drawn
from tutor.engine.space.hexes import centre
from tutor.engine.space.maps import AreaMap, HexMap, Sheet
from tutor.engine.text import Text

Point: TypeAlias = tuple[float, float]
STEP = RADIUS * math.sqrt(3)  # from a hex to its neighbour
HEAD, LETTER = 30.0, 9.4  # the room for the name of a sheet above it: its height, and what a letter takes
BETWEEN = 46.0  # between two sheets
SEAS = frozenset({"sea", "sea-area", "ocean"})
EDGE = 6.0  # how far within the board the line runs that frames a map of areas
AROUND = 30.0  # what is seen of the land around areas with outlines, in units of the map
CROWD = 120.0  # how far apart points lie at least, for two stacks and a name
ROOMY = 140.0  # the same for areas with outlines, whose points lie in their midst
SNUG = 100.0  # so near they may lie where the map is then seen whole
TOUCH = 8.0  # how long a border must be for two areas to do more than touch


@dataclass(frozen=True, slots=True)
class SheetBox:
    """Where one of several sheets lies, without its name, which stands above it."""

    name: Text
    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def low(self) -> float:
        return self.top + self.height

    @property
    def titled(self) -> tuple[float, float, float, float]:
        """Where its name stands, whichever language it is in: the middle, half the width and half the height."""
        half = _titled(self.name) / 2
        return self.left + half, self.top - HEAD / 2, half, HEAD / 2


def _titled(name: Text) -> float:
    return LETTER * max(len(name.fr), len(name.en))


@dataclass(frozen=True, eq=False)
class Drawing:
    """What a map draws beneath its places, on the board: where, and all its lines and words."""

    box: tuple[float, float, float, float]  # left, top, width, height
    drawn: Drawn


@dataclass(frozen=True, eq=False)
class Layout:
    """A map with a centre and an outline for every place; compared by identity, like the map."""

    map: Any
    kind: str
    width: float
    height: float
    radius: float
    centres: Mapping[str, Point]
    outlines: Mapping[str, tuple[Point, ...]]
    cells: Mapping[tuple[int, int], tuple[str, ...]] = field(repr=False)
    corners: Mapping[str, tuple[Point, ...]] = field(default_factory=dict, repr=False)
    borders: Mapping[tuple[str, str], tuple[Point, ...]] = field(default_factory=dict, repr=False)
    islands: Mapping[str, tuple[tuple[Point, ...], ...]] = field(default_factory=dict, repr=False)
    drawings: tuple[Drawing, ...] = field(default=(), repr=False)
    regions: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    sheets: Mapping[str, SheetBox] = field(default_factory=dict, repr=False)

    @property
    def hexes(self) -> bool:
        return self.kind == "hexes"

    @property
    def window(self) -> tuple[int, int]:
        """The size of the board: the whole map, or a window on it."""
        if self.width <= WHOLE[0] and self.height <= WHOLE[1]:
            return round(self.width), round(self.height)
        return min(round(self.width), WINDOW[0]), min(round(self.height), WINDOW[1])

    @property
    def whole(self) -> bool:
        """Whether all of the map is seen at once."""
        return self.window == (round(self.width), round(self.height))

    @cached_property
    def anchors(self) -> Mapping[str, Point]:
        """Where what lies in a place is drawn; a region of many hexes has one in its midst."""
        return {**self.centres, **{key: self._midst(places) for key, places in self.regions.items()}}

    def _midst(self, places: tuple[str, ...]) -> Point:
        x = sum(self.centres[place][0] for place in places) / len(places)
        y = sum(self.centres[place][1] for place in places) / len(places)
        return min((self.centres[place] for place in places), key=lambda centre: math.dist(centre, (x, y)))

    def border(self, one: str, other: str) -> tuple[Point, ...] | None:
        """The border that two areas share, unless they only touch."""
        return self.borders.get((one, other))

    def beside(self, place: str) -> tuple[str, ...]:
        """The places that lie next to one over land, whether a way leads there or not."""
        if self.hexes:
            near: tuple[str, ...] = self.map.neighbours(place)
            return near
        others = (other for other in self.corners if other != place and self.border(place, other))
        return tuple(other for other in others if not self.overseas(place, other))

    def beyond(self, place: str) -> tuple[str, ...]:
        """The places of the other sheets."""
        if not self.sheets:
            return ()
        mine = self.map.sheet(place)
        return tuple(other for other in self.centres if self.map.sheet(other) is not mine)

    def wet(self, place: str) -> bool:
        """Whether an area is sea."""
        return bool(SEAS & self.map.area(place).flags) or place.startswith("sea-")

    def overseas(self, one: str, other: str) -> bool:
        """Whether water lies between two lands: all links are by sea, of this border or of either land."""
        if self.wet(one) or self.wet(other):
            return False
        near = self.map.neighbours
        several = ([(one, other)], [(one, to) for to in near(one)], [(other, to) for to in near(other)])
        kinds = ([link.kind for pair in pairs for link in self.map.links(*pair)] for pairs in several)
        return any(found and all("sea" in kind for kind in found) for found in kinds)

    def room(self, place: str, y: float, tall: float) -> tuple[float, float]:
        """From where to where an area reaches at a height, over so much height."""
        x = self.centres[place][0]
        left, right = 0.0, self.width
        ring = self.corners[place]
        for at in (y - tall / 2, y, y + tall / 2):
            crossed = [
                ax + (at - ay) / (by - ay) * (bx - ax)
                for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)
                if (ay > at) != (by > at)
            ]
            left = max([left, *(one for one in crossed if one <= x)])
            right = min([right, *(one for one in crossed if one > x)])
        return left, right

    def parts(self, place: str) -> tuple[str, ...]:
        """The hexes of a region; any other place is its own only part."""
        return self.regions.get(place, (place,) if place in self.centres else ())

    def over(self, place: str | None) -> tuple[str, ...]:
        """The regions to which a hex belongs."""
        return tuple(key for key, places in self.regions.items() if place in places)

    def at(self, x: float, y: float) -> str | None:
        """The place under a point. Pointers are a fraction off, so the nearest centre decides among hexes."""
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            return None
        near = self.near(x, y)
        if not near:
            return None
        place = min(near, key=lambda one: math.dist(self.centres[one], (x, y)))
        if self.hexes:
            return place if math.dist(self.centres[place], (x, y)) <= self.radius else None
        return next((one for one in near if any(inside(ring, x, y) for ring in self.rings(one))), place)

    def rings(self, place: str) -> tuple[tuple[Point, ...], ...]:
        """The outline of a place, with those of its islands."""
        return (self.outlines[place], *self.islands.get(place, ()))

    def near(self, x: float, y: float) -> list[str]:
        """The places whose centres are not far."""
        if not self.hexes:
            return list(self.centres)
        size = 2 * self.radius
        column, row = int(x // size), int(y // size)
        around = ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
        return [place for cell in around for place in self.cells.get(cell, ())]

    def within(self, left: float, top: float, width: float, height: float, more: float = 0) -> list[str]:
        """The places that can be seen through a window."""
        reach = self.radius + more
        return [
            place
            for place, (x, y) in self.centres.items()
            if left - reach <= x <= left + width + reach and top - reach <= y <= top + height + reach
        ]


def inside(polygon: tuple[Point, ...], x: float, y: float) -> bool:
    """Whether a point lies in a polygon."""
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


@lru_cache(maxsize=32)
def layout_of(map: HexMap | AreaMap) -> Layout:
    """The layout of a map; the same object each time."""
    return _of_hexes(map) if isinstance(map, HexMap) else _of_areas(map)


# -- hexes ------------------------------------------------------------------------------------------------------
def _of_hexes(map: HexMap) -> Layout:
    boxes = _sheets_on_table(map)
    centres: dict[str, Point] = {}
    outlines: dict[str, tuple[Point, ...]] = {}
    for key, box in boxes.items():
        centres |= _centres(map, map.sheets[key], box)
        outlines |= _hexagons(map.sheets[key], centres)
    return Layout(
        map=map,
        kind="hexes",
        width=round(max(box.right for box in boxes.values()) + MARGIN),
        height=round(max(box.low for box in boxes.values()) + MARGIN),
        radius=RADIUS,
        centres=centres,
        outlines=outlines,
        cells=_cells(centres, 2 * RADIUS),
        regions={key: one.hexes for key, one in map.named.items() if one.hexes and key not in centres},
        sheets=boxes if len(boxes) > 1 else {},
        drawings=tuple(_drawing(map.sheets[key], box) for key, box in boxes.items() if map.sheets[key].drawn),
    )


def _drawing(sheet: Sheet, box: SheetBox) -> Drawing:
    """What a sheet draws; its lines count in hundredths of a step from where its own cells begin."""
    raw = [centre(sheet.numbering.cell(place), sheet.top) for place in sheet.places]
    west, north = min(x for x, _ in raw), min(y for _, y in raw)
    half_x, half_y = _halves(sheet)
    left, top = box.left + half_x - west * STEP, box.top + half_y - north * STEP
    assert sheet.drawn is not None
    drawn = sheet.drawn.moved(lambda x, y: (left + x / 100 * STEP, top + y / 100 * STEP))
    return Drawing((box.left, box.top, box.width, box.height), drawn)


def _sheets_on_table(map: HexMap) -> dict[str, SheetBox]:
    """Where each sheet lies: at its corner where the map says so, else right of the one before, each below its name."""
    head = HEAD if len(map.sheets) > 1 else 0.0
    found: dict[str, SheetBox] = {}
    left = MARGIN
    for key, sheet in map.sheets.items():
        x, y = sheet.at or (None, 0.0)
        corner = MARGIN + x * STEP if x is not None else left, MARGIN + head + y * STEP
        broad, tall = _extent(map, sheet)
        named = _titled(sheet.name) if head else 0.0
        found[key] = box = SheetBox(sheet.name, *corner, max(broad, named), tall)
        left = box.right + BETWEEN
    return found


def _halves(sheet: Sheet) -> Point:
    """From the centre of a hex to its eastern and to its southern end."""
    return (STEP / 2, RADIUS) if sheet.top == "pointy" else (RADIUS, STEP / 2)


def _first(map: HexMap, sheet: Sheet) -> Point:
    """How far to the west and to the north the centres of a sheet reach, in steps."""
    raw = [map.centre(place) for place in sheet.places]
    return min(x for x, _ in raw), min(y for _, y in raw)


def _extent(map: HexMap, sheet: Sheet) -> Point:
    """How broad and how tall a sheet is."""
    raw = [map.centre(place) for place in sheet.places]
    (left, top), (half_x, half_y) = _first(map, sheet), _halves(sheet)
    broad, tall = (max(x for x, _ in raw) - left) * STEP, (max(y for _, y in raw) - top) * STEP
    return half_x + broad + half_x, half_y + tall + half_y


def _centres(map: HexMap, sheet: Sheet, box: SheetBox) -> dict[str, Point]:
    (left, top), (half_x, half_y) = _first(map, sheet), _halves(sheet)
    raw = ((place, map.centre(place)) for place in sheet.places)
    return {
        place: (box.left + half_x + (x - left) * STEP, box.top + half_y + (y - top) * STEP) for place, (x, y) in raw
    }


def _hexagons(sheet: Sheet, centres: Mapping[str, Point]) -> dict[str, tuple[Point, ...]]:
    turn = 0.0 if sheet.top == "pointy" else math.pi / 6
    corners = [
        (math.sin(turn + k * math.pi / 3) * RADIUS, -math.cos(turn + k * math.pi / 3) * RADIUS) for k in range(6)
    ]
    places = ((place, centres[place]) for place in sheet.places)
    return {place: tuple((round(x + dx, 1), round(y + dy, 1)) for dx, dy in corners) for place, (x, y) in places}


def _cells(centres: Mapping[str, Point], size: float) -> dict[tuple[int, int], tuple[str, ...]]:
    found: dict[tuple[int, int], list[str]] = {}
    for place, (x, y) in centres.items():
        found.setdefault((int(x // size), int(y // size)), []).append(place)
    return {cell: tuple(places) for cell, places in found.items()}


# -- areas ------------------------------------------------------------------------------------------------------
def _of_areas(map: AreaMap) -> Layout:
    return _outlined(map) if all(area.outline and area.at for area in map) else _of_points(map)


def _outlined(map: AreaMap) -> Layout:
    """Areas whose outlines the map knows."""
    everything = [point for area in map for outline in area.outline for point in outline]
    frame = (map.drawn and map.drawn.frame) or (-math.inf, -math.inf, math.inf, math.inf)
    left = max(min(x for x, _ in everything) - AROUND, frame[0])
    top = max(min(y for _, y in everything) - AROUND, frame[1])
    right = min(max(x for x, _ in everything) + AROUND, frame[2])
    low = min(max(y for _, y in everything) + AROUND, frame[3])
    points = {area.id: area.at for area in map if area.at}
    spread = max(_spread(points), 1.0)
    whole = min(WHOLE[0] / (right - left), WHOLE[1] / (low - top))
    apart = whole if SNUG / spread <= whole else ROOMY / spread
    scale = max(WINDOW[0] / (right - left), min(apart, ROOMY / spread, 6 * WINDOW[0] / (right - left)))

    def on_board(x: float, y: float) -> Point:
        return round((x - left) * scale, 1), round((y - top) * scale, 1)

    def put(line: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(on_board(x, y) for x, y in line)

    size = round((right - left) * scale), round((low - top) * scale)

    rings = {area.id: sorted((put(outline) for outline in area.outline), key=_area, reverse=True) for area in map}
    centres = {id: put([at])[0] for id, at in points.items()}
    borders = dict(_shared(rings))
    rings = {id: [*filter(None, (_framed(ring, *size) for ring in several))] for id, several in rings.items()}
    corners = {id: several[0] for id, several in rings.items()}
    return Layout(
        map=map,
        kind="areas",
        width=size[0],
        height=size[1],
        radius=_spread(centres) / 2,
        centres=centres,
        outlines=corners,
        cells={},
        corners=corners,
        borders=borders,
        islands={id: tuple(several[1:]) for id, several in rings.items() if several[1:]},
        drawings=() if map.drawn is None else (Drawing((0, 0, *size), map.drawn.moved(on_board)),),
    )


def _framed(ring: tuple[Point, ...], width: float, height: float) -> tuple[Point, ...]:
    """What of an outline lies within the frame of the map: what is beyond is neither drawn nor marked."""
    if all(EDGE <= x <= width - EDGE and EDGE <= y <= height - EDGE for x, y in ring):
        return ring
    (x, y), left = (width / 2, height / 2), [*ring]
    for beyond in ((2 * EDGE - x, y), (width - 2 * EDGE + x, y), (x, 2 * EDGE - y), (x, height - 2 * EDGE + y)):
        left = _cut(left, (x, y), beyond)
    return tuple((round(x, 1), round(y, 1)) for x, y in left)


def _area(ring: tuple[Point, ...]) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in _sides(ring))) / 2


def _sides(ring: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _shared(rings: Mapping[str, list[tuple[Point, ...]]]) -> Iterator[tuple[tuple[str, str], tuple[Point, ...]]]:
    """The longest line of corners that two outlines have in common."""
    owners: dict[tuple[Point, Point], list[str]] = {}
    for id, several in rings.items():
        for outline in several:
            for a, b in _sides(outline):
                owners.setdefault((min(a, b), max(a, b)), []).append(id)
    sides: dict[tuple[str, str], list[tuple[Point, Point]]] = {}
    for side, ids in owners.items():
        if len(ids) == 2 and ids[0] != ids[1]:
            sides.setdefault((min(ids), max(ids)), []).append(side)
    for (one, other), shared in sides.items():
        line = tuple(max(chained(shared), key=_length))
        if _length(line) > TOUCH:
            yield (one, other), line
            yield (other, one), line


def _length(line: Iterable[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def _of_points(map: AreaMap) -> Layout:
    """Areas of which the map knows a point at most: to each what lies nearest."""
    given = {area.id: area.at for area in map}
    points = {id: at for id, at in given.items() if at is not None}
    if len(points) < len(given):
        points = _around(tuple(given), points)
    width, height, centres = _fitted(points)
    right, low = width - EDGE, height - EDGE
    frame = ((EDGE, EDGE), (right, EDGE), (right, low), (EDGE, low))
    corners = {id: _cell(id, centres, frame) for id in centres}
    centres = {id: _middle(corners[id], centres[id]) for id in centres}
    outlines = {id: ring(points, (EDGE, right, EDGE, low)) for id, points in corners.items()}
    pairs = (
        (one, other, _common(corners[one], corners[other])) for one in corners for other in corners if one != other
    )
    return Layout(
        map=map,
        kind="areas",
        width=width,
        height=height,
        radius=_spread(centres) / 2,
        centres=centres,
        outlines=outlines,
        cells={},
        corners=corners,
        borders={(one, other): tuple(frayed(*ends)) for one, other, ends in pairs if ends},
    )


def _common(mine: tuple[Point, ...], theirs: tuple[Point, ...]) -> tuple[Point, Point] | None:
    """The two ends of the border that two cells share, unless they only touch."""
    shared = [p for p in mine if any(math.dist(p, q) < 1.5 for q in theirs)]
    return (shared[0], shared[-1]) if len(shared) >= 2 and math.dist(shared[0], shared[-1]) > TOUCH else None


def _around(ids: tuple[str, ...], known: Mapping[str, Point]) -> dict[str, Point]:
    """Points for areas that have none: on a grid, in the order of the map."""
    side = math.ceil(math.sqrt(len(ids)))
    return {
        id: known.get(id, (100.0 * (n % side) + 17 * (n // side % 2), 80.0 * (n // side))) for n, id in enumerate(ids)
    }


def _fitted(points: Mapping[str, Point]) -> tuple[float, float, dict[str, Point]]:
    """Scaled so that neighbours are far enough apart for two stacks and a name."""
    left, right = min(x for x, _ in points.values()), max(x for x, _ in points.values())
    top, bottom = min(y for _, y in points.values()), max(y for _, y in points.values())
    broad, tall = max(right - left, 1.0), max(bottom - top, 1.0)
    wanted = (WINDOW[0] - 170) / broad
    scale = max(wanted, min(CROWD / max(_spread(points), 1.0), 6 * wanted))
    down = max(scale, min(1.35 * scale, (WINDOW[1] - 130) / tall))
    centres = {id: (85 + (x - left) * scale, 65 + (y - top) * down) for id, (x, y) in points.items()}
    return round(170 + broad * scale), round(130 + tall * down), centres


def _spread(points: Mapping[str, Point]) -> float:
    """The distance between the nearest two points."""
    listed = list(points.values())
    return min((math.dist(a, b) for i, a in enumerate(listed) for b in listed[:i]), default=100.0)


def _cell(id: str, centres: Mapping[str, Point], frame: tuple[Point, ...]) -> tuple[Point, ...]:
    """What lies nearer to this point than to any other."""
    polygon = list(frame)
    for other, (ox, oy) in centres.items():
        if other != id and polygon:
            polygon = _cut(polygon, centres[id], (ox, oy))
    return tuple((round(x, 1), round(y, 1)) for x, y in polygon)


def _cut(polygon: list[Point], mine: Point, other: Point) -> list[Point]:
    nx, ny = other[0] - mine[0], other[1] - mine[1]
    limit = (nx * (mine[0] + other[0]) + ny * (mine[1] + other[1])) / 2
    kept: list[Point] = []
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        a, b = nx * ax + ny * ay - limit, nx * bx + ny * by - limit
        if a <= 0:
            kept.append((ax, ay))
        if (a < 0 < b) or (b < 0 < a):
            t = a / (a - b)
            kept.append((ax + (bx - ax) * t, ay + (by - ay) * t))
    return kept


def _middle(polygon: tuple[Point, ...], point: Point) -> Point:
    """Between an area's point and the middle of its cell, where there is most room."""
    if not polygon:
        return point
    x = sum(p[0] for p in polygon) / len(polygon)
    y = sum(p[1] for p in polygon) / len(polygon)
    return round((x + point[0]) / 2, 1), round((y + point[1]) / 2, 1)
