"""Maps made from plain data: hexes on one sheet or several, with their sides and roads, or areas; and their links.

A hex map, as YAML says it:

```yaml
kind: hexes
name: {fr: Le pont de Roana, en: The bridge at Roana}
sheet: asiago                          # which of the game's sheets this is; may be left out
grid:
  top: pointy                          # or flat
  first: row                           # what the first digits of an id count, or column
  digits: [2, 2]
  rows: {from: 30, to: 36, grows: north}         # or south
  columns: {from: 47, to: 55, grows: east}       # or west
  shifted: odd                         # rows (flat top: columns) that lie half a hex further east (south), or even
  km: 0.6                              # across a hex; may be left out
fill: {terrain: clear, level: 5}       # every hex of the rectangle that `hexes` does not list; may be left out
without: ["3055"]                      # hexes of the rectangle that the map lacks
hexes:
  "3351": {terrain: town, level: 5, name: Roana, flags: [objective], values: {vp: 2}}
sides:                                 # by kind, each a list of pairs of neighbours
  river: ["3351-3352"]
roads:                                 # chains of neighbours
  - {kind: road, name: {fr: ..., en: ...}, through: ["3355", "3354"]}
places:                                # names that cover hexes
  roana: {name: Roana, hexes: ["3351"], flags: [village]}
links: []                              # as on a map of areas, below; an end is a hex, or a name that covers some
provenance: {grid: stand-in, hexes: stand-in, sides: history, roads: history, places: history}
sources: ["..."]
```

Several hex maps on one table, each with its own ids, top and scale. No id stands on two sheets; no step leads from one
to another but by a link. A name that covers hexes of several sheets is one name.

```yaml
kind: sheets
name: {fr: Le Proche-Orient, en: The Near East}
sheets:                                # from left to right
  caucasus: {map: caucasus}            # a map of the library, or a small one in place
  egyptian: {map: suez, at: [0, 12]}   # its top left corner on the table, in hexes to the east and to the south
links:
  - {kind: railway, name: {fr: ..., en: ...}, between: [N4332, N2913]}
provenance: {links: history}
```

An area map:

```yaml
kind: areas
areas:
  verdun: {name: Verdun, flags: [fort], values: {resources: 2}, at: [120, 80], outline: ["110,70 130,70 125,95"]}
links:                                 # both ways, unless `one-way: true`; `name` where the map prints one
  - {kind: border, between: [verdun, metz], flags: [river]}
provenance: {areas: text, links: text}
```

What either map draws beneath its places stands in `drawn`; a map can be cut out of another (`cutting`). Under
`provenance` a part may be told more finely: `strengths: stand-in`, then `strengths.verdun: text`.

A name is a string or `{fr: ..., en: ...}`. What is wrong with the data is told in one `MapFaults`, every fault of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from tutor.engine.facts import value
from tutor.engine.space import hexes
from tutor.engine.space.drawn import Drawn, Line
from tutor.engine.space.faults import Faults, MapFaults
from tutor.engine.space.hexes import DIRECTIONS, STEPS, Cell, Numbering
from tutor.engine.text import Text

__all__ = ["Area", "AreaMap", "Hex", "HexMap", "Link", "MapFaults", "Named", "Road", "Sheet", "read_map"]

Pair: TypeAlias = tuple[str, str]
PROVENANCE = frozenset({"text", "errata", "history", "geography", "stand-in"})
NOTHING: frozenset[str] = frozenset()
NAMELESS = Text("", "")
APART = 1 << 30  # between places of different sheets: further than any distance that a rule counts


@value
class Hex:
    """One hex. Its level is that of its centre."""

    id: str
    terrain: str
    level: int = 0
    name: Text = NAMELESS
    flags: frozenset[str] = NOTHING
    values: Mapping[str, int] = field(default_factory=dict, hash=False)


@value
class Road:
    """A chain of hexes that a road, a track or a railway joins."""

    kind: str
    through: tuple[str, ...]
    name: Text = NAMELESS


@value
class Named:
    """A name on the map and the hexes that it covers."""

    key: str
    name: Text
    hexes: tuple[str, ...]
    flags: frozenset[str] = NOTHING


@value
class Link:
    """A way from a place to another, whatever lies between; back, too, unless it is `one_way`."""

    kind: str
    one: str
    other: str
    flags: frozenset[str] = NOTHING
    name: Text = NAMELESS
    one_way: bool = False

    @property
    def ends(self) -> Pair:
        return self.one, self.other


@dataclass(frozen=True, eq=False, slots=True)
class Sheet:
    """One sheet on the table, with its own ids, top and scale.

    Its cells lie from `origin` on among those of all sheets, which are all different, with room between the sheets.
    `at` is where its top left corner lies on the table, in hexes eastward and southward, if that is said.
    """

    key: str
    name: Text
    numbering: Numbering
    places: tuple[str, ...]
    km: float | None = None
    at: tuple[float, float] | None = None
    origin: Cell = (0, 0)
    drawn: Drawn | None = None

    @property
    def top(self) -> hexes.Top:
        return self.numbering.top

    def cell(self, id: str) -> Cell:
        """The cell of an id of this sheet; raises ValueError where it is none."""
        cell = self.numbering.cell(id)
        return hexes.added(cell, self.origin)


@dataclass(frozen=True, eq=False, slots=True)
class HexMap:
    """Hexes on one sheet or several, compared by identity. Every id is the string that the map prints."""

    name: Text
    sheets: Mapping[str, Sheet]
    roads_drawn: tuple[Road, ...]
    links_drawn: tuple[Link, ...]
    named: Mapping[str, Named]
    provenance: Mapping[str, str]
    sources: tuple[str, ...]
    _hexes: Mapping[str, Hex]
    _cells: Mapping[str, Cell]
    _ids: Mapping[Cell, str]
    _sheet_of: Mapping[str, Sheet]
    _near: Mapping[str, tuple[str, ...]]
    _toward: Mapping[Pair, str]
    _sides: Mapping[Pair, frozenset[str]]
    _roads: Mapping[Pair, tuple[str, ...]]
    _links: Mapping[Pair, tuple[Link, ...]]
    _linked: Mapping[str, tuple[str, ...]]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> HexMap:
        """Read the form above; raises MapFaults."""
        from tutor.engine.space.reading import read_hexes

        return read_hexes(data)

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(self._hexes)

    def __contains__(self, place: object) -> bool:
        return place in self._hexes

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._hexes.values())

    def __len__(self) -> int:
        return len(self._hexes)

    def hex(self, place: str) -> Hex:
        return self._hexes[place]

    def sheet(self, place: str) -> Sheet:
        """The sheet on which a hex lies."""
        return self._sheet_of[place]

    def cell(self, place: str) -> Cell:
        """Where a hex lies among those of all sheets."""
        return self._cells[place]

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The hexes around, counter-clockwise. None of another sheet: there only links lead."""
        return self._near[place]

    def adjacent(self, one: str, other: str) -> bool:
        return (one, other) in self._toward

    def direction(self, one: str, other: str) -> str | None:
        """Which way a neighbour lies."""
        return self._toward.get((one, other))

    def toward(self, place: str, direction: str) -> str | None:
        """The neighbour that lies this way."""
        sheet = self._sheet_of[place]
        k = DIRECTIONS[sheet.top].index(direction)
        cell = hexes.added(self._cells[place], STEPS[k])
        return self._ids.get(cell)

    def across(self, one: str, middle: str) -> str | None:
        """The hex on the far side of `middle`, straight on from `one`."""
        direction = self.direction(one, middle)
        return None if direction is None else self.toward(middle, direction)

    def sides(self, one: str, other: str) -> frozenset[str]:
        """What lies on the hexside between two neighbours."""
        return self._sides.get((one, other), NOTHING)

    def roads(self, one: str, other: str) -> tuple[str, ...]:
        """The kinds of road that cross the hexside, in the order in which the map lists them."""
        return self._roads.get((one, other), ())

    def links(self, one: str, other: str) -> tuple[Link, ...]:
        """The links that lead from a hex to another, in the order of the map."""
        return self._links.get((one, other), ())

    def linked(self, place: str) -> tuple[str, ...]:
        """The hexes to which some link leads."""
        return self._linked.get(place, ())

    def along(self, place: str, kind: str) -> tuple[str, ...]:
        """The hexes to which a link of this kind leads."""
        return _along(self, place, self.linked(place), kind)

    def distance(self, one: str, other: str) -> int:
        """In hexes of their sheet; places of different sheets lie `APART`, however they are linked."""
        if len(self.sheets) > 1 and self._sheet_of[one] is not self._sheet_of[other]:
            return APART
        cells = self._cells
        return hexes.distance(cells[one], cells[other])

    @lru_cache(maxsize=16384)  # noqa: B019  maps are few, and compared by identity
    def line(self, one: str, other: str) -> tuple[tuple[str, ...], ...]:
        """What the straight line between two centres passes, both ends included; none leads to another sheet.

        Where it runs along a hexside the entry holds both hexes, or the one that is on the map.
        """
        if self._sheet_of[one] is not self._sheet_of[other]:
            return ()
        cells = self._cells
        found = []
        for passed in hexes.line(cells[one], cells[other]):
            entry = self._known(one, passed)
            if entry:
                found.append(entry)
        return tuple(found)

    @lru_cache(maxsize=16384)  # noqa: B019
    def within(self, place: str, radius: int) -> tuple[str, ...]:
        """The hexes up to this distance, the nearest first."""
        cells = hexes.within(self._cells[place], radius)
        return self._known(place, cells)

    def centre(self, place: str) -> tuple[float, float]:
        """Where the hex lies on its sheet, eastward and southward, in distances between neighbours."""
        sheet = self._sheet_of[place]
        west, north = sheet.origin
        q, r = self._cells[place]
        on_its_sheet = (q - west, r - north)
        return hexes.centre(on_its_sheet, sheet.top)

    def names(self, place: str) -> tuple[Named, ...]:
        """The names that cover a hex."""
        names_of = _covering(self)
        return names_of.get(place, ())

    def covered(self, end: str) -> tuple[str, ...]:
        """The hexes at the end of a link: all that a name covers, or the one."""
        return covered(end, self.named)

    def all_sides(self) -> Iterator[tuple[str, str, frozenset[str]]]:
        """Every hexside on which something lies, once."""
        for (one, other), kinds in self._sides.items():
            if one < other:
                yield one, other, kinds

    def _known(self, place: str, cells: Iterable[Cell]) -> tuple[str, ...]:
        """The hexes of some cells that lie on the same sheet as a place."""
        ids = self._ids
        found = [ids[cell] for cell in cells if cell in ids]
        if len(self.sheets) > 1:
            sheet = self._sheet_of[place]
            found = [id for id in found if self._sheet_of[id] is sheet]
        return tuple(found)


