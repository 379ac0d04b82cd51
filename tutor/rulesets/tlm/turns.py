"""2.0 The season and the player turns: what happens where they begin and end."""

from __future__ import annotations

from tutor.engine.facts import Side
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.deck import shuffled
from tutor.rulesets.tlm.ending import after_a_turn, ended
from tutor.rulesets.tlm.offensives import FORCED_PASS
from tutor.rulesets.tlm.sequence import at_any_event, both_passed
from tutor.rulesets.tlm.state import ENTENTE, GE, State, steps

SEASONS, WINTER = 4, 3


@steps.step("season-begins", "2.0")
def season_begins(s: State, t: Trace) -> State:
    """Who has the first player turn."""
    t.say("2.0-II.a", "german-first", s, who=Side(GE))
    return s


@steps.step("turn-begins", "2.0-II.b")
def turn_begins(s: State, t: Trace, side: str) -> State:
    """What is friendly now is noted."""
    s = areas.turn_begun(s.but(active=side))
    t.say("2.0-III" if side == ENTENTE else "2.0-II.b", "turn-of", s, who=Side(side))
    return s


@steps.step("end-of-turn", "2.0-IV")
def end_of_turn(s: State, t: Trace) -> State:
    """Whether this turn counts as a pass, and whether it was the second in a row; no battle is owed any more."""
    s = areas.settle(s.but(entered=()), *s.entered)
    s = s.then(*after_a_turn(s))
    if s.offensive and s.rank == FORCED_PASS and s.law.reads("forced-pass-chain", "ignored"):
        t.say("9.5.c", "forced-pass-ignored", s, who=Side(s.active), reading=s.law.read("forced-pass-chain"))
        return s
    s = s.but(passed=() if s.offensive else (*s.passed, s.active))
    if both_passed(s):
        t.say("2.0-IV", "both-passed", s, reading=s.law.read("consecutive-passes"))
    return s


# -- 2.0-VI --------------------------------------------------------------------------------------------------------
@steps.step("next-season", "2.0-VI.a")
def next_season(s: State, t: Trace) -> State:
    """The marker goes on; after WINTER the cards are reshuffled; after the last turn nothing is left to play."""
    if s.turn >= s.last:
        t.say("2.0-VI.b", "last-turn", s, turn=s.turn)
        return ended(s, t)
    if s.turn % SEASONS == WINTER and s.deck:
        s = shuffled(s)
        t.say("1.3.c", "winter-shuffle", s, n=len(s.pile), reading=s.law.read("reshuffle-scope"))
    s = s.but(turn=s.turn + 1)
    t.say("2.0-VI.a", "season-passes", s, turn=s.turn)
    return s.then(*at_any_event(s))
