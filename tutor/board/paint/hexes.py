"""A map of hexes as SVG: heights, relief, woods, water, ways, names. A window looks like that part of the whole."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from tutor.board.layout import Layout, Point, inside
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
    land,
)  # fmt: skip
from tutor.board.paint import below, curves
from tutor.board.paint.ink import d
from tutor.board.paint.lettering import Lettering, every_name, from_afar
from tutor.board.paint.terrain import RISE, countries, look_of, side_look, towns, way_look
from tutor.engine.space.drawn import stretches
from tutor.engine.space.maps import Hex
from tutor.engine.text import Lang


@dataclass(frozen=True, eq=False)
class HexSheet:
    """The part of a map of hexes that a window shows."""

    layout: Layout
    lang: Lang
    window: tuple[float, float, float, float]
    plain: bool = False
    far: int = (
        0  # how often a map that is shown at its own size was halved: what grows and stands there is fewer, larger
    )
    least: float = 0.0  # on paper: no letter of a name is smaller

    @property
    def coarse(self) -> int:
        """How many times as large as on the map itself a sign is drawn, so that it is one to the eye."""
        return 1 << self.far

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
        return "".join(self.drawn(curves.wobbled(loop, wobble, salt), True) for loop in loops)

    def drawn(self, points: Sequence[Point], closed: bool = False) -> str:
        """A line with its corners rounded, as finely as one sees from here."""
        fine = curves.rounded(points, closed, max(ROUNDS - self.far, 1))
        return d(tuple((round(x), round(y)) for x, y in fine), closed) if self.far else _path(fine, closed)

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
        yield from self._relief(box)
        yield from self._sea()
        for _, shape in self._bands:
            yield f'<path d="{shape}" fill="none" stroke="{CONTOUR}" stroke-opacity=".75"/>'

    @cached_property
    def _levels(self) -> list[int]:
        return sorted({hex.level for hex in self.layout.map})

    @cached_property
    def _bands(self) -> list[tuple[str, str]]:
        """Every height above the lowest, as one shape with its colour."""
        levels = self._levels
        if len(levels) == 1:
            return self._risen()
        found = []
        for level in levels[1:]:
            shade = round((level - levels[0]) * min(1.0, (len(HEIGHTS) - 1) / max(levels[-1] - levels[0], 1)))
            shape = self.smooth([p for p in self.places if self.hex(p).level >= level], 3, level)
            found.append((HEIGHTS[max(1, shade)], shape))
        return found

    def _risen(self) -> list[tuple[str, str]]:
        """On a map that tells no levels hills and mountains rise by what they are."""
        rise = {place: RISE.get(look_of(self.hex(place).terrain), 0) for place in self.places}
        steps = ((one, [place for place, high in rise.items() if high >= one]) for one in (1, 2, 3))
        return [(RISEN[one - 1], self.smooth(places, 4, 50 + one)) for one, places in steps if places]

    def _sea(self) -> Iterator[str]:
        if any(one.drawn.land for one in self.layout.drawings):
            yield from below.coast(self.layout, self.window)
        if places := [one for one in self.of_look("sea") if not self._coast_of(one) or "lake" in self.hex(one).terrain]:
            shape = self.smooth(places, 3, 23)
            yield f'<path d="{shape}" fill="{SEA}" stroke="{SHALLOWS}" stroke-width="5"/>'
            yield f'<path d="{shape}" fill="none" stroke="{WATER_EDGE}" stroke-width="1" stroke-opacity=".7"/>'

    def _coast_of(self, place: str) -> bool:
        """Whether the sheet of a hex draws its coast, so that nothing need be guessed from its hexes."""
        drawn = self.layout.map.sheet(place).drawn
        return drawn is not None and bool(drawn.land)

    def _relief(self, box: str) -> Iterator[str]:
        """Light from the north-west over the heights, multiplied onto the colours."""
        if not self._bands or self.plain:
            return
        told = len(self._levels) > 1
        raised = [shape for colour, shape in self._bands if told or colour != RISEN[0]]
        shapes = "".join(f'<path d="{shape}" fill="#000" fill-opacity=".2"/>' for shape in raised)
        strength = ".62" if told else ".3"
        yield f'<g style="mix-blend-mode:multiply" opacity="{strength}"><g filter="url(#relief)">'
        yield f'<rect {box} fill="#000" fill-opacity=".02"/>{shapes}</g></g>'

    # -- what grows and stands on it ----------------------------------------------------------------------------
    def growth(self) -> Iterator[str]:
        marks: list[tuple[float, str]] = []
        larger = self.coarse
        for place in self.places:
            look = look_of(self.hex(place).terrain)
            if look in _SCATTERED:
                symbol, step, keep = _SCATTERED[look]
                for x, y in self._scattered(place, larger * step):
                    if noise01(x, y) < keep:
                        dx, dy = 3 * curves.noise(x, y, 5), 3 * curves.noise(x, y, 6)
                        at = f'x="{x / larger + dx:.0f}" y="{y / larger + dy:.0f}"'
                        marks.append((y + larger * dy, f'<use href="#{symbol}" {at}/>'))
        yield f'<g transform="scale({larger})">' if larger > 1 else "<g>"
        yield from (text for _, text in sorted(marks))
        yield "</g>"

    def _scattered(self, place: str, step: float) -> Iterator[Point]:
        """Points of one lattice for the whole map, so that neighbouring woods join."""
        cx, cy = self.layout.centres[place]
        ring = curves.rounded(self.layout.outlines[place], True, 1)
        inner = tuple((cx + (x - cx) * 0.9, cy + (y - cy) * 0.9) for x, y in ring)
        reach = self.layout.radius
        wet = below.water(self.layout)
        coastal = wet.near(cx, cy, reach)
        for row in range(math.ceil((cy - reach) / step), math.floor((cy + reach) / step) + 1):
            for column in range(math.ceil((cx - reach) / step), math.floor((cx + reach) / step) + 1):
                x, y = (column + 0.5 * (row % 2)) * step, row * step
                if inside(inner, x, y) and not (coastal and wet.touches(x, y)):
                    yield x, y

    def houses(self) -> Iterator[str]:
        """A handful of houses, always the same ones; from afar a dot."""
        for place in self.seen:
            hex = self.hex(place)
            if place not in towns(self.layout.map):
                continue
            x, y = self.layout.centres[place]
            big = "city" in hex.terrain or hex.flags & {"city", "capital"}
            if self.far:
                r = (DOT if big else 0.7 * DOT) * self.coarse
                yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{r:.1f}" fill="{HOUSE}" {_outlined(PAPER, r / 4)}/>'
                continue
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
        lakes = self._courses("lake", 1.5)
        for colour, width in ((SHALLOWS, 19), (WATER_EDGE, 15.4), (SEA, 13.4)):
            yield "".join(_stroke(path, colour, width) for path in lakes)
        for colour, width, opacity in ((BANK, 15, 0.22), (WATER_EDGE, 7, 1), (WATER, 4.6, 1), (GLINT, 1.2, 0.8)):
            yield "".join(_stroke(path, colour, width, opacity) for path in rivers)

    def _courses(self, look: str, wobble: float) -> list[str]:
        pairs = (curves.side(self.layout, one, other) for one, other in self._sides(look))
        chains = curves.chains(pair for pair in pairs if pair)
        return [self.drawn(curves.wobbled(chain, wobble, 31)) for chain in chains]

    def ways(self) -> Iterator[str]:
        here = set(self.places)
        lanes: dict[str, list[str]] = {"railway": [], "track": [], "road": []}
        for road in self.layout.map.roads_drawn:
            for run in stretches(road.through, lambda place: place in here):
                points = [self.layout.centres[place] for place in run]
                lanes[way_look(road.kind)].append(self.drawn(curves.bent(points)))
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
        straits = [side for side in self._sides("strait") if not self._coast_of(side[0])]
        for sides, strokes in ((self.frontier, FRONTIER), (straits, STRAIT)):
            pairs = (curves.side(self.layout, one, other) for one, other in sides)
            for chain in curves.chains(pair for pair in pairs if pair):
                yield from (_stroke(_path(chain), *one) for one in strokes)

    @cached_property
    def frontier(self) -> list[tuple[str, str]]:
        """Every side on which two states meet, printed as such or seen from whose the land is."""
        return [*self._sides("frontier"), *self._frontier()]

    def tints(self) -> Iterator[str]:
        """Along a frontier, on either side, a band in the colour of the state."""
        of = countries(self.layout.map)
        bands: dict[str, list[str]] = {}
        for one, other in self._frontier():
            for place, there in ((one, other), (other, one)):
                found = curves.side(self.layout, place, there)
                if found:
                    ends = (_toward(end, self.layout.centres[place], BAND / 2) for end in found)
                    bands.setdefault(of[place], []).append(_path(list(ends)))
        for key in sorted(bands):
            yield f'<g opacity=".34">{_stroke("".join(bands[key]), land(key), BAND)}</g>'

    def _frontier(self) -> list[tuple[str, str]]:
        """Where the lands of two countries meet, unless the sea is between them."""
        of, map = countries(self.layout.map), self.layout.map
        here = set(self.places)
        return [
            (place, other)
            for place in self.places
            for other in map.neighbours(place)
            if place < other and other in here and place in of and of.get(other, of[place]) != of[place]
            if not any(side_look(kind) == "strait" for kind in map.sides(place, other))
        ]

    def shore(self) -> Iterator[str]:
        """Where a map of coasts has no hexes for the sea, water fades out from an even shore, and before the edge."""
        radius, wide, tall = self.layout.radius, self.layout.width, self.layout.height
        near = self.layout.within(*self.window, more=(EVENED + WASH[0][1] + 1) * radius)
        sides = sorted({side for place in near for _, side in self._open(place)})
        line = "".join(_path(curves.evened(chain, EVENED)) for chain in curves.chains(sides))
        for colour, reach, opacity, inset in WASH if line else ():
            yield (
                f'<clipPath id="wash-{inset}"><rect x="{inset}" y="{inset}" width="{wide - 2 * inset:g}" '
                f'height="{tall - 2 * inset:g}" rx="{radius:g}"/></clipPath>'
                f'<g clip-path="url(#wash-{inset})">{_stroke(line, colour, 2 * reach * radius, opacity)}</g>'
            )

    @cached_property
    def beyond(self) -> list[Point]:
        """Where a map that draws no sea has none beside its coasts: the centres of the hexes that it lacks."""
        return sorted({spot for place in self.places for spot, _ in self._open(place)})

    @cached_property
    def _with_seas(self) -> bool:
        return any(look_of(hex.terrain) == "sea" for hex in self.layout.map)

    def _open(self, place: str) -> Iterator[tuple[Point, tuple[Point, Point]]]:
        """The hexes that a coast lacks beside it, and the side to each."""
        if self._with_seas or not {"coast", "coastal"} & self.hex(place).flags:
            return
        x, y = self.layout.centres[place]
        near = [self.layout.centres[other] for other in self.layout.map.neighbours(place)]
        ring = self.layout.outlines[place]
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            spot = ax + bx - x, ay + by - y
            if not any(math.dist(spot, one) < 8 for one in near):
                one, other = sorted((curves.snapped((ax, ay)), curves.snapped((bx, by))))
                yield curves.snapped(spot), (one, other)

    def ports(self) -> Iterator[str]:
        """An anchor beside where counters lie."""
        for place in self.seen:
            if any("port" in flag for flag in self.hex(place).flags):
                x, y = self.layout.centres[place]
                yield f'<use href="#anchor" x="{x + 29.5:.1f}" y="{y + 11:.1f}"/>'

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

    # -- other sheets -------------------------------------------------------------------------------------------
    def crossings(self) -> Iterator[str]:
        """A link as a line between its ends; one of names that cover hexes, which lead to one another, has none."""
        for link in self.layout.map.links_drawn:
            ends = [self.layout.centres.get(end) for end in (link.one, link.other)]
            if ends[0] and ends[1]:
                path = _path(curves.rounded(curves.bent([ends[0], ends[1]], 0.1), False))
                yield _stroke(path, PAPER, 5.5, 0.8) + _stroke(path, LINKED, 2.2, 0.85, "9 5")

    def tabs(self) -> Iterator[str]:
        """The same sign at both ends of a link: its name where it is short, else its number."""
        signs: dict[str, list[str]] = {}
        for number, link in enumerate(self.layout.map.links_drawn, 1):
            name = link.name(self.lang)
            for place in {*self._ends(link.one), *self._ends(link.other)}:
                signs.setdefault(place, []).append(name if 0 < len(name) <= SHORT_NAME else str(number))
        yield from (_tab(*self.layout.centres[place], " ".join(signs[place])) for place in self.seen if place in signs)

    def _ends(self, name: str) -> tuple[str, ...]:
        """Where a link's sign stands: on all that its end covers, in the midst of a whole sea or country."""
        parts = self.layout.parts(name)
        if len(parts) <= MANY_ENDS:
            return parts
        x, y = self.layout.anchors[name]
        return (min(parts, key=lambda place: math.dist(self.layout.centres[place], (x, y))),)

    # -- words --------------------------------------------------------------------------------------------------
    def titles(self) -> Iterator[str]:
        """The name of each of several sheets, above it."""
        size = max(17, self.least)
        for box in self.layout.sheets.values():
            yield (
                f'<text x="{box.left + 4:.1f}" y="{box.top - 9:.1f}" font-family="{SERIF}" font-size="{size:g}" '
                f'font-weight="bold" fill="{INK}">{escape(box.name(self.lang))}</text>'
            )

    @cached_property
    def lettering(self) -> Lettering:
        return Lettering(self.layout, self.lang, self.places, self.seen, self.least)

    def numbers(self) -> Iterator[str]:
        return self.lettering.numbers()

    def far_words(self) -> Iterator[str]:
        """The names of seas, ranges and great rivers from afar; places are named over the map (`from_afar`)."""
        names = from_afar(self.layout, self.lang, 1 / self.coarse)
        yield from below.words(self.layout, self.lang, self.window, names, self.coarse, afar=True)

    def words(self) -> Iterator[str]:
        if self.layout.drawings:
            names = every_name(self.layout, self.lang, self.least)
            yield from below.words(self.layout, self.lang, self.window, names, max(1.0, self.least / below.ALONG))
        yield from self.lettering.words()

    def edge(self) -> str:
        """Where the map ends."""
        return "".join(d(tuple(loop)) for loop in curves.outline(self.layout, self.places))


