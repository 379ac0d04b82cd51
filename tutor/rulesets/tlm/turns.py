"""2.0 The season: reinforcements, player turns until both pass, Production."""

from __future__ import annotations

from dataclasses import replace

from tutor.engine.facts import Side
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.coming import unmarked
from tutor.rulesets.tlm.deck import shuffled
from tutor.rulesets.tlm.ending import at_any_event
from tutor.rulesets.tlm.offensives import FORCED_PASS
from tutor.rulesets.tlm.options import in_force
from tutor.rulesets.tlm.state import ENTENTE, GE, RESERVE, SUPPRESSED, State, foe, steps

SEASONS, WINTER, LAST_TURN = 4, 3, 23


@steps.step("season", "2.0")
def season(s: State, t: Trace) -> State:
    """Reinforcements, player turns until both pass, Production."""
    t.say("2.0-II.a", "german-first", s, who=Side(GE))
    ending = (task("victory"), task("parley", GE), task("parley", ENTENTE), task("next-season"))
    return s.then(task("reinforcements"), task("turns", GE), task("production"), *ending, passed=())


@steps.step("turns", "2.0-IV")
def turns(s: State, t: Trace, side: str) -> State:
    """The next player turn, unless both have passed in a row."""
    if both_passed(s):
        t.say("2.0-IV", "both-passed", s, reading=s.law.read("consecutive-passes"))
        return s
    return s.then(task("player-turn", side), task("turns", foe(side)))


def both_passed(state: State) -> bool:
    """Whether the last two player turns were passes, as the reading `consecutive-passes` has it."""
    if state.law.reads("consecutive-passes", "same-round"):
        return state.passed[-2:] == (GE, ENTENTE)
    return len(state.passed) > 1 and state.passed[-1] != state.passed[-2]


@steps.step("player-turn", "2.0-II.b")
def player_turn(s: State, t: Trace, side: str) -> State:
    """A fresh player turn: what is friendly now is noted, and nothing has moved."""
    fresh = s.but(
        active=side,
        offensive="",
        rank="",
        weather=0,
        entered=(),
        moves=FrozenMap(),
        used=(),
        acts=(),
        exchanged=False,
        battles=(),
        fought=(),
    )
    s = areas.turn_begun(unmarked(fresh))
    t.say("2.0-III" if side == ENTENTE else "2.0-II.b", "turn-of", s, who=Side(side))
    return s.then(task("crisis"), task("offensive"), task("crisis"), task("end-of-turn"))


@steps.step("end-of-turn", "2.0-IV")
def end_of_turn(s: State, t: Trace) -> State:
    """Whether this turn counts as a pass."""
    s = s.then(*at_any_event(s))
    if not s.offensive:
        return s.but(passed=(*s.passed, s.active))
    if s.rank == FORCED_PASS and s.law.reads("forced-pass-chain", "ignored"):
        t.say("9.5.c", "forced-pass-ignored", s, who=Side(s.active), reading=s.law.read("forced-pass-chain"))
        return s
    return s.but(passed=())


# -- 2.0-VI --------------------------------------------------------------------------------------------------------
@steps.step("next-season", "2.0-VI.a")
def next_season(s: State, t: Trace) -> State:
    """The marker goes on; after WINTER the cards are reshuffled; after turn 23 nothing is left to play."""
    if s.turn == LAST_TURN:
        t.say("2.0-VI.b", "last-turn", s, turn=s.turn)
        return s.cleared()
    if s.turn % SEASONS == WINTER and s.deck:
        s = shuffled(s)
        t.say("1.3.c", "winter-shuffle", s, n=len(s.pile), reading=s.law.read("reshuffle-scope"))
    turn = s.turn + 1
    law = replace(s.law, options=in_force(s.law, turn))
    s = s.but(turn=turn, law=law)
    s = s.put(*(p.but(fate=RESERVE) for p in s.pieces.at(None) if p.fate == SUPPRESSED))
    t.say("2.0-VI.a", "season-passes", s, turn=turn)
    return s
