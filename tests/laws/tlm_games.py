"""Whole games of To the Last Man!, which `games` plays by chance and by ready players."""

from __future__ import annotations

import random
from functools import cache, partial
from typing import Any

from tests.laws import games
from tests.laws.common import astray, by_lot
from tests.laws.games import Game, Plan
from tests.laws.test_tlm import any_readings, conserved, nobody_lonely, within_limits
from tests.laws.test_tlm_moves import LOOSE
from tutor import library
from tutor.engine.ask import DONE, Ask
from tutor.engine.play import Session
from tutor.rulesets.tlm.ruleset import RULES
from tutor.rulesets.tlm.state import State

SETTLED = ("offensive", "move", "declare", "spend", "parley", "arrive")  # nothing is under way


@cache
def scenario(name: str) -> Any:
    return library.scenario(library.find(name, "tlm"))


def start(name: str, seed: int = 0) -> State:
    """A set-up; with an odd seed by any readings."""
    readings = any_readings(random.Random(seed)) | LOOSE if seed % 2 else {}
    return scenario(name).position(readings | {"victory-track-ends": "reported"})  # type: ignore[no-any-return]


# -- the laws ----------------------------------------------------------------------------------------------------------
def lawful(state: State) -> None:
    """What holds between two events: every piece is in one place, and the booklet's limits are kept."""
    assert not list(astray(state))
    nobody_lonely(state)
    within_limits(state)


def ended(first: State, session: Session) -> None:
    """Nothing was lost on the way, and the end has a name."""
    conserved(first, session.state)
    assert session.state.result


# -- the games ---------------------------------------------------------------------------------------------------------
def by_lot_to_the_end(ask: Ask, rng: random.Random) -> Any:
    """Any legal answer; nobody asks for the end of the game."""
    return DONE if ask.kind == "parley" else by_lot(ask, rng)


by_chance = partial(games.by_answers, RULES, by_lot_to_the_end)
by_ready_players = partial(games.by_ready_players, RULES, ("GE", "Entente"))
GAME = Game(
    rules=RULES,
    plans={
        "chance": Plan("kaiserschlacht", 600),
        "ready": Plan("kaiserschlacht", 400, ("cautious", "bold")),
        "campaigns": Plan("great-war", 50, ("cautious", "bold", "plan-1914")),
    },
    start=lambda plan, seed: start(plan.scenario, 0 if plan.players else seed),
    by_chance=by_chance,
    by_ready_players=by_ready_players,
    lawful=lambda first, now: lawful(now),
    verdict=lambda session: str(session.state.result),
    ended=ended,
    settled=SETTLED,
    every=4,
)
