"""The maps lie as the booklet's own numbers and the real ground demand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tutor.library import named_map, scenario


def gwie(name: str) -> Any:
    return named_map("gwie", name)


def test_the_gaza_line_is_one_line() -> None:
    map = gwie("gaza")
    assert all(map.adjacent(a, b) for a, b in pairwise(("N2913", "N2813", "N2712", "N2711")))
    assert map.distance("N2913", "N2711") == 3


def test_the_compass_of_the_egyptian_front() -> None:
    map = gwie("gaza")
    (gaza_x, gaza_y), (beer_x, beer_y) = map.centre("N2913"), map.centre("N2711")
    (jer_x, jer_y) = map.centre("N2416")
    assert gaza_x < beer_x < jer_x, "Gaza, Beersheba, Jerusalem from west to east"
    assert jer_y < gaza_y < beer_y, "Jerusalem, Gaza, Beersheba from north to south"


def test_the_trentino_lies_as_it_does() -> None:
    map = gwie("trentino")
    trent, north, south = map.centre("W2615"), map.centre("W3016"), map.centre("W2514")
    assert north[1] < trent[1] < south[1], "Bolzano, Trent, Rovereto"
    assert map.hex("W2615").terrain == "mountain"
    assert "city" in map.hex("W2615").flags


def test_the_adige_is_one_line() -> None:
    """The sides of the river follow each other: each shares a corner with the next."""
    map = gwie("trentino")
    adige = [{a, b} for a, b, kinds in map.all_sides() if "river" in kinds]
    joined = [sum(len(one & two) == 1 and map.adjacent(*(one ^ two)) for two in adige if two != one) for one in adige]
    assert sorted(joined) == [1, 1] + [2] * (len(adige) - 2)


def test_the_road_to_gaza_has_its_printed_distances() -> None:
    """Bitter Lake, the four coastal towns of the Pipeline, Gaza: the hexes between them follow from their numbers."""
    map = gwie("suez")
    road = ("N4208", "N4011", "N3611", "N3311", "N3112", "N2913")
    assert [map.distance(a, b) for a, b in pairwise(road)] == [4, 4, 3, 2, 2]
    assert all("town" in map.hex(hex).flags for hex in road)
    easting = [map.centre(hex)[0] for hex in road]
    assert easting == sorted(easting), "from west to east"


def test_egypt_and_the_empire_meet_east_of_rafah() -> None:
    map = gwie("suez")
    lands = {hex.id: hex.flags & {"egypt", "turkey"} for hex in map if hex.terrain != "sea"}
    assert all(len(land) == 1 for land in lands.values())
    assert lands["N3112"] == {"egypt"}
    assert lands["N2913"] == {"turkey"}
    west = [hex.id for hex in map if "west-of-suez" in hex.flags]
    assert west
    assert all(map.centre(hex)[0] < map.centre("N4208")[0] for hex in west)


def test_the_two_sheets_of_gaza_agree() -> None:
    """Where both maps have a hex, they call it alike; a place that one of them names lies there on both."""
    gaza, suez = gwie("gaza"), gwie("suez")
    shared = [hex for hex in gaza.places if hex in suez]
    assert len(shared) > 40
    assert all((gaza.hex(hex).terrain == "sea") == (suez.hex(hex).terrain == "sea") for hex in shared)
    for hex in ("N2913", "N2711", "N3112"):
        assert gaza.hex(hex).name == suez.hex(hex).name


def test_no_turk_too_many_in_sinai() -> None:
    """17.31: at most three Turkish units in Egypt, and so in Sinai."""
    found = scenario("gwie/suez")
    turks = [p["place"] for p in found.data["pieces"].values() if p["nation"] == "TU"]
    assert sum("egypt" in found.map.hex(hex).flags for hex in turks) <= 3


def test_the_example_of_the_booklet_stands_there() -> None:
    data = scenario("gwie/trent").data["pieces"]
    divisions = [p for p in data.values() if p["nation"] == "IT" and p["kind"] == "infantry"]
    assert len(divisions) == 7
    assert sum(p["combat"] for p in divisions) == 14


def test_the_straits_are_as_the_booklet_has_them() -> None:
    """Both beaches touch E1023 and each other (6.52); Bulair, two hexes from it, is the only way off the peninsula."""
    map = gwie("dardanelles")
    assert all(map.adjacent(a, b) for a, b in (("E1022", "E1122"), ("E1022", "E1023"), ("E1122", "E1023")))
    assert map.distance("E1023", "E1124") == 2
    peninsula = {"E1022", "E1122", "E1023", "E1123", "E1124"}
    gates = {
        a
        for a in peninsula
        for b in map.neighbours(a)
        if b not in peninsula and map.hex(b).terrain != "sea" and "sea" not in map.sides(a, b)
    }
    assert gates == {"E1124"}
    (hellas_x, hellas_y), (city_x, city_y) = map.centre("E1022"), map.centre("E1328")
    assert hellas_x < city_x, "Constantinople lies east of the beaches"
    assert city_y < hellas_y, "and north of them"


def test_a_port_of_the_salt_seas_is_on_the_coast() -> None:
    """Who asks for a coast (6.20, 6.38) finds every port there; Basra lies on a river."""
    for name in ("egyptian", "caucasus"):
        ports = [hex for hex in gwie(name) if "port" in hex.flags]
        assert ports
        assert [hex.id for hex in ports if "coastal" not in hex.flags] == []