LINKED = "#5d3f1c"
FRONTIER = (("#f3d9e4", 5.4, 0.75, ""), ("#8b2f5c", 2.6, 0.95, "1 5.5"))  # colour, width, opacity, dashes
STRAIT = ((WATER_EDGE, 3.0, 0.95, "7 5"),)
EVENED = 8  # how often the corners of a shore beyond which there are no hexes are evened out
WASH = (  # the water there: colour, how far in radii, opacity, how far from the edge of the map it ends
    (SHALLOWS, 2.3, 0.55, 2),
    (SEA, 2.0, 0.5, 11),
    (SEA, 1.7, 1, 20),
)
ROUNDS = 3  # how often corners are cut where one looks at a map from near
DOT = 6.0  # half the size of a city from afar, and at half its distance
MANY_ENDS = 8
BAND = 13.0  # how broad a state's tint is along its frontier
SHORT_NAME = 3
RISEN = ("#ead7a6", "#dcbd86", "#bf9f80")  # hills, mountains, high mountains where no levels are told
_SCATTERED = {"woods": ("tree", 10.5, 1.0), "rough": ("rock", 15.0, 0.62), "mountain": ("peak", 17.0, 0.55),
              "alpine": ("alp", 16.0, 0.75), "hills": ("hill", 15.5, 0.62), "marsh": ("reed", 14.0, 0.6),
              "desert": ("dune", 19.0, 0.34)}  # fmt: skip

