"""4.0 The sequence of play: what its table asks of a position, and what both sides do unseen at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.engine.sequence import Sequence
from tutor.rulesets import book
from tutor.rulesets.se.book import STEPS
from tutor.rulesets.se.state import State, other

SEQUENCE = Sequence(book("se"), STEPS)
LENGTH = {"fifteen-june": 32, "twenty-turns": 20}  # turns, by the reading `campaign-length`


@SEQUENCE.condition("last-turn-played")
def last_turn_played(s: State) -> bool:
    """Whether the campaign is over (Sc5.length)."""
    return s.turn > LENGTH[s.law.reading("campaign-length")]


@SEQUENCE.condition("sealed-bids")
def sealed_bids(s: State) -> bool:
    """Whether points for the initiative are added before the dice, unseen (4.0.3)."""
    return s.law.reads("initiative-extra-bid", "sealed")


@SEQUENCE.order("initiative-first")
def initiative_first(s: State) -> tuple[str, ...]:
    """The side with the initiative, then the other (4.0.6)."""
    first = s.initiative or s.active
    return (first, other(first))


@SEQUENCE.join("command-phase")
def both_planned(before: State, t: Any, made: Mapping[str, State]) -> State:
    """Both plans stand, unseen still: what was paid is off the tables."""
    s = _both_paid(before, made)
    for own in made.values():
        s = s.but(
            planned=s.planned | own.planned,
            guns_planned=type(s.guns_planned)({**s.guns_planned, **own.guns_planned}),
        )
    return s


@SEQUENCE.join("sealed-bids")
def both_bid(before: State, t: Any, made: Mapping[str, State]) -> State:
    """What both added to the initiative."""
    return _both_paid(before, made)


def _both_paid(before: State, made: Mapping[str, State]) -> State:
    s = before
    for side, own in made.items():
        s = s.but(points=s.points.put(side, own.lp(side)), spent=s.spent.put(side, own.spent.get(side, 0)))
    return s
