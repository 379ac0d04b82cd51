"""Several hex maps on one table: the sheets of a map, and the ways between them. The form stands in `maps`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tutor.engine.space.faults import Faults, MapFaults
from tutor.engine.space.maps import HexMap, Maps, Named, Sheet, read_map
from tutor.engine.space.reading import linking, read_links, read_provenance
from tutor.engine.text import Text

K = TypeVar("K")
V = TypeVar("V")
SHEETS_PARTS = {"kind", "name", "sheets", "links", "provenance", "sources"}
ROOM = 2  # free cells between two sheets, so that no step of a whole set of hexes reaches from one into another


def read_sheets(data: Mapping[str, Any], maps: Maps | None = None) -> HexMap:
    """A map of several sheets from its data; raises MapFaults."""
    faults = Faults()
    faults.keys("map", data, SHEETS_PARTS, {"sheets"})
    faults.check()
    if not isinstance(data["sheets"], Mapping) or not data["sheets"]:
        faults.add("sheets", "no-sheets")
    faults.check()
    sheets: dict[str, HexMap] = {}
    for name, entry in data["sheets"].items():
        key = str(name)
        map = _sheet(key, entry, maps, faults)
        if map is not None:
            sheets[key] = map
    faults.check()
    _fit_together({f"sheets.{key}": map for key, map in sheets.items()}, faults)
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
        return _of_hexes(where, read_map(data), faults)
    except MapFaults as inner:
        for fault in inner.faults:
            faults.add(where if fault.where == "map" else f"{where}.{fault.where}", fault.kind, **fault.facts)
        return None


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
        map = _of_hexes(str(index), given, faults)
        if map is None:
            continue
        (sheet,) = map.sheets.values()
        key = sheet.key or name
        if key in found:
            faults.add(str(index), "sheet-twice", key=key)
        found[key] = _as(map, replace(sheet, key=key))
    faults.check()
    _fit_together({str(index): map for index, map in enumerate(found.values())}, faults)
    return _joined(found, {}, faults)


def _fit_together(maps: Mapping[str, HexMap], faults: Faults) -> None:
    """No id stands on two sheets, and a name that stands on several is the same on all; told where a map is named."""
    sheet_of: dict[str, str] = {}
    names: dict[str, Text] = {}
    for where, map in maps.items():
        twice = [id for id in map.places if id in sheet_of]
        if twice:
            faults.add(where, "on-two-sheets", id=twice[0], n=len(twice))
        sheet_of.update(dict.fromkeys(map.places, where))
        for key, named in map.named.items():
            if names.setdefault(key, named.name) != named.name:
                faults.add(where, "two-names", key=key)
    faults.check()


def _joined(maps: Mapping[str, HexMap], data: Mapping[str, Any], faults: Faults) -> HexMap:
    """All sheets as one map, with the links between them."""
    several = maps.values()
    named = _named_on_any(several)
    sheets = _with_room(maps)
    hexes = _together(map._hexes for map in several)
    between = read_links(data.get("links") or (), hexes, named, faults)
    links = (*(link for map in several for link in map.links_drawn), *between)
    provenance = {f"{key}.{part}": kind for key, map in maps.items() for part, kind in map.provenance.items()}
    provenance |= read_provenance(data.get("provenance", {}), faults)
    faults.check()
    sources = [source for map in several for source in map.sources]
    sources += data.get("sources", ())
    sheet_of = {id: sheet for sheet in sheets.values() for id in sheet.places}
    cells = {id: sheet.cell(id) for id, sheet in sheet_of.items()}
    return HexMap(
        name=Text.of(data.get("name")) or _names_of(sheets.values()),
        sheets=sheets,
        roads_drawn=tuple(road for map in several for road in map.roads_drawn),
        links_drawn=links,
        named=named,
        provenance=provenance,
        sources=tuple(dict.fromkeys(sources)),
        _hexes=hexes,
        _cells=cells,
        _ids={cell: id for id, cell in cells.items()},
        _sheet_of=sheet_of,
        _near=_together(map._near for map in several),
        _toward=_together(map._toward for map in several),
        _sides=_together(map._sides for map in several),
        _roads=_together(map._roads for map in several),
        **linking(links, named),
    )


def _named_on_any(maps: Iterable[HexMap]) -> dict[str, Named]:
    """The names of all sheets; one that stands on several covers the hexes of all."""
    found: dict[str, Named] = {}
    for map in maps:
        for key, named in map.named.items():
            known = found.get(key, replace(named, hexes=()))
            hexes = (*known.hexes, *named.hexes)
            found[key] = replace(named, hexes=hexes, flags=known.flags | named.flags)
    return found


def _with_room(maps: Mapping[str, HexMap]) -> dict[str, Sheet]:
    """The sheets below one another in the plane of cells, with free cells between them."""
    found: dict[str, Sheet] = {}
    free = 0
    for key, map in maps.items():
        (sheet,) = map.sheets.values()
        cells = [sheet.numbering.cell(id) for id in sheet.places]
        west = min(q for q, _ in cells)
        north = min(r for _, r in cells)
        south = max(r for _, r in cells)
        found[key] = replace(sheet, origin=(-west, free - north))
        rows = south - north + 1
        free += rows + ROOM
    return found


def _names_of(sheets: Iterable[Sheet]) -> Text:
    names = [sheet.name for sheet in sheets if sheet.name]
    french = " · ".join(name.fr for name in names)
    english = " · ".join(name.en for name in names)
    return Text(french, english)


def _together(parts: Iterable[Mapping[K, V]]) -> dict[K, V]:
    return {key: value for part in parts for key, value in part.items()}


def _as(map: HexMap, sheet: Sheet) -> HexMap:
    """The same map as another sheet."""
    return replace(map, sheets={sheet.key: sheet}, _sheet_of=dict.fromkeys(sheet.places, sheet))


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
            beyond |= dict.fromkeys(self.map.along(place, kind))
        return (*near, *(other for other in beyond if other not in near)) if beyond else near
