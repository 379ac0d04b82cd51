"""Who answers for a side: a person, a named policy, chance, or the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.board.said import say
from tutor.engine.ask import BACK, Ask
from tutor.engine.play import forced
from tutor.engine.policy import NoWayOut, Policy
from tutor.engine.text import Text

if TYPE_CHECKING:
    from tutor.board.desk import Desk

ME, RANDOM, RECORD = "me", "random", "record"
MANY_STEPS = 5000


def is_person(desk: Desk, side: str) -> bool:
    """Whether a side is waited for."""
    return desk.players.get(side, ME) in (ME, RECORD)


def others(desk: Desk) -> None:
    """Whoever is no person answers now; what was chosen for a question that is past is forgotten."""
    for _ in range(MANY_STEPS):
        before, ask = desk.session.now, desk.session.ask
        if ask is None:
            return
        if isinstance(ask, Ask):
            _answered(desk, ask)
        elif desk.auto_dice:
            desk.session.roll()
        if desk.session.now is before:
            return
        desk.clear()
        desk.serial += 1


def _answered(desk: Desk, ask: Ask) -> None:
    name = desk.players.get(ask.who, ME)
    try:
        if name == RECORD and desk.session.now.children:
            desk.session.forward(0)
        elif not is_person(desk, ask.who):
            only = forced(ask)
            policy = desk.rules.policies.get(name) or _by_chance(desk)
            desk.session.answer(only if only is not None else policy.answer(desk.rules, ask))
    except NoWayOut:
        desk.note = (say("no-way-out", desk.lang), "err")


def _by_chance(desk: Desk) -> Policy:
    """Any legal answer, by lot."""
    return Policy(
        RANDOM,
        Text("au hasard", "at random"),
        lambda state, ask, legal: desk.chance.choice([a for a in legal if a != BACK] or legal),
    )
