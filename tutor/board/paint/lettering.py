"""The words on a map of hexes: names that give way to each other, and numbers that give way to names."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from html import escape
from itertools import pairwise
from typing import TypeAlias

from tutor.board.layout import Layout, SheetBox
from tutor.board.look import INK, PAPER, SANS, SERIF, WATER_EDGE
from tutor.board.paint import curves
from tutor.board.paint.terrain import look_of, towns
from tutor.board.said import capitalised
from tutor.engine.space.maps import Hex, Named
from tutor.engine.text import Lang

HALO = f'paint-order="stroke" stroke="{PAPER}" stroke-opacity=".88" stroke-linejoin="round"'
COASTAL = frozenset({"coast", "coastal"})
REGIONS = frozenset({"sea", "country", "front", "town"})
SMALLEST = 9.5
BESIDE = 32.0  # how far a name reaches towards a neighbour's: two that stand in a row are two to the eye
FAR = 0.55  # shown smaller than that a map's own letters are dust: the largest places are named over it instead
AFAR = {"sheet": 15.0, "city": 13.0, "town": 11.5}  # pixels of the page
LARGE = 9  # hexes: a state of so many is named on the map
SHORT = (("Monte ", "M. "), ("Colletto ", "C.to "), ("Passo ", "P.so "), ("Mont ", "Mt "), ("Saint-", "St-"),
         ("Sainte-", "Ste-"), ("Santa ", "S. "), (" di ", " "), (" (", "|("))  # fmt: skip
ARTICLE = re.compile(r"^(?:(?:le|la|les|the) |l['’])")
Room: TypeAlias = tuple[float, float, float, float]  # on the map: the middle, half the width, half the height
NARROW, BROAD = frozenset("ijlt.,'’|- ()I!:;f"), frozenset("mwMW")


def afar(layout: Layout, k: float) -> int:
    """How far a map of hexes is seen from: 0 where its letters can be read, then one more each time it is halved."""
    return 1 + math.floor(math.log2(FAR / k)) if layout.hexes and k < FAR else 0


def wide(text: str, size: float, bold: bool = True) -> float:
    """How wide a line of serifs is, near enough."""
    ems = sum(0.31 if c in NARROW else 0.86 if c in BROAD else 0.7 if c.isupper() else 0.5 for c in text)
    return size * ems * (1.03 if bold else 0.95)


def printed(name: str) -> str:
    """A name as maps print it: without its article."""
    bare = ARTICLE.sub("", name)
    return name if bare == name else capitalised(bare)


def abridged(name: str) -> str:
    for long, short in SHORT:
        name = name.replace(long, short)
    return name.split("|")[0]


@dataclass(frozen=True, slots=True)
class Name:
    """A name where it is printed; `y` is its base line, `half` how far it reaches to both sides."""

    place: str
    text: str
    x: float
    y: float
    size: float
    style: str
    half: float

    @classmethod
    def at(cls, place: str, text: str, x: float, y: float, size: float, style: str) -> Name:
        """Measured here: how far it reaches is asked for at every place that is near."""
        return cls(place, text, x, y, size, style, half=wide(text, size) / 2)

    @property
    def room(self) -> Room:
        return self.x, self.y - 0.35 * self.size, self.half, 0.5 * self.size


@dataclass(frozen=True, eq=False)
class Lettering:
    """The words of the part of a map that a window shows."""

    layout: Layout
    lang: Lang
    places: Sequence[str]
    seen: Sequence[str]
    least: float = 0.0  # on paper: letters are no smaller, and what has no room for them is left out

    def hex(self, place: str) -> Hex:
        found: Hex = self.layout.map.hex(place)
        return found

    def flat(self, place: str) -> bool:
        return bool(self.layout.map.sheet(place).top != "pointy")

    # -- names --------------------------------------------------------------------------------------------------
    @cached_property
    def names(self) -> list[Name]:
        found = (self._name(place) for place in self.places if self.hex(place).name and self._first(place))
        names = [name for name in found if name is not None]
        return self._legible(names) if self.least else names

    def _legible(self, names: Sequence[Name]) -> list[Name]:
        """Cities first, then towns, summits, other places: each where it is free; none over one before it."""
        found: list[Name] = []
        for name in sorted(names, key=lambda name: -self._manner(self.hex(name.place))[0]):
            size = max(name.size, self.least)
            half = name.half * size / name.size
            spots = (
                (min(max(name.x + aside * half, half + 4), self.layout.width - half - 4), name.y + up)
                for up in (0.0, -1.4 * self.layout.radius)
                for aside in (0.0, 0.6, -0.6)
            )
            tried = (replace(name, x=x, y=y, size=size, half=half) for x, y in spots)
            free = next((one for one in tried if not any(_touch(one, other, 3) for other in found)), None)
            if free is not None:
                found.append(free)
        return found

    def _first(self, place: str) -> bool:
        """A name that neighbours share stands once, in the southernmost of them."""
        mine = self.hex(place).name
        alike, todo = {place}, [place]
        while todo:
            for other in self.layout.map.neighbours(todo.pop()):
                if other not in alike and self.hex(other).name == mine:
                    alike.add(other)
                    todo.append(other)
        x, y = self.layout.centres[place]
        return all((y, x) >= (self.layout.centres[one][1], self.layout.centres[one][0]) for one in alike)

    def _name(self, place: str) -> Name | None:
        hex = self.hex(place)
        x, y = self.layout.centres[place]
        size, style = self._manner(hex)
        bold = "bold" in style
        left, right = self._room(place)
        metres = f" {hex.values['metres']}" if _summit(hex) and "metres" in hex.values else ""
        full = printed(hex.name(self.lang))
        for text, least in ((full + metres, 12.0), (full, 11.0), (abridged(full), SMALLEST)):
            fits = min(size, size * (left + right) / wide(text, size, bold))
            if fits >= least:
                break
        if fits < SMALLEST and full[:1].islower():
            return None
        half = wide(text, fits, bold) / 2
        middle = min(max(x + max(half - left, 0) - max(half - right, 0), half + 4), self.layout.width - half - 4)
        return Name.at(place, text, middle, y + self.layout.radius * 0.86, max(fits, SMALLEST - 0.5), style)

    def _manner(self, hex: Hex) -> tuple[float, str]:
        """Cities, towns, summits and other places, told apart by their letters."""
        if _summit(hex):
            return 13.5, 'font-style="italic" stroke-width="3"'
        match _settled(hex, towns(self.layout.map)):
            case "city":
                return 16.5, 'font-weight="bold" stroke-width="3.4"'
            case "town":
                return 14.5, 'font-weight="bold" stroke-width="3.2"'
        return 12.5, 'stroke-width="3" fill-opacity=".92"'

    def _room(self, place: str) -> tuple[float, float]:
        """How far a name may reach to the left and to the right: to where a neighbour's begins or a counter may lie."""
        if self.flat(place):
            return 39.0, 39.0
        x, y = self.layout.centres[place]
        row = [one for one in self.layout.map.neighbours(place) if abs(self.layout.centres[one][1] - y) < 4]
        named = [self.layout.centres[one][0] for one in row if self.hex(one).name]
        return (
            BESIDE if any(one < x for one in named) else 62.0,
            BESIDE if any(one > x for one in named) else 62.0,
        )

    def words(self) -> Iterator[str]:
        labels = (label for one in self.layout.drawings for label in one.drawn.labels)
        written = {printed(label.name(self.lang)) for label in labels}
        yield from states(self.layout, self.lang, self.least)
        for named in self.layout.map.named.values():
            if printed(named.name(self.lang)) in written:
                continue
            if REGIONS & named.flags:
                yield self._region(named)
            elif _is_line(self.layout, named.hexes):
                yield self._along(named.key, named.hexes, named.name(self.lang))
        for name in self.names:
            hex = self.hex(name.place)
            if _summit(hex):
                x, y = self.layout.centres[name.place]
                yield f'<path d="M{x:.1f} {y - 6:.1f}l6 10h-12z" fill="{INK}"/>'
            yield (
                f'<text x="{name.x:.1f}" y="{name.y:.1f}" font-family="{SERIF}" font-size="{name.size:.3g}" '
                f'{name.style} fill="{INK}" {HALO} text-anchor="middle">{escape(name.text)}</text>'
            )

    # -- numbers ------------------------------------------------------------------------------------------------
    def numbers(self) -> Iterator[str]:
        """Printed ids; a number gives way to a name above it."""
        covered = named_over(self.layout, self.lang, self.least)
        for place in self.seen:
            if place not in covered:
                x, y = self.number_at(place)
                yield (
                    f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SANS}" font-size="10" fill="#4b3f29" '
                    f'fill-opacity=".85" text-anchor="middle">{escape(place)}</text>'
                )

    def number_at(self, place: str) -> tuple[float, float]:
        """Where the id of a hex is printed."""
        (x, y), reach = self.layout.centres[place], self.layout.radius
        return x, y - (reach * 0.866 - 10.5 if self.flat(place) else reach * 0.68)

    # -- regions and lines --------------------------------------------------------------------------------------
    def _region(self, named: Named) -> str:
        """The name of a sea where it has most water to both sides, under all other names."""
        if named.key not in self.layout.regions or len(named.hexes) < 3 or "sea" not in named.flags:
            return ""
        text = printed(named.name(self.lang))
        size = max(15, self.least)
        half = wide(text, size, False) / 2 + 0.05 * size * len(text)
        x, y = max(
            ((*self.layout.centres[place], self._water(place, half)) for place in named.hexes),
            key=lambda spot: (spot[2], -abs(spot[0] - self.layout.anchors[named.key][0])),
        )[:2]
        x = min(max(x, half + 4), self.layout.width - half - 4)
        return (
            f'<text x="{x:.1f}" y="{y - 8:.1f}" font-family="{SERIF}" font-size="{size:g}" font-style="italic" '
            f'fill="{WATER_EDGE}" letter-spacing="1.5" stroke-width="2.6" {HALO} '
            f'text-anchor="middle">{escape(text)}</text>'
        )

    def state(self, named: Named) -> str:
        """The name of a state, pale and wide, as large as its own land has room for; small ones go without."""
        text, own = printed(named.name(self.lang)).upper(), frozenset(named.hexes)
        largest = min(60.0, 9.0 + len(own) ** 0.5 * 2.4)
        for size in (largest, largest * 0.75, largest * 0.5) if len(own) >= LARGE else ():
            half = wide(text, size, False) / 2 + 0.18 * size * len(text)
            spot = self._inland(named, own, half)
            if spot is not None and size >= max(SMALLEST, self.least):
                return (
                    f'<text x="{spot[0]:.1f}" y="{spot[1] - 12:.1f}" font-family="{SERIF}" font-size="{size:.3g}" '
                    f'fill="{INK}" fill-opacity=".4" letter-spacing="{0.36 * size:.3g}" '
                    f'text-anchor="middle">{escape(text)}</text>'
                )
        return ""

    def _inland(self, named: Named, own: Collection[str], half: float) -> tuple[float, float] | None:
        """Where a name so wide stands on a state's own land, far from towns and shores, near its midst."""
        midst = self.layout.anchors[named.key]
        rows = ((self._under(at, half), at) for at in map(self.layout.centres.__getitem__, named.hexes))
        inside = [(places, at) for places, at in rows if all(place in own for place in places)]
        best = min(inside, key=lambda row: (self._crowded(row[0]), math.dist(row[1], midst)), default=None)
        return None if best is None else best[1]

    def _under(self, at: tuple[float, float], half: float) -> list[str | None]:
        return [self.layout.at(at[0] + half * part / 4, at[1] - 16) for part in range(-4, 5)]

    def _crowded(self, places: Sequence[str | None]) -> int:
        """How many of some hexes have a town or lie on the sea."""
        there = (self.hex(place) for place in places if place is not None)
        return sum(bool(hex.name) or not COASTAL.isdisjoint(hex.flags) for hex in there)

    def _water(self, place: str, half: float) -> int:
        """How many of the hexes under a name, were it printed here, are sea."""
        x, y = self.layout.centres[place]
        spots = (self.layout.at(x + half * part, y - 12) for part in (-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1))
        return sum(one is not None and look_of(self.hex(one).terrain) == "sea" for one in spots)

    def _along(self, key: str, places: Sequence[str], text: str) -> str:
        """A valley or river's name along its hexes, read from the left: below the counters, where no names are."""
        if self.layout.centres[places[0]][0] > self.layout.centres[places[-1]][0]:
            places = places[::-1]
        size = max(14, self.least)
        takes = wide(text, size, False) + 2 * len(text)
        many = min(len(places) - 1, 1 + math.ceil(takes / (1.73 * self.layout.radius)))
        named = [bool(self.hex(place).name) for place in places]
        first = min(range(len(places) - many), key=lambda n: (sum(named[n : n + many + 1]), n))
        stretch = [self.layout.centres[place] for place in places[first : first + many + 1]]
        low = self.layout.radius * 0.78
        path = "M" + "L".join(f"{x:.1f} {y + low:.1f}" for x, y in curves.rounded(stretch, False))
        return (
            f'<path id="along-{escape(key)}" d="{path}" fill="none"/><text font-family="{SERIF}" '
            f'font-style="italic" font-size="{size:g}" '
            f'fill="{WATER_EDGE}" letter-spacing="2" stroke-width="2.6" {HALO}>'
            f'<textPath href="#along-{escape(key)}" startOffset="8%">{escape(text)}</textPath></text>'
        )


