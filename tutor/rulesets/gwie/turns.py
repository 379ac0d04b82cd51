"""4.2.9, 4.3.9, 18.15 The turn marker: from box to box, and past the last one."""

from __future__ import annotations

from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.sequence import LAST_LETTER, SEQUENCE, letter_after
from tutor.rulesets.gwie.state import State


@step("turn-record", "4.2.9")
def turn_record(s: State, t: Trace) -> State:
    """The marker goes on: to another Operational Turn, or to the letter of a Strategic Turn."""
    letter = letter_after(s)
    if letter:
        t.say("4.2.9", "strategic-turn-comes", s, letter=letter)
        return s.but(letter=letter)
    return _next_turn(s, t, "4.2.9")


@step("turn-change", "4.3.9")
def turn_change(s: State, t: Trace) -> State:
    """From the letter to the Operational Turn after it."""
    return _next_turn(s, t, "4.3.9")


def _next_turn(s: State, t: Trace, rule: str) -> State:
    s = s.but(turn=s.turn + 1)
    t.say(rule, "turn-comes", s, turn=s.turn)
    return s


# -- the end (18.15) -------------------------------------------------------------------------------------------
@SEQUENCE.condition("last-strategic-turn")
def in_the_last_strategic_turn(s: State) -> bool:
    return s.letter == LAST_LETTER


@step("war-ends", "18.15")
def war_ends(s: State, t: Trace) -> State:
    """Who has not won by the end of June 1919 does not win."""
    t.say("18.15", "nobody-has-won", s)
    return s.finished()
