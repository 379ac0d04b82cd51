"""Zones of control: who has one, how far it goes, what it is to those who move."""

from __future__ import annotations

import pytest

from tests.randommaps import random_map, random_state, se_law
from tests.rulesets.se.ground import (
    CLIFF,
    EAST,
    HERE,
    WEST,
    ground,
    position,
    under,
    unit,
)
from tutor.rulesets.se.reaching import reach_of
from tutor.rulesets.se.state import GUNS, INFANTRY
from tutor.rulesets.se.terrain import entry_cost
from tutor.rulesets.se.zones import enemy_zone, watchers, zone_of, zones_against


@pytest.mark.parametrize("kind", sorted(INFANTRY | GUNS | {"fortress", "hq"}))
def test_who_has_a_zone(kind: str) -> None:
    state = position(ground(), u := unit("u", HERE, kind))
    zone = zone_of(state, u)
    assert zone == (set() if kind in GUNS or kind == "hq" else set(state.map.neighbours(HERE)))
    assert bool(enemy_zone(state, "it", EAST)) == bool(zone)
    assert enemy_zone(state, "ah", EAST) == ()
    assert zone_of(state, u.but(place=None)) == frozenset()


@pytest.mark.parametrize(("kind", "reaches"), [("infantry", False), ("fortress", False), ("mountain", True)])
def test_a_zone_ends_where_its_unit_could_not_go(kind: str, reaches: bool) -> None:
    state = position(ground(sides=CLIFF), u := unit("u", HERE, kind))
    assert (EAST in zone_of(state, u)) == reaches
    assert WEST in zone_of(state, u)


def test_readings_of_the_zone() -> None:
    fort = unit("fort", HERE, "fortress")
    assert EAST in zone_of(position(ground(sides=CLIFF), fort, law=under(zoc_forts="all-six")), fort)
    weak = unit("weak", HERE, supplied=False)
    assert zone_of(position(ground(), weak), weak)
    assert not zone_of(position(ground(), weak, law=under(zoc_weak_units="unsupplied-lose")), weak)
    assert zone_of(position(ground(), fort.but(supplied=False), law=under(zoc_weak_units="unsupplied-lose")), fort)
    slow, steep = unit("slow", HERE, mp=2), ground({EAST: "mountain"})
    assert EAST in zone_of(position(steep, slow), slow)
    poor = zone_of(position(steep, slow, law=under(zoc_terrain="affordable")), slow)
    assert EAST not in poor
    assert WEST in poor


def test_as_if_there_were_no_zones() -> None:
    state = position(ground(), u := unit("u", EAST), unit("foe", "0507", side="it"), law=se_law().without("3.0-ZOC"))
    assert enemy_zone(state, "ah", EAST) == ()
    assert entry_cost(state, u, EAST, HERE).total == 1


def test_as_if_without_one_line() -> None:
    state = position(ground(), u := unit("u", EAST), unit("foe", "0507", side="it"), law=se_law().without("11.1.1"))
    assert entry_cost(state, u, EAST, HERE).total == 1
    assert reach_of(state, u).cost(HERE) == 1


def test_zones_of_one_stack_are_shared() -> None:
    """From 0506 to 0606: one stack watches both, another only the first."""
    state = position(
        ground(),
        u := unit("u", EAST),
        unit("a", "0607", side="it"),
        unit("b", "0607", side="it"),
        unit("c", "0406", side="it"),
    )
    assert [[foe.id for foe in stack] for stack in watchers(state, u, EAST, "0606")] == [["a", "b"]]
    assert watchers(state, u, EAST, HERE) == ((state.unit("c"),),)


def test_who_watches_a_step_covers_both_its_hexes() -> None:
    """Of every stack exactly the units whose zone holds the hex left and the hex entered; cliffs tell them apart."""
    halves = 0
    for seed in range(4):
        state = random_state(random_map(14, 14, seed), seed, foes=40, friends=12)
        mates = [u for u in state.units_of("it") if u.kind == "infantry"]
        state = state.put(*(unit(f"{u.id}-mate", u.place or "", side="it", kind="alpine") for u in mates))
        mover = state.units_of("ah")[0]
        zones = {u.id: zone_of(state, u) for u in state.units_of("it")}
        for here in state.map.places:
            for to in state.map.neighbours(here):
                covers = {id for id, zone in zones.items() if {here, to} <= zone}
                found = [foe for stack in watchers(state, mover, here, to) for foe in stack]
                assert sorted(foe.id for foe in found) == sorted(covers)
                halves += any({mate.id for mate in state.units_at(foe.place, "it")} - covers for foe in found)
    assert halves > 10


@pytest.mark.parametrize("seed", range(4))
def test_zones_of_single_hexes_and_of_the_map_agree(seed: int) -> None:
    state = random_state(random_map(14, 14, seed), seed, foes=20, friends=12)
    seen = 0
    for side in ("ah", "it"):
        zones = zones_against(state, side)
        for hex in state.map.places:
            assert {foe.id for foe in zones.at(hex)} == {foe.id for foe in enemy_zone(state, side, hex)}
            seen += len(zones.at(hex))
    assert seen > 50