@lru_cache(maxsize=16)
def every_name(layout: Layout, lang: Lang, least: float = 0.0) -> tuple[Name, ...]:
    """The names of the whole map, so that what gives way to them is the same in every window."""
    places = tuple(layout.centres)
    return tuple(Lettering(layout, lang, places, places, least).names)


@lru_cache(maxsize=64)
def from_afar(layout: Layout, lang: Lang, k: float) -> tuple[Name, ...]:
    """The names of a map shown so small: in letters of the page, sheets first, then cities, none over another."""
    lettering, settled = Lettering(layout, lang, (), ()), towns(layout.map)
    rank = {"city": 0, "town": 1}
    found = [_sheet(box, lang, AFAR["sheet"] / k) for box in layout.sheets.values()]
    kinds = [(_settled(lettering.hex(name.place), settled), name) for name in every_name(layout, lang)]
    for kind, name in sorted(((kind, name) for kind, name in kinds if kind), key=lambda one: rank[one[0]]):
        x, y = layout.centres[name.place]
        text, size = abridged(printed(lettering.hex(name.place).name(lang))), AFAR[kind] / k
        half = wide(text, size) / 2
        x = min(max(x, half + 4), layout.width - half - 4)
        one = Name.at(name.place, text, x, min(y + 1.25 * size, layout.height - 4), size, 'font-weight="bold"')
        if not any(_touch(one, other, 4 / k) for other in found):
            found.append(one)
    return tuple(found)


