"""A map of hexes as SVG: heights, relief, woods, water, ways, names. A window looks like that part of the whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import pairwise

from tutor.board.layout import Layout, Point
from tutor.board.look import (
    BANK,
    CLIFF,
    CONTOUR,
    DESERT,
    GLINT,
    GRID,
    HEIGHTS,
    HOUSE,
    INK,
    MARSH,
    PAPER,
    ROAD,
    ROAD_CASING,
    SANS,
    SEA,
    SERIF,
    SHALLOWS,
    TRACK,
    TREE,
    TREE_LIGHT,
    WATER,
    WATER_EDGE,
    WOODS,
)  # fmt: skip
from tutor.board.paint import curves
from tutor.board.paint.ink import d
from tutor.board.paint.terrain import look_of, side_look, way_look
from tutor.engine.space.maps import Hex, Named
from tutor.engine.text import Lang

HALO = f'paint-order="stroke" stroke="{PAPER}" stroke-opacity=".88" stroke-linejoin="round"'


@dataclass(frozen=True, eq=False)
class HexSheet:
    """The part of a map of hexes that a window shows."""

    layout: Layout
    lang: Lang
    window: tuple[float, float, float, float]
    plain: bool = False

    @cached_property
    def places(self) -> list[str]:
        """What is seen, with a margin: what lies just outside shapes the curves inside."""
        return self.layout.within(*self.window, more=2.2 * self.layout.radius)

    @cached_property
    def seen(self) -> list[str]:
        return self.layout.within(*self.window)

    def hex(self, place: str) -> Hex:
        found: Hex = self.layout.map.hex(place)
        return found

    def of_look(self, *looks: str) -> list[str]:
        return [place for place in self.places if look_of(self.hex(place).terrain) in looks]

    def smooth(self, places: Iterable[str], wobble: float, salt: int) -> str:
        loops = curves.outline(self.layout, places)
        return "".join(_path(curves.rounded(curves.wobbled(loop, wobble, salt), True), True) for loop in loops)

    # -- the ground ---------------------------------------------------------------------------------------------
    def ground(self) -> Iterator[str]:
        left, top, width, height = self.window
        box = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
        yield f'<rect {box} fill="{HEIGHTS[0]}"/>'
        for colour, shape in self._bands:
            yield f'<path d="{shape}" fill="{colour}"/>'
        for looks, colour, opacity in (
            (("desert",), DESERT, 0.9), (("marsh",), MARSH, 0.85), (("woods",), WOODS, 0.78)
        ):  # fmt: skip
            if places := self.of_look(*looks):
                yield f'<path d="{self.smooth(places, 5, 11)}" fill="{colour}" fill-opacity="{opacity}"/>'
        yield from self._sea()
        yield from self._relief(box)
        for _, shape in self._bands:
            yield f'<path d="{shape}" fill="none" stroke="{CONTOUR}" stroke-opacity=".75"/>'

    @cached_property
    def _bands(self) -> list[tuple[str, str]]:
        """Every height above the lowest, as one shape with its colour."""
        levels = sorted({hex.level for hex in self.layout.map})
        found = []
        for level in levels[1:]:
            shade = round((level - levels[0]) * min(1.0, (len(HEIGHTS) - 1) / max(levels[-1] - levels[0], 1)))
            shape = self.smooth([p for p in self.places if self.hex(p).level >= level], 3, level)
            found.append((HEIGHTS[max(1, shade)], shape))
        return found

    def _sea(self) -> Iterator[str]:
        if places := self.of_look("sea"):
            shape = self.smooth(places, 3, 23)
            yield f'<path d="{shape}" fill="{SEA}" stroke="{SHALLOWS}" stroke-width="5"/>'
            yield f'<path d="{shape}" fill="none" stroke="{WATER_EDGE}" stroke-width="1" stroke-opacity=".7"/>'

    def _relief(self, box: str) -> Iterator[str]:
        """Light from the north-west over the heights, multiplied onto the colours."""
        if not self._bands or self.plain:
            return
        shapes = "".join(f'<path d="{shape}" fill="#000" fill-opacity=".2"/>' for _, shape in self._bands)
        yield '<g style="mix-blend-mode:multiply" opacity=".62"><g filter="url(#relief)">'
        yield f'<rect {box} fill="#000" fill-opacity=".02"/>{shapes}</g></g>'

    # -- what grows and stands on it ----------------------------------------------------------------------------
    def growth(self) -> Iterator[str]:
        marks: list[tuple[float, str]] = []
        for place in self.places:
            look = look_of(self.hex(place).terrain)
            if look in _SCATTERED:
                symbol, step, keep = _SCATTERED[look]
                for x, y in self._scattered(place, step):
                    if noise01(x, y) < keep:
                        dx, dy = 3 * curves.noise(x, y, 5), 3 * curves.noise(x, y, 6)
                        marks.append((y + dy, f'<use href="#{symbol}" x="{x + dx:.0f}" y="{y + dy:.0f}"/>'))
        yield from (text for _, text in sorted(marks))

    def _scattered(self, place: str, step: float) -> Iterator[Point]:
        """Points of one lattice for the whole map, so that neighbouring woods join."""
        cx, cy = self.layout.centres[place]
        ring = curves.rounded(self.layout.outlines[place], True, 1)
        inner = tuple((cx + (x - cx) * 0.9, cy + (y - cy) * 0.9) for x, y in ring)
        from tutor.board.layout import inside

        reach = self.layout.radius
        for row in range(math.ceil((cy - reach) / step), math.floor((cy + reach) / step) + 1):
            for column in range(math.ceil((cx - reach) / step), math.floor((cx + reach) / step) + 1):
                x, y = (column + 0.5 * (row % 2)) * step, row * step
                if inside(inner, x, y):
                    yield x, y

    def houses(self) -> Iterator[str]:
        """A handful of houses, always the same ones."""
        for place in self.seen:
            hex = self.hex(place)
            if look_of(hex.terrain) != "town" and not hex.flags & {"town", "city", "village"}:
                continue
            x, y = self.layout.centres[place]
            big = "city" in hex.terrain or "city" in hex.flags
            for n in range(18 if big else 10):
                dx, dy = 15 * curves.noise(x, y, 40 + n), 11 * curves.noise(x, y, 80 + n)
                w = (4, 5, 7)[n % 3]
                turn = (0, 25, 0, -30)[n % 4]
                at = f'x="{x + dx - w / 2:.1f}" y="{y + dy - 2:.1f}" width="{w}" height="4.4"'
                spin = f'transform="rotate({turn} {x + dx:.1f} {y + dy:.1f})"' if turn else ""
                yield f'<rect {at} fill="{HOUSE}" stroke="{PAPER}" stroke-width=".6" {spin}/>'

    # -- lines --------------------------------------------------------------------------------------------------
    def _sides(self, *looks: str) -> list[tuple[str, str]]:
        here = set(self.places)
        return [
            (one, other)
            for one, other, kinds in self.layout.map.all_sides()
            if one in here and other in here and any(side_look(kind) in looks for kind in kinds)
        ]

    def waters(self) -> Iterator[str]:
        rivers = self._courses("river", 2.5)
        streams = self._courses("stream", 2.5)
        for path in streams:
            yield _stroke(path, WATER_EDGE, 3.4, 0.9) + _stroke(path, WATER, 2.0)
        for colour, width, opacity in ((BANK, 15, 0.22), (WATER_EDGE, 7, 1), (WATER, 4.6, 1), (GLINT, 1.2, 0.8)):
            yield "".join(_stroke(path, colour, width, opacity) for path in rivers)

    def _courses(self, look: str, wobble: float) -> list[str]:
        pairs = (curves.side(self.layout, one, other) for one, other in self._sides(look))
        chains = curves.chains(pair for pair in pairs if pair)
        return [_path(curves.rounded(curves.wobbled(chain, wobble, 31), False)) for chain in chains]

    def ways(self) -> Iterator[str]:
        here = set(self.places)
        lanes: dict[str, list[str]] = {"railway": [], "track": [], "road": []}
        for road in self.layout.map.roads_drawn:
            for run in _runs(road.through, lambda place: place in here):
                points = [self.layout.centres[place] for place in run]
                lanes[way_look(road.kind)].append(_path(curves.rounded(curves.bent(points), False)))
        for path in lanes["railway"]:
            yield _stroke(path, INK, 3.2, 0.85) + _stroke(path, PAPER, 1.6, 1, "5 5")
        for path in lanes["track"]:
            yield _stroke(path, PAPER, 3.4, 0.7) + _stroke(path, TRACK, 1.8, 1, "6 4")
        for colour, width in ((ROAD_CASING, 5.6), (ROAD, 3.4)):
            yield "".join(_stroke(path, colour, width) for path in lanes["road"])

    def cliffs(self) -> Iterator[str]:
        """Ticks point down the slope; between equal levels, or along a river, to both sides."""
        for one, other in self._sides("cliff", "ridge"):
            shared = curves.side(self.layout, one, other)
            if not shared:
                continue
            p, q = sorted(shared)
            low, high = sorted((one, other), key=lambda place: self.hex(place).level)
            a, b = self.layout.centres[low], self.layout.centres[high]
            n = math.dist(a, b) or 1
            down = (a[0] - b[0]) / n, (a[1] - b[1]) / n
            if any(side_look(kind) == "river" for kind in self.layout.map.sides(one, other)):
                yield from _gorge(p, q, down)
            else:
                yield from _cliff(p, q, down, self.hex(low).level == self.hex(high).level)

    def borders(self) -> Iterator[str]:
        for look, colour, width, dash in (("frontier", "#8b2f5c", 3.2, "2 6"), ("strait", WATER_EDGE, 3, "7 5")):
            pairs = (curves.side(self.layout, one, other) for one, other in self._sides(look))
            for chain in curves.chains(pair for pair in pairs if pair):
                yield _stroke(_path(chain), colour, width, 0.9, dash)

    def bridges(self) -> Iterator[str]:
        for one, other in self._sides("bridge"):
            (ax, ay), (bx, by) = self.layout.centres[one], self.layout.centres[other]
            turn = math.degrees(math.atan2(by - ay, bx - ax))
            yield (
                f'<g transform="translate({(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}) rotate({turn:.0f})">'
                f'<rect x="-10" y="-5" width="20" height="10" fill="{ROAD}" stroke="{INK}"/>'
                '<path d="M-13 -8.5L-10 -5.5H10L13 -8.5M-13 8.5L-10 5.5H10L13 8.5" fill="none" '
                f'stroke="{INK}" stroke-width="2"/></g>'
            )

    def grid(self) -> str:
        paths = "".join(d(self.layout.outlines[place]) for place in self.seen)
        return f'<path d="{paths}" fill="none" stroke="{GRID}" stroke-opacity=".42" stroke-width=".9"/>'

    # -- words --------------------------------------------------------------------------------------------------
    def numbers(self) -> Iterator[str]:
        """Printed ids; a number gives way to a name above it."""
        reach = self.layout.radius
        named = [self.layout.centres[p] for p in self.seen if self.hex(p).name]
        for place in self.seen:
            x, y = self.layout.centres[place]
            if any(abs(x - nx) < 42 and 0 < y - ny < 1.9 * reach and y - ny > reach for nx, ny in named):
                continue
            yield (
                f'<text x="{x:.1f}" y="{y - reach * 0.72:.1f}" font-family="{SANS}" font-size="10" fill="#4b3f29" '
                f'fill-opacity=".85" text-anchor="middle">{escape(place)}</text>'
            )

    def words(self) -> Iterator[str]:
        for place in self.seen:
            hex = self.hex(place)
            if hex.name:
                yield from self._name(place, hex)
        for named in self.layout.map.named.values():
            if REGIONS & named.flags:
                yield self._region(named)
            elif _is_line(self.layout, named.hexes):
                yield self._along(named.key, named.hexes, named.name(self.lang))

    def _region(self, named: Named) -> str:
        """The name of a sea or a country in its midst, under all other names; small countries go without."""
        if named.key not in self.layout.regions or len(named.hexes) < 3 or "sea" not in named.flags:
            return ""
        x, y = self.layout.anchors[named.key]
        text = named.name(self.lang)
        half = 0.29 * 15 * len(text)
        x = min(max(x, half + 4), self.layout.width - half - 4)
        return (
            f'<text x="{x:.1f}" y="{y - 8:.1f}" font-family="{SERIF}" font-size="15" font-style="italic" '
            f'fill="{WATER_EDGE}" letter-spacing="1.5" stroke-width="2.6" {HALO} '
            f'text-anchor="middle">{escape(text)}</text>'
        )

    def _name(self, place: str, hex: Hex) -> Iterator[str]:
        x, y = self.layout.centres[place]
        low = y + self.layout.radius * 0.84
        summit = _summit(hex)
        text = hex.name(self.lang)
        if summit and "metres" in hex.values:
            text += f" {hex.values['metres']}"
        size: float = 14 if summit else 18 if "city" in hex.flags or "city" in hex.terrain else 15
        if self._crowded(place):
            size = max(10, min(size, 78 / (0.52 * len(text))))
        half = 0.27 * size * len(text)
        middle = min(max(x, half + 4), self.layout.width - half - 4)
        if summit:
            yield f'<path d="M{x:.1f} {y - 6:.1f}l6 10h-12z" fill="{INK}"/>'
        style = 'font-style="italic" stroke-width="3"' if summit else 'font-weight="bold" stroke-width="3.4"'
        yield (
            f'<text x="{middle:.1f}" y="{low:.1f}" font-family="{SERIF}" font-size="{size:.3g}" {style} fill="{INK}" '
            f'{HALO} text-anchor="middle">{escape(text)}</text>'
        )

    def _crowded(self, place: str) -> bool:
        """Whether a name beside it leaves no more room than the hex."""
        y = self.layout.centres[place][1]
        near = self.layout.map.neighbours(place)
        return any(self.hex(other).name and abs(self.layout.centres[other][1] - y) < 4 for other in near)

    def _along(self, key: str, places: Sequence[str], text: str) -> str:
        """A valley or river's name along its hexes, read from the left."""
        points = [self.layout.centres[place] for place in places]
        if points[0][0] > points[-1][0]:
            points.reverse()
        path = _path([(x, y + 5) for x, y in curves.rounded(points, False)])
        return (
            f'<path id="along-{escape(key)}" d="{path}" fill="none"/><text font-family="{SERIF}" '
            'font-style="italic" font-size="14" '
            f'fill="{WATER_EDGE}" letter-spacing="2" stroke-width="2.6" {HALO}>'
            f'<textPath href="#along-{escape(key)}" startOffset="12%">{escape(text)}</textPath></text>'
        )

    def edge(self) -> str:
        """Where the map ends."""
        return "".join(d(tuple(loop)) for loop in curves.outline(self.layout, self.places))


