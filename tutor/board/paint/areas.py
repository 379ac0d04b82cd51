"""A map of areas as SVG: cells with frayed borders, links that no border shows, names, forts and ports."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from tutor.board.layout import EDGE, Layout, Point, inside
from tutor.board.look import CONTOUR, INK, PAPER, SEA, SERIF, SHALLOWS, WATER, WATER_EDGE
from tutor.board.paint import below, curves
from tutor.board.paint.hexes import _path, _stroke, noise01
from tutor.board.paint.ink import Disc, Ink, Label, Path, svg
from tutor.board.paint.lettering import HALO, Name, Room, printed, wide
from tutor.engine.space.maps import Area
from tutor.engine.text import Lang

LAND = ("#ece0bd", "#e6d8b0", "#efe5c8", "#e9dcba", "#e3d7b4")
CLOSED = "#d5ccb8"
ROUGH = frozenset({"rough", "mountain", "mountains", "hills", "woods", "forest"})
NAME = 18.0
LARGER = 1.4  # areas are seen whole at half their size: what names none of them is read there, too
WALL = 18.0  # a border that no link crosses is drawn as a wall from this length on
WORTH = frozenset({"vp", "resources", "resource", "production"})
ROOM = {"fort": 24.0, "port": 16.0, "worth": 22.0}
FORT = ((-8, 0), (-8, -12), (-4, -12), (-4, -8.5), (-0.5, -8.5), (-0.5, -12), (3.5, -12), (3.5, -8.5), (7, -8.5),
        (7, -12), (11, -12), (11, 0))  # fmt: skip
STROKES: dict[str, tuple[tuple[str, float, float, str], ...]] = {  # colour, width, opacity, dashes
    "border": ((PAPER, 4.4, 0.9, ""), (CONTOUR, 1.8, 1, "")),
    "frontier": ((PAPER, 6.5, 1, ""), ("#8b2f5c", 2.6, 0.95, "1 5.5")),
    "wall": ((PAPER, 7, 1, ""), ("#4a3620", 4, 1, ""), (PAPER, 1, 1, "2 7")),
    "river-border": ((WATER_EDGE, 6, 1, ""), ("#6ea3c4", 3.8, 1, "")),
    "river": ((WATER_EDGE, 5, 0.9, ""), (WATER, 3.2, 0.9, "")),
    "sea-way": ((PAPER, 5, 0.8, ""), (WATER_EDGE, 2.2, 1, "2 6")),
    "long-way": ((PAPER, 5, 0.8, ""), ("#5d3f1c", 2.2, 1, "9 5")),
}
BOX = ((PAPER, 16, 1, ""), (INK, 11, 1, ""), (PAPER, 8, 1, ""), (INK, 2.4, 1, ""))  # a double frame
CHANNEL = ((SHALLOWS, 42, 0.9), (WATER_EDGE, 35, 0.8), (SEA, 33, 1), ("#bcd2db", 20, 0.6))  # colour, width, opacity


@dataclass(frozen=True, eq=False)
class AreaSheet:
    """A map of areas."""

    layout: Layout
    lang: Lang

    def area(self, place: str) -> Area:
        found: Area = self.layout.map.area(place)
        return found

    def wet(self, place: str) -> bool:
        return self.layout.wet(place)

    def boxed(self, place: str) -> bool:
        """Whether it is no ground but a box beside the map."""
        return "box" in self.area(place).flags

    def ground(self) -> Iterator[str]:
        yield from self._beyond()
        for n, place in enumerate(self.layout.outlines):
            closed = "closed" in self.area(place).flags
            path = "".join(_path(ring, True) for ring in self.layout.rings(place))
            if self.boxed(place):
                yield from (_stroke(path, *one) for one in BOX)
                yield f'<path d="{path}" fill="{PAPER}"/>'
                continue
            colour = SEA if self.wet(place) else CLOSED if closed else LAND[(n * 7) % len(LAND)]
            yield f'<path d="{path}" fill="{colour}"/>'
            if closed:
                yield f'<path d="{path}" fill="url(#closed)"/>'
            if self.wet(place):
                yield from self._waves(place)

    def _beyond(self) -> Iterator[str]:
        """On a map that draws its coasts, the sea and the land that is no area."""
        if not self.layout.drawings:
            return
        width, height = self.layout.width, self.layout.height
        yield f'<rect width="{width:g}" height="{height:g}" fill="{SEA}"/>'
        rings = [_path(ring, True) for one in self.layout.drawings for ring in one.drawn.land]
        for paint in (f'fill="{SHALLOWS}" stroke="{SHALLOWS}" stroke-width="9"', f'fill="{CLOSED}"'):
            yield f'<path d="{"".join(rings)}" fill-rule="evenodd" stroke-linejoin="round" {paint}/>'

    def waters(self) -> Iterator[str]:
        """Coasts and rivers, where the map draws them."""
        coasts = [ring for one in self.layout.drawings for ring in one.drawn.land]
        yield from (_stroke(_path(ring, True), WATER_EDGE, 1.6) for ring in coasts)
        paths = [_path(river.line) for one in self.layout.drawings for river in one.drawn.rivers]
        yield from ("".join(_stroke(path, *one) for path in paths) for one in STROKES["river"])

    def _scattered(self, place: str, across: float, down: float, keep: float) -> Iterator[Point]:
        ring = self.layout.outlines[place]
        left, right = min(x for x, _ in ring), max(x for x, _ in ring)
        top, low = max(min(y for _, y in ring), 0.0), max(y for _, y in ring)
        for row in range(int(top // down), int(low // down) + 1):
            for column in range(int(max(left / across - 1, 0.0)), int(right // across) + 1):
                x, y = across * (column + 0.5 * (row % 2)), down * row
                if noise01(x, y) < keep and inside(ring, x, y):
                    yield x + 4 * curves.noise(x, y, 5), y + 4 * curves.noise(x, y, 6)

    def _waves(self, place: str) -> Iterator[str]:
        for x, y in self._scattered(place, 34, 26, 0.5):
            yield f'<use href="#wave" x="{x:.0f}" y="{y:.0f}"/>'

    def growth(self) -> Iterator[str]:
        """Rough ground as small hills; elsewhere a copse here and there."""
        for place in self.layout.outlines:
            if self.wet(place) or self.boxed(place) or "closed" in self.area(place).flags:
                continue
            rough = self.area(place).flags & ROUGH
            symbol, across, down, keep = ("hill", 26, 22, 0.7) if rough else ("copse", 62, 48, 0.42)
            free = (64, -62, -36) if rough else (92, -66, 42)  # room for the name; in the open for counters, too
            cx, cy = self.layout.centres[place]
            for x, y in self._scattered(place, across, down, keep):
                if abs(x - cx) < free[0] and free[1] < y - cy < free[2]:
                    continue
                yield f'<use href="#{symbol}" x="{x:.0f}" y="{y:.0f}"/>'

    def lines(self) -> Iterator[str]:
        """Borders; where no link crosses one it is a wall, and a link that crosses none is a line of its own."""
        if self.layout.drawings:
            rings = (ring for place in self.layout.outlines for ring in self.layout.rings(place))
            yield from (_stroke(_path(ring, True), CONTOUR, 1, 0.6) for ring in rings)
        channels: list[str] = []
        for (one, other), kind, path in self.joints():
            match kind:
                case "channel":
                    channels.append(path)
                case "sea-way" | "long-way":
                    yield self._link(one, other, kind)
                case "shore":
                    yield _stroke(path, SHALLOWS, 6) + _stroke(path, WATER_EDGE, 1.6)
                case "sea":
                    yield _stroke(path, WATER_EDGE, 1.6, 0.7, "8 5")
                case _:
                    yield stroked(kind, path)
        for colour, width, opacity in CHANNEL:
            yield "".join(_stroke(path, colour, width, opacity) for path in channels)

    def joints(self) -> Iterator[tuple[tuple[str, str], str, str]]:
        """Every border that is drawn, and every way that crosses none: between which areas, what it is, its path."""
        for (one, other), shared in self.layout.borders.items():
            if one < other and (kind := self._border(one, other, shared)):
                yield (one, other), kind, _path(shared)
        for one in self.layout.map.places:
            for other in self.layout.map.neighbours(one):
                if one < other and (one, other) not in self.layout.borders:
                    sea = any("sea" in link.kind for link in self.layout.map.links(one, other))
                    yield (one, other), "sea-way" if sea else "long-way", ""

    def _border(self, one: str, other: str, shared: tuple[Point, ...]) -> str:
        """What a border is; none where two areas only touch."""
        links = self.layout.map.links(one, other)
        if self.layout.overseas(one, other):
            return "channel"
        if self.wet(one) or self.wet(other):
            return "sea" if self.wet(one) and self.wet(other) else "shore"
        if not links:
            return "" if math.dist(shared[0], shared[-1]) < WALL else "wall"
        if self._country(one) != self._country(other):
            return "frontier"
        along = any("river" in flag for link in links for flag in (*link.flags, link.kind))
        return "river-border" if along and not self.layout.drawings else "border"

    def _country(self, place: str) -> str:
        """Whose land an area is, where the map says so."""
        flags = self.area(place).flags
        return next((flag for flag in sorted(flags) if flag.startswith("home-")), "closed" if "closed" in flags else "")

    def _link(self, one: str, other: str, kind: str) -> str:
        a, b = _between(self.layout.centres[one], self.layout.centres[other])
        colour = STROKES[kind][-1][0]
        path = _path(curves.rounded(curves.bent([a, b], 0.3), False))
        ends = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}" stroke="{PAPER}"/>' for x, y in (a, b))
        return stroked(kind, path) + ends

    def words(self) -> Iterator[str]:
        for name in self.names():
            colour = WATER_EDGE if self.wet(name.place) else INK
            yield (
                f'<text x="{name.x:.1f}" y="{name.y:.1f}" font-family="{SERIF}" font-size="{NAME:g}" '
                f'{name.style} fill="{colour}" '
                f'stroke-width="3.4" {HALO} text-anchor="middle">{escape(name.text)}</text>'
            )
            yield svg(self.beside(name))

    def names(self) -> Iterator[Name]:
        """Every area's, over the middle of it, with room for its signs."""
        for place, (middle, _) in self.layout.centres.items():
            text, top = printed(self.area(place).name(self.lang)), self.name_height(place)
            half, beside = wide(text, NAME) / 2, 22 * len([*signs(self.area(place))])
            first, last = self.layout.room(place, top - 6, 14)
            x = max(min(middle, last - half - beside - 16), first + half + 12, half + 14)
            x = min(x, self.layout.width - EDGE - half - beside - 8)
            italic = ' font-style="italic"' if self.wet(place) else ""
            yield Name.at(place, text, x, top, NAME, f'font-weight="bold"{italic}')

    def with_signs(self, name: Name) -> Room:
        """Where a name lies with what stands to the right of it."""
        x, y, half, tall = name.room
        more = sum(ROOM[sign] for sign, _ in signs(self.area(name.place))) / 2
        return x + more, y, half + more, tall

    def labels(self) -> Iterator[str]:
        """Words that name no area."""
        window = (0.0, 0.0, self.layout.width, self.layout.height)
        yield from below.words(self.layout, self.lang, window, tuple(self.names()), LARGER)

    def name_height(self, place: str) -> float:
        return max(self.layout.centres[place][1] - 41, 26)

    def beside(self, name: Name) -> Iterator[Ink]:
        """A fort, a port, what the place is worth: to the right of its name."""
        right = name.x + name.half + 14
        for sign, value in signs(self.area(name.place)):
            yield from drawn(sign, right, name.y, value)
            right += ROOM[sign]


