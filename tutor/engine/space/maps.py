"""Maps made from plain data: hexes with their sides and roads, or areas with their links.

A hex map, as YAML says it:

```yaml
kind: hexes
name: {fr: Le pont de Roana, en: The bridge at Roana}
grid:
  top: pointy                          # or flat
  first: row                           # what the first digits of an id count, or column
  digits: [2, 2]
  rows: {from: 30, to: 36, grows: north}         # or south
  columns: {from: 47, to: 55, grows: east}       # or west
  shifted: odd                         # rows (flat top: columns) that lie half a hex further east (south), or even
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
provenance: {grid: stand-in, hexes: stand-in, sides: history, roads: history, places: history}
sources: ["..."]
```

An area map:

```yaml
kind: areas
areas:
  verdun: {name: Verdun, flags: [fort], values: {resources: 2}, at: [120, 80]}
links:                                 # both ways, unless `one-way: true`
  - {kind: border, between: [verdun, metz], flags: [river]}
provenance: {areas: text, links: text}
```

A name is a string or `{fr: ..., en: ...}`. What is wrong with the data is told in one `MapFaults`, every fault of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from tutor.engine.space import hexes
from tutor.engine.space.faults import Faults, MapFaults
from tutor.engine.space.hexes import DIRECTIONS, STEPS, Cell, Numbering
from tutor.engine.text import Text

__all__ = ["Area", "AreaMap", "Hex", "HexMap", "Link", "MapFaults", "Named", "Road", "read_map"]

Pair: TypeAlias = tuple[str, str]
PROVENANCE = frozenset({"text", "errata", "history", "stand-in"})
NOTHING: frozenset[str] = frozenset()
NAMELESS = Text("", "")


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex. Its level is that of its centre."""

    id: str
    terrain: str
    level: int = 0
    name: Text = NAMELESS
    flags: frozenset[str] = NOTHING
    values: Mapping[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Road:
    """A chain of hexes that a road, a track or a railway joins."""

    kind: str
    through: tuple[str, ...]
    name: Text = NAMELESS


@dataclass(frozen=True, slots=True)
class Named:
    """A name on the map and the hexes that it covers."""

    key: str
    name: Text
    hexes: tuple[str, ...]
    flags: frozenset[str] = NOTHING


@dataclass(frozen=True, eq=False, slots=True)
class HexMap:
    """A map of hexes, compared by identity. Every id is the string that the map prints."""

    name: Text
    numbering: Numbering
    roads_drawn: tuple[Road, ...]
    named: Mapping[str, Named]
    provenance: Mapping[str, str]
    sources: tuple[str, ...]
    _hexes: Mapping[str, Hex]
    _cells: Mapping[str, Cell]
    _ids: Mapping[Cell, str]
    _near: Mapping[str, tuple[str, ...]]
    _toward: Mapping[Pair, str]
    _sides: Mapping[Pair, frozenset[str]]
    _roads: Mapping[Pair, tuple[str, ...]]

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

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The hexes around, counter-clockwise."""
        return self._near[place]

    def adjacent(self, one: str, other: str) -> bool:
        return (one, other) in self._toward

    def direction(self, one: str, other: str) -> str | None:
        """Which way a neighbour lies."""
        return self._toward.get((one, other))

    def toward(self, place: str, direction: str) -> str | None:
        """The neighbour that lies this way."""
        step = STEPS[DIRECTIONS[self.numbering.top].index(direction)]
        return self._ids.get(hexes.added(self._cells[place], step))

    def across(self, one: str, middle: str) -> str | None:
        """The hex on the far side of `middle`, straight on from `one`."""
        direction = self._toward.get((one, middle))
        return None if direction is None else self.toward(middle, direction)

    def sides(self, one: str, other: str) -> frozenset[str]:
        """What lies on the hexside between two neighbours."""
        return self._sides.get((one, other), NOTHING)

    def roads(self, one: str, other: str) -> tuple[str, ...]:
        """The kinds of road that cross the hexside, in the order in which the map lists them."""
        return self._roads.get((one, other), ())

    def road(self, one: str, other: str) -> str | None:
        """The first kind of road that crosses the hexside."""
        kinds = self._roads.get((one, other))
        return kinds[0] if kinds else None

    def distance(self, one: str, other: str) -> int:
        return hexes.distance(self._cells[one], self._cells[other])

    @lru_cache(maxsize=16384)  # noqa: B019  maps are few, and compared by identity
    def line(self, one: str, other: str) -> tuple[tuple[str, ...], ...]:
        """What the straight line between two centres passes, both ends included.

        Where it runs along a hexside the entry holds both hexes, or the one that is on the map.
        """
        found = (self._known(cells) for cells in hexes.line(self._cells[one], self._cells[other]))
        return tuple(entry for entry in found if entry)

    def ring(self, place: str, radius: int) -> tuple[str, ...]:
        return self._known(hexes.ring(self._cells[place], radius))

    @lru_cache(maxsize=16384)  # noqa: B019
    def within(self, place: str, radius: int) -> tuple[str, ...]:
        """The hexes up to this distance, the nearest first."""
        return self._known(hexes.within(self._cells[place], radius))

    def centre(self, place: str) -> tuple[float, float]:
        """Where the hex lies, eastward and southward, in distances between neighbours."""
        return hexes.centre(self._cells[place], self.numbering.top)

    def names(self, place: str) -> tuple[Named, ...]:
        """The names that cover a hex."""
        return _covering(self).get(place, ())

    def all_sides(self) -> Iterator[tuple[str, str, frozenset[str]]]:
        """Every hexside on which something lies, once."""
        return ((one, other, kinds) for (one, other), kinds in self._sides.items() if one < other)

    def _known(self, cells: Iterable[Cell]) -> tuple[str, ...]:
        return tuple(self._ids[cell] for cell in cells if cell in self._ids)


@lru_cache(maxsize=64)
def _covering(map: HexMap) -> Mapping[str, tuple[Named, ...]]:
    """Of every hex the names that cover it."""
    found: dict[str, list[Named]] = {}
    for named in map.named.values():
        for hex in named.hexes:
            found.setdefault(hex, []).append(named)
    return {hex: tuple(several) for hex, several in found.items()}


@dataclass(frozen=True, slots=True)
class Area:
    """One area, box or sea area."""

    id: str
    name: Text
    flags: frozenset[str] = NOTHING
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """One way from an area to another."""

    kind: str
    one: str
    other: str
    flags: frozenset[str] = NOTHING


@dataclass(frozen=True, eq=False, slots=True)
class AreaMap:
    """A map of areas joined by links of several kinds, compared by identity."""

    name: Text
    provenance: Mapping[str, str]
    sources: tuple[str, ...]
    _areas: Mapping[str, Area]
    _links: Mapping[Pair, tuple[Link, ...]]
    _near: Mapping[str, tuple[str, ...]]

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
        return tuple(
            other for other in self._near[place] if any(link.kind == kind for link in self.links(place, other))
        )


def read_map(data: Mapping[str, Any]) -> HexMap | AreaMap:
    """A map of either kind; raises MapFaults."""
    if data.get("kind") == "areas":
        return AreaMap.from_data(data)
    if data.get("kind") == "hexes":
        return HexMap.from_data(data)
    faults = Faults()
    faults.one_of("kind", data.get("kind"), ("hexes", "areas"))
    raise faults.error()


def chained(ids: Iterable[str]) -> Iterator[Pair]:
    """The steps of a chain, there and back."""
    for one, other in pairwise(ids):
        yield one, other
        yield other, one