REGIONS = frozenset({"sea", "country", "front", "town"})
_SCATTERED = {"woods": ("tree", 10.5, 1.0), "rough": ("rock", 15.0, 0.62), "mountain": ("peak", 17.0, 0.55),
              "marsh": ("reed", 14.0, 0.6)}  # fmt: skip

DEFS = f"""<g id="tree"><ellipse cx="1.6" cy="2.2" rx="3.6" ry="2.6" fill="#2d3a18" opacity=".35"/>
<circle r="3.3" fill="{TREE}"/><circle cx="-.8" cy="-.9" r="1.7" fill="{TREE_LIGHT}"/></g>
<g id="rock"><path
d="M-4 3L-1 -3L2 3M0 3L3 -1L6 3" fill="none" stroke="{CONTOUR}" stroke-width="1.3" stroke-opacity=".8"/></g>
<g id="peak"><path d="M-7 5L0 -7L7 5Z" fill="#f6f2e8" stroke="#6b5330" stroke-width="1"/>
<path d="M0 -7L7 5H1L-1 0Z" fill="#6b5330" fill-opacity=".6"/></g>
<g id="reed"><path d="M-4 2H4M-2 2V-3M0 2V-5M2 2V-3" fill="none" stroke="#54714f" stroke-width="1.1"/></g>"""