DEFS = f"""<g id="tree"><ellipse cx="1.6" cy="2.2" rx="3.6" ry="2.6" fill="#2d3a18" opacity=".35"/>
<circle r="3.3" fill="{TREE}"/><circle cx="-.8" cy="-.9" r="1.7" fill="{TREE_LIGHT}"/></g>
<g id="rock"><path
d="M-4 3L-1 -3L2 3M0 3L3 -1L6 3" fill="none" stroke="{CONTOUR}" stroke-width="1.3" stroke-opacity=".8"/></g>
<g id="peak"><path d="M-7 5L0 -7L7 5Z" fill="#f6f2e8" stroke="#6b5330" stroke-width="1"/>
<path d="M0 -7L7 5H1L-1 0Z" fill="#6b5330" fill-opacity=".6"/></g>
<g id="alp"><path d="M-9 7L0 -10L9 7Z" fill="#fbfaf6" stroke="#4a4038" stroke-width="1.1"/>
<path d="M0 -10L9 7H2L-1 0L1 -4Z" fill="#4a4038" fill-opacity=".62"/>
<path d="M-9 7L-5.6 0.6L-3.6 3L-2 0L-.6 7Z" fill="#7d6f62" fill-opacity=".75"/></g>
<g id="hill"><path d="M-6.5 3Q-2.5 -4.5 2 3" fill="none" stroke="{CONTOUR}" stroke-width="1.5"/>
<path d="M-4.6 0.6l-1.6 3.4M-2.4 -1l-.6 4M-.2 -.4l.8 3.6" stroke="{CONTOUR}" stroke-width=".8" stroke-opacity=".8"/></g>
<g id="dune"><path d="M-5 1Q-1.5 -2 1 0.6Q3 -1 5 1" fill="none" stroke="#b89a5e" stroke-opacity=".8"/></g>
<g id="anchor"><g fill="none" stroke-linecap="round">
<path d="M0 -3.4V5M-2.8 -1.6H2.8M-4.4 1.8Q-3.6 5.4 0 5.4Q3.6 5.4 4.4 1.8" stroke="{PAPER}" stroke-width="4"/>
<circle cy="-4.8" r="1.6" stroke="{PAPER}" stroke-width="3.6"/>
<path d="M0 -3.4V5M-2.8 -1.6H2.8M-4.4 1.8Q-3.6 5.4 0 5.4Q3.6 5.4 4.4 1.8" stroke="#1d4a6b" stroke-width="1.7"/>
<circle cy="-4.8" r="1.6" stroke="#1d4a6b" stroke-width="1.4"/></g></g>
<g id="copse"><use href="#tree" x="-4" y="1"/><use href="#tree" x="3" y="-2"/><use href="#tree" x="5" y="4"/></g>
<g id="wave"><path d="M-7 0Q-3.5 -3 0 0Q3.5 3 7 0" fill="none" stroke="#dbe7e4" stroke-width="1.3"/></g>
<pattern id="closed" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<path d="M0 0V9" stroke="#8c7a4a" stroke-width="1.4" stroke-opacity=".4"/></pattern>
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


def _tab(x: float, y: float, sign: str) -> str:
    """A small sign in the west of a hex, beside where counters lie."""
    half = 4 + 3.2 * len(sign)
    left = x - 31 - half
    return (
        f'<rect x="{left:.1f}" y="{y - 7:.1f}" width="{2 * half:.1f}" height="14" rx="6" fill="{LINKED}" '
        f'stroke="{PAPER}"/><text x="{x - 31:.1f}" y="{y + 3.8:.1f}" font-family="{SANS}" font-size="10.5" '
        f'font-weight="bold" fill="{PAPER}" text-anchor="middle">{escape(sign)}</text>'
    )


def noise01(x: float, y: float) -> float:
    return (curves.noise(x, y, 9) + 1) / 2


def _toward(point: Point, other: Point, by: float) -> Point:
    """A point moved toward another."""
    share = by / math.dist(point, other)
    return point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share


def _path(points: Sequence[Point], closed: bool = False) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if closed else "")


def _outlined(colour: str, width: float) -> str:
    return f'stroke="{colour}" stroke-width="{width:.1f}"'


def _stroke(path: str, colour: str, width: float, opacity: float = 1, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    faint = f' stroke-opacity="{opacity}"' if opacity != 1 else ""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-linejoin="round"{faint}{dashed}/>'
    )
