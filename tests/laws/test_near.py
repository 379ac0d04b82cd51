"""What is carried over of the last time a question was asked is what asking everybody afresh would give.

Between two questions of a play little changes but one's own markers; here any piece changes: it comes, goes, is turned.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from tests.bench.play import position as two_lines
from tests.laws.se_battles import battle
from tutor.engine.ask import Ask
from tutor.engine.check import Checks
from tutor.engine.run import Run
from tutor.rulesets import ruleset
from tutor.rulesets.se.state import State, Unit

BATTLES, LINES, CHANGES = 40, 4, 6
SE = ruleset("se")
Claim = Callable[[Ask], Ask]


def asked(state: State, rng: random.Random) -> Iterator[tuple[State, Ask]]:
    """The questions of a random play that are asked again, and the positions in which their steps begin."""
    run = Run(SE, state)
    while run.ask is not None:
        if not isinstance(run.ask, Ask):
            run.answer(run.ask.sample(rng))
            continue
        if run.ask.near is not None:
            yield run.state, run.ask
        run.answer(rng.choice(list(run.ask.legal())))


def plays() -> Iterator[tuple[State, Ask]]:
    """Small battles under many readings, and two lines of fifty units."""
    for seed in range(BATTLES):
        yield from asked(battle(seed, readings=seed % 3 > 0), random.Random(seed))
    for seed in range(LINES):
        yield from asked(two_lines(), random.Random(seed))


def changed(state: State, rng: random.Random) -> State:
    """Another piece than before somewhere: it has moved, left the map, lost its supply or got a marker."""
    unit: Unit = rng.choice(list(state.pieces))
    around = state.map.within(unit.place, 3) if unit.place else state.map.places
    goal = rng.choice(state.map.neighbours(unit.place)) if unit.place else None
    changes: list[dict[str, Any]] = [
        {"place": rng.choice(around), "assault": None, "origin": None},
        {"place": None, "assault": None},
        {"supplied": not unit.supplied},
        {"assault": goal if unit.infantry else None},
        {"mp_left": 0},
        {"side": "ah" if unit.side == "it" else "it"},
    ]
    return state.put(unit.but(**rng.choice(changes)))


def judged(ask: Ask) -> tuple[list[Any], int]:
    """The legal set, and how many units were judged for it."""
    count = 0

    def objections(answer: Any) -> Checks:
        nonlocal count
        count += 1
        return ask.objections(answer)

    return list(ask._replace(objections=objections).legal()), count


def looked_at(claim: Claim) -> tuple[Counter[str], list[str]]:
    """After every change the same question once more."""
    rng, seen, wrong = random.Random(1916), Counter[str](), list[str]()
    for start, ask in plays():
        list(claim(ask).legal())
        state = start
        for _ in range(CHANGES):
            state = changed(state, rng)
            again = Run(SE, state).ask
            if not isinstance(again, Ask) or again.kind != ask.kind:
                break
            legal, count = judged(claim(again))
            afresh = list(again._replace(near=None).legal())
            if legal != afresh:
                wrong.append(f"{ask.kind}: {set(legal) ^ set(afresh)}")
            seen[ask.kind] += 1
            seen["judged again"] += count
            seen["units"] += sum(1 for _ in again.among()) if again.among is not None else 0
    return seen, wrong


@cache
def as_claimed() -> tuple[Counter[str], list[str]]:
    return looked_at(lambda ask: ask)


def blind(ask: Ask) -> Ask:
    """A claim that is false: units look at nothing but their own hex."""
    assert ask.near is not None
    return ask._replace(near=replace(ask.near, hexes=lambda unit, side: 0, of=("blind", *ask.near.of)))


def test_what_is_carried_over_is_what_everybody_asked_afresh_gives() -> None:
    seen, wrong = as_claimed()
    assert wrong == []
    assert min(seen["declare"], seen["defend"], seen["bombard"]) > 300, seen


def test_few_are_judged_again() -> None:
    seen, _ = as_claimed()
    assert seen["judged again"] < 0.6 * seen["units"], seen


def test_who_claims_to_look_less_far_than_he_does_is_found_out() -> None:
    _, wrong = looked_at(blind)
    assert {one.partition(":")[0] for one in wrong} == {"declare", "defend", "bombard"}