@lru_cache(maxsize=64)
def _covering(map: HexMap) -> Mapping[str, tuple[Named, ...]]:
    """Of every hex the names that cover it."""
    found: dict[str, tuple[Named, ...]] = {}
    for named in map.named.values():
        for hex in named.hexes:
            before = found.get(hex, ())
            found[hex] = (*before, named)
    return found


@value
class Area:
    """One area, box or sea area."""

    id: str
    name: Text
    flags: frozenset[str] = NOTHING
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    at: tuple[float, float] | None = None
    outline: tuple[Line, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class AreaMap:
    """A map of areas joined by links of several kinds, compared by identity."""

    name: Text
    provenance: Mapping[str, str]
    sources: tuple[str, ...]
    _areas: Mapping[str, Area]
    _links: Mapping[Pair, tuple[Link, ...]]
    _near: Mapping[str, tuple[str, ...]]
    drawn: Drawn | None = None

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> AreaMap:
        """Read the form above; raises MapFaults."""
        from tutor.engine.space.reading import read_areas

        return read_areas(data)

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(self._areas)

    def __contains__(self, place: object) -> bool:
        return place in self._areas

    def __iter__(self) -> Iterator[Area]:
        return iter(self._areas.values())

    def __len__(self) -> int:
        return len(self._areas)

    def area(self, place: str) -> Area:
        return self._areas[place]

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The areas to which some link leads."""
        return self._near[place]

    def adjacent(self, one: str, other: str) -> bool:
        return (one, other) in self._links

    def links(self, one: str, other: str) -> tuple[Link, ...]:
        """The ways from an area to another, in the order of the map."""
        return self._links.get((one, other), ())

    def along(self, place: str, kind: str) -> tuple[str, ...]:
        """The areas to which a link of this kind leads."""
        return _along(self, place, self.neighbours(place), kind)


def _along(map: HexMap | AreaMap, place: str, others: Iterable[str], kind: str) -> tuple[str, ...]:
    """Those of some places to which a link of this kind leads."""
    found = []
    for other in others:
        kinds = {link.kind for link in map.links(place, other)}
        if kind in kinds:
            found.append(other)
    return tuple(found)


def covered(end: str, named: Mapping[str, Named]) -> tuple[str, ...]:
    """The places at the end of a link: all that a name covers, or the one."""
    if end in named:
        return named[end].hexes
    return (end,)


Maps: TypeAlias = Callable[[str], Any]  # the map of a name; LookupError where there is none


def read_map(data: Mapping[str, Any], maps: Maps | None = None) -> HexMap | AreaMap:
    """A map of any kind, its sheets taken from `maps` where they are named; raises MapFaults."""
    kind = data.get("kind")
    if kind == "areas":
        return AreaMap.from_data(data)
    if kind == "hexes":
        return HexMap.from_data(data)
    if kind == "sheets":
        from tutor.engine.space.joining import read_sheets

        return read_sheets(data, maps)
    faults = Faults()
    faults.one_of("kind", kind, ("hexes", "areas", "sheets"))
    raise faults.error()


def chained(ids: Iterable[str]) -> Iterator[Pair]:
    """The steps of a chain, there and back."""
    for one, other in pairwise(ids):
        yield one, other
        yield other, one
