"""Laws of the battle of Fatal Alliances: they hold at every question of many random battles.

Half of the battles are played by the usual readings, half under some others. Every law counts how often it was
really looked at, and fails if never. `python -m tests.laws.test_fa 2000` plays as many battles as it is told to.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from tests.laws.common import (
    Watch,
    adds_up,
    goes_back_and_forward,
    has_words,
    ledgers_of,
    parity,
    replays,
    resumes,
    tells,
)
from tests.laws.fa_battles import battle, ground
from tutor.cases.questions import cited_by
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.check import Verdict
from tutor.engine.law import Law
from tutor.engine.odds import odds
from tutor.engine.play import Session
from tutor.engine.run import Run
from tutor.rulesets.fa.ruleset import RULES
from tutor.rulesets.fa.stacking import violations
from tutor.rulesets.fa.state import POOL, REMOVED, SIDES, State

BATTLES = int(os.environ.get("FA_BATTLES", "150"))


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
        ask = session.ask
        where = f"battle {seed}, {ask.kind if ask else ''} ({len(session.now.line)})"
        if isinstance(ask, Ask):
            verdicts = _parity(watch, session, ask, rng, where)
            session.answer(_choice(watch, ask, verdicts, rng, session.now.answer == BACK))
        else:
            session.roll()
        _kept(watch, start, session.state, where)
        _standing(watch, start, session.state, where)
    return session


def _choice(watch: Watch, ask: Ask, verdicts: dict[Any, Verdict], rng: random.Random, again: bool) -> Any:
    """Once something of a declaration is taken back, all is, until it can end."""
    legal = [answer for answer, verdict in verdicts.items() if verdict.legal]
    go = [answer for answer in legal if answer not in (DONE, BACK)]
    if DONE in legal and (again or rng.random() < (0.06 if ask.kind == "declare" else 0.1)):
        return DONE
    if ask.kind == "declare" and BACK in legal and DONE not in legal and (again or rng.random() < 0.1):
        return BACK
    if not go or rng.random() < 0.12:
        return rng.choice([answer for answer in legal if answer != BACK] or legal)
    picked = rng.sample(go, min(6, len(go)))
    new = [answer for answer in picked if not set(verdicts[answer].rules) <= watch.chosen]
    answer = (new or picked)[0]
    watch.chosen |= set(verdicts[answer].rules)
    return answer


# -- what is looked at ------------------------------------------------------------------------------------------
def _parity(watch: Watch, session: Session, ask: Ask, rng: random.Random, where: str) -> dict[Any, Verdict]:
    """What the laws of all games look at; and there is always a way on."""
    verdicts = parity(watch, session, ask, rng, where)
    watch.look("a way on", any(verdict.legal for verdict in verdicts.values()), where)
    watch.seen |= {rule for verdict in verdicts.values() for check in verdict.checks for rule in cited_by(check)}
    return verdicts


def _kept(watch: Watch, start: State, s: State, where: str) -> None:
    """No counter is lost or doubled; who is off the map lies in its pool or is out of play; ammunition only falls."""
    watch.look("the same units", list(start.pieces.ids()) == list(s.pieces.ids()), where)
    for unit in s.pieces:
        before = start.unit(unit.id)
        beside = unit.box in (POOL, REMOVED)
        watch.look("on the map or in the pool", (unit.place is None) == beside, f"{where}: {unit}")
        same = (unit.side, unit.printed, unit.kind, unit.mp, unit.value) == (
            before.side, before.printed, before.kind, before.mp, before.value,
        )  # fmt: skip
        watch.look("what is printed stays", same and (unit.fighter or unit.factor == before.factor), f"{where}: {unit}")
        watch.look("nobody stands up again", before.face_up or not unit.face_up, f"{where}: {unit}")
    for nation, points in s.ammunition.items():
        watch.look("ammunition only falls", 0 <= points <= start.ammunition[nation], where)
    factors = sorted([u.factor for u in s.pieces if u.fighter] + [f for pool in s.pool.values() for f in pool])
    first = sorted([u.factor for u in start.pieces if u.fighter] + [f for pool in start.pool.values() for f in pool])
    watch.look("fighters are exchanged, not made", factors == first, where)


def _standing(watch: Watch, start: State, s: State, where: str) -> None:
    """Two sides share a hex only where one is invading; markers lie under troops; drafts are put away."""
    for hex in {unit.place for unit in s.on_map() if unit.place in s.map}:
        sides = {u.side for u in s.at(hex) if u.land and not u.invading and not u.gun}
        watch.look("apart", len(sides) < 2, f"{where}: {hex}")
        sea = s.map.hex(hex).terrain == "sea"
        watch.look("on land", not (sea and any(u.land or u.air for u in s.at(hex))), f"{where}: {hex}")
    for attack in s.attacks:
        there = {s.unit(id).place for id in attack.units if s.unit(id).place is not None}
        near = {attack.hex, *s.map.neighbours(attack.hex)}
        watch.look("attackers are adjacent", there <= near, f"{where}: {attack}")
        from_hex = Counter(s.unit(id).place for id in attack.units if not s.unit(id).invading)
        watch.look("two and a tank a hex", all(n <= 3 for place, n in from_hex.items() if place), f"{where}: {attack}")
    if s.going is None and s.fight is None:
        lone = [
            hex for hex in s.halves if hex not in start.halves and not any(u.land and not u.invading for u in s.at(hex))
        ]
        watch.look("markers lie on stacks", not lone, f"{where}: {lone}")
    if not s.agenda:
        watch.look("no draft is left over", not (s.fight or s.chosen or s.attacks or s.missions or s.air), where)
        broken = list(violations(s)) if s.law.reads("advance-stacking", "phase-end") else []
        watch.look("stacking holds at the end", not broken, f"{where}: {broken[:1]}")
        idle = [u for u in s.on_map() if u.invading and u.side == s.phasing and s.defenders(u.place or "")]
        idle = [u for u in idle if not all(d.gun for d in s.defenders(u.place or ""))]
        watch.look("no beaten invader stays", not idle, f"{where}: {idle}")


LAWS = (
    "parity",
    "a reason for every refusal",
    "a way on",
    "refused and nothing changed",
    "the same units",
    "on the map or in the pool",
    "what is printed stays",
    "nobody stands up again",
    "ammunition only falls",
    "fighters are exchanged, not made",
    "apart",
    "on land",
    "attackers are adjacent",
    "two and a tank a hex",
    "markers lie on stacks",
    "no draft is left over",
    "stacking holds at the end",
    "no beaten invader stays",
)


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    watch, _ = played()
    watch.held(law, BATTLES)


def test_every_law_is_looked_at() -> None:
    watch, _ = played()
    assert set(watch.looked) == set(LAWS)


def test_the_battles_reach_the_chapter() -> None:
    """What is played cites nearly all the rules of land and air combat; fewer would mean too tame positions."""
    watch, sessions = played()
    entries = [entry for session in sessions for entry in session.trace.entries]
    cited = {rule for entry in entries for rule in entry.rules()} | watch.seen
    cited |= {rule for entry in entries for ledger in ledgers_of(entry) for rule in ledger.rules}
    wanted = [rule.id for rule in RULES.book if rule.kind == "rule" and rule.id.startswith(("10.7.6", "10.3", "2-"))]
    missing = [rule for rule in wanted if rule not in cited]
    assert len(missing) <= 4, missing


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
    assert tells(sessions[::3]) > 20 * BATTLES
    has_words(sessions)


def test_the_printed_lines_of_a_ledger_make_its_printed_total() -> None:
    assert adds_up(played()[1][::2], Fraction(1, 100)) > 3 * BATTLES


# -- exact odds -------------------------------------------------------------------------------------------------
# Columns of the stand-in tables, typed again, so that the enumerations below share nothing with the rules: by row
# the losses of both sides, and whether there is half a hex (S) or a retreat (R).
ASSAULT = {
    "1-1": ["2/0", "2/0", "2/0", "1/0", "1/0", "0/0", "1/1", "1/1S"],
    "2-1": ["2/0", "2/0", "2/1", "1/0", "1/1", "1/1", "1/1S", "1/2S"],
}
INFILTRATION = {"3-1": ["1/0", "1/0", "1/1", "1/1S", "1/1S", "1/1S", "1/1R", "1/1R"]}


def _odds(name: str, entries: dict[str, Any], question: str, **more: Any) -> dict[Any, Fraction]:
    given = {"agenda": [["land-combat"]], "pieces": entries, **more}
    start = RULES.setup({**FIELD, **given}, ground(0), Law.of(RULES.book, RULES.amendments, {}))
    run = Run(RULES, start)
    found = odds(RULES, run.position, RULES.questions[question], dict.fromkeys(SIDES, RULES.policies[name]))
    assert found.exact
    return dict(found.distribution.items())


FIELD = {"supply": "stated", "ammunition": {"germany": 2}, "control": {}}


def _open_field() -> tuple[str, str, str]:
    """Three clear hexes in a row without hexsides on the map: attackers, defenders, and behind them."""
    map = ground(0)
    for hex in map:
        for near in map.neighbours(hex.id):
            far = map.across(hex.id, near)
            if far is None or map.sides(hex.id, near) or map.sides(near, far):
                continue
            if all(map.hex(place).terrain == "clear" for place in (hex.id, near, far)):
                return hex.id, near, far
    raise AssertionError("no open field")


def test_exact_odds_with_a_gun_and_a_supporting_hq() -> None:
    """Eight factors against four: a gun of 2 may turn the defender (+1), an HQ of 3 behind it may shift the odds."""
    west, middle, east = _open_field()
    pieces = {
        "w1": {"nation": "germany", "kind": "inf", "place": west, "factor": 4, "mp": 2},
        "w2": {"nation": "germany", "kind": "inf", "place": west, "factor": 4, "mp": 2},
        "g": {"nation": "germany", "kind": "art", "place": west, "value": 2, "mp": 1},
        "d": {"nation": "france", "kind": "inf", "place": middle, "factor": 4, "mp": 2},
        "h": {"nation": "france", "kind": "hq", "place": east, "factor": 1, "mp": 2, "reorganisation": 3},
    }
    expected: Counter[tuple[int, int]] = Counter()
    for gun, support, die in product(range(1, 7), repeat=3):
        row = die + (1 if gun <= 2 else 0)
        mine, theirs = ASSAULT["1-1" if support <= 3 else "2-1"][row].rstrip("S").split("/")
        expected[int(mine), min(int(theirs), 1)] += 1
    assert _odds("bold", pieces, "losses") == {key: Fraction(n, 216) for key, n in expected.items()}


def test_exact_odds_of_infiltration_against_a_half_hex() -> None:
    """Fifteen factors with a Stoss unit against five on a stack half lost: its S is a retreat, and ground is won."""
    west, middle, _ = _open_field()
    pieces = {
        "s": {"nation": "germany", "kind": "stoss", "place": west, "factor": 8, "mp": 2},
        "w": {"nation": "germany", "kind": "inf", "place": west, "factor": 7, "mp": 2},
        "d1": {"nation": "france", "kind": "inf", "place": middle, "factor": 3, "mp": 2},
        "d2": {"nation": "france", "kind": "inf", "place": middle, "factor": 2, "mp": 2},
    }
    expected: Counter[str] = Counter()
    for die in range(1, 7):
        cell = INFILTRATION["3-1"][die]
        expected["attacker" if cell[-1] in "SR" else "half"] += 1
    found = _odds("bold", pieces, "ground", half_hexes=[middle])
    assert found == {key: Fraction(n, 6) for key, n in expected.items()}


def test_equal_counters_count_as_equal() -> None:
    """Which of two like units is lost makes no other position: exact odds see through ids."""
    west, middle, _ = _open_field()
    pieces = {name: {"nation": "germany", "kind": "inf", "place": west, "factor": 4, "mp": 2} for name in ("w1", "w2")}
    pieces["d"] = {"nation": "france", "kind": "inf", "place": middle, "factor": 4, "mp": 2}
    start = RULES.setup({"supply": "stated", "pieces": pieces}, ground(0), Law.of(RULES.book, RULES.amendments, {}))
    assert start.destroyed("w1") != start.destroyed("w2")
    assert RULES.alike(start.destroyed("w1")) == RULES.alike(start.destroyed("w2"))
    assert RULES.alike(start.destroyed("w1")) != RULES.alike(start.destroyed("d"))


def main(battles: int) -> None:
    """Play so many battles and say what was looked at and what was broken."""
    watch, begun = Watch(), time.perf_counter()
    questions = sum(len(_play(watch, seed).now.line) for seed in range(battles))
    print(f"{battles} battles, {questions} questions and rolls, {time.perf_counter() - begun:.0f} s")
    for law in LAWS:
        print(f"{watch.looked[law]:>9}  {len(watch.wrong.get(law, [])):>4} broken  {law}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else BATTLES)
