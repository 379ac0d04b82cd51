"""The sheet of the Mediterranean and the scenario on it: where the towns lie, and what the booklet says of the seas."""

from __future__ import annotations

from math import cos, hypot, radians

import pytest

from tutor.library import named_map, position
from tutor.rulesets.fa.seas import near_seas, openings, ports
from tutor.rulesets.fa.stacking import violations
from tutor.rulesets.fa.state import countries, country_of, sea_areas, seas_of

MAP = named_map("fa", "mediterranean")
KM_A_DEGREE, WIDTH = 111.3, 176.0
TOWNS = {
    "Toulon": (43.12, 5.93, "0101"),
    "Ajaccio": (41.93, 8.74, "0203"),
    "Gênes": (44.41, 8.93, "0103"),
    "Rome": (41.89, 12.48, "0205"),
    "Trieste": (45.65, 13.78, "0006"),
    "Cattaro": (42.42, 18.77, "0208"),
    "Salonique": (40.64, 22.94, "0310"),
    "Constantinople": (41.01, 28.98, "0313"),
    "Smyrne": (38.42, 27.14, "0512"),
    "Athènes": (37.98, 23.73, "0510"),
    "Alger": (36.75, 3.06, "0601"),
    "Bizerte": (37.27, 9.87, "0604"),
    "Malte": (35.90, 14.51, "0606"),
    "Tripoli": (32.89, 13.19, "0905"),
    "Alexandrie": (31.20, 29.92, "1014"),
}


def centre(id: str) -> tuple[float, float]:
    """Latitude and longitude of the middle of a hex."""
    row, column = int(id[:2]), int(id[2:])
    return 45.0 - 1.38 * row, 2.0 + 2.03 * (column + (0.5 if row % 2 else 0))


@pytest.mark.parametrize("town", TOWNS)
def test_towns_stand_in_the_hex_of_their_coordinates(town: str) -> None:
    latitude, longitude, id = TOWNS[town]
    assert MAP.hex(id).name.fr == town

    def away(hex: str) -> float:
        at = centre(hex)
        return hypot(at[0] - latitude, (at[1] - longitude) * cos(radians(latitude))) * KM_A_DEGREE

    assert away(id) < WIDTH * 0.62
    assert away(id) < min(map(away, MAP.places)) + WIDTH * 0.12


def test_every_land_hex_has_one_country_and_every_dot_one_sea() -> None:
    for hex in MAP:
        owners = [name for name, hexes in countries(MAP).items() if hex.id in hexes]
        assert len(owners) == (0 if hex.terrain == "sea" else 1), hex.id
        if hex.terrain == "sea":
            assert len(seas_of(MAP, hex.id)) == 1, hex.id


def test_the_seas_follow_each_other() -> None:
    assert set(sea_areas(MAP)) == {"western-mediterranean", "italian-coast", "eastern-mediterranean", "black-sea"}
    assert near_seas(MAP, "western-mediterranean") == ("italian-coast",)
    assert set(near_seas(MAP, "eastern-mediterranean")) == {"italian-coast", "black-sea"}
    assert set(openings(MAP, "0313")) == {"eastern-mediterranean", "black-sea"}, "Constantinople lies on both"
    assert all(openings(MAP, port) for port in ports(MAP))


def test_the_hex_two_west_of_constantinople_is_bulgarian() -> None:
    """Lines 180-181."""
    assert MAP.toward(str(MAP.toward("0313", "W")), "W") == "0311"
    assert country_of(MAP, "0311") == "bulgaria"


def test_ships_lie_in_home_ports_and_the_goeben_at_syracuse() -> None:
    s = position("fa/goeben-1914")
    assert not list(violations(s))
    for ship in s.pieces:
        if ship.kind in ("hs", "ls"):
            home = country_of(s.map, ship.place or "")
            assert home == ("italy" if ship.id == "goeben" else ship.nation)
            assert s.map.hex(ship.place or "").flags & {"port", "minor-port"}
