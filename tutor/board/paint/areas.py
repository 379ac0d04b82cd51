"""A map of areas as SVG: cells with frayed borders, links that no border shows, names, forts and ports."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from tutor.board.layout import Layout, Point
from tutor.board.look import CONTOUR, INK, PAPER, SEA, SERIF, SHALLOWS, WATER_EDGE
from tutor.board.paint import curves
from tutor.board.paint.hexes import HALO, _path, _stroke, noise01
from tutor.engine.space.maps import Area
from tutor.engine.text import Lang

LAND = ("#ece0bd", "#e6d8b0", "#efe5c8", "#e9dcba", "#e3d7b4")
ROUGH = frozenset({"rough", "mountain", "mountains", "hills", "woods", "forest"})


@dataclass(frozen=True, eq=False)
class AreaSheet:
    """A map of areas."""

    layout: Layout
    lang: Lang

    def area(self, place: str) -> Area:
        found: Area = self.layout.map.area(place)
        return found

    def wet(self, place: str) -> bool:
        area = self.area(place)
        return bool({"sea", "sea-area", "ocean"} & area.flags) or place.startswith("sea-")

    def ground(self) -> Iterator[str]:
        for n, place in enumerate(self.layout.outlines):
            colour = SEA if self.wet(place) else LAND[(n * 7) % len(LAND)]
            yield f'<path d="{_path(self.layout.outlines[place], True)}" fill="{colour}"/>'

    def growth(self) -> Iterator[str]:
        """Rough ground as small hills, scattered."""
        from tutor.board.layout import inside

        for place, ring in self.layout.outlines.items():
            if not self.area(place).flags & ROUGH:
                continue
            for row in range(int(self.layout.height // 22)):
                for column in range(int(self.layout.width // 26)):
                    x, y = 26 * (column + 0.5 * (row % 2)), 22.0 * row
                    if inside(ring, x, y) and noise01(x, y) < 0.7:
                        dx, dy = 4 * curves.noise(x, y, 5), 4 * curves.noise(x, y, 6)
                        yield f'<use href="#rock" x="{x + dx:.0f}" y="{y + dy:.0f}"/>'

    def lines(self) -> Iterator[str]:
        """Borders; where no link crosses one it is a wall, and a link that crosses none is a line of its own."""
        drawn: set[tuple[str, str]] = set()
        for one in self.layout.outlines:
            for other in self.layout.outlines:
                if one < other and (shared := self._border(one, other)):
                    drawn.add((one, other))
                    yield self._border_line(one, other, shared)
        for one in self.layout.map.places:
            for other in self.layout.map.neighbours(one):
                if one < other and (one, other) not in drawn:
                    yield self._link(one, other)

    def _border(self, one: str, other: str) -> tuple[Point, Point] | None:
        mine, theirs = self.layout.corners[one], self.layout.corners[other]
        shared = [p for p in mine if any(math.dist(p, q) < 1.5 for q in theirs)]
        return (shared[0], shared[-1]) if len(shared) >= 2 and math.dist(shared[0], shared[-1]) > 8 else None

    def _border_line(self, one: str, other: str, shared: tuple[Point, Point]) -> str:
        path = _path(curves.frayed(*shared))
        links = self.layout.map.links(one, other)
        if self.wet(one) != self.wet(other):
            return _stroke(path, SHALLOWS, 6) + _stroke(path, WATER_EDGE, 1.6)
        if self.wet(one):
            return _stroke(path, WATER_EDGE, 1.6, 0.7, "8 5")
        if not links:
            return _stroke(path, PAPER, 7) + _stroke(path, "#4a3620", 4) + _stroke(path, PAPER, 1, 1, "2 7")
        river = any("river" in flag for link in links for flag in (*link.flags, link.kind))
        if river:
            return _stroke(path, WATER_EDGE, 6) + _stroke(path, "#6ea3c4", 3.8)
        return _stroke(path, PAPER, 4.4, 0.9) + _stroke(path, CONTOUR, 1.8, 1)

    def _link(self, one: str, other: str) -> str:
        a, b = _between(self.layout.centres[one], self.layout.centres[other])
        sea = any("sea" in link.kind for link in self.layout.map.links(one, other))
        colour = WATER_EDGE if sea else "#5d3f1c"
        path = _path(curves.rounded(curves.bent([a, b], 0.3), False))
        return _stroke(path, PAPER, 5, 0.8) + _stroke(path, colour, 2.2, 1, "2 6" if sea else "9 5")

    def words(self) -> Iterator[str]:
        for place, (x, _) in self.layout.centres.items():
            area = self.area(place)
            name = area.name(self.lang)
            top = self.name_height(place)
            italic = ' font-style="italic"' if self.wet(place) else ""
            colour = WATER_EDGE if self.wet(place) else INK
            yield (
                f'<text x="{x:.1f}" y="{top:.1f}" font-family="{SERIF}" font-size="15" '
                f'font-weight="bold"{italic} fill="{colour}" '
                f'stroke-width="3.4" {HALO} text-anchor="middle">{escape(name)}</text>'
            )
            yield from self._signs(area, x, top, len(name))

    def name_height(self, place: str) -> float:
        return self.layout.centres[place][1] - 36

    def _signs(self, area: Area, x: float, y: float, letters: int) -> Iterator[str]:
        right = x + letters * 4.3 + 14
        if any("fort" in flag for flag in area.flags):
            yield (
                f'<path d="M{right - 7:.1f} {y:.1f}v-10h4v3h3v-3h4v3h3v-3h4v10z" fill="#6b5330" '
                f'stroke="{PAPER}" stroke-width=".8"/>'
            )
            right += 20
        if "port" in area.flags:
            yield (
                f'<circle cx="{right:.1f}" cy="{y - 5:.1f}" r="5" fill="#fff" stroke="{WATER_EDGE}" stroke-width="2"/>'
            )
            right += 16
        for key, value in sorted(area.values.items()):
            if key in ("vp", "resources", "resource", "production"):
                yield (
                    f'<circle cx="{right:.1f}" cy="{y - 5:.1f}" r="8" fill="#fff6dc" stroke="{INK}"/>'
                    f'<text x="{right:.1f}" y="{y - 1:.1f}" font-size="11" text-anchor="middle" '
                    f'font-family="{SERIF}">{value}</text>'
                )
                right += 18


def _between(a: Point, b: Point, free: float = 42) -> tuple[Point, Point]:
    """The line between two centres, without the parts where counters lie."""
    far = math.dist(a, b) or 1.0
    k = min(free / far, 0.4)
    return (a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k), (b[0] + (a[0] - b[0]) * k, b[1] + (a[1] - b[1]) * k)
