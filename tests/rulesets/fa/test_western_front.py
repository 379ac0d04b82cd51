"""The map of the west and the scenario on it: what the booklet says of the ground, and where the towns really lie."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, radians

import pytest

from tutor.library import named_map, position
from tutor.rulesets.fa.stacking import violations
from tutor.rulesets.fa.state import countries, country_of, seas_of
from tutor.rulesets.fa.supply import in_supply
from tutor.rulesets.fa.tracing import line_of

MAP = named_map("fa", "western-front")
KM_A_DEGREE, WIDTH = 111.3, 88.0
TOWNS = {
    "Paris": (48.86, 2.35, "0602"),
    "Le Havre": (49.49, 0.11, "0500"),
    "Bruxelles": (50.85, 4.35, "0303"),
    "Liège": (50.63, 5.57, "0304"),
    "Anvers": (51.22, 4.40, "0204"),
    "Verdun": (49.16, 5.38, "0504"),
    "Nancy": (48.69, 6.18, "0605"),
    "Strasbourg": (48.57, 7.75, "0606"),
    "Cologne": (50.94, 6.96, "0305"),
    "Dijon": (47.32, 5.04, "0804"),
    "Amiens": (49.89, 2.30, "0402"),
    "Londres": (51.50, -0.12, "0200"),
}


def centre(id: str) -> tuple[float, float]:
    """Latitude and longitude of the middle of a hex."""
    row, column = int(id[:2]), int(id[2:])
    south = row * WIDTH * 0.866
    east = (column + (0.5 if row % 2 else 0)) * WIDTH
    return 52.75 - south / KM_A_DEGREE, east / (KM_A_DEGREE * cos(radians(50.2)))


def test_le_havre_lies_two_hexes_from_paris() -> None:
    """Lines 629-634: a unit beside Le Havre is adjacent to Paris on the west side."""
    assert MAP.distance("0500", "0602") == 2
    between = [hex for hex in MAP.neighbours("0500") if hex in MAP.neighbours("0602")]
    assert "0501" in between, "the hex west of Paris"
    assert seas_of(MAP, "0500") == ("north-sea",)


@pytest.mark.parametrize("town", TOWNS)
def test_towns_stand_in_the_hex_of_their_coordinates(town: str) -> None:
    latitude, longitude, id = TOWNS[town]
    assert MAP.hex(id).name.fr == town

    def away(hex: str) -> float:
        at = centre(hex)
        across = (at[1] - longitude) * cos(radians(latitude))
        return hypot(at[0] - latitude, across) * KM_A_DEGREE

    assert min(MAP.places, key=away) == id
    assert away(id) < WIDTH * 0.6


def test_every_land_hex_has_one_country_and_no_dot_has_any() -> None:
    for hex in MAP:
        owners = [name for name, hexes in countries(MAP).items() if hex.id in hexes]
        assert len(owners) == (0 if hex.terrain == "sea" else 1), hex.id


def test_the_rivers_are_two_lines() -> None:
    """The Meuse and the Rhine: every side shares a corner with the next, and each river has two ends."""
    river = [{a, b} for a, b, kinds in MAP.all_sides() if "river" in kinds]
    joined = [sum(len(one & two) == 1 and MAP.adjacent(*(one ^ two)) for two in river if two != one) for one in river]
    assert set(joined) <= {1, 2}
    assert joined.count(1) == 4


def test_the_scenario_is_legal_and_supplied() -> None:
    s = position("fa/belgium-1914")
    assert not list(violations(s))
    assert all(in_supply(s, unit) for unit in s.pieces)
    assert country_of(s.map, "0303") == "belgium"
    assert s.defenders("0303")[0].nation == "belgium", "18.1: one unit in the capital"


def test_supply_lines_keep_within_two_hexes_of_a_city_or_hq() -> None:
    s = position("fa/belgium-1914")
    for unit in s.pieces:
        line = line_of(s, unit.id)
        steps = [unit.place, *line.line]
        assert line.open, unit
        assert all(a == b or s.map.adjacent(a, b) for a, b in pairwise(steps)), unit
        assert "city" in s.map.hex(steps[-1]).flags or any(u.hq for u in s.troops(steps[-1], unit.side)), unit
        assert unit.hq or len(line.line) <= 2, unit
