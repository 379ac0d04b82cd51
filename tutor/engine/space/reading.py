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
    covered,
)
from tutor.engine.text import Text

PARTS = {"kind", "name", "links", "provenance", "sources", "drawn"}
HEX_PARTS = PARTS | {"sheet", "grid", "fill", "without", "hexes", "sides", "roads", "places"}
AREA_PARTS = PARTS | {"areas"}
GRID_PARTS = {"top", "first", "digits", "rows", "columns", "shifted", "prefix", "km"}
LINK_PARTS = {"kind", "name", "between", "flags", "one-way"}
CELL_PARTS = {"terrain", "level", "name", "flags", "values"}


def read_hexes(data: Mapping[str, Any]) -> HexMap:
    """A hex map from its data; raises MapFaults."""
    faults = Faults()
    faults.keys("map", data, HEX_PARTS, {"grid", "provenance"})
    faults.check()
    grid = data["grid"]
    numbering = _numbering(grid, faults)
    faults.check()
    found = _hexes(data, numbering, faults)
    cells = {id: numbering.cell(id) for id in found}
    ids = {cell: id for id, cell in cells.items()}
    toward = _toward(cells, ids, numbering)
    sides = _sides(data.get("sides") or {}, found, toward, faults)
    roads = tuple(_roads(data.get("roads") or (), found, toward, faults))
    named = _named(data.get("places") or {}, found, faults)
    links = read_links(data.get("links") or (), found, named, faults)
    provenance = read_provenance(data["provenance"], faults)
    drawn = read_drawn(data.get("drawn"), faults)
    faults.check()
    key = str(data.get("sheet", ""))
    name = Text.of(data.get("name"))
    sheet = Sheet(key, name, numbering, tuple(found), _km(grid), drawn=drawn)
    return HexMap(
        name=name,
        sheets={key: sheet},
        roads_drawn=roads,
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
        _roads=_joined(roads),
        **linking(links, named),
    )


def _numbering(grid: Any, faults: Faults) -> Numbering:
    if not faults.keys("grid", grid, GRID_PARTS, {"top", "rows", "columns"}):
        return Numbering()
    top = grid["top"]
    first = grid.get("first", "row")
    shifted = grid.get("shifted", "odd")
    faults.one_of("grid.top", top, ("pointy", "flat"))
    faults.one_of("grid.first", first, ("row", "column"))
    faults.one_of("grid.shifted", shifted, ("odd", "even"))
    digits = _digits(grid.get("digits", [2, 2]), faults)
    rows, columns = grid["rows"], grid["columns"]
    _axis("rows", rows, ("north", "south"), faults)
    _axis("columns", columns, ("east", "west"), faults)
    if grid.get("km") is not None:
        faults.number("grid.km", grid["km"])
    faults.check()
    return Numbering(
        top=top,
        first=first,
        digits=digits,
        rows=rows["grows"],
        columns=columns["grows"],
        shifted=shifted,
        prefix=str(grid.get("prefix", "")),
    )


def _digits(data: Any, faults: Faults) -> tuple[int, int]:
    """How many digits count the first, and how many the second."""
    match data:
        case [int(first), int(second)]:
            return first, second
    faults.add("grid.digits", "expects-pair")
    return 2, 2


def _axis(name: str, axis: Any, ways: tuple[str, str], faults: Faults) -> None:
    """From where to where rows or columns are counted, and which way they grow."""
    where = f"grid.{name}"
    if not faults.keys(where, axis, {"from", "to", "grows"}, {"grows"}):
        return
    faults.one_of(f"{where}.grows", axis["grows"], ways)
    start = axis.get("from", 0)
    end = axis.get("to", 0)
    both_whole = isinstance(start, int) and isinstance(end, int)
    if not both_whole:
        faults.add(where, "expects-whole-ends")


def _km(grid: Mapping[str, Any]) -> float | None:
    km = grid.get("km")
    return None if km is None else float(km)


def _hexes(data: Mapping[str, Any], numbering: Numbering, faults: Faults) -> dict[str, Hex]:
    fill = data.get("fill")
    found = {} if fill is None else _filled(fill, data, numbering, faults)
    given = fill or {}
    needed = {"terrain"} - set(given)
    listed = data.get("hexes") or {}
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
        if faults.keys(where, entry, CELL_PARTS, needed):
            found[id] = _hex(id, {**given, **entry}, faults)
    if not found:
        faults.add("hexes", "no-hexes")
    return found


def _filled(fill: Any, data: Mapping[str, Any], numbering: Numbering, faults: Faults) -> dict[str, Hex]:
    """Every hex of the rectangle, as all are that are not listed."""
    faults.keys("fill", fill, CELL_PARTS, {"terrain"})
    faults.check()
    without = set(map(str, data.get("without", ())))
    found = {}
    for id in _rectangle(data["grid"], numbering, faults):
        if id not in without:
            found[id] = _hex(id, fill)
    return found


def _hex(id: str, entry: Mapping[str, Any], faults: Faults | None = None) -> Hex:
    level = entry.get("level", 0)
    if faults is not None and not isinstance(level, int):
        faults.add(f"hexes.{id}.level", "expects-whole")
    terrain = str(entry["terrain"])
    name = Text.of(entry.get("name"))
    flags = _flags(entry) or NOTHING
    values = dict(entry.get("values") or {})
    return Hex(id, terrain, level, name, flags, values)


def _flags(entry: Mapping[str, Any]) -> frozenset[str]:
    flags = entry.get("flags", ())
    return frozenset(flags)


def _rectangle(grid: Mapping[str, Any], numbering: Numbering, faults: Faults) -> Iterable[str]:
    rows = _counted(grid["rows"])
    columns = _counted(grid["columns"])
    if rows is None or columns is None:
        faults.add("grid", "fill-ends")
        return ()
    return [numbering.id(row, column) for row in rows for column in columns]


