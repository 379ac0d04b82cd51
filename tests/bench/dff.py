"""Exact odds of three rounds of Distant Foreign Fields, six divisions against four, beside a direct enumeration.

The enumeration knows units by their ids: in every position that can arise it takes every combination of what each
unit's die can do (miss, hit, hit on a 1) and applies the losses. It remembers no more than the positions of a round.
It is written here without the procedures. Equality is asserted on a smaller battle, whole, and on the first round
of the great one; the great one is timed on its first positions and extrapolated by the number of combinations.

Run: python -m tests.bench.dff
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Mapping
from typing import Any, TypeAlias

from tests.bench.timing import QUICK, Effort, Row, of_its_time
from tutor.engine.odds import Odds
from tutor.engine.policy import Question
from tutor.engine.text import Text
from tutor.library import of_data
from tutor.rulesets import ruleset
from tutor.rulesets.dff import charts, dice
from tutor.rulesets.dff.state import State

Side: TypeAlias = tuple[int, ...]  # strength points by unit id; 0 is a division destroyed
Both: TypeAlias = tuple[Side, Side]
HEX, FULL, BAR_MS, BAR_RATIO, SIDES = "0202", 4, 300.0, 0.2, 10
SAMPLED = 12  # positions of the direct enumeration that are timed


# -- the same battle for both ------------------------------------------------------------------------------------
def opened(attackers: int, defenders: int) -> State:
    """Divisions of four points on clear ground, everything paid for three rounds."""
    common = {"kind": "infantry", "place": HEX, "strength": FULL}
    moved = {"start": "0203", "origin": "0203", "activated": True}
    pieces: dict[str, Any] = {f"a{n}": {"nation": "germany", **common, **moved} for n in range(attackers)}
    pieces |= {f"d{n}": {"nation": "france", **common} for n in range(defenders)}
    pieces["hq-a"] = {"nation": "germany", "kind": "hq", "place": "0204", "activated": True}
    pieces["hq-d"] = {"nation": "france", "kind": "hq", "place": "0200"}
    grid: dict[str, Any] = {"top": "pointy", "first": "row", "digits": [2, 2], "shifted": "odd"}
    grid |= {"rows": {"from": 0, "to": 4, "grows": "south"}, "columns": {"from": 0, "to": 4, "grows": "east"}}
    ground = {"kind": "hexes", "grid": grid, "fill": {"terrain": "clear"}, "provenance": {"hexes": "stand-in"}}
    data = {
        "map": ground,
        "active": "central",
        "control": {"rest": "allies", "central": ["0203", "0204"]},
        "supply": {"0204": 60, "0200": 60},
        "acting": ["hq-a"],
        "battles": [{"hex": HEX, "attacker": "central", "hqs": ["hq-a"]}],
        "pieces": pieces,
        "agenda": [["battle-group", [HEX]]],
    }
    state: State = of_data("dff", data).position()
    return state


def strengths(start: State, end: State) -> tuple[int, int]:
    """Strength points left on both sides."""
    sides = (end.ground_at(HEX, side) for side in ("central", "allies"))
    attack, defence = (sum(unit.strength for unit in units) for units in sides)
    return attack, defence


def after(rounds: int) -> Question:
    def fought(state: State) -> bool:
        if not state.battles:
            return True
        decides = bool(state.agenda) and state.agenda[0].step == "decide"
        return decides and state.battles[0].round >= rounds

    return Question("strengths", Text("points restants", "points left"), strengths, fought)


def exact(attackers: int, defenders: int, rounds: int) -> tuple[Mapping[Any, Any], int]:
    """By the procedures, from nothing: what is left on both sides, and how many positions that took."""
    rules = ruleset("dff")
    start = opened(attackers, defenders)
    players = dict.fromkeys(("allies", "central"), rules.policies["grim"])
    outcome = Odds(rules, after(rounds), players, start, 1_000_000).outcome(start)
    return dict(outcome.distribution.items()), outcome.positions


def forget() -> None:
    """Empty what the rules keep."""
    dice._outcomes.cache_clear()
    charts.cell.cache_clear()
    charts.number.cache_clear()


# -- directly ------------------------------------------------------------------------------------------------------
def results(hit: int) -> list[tuple[str, int]]:
    """What one division's die does, and in how many of ten ways."""
    return [("miss", SIDES - hit), ("one", 1), ("hit", hit - 1)] if hit > 1 else [("miss", SIDES - hit), ("one", 1)]


