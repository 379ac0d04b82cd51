"""The Western Front of Distant Foreign Fields says what the booklet's example of play says of the ground."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import pytest

from tutor import library, rulesets
from tutor.engine.space.maps import HexMap

PRINTED = {"Mauberge": "Maubeuge", "Liege": "Liège", "Epinal": "Épinal", "Neufchateau": "Neufchâteau",
           "St. Mihiel": "Saint-Mihiel", "Thionville": "Diedenhofen"}  # fmt: skip


@cache
def west() -> HexMap:
    found: HexMap = library.named_map("dff", "west")
    return found


@cache
def towns() -> Mapping[str, str]:
    return {hex.name.en: hex.id for hex in west() if hex.name.en}


def at(said: str) -> str:
    """The hex of a town, or the one beside it: “Ham, W”."""
    name, _, direction = said.partition(", ")
    place = towns()[PRINTED.get(name, name)]
    found = west().toward(place, direction) if direction else place
    assert found is not None, said
    return found


def fortresses() -> list[str]:
    rows = [row for row in rulesets.book("dff").tables["fortresses"]["rows"] if row[0]["en"] == "West"]
    return [name if isinstance(name, str) else name["fr"].replace("hex ", "") for _, name, _ in rows]


@pytest.mark.parametrize("fortress", fortresses())
def test_every_fortress_of_the_table_has_a_hex(fortress: str) -> None:
    assert "," in fortress or "fort" in west().hex(at(fortress)).flags
    assert at(fortress) in west()


def test_no_place_is_called_a_fortress_that_the_table_lacks() -> None:
    listed = {at(one) for one in fortresses()}
    assert {hex.id for hex in west() if "fort" in hex.flags} <= listed


@pytest.mark.parametrize(
    ("one", "other"),
    [("Amiens, E", "Villers"), ("Chaulnes, E", "St. Quentin, W"), ("Chaulnes, SE", "Ham, W")],
)
def test_one_hex_has_two_names(one: str, other: str) -> None:
    assert at(one) == at(other)


def test_five_hexes_are_attacked_side_by_side() -> None:
    attacked = [at(one) for one in ("Bapaume, W", "Albert", "Chaulnes", "Ham, W", "Noyon")]
    assert all(west().adjacent(one, other) for one, other in pairwise(attacked))


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [("Antwerp", "Quéant, SW", 11), ("Doullens", "Bapaume, W", 1)],
)
def test_as_far_as_the_example_has_it(one: str, other: str, far: int) -> None:
    assert west().distance(at(one), at(other)) == far


def test_the_river_at_chaulnes() -> None:
    """It keeps those off who come from the west of St. Quentin, and not those from the south-east."""
    assert "river" in west().sides(at("Chaulnes"), at("St. Quentin, W"))
    assert "river" not in west().sides(at("Chaulnes"), at("Ham, W"))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Paris", "Doullens"), ("Calais", "Doullens"), ("Brussels", "Maubeuge"), ("Brussels", "Arras")],
)
def test_trains_go(one: str, other: str) -> None:
    found, todo = {at(one)}, [at(one)]
    while todo:
        here = todo.pop()
        for there in west().neighbours(here):
            if there not in found and "rail" in west().roads(here, there):
                found.add(there)
                todo.append(there)
    assert at(other) in found


def test_the_somme_from_abbeville_to_chaulnes() -> None:
    """Supply goes down the river: each hex of the way shares a side of it with the river."""
    along = {place for one, other, kinds in west().all_sides() if "river" in kinds for place in (one, other)}
    assert {at("Abbeville"), at("Amiens"), at("Chaulnes")} <= along