def _counted(axis: Mapping[str, Any]) -> range | None:
    """The numbers of rows or columns; None where the grid does not say from where to where."""
    if "from" not in axis or "to" not in axis:
        return None
    return range(axis["from"], axis["to"] + 1)


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
        cell = cells[id]
        around = [added(cell, step) for step in STEPS]
        near[id] = tuple(ids[beside] for beside in around if beside in ids)
    return near


def _sides(
    data: Any, found: Mapping[str, Hex], toward: Mapping[Pair, str], faults: Faults
) -> dict[Pair, frozenset[str]]:
    if not isinstance(data, Mapping):
        faults.add("sides", "expects-mapping")
        return {}
    kinds: dict[Pair, frozenset[str]] = {}
    for key, pairs in data.items():
        kind = str(key)
        where = f"sides.{kind}"
        for entry in pairs or ():
            one, _, other = str(entry).partition("-")
            if _neighbours(where, one, other, found, toward, faults):
                before = kinds.get((one, other), NOTHING)
                kinds[one, other] = kinds[other, one] = before | {kind}
    return kinds


def _roads(data: Any, found: Mapping[str, Hex], toward: Mapping[Pair, str], faults: Faults) -> Iterable[Road]:
    for index, entry in enumerate(data):
        where = f"roads.{index}"
        if not faults.keys(where, entry, {"kind", "name", "through"}, {"kind", "through"}):
            continue
        kind = str(entry["kind"])
        name = Text.of(entry.get("name"))
        through = tuple(map(str, entry["through"]))
        if len(through) < 2:
            faults.add(where, "two-hexes")
        for one, other in pairwise(through):
            _neighbours(where, one, other, found, toward, faults)
        yield Road(kind, through, name)


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
    """Of every step the kinds of road that go along it, in the order in which the map lists them."""
    kinds: dict[Pair, tuple[str, ...]] = {}
    for road in drawn:
        for pair in chained(road.through):
            before = kinds.get(pair, ())
            if road.kind not in before:
                kinds[pair] = (*before, road.kind)
    return kinds


def _named(data: Any, found: Mapping[str, Hex], faults: Faults) -> dict[str, Named]:
    named = {}
    for key, entry in data.items():
        where = f"places.{key}"
        if not faults.keys(where, entry, {"name", "hexes", "flags"}, {"name", "hexes"}):
            continue
        name = Text.of(entry["name"])
        hexes = tuple(map(str, entry["hexes"]))
        for id in hexes:
            if id not in found:
                faults.add(where, "off-map", id=id)
        named[key] = Named(key, name, hexes, _flags(entry))
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
    areas: dict[str, Area] = {}
    for key, entry in data["areas"].items():
        id = str(key)
        areas[id] = _area(id, entry or {}, faults)
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
    where = f"areas.{id}"
    if not faults.keys(where, entry, {"name", "flags", "values", "at", "outline"}):
        return Area(id, Text(id, id))
    at = entry.get("at")
    if at is not None:
        at = faults.pair(f"{where}.at", at)
    rings = [str(ring) for ring in entry.get("outline") or ()]
    are_lines = all(re.fullmatch(LINE, ring) for ring in rings)
    if not are_lines:
        faults.add(f"{where}.outline", "expects-line")
        rings = []
    name = Text.of(entry.get("name", id))
    values = dict(entry.get("values") or {})
    outline = tuple(map(line_of, rings))
    return Area(id, name, _flags(entry), values, at, outline)


# -- links ------------------------------------------------------------------------------------------------------
def read_links(data: Any, places: Container[str], named: Mapping[str, Named], faults: Faults) -> tuple[Link, ...]:
    """The links as the map lists them, with both ends, each a place or a name that covers places."""
    found = []
    for index, entry in enumerate(data):
        where = f"links.{index}"
        if not faults.keys(where, entry, LINK_PARTS, {"kind", "between"}):
            continue
        ends = tuple(map(str, entry["between"]))
        missing = [id for id in ends if id not in places and id not in named]
        for id in missing:
            faults.add(where, "off-map", id=id)
        if len(ends) != 2 or ends[0] == ends[1]:
            faults.add(where, "two-ends")
        elif not missing:
            found.append(_link(entry, *ends))
    return tuple(found)


def _link(entry: Mapping[str, Any], one: str, other: str) -> Link:
    kind = str(entry["kind"])
    name = Text.of(entry.get("name"))
    one_way = bool(entry.get("one-way"))
    return Link(kind, one, other, _flags(entry), name, one_way)


def linking(drawn: Iterable[Link], named: Mapping[str, Named]) -> dict[str, Any]:
    """The links from place to place, and where they lead from each: a name stands for every place that it covers."""
    links: dict[Pair, tuple[Link, ...]] = {}
    linked: dict[str, dict[str, None]] = {}
    for link in drawn:
        for one, other in _pairs(link, named):
            before = links.get((one, other), ())
            this_way = replace(link, one=one, other=other)
            links[one, other] = (*before, this_way)
            onward = linked.setdefault(one, {})
            onward[other] = None
    others_of = {one: tuple(onward) for one, onward in linked.items()}
    return {"_links": links, "_linked": others_of}


def _pairs(link: Link, named: Mapping[str, Named]) -> list[Pair]:
    """From where to where a link leads: first all ways there, then all ways back."""
    ones = covered(link.one, named)
    others = covered(link.other, named)
    there = [(one, other) for one in ones for other in others if one != other]
    if link.one_way:
        return there
    back = [(other, one) for one, other in there]
    return there + back
