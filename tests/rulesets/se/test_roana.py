"""The bridge at Roana, and the map around it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulesets.se.ground import (
    BRIDGE,
    DOWN,
    refused,
    roana,
    said,
    scenario_map,
    under,
    unit,
)
from tutor.rulesets.se.ground import crossing, objections_to_crossing, way
from tutor.rulesets.se.reaching import reach_of
from tutor.rulesets.se.terrain import entry_cost, objections_to_entering

# -- Sc5: the bridge at Roana -----------------------------------------------------------------------------


def test_the_bridge_carries_over_the_gorge() -> None:
    u = unit("u", "3351")
    assert crossing(roana(), *BRIDGE) == ("bridge",)
    assert said(objections_to_crossing(roana(u), u, *BRIDGE)) == {("Sc5.roana", "over-the-bridge", True)}
    assert entry_cost(roana(u), u, *BRIDGE).total == Fraction(1, 2)
    held = roana(u, unit("foe", "3353", side="it"))
    assert entry_cost(held, u, *BRIDGE).total == 1, "into a zone at the cost of the hex; the bridge costs nothing"


@pytest.mark.parametrize("kind", ["infantry", "alpine", "artillery"])
def test_without_the_bridge_nobody_crosses(kind: str) -> None:
    state = roana(u := unit("u", "3351", kind), bridges=DOWN)
    assert refused(objections_to_crossing(state, u, *BRIDGE)) == "Sc5.roana"
    assert way(state, *BRIDGE) is None


@pytest.mark.parametrize(("kind", "rule"), [("infantry", "11.0.4"), ("alpine", None)])
def test_under_another_reading_the_gorge_is_a_cliff(kind: str, rule: str | None) -> None:
    state = roana(u := unit("u", "3351", kind), bridges=DOWN, law=under(roana_after="as-gorge"))
    assert crossing(state, *BRIDGE) == ("cliff", "river")
    assert refused(objections_to_crossing(state, u, *BRIDGE)) == rule
    if rule is None:
        assert entry_cost(state, u, *BRIDGE).total == 6


def test_the_way_round_when_the_bridge_is_down() -> None:
    u = unit("u", "3252")
    assert reach_of(roana(u), u).path("3351") == ("3252", "3352", "3351")
    assert reach_of(roana(u), u).cost("3351") == 1
    down = reach_of(roana(u, bridges=DOWN), u)
    assert down.path("3351") == ("3252", "3251", "3351")
    assert down.cost("3351") == 2
    assert "3351" in reach_of(roana(u), u), "the standing bridge is not forgotten"


# -- the map of Roana -------------------------------------------------------------------------------------


def test_the_map_has_the_bridge_where_the_booklet_has_it() -> None:
    map = scenario_map("roana")
    assert map.sides(*BRIDGE) >= {"bridge", "cliff", "river"}
    assert map.direction(*BRIDGE) == "E"
    assert [pair for *pair, kinds in map.all_sides() if "bridge" in kinds] == [list(BRIDGE)]
    assert map.provenance["bridge"] == "text"
    assert map.provenance["hexes"] == "stand-in"


@pytest.mark.parametrize(
    ("place", "west", "north"),
    [("roana", True, None), ("canove", None, False), ("camporovere", False, True), ("asiago", False, None)],
)
def test_the_villages_lie_around_the_bridge_as_they_do(place: str, west: bool | None, north: bool | None) -> None:
    map = scenario_map("roana")
    (x, y), (u, v) = map.centre("3351"), map.centre("3352")
    bridge = ((x + u) / 2, (y + v) / 2)
    at = map.centre(map.named[place].hexes[0])
    if west is not None:
        assert (at[0] < bridge[0]) == west
    if north is not None:
        assert (at[1] < bridge[1]) == north


def test_the_gorge_is_one_line() -> None:
    """The sides of the Assa follow each other: each shares a corner with the next."""
    map = scenario_map("roana")
    assa = [{a, b} for a, b, kinds in map.all_sides() if "river" in kinds]
    joined = [sum(len(one & two) == 1 and map.adjacent(*(one ^ two)) for two in assa if two != one) for one in assa]
    assert sorted(joined) == [1, 1] + [2] * (len(assa) - 2)


def test_only_the_gorge_parts_roana_from_canove() -> None:
    u = unit("u", "3252", mp=8)
    assert "3351" in reach_of(roana(u, bridges=DOWN), u)
    assert refused(objections_to_entering(roana(u), u, "3252", "3351")) == "11.0.4"
