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


def test_the_example_of_the_booklet_stands_there() -> None:
    data = scenario("gwie/trent").data["pieces"]
    divisions = [p for p in data.values() if p["nation"] == "IT" and p["kind"] == "infantry"]
    assert len(divisions) == 7
    assert sum(p["combat"] for p in divisions) == 14
