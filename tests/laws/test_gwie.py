"""Laws of the battle of The Great War in Europe Deluxe: they hold at every question of many random battles.

Half of the battles are played by the usual readings, half under some others. Every law counts how often it was
really looked at, and fails if never.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.laws.common import Watch, adds_up, goes_back_and_forward, has_words, parity, replays, resumes, tells
from tests.laws.gwie_battles import battle
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.odds import bounds, odds
from tutor.engine.play import Session
from tutor.engine.run import Position, Run
from tutor.library import scenario
from tutor.rulesets.gwie.control import controller
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.stacking import LIMIT, stacking
from tutor.rulesets.gwie.state import SIDES, State

BATTLES = 240


# -- playing ---------------------------------------------------------------------------------------------------


@cache
def played() -> tuple[Watch, tuple[Session, ...]]:
    """Every battle to its end, by a player who prefers what cites rules that nobody has cited yet."""
    watch = Watch()
    return watch, tuple(_play(watch, seed) for seed in range(BATTLES))


def _play(watch: Watch, seed: int) -> Session:
    session = Session(RULES, battle(seed, readings=seed % 2 == 1), seed=seed)
    rng = random.Random(seed)
    start = session.state
    while not session.over:
        ask, before = session.ask, session.state
        where = f"battle {seed}, {ask.kind if ask else ''} ({len(session.now.line)})"
        if isinstance(ask, Ask):
            legal = _parity(watch, session, ask, rng, where)
            session.answer(_choice(watch, ask, legal, rng))
        else:
            session.roll()
        _kept(watch, start, session.state, where)
        _standing(watch, start, session.state, where)
        _come_in(watch, before, session.state, where)
    return session


def _choice(watch: Watch, ask: Ask, legal: list[Any], rng: random.Random) -> Any:
    go = [answer for answer in legal if answer not in (DONE, BACK)]
    if not go or rng.random() < 0.12:
        return rng.choice([answer for answer in legal if answer != BACK] or legal)
    picked = rng.sample(go, min(6, len(go)))
    new = [answer for answer in picked if not set(ask.verdict(answer).rules) <= watch.seen]
    answer = (new or picked)[0]
    watch.seen |= set(ask.verdict(answer).rules)
    return answer


# -- what is looked at ------------------------------------------------------------------------------------------
def _parity(watch: Watch, session: Session, ask: Ask, rng: random.Random, where: str) -> list[Any]:
    """What the laws of all games look at; and there is always a way on."""
    verdicts = parity(watch, session, ask, rng, where)
    legal = [answer for answer, verdict in verdicts.items() if verdict.legal]
    watch.look("a way on", bool(legal), where)
    watch.seen |= {rule for verdict in verdicts.values() for rule in verdict.rules}
    return legal


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


LAWS = (
    "parity",
    "a reason for every refusal",
    "a way on",
    "refused and nothing changed",
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


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    watch, _ = played()
    watch.held(law, BATTLES)


def test_every_law_is_looked_at() -> None:
    watch, _ = played()
    assert set(watch.looked) == set(LAWS)


def test_the_battles_reach_the_chapter() -> None:
    """What is played cites nearly all the rules of chapter 10; fewer would mean too tame positions."""
    watch, sessions = played()
    cited = {rule for session in sessions for entry in session.trace.entries for rule in entry.rules()} | watch.seen
    wanted = [rule.id for rule in RULES.book if rule.kind == "rule" and rule.chapter == "10"]
    missing = [rule for rule in wanted if rule not in cited]
    assert len(missing) <= 8, missing


# -- going back, again, elsewhere -------------------------------------------------------------------------------
def test_a_record_replays_to_the_same_end() -> None:
    replays(played()[1])


def test_back_to_the_start_and_forward_again() -> None:
    goes_back_and_forward(played()[1][::4])


def test_a_position_is_all_that_is_needed_to_go_on() -> None:
    resumed, _ = resumes(played()[1], 3)
    assert resumed >= BATTLES


# -- words ------------------------------------------------------------------------------------------------------
def test_both_languages_tell_everything_and_change_nothing() -> None:
    sessions = played()[1]
    assert tells(sessions[::3]) > 5_000
    has_words(sessions)


def test_the_printed_lines_of_a_ledger_make_its_printed_total() -> None:
    assert adds_up(played()[1][::2]) > 800


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
