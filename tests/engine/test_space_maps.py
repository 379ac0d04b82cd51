"""Maps from plain data: what they answer, and every fault of what cannot be read."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tutor.engine.space.maps import AreaMap, HexMap, MapFaults, read_map
from tutor.engine.text import LANGUAGES, Lang, Text
from tutor.files.faults import say

GRID = {
    "top": "pointy",
    "first": "row",
    "digits": [2, 2],
    "rows": {"from": 30, "to": 32, "grows": "north"},
    "columns": {"from": 10, "to": 13, "grows": "east"},
    "shifted": "odd",
}
HEXES: dict[str, Any] = {
    "kind": "hexes",
    "name": {"fr": "Le pré", "en": "The meadow"},
    "grid": GRID,
    "fill": {"terrain": "clear", "level": 2},
    "without": ["3013"],
    "hexes": {"3111": {"terrain": "woods", "level": 4, "name": "Bosco", "flags": ["goal"], "values": {"vp": 2}}},
    "sides": {"river": ["3111-3112"], "bridge": ["3112-3111"]},
    "roads": [
        {"kind": "road", "through": ["3110", "3111", "3112"], "name": "Via"},
        {"kind": "railway", "through": ["3111", "3112"]},
    ],
    "places": {"bosco": {"name": "Bosco", "hexes": ["3111", "3112"], "flags": ["village"]}},
    "provenance": {"hexes": "stand-in", "places": "history"},
    "sources": ["a book"],
}
AREAS: dict[str, Any] = {
    "kind": "areas",
    "areas": {
        "verdun": {"name": "Verdun", "flags": ["fort"], "values": {"resources": 2}, "at": [120, 80]},
        "metz": {"name": {"fr": "Metz", "en": "Metz"}},
        "sea": {},
    },
    "links": [
        {"kind": "border", "between": ["verdun", "metz"], "flags": ["river"]},
        {"kind": "rail", "between": ["metz", "verdun"]},
        {"kind": "exit", "between": ["metz", "sea"], "one-way": True},
    ],
    "provenance": {"areas": "text"},
}


def hexes(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(HEXES), **changes}


def faults(data: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(MapFaults) as error:
        read_map(data)
    assert isinstance(error.value, ValueError)
    return {fault.where: fault.kind for fault in error.value.faults}


def test_a_hex_says_what_lies_in_it() -> None:
    map = HexMap.from_data(HEXES)
    assert len(map) == 11
    assert "3013" not in map
    assert map.hex("3111").terrain == "woods"
    assert map.hex("3111").level == 4
    assert map.hex("3111").flags == {"goal"}
    assert map.hex("3111").values == {"vp": 2}
    assert map.hex("3010").terrain == "clear"
    assert map.hex("3010").level == 2
    assert map.name == Text("Le pré", "The meadow")
    assert [hex.id for hex in map] == list(map.places)
    assert map.provenance["places"] == "history"
    assert map.sources == ("a book",)


def test_neighbours_have_directions() -> None:
    """Row 31 is odd: it lies half a hex further east, and rows grow to the north."""
    map = HexMap.from_data(HEXES)
    assert map.neighbours("3111") == ("3112", "3212", "3211", "3110", "3011", "3012")
    assert map.direction("3111", "3112") == "E"
    assert map.direction("3111", "3212") == "NE"
    assert map.direction("3111", "3011") == "SW"
    assert map.direction("3111", "3010") is None
    assert map.toward("3111", "W") == "3110"
    assert map.toward("3110", "W") is None
    assert map.across("3110", "3111") == "3112"
    assert map.across("3110", "3113") is None
    assert map.adjacent("3111", "3012")
    assert not map.adjacent("3111", "3111")
    assert map.distance("3110", "3113") == 3
    assert map.within("3111", 9)[0] == "3111"
    assert set(map.within("3111", 9)) == set(map.places)


def test_flat_tops_have_their_own_directions() -> None:
    map = HexMap.from_data(hexes(grid={**GRID, "top": "flat"}, sides={}, roads=[]))
    assert map.direction("3111", "3211") == "N"
    assert map.direction("3111", "3011") == "S"
    assert {map.direction("3111", other) for other in map.neighbours("3111")} == {"N", "NE", "SE", "S", "SW", "NW"}


def test_sides_and_roads_hold_both_ways() -> None:
    map = HexMap.from_data(HEXES)
    assert map.sides("3111", "3112") == map.sides("3112", "3111") == {"river", "bridge"}
    assert map.sides("3110", "3111") == frozenset()
    assert map.roads("3112", "3111") == ("road", "railway")
    assert map.roads("3110", "3010") == ()
    assert [(a, b) for a, b, _ in map.all_sides()] == [("3111", "3112")]
    assert map.roads_drawn[0].name == Text("Via", "Via")


def test_names_cover_hexes() -> None:
    map = HexMap.from_data(HEXES)
    assert [named.key for named in map.names("3112")] == ["bosco"]
    assert map.names("3010") == ()
    assert map.named["bosco"].flags == {"village"}


def test_a_line_leaves_out_what_is_off_the_map() -> None:
    """The line from 3012 to 3212 runs along the hexside of 3111 and 3112."""
    map = HexMap.from_data(HEXES)
    assert map.line("3012", "3212") == (("3012",), ("3111", "3112"), ("3212",))
    edge = HexMap.from_data(hexes(without=["3112", "3013"], sides={}, roads=[], places={}))
    assert edge.line("3012", "3212") == (("3012",), ("3111",), ("3212",))


def test_a_map_is_compared_by_identity() -> None:
    one, other = HexMap.from_data(HEXES), HexMap.from_data(HEXES)
    assert one != other
    assert len({one, other, one}) == 2


def test_every_fault_is_told_at_once() -> None:
    found = faults(
        hexes(
            hexes={
                "3111": {"terrain": "woods", "hight": 3},
                "9999": {"terrain": "clear"},
                "31": {"terrain": "clear"},
                "3112": {"terrain": "clear", "level": "two"},
            },
            sides={"river": ["3111-3113", "3111-4444", "3111"]},
            roads=[{"kind": "road", "through": ["3110", "3112"]}, {"through": ["3110", "3111"]}],
            places={"x": {"name": "X", "hexes": ["0000"]}, "y": {"hexes": ["3110"]}},
            provenance={"hexes": "guess"},
        )
    )
    assert found == {
        "hexes.3111.hight": "no-such-key",
        "hexes.9999": "outside-grid",
        "hexes.31": "no-id",
        "hexes.3112.level": "expects-whole",
        "sides.river": "expects-side",
        "roads.0": "not-neighbours",
        "roads.1": "needs-key",
        "places.x": "off-map",
        "places.y": "needs-key",
        "provenance.hexes": "expects-one-of",
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fault_has_its_words(lang: Lang) -> None:
    """Also of the form, which a file's own check finds first."""
    bad = (
        hexes(grid={**GRID, "digits": 4}),
        hexes(grid={**GRID, "rows": {"from": "a", "to": 2, "grows": "north"}}),
        hexes(grid={**GRID, "rows": {"grows": "north"}}),
        hexes(hexes={3111: {"terrain": "woods", "colour": "red"}, "9999": {"terrain": "clear"}, "31": {}}),
        hexes(sides={"river": ["3111-3113", "3111"]}, roads=[{"kind": "road", "through": ["3110"]}, {}]),
        hexes(sides=["river"], provenance={"hexes": "guess"}, places={"x": {"name": "X", "hexes": ["0000"]}}),
        {**AREAS, "links": [{"kind": "border", "between": ["metz", "paris"]}, {"kind": "rail", "between": ["metz"]}]},
    )
    told: dict[str, str] = {}
    for data in bad:
        with pytest.raises(MapFaults) as error:
            read_map(data)
        told |= {fault.kind: say(fault.kind, lang, **fault.facts) for fault in error.value.faults}
    assert len(told) > 12
    assert all(text and "{" not in text and text != kind for kind, text in told.items()), told


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"grid": None}, "grid"),
        ({"grid": {**GRID, "top": "round"}}, "grid.top"),
        ({"grid": {**GRID, "rows": {"grows": "up"}}}, "grid.rows.grows"),
        ({"grid": {**GRID, "rows": {"grows": "north"}}}, "grid"),
        ({"grid": {**GRID, "digits": 4}}, "grid.digits"),
        ({"colour": "green"}, "map.colour"),
        ({"fill": {"level": 3}}, "fill"),
        ({"fill": None, "hexes": {}, "sides": {}, "roads": [], "places": {}}, "hexes"),
        ({"hexes": {3111: {"terrain": "woods"}}}, "hexes.3111"),
        ({"kind": "squares"}, "kind"),
        ({"roads": [{"kind": "road", "through": ["3110"]}]}, "roads.0"),
        ({"sides": ["river"]}, "sides"),
    ],
)
def test_what_is_wrong_is_found(changes: dict[str, Any], where: str) -> None:
    assert where in faults(hexes(**changes))


