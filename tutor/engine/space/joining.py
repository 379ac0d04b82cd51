"""Several hex maps on one table: the sheets of a map, and the ways between them. The form stands in `maps`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tutor.engine.space.faults import Faults, MapFaults
from tutor.engine.space.hexes import Cell
from tutor.engine.space.maps import HexMap, Link, Maps, Named, Road, Sheet, read_map
from tutor.engine.space.reading import linking, read_links, read_provenance
from tutor.engine.text import Text

K = TypeVar("K")
V = TypeVar("V")
SHEETS_PARTS = {"kind", "name", "sheets", "links", "provenance", "sources"}
BESIDE = " · "  # between the names of two sheets
ROOM = 2  # free cells between two sheets, so that no step of a whole set of hexes reaches from one into another


def read_sheets(data: Mapping[str, Any], maps: Maps | None = None) -> HexMap:
    """A map of several sheets from its data; raises MapFaults."""
    faults = Faults()
    faults.keys("map", data, SHEETS_PARTS, {"sheets"})
    faults.check()
    entries = data["sheets"]
    if not isinstance(entries, Mapping) or not entries:
        faults.add("sheets", "no-sheets")
    faults.check()
    sheets: dict[str, HexMap] = {}
    for name, entry in entries.items():
        key = str(name)
        map = _sheet(key, entry, maps, faults)
        if map is not None:
            sheets[key] = map
    faults.check()
    by_entry = {f"sheets.{key}": map for key, map in sheets.items()}
    _fit_together(by_entry, faults)
    return _joined(sheets, data, faults)


def _sheet(key: str, entry: Any, maps: Maps | None, faults: Faults) -> HexMap | None:
    """The map of one sheet under its key, lying where the entry says; None where there is a fault."""
    where = f"sheets.{key}"
    if not faults.keys(where, entry, {"map", "at"}, {"map"}):
        return None
    at = None if entry.get("at") is None else faults.pair(f"{where}.at", entry["at"])
    given = entry["map"]
    if isinstance(given, Mapping):
        found = _written(f"{where}.map", given, faults)
    else:
        found = _named(where, given, maps, faults)
    if found is None:
        return None
    (sheet,) = found.sheets.values()
    if sheet.key not in ("", key):
        faults.add(where, "sheet-is-another", key=key, sheet=sheet.key)
    return _as(found, replace(sheet, key=key, at=at))


def _named(where: str, name: object, maps: Maps | None, faults: Faults) -> HexMap | None:
    """The map of the library that has this name."""
    if maps is None:
        faults.add(f"{where}.map", "no-maps-here", map=str(name))
        return None
    try:
        return _of_hexes(f"{where}.map", maps(str(name)), faults)
    except LookupError as error:
        faults.add(f"{where}.map", "no-map", map=str(name), near=getattr(error, "near", ()))
        return None


def _written(where: str, data: Mapping[str, Any], faults: Faults) -> HexMap | None:
    """The small map that is written in the place of a name."""
    try:
        map = read_map(data)
    except MapFaults as inner:
        for fault in inner.faults:
            of_the_whole = fault.where == "map"
            within = where if of_the_whole else f"{where}.{fault.where}"
            faults.add(within, fault.kind, **fault.facts)
        return None
    return _of_hexes(where, map, faults)


def _of_hexes(where: str, map: object, faults: Faults) -> HexMap | None:
    """A map that can be a sheet: of hexes, and on one sheet itself."""
    if isinstance(map, HexMap) and len(map.sheets) == 1:
        return map
    faults.add(where, "sheet-of-hexes")
    return None


def side_by_side(maps: Iterable[tuple[str, Any]]) -> HexMap:
    """Maps by name on one table, each under the key of its sheet, from left to right; raises MapFaults."""
    faults = Faults()
    found: dict[str, HexMap] = {}
    for index, (name, given) in enumerate(maps):
        where = str(index)
        map = _of_hexes(where, given, faults)
        if map is None:
            continue
        (sheet,) = map.sheets.values()
        key = sheet.key or name
        if key in found:
            faults.add(where, "sheet-twice", key=key)
        sheet = replace(sheet, key=key)
        found[key] = _as(map, sheet)
    faults.check()
    by_place = {str(index): map for index, map in enumerate(found.values())}
    _fit_together(by_place, faults)
    return _joined(found, {}, faults)


def _fit_together(maps: Mapping[str, HexMap], faults: Faults) -> None:
    """No id stands on two sheets, and a name that stands on several is the same on all; told where a map is named."""
    seen: set[str] = set()
    names: dict[str, Text] = {}
    for where, map in maps.items():
        twice = [id for id in map.places if id in seen]
        if twice:
            faults.add(where, "on-two-sheets", id=twice[0], n=len(twice))
        seen.update(map.places)
        for key, named in map.named.items():
            name = names.setdefault(key, named.name)
            if name != named.name:
                faults.add(where, "two-names", key=key)
    faults.check()


def _joined(maps: Mapping[str, HexMap], data: Mapping[str, Any], faults: Faults) -> HexMap:
    """All sheets as one map, with the links between them."""
    several = maps.values()
    sheets = _with_room(maps)
    hexes = _together(map._hexes for map in several)
    named = _named_on_any(several)
    between = read_links(data.get("links") or (), hexes, named, faults)
    provenance = _provenance_of(maps)
    provenance |= read_provenance(data.get("provenance", {}), faults)
    faults.check()
    roads: list[Road] = []
    links: list[Link] = []
    sources: list[str] = []
    for map in several:
        roads += map.roads_drawn
        links += map.links_drawn
        sources += map.sources
    links += between
    sources += data.get("sources", ())
    sheet_of: dict[str, Sheet] = {}
    cells: dict[str, Cell] = {}
    ids: dict[Cell, str] = {}
    for sheet in sheets.values():
        for id in sheet.places:
            cell = sheet.cell(id)
            sheet_of[id] = sheet
            cells[id] = cell
            ids[cell] = id
    return HexMap(
        name=Text.of(data.get("name")) or _names_of(sheets.values()),
        sheets=sheets,
        roads_drawn=tuple(roads),
        links_drawn=tuple(links),
        named=named,
        provenance=provenance,
        sources=tuple(dict.fromkeys(sources)),
        _hexes=hexes,
        _cells=cells,
        _ids=ids,
        _sheet_of=sheet_of,
        _near=_together(map._near for map in several),
        _toward=_together(map._toward for map in several),
        _sides=_together(map._sides for map in several),
        _roads=_together(map._roads for map in several),
        **linking(links, named),
    )


def _provenance_of(maps: Mapping[str, HexMap]) -> dict[str, str]:
    """Whence every part of every sheet is known."""
    found: dict[str, str] = {}
    for key, map in maps.items():
        for part, kind in map.provenance.items():
            found[f"{key}.{part}"] = kind
    return found


def _named_on_any(maps: Iterable[HexMap]) -> dict[str, Named]:
    """The names of all sheets; one that stands on several covers the hexes of all."""
    found: dict[str, Named] = {}
    for map in maps:
        for key, named in map.named.items():
            before = found.get(key)
            if before is not None:
                hexes = before.hexes + named.hexes
                flags = before.flags | named.flags
                named = replace(named, hexes=hexes, flags=flags)
            found[key] = named
    return found


def _with_room(maps: Mapping[str, HexMap]) -> dict[str, Sheet]:
    """The sheets below one another in the plane of cells, with free cells between them."""
    found: dict[str, Sheet] = {}
    free = 0
    for key, map in maps.items():
        (sheet,) = map.sheets.values()
        cells = [sheet.numbering.cell(id) for id in sheet.places]
        columns = [q for q, _ in cells]
        rows = [r for _, r in cells]
        west = min(columns)
        north = min(rows)
        height = max(rows) - north + 1
        origin = (-west, free - north)
        found[key] = replace(sheet, origin=origin)
        free += height + ROOM
    return found


def _names_of(sheets: Iterable[Sheet]) -> Text:
    names = [sheet.name for sheet in sheets if sheet.name]
    french = [name.fr for name in names]
    english = [name.en for name in names]
    return Text(BESIDE.join(french), BESIDE.join(english))


def _together(parts: Iterable[Mapping[K, V]]) -> dict[K, V]:
    found: dict[K, V] = {}
    for part in parts:
        found.update(part)
    return found


def _as(map: HexMap, sheet: Sheet) -> HexMap:
    """The same map as another sheet."""
    sheets = {sheet.key: sheet}
    sheet_of = dict.fromkeys(sheet.places, sheet)
    return replace(map, sheets=sheets, _sheet_of=sheet_of)


@dataclass(frozen=True, eq=False)
class Joined:
    """A map over which one also goes by its links of some kinds."""

    map: HexMap
    kinds: frozenset[str]

    @property
    def places(self) -> tuple[str, ...]:
        return self.map.places

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        near = self.map.neighbours(place)
        beyond: dict[str, None] = {}
        for kind in sorted(self.kinds):
            ends = self.map.along(place, kind)
            beyond |= dict.fromkeys(ends)
        if not beyond:
            return near
        further = [other for other in beyond if other not in near]
        return (*near, *further)
