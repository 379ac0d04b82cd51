"""What is kept of a position while only drafts change: it is the same as if it were reckoned anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.laws.se_battles import battle
from tutor.engine.ask import Ask
from tutor.engine.run import Run
from tutor.rulesets import ruleset
from tutor.rulesets.se import bombardment, command, counter_attack, defensive_fire, reaching, zones
from tutor.rulesets.se.state import SIDES, State

BATTLES = 30


def asked(seed: int) -> Iterator[State]:
    """Every position of a random battle in which something is asked."""
    run, rng = Run(ruleset("se"), battle(seed, readings=seed % 2 == 1)), random.Random(seed)
    while run.ask is not None:
        if isinstance(run.ask, Ask):
            yield run.ask.state
            run.answer(rng.choice(list(run.ask.legal())))
        else:
            run.answer(run.ask.sample(rng))


def kept(s: State) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Everything that looks past drafts, with what it may be asked."""
    places = sorted({unit.place for unit in s.on_map() if unit.place})
    yield counter_attack.lost_hexes, ()
    for side in SIDES:
        yield zones.enemy_hexes, (side,)
        yield reaching._marks, (side,)
        yield defensive_fire.target_hexes, (side,)
        yield defensive_fire._may_reach, (side,)
        yield bombardment._hexes_of, (side,)
        for place in places:
            yield zones.enemy_zone, (side, place)
            yield defensive_fire.assaulters_in, (place, side)
    for place in places[::3]:
        yield bombardment.observation, (place,)
    for hq in (unit for unit in s.on_map() if unit.hq):
        yield command.commanded_from, (hq, True)


def test_what_is_kept_past_drafts_is_what_is_found_anew() -> None:
    looked: dict[str, int] = {}
    drafts = 0
    for seed in range(BATTLES):
        for s in asked(seed):
            drafts += bool(s.chosen or s.aims)
            for function, given in kept(s):
                anew = function.__wrapped__(s, *given)  # type: ignore[attr-defined]
                assert function(s, *given) == anew, f"{function.__name__}{given} in battle {seed}"
                looked[function.__name__] = looked.get(function.__name__, 0) + bool(anew)
    assert drafts > 100
    assert all(looked.values()), f"never anything found: {[name for name, n in looked.items() if not n]}"
