"""Several sheets on one table: each its own ids and top, apart but for links."""

from __future__ import annotations

from copy import deepcopy
from itertools import product
from typing import Any

import pytest

from tutor.engine.space.bits import bits_of
from tutor.engine.space.hexes import STEPS, added
from tutor.engine.space.joining import Joined, side_by_side
from tutor.engine.space.maps import APART, AreaMap, HexMap, Link, MapFaults, read_map
from tutor.engine.space.masks import Lay, neighbourhood
from tutor.engine.text import Text


def sheet(prefix: str, top: str, **more: Any) -> dict[str, Any]:
    ends = {"from": 1, "to": 4}
    grid = {"top": top, "prefix": prefix, "rows": {**ends, "grows": "south"}, "columns": {**ends, "grows": "east"}}
    return {
        "kind": "hexes", "name": {"fr": f"Feuille {prefix}", "en": f"Sheet {prefix}"}, "grid": {**grid, "km": 15},
        "fill": {"terrain": "clear"}, "provenance": {"hexes": "stand-in"}, **more,
    }  # fmt: skip


TABLE: dict[str, Any] = {
    "kind": "sheets",
    "name": {"fr": "La table", "en": "The table"},
    "sheets": {
        "west": {"map": sheet("W", "pointy", places={"coast": {"name": "Coast", "hexes": ["W0101", "W0102"]}})},
        "east": {"map": sheet("E", "flat", places={"coast": {"name": "Coast", "hexes": ["E0101"]}}), "at": [6, 1]},
        "south": {"map": sheet("S", "pointy", roads=[{"kind": "track", "through": ["S0101", "S0102"]}])},
    },
    "links": [
        {"kind": "railway", "name": "Orient", "between": ["W0404", "E0101"], "flags": ["single"]},
        {"kind": "ferry", "between": ["coast", "S0101"]},
        {"kind": "exit", "between": ["E0404", "S0404"], "one-way": True},
    ],
    "provenance": {"links": "text"},
}


def table(**changes: Any) -> HexMap:
    found = read_map({**deepcopy(TABLE), **changes})
    assert isinstance(found, HexMap)
    return found


