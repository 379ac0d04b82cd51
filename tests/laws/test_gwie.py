"""Laws of battles in The Great War in Europe Deluxe: they hold at every question of many random ones (`battles`)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tests.laws.battles import Battles
from tests.laws.common import Watch
from tests.laws.gwie_battles import battle
from tutor.engine.ask import DONE
from tutor.engine.odds import bounds, odds
from tutor.engine.rulebook import Rule
from tutor.engine.run import Position, Run
from tutor.library import scenario
from tutor.rulesets.gwie.control import controller
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.stacking import LIMIT, stacking
from tutor.rulesets.gwie.state import SIDES, State


def _kept(watch: Watch, start: State, s: State, where: str) -> None:
    """No counter and no event is lost or doubled; steps only fall; whoever is off the map lies in a box."""
    watch.look("the same units", list(start.pieces.ids()) == list(s.pieces.ids()), where)
    for unit in s.pieces:
        before = start.unit(unit.id)
        arab = unit.nation == "AB"
        watch.look("steps only fall", 0 <= unit.steps <= before.steps, f"{where}: {unit}")
        boxed = unit.flies or (unit.place is None) == (unit.box != "")
        watch.look("on the map or in a box", boxed, f"{where}: {unit}")
        gone = unit.steps == 0 and unit.place is None
        watch.look("without steps off the map", unit.steps > 0 or gone or arab, f"{where}: {unit}")
        watch.look("supports only once", not (before.depleted and not unit.depleted), where)
    events = sorted((*(e for side in SIDES for e in s.hand(side)), *s.spent))
    first = sorted((*(e for side in SIDES for e in start.hand(side)), *start.spent))
    extra = [event for event in events if event not in first]
    watch.look("events are kept", len(events) - len(extra) == len(first), f"{where}: {events}")


def _standing(watch: Watch, start: State, s: State, where: str) -> None:
    """Two sides never share a hex; nobody overstacks by advancing; drafts are put away."""
    for hex in {unit.place for unit in s.on_map() if unit.place}:
        mixed = {u.side for u in s.at(hex) if u.ground or u.garrisoned}
        watch.look("apart", len(mixed) < 2, f"{where}: {hex}")
        for side in SIDES:
            now, before = stacking(s, hex, side).total, stacking(start, hex, side).total
            watch.look("within the stacking limit", now <= max(LIMIT, before), f"{where}: {hex}")
    if s.fight is not None and not s.fight.defenders:
        watch.look("one attack a phase", not any(u.fought for u in s.attackers()), where)
    if not s.agenda:
        watch.look("no draft is left over", not (s.fight or s.chosen or s.picked or s.special), where)
        watch.look("nobody is tired after the phase", not any(u.fought or u.struck for u in s.pieces), where)


def _come_in(watch: Watch, before: State, s: State, where: str) -> None:
    """Whoever has come into a hex, by an advance or a retreat, holds it; by another reading it stays whose it was."""
    for unit in s.on_map():
        if unit.place == before.unit(unit.id).place or unit.nation == "AB":
            continue
        was, now = controller(before, unit.place or ""), controller(s, unit.place or "")
        changes = s.law.reads("control-by-advance", "changes")
        watch.look("the hex is one's own", now == (unit.side if changes else was), f"{where}: {unit}")


class TestBattles(Battles):
    rules = RULES
    count = 160
    laws = (
        "the same units",
        "steps only fall",
        "on the map or in a box",
        "without steps off the map",
        "supports only once",
        "events are kept",
        "apart",
        "within the stacking limit",
        "the hex is one's own",
        "one attack a phase",
        "no draft is left over",
        "nobody is tired after the phase",
    )
    seldom = {"the hex is one's own": 100}  # where somebody advances or retreats
    uncited = 8
    lines = 5_000
    ledgers = 500

    def battle(self, seed: int, readings: bool) -> State:
        return battle(seed, readings=readings)

    def reached(self, rule: Rule) -> bool:
        return rule.chapter == "10"

    def after(self, watch: Watch, start: State, before: State, state: State, where: str) -> None:
        _kept(watch, start, state, where)
        _standing(watch, start, state, where)
        _come_in(watch, before, state, where)


# -- exact odds -------------------------------------------------------------------------------------------------
# Column 1-1 of the stand-in Table A, typed again, so that the enumerations below share nothing with the rules.
COLUMN_1_1 = {1: (2, 0), 2: (1, 0), 3: (1, 0), 4: (1, 1), 5: (1, 1), 6: (1, 1)}


def _in_the_rain(*gone: str) -> State:
    """The scenario of Trent in the Wet, without some of its counters."""
    trent = scenario("gwie/trent")
    pieces = {id: entry for id, entry in trent.data["pieces"].items() if id not in gone}
    wet = {"weather": {"italian": "wet"}, "agenda": [["combat-phase", "second"]], "pieces": pieces}
    return RULES.setup({**trent.data, **wet}, trent.map, trent.law())


def _losses(position: Position | State, policy: str) -> dict[tuple[int, int], Fraction]:
    policies = dict.fromkeys(SIDES, RULES.policies[policy])
    found = odds(RULES, position, RULES.questions["losses"], policies)
    assert found.exact
    return dict(found.distribution.items())


def test_exact_odds_of_one_combat_equal_an_independent_enumeration() -> None:
    """Rovereto, 8 to 2: 4-1; wet mountain 2L and the Adige 1L make it 1-1; the trench takes 1 from the die."""
    run = Run(RULES, _in_the_rain("hqit1", "hqah11", "caproni"))
    for answer in ("W2514", "it9", "it35", "it37", "it44", DONE):
        run.answer(answer)
    assert run.ask is not None
    assert run.ask.kind == "combat-die"
    expected: Counter[tuple[int, int]] = Counter(COLUMN_1_1[max(1, die - 1)] for die in range(1, 7))
    assert _losses(run.position, "stubborn") == {key: Fraction(n, 6) for key, n in expected.items()}


def test_exact_odds_of_two_combats_equal_an_independent_enumeration() -> None:
    """W2715 first, 6 to 2: 3-1, mountain 2L, HQ against HQ: 1-1, aircraft against trench: 0; then Rovereto as above."""
    expected: Counter[tuple[int, int]] = Counter()
    for one in range(1, 7):
        for other in range(1, 7):
            (a, b), (c, d) = COLUMN_1_1[one], COLUMN_1_1[max(1, other - 1)]
            expected[(a + c, b + d)] += 1
    assert _losses(_in_the_rain(), "bold") == {key: Fraction(n, 36) for key, n in expected.items()}


def test_bounds_hold_every_policy_between_them() -> None:
    run = Run(RULES, _in_the_rain("caproni", "hqit1"))
    for answer in ("W2514", "it9", "it35", "it37", "it44", DONE):
        run.answer(answer)

    def taken(start: State, end: State) -> bool:
        return RULES.questions["ground"].of(start, end) == "W2514"

    policies = dict.fromkeys(SIDES, RULES.policies["stubborn"])
    found = bounds(RULES, run.position, taken, frozenset({"allies"}), policies)
    sure = odds(RULES, run.position, RULES.questions["ground"], policies).distribution["W2514"]
    assert found.lowest <= sure <= found.highest
    assert found.highest == Fraction(2, 6), "dice 5 and 6 leave the hex empty"