def _cliff(p: Point, q: Point, down: Point, both: bool) -> Iterator[str]:
    marks = [(p[0] + (q[0] - p[0]) * i / 8, p[1] + (q[1] - p[1]) * i / 8) for i in range(9)]
    ways = (1, -1) if both else (1,)
    ticks = "".join(
        f"M{x:.1f} {y:.1f}l{6 * way * down[0]:.1f} {6 * way * down[1]:.1f}" for way in ways for x, y in marks
    )
    yield _stroke(f"M{p[0]} {p[1]}L{q[0]} {q[1]}", CLIFF, 3.6) + _stroke(ticks, CLIFF, 1.5)


def _gorge(p: Point, q: Point, down: Point) -> Iterator[str]:
    """A river between two walls, whose ticks point to the water."""
    for way in (1, -1):
        (ax, ay), (bx, by) = ((x + 8.5 * way * down[0], y + 8.5 * way * down[1]) for x, y in (p, q))
        ax, ay, bx, by = (0.94 * ax + 0.06 * bx, 0.94 * ay + 0.06 * by, 0.94 * bx + 0.06 * ax, 0.94 * by + 0.06 * ay)
        marks = [(ax + (bx - ax) * i / 7, ay + (by - ay) * i / 7) for i in range(8)]
        ticks = "".join(f"M{x:.1f} {y:.1f}l{-4 * way * down[0]:.1f} {-4 * way * down[1]:.1f}" for x, y in marks)
        yield _stroke(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}", CLIFF, 2.4) + _stroke(ticks, CLIFF, 1.3)


def noise01(x: float, y: float) -> float:
    return (curves.noise(x, y, 9) + 1) / 2


def _is_line(layout: Layout, places: Sequence[str]) -> bool:
    """Whether some hexes are a valley or a coast, along which a name can be read, and no region."""
    if len(places) < 4 or any(place not in layout.centres for place in places):
        return False
    joined = all(layout.map.distance(a, b) <= 2 for a, b in pairwise(places))
    return joined and layout.map.distance(places[0], places[-1]) > 0.6 * len(places)


def _summit(hex: Hex) -> bool:
    return "summit" in hex.flags or (look_of(hex.terrain) != "town" and "metres" in hex.values)


def _runs(through: Sequence[str], here: Callable[[str], bool]) -> Iterator[list[str]]:
    """The parts of a way that are seen."""
    run: list[str] = []
    for place in through:
        if here(place):
            run.append(place)
        else:
            if len(run) > 1:
                yield run
            run = []
    if len(run) > 1:
        yield run


def _path(points: Sequence[Point], closed: bool = False) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if closed else "")


def _stroke(path: str, colour: str, width: float, opacity: float = 1, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    faint = f' stroke-opacity="{opacity}"' if opacity != 1 else ""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-linejoin="round"{faint}{dashed}/>'
    )
