"""Teaching maps beside the wholes: parts say what the whole says, and others are kept apart by what the README says."""

from __future__ import annotations

from functools import cache

import pytest

from tutor import library
from tutor.engine.space.maps import HexMap


@cache
def map_of(name: str) -> HexMap:
    found: HexMap = library.named_map(*name.split("/"))
    return found


def ways(map: HexMap, inside: HexMap) -> set[tuple[str, str, str]]:
    """Every way from hex to hex on both maps, with its kind."""
    pairs = ((a, b) for a in inside.places for b in inside.neighbours(a) if a < b and a in map and b in map)
    return {(a, b, kind) for a, b in pairs for kind in map.roads(a, b)}


def test_a_part_of_the_plateau_lacks_only_ways_that_run_through() -> None:
    """Seven sides of roads and railways: what a cutting would add to the two small maps."""
    more = set()
    for part in ("se/roana", "se/novegno"):
        small, whole = map_of(part), map_of("se/plateau")
        assert ways(small, small) <= ways(whole, small)
        more |= ways(whole, small) - ways(small, small)
        assert all(small.sides(a, b) == whole.sides(a, b) for a in small.places for b in small.neighbours(a))
        assert set(small.named) - set(whole.named), "names of valleys and slopes"
    assert len(more) == 7


def named(map: HexMap) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for hex in map:
        if hex.name.en:
            found.setdefault(hex.name.en, set()).add(hex.id)
    return found


@pytest.mark.parametrize(
    ("part", "off"),
    [
        ("gwie/gaza", {"Hebron": 1, "Jaffa": 1}),
        ("gwie/suez", {"Bir el Abd": 1, "Hafir el Auja": 3, "Magdhaba": 2, "Port Said": 1, "Suez": 2}),
    ],
)
def test_a_town_of_both_maps_has_one_number(part: str, off: dict[str, int]) -> None:
    """But for those that an older reading put elsewhere, so many hexes off."""
    small, whole = named(map_of(part)), named(map_of("gwie/egyptian"))
    far = {
        name: min(map_of("gwie/egyptian").distance(a, b) for a in small[name] for b in whole[name])
        for name in small.keys() & whole.keys()
    }
    assert len(far) > 4
    assert {name: steps for name, steps in far.items() if steps} == off


def test_the_trentino_is_no_part_of_the_western_sheet() -> None:
    """Their numbers have one prefix, and no hex is on both."""
    assert not set(map_of("gwie/trentino").places) & set(map_of("gwie/western").places)


def test_europe_at_another_scale_has_no_number_in_common_with_the_small_maps() -> None:
    """The same four digits name other places."""
    for part in ("fa/western-front", "fa/mediterranean"):
        small, whole = named(map_of(part)), named(map_of("fa/europe"))
        assert not any(small[name] & whole[name] for name in small.keys() & whole.keys()), part