def _sheet(box: SheetBox, lang: Lang, size: float) -> Name:
    """The name of a sheet, in its north-western corner."""
    text = box.name(lang)
    return Name.at("", text, box.left + size + wide(text, size) / 2, box.top + 1.6 * size, size, 'font-weight="bold"')


def _touch(one: Name, other: Name, gap: float) -> bool:
    return abs(one.x - other.x) < one.half + other.half + gap and abs(one.y - other.y) < max(one.size, other.size)


def _settled(hex: Hex, settled: Collection[str]) -> str:
    """A city, a town, or no place where many live."""
    if "city" in hex.terrain or {"city", "capital"} & hex.flags:
        return "city"
    return "town" if hex.id in settled else ""


@lru_cache(maxsize=16)
def named_over(layout: Layout, lang: Lang, least: float = 0.0) -> frozenset[str]:
    """The hexes of the whole map on whose number a name is printed."""
    spots = Lettering(layout, lang, (), ()).number_at
    rows = sorted((name.y, name.x, name.half + 14) for name in every_name(layout, lang, least))
    found = set()
    for place in layout.centres:
        x, y = spots(place)
        first, last = bisect_right(rows, (y - 12, math.inf)), bisect_left(rows, (y + 9,))
        if any(abs(at - x) < half for _, at, half in rows[first:last]):
            found.add(place)
    return frozenset(found)


@lru_cache(maxsize=16)
def states(layout: Layout, lang: Lang, least: float = 0.0) -> Sequence[str]:
    """The names of the states of the whole map, each in its place, whatever a window shows of it."""
    lettering = Lettering(layout, lang, (), (), least)
    return [lettering.state(named) for named in layout.map.named.values() if "country" in named.flags]


def _summit(hex: Hex) -> bool:
    return "summit" in hex.flags or (look_of(hex.terrain) != "town" and "metres" in hex.values)


def _is_line(layout: Layout, places: Sequence[str]) -> bool:
    """Whether some hexes are a valley or a coast, along which a name can be read, and no region."""
    if len(places) < 4 or any(place not in layout.centres for place in places):
        return False
    joined = all(layout.map.distance(a, b) <= 2 for a, b in pairwise(places))
    return joined and layout.map.distance(places[0], places[-1]) > 0.6 * len(places)
