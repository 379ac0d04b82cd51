"""Where a land unit may go says what an enemy zone does to it there, and nothing of it where that rule is not."""

from __future__ import annotations

from pathlib import Path

from tutor.cases import load_cases
from tutor.rulesets.fa.goings import going
from tutor.rulesets.fa.state import State
from tutor.rulesets.fa.walking import halting
from tutor.rulesets.fa.zones import enemy_zone

CASES = Path(__file__).parents[2] / "cases" / "fa" / "marching.yaml"
RULE = "10.7.4.1-e"


def position() -> State:
    case = next(one for one in load_cases(CASES) if one.id.startswith("march-into-zone"))
    found: State = case.scenario.position()
    return found


def zones_told(s: State, id: str) -> set[str]:
    """The places on foot of which it is said that the unit comes into a zone there."""
    foot = next(one for one in going(s, id) if one.means == "on-foot")
    return {place for place in foot.places if RULE in {check.rule for check in foot.verdict(place).checks}}


def test_a_zone_is_told_where_a_move_ends_in_it() -> None:
    s = position()
    foot = next(one for one in going(s, "w1") if one.means == "on-foot")
    watched = {place for place in foot.places if enemy_zone(s, "pc", place)}
    assert watched
    assert watched < set(foot.places)
    assert zones_told(s, "w1") == watched


def test_without_that_rule_no_hex_stops_a_move() -> None:
    s = position()
    assert any(hex in halting(s, s.unit("w1")) for hex in s.map.places)
    free = s.but(law=s.law.without(RULE))
    assert not any(hex in halting(free, free.unit("w1")) for hex in free.map.places)
    assert zones_told(free, "w1") == set()
