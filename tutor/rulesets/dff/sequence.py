"""2.0 The sequence of play: what its table asks of a position, and which turn it is."""

from __future__ import annotations

from tutor.engine.sequence import Sequence
from tutor.rulesets import book
from tutor.rulesets.dff.book import STEPS
from tutor.rulesets.dff.state import State, foe

SEQUENCE = Sequence(book("dff"), STEPS)
AUGUST, SEPTEMBER, DECEMBER = 8, 9, 12
WEEKLY = ((1914, AUGUST), (1914, SEPTEMBER))  # months that are played in weeks (1.2.1)
WEEKS = 4
LAST_YEAR = 1920


# -- which turn (1.2, 2.1, 8.4) --------------------------------------------------------------------------------
@SEQUENCE.condition("seasonal-box")
def on_seasonal_turn(s: State) -> bool:
    """Whether the marker lies on a Seasonal Turn."""
    return s.seasonal


@SEQUENCE.condition("year-over")
def year_over(s: State) -> bool:
    """Whether its December has been played."""
    return s.year_played


@SEQUENCE.condition("in-december")
def in_december(s: State) -> bool:
    return s.month == DECEMBER


@SEQUENCE.condition("in-december-1920")
def in_the_last_month(s: State) -> bool:
    return in_december(s) and s.year == LAST_YEAR


@SEQUENCE.condition("after-1920")
def over(s: State) -> bool:
    """Whether the last turn of all has been played."""
    return s.year > LAST_YEAR


def west_alone(s: State) -> bool:
    """The first three weekly turns of August and of September 1914 (1.2.1)."""
    return 0 < s.week < WEEKS


def germany_begins(s: State) -> bool:
    """The first turn of all: no die is rolled for the initiative of its Supply and Offensives Phases (1.2.1)."""
    return (s.year, s.month, s.week) == (*WEEKLY[0], 1)


# -- whose turn ------------------------------------------------------------------------------------------------
@SEQUENCE.order("supplies-first")
def supplies_first(s: State) -> tuple[str, ...]:
    """Who won the roll moves its HQs and its supply, then the other (2.2.2)."""
    return (s.supplies_first, foe(s.supplies_first))


@SEQUENCE.order("supplying-now")
def supplying_now(s: State) -> tuple[str, ...]:
    """The alliance that moves its supply now."""
    return next(under.whose for under in SEQUENCE.under_way(s) if under.phase.id == "supply-moves")


@SEQUENCE.order("attacker-first")
def attacker_first(s: State) -> tuple[str, ...]:
    """In Initial Combat and Exploitation (2.2.4.5)."""
    return (s.active, s.passive)


@SEQUENCE.order("defender-first")
def defender_first(s: State) -> tuple[str, ...]:
    """In Active Defence it is the defender who attacks (2.2.4.6)."""
    return (s.passive, s.active)


@SEQUENCE.order("initiative-first")
def initiative_first(s: State) -> tuple[str, ...]:
    """Who had the initiative in the Offensives Phase moves first (2.2.5)."""
    first = s.initiative or s.active
    return (first, foe(first))
