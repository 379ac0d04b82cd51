"""5 The sequence of play: what its table asks of a position."""

from __future__ import annotations

from tutor.engine.sequence import Sequence
from tutor.rulesets import book
from tutor.rulesets.fa.activities import COMBINED, LAND, NAVAL, action_of, powers
from tutor.rulesets.fa.book import STEPS
from tutor.rulesets.fa.state import State, foe

SEQUENCE = Sequence(book("fa"), STEPS)
LAST_YEAR = 1920  # of the year track (1.3-a)


@SEQUENCE.condition("over")
def over(s: State) -> bool:
    """Whether the year track has no further year."""
    return s.year > LAST_YEAR


# -- whose impulse (5.1, 5.3, 10.1) ----------------------------------------------------------------------------------
@SEQUENCE.order("special-ship")
def special_ship(s: State) -> tuple[str, ...]:
    """The ship that must sail before anything else happens (10.5.2.0.5)."""
    return (s.special,) if s.special else ()


@SEQUENCE.order("sides-in-turn")
def sides_in_turn(s: State) -> tuple[str, ...]:
    """The side that has the first impulse, then the other, and so on."""
    return (s.first, foe(s.first))


@SEQUENCE.order("by-initiative")
def by_initiative(s: State) -> tuple[str, ...]:
    """The side that has the initiative, then the other (11.7)."""
    return (s.initiative, foe(s.initiative))


@SEQUENCE.condition("segment-over")
def segment_over(s: State) -> bool:
    """Whether the die has ended the action segment."""
    return s.ended


# -- what the powers do (5.1.2, 10.2.2) ------------------------------------------------------------------------------
@SEQUENCE.order("powers")
def powers_in_phase(s: State) -> tuple[str, ...]:
    """The major powers of the side in phase."""
    return powers(s)


@SEQUENCE.condition("somebody-sails")
def somebody_sails(s: State) -> bool:
    """Whether some power has taken a Naval or a Combined action."""
    return any(action_of(s, power) in (NAVAL, COMBINED) for power in powers(s))


@SEQUENCE.condition("somebody-marches")
def somebody_marches(s: State) -> bool:
    """Whether some power has taken a Combined or a Land action."""
    return any(action_of(s, power) in (COMBINED, LAND) for power in powers(s))
