"""4.2, 4.3 The sequences of play: what their table asks of a position."""

from __future__ import annotations

from tutor.engine.sequence import Sequence
from tutor.rulesets import book
from tutor.rulesets.gwie.book import STEPS
from tutor.rulesets.gwie.fronts import TURNS, fronts_of, theatre_of
from tutor.rulesets.gwie.state import EAST, WEST, State, foe

SEQUENCE = Sequence(book("gwie"), STEPS)
FIRST, SECOND = "first", "second"
LAST_LETTER = "U"
NO_LETTER = "-"


# -- which turn (4.1, 4.2.9) -----------------------------------------------------------------------------------
def letter_after(s: State) -> str:
    """The letter of the Strategic Turn that follows an Operational Turn; none where another one follows."""
    letter = s.law.table(TURNS).at(s.turn, "letter").value
    return letter if letter != NO_LETTER else ""


@SEQUENCE.condition("over")
def over(s: State) -> bool:
    """Whether somebody has lost."""
    return bool(s.lost)


@SEQUENCE.condition("lettered-box")
def on_a_lettered_box(s: State) -> bool:
    """Whether the marker lies on the box of a Strategic Turn."""
    return bool(s.letter) and s.letter == letter_after(s)


# -- whose turn (4.2.4-4.2.7, 5.85) ----------------------------------------------------------------------------
@SEQUENCE.order("this-round")
def this_round(s: State) -> tuple[str, ...]:
    """The round of moves and combats that is being played."""
    return (FIRST if first_round(s) else SECOND,)


def first_round(s: State) -> bool:
    """Whether each side moves and attacks where it has the initiative, not where it lacks it."""
    return all(under.whose != (SECOND,) for under in SEQUENCE.under_way(s))


@SEQUENCE.order("theatres")
def theatres(s: State) -> tuple[str, ...]:
    """The Theatres that the position has, the West first."""
    there = {theatre_of(front) for front in fronts_of(s)}
    return tuple(theatre for theatre in (WEST, EAST) if theatre in there)


def side_in(s: State, theatre: str) -> str:
    """Who moves and attacks in a Theatre in this round."""
    holder = s.initiative[theatre]
    return holder if first_round(s) else foe(holder)


@SEQUENCE.order("movers")
def movers(s: State) -> tuple[str, ...]:
    """Who moves in this phase: each where he has the initiative, then where he has not."""
    return tuple(dict.fromkeys(side_in(s, theatre) for theatre in theatres(s)))


def theatre_for(s: State, side: str) -> str:
    """The Theatre in which a side moves in this round."""
    found = next((theatre for theatre in theatres(s) if side_in(s, theatre) == side), None)
    if found is None:
        raise ValueError("this side moves in no Theatre in this round")
    return found
