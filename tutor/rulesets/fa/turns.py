"""11.9: the final reorganisation, and the next turn."""

from __future__ import annotations

from tutor.engine.facts import units
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.sequence import over
from tutor.rulesets.fa.state import SECOND_BOX, State


@step("final-reorganisation", "11.9")
def final_reorganisation(s: State, t: Trace) -> State:
    """All that lie face-down on the map are turned face-up."""
    down = [u for u in s.on_map() if not u.face_up]
    s = s.put(*(u.but(face_up=True) for u in down))
    if down:
        t.say("11.9", "all-upright", s, units=units(sorted(u.id for u in down)))
    return s


@step("turn-change", "11.9")
def turn_change(s: State, t: Trace) -> State:
    """The impulse marker goes back, the turn marker goes on; past the last year there is nothing left to play."""
    turn, year = s.turn_after
    s = s.but(turn=turn, year=year, impulse_box=SECOND_BOX)
    if over(s):
        t.say("1.3-a", "year-track-ends", s)
    else:
        t.say("11.9", "turn-comes", s, turn=turn, year=str(year))
    return s
