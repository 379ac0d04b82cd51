"""The line of sight: how far, over what, and from where."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.se.ground import ground, position, scenario_map, under, unit
from tutor.engine.check import Checks
from tutor.engine.ledger import Ledger
from tutor.engine.space.maps import HexMap
from tutor.rulesets.se.ground import level
from tutor.rulesets.se.sight import (
    line_of_sight,
    max_sight,
    objections_to_observing,
    objections_to_seeing,
    objections_to_sight,
)
from tutor.rulesets.se.state import State

ROW = [f"05{column:02d}" for column in range(1, 16)]  # fifteen hexes in a straight line


def field(**levels: Any) -> HexMap:
    """A plain with some hexes of row 5 changed, by their number in it: `field(h3=4, h5=("woods", 2))`."""
    return ground({ROW[int(key[1:])]: what for key, what in levels.items()}, size=15)


def plain(*units: Any, **changes: Any) -> State:
    return position(field(), *units, **changes)


def lines(ledger: Ledger) -> list[tuple[str, str, Any]]:
    return [(line.rule, line.op, line.number) for line in ledger.lines]


def refused(checks: Checks) -> tuple[str, str] | None:
    return next(((check.rule, check.kind) for check in checks if not check.ok), None)


def held(checks: Checks) -> set[str]:
    return {check.kind for check in checks if check.ok}


# -- how far -------------------------------------------------------------------------------------------------


def test_six_hexes_and_no_more() -> None:
    assert refused(objections_to_sight(plain(), ROW[0], ROW[6])) is None
    assert "near-enough" in held(objections_to_sight(plain(), ROW[0], ROW[6]))
    assert refused(objections_to_sight(plain(), ROW[0], ROW[7])) == ("13.2.2", "too-far")
    assert lines(max_sight(plain(), ROW[0], ROW[6])) == [("3.0-LOS", "+", 6)]


def test_from_above_one_hex_more_for_each_level() -> None:
    """From level 5 to level 1: ten hexes."""
    state = position(field(h0=5))
    assert lines(max_sight(state, ROW[0], ROW[10])) == [("3.0-LOS", "+", 6), ("13.2.2", "+", 4)]
    assert refused(objections_to_sight(state, ROW[0], ROW[10])) is None
    assert refused(objections_to_sight(state, ROW[0], ROW[11])) == ("13.2.2", "too-far")


def test_from_below_no_more() -> None:
    map = field(h10=5)
    assert max_sight(position(map), ROW[0], ROW[10]).total == 6
    assert max_sight(position(map, law=under(los_height_bonus="either-way")), ROW[0], ROW[10]).total == 10


def test_rain_leaves_two() -> None:
    rain = plain(weather="rain")
    assert lines(max_sight(rain, ROW[0], ROW[2])) == [("3.0-LOS", "+", 6), ("9.1-rain", "≤", 2)]
    assert refused(objections_to_sight(rain, ROW[0], ROW[2])) is None
    assert refused(objections_to_sight(rain, ROW[0], ROW[3])) == ("13.2.2", "too-far")


@pytest.mark.parametrize(("target", "most"), [(1, 4), (4, 4), (5, 3), (6, 3)])
def test_overcast_leaves_four_or_three(target: int, most: int) -> None:
    state = position(field(h0=target, h3=target, h4=target), weather="overcast")
    assert max_sight(state, ROW[0], ROW[3]).total == most
    assert (refused(objections_to_sight(state, ROW[0], ROW[4])) is None) == (most == 4)


def test_readings_of_overcast() -> None:
    map = field(h0=6, h3=1)
    assert max_sight(position(map, weather="overcast"), ROW[0], ROW[3]).total == 4 + 5
    for whose in ("observer", "higher"):
        state = position(map, weather="overcast", law=under(overcast_whose_level=whose))
        assert max_sight(state, ROW[0], ROW[3]).total == 3 + 5
    five = field(h0=5, h3=5)
    assert max_sight(position(five, weather="overcast"), ROW[0], ROW[3]).total == 3
    law = under(overcast_level_five="four")
    assert max_sight(position(five, weather="overcast", law=law), ROW[0], ROW[3]).total == 4


def test_height_adds_to_the_sight_of_the_weather_or_is_capped() -> None:
    map = field(h0=5)
    assert max_sight(position(map, weather="rain"), ROW[0], ROW[3]).total == 6
    capped = position(map, weather="rain", law=under(los_bonus_weather="capped"))
    assert max_sight(capped, ROW[0], ROW[3]).total == 2


def test_a_neighbour_is_seen() -> None:
    assert "adjacent-seen" in held(objections_to_sight(plain(), ROW[0], ROW[1]))
    state = plain(law=under(los_adjacent="not-seen"))
    assert refused(objections_to_sight(state, ROW[0], ROW[1])) == ("3.0-LOS", "adjacent-unseen")
    assert refused(objections_to_sight(state, ROW[0], ROW[2])) is None
    assert refused(objections_to_sight(state, ROW[0], ROW[0])) is None


# -- over what -----------------------------------------------------------------------------------------------


def test_ground_higher_than_both_ends_blocks() -> None:
    state = position(field(h0=2, h3=4, h5=3))
    sight = line_of_sight(state, ROW[0], ROW[5])
    assert not sight.visible
    assert [point.places for point in sight.blocking] == [(ROW[3],)]
    assert refused(objections_to_sight(state, ROW[0], ROW[5])) == ("13.2.2", "higher-ground")
    assert sight.objections[0].facts["level"] == 4
    assert sight.objections[0].facts["bar"] == 3


def test_ground_as_high_as_the_higher_end_does_not_block() -> None:
    map = field(h0=3, h3=3, h5=1)
    assert line_of_sight(position(map), ROW[0], ROW[5]).visible
    assert "line-open" in held(objections_to_sight(position(map), ROW[0], ROW[5]))
    assert not line_of_sight(position(map, law=under(los_blocking="level-with-higher")), ROW[0], ROW[5]).visible


def test_ground_above_the_straight_line_blocks_under_another_reading() -> None:
    """From level 5 to level 1 over 4 hexes the line passes at 4, 3 and 2."""
    law = under(los_blocking="above-line")
    for hex, high, visible in (("h1", 4, True), ("h2", 3, True), ("h2", 4, False), ("h3", 2, True), ("h3", 3, False)):
        map = field(h0=5, **{hex: high})
        assert line_of_sight(position(map, law=law), ROW[0], ROW[4]).visible == visible
        assert line_of_sight(position(map), ROW[0], ROW[4]).visible


def test_woods_level_with_the_higher_end_block() -> None:
    state = position(field(h0=3, h3=("woods", 3)))
    assert refused(objections_to_sight(state, ROW[0], ROW[5])) == ("13.2.3", "woods-level")


@pytest.mark.parametrize("low", [1, 2])
def test_lower_woods_do_not_block(low: int) -> None:
    assert line_of_sight(position(field(h0=3, h3=("woods", low))), ROW[0], ROW[5]).visible


def test_woods_are_a_level_taller_under_another_reading() -> None:
    law = under(los_woods="one-level-taller")
    state = position(field(h0=3, h3=("woods", 3)), law=law)
    assert refused(objections_to_sight(state, ROW[0], ROW[5])) == ("13.2.3", "tall-woods")
    assert line_of_sight(position(field(h0=3, h3=("woods", 2)), law=law), ROW[0], ROW[5]).visible


def test_woods_at_the_ends_do_not_block() -> None:
    assert line_of_sight(position(field(h0=("woods", 1), h5=("woods", 1))), ROW[0], ROW[5]).visible


def test_as_if_woods_did_not_matter() -> None:
    from tests.randommaps import se_law

    map = field(h0=3, h3=("woods", 3))
    assert line_of_sight(position(map, law=se_law().without("13.2.3")), ROW[0], ROW[5]).visible


def test_cliffs_do_not_block() -> None:
    map = ground(sides={"cliff": ["0503-0504"]}, size=9)
    assert line_of_sight(position(map), "0501", "0506").visible


def test_a_cliff_hex_blocks_by_the_level_of_its_highest_clear_neighbour() -> None:
    plain_map = ground({"0605": 4}, size=9)
    around = {"cliff": [f"0505-{other}" for other in plain_map.neighbours("0505")]}
    cliffs = ground({"0605": 4}, around, size=9)
    assert level(cliffs, "0505") == 4
    assert not line_of_sight(position(cliffs), "0502", "0507").visible
    assert line_of_sight(position(plain_map), "0502", "0507").visible


def beside(left: Any, right: Any) -> State:
    """The line from 0405 to 0605 runs along the hexside of 0504 and 0505."""
    return position(ground({"0504": left, "0505": right}))


def test_along_a_hexside_one_blocking_hex_is_not_enough() -> None:
    one = beside(4, 1)
    assert line_of_sight(one, "0405", "0605").line == (("0405",), ("0504", "0505"), ("0605",))
    assert refused(objections_to_sight(one, "0405", "0605")) is None
    assert "along-hexside" in held(objections_to_sight(one, "0405", "0605"))
    assert line_of_sight(beside(1, ("woods", 1)), "0405", "0605").visible


def test_along_a_hexside_two_blocking_hexes_block() -> None:
    assert refused(objections_to_sight(beside(4, 4), "0405", "0605")) == ("13.2.2", "higher-ground")
    mixed = line_of_sight(beside(4, ("woods", 1)), "0405", "0605")
    assert [check.rule for check in mixed.objections] == ["13.2.2", "13.2.3"]


def test_the_profile_shows_the_ground() -> None:
    state = position(field(h0=5, h2=3))
    sight = line_of_sight(state, ROW[0], ROW[4])
    assert [rise.height for rise in sight.profile(lambda hex: level(state.map, hex))] == [5, 1, 3, 1, 1]


# -- from where ----------------------------------------------------------------------------------------------


def test_an_empty_hex_observes() -> None:
    assert refused(objections_to_seeing(plain(), "ah", ROW[0], ROW[5])) is None


@pytest.mark.parametrize(("kind", "bars"), [("infantry", True), ("artillery", True), ("hq", False)])
def test_a_hex_with_an_enemy_does_not_observe(kind: str, bars: bool) -> None:
    state = plain(unit("foe", ROW[0], kind, side="it"))
    found = refused(objections_to_observing(state, "ah", ROW[0]))
    assert found == (("13.2.2", "enemy-in-observer-hex") if bars else None)
    assert refused(objections_to_observing(state, "it", ROW[0])) is None


def test_a_hex_in_an_enemy_zone_does_not_observe() -> None:
    state = plain(unit("foe", ROW[1], side="it"), unit("own", ROW[0]))
    assert refused(objections_to_seeing(state, "ah", ROW[0], ROW[5])) == ("13.2.2", "zone-in-observer-hex")
    assert refused(objections_to_seeing(state, "ah", ROW[3], ROW[5])) is None
    other = plain(*state.pieces, law=under(observer_zoc="friend-negates"))
    assert refused(objections_to_seeing(other, "ah", ROW[0], ROW[5])) is None
    alone = plain(unit("foe", ROW[1], side="it"), law=under(observer_zoc="friend-negates"))
    assert refused(objections_to_seeing(alone, "ah", ROW[0], ROW[5])) == ("13.2.2", "zone-in-observer-hex")


def test_guns_have_no_zone_to_spoil_observation() -> None:
    state = plain(unit("foe", ROW[1], "artillery", side="it"))
    assert refused(objections_to_observing(state, "ah", ROW[0])) is None


# -- on the map of Roana -------------------------------------------------------------------------------------


def test_monte_rasta_sees_the_bridge_and_woods_hide_the_shelf_from_camporovere() -> None:
    state = position(scenario_map("roana"))
    assert refused(objections_to_sight(state, "3553", "3352")) is None
    assert refused(objections_to_sight(state, "3453", "3450")) == ("13.2.3", "woods-level")


def test_sight_is_the_same_both_ways_but_for_the_height() -> None:
    state = position(scenario_map("roana"))
    map, seen = state.map, 0
    for one in map.places:
        for other in map.within(one, 6)[1:]:
            there, back = line_of_sight(state, one, other), line_of_sight(state, other, one)
            assert there.visible == back.visible
            assert there.line == back.line[::-1]
            seen += not there.visible
    assert seen > 100