def faults(data: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(MapFaults) as error:
        read_map(data)
    return {fault.where: fault.kind for fault in error.value.faults}


def test_each_sheet_keeps_what_it_prints() -> None:
    map = table()
    assert list(map.sheets) == ["west", "east", "south"]
    assert len(map) == 48
    assert map.sheet("E0101").key == "east"
    assert map.sheet("E0101").name == Text("Feuille E", "Sheet E")
    assert (map.sheet("W0101").top, map.sheet("E0101").top) == ("pointy", "flat")
    assert map.sheet("E0101").km == 15
    assert map.sheet("E0101").at == (6, 1)
    assert map.sheet("W0101").at is None
    assert map.direction("W0202", "W0203") == "E"
    assert map.direction("E0202", "E0203") == "SE"
    assert map.toward("E0202", "S") == "E0302"
    assert map.across("S0202", "S0203") == "S0204"
    assert map.roads("S0102", "S0101") == ("track",)
    assert map.provenance == {
        "west.hexes": "stand-in", "east.hexes": "stand-in", "south.hexes": "stand-in", "links": "text",
    }  # fmt: skip


@pytest.mark.parametrize("key", ["west", "east", "south"])
def test_a_sheet_is_what_it_is_alone(key: str) -> None:
    """Nothing of one sheet changes because others lie beside it."""
    map, alone = table(), read_map(TABLE["sheets"][key]["map"])
    assert isinstance(alone, HexMap)
    for place in alone.places:
        assert map.neighbours(place) == alone.neighbours(place)
        assert map.within(place, 99) == alone.within(place, 99)
        assert map.centre(place) == alone.centre(place)
        for other in alone.places:
            assert map.distance(place, other) == alone.distance(place, other)
            assert map.line(place, other) == alone.line(place, other)
            assert map.direction(place, other) == alone.direction(place, other)


def test_no_step_leads_to_another_sheet_but_by_a_link() -> None:
    map = table()
    crossings = 0
    for one, other in product(map.places, repeat=2):
        if map.sheet(one) is not map.sheet(other):
            crossings += 1
            assert other not in map.neighbours(one)
            assert not map.adjacent(one, other)
            assert map.distance(one, other) == APART
            assert map.line(one, other) == ()
            assert bool(map.links(one, other)) == (other in map.linked(one))
    assert crossings == 48 * 32


def test_cells_are_unique_and_no_set_of_hexes_steps_across() -> None:
    """A step of all hexes at once, in every direction, stays on the sheets where it began."""
    map = table()
    cells = {map.cell(place): place for place in map.places}
    assert len(cells) == len(map)
    for cell, place in cells.items():
        around = (cells.get(added(cell, step)) for step in STEPS)
        assert all(one is None or map.sheet(one) is map.sheet(place) for one in around)
    bits = bits_of(map)
    for key in map.sheets:
        whole = bits.set(place for place in map.places if map.sheet(place).key == key)
        assert bits.around(whole) == whole
        assert neighbourhood(map).entered(whole) == Lay(map, map, map.sides).tries.entered(whole) == whole


def test_sets_of_hexes_change_sheets_by_links_alone() -> None:
    map = table()
    bits, ways = bits_of(map), Joined(map, frozenset({"ferry", "railway"}))
    tries = Lay(ways, map, lambda one, other: map.adjacent(one, other)).tries
    for place in map.places:
        assert set(bits.places(tries.entered(bits.of[place]))) == set(ways.neighbours(place)), place
        around = {one for one in map.places if place in ways.neighbours(one)}
        assert set(bits.places(tries.back.entered(bits.of[place]))) == around, place


def test_links_have_two_ends_and_a_name_stands_for_all_that_it_covers() -> None:
    map = table()
    assert map.links("W0404", "E0101") == (
        Link("railway", "W0404", "E0101", frozenset({"single"}), Text("Orient", "Orient")),
    )
    assert map.links("E0101", "W0404")[0].other == "W0404"
    assert map.linked("S0101") == ("W0101", "W0102", "E0101")
    assert map.along("E0101", "ferry") == ("S0101",)
    assert map.along("E0101", "railway") == ("W0404",)
    assert map.linked("E0404") == ("S0404",)
    assert map.linked("S0404") == ()
    assert map.linked("W0303") == ()
    assert [link.kind for link in map.links_drawn] == ["railway", "ferry", "exit"]
    assert map.named["coast"].hexes == ("W0101", "W0102", "E0101")


def test_a_search_goes_by_the_links_that_it_is_given() -> None:
    map = table()
    rails = Joined(map, frozenset({"railway"}))
    assert rails.places == map.places
    assert set(rails.neighbours("W0404")) == {*map.neighbours("W0404"), "E0101"}
    assert rails.neighbours("S0101") == map.neighbours("S0101")
    both = Joined(map, frozenset({"railway", "ferry"}))
    assert set(both.neighbours("E0101")) == {*map.neighbours("E0101"), "S0101", "W0404"}


def test_links_within_one_map() -> None:
    map = read_map(sheet("W", "pointy", links=[{"kind": "tunnel", "between": ["W0101", "W0404"]}]))
    assert isinstance(map, HexMap)
    assert map.linked("W0404") == ("W0101",)
    assert map.distance("W0101", "W0404") < APART


def test_maps_side_by_side() -> None:
    named = [("one", read_map(sheet("W", "pointy"))), ("two", read_map(sheet("E", "flat", sheet="east")))]
    map = side_by_side(named)
    assert list(map.sheets) == ["one", "east"]
    assert map.name == Text("Feuille W · Feuille E", "Sheet W · Sheet E")
    with pytest.raises(MapFaults, match="1: on-two-sheets"):
        side_by_side([named[0], ("again", named[0][1])])
    with pytest.raises(MapFaults, match="1: sheet-twice"):
        side_by_side([named[0], named[0]])
    with pytest.raises(MapFaults, match="0: sheet-of-hexes"):
        side_by_side([("table", map)])


def test_what_is_wrong_with_a_table_is_told() -> None:
    west = TABLE["sheets"]["west"]["map"]
    areas = {"kind": "areas", "areas": {"a": {}}, "links": [], "provenance": {}}
    assert isinstance(read_map(areas), AreaMap)
    assert faults({"kind": "sheets"}) == {"map": "needs-key"}
    assert faults({"kind": "sheets", "sheets": {}}) == {"sheets": "no-sheets"}
    assert faults({"kind": "sheets", "sheets": {"a": {}}}) == {"sheets.a": "needs-key"}
    assert faults({"kind": "sheets", "sheets": {"a": {"map": areas}}}) == {"sheets.a.map": "sheet-of-hexes"}
    assert faults({"kind": "sheets", "sheets": {"a": {"map": TABLE}}}) == {"sheets.a.map": "sheet-of-hexes"}
    assert faults({"kind": "sheets", "sheets": {"a": {"map": "x"}}}) == {"sheets.a.map": "no-maps-here"}
    assert faults({"kind": "sheets", "sheets": {"a": {"map": west, "at": [1, "x"]}}}) == {"sheets.a.at": "expects-pair"}
    assert faults({"kind": "sheets", "sheets": {"a": {"map": {**west, "fill": {}}}}}) == {
        "sheets.a.map.fill": "needs-key"
    }
    assert faults({"kind": "sheets", "sheets": {"a": {"map": west}, "b": {"map": west}}}) == {
        "sheets.b": "on-two-sheets"
    }
    other = sheet("E", "flat", places={"coast": {"name": "Côte", "hexes": ["E0101"]}})
    assert faults({"kind": "sheets", "sheets": {"a": {"map": west}, "b": {"map": other}}}) == {"sheets.b": "two-names"}
    assert faults({**TABLE, "links": [{"kind": "ferry", "between": ["W0101", "nowhere"]}]}) == {"links.0": "off-map"}
    assert faults({**TABLE, "links": [{"kind": "ferry", "between": ["W0101"]}]}) == {"links.0": "two-ends"}
