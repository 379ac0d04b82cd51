"""Chapter 11 step by step: what a step costs, and what forbids it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulesets.se.ground import (
    CLIFF,
    EAST,
    HERE,
    WEST,
    ground,
    lines,
    position,
    refused,
    said,
    under,
    unit,
    wall,
)
from tutor.engine.facts import Cell
from tutor.rulesets.se import terrain
from tutor.rulesets.se.costs import allowance
from tutor.rulesets.se.ground import climb, level, way
from tutor.rulesets.se.reaching import reach_of
from tutor.rulesets.se.state import GUNS, INFANTRY
from tutor.rulesets.se.terrain import entry_cost, objections_to_entering

# -- 11.0.2: hex and hexside ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "kind", "points"),
    [
        ("clear", "infantry", 1),
        ("town", "infantry", 1),
        ("woods", "infantry", 2),
        ("rough", "militia", 2),
        ("mountain", "alpine", 3),
        ("high-mountain", "bersaglieri", 4),
        ("woods", "mountain-artillery", 2),
        ("woods", "artillery", 3),
        ("mountain", "heavy-artillery", 5),
    ],
)
def test_a_hex_costs_what_the_chart_says(what: str, kind: str, points: int) -> None:
    state = position(ground({EAST: what}), mover := unit("u", HERE, kind))
    cost = entry_cost(state, mover, HERE, EAST)
    assert lines(cost) == [("11.0.2", "hex", points)]
    cell = cost.lines[0].facts["cell"]
    assert isinstance(cell, Cell)
    assert (cell.table, cell.row, cell.stand_in) == ("terrain-effects", what, True)


def test_a_hexside_is_added_to_the_hex() -> None:
    state = position(ground({EAST: "woods"}, {"river": ["0505-0506"], "stream": ["0504-0505"]}), u := unit("u", HERE))
    assert lines(entry_cost(state, u, HERE, EAST)) == [("11.0.2", "hex", 2), ("11.0.2", "side", 2)]
    assert entry_cost(state, u, HERE, WEST).total == 2
    assert entry_cost(state, u, HERE, "0605").total == 1, "a side that is not crossed costs nothing"


# -- 11.0.8: climbing -------------------------------------------------------------------------------------


def test_climbing_costs_one_for_each_level() -> None:
    state = position(ground({EAST: 3, WEST: 1, HERE: 1}), u := unit("u", HERE))
    assert climb(state, HERE, EAST) == 2
    assert lines(entry_cost(state, u, HERE, EAST)) == [("11.0.2", "hex", 1), ("11.0.8", "climb", 2)]


def test_going_down_costs_nothing_more() -> None:
    state = position(ground({HERE: 6}), u := unit("u", HERE))
    assert climb(state, HERE, EAST) == 0
    assert entry_cost(state, u, HERE, EAST).total == 1


def test_a_road_or_track_spares_the_climb() -> None:
    for kind, rate in (("road", Fraction(1, 2)), ("track", 1)):
        state = position(ground({EAST: ("mountain", 4)}, roads={kind: [HERE, EAST]}), u := unit("u", HERE))
        cost = entry_cost(state, u, HERE, EAST)
        assert lines(cost) == [("11.0.5", "by-way", rate), ("11.0.8", "way-spares-climb", 0)]


# -- 11.0.5, 3.0, 12.4: roads and tracks ------------------------------------------------------------------


def test_a_way_replaces_hex_and_hexside() -> None:
    map = ground({EAST: "woods"}, {"river": ["0505-0506"]}, {"road": [HERE, EAST]})
    state = position(map, u := unit("u", HERE))
    assert entry_cost(state, u, HERE, EAST).total == Fraction(1, 2)
    assert entry_cost(state, u, "0405", EAST).total == 2, "beside the road the terrain is paid"


def test_the_way_ends_at_the_first_hex_in_an_enemy_zone() -> None:
    """Two steps along a track into mountains, the second hex in a zone: 1, then the 3 of its terrain."""
    map = ground({EAST: "mountain", "0507": "mountain"}, roads={"track": [HERE, EAST, "0507"]})
    state = position(map, u := unit("u", HERE), unit("foe", "0508", side="it"))
    first, second = entry_cost(state, u, HERE, EAST), entry_cost(state, u, EAST, "0507")
    assert (first.total, second.total) == (1, 3)
    assert [line.rule for line in second.lines] == ["11.0.2", "11.0.5"]
    assert second.lines[1].facts["foes"][0].id == "foe"


def test_in_a_zone_the_way_still_carries_over_the_hexside_and_up() -> None:
    map = ground({"0507": ("woods", 3)}, {"river": ["0506-0507"]}, {"track": [EAST, "0507"]})
    state = position(map, u := unit("u", EAST), unit("foe", "0508", side="it"))
    assert entry_cost(state, u, EAST, "0507").total == 2
    assert ("11.0.8", "way-spares-climb", 0) in lines(entry_cost(state, u, EAST, "0507"))


@pytest.mark.parametrize(("kind", "points"), [("infantry", 2), ("artillery", 2), ("hq", 1), ("fortress", 1)])
def test_by_road_a_friend_costs_the_terrain_of_its_hex(kind: str, points: int) -> None:
    """HQs and fortresses are no stacking (12.6)."""
    map = ground({EAST: "woods"}, roads={"track": [HERE, EAST]})
    state = position(map, u := unit("u", HERE), unit("friend", EAST, kind))
    cost = entry_cost(state, u, HERE, EAST)
    assert cost.total == points
    assert (("12.4", "way-through-friends", 0) in lines(cost)) == (points == 2)


def test_a_railway_is_a_track() -> None:
    map = ground({EAST: "woods"}, roads={"railway": [HERE, EAST]})
    assert way(position(map), HERE, EAST) == "track"
    u = unit("u", HERE)
    assert entry_cost(position(map, u), u, HERE, EAST).total == 1
    other = position(map, u, law=under(road_and_track="supply-only"))
    assert entry_cost(other, u, HERE, EAST).total == 2


def test_the_better_of_two_ways_is_used() -> None:
    map = ground(roads={"railway": [HERE, EAST], "road": [HERE, EAST]})
    assert way(position(map), EAST, HERE) == "road"
    assert way(position(map), HERE, WEST) is None


# -- 11.1.1, 11.1.3, 11.2: zones --------------------------------------------------------------------------


def test_leaving_a_zone_costs_one_more_and_entering_nothing() -> None:
    state = position(ground(), u := unit("u", HERE), unit("foe", "0507", side="it"), unit("foe2", "0606", side="it"))
    assert lines(entry_cost(state, u, EAST, HERE)) == [("11.0.2", "hex", 1), ("11.1.1", "leaving-zone", 1)]
    assert entry_cost(state, u, WEST, HERE).total == 1
    assert ("11.1.1", "zone-entered", True) in said(objections_to_entering(state, u, HERE, EAST))
    each = position(ground(), *state.pieces, law=under(zoc_exit_count="per-unit"))
    assert entry_cost(each, u, EAST, HERE).total == 3


def test_non_activated_units_leave_a_zone_and_enter_none() -> None:
    state = position(ground(), u := unit("u", HERE), unit("foe", "0507", side="it"))
    assert refused(objections_to_entering(state, u, HERE, EAST, tactical=False)) == "11.2"
    assert refused(objections_to_entering(state, u, HERE, EAST)) is None
    assert refused(objections_to_entering(state, u, EAST, HERE, tactical=False)) is None
    assert lines(entry_cost(state, u, EAST, HERE, tactical=False))[-1] == ("11.2", "leaving-zone", 1)


def test_an_assault_does_not_pay_for_the_zone_of_its_target() -> None:
    state = position(ground(), u := unit("u", HERE), foe := unit("foe", EAST, side="it"))
    assert entry_cost(state, u, HERE, EAST, assault=True).total == 1
    assert entry_cost(state, u, HERE, EAST).total == 2
    beside = position(ground(), u, foe, unit("other", "0605", side="it"))
    cost = entry_cost(beside, u, HERE, EAST, assault=True)
    assert lines(cost) == [("11.0.2", "hex", 1), ("11.1.1", "leaving-zone", 1)]
    assert [foe.id for foe in cost.lines[1].facts["foes"]] == ["other"]
    never = position(ground(), *beside.pieces, law=under(assault_zoc_exit="never-paid"))
    assert entry_cost(never, u, HERE, EAST, assault=True).total == 1


def test_an_assault_is_not_made_at_road_rate() -> None:
    map = ground({EAST: "woods"}, roads={"track": [HERE, EAST]})
    state = position(map, u := unit("u", HERE), unit("foe", EAST, side="it"))
    assert entry_cost(state, u, HERE, EAST, assault=True).total == 2


def test_a_friend_may_negate_a_zone_for_movement_under_another_reading() -> None:
    units = unit("u", EAST), unit("friend", EAST), unit("foe", "0507", side="it")
    assert entry_cost(position(ground(), *units), units[0], EAST, HERE).total == 2
    other = position(ground(), *units, law=under(zoc_negation_silent="everywhere"))
    assert entry_cost(other, units[0], EAST, HERE).total == 1


# -- 11.0.4: cliffs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(INFANTRY | GUNS))
def test_only_mountain_infantry_crosses_a_cliff(kind: str) -> None:
    state = position(ground(sides=CLIFF), u := unit("u", HERE, kind))
    allowed = kind in ("mountain", "alpine")
    checks = said(objections_to_entering(state, u, HERE, EAST))
    assert checks == {("11.0.4", "cliff-climbed" if allowed else "cliff", allowed)}
    assert refused(objections_to_entering(state, u, HERE, WEST)) is None
    assert (EAST in reach_of(position(wall(), u), u)) == allowed


def test_a_cliff_takes_the_whole_allowance_and_nothing_else() -> None:
    map = ground({EAST: ("woods", 4)}, {"cliff": ["0505-0506"], "river": ["0505-0506"]})
    state = position(map, u := unit("u", HERE, "mountain"), unit("foe", "0604", side="it"))
    assert lines(entry_cost(state, u, HERE, EAST)) == [("11.0.4", "whole-allowance", 6)]
    rain = position(map, u, weather="rain")
    assert entry_cost(rain, u, HERE, EAST).total == 5
    assert entry_cost(state, u, HERE, EAST, whole=9).total == 9, "the whole of a forced march"


def test_a_cliff_is_crossed_only_by_who_has_not_moved() -> None:
    state = position(wall(), u := unit("u", HERE, "mountain"))
    found = reach_of(state, u)
    assert found.cost(EAST) == 6
    assert [ledger.total for ledger in found.story(EAST)] == [6]
    assert "0507" not in found
    far = position(wall(), v := unit("v", WEST, "mountain"))
    shut = reach_of(far, v).why_not(EAST)
    assert shut is not None
    assert {check.rule for check in shut.checks} == {"11.0.4"}
    assert {way.check.facts["cost"].total for way in shut.ways} == {6}


def test_under_another_reading_a_cliff_takes_what_is_left() -> None:
    law = under(cliff_move="what-is-left")
    state = position(wall(), v := unit("v", WEST, "mountain"), law=law)
    found = reach_of(state, v)
    assert found.cost(EAST) == 6
    assert [ledger.total for ledger in found.story(EAST)] == [1, 5]
    assert "0507" not in found
    assert EAST not in reach_of(state, v, 1)
    w = unit("w", HERE, "mountain", mp_left=2)
    assert entry_cost(position(wall(), w, law=law), w, HERE, EAST).total == 2


def test_a_road_does_not_open_a_cliff() -> None:
    state = position(wall(road=True), u := unit("u", HERE))
    assert refused(objections_to_entering(state, u, HERE, EAST)) == "11.0.4"
    assert EAST not in reach_of(state, u)


def test_a_cliff_hex_has_six_cliff_sides_and_the_level_of_its_highest_clear_neighbour() -> None:
    map = ground({HERE: ("rough", 2), EAST: ("clear", 5), WEST: ("woods", 8), "0605": ("clear", 3)})
    around = {"cliff": [f"0505-{other}" for other in map.neighbours(HERE)]}
    cliffs = ground({HERE: ("rough", 2), EAST: ("clear", 5), WEST: ("woods", 8), "0605": ("clear", 3)}, around)
    assert level(cliffs, HERE) == 5
    assert level(map, HERE) == 2
    assert terrain.terrain_of(cliffs, HERE) == "cliff-hex"
    five = ground({HERE: ("rough", 2)}, {"cliff": around["cliff"][:5]})
    assert level(five, HERE) == 2


# -- 11.0.6, 19.4: enemies in the hex ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "rule"),
    [
        (("infantry",), "11.0.6"),
        (("fortress",), "11.0.6"),
        (("artillery", "militia"), "11.0.6"),
        (("hq",), None),
        (("heavy-artillery",), None),
        (("artillery", "mountain-artillery", "hq"), None),
    ],
)
def test_enemies_other_than_artillery_bar_a_hex(kinds: tuple[str, ...], rule: str | None) -> None:
    foes = [unit(f"foe{n}", EAST, kind, side="it") for n, kind in enumerate(kinds)]
    state = position(ground(), u := unit("u", HERE), *foes)
    assert refused(objections_to_entering(state, u, HERE, EAST)) == rule
    assert (EAST in reach_of(state, u)) == (rule is None)


def test_lone_guns_are_taken_by_who_enters_or_need_an_assault() -> None:
    units = unit("u", HERE), unit("gun", EAST, "artillery", side="it")
    state = position(ground(), *units)
    assert ("19.4", "guns-taken", True) in said(objections_to_entering(state, units[0], HERE, EAST))
    other = position(ground(), *units, law=under(lone_guns="assault-needed"))
    assert refused(objections_to_entering(other, units[0], HERE, EAST)) == "19.3"
    assert EAST not in reach_of(other, units[0])


def test_guns_alone_do_not_enter_a_zone() -> None:
    gun, foe = unit("gun", HERE, "artillery"), unit("foe", "0507", side="it")
    assert refused(objections_to_entering(position(ground(), gun, foe), gun, HERE, EAST)) == "19.4"
    with_friend = position(ground(), gun, foe, unit("friend", EAST))
    assert refused(objections_to_entering(with_friend, gun, HERE, EAST)) is None
    assert refused(objections_to_entering(position(ground(), gun), gun, HERE, EAST)) is None


def test_only_a_neighbour_can_be_entered() -> None:
    state = position(ground(), u := unit("u", HERE))
    assert refused(objections_to_entering(state, u, HERE, "0507")) == "11.0"
    assert refused(objections_to_entering(state, u, HERE, HERE)) == "11.0"
    assert refused(objections_to_entering(state, u, HERE, EAST)) is None


# -- 11.0.1, 9.1: the allowance ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "weather", "points"),
    [
        ("infantry", "clear", 5),
        ("infantry", "overcast", 5),
        ("infantry", "rain", 4),
        ("artillery", "clear", 5),
        ("artillery", "rain", 2),
    ],
)
def test_the_allowance_in_the_weather(kind: str, weather: str, points: int) -> None:
    u = unit("u", HERE, kind, mp=5)
    assert allowance(position(ground(), u, weather=weather), u).total == points


def test_the_allowance_of_guns() -> None:
    rain = position(ground(), weather="rain", law=under(movement_rounding="up"))
    assert allowance(rain, unit("u", HERE, "artillery", mp=5)).total == 3
    assert allowance(position(ground()), unit("u", HERE, "artillery", mp=5, mode="fire")).total == 0
