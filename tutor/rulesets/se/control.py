"""10.2.3, Sc5.1201: who controls a supply source that may be either side's."""

from __future__ import annotations

from tutor.engine.facts import Place, Side
from tutor.engine.trace import Trace
from tutor.rulesets.se.state import SIDES, State

EITHER = "source-either"
START = {"italian": "it", "austro-hungarian": "ah"}


def occupant(s: State, hex: str) -> str | None:
    """The side that alone holds a hex with a unit other than artillery."""
    there = [side for side in SIDES if s.garrison(hex, side)]
    return there[0] if len(there) == 1 else None


def controller(s: State, hex: str) -> str | None:
    """Whose a source is that may be either's: the last to have entered it, or whoever is in it now."""
    if s.law.reads("source-1201", "occupied"):
        return occupant(s, hex)
    return s.sources.get(hex) or START.get(s.law.reading("source-1201-start"))


def controlled(s: State, t: Trace, hex: str) -> State:
    """A unit has come to a hex: a source that may be either's changes sides."""
    side = occupant(s, hex)
    if EITHER not in s.map.hex(hex).flags or side is None or controller(s, hex) == side:
        return s
    s = s.but(sources=s.sources.put(hex, side))
    t.say("Sc5.1201", "source-taken", s, hex=Place(hex), side=Side(side), reading=s.law.read("source-1201"))
    return s
