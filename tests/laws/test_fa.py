"""Laws of the battle of Fatal Alliances: they hold at every question of many random battles (`battles`)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from tests.laws.battles import Battles
from tests.laws.common import Watch
from tests.laws.fa_battles import battle, ground
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.check import Verdict
from tutor.engine.law import Law
from tutor.engine.odds import odds
from tutor.engine.play import Session
from tutor.engine.rulebook import Rule
from tutor.engine.run import Run
from tutor.rulesets.fa.ruleset import RULES
from tutor.rulesets.fa.stacking import violations
from tutor.rulesets.fa.state import POOL, REMOVED, SIDES, State


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


class TestBattles(Battles):
    rules = RULES
    count = 100
    laws = (
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
    uncited = 4
    lines = 2_000
    ledgers = 300
    within = Fraction(1, 100)

    def battle(self, seed: int, readings: bool) -> State:
        return battle(seed, readings=readings)

    def reached(self, rule: Rule) -> bool:
        return rule.id.startswith(("10.7.6", "10.3", "2-"))

    def choice(
        self, watch: Watch, session: Session, ask: Ask, verdicts: Mapping[Any, Verdict], rng: random.Random
    ) -> Any:
        """Once something of a declaration is taken back, all is, until it can end."""
        legal = [answer for answer, verdict in verdicts.items() if verdict.legal]
        declaring, again = ask.kind == "declare", session.now.answer == BACK
        if DONE in legal and (again or rng.random() < (0.06 if declaring else 0.1)):
            return DONE
        if declaring and BACK in legal and DONE not in legal and (again or rng.random() < 0.1):
            return BACK
        return super().choice(watch, session, ask, verdicts, rng)

    def after(self, watch: Watch, start: State, before: State, state: State, where: str) -> None:
        _kept(watch, start, state, where)
        _standing(watch, start, state, where)


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
