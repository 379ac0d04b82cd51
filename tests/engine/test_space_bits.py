"""Sets of hexes as bits, against the map itself."""

from __future__ import annotations

import random

import pytest

from tests.randommaps import random_map
from tutor.engine.space.bits import Bits, before, flooded
from tutor.engine.space.maps import HexMap


def places(bits: Bits, found: int) -> set[str]:
    return {place for place, bit in bits.of.items() if bit & found}


def grid(top: str) -> HexMap:
    lines = {"rows": {"from": 1, "to": 6, "grows": "south"}, "columns": {"from": 1, "to": 7, "grows": "west"}}
    form = {"top": top, "first": "column", "digits": [2, 2], "shifted": "even", **lines}
    data = {"kind": "hexes", "grid": form, "fill": {"terrain": "clear"}, "provenance": {"hexes": "stand-in"}}
    return HexMap.from_data(data)


@pytest.mark.parametrize("map", [random_map(9, 11, 1), grid("flat"), grid("pointy")])
def test_a_step_of_all_is_a_step_of_each(map: HexMap) -> None:
    bits, rng = Bits(map), random.Random(2)
    shut = {(a, b) for a in map.places for b in map.neighbours(a) if rng.random() < 0.3}
    steps = bits.steps(lambda a, b: (a, b) not in shut)
    assert len(set(bits.of.values())) == len(map)
    for _ in range(20):
        into = rng.sample(map.places, 9)
        wanted = {a for a in map.places for b in map.neighbours(a) if b in into and (a, b) not in shut}
        assert places(bits, before(bits.set(into), steps)) == wanted


def test_a_flood_goes_through_what_may_be_entered() -> None:
    map = random_map(9, 11, 3)
    bits, rng = Bits(map), random.Random(4)
    steps = bits.steps(lambda a, b: True)
    spread = 0
    for _ in range(20):
        closed = set(rng.sample(map.places, 40))
        start = rng.choice(map.places)
        enterable = bits.set(place for place in map.places if place not in closed)
        wanted, edge = {start}, [start] if start not in closed else []
        while edge:
            edge = [a for b in edge for a in map.neighbours(b) if a not in wanted and not wanted.add(a)]  # type: ignore[func-returns-value]
            edge = [a for a in edge if a not in closed]
        found = places(bits, flooded(bits.set([start]), steps, enterable))
        assert found == wanted
        spread += len(found) > 1
    assert spread > 5


def test_nothing_wraps_round_the_edge() -> None:
    map = grid("pointy")
    bits = Bits(map)
    steps = bits.steps(map.adjacent)
    for place in map.places:
        assert places(bits, before(bits.of[place], steps)) == set(map.neighbours(place))
