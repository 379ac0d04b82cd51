"""Reading a map's data into a map. The form stands in `maps`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tutor.engine.space.drawn import LINE, line_of, read_drawn
from tutor.engine.space.faults import Faults
from tutor.engine.space.hexes import DIRECTIONS, STEPS, Cell, Numbering, added
from tutor.engine.space.maps import (
    NOTHING,
    PROVENANCE,
    Area,
    AreaMap,
    Hex,
    HexMap,
    Link,
    Named,
    Pair,
    Road,
    Sheet,
    chained,
)
from tutor.engine.text import Text

PARTS = {"kind", "name", "links", "provenance", "sources", "drawn"}
HEX_PARTS = PARTS | {"sheet", "grid", "fill", "without", "hexes", "sides", "roads", "places"}
AREA_PARTS = PARTS | {"areas"}
CELL_PARTS = {"terrain", "level", "name", "flags", "values"}


def read_hexes(data: Mapping[str, Any]) -> HexMap:
    """A hex map from its data; raises MapFaults."""
    faults = Faults()
    faults.keys("map", data, HEX_PARTS, {"grid", "provenance"})
    faults.check()
    numbering = _numbering(data["grid"], faults)
    faults.check()
    found = _hexes(data, numbering, faults)
    cells = {id: numbering.cell(id) for id in found}
    ids = {cell: id for id, cell in cells.items()}
    toward = _toward(cells, ids, numbering)
    sides = _sides(data.get("sides") or {}, found, toward, faults)
    drawn = tuple(_roads(data.get("roads") or (), found, toward, faults))
    named = _named(data.get("places") or {}, found, faults)
    links = read_links(data.get("links") or (), found, named, faults)
    provenance = read_provenance(data["provenance"], faults)
    drawn_below = read_drawn(data.get("drawn"), faults)
    faults.check()
    sheet = Sheet(
        str(data.get("sheet", "")),
        Text.of(data.get("name")),
        numbering,
        tuple(found),
        _km(data["grid"]),
        drawn=drawn_below,
    )
    return HexMap(
        name=sheet.name,
        sheets={sheet.key: sheet},
        roads_drawn=drawn,
        links_drawn=links,
        named=named,
        provenance=provenance,
        sources=tuple(data.get("sources", ())),
        _hexes=found,
        _cells=cells,
        _ids=ids,
        _sheet_of=dict.fromkeys(found, sheet),
        _near=_near(found, cells, ids),
        _toward=toward,
        _sides=sides,
        _roads=_joined(drawn),
        **linking(links, named),
    )


def _numbering(grid: Any, faults: Faults) -> Numbering:
    parts = {"top", "first", "digits", "rows", "columns", "shifted", "prefix", "km"}
    if not faults.keys("grid", grid, parts, {"top", "rows", "columns"}):
        return Numbering()
    faults.one_of("grid.top", grid["top"], ("pointy", "flat"))
    faults.one_of("grid.first", grid.get("first", "row"), ("row", "column"))
    faults.one_of("grid.shifted", grid.get("shifted", "odd"), ("odd", "even"))
    digits = _digits(grid.get("digits", [2, 2]), faults)
    _axis("rows", grid["rows"], ("north", "south"), faults)
    _axis("columns", grid["columns"], ("east", "west"), faults)
    if grid.get("km") is not None:
        faults.number("grid.km", grid["km"])
    faults.check()
    return Numbering(
        top=grid["top"],
        first=grid.get("first", "row"),
        digits=digits,
        rows=grid["rows"]["grows"],
        columns=grid["columns"]["grows"],
        shifted=grid.get("shifted", "odd"),
        prefix=str(grid.get("prefix", "")),
    )


def _digits(data: Any, faults: Faults) -> tuple[int, int]:
    """How many digits count the first, and how many the second."""
    is_pair = isinstance(data, list | tuple) and len(data) == 2
    if is_pair and all(isinstance(n, int) for n in data):
        return data[0], data[1]
    faults.add("grid.digits", "expects-pair")
    return 2, 2


def _axis(name: str, axis: Any, ways: tuple[str, str], faults: Faults) -> None:
    """From where to where rows or columns are counted, and which way they grow."""
    if not faults.keys(f"grid.{name}", axis, {"from", "to", "grows"}, {"grows"}):
        return
    faults.one_of(f"grid.{name}.grows", axis["grows"], ways)
    ends = (axis.get("from", 0), axis.get("to", 0))
    if not all(isinstance(end, int) for end in ends):
        faults.add(f"grid.{name}", "expects-whole-ends")


def _km(grid: Mapping[str, Any]) -> float | None:
    return None if grid.get("km") is None else float(grid["km"])


def _hexes(data: Mapping[str, Any], numbering: Numbering, faults: Faults) -> dict[str, Hex]:
    listed = data.get("hexes") or {}
    without = {str(id) for id in data.get("without", ())}
    found: dict[str, Hex] = {}
    if (fill := data.get("fill")) is not None:
        faults.keys("fill", fill, CELL_PARTS, {"terrain"})
        faults.check()
        found = {id: _hex(id, fill) for id in _rectangle(data["grid"], numbering, faults) if id not in without}
    for id, entry in listed.items():
        where = f"hexes.{id}"
        if not isinstance(id, str):
            faults.add(where, "quote-id", id=id)
            continue
        try:
            numbering.cell(id)
        except ValueError:
            faults.add(where, "no-id", id=id)
            continue
        if fill is not None and id not in found:
            faults.add(where, "outside-grid")
        if faults.keys(where, entry, CELL_PARTS, set() if fill else {"terrain"}):
            found[id] = _hex(id, {**(fill or {}), **entry}, faults)
    if not found:
        faults.add("hexes", "no-hexes")
    return found


def _hex(id: str, entry: Mapping[str, Any], faults: Faults | None = None) -> Hex:
    level = entry.get("level", 0)
    if faults is not None and not isinstance(level, int):
        faults.add(f"hexes.{id}.level", "expects-whole")
    name = Text.of(entry.get("name"))
    flags = frozenset(entry.get("flags", ())) or NOTHING
    values = dict(entry.get("values") or {})
    return Hex(id, str(entry["terrain"]), level, name, flags, values)


def _rectangle(grid: Mapping[str, Any], numbering: Numbering, faults: Faults) -> Iterable[str]:
    rows, columns = grid["rows"], grid["columns"]
    ends = {"from", "to"}
    if not (ends <= set(rows) and ends <= set(columns)):
        faults.add("grid", "fill-ends")
        return ()
    return [
        numbering.id(row, column)
        for row in range(rows["from"], rows["to"] + 1)
        for column in range(columns["from"], columns["to"] + 1)
    ]


def _toward(cells: Mapping[str, Cell], ids: Mapping[Cell, str], numbering: Numbering) -> dict[Pair, str]:
    """Which way every neighbour lies."""
    steps = tuple(zip(STEPS, DIRECTIONS[numbering.top], strict=True))
    found: dict[Pair, str] = {}
    for id, cell in cells.items():
        for step, direction in steps:
            to = added(cell, step)
            if to in ids:
                found[id, ids[to]] = direction
    return found


def _near(found: Iterable[str], cells: Mapping[str, Cell], ids: Mapping[Cell, str]) -> dict[str, tuple[str, ...]]:
    """The neighbours of every hex, counter-clockwise."""
    near = {}
    for id in found:
        around = [added(cells[id], step) for step in STEPS]
        near[id] = tuple(ids[cell] for cell in around if cell in ids)
    return near


def _sides(
    data: Any, found: Mapping[str, Hex], toward: Mapping[Pair, str], faults: Faults
) -> dict[Pair, frozenset[str]]:
    if not isinstance(data, Mapping):
        faults.add("sides", "expects-mapping")
        return {}
    kinds: dict[Pair, set[str]] = {}
    for kind, pairs in data.items():
        for entry in pairs or ():
            one, _, other = str(entry).partition("-")
            if _neighbours(f"sides.{kind}", one, other, found, toward, faults):
                kinds.setdefault((one, other), set()).add(str(kind))
                kinds.setdefault((other, one), set()).add(str(kind))
    return {pair: frozenset(several) for pair, several in kinds.items()}


def _roads(data: Any, found: Mapping[str, Hex], toward: Mapping[Pair, str], faults: Faults) -> Iterable[Road]:
    for index, entry in enumerate(data):
        where = f"roads.{index}"
        if not faults.keys(where, entry, {"kind", "name", "through"}, {"kind", "through"}):
            continue
        through = tuple(str(id) for id in entry["through"])
        if len(through) < 2:
            faults.add(where, "two-hexes")
        for one, other in pairwise(through):
            _neighbours(where, one, other, found, toward, faults)
        yield Road(str(entry["kind"]), through, Text.of(entry.get("name")))


def _neighbours(
    where: str, one: str, other: str, found: Mapping[str, Hex], toward: Mapping[Pair, str], faults: Faults
) -> bool:
    """Whether two hexes lie beside each other; anything else is a fault."""
    missing = [id for id in (one, other) if id not in found]
    for id in missing:
        faults.add(where, "off-map" if id else "expects-side", id=id or one)
    if missing:
        return False
    beside = (one, other) in toward
    if not beside:
        faults.add(where, "not-neighbours", one=one, other=other)
    return beside


def _joined(drawn: Iterable[Road]) -> dict[Pair, tuple[str, ...]]:
    kinds: dict[Pair, dict[str, None]] = {}
    for road in drawn:
        for pair in chained(road.through):
            kinds.setdefault(pair, {})[road.kind] = None
    return {pair: tuple(several) for pair, several in kinds.items()}


def _named(data: Any, found: Mapping[str, Hex], faults: Faults) -> dict[str, Named]:
    named = {}
    for key, entry in data.items():
        where = f"places.{key}"
        if not faults.keys(where, entry, {"name", "hexes", "flags"}, {"name", "hexes"}):
            continue
        covered = tuple(str(id) for id in entry["hexes"])
        for id in covered:
            if id not in found:
                faults.add(where, "off-map", id=id)
        named[key] = Named(key, Text.of(entry["name"]), covered, frozenset(entry.get("flags", ())))
    return named


def read_provenance(data: Any, faults: Faults) -> dict[str, str]:
    if not isinstance(data, Mapping):
        faults.add("provenance", "expects-mapping")
        return {}
    for part, value in data.items():
        faults.one_of(f"provenance.{part}", value, PROVENANCE)
    return {str(part): str(value) for part, value in data.items()}


def read_areas(data: Mapping[str, Any]) -> AreaMap:
    """An area map from its data; raises MapFaults."""
    faults = Faults()
    faults.keys("map", data, AREA_PARTS, {"areas", "links", "provenance"})
    faults.check()
    areas = {str(id): _area(str(id), entry or {}, faults) for id, entry in data["areas"].items()}
    links_drawn = read_links(data["links"], areas, {}, faults)
    provenance = read_provenance(data["provenance"], faults)
    drawn = read_drawn(data.get("drawn"), faults)
    faults.check()
    links, linked = linking(links_drawn, {}).values()
    near = {id: linked.get(id, ()) for id in areas}
    return AreaMap(
        name=Text.of(data.get("name")),
        provenance=provenance,
        sources=tuple(data.get("sources", ())),
        _areas=areas,
        _links=links,
        _near=near,
        drawn=drawn,
    )


def _area(id: str, entry: Any, faults: Faults) -> Area:
    if not faults.keys(f"areas.{id}", entry, {"name", "flags", "values", "at", "outline"}):
        return Area(id, Text(id, id))
    at = None if entry.get("at") is None else faults.pair(f"areas.{id}.at", entry["at"])
    rings = [str(ring) for ring in entry.get("outline") or ()]
    if not all(re.fullmatch(LINE, ring) for ring in rings):
        faults.add(f"areas.{id}.outline", "expects-line")
        rings = []
    return Area(
        id,
        Text.of(entry.get("name", id)),
        frozenset(entry.get("flags", ())),
        dict(entry.get("values") or {}),
        at,
        tuple(map(line_of, rings)),
    )


# -- links ------------------------------------------------------------------------------------------------------
def read_links(data: Any, places: Container[str], named: Mapping[str, Named], faults: Faults) -> tuple[Link, ...]:
    """The links as the map lists them, with both ends, each a place or a name that covers places."""
    found = []
    for index, entry in enumerate(data):
        where = f"links.{index}"
        if not faults.keys(where, entry, {"kind", "name", "between", "flags", "one-way"}, {"kind", "between"}):
            continue
        ends = tuple(str(id) for id in entry["between"])
        missing = [id for id in ends if id not in places and id not in named]
        for id in missing:
            faults.add(where, "off-map", id=id)
        if len(ends) != 2 or ends[0] == ends[1]:
            faults.add(where, "two-ends")
        elif not missing:
            found.append(_link(entry, *ends))
    return tuple(found)


def _link(entry: Mapping[str, Any], one: str, other: str) -> Link:
    return Link(
        kind=str(entry["kind"]),
        one=one,
        other=other,
        flags=frozenset(entry.get("flags", ())),
        name=Text.of(entry.get("name")),
        one_way=bool(entry.get("one-way")),
    )


def linking(drawn: Iterable[Link], named: Mapping[str, Named]) -> dict[str, Any]:
    """The links from place to place, and where they lead from each: a name stands for every place that it covers."""
    links: dict[Pair, tuple[Link, ...]] = {}
    linked: dict[str, dict[str, None]] = {}
    for link in drawn:
        for one, other in _pairs(link, named):
            before = links.get((one, other), ())
            links[one, other] = (*before, replace(link, one=one, other=other))
            linked.setdefault(one, {})[other] = None
    return {"_links": links, "_linked": {one: tuple(others) for one, others in linked.items()}}


def _pairs(link: Link, named: Mapping[str, Named]) -> list[Pair]:
    """From where to where a link leads: first all ways there, then all ways back."""
    ones = named[link.one].hexes if link.one in named else (link.one,)
    others = named[link.other].hexes if link.other in named else (link.other,)
    there = [(one, other) for one in ones for other in others if one != other]
    if link.one_way:
        return there
    back = [(other, one) for one, other in there]
    return there + back