def signs(area: Area) -> Iterator[tuple[str, int]]:
    """What stands beside the name of an area: a sign, and what it says in figures."""
    if any("fort" in flag for flag in area.flags):
        yield "fort", 0
    if "port" in area.flags:
        yield "port", 0
    for key, value in sorted(area.values.items()):
        if key in WORTH:
            yield "worth", value


def signed(sign: str, x: float, y: float, value: int) -> str:
    """A sign whose words stand on the line `y`."""
    return svg(drawn(sign, x, y, value))


def drawn(sign: str, x: float, y: float, value: int) -> Iterator[Ink]:
    match sign:
        case "fort":
            yield Path(tuple((x + dx, y + dy) for dx, dy in FORT), "#6b5330", PAPER, 0.8)
        case "port":
            yield Disc(x, y - 5, 5, "#ffffff", WATER_EDGE, 2)
        case _:
            yield Disc(x, y - 6, 9.5, "#fff6dc", INK)
            yield Label(x, y - 1.2, str(value), 14, INK, True, "middle", True)


def stroked(kind: str, path: str) -> str:
    """A line of the map: borders, ways and rivers."""
    return "".join(_stroke(path, *one) for one in STROKES[kind])


def _between(a: Point, b: Point, free: float = 42) -> tuple[Point, Point]:
    """The line between two centres, without the parts where counters lie."""
    far = math.dist(a, b) or 1.0
    k = min(free / far, 0.4)
    return (a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k), (b[0] + (a[0] - b[0]) * k, b[1] + (a[1] - b[1]) * k)
