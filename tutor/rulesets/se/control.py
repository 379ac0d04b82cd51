"""10.2.3, Sc5.1201: who controls a supply source that may be either side's."""

from __future__ import annotations

from tutor.engine.facts import Place, Side
from tutor.engine.trace import Trace
from tutor.rulesets.se.state import SIDES, State, Unit

EITHER = "source-either"
START = {"italian": "it", "austro-hungarian": "ah"}


def occupant(s: State, hex: str) -> str | None:
    """The side that alone holds a hex with a unit other than artillery."""
    there = [side for side in SIDES if s.garrison(hex, side)]
    return there[0] if len(there) == 1 else None


def held_sources(s: State) -> dict[str, str]:
    """At the start: the sources that may be either's in whose hex a side stands alone."""
    either = (hex.id for hex in s.map if EITHER in hex.flags)
    return {hex: side for hex in either if (side := occupant(s, hex))}


def controller(s: State, hex: str) -> str | None:
    """Whose a source is that may be either's: the last to have taken it, or whoever is in it now."""
    if s.law.reads("source-1201", "occupied"):
        return occupant(s, hex)
    return s.sources.get(hex) or START.get(s.law.reading("source-1201-start"))


def _entered(entrant: Unit | None) -> str | None:
    return entrant.side if entrant and entrant.fights and not entrant.gun else None


def controlled(s: State, t: Trace, hex: str, entrant: Unit | None = None) -> State:
    """Somebody has come to a hex or left it: a source that may be either's changes sides."""
    if EITHER not in s.map.hex(hex).flags:
        return s
    side = _entered(entrant) if s.law.reads("source-1201", "any-entrant") else occupant(s, hex)
    if side is None or controller(s, hex) == side:
        return s
    s = s.but(sources=s.sources.put(hex, side))
    t.say("Sc5.1201", "source-taken", s, hex=Place(hex), side=Side(side), reading=s.law.read("source-1201"))
    return s