def test_areas_and_their_links() -> None:
    map = read_map(AREAS)
    assert isinstance(map, AreaMap)
    assert map.places == ("verdun", "metz", "sea")
    assert map.area("verdun").flags == {"fort"}
    assert map.area("verdun").values == {"resources": 2}
    assert map.area("verdun").at == (120.0, 80.0)
    assert map.area("sea").name == Text("sea", "sea")
    assert map.neighbours("metz") == ("verdun", "sea")
    assert map.neighbours("sea") == ()
    assert [link.kind for link in map.links("verdun", "metz")] == ["border", "rail"]
    assert map.links("verdun", "metz")[0].flags == {"river"}
    assert map.along("metz", "rail") == ("verdun",)
    assert map.along("verdun", "exit") == ()
    assert map.adjacent("metz", "sea")
    assert not map.adjacent("sea", "metz")


def test_faults_of_areas() -> None:
    bad = deepcopy(AREAS)
    bad["areas"]["metz"] = {"colour": "red"}
    bad["areas"]["verdun"]["at"] = [1]
    bad["links"] += [{"kind": "border", "between": ["metz", "paris"]}, {"kind": "border", "between": ["metz", "metz"]}]
    found = faults(bad)
    assert set(found) == {"areas.metz.colour", "areas.verdun.at", "links.3", "links.4"}
