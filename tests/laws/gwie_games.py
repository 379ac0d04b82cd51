"""Whole games of the Near East alone, which `games` plays by chance and by ready players."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache, partial
from typing import Any

from tests.laws import games
from tests.laws.common import by_lot
from tests.laws.games import Game, Plan
from tutor import library
from tutor.engine.ask import DONE, Ask
from tutor.engine.play import Session
from tutor.engine.trace import Entry
from tutor.rulesets.gwie.chits import chits
from tutor.rulesets.gwie.fronts import fronts_of
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.state import ALLIES, CP, SIDES, State

RESTLESS = ("move", "rail", "sail", "place-unit", "rebuild")


@cache
def start(name: str) -> State:
    return library.scenario(library.find(name, "gwie")).position()  # type: ignore[no-any-return]


# -- what holds between two questions ----------------------------------------------------------------------------------
def lawful(first: State, now: State) -> None:
    """No counter is lost, no chit, no point; a hex holds no two sides."""
    assert first.pieces.ids() == now.pieces.ids()
    for unit in now.pieces:
        assert len(now.whereabouts(unit)) == 1, unit
    for hex in {u.place for u in now.on_map() if u.place}:
        assert len({u.side for u in now.at(hex) if u.fights}) < 2, hex
    assert all(points >= 0 for points in now.rp.values())
    for side in SIDES:
        _chits_conserved(first, now, side)


def _chits_conserved(first: State, now: State, side: str) -> None:
    """There are no more chits than have come in so far; one that is neither in cup nor in hand is in play, or spent."""
    if not now.alone:
        return
    came = Counter(chits(now.law, side, fronts_of(now), "", now.letter))
    there = Counter((*now.cups.get(side, ()), *now.hand(side)))
    assert not there - came, (there - came, now.letter)
    assert not came - there - Counter((*now.spent, *now.in_play)), (came - there, now.spent)


def ended(first: State, session: Session) -> None:
    """Lawful to the end, which is a verdict of chapter 18, or an offensive that was owed and not made (6.30)."""
    lawful(first, session.state)
    assert session.ask is None
    assert last(session).rule.startswith("18.") or last(session).rule == "6.30", verdict(session)


def last(session: Session) -> Entry:
    """What was told last."""
    *_, found = session.entries()
    return found


def verdict(session: Session) -> str:
    return f"{last(session).kind} ({last(session).rule})"


# -- games -------------------------------------------------------------------------------------------------------------
def by_lot_or_done(ask: Ask, rng: random.Random) -> Any:
    """Any legal answer; whoever may stop stops half of the time."""
    stops = ask.kind in RESTLESS and rng.random() < 0.5 and ask.allows(DONE)
    return DONE if stops else by_lot(ask, rng)


by_chance = partial(games.by_answers, RULES, by_lot_or_done)
by_ready_players = partial(games.by_ready_players, RULES, (CP, ALLIES))
GAME = Game(
    rules=RULES,
    plans={
        "chance": Plan("suez-to-gaza", 850),
        "ready": Plan("suez-to-gaza", 150, ("cautious", "bold")),
        "campaigns": Plan("near-east", 12, ("cautious", "bold")),
        "campaigns-by-chance": Plan("near-east", 38),
    },
    start=lambda plan, seed: start(plan.scenario),
    by_chance=by_chance,
    by_ready_players=by_ready_players,
    lawful=lawful,
    verdict=verdict,
    ended=ended,
    settled=RESTLESS,
)