def weakened(units: Side, plain: int, ones: int) -> Side:
    """Both owner and shooter take from the weakest division until it is gone."""
    left = list(units)
    for _ in range(plain + ones):
        alive = [n for n, points in enumerate(left) if points]
        if alive:
            left[min(alive, key=lambda n: (left[n], n))] -= 1
    return tuple(left)


def combinations(both: Both) -> int:
    ways = 1
    for points in (*both[0], *both[1]):
        ways *= len(results(points)) if points else 1
    return ways


def one_round(both: Both) -> dict[Both, int]:
    """Every combination of all dice, each with its weight."""
    attack, defence = both
    dice_ = [results(points) for points in (*attack, *defence) if points]
    attacking = sum(points > 0 for points in attack)
    found: dict[Both, int] = {}
    for rolled in itertools.product(*dice_):
        weight = 1
        plain, ones = [0, 0], [0, 0]
        for n, (what, ways) in enumerate(rolled):
            weight *= ways
            side = n >= attacking
            plain[side] += what == "hit"
            ones[side] += what == "one"
        end = weakened(attack, plain[1], ones[1]), weakened(defence, plain[0], ones[0])
        found[end] = found.get(end, 0) + weight
    return found


def over(both: Both) -> bool:
    return not any(both[0]) or not any(both[1])


def direct(attackers: int, defenders: int, rounds: int) -> dict[tuple[int, int], Any]:
    """What is left on both sides after the rounds, by enumeration."""
    from fractions import Fraction

    chances: dict[Both, Any] = {((FULL,) * attackers, (FULL,) * defenders): Fraction(1)}
    for _ in range(rounds):
        following: dict[Both, Any] = {}
        for both, chance in chances.items():
            ends = {both: 1} if over(both) else one_round(both)
            total = sum(ends.values())
            for end, weight in ends.items():
                following[end] = following.get(end, 0) + chance * Fraction(weight, total)
        chances = following
    found: dict[tuple[int, int], Any] = {}
    for (attack, defence), chance in chances.items():
        key = sum(attack), sum(defence)
        found[key] = found.get(key, 0) + chance
    return found


def positions(attackers: int, defenders: int, rounds: int) -> list[Both]:
    """The positions from which the enumeration has to roll."""
    level: set[Both] = {((FULL,) * attackers, (FULL,) * defenders)}
    found: list[Both] = []
    for _ in range(rounds):
        rolling = [both for both in level if not over(both)]
        found += rolling
        level = {
            (weakened(attack, hurt, 0), weakened(defence, struck, 0))
            for attack, defence in rolling
            for hurt in range(sum(points > 0 for points in defence) + 1)
            for struck in range(sum(points > 0 for points in attack) + 1)
        }
    return found


# -- the comparison ------------------------------------------------------------------------------------------------
def equal(attackers: int, defenders: int, rounds: int) -> bool:
    return exact(attackers, defenders, rounds)[0] == direct(attackers, defenders, rounds)


def run(effort: Effort) -> list[Row]:
    """Our time and that of the direct enumeration, extrapolated, in milliseconds of this process."""
    assert equal(3, 2, 3), "three against two, three rounds"
    assert equal(6, 4, 1), "six against four, one round"
    spent = []
    known = 0
    for _ in range(min(5, effort.passes)):
        forget()
        began = time.process_time()
        _, known = exact(6, 4, 3)
        spent.append(1e3 * (time.process_time() - began))
    ours = statistics.median(spent)
    rolling = positions(6, 4, 3)
    timed = rolling[:: max(1, len(rolling) // SAMPLED)]
    began = time.process_time()
    for both in timed:
        one_round(both)
    each = 1e3 * (time.process_time() - began) / sum(map(combinations, timed))
    theirs = each * sum(map(combinations, rolling))
    note = f"{known} positions; {len(rolling)} positions by ids, {len(timed)} of them timed; {BAR_MS:g} ms would do too"
    name = "three rounds, six divisions against four, exact: direct enumeration by unit ids"
    return [of_its_time("dff", name, ours, theirs, "ms", bar=BAR_RATIO, note=note)]


if __name__ == "__main__":
    for row in run(QUICK):
        print(row)
