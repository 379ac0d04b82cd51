"""Whole games of the Near East alone, which `games` plays by chance and by ready players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from tests.laws.common import by_lot, to_the_end
from tests.laws.games import Game, Look, Plan, unseen
from tutor import library
from tutor.engine.ask import DONE, Ask
from tutor.engine.play import Session
from tutor.rulesets.gwie.chits import chits
from tutor.rulesets.gwie.fronts import fronts_of
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.state import ALLIES, CP, SIDES, State

RESTLESS = ("move", "rail", "sail", "place-unit", "rebuild")
Over = Callable[[State], bool]


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
    *_, last = session.entries()
    lawful(first, session.state)
    assert session.ask is None
    assert last.rule.startswith("18.") or session.state.lost, verdict(session)


def verdict(session: Session) -> str:
    """The last thing that was told."""
    *_, last = session.entries()
    return f"{last.kind} ({last.rule})"


# -- games -------------------------------------------------------------------------------------------------------------
def to_verdict(state: State) -> bool:
    """A game goes on to its own end."""
    return False


def by_chance(first: State, seed: int, look: Look = unseen, over: Over = to_verdict) -> Session:
    """A game by any legal answers and dice; whoever may stop stops half of the time."""
    session, rng = Session(RULES, first), random.Random(seed)

    def answering(ask: Ask) -> Any:
        stops = ask.kind in RESTLESS and rng.random() < 0.5 and ask.allows(DONE)
        answer = DONE if stops else by_lot(ask, rng)
        look(session, ask, answer)
        return answer

    return to_the_end(session, answering, rng, over)


def by_ready_players(
    first: State, players: tuple[str, str], seed: int, look: Look = unseen, over: Over = to_verdict
) -> Session:
    session = Session(RULES, first)
    policies = dict(zip((CP, ALLIES), (RULES.policies[player] for player in players), strict=True))

    def answering(ask: Ask) -> Any:
        answer = policies[ask.who].answer(RULES, ask)
        look(session, ask, answer)
        return answer

    return to_the_end(session, answering, random.Random(seed), over)


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
