"""Laws of the battle of Distant Foreign Fields: they hold at every question of many random battles (`battles`)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.bench import dff as bench
from tests.laws.battles import Battles
from tests.laws.common import Watch
from tests.laws.dff_battles import battle
from tutor.engine.odds import Odds
from tutor.engine.policy import Question
from tutor.engine.rulebook import Rule
from tutor.engine.run import task
from tutor.engine.text import Text
from tutor.library import of_data
from tutor.rulesets.dff.ruleset import RULES
from tutor.rulesets.dff.stacking import excess
from tutor.rulesets.dff.state import SIDES, State


def _kept(watch: Watch, start: State, s: State, where: str) -> None:
    """No counter is lost or doubled; strength only falls on the map; whoever is off the map lies in a box."""
    watch.look("the same counters", list(start.pieces.ids()) == list(s.pieces.ids()), where)
    for unit in s.pieces:
        before = start.pieces[unit.id]
        watch.look("strength only falls", 0 <= unit.strength <= before.strength, f"{where}: {unit.id}")
        watch.look("on the map or in a box", (unit.place is None) == bool(unit.box), f"{where}: {unit.id}")
        bare = unit.place is None or unit.strength > 0 or before.strength == 0
        watch.look("no counter without strength", bare, f"{where}: {unit.id}")
        again = unit.place is None or not (unit.air and unit.mission) or unit.place == unit.mission
        watch.look("aircraft are where they fly", again, f"{where}: {unit.id}")


def _spent(watch: Watch, before: State, s: State, where: str) -> None:
    """Supply is spent or changes hands, never made; nothing owes more than there is."""
    watch.look("supply is only spent", sum(s.supply.values()) <= sum(before.supply.values()), where)
    watch.look("no depot in debt", all(points > 0 for points in s.supply.values()), where)
    for battle_ in s.battles:
        watch.look("hits owed by who is there", all(hits.total > 0 for hits in battle_.owed), where)


def _standing(watch: Watch, start: State, s: State, where: str) -> None:
    """Two sides share a hex only in battle, who stands there holds it, nobody overstacks, drafts are put away."""
    drafted = s.draft.hex if s.draft else None
    for hex in {unit.place for unit in s.on_map() if unit.ground and unit.place}:
        sides = {side for side in SIDES if s.ground_at(hex, side)}
        if s.attacked(hex) or hex == drafted:
            continue
        watch.look("apart but in battle", len(sides) == 1, f"{where}: {hex}")
        watch.look("who stands there holds it", {s.control.get(hex)} == sides, f"{where}: {hex}")
    if not s.agenda:
        left = s.battles or s.draft or s.chosen or s.bill
        watch.look("no draft is left over", not left, where)
        marked = [u for u in s.pieces if u.start or u.origin or u.mission or u.aiding or u.gassed or u.fired]
        watch.look("no marker is left over", not marked, f"{where}: {marked[:1]}")
        for hex in s.map.places:
            full = [excess(s, hex, side) <= excess(start, hex, side) for side in SIDES]
            watch.look("within the stacking limit", all(full), f"{where}: {hex}")


class TestBattles(Battles):
    """Offensives Phases, to their end."""

    rules = RULES
    count = 36
    laws = (
        "the same counters",
        "strength only falls",
        "on the map or in a box",
        "no counter without strength",
        "aircraft are where they fly",
        "supply is only spent",
        "no depot in debt",
        "hits owed by who is there",
        "apart but in battle",
        "who stands there holds it",
        "no draft is left over",
        "no marker is left over",
        "within the stacking limit",
    )
    uncited = 4
    lines = 5_000
    ledgers = 1_000
    ends_early = 0.1

    def battle(self, seed: int, readings: bool) -> State:
        return battle(seed, readings=readings)

    def reached(self, rule: Rule) -> bool:
        return rule.id.startswith("2.2.4")

    def after(self, watch: Watch, start: State, before: State, state: State, where: str) -> None:
        _kept(watch, start, state, where)
        _spent(watch, before, state, where)
        _standing(watch, start, state, where)


played = TestBattles.played


# -- exact odds -------------------------------------------------------------------------------------------------
def test_exact_odds_equal_an_enumeration_by_units() -> None:
    """Three divisions against two, three rounds, and six against four, one round; the enumeration knows no step."""
    assert bench.equal(3, 2, 3)
    assert bench.equal(6, 4, 1)


def _across(trench: int) -> State:
    """One division of 3 attacks one of 2 in a trench over a river; whoever it hits pays with the trench first."""
    data = {
        "map": {
            "kind": "hexes",
            "grid": {
                "top": "pointy", "first": "row", "digits": [2, 2], "shifted": "odd",
                "rows": {"from": 0, "to": 4, "grows": "south"}, "columns": {"from": 0, "to": 4, "grows": "east"},
            },
            "fill": {"terrain": "clear"},
            "sides": {"river": ["0202-0203"]},
            "provenance": {"hexes": "stand-in"},
        },
        "active": "central",
        "control": {"rest": "allies", "central": ["0203", "0204"]},
        "supply": {"0204": 60, "0200": 60},
        "acting": ["ha"],
        "battles": [{"hex": "0202", "attacker": "central", "hqs": ["ha"]}],
        "agenda": [["battle-group", ["0202"]]],
        "pieces": {
            "a": {
                "nation": "germany", "kind": "infantry", "place": "0202", "strength": 3,
                "start": "0203", "origin": "0203", "activated": True,
            },
            "d": {"nation": "france", "kind": "infantry", "place": "0202", "strength": 2},
            "t": {"side": "allies", "kind": "trench", "place": "0202", "strength": trench},
            "ha": {"nation": "germany", "kind": "hq", "place": "0204", "activated": True},
            "hd": {"nation": "france", "kind": "hq", "place": "0200"},
        },
    }  # fmt: skip
    state: State = of_data("dff", data).position()
    return state


def test_exact_odds_across_a_river_into_a_trench() -> None:
    """The defender fires first on 2; who is left of the attacker fires on its points less one; a 1 goes to the men."""
    rounds = 2
    chances: dict[tuple[int, int, int], Fraction] = {(3, 2, 1): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[int, int, int], Fraction] = {}
        for (a, d, t), chance in chances.items():
            for (a2, d2, t2), p in _round(a, d, t).items() if a and d else {(a, d, t): Fraction(1)}.items():
                after[a2, d2, t2] = after.get((a2, d2, t2), Fraction(0)) + chance * p
        chances = after
    expected: dict[tuple[int, int], Fraction] = {}
    for (a, d, _), chance in chances.items():
        expected[a, d] = expected.get((a, d), Fraction(0)) + chance
    players = dict.fromkeys(SIDES, RULES.policies["grim"])
    start = _across(1)
    found = Odds(RULES, bench.after(rounds), players, start, 100_000).outcome(start)
    assert dict(found.distribution.items()) == expected


def _round(a: int, d: int, t: int) -> dict[tuple[int, int, int], Fraction]:
    """The defender's die, then the attacker's: below 1 two dice and a double 1; a 1 is aimed at the division."""
    found: dict[tuple[int, int, int], Fraction] = {}
    for left, p in ((a - 1, Fraction(d, 10)), (a, Fraction(10 - d, 10))):
        if not left:
            found[0, d, t] = found.get((0, d, t), Fraction(0)) + p
            continue
        need = left - 1
        one = Fraction(1, 10) if need >= 1 else Fraction(1, 100)
        plain = Fraction(max(0, need - 1), 10)
        struck = (left, d, t - 1) if t else (left, d - 1, t)
        ends = {(left, d - 1, t): one, (left, d, t): 1 - one - plain}
        for end, q in ((struck, plain), *ends.items()):
            found[end] = found.get(end, Fraction(0)) + p * q
    return found


def test_parts_change_no_odds() -> None:
    """The odds of rounds that fall apart equal those reckoned whole, in random battles."""
    whole = replace(RULES, parts=None)
    compared = apart = 0
    for seed in range(TestBattles.count):
        state = _exchange(seed)
        if state is None:
            continue
        players = dict.fromkeys(SIDES, RULES.policies[("grim", "stubborn")[seed % 2]])
        one = Odds(RULES, LEFT, players, state, 200_000)
        other = Odds(whole, LEFT, players, state, 200_000)
        both = [dict(way.outcome(state).distribution.items()) for way in (one, other)]
        assert both[0] == both[1], seed
        compared += 1
        apart += bool(one.parts)
    assert compared >= 20
    assert apart >= 10


def _left(start: State, end: State) -> tuple[Any, ...]:
    """Strength and divisions left, morale and goals."""
    men = ([u.strength for u in end.pieces if u.side == side and u.place and (u.ground or u.works)] for side in SIDES)
    return (*((sum(points), len(points)) for points in men), tuple(end.morale.items()), tuple(end.goals.items()))


LEFT = Question("left", Text("ce qui reste", "what is left"), _left)


def _exchange(seed: int) -> State | None:
    """A position of a random phase from which one round of a battle is fought, and nothing else."""
    for moment in played()[1][seed].now.line:
        s = moment.state
        if s.agenda and s.agenda[0].step in ("attack-dice", "defence-dice"):
            hex = s.agenda[0].args[0]
            found: State = s.refight(s.battle(hex).but(aimed=(), owed=())).but(agenda=(task("exchange", hex),))
            return found
    return None
