"""Every sheet keeps its islands: nobody walks across the open sea, and only a strait is crossed on foot."""

from __future__ import annotations

import pytest

from tutor.engine.space.maps import HexMap
from tutor.library import named_map
from tutor.rulesets.fa.terrain import SEA, STRAIT

MAINLAND = {"mediterranean": "Rome", "western-front": "Paris", "europe": "Paris"}
ISLES = {
    "mediterranean": ("Ajaccio", "Cagliari", "Malte", "Palerme", "Majorque", "la Crète"),
    "western-front": ("Londres",),
    "europe": ("Ajaccio", "Cagliari", "Malte", "Palerme", "Palma", "Nicosie", "Londres", "Dublin"),
}


def town(map: HexMap, name: str) -> str:
    return next(hex.id for hex in map if hex.name and hex.name.fr == name)


def on_foot(map: HexMap, start: str, over: frozenset[str] = frozenset()) -> set[str]:
    """The land that one comes to from a hex without a sea between, but for the hexsides named."""
    found, front = {start}, [start]
    for here in front:
        for near in map.neighbours(here):
            sides = map.sides(here, near)
            if near not in found and map.hex(near).terrain != "sea" and (not sides & {SEA, STRAIT} or sides & over):
                found.add(near)
                front.append(near)
    return found


@pytest.mark.parametrize(("sheet", "isle"), [(sheet, isle) for sheet, isles in ISLES.items() for isle in isles])
def test_an_island_is_not_reached_on_foot(sheet: str, isle: str) -> None:
    map = named_map("fa", sheet)
    assert town(map, MAINLAND[sheet]) not in on_foot(map, town(map, isle))


@pytest.mark.parametrize("sheet", ["mediterranean", "europe"])
def test_sicily_is_crossed_to_over_its_strait(sheet: str) -> None:
    map = named_map("fa", sheet)
    assert town(map, MAINLAND[sheet]) in on_foot(map, town(map, "Palerme"), frozenset({STRAIT}))
    assert town(map, MAINLAND[sheet]) not in on_foot(map, town(map, "Malte"), frozenset({STRAIT}))
