"""20: fortresses in combat."""

from __future__ import annotations

from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.trace import Trace
from tutor.rulesets.se.state import ELIMINATED, SURRENDERED, State


def capture_fortress(s: State, t: Trace, id: str, rule: str) -> State:
    """A fortress that surrenders or is taken leaves the victor a trench one level lower than its own (20.6)."""
    fort = s.unit(id)
    hex = fort.place or ""
    level = max(0, s.trench(hex) - 1)
    s = s.put(fort.but(place=None, box=SURRENDERED)).dig(hex, level)
    t.say(rule, "fortress-taken", s, unit=U(id))
    t.say("20.6", "trench-left", s, hex=Place(hex), level=level)
    return s


def lower_trench(s: State, t: Trace, hex: str, rule: str) -> State:
    """One trench level less; a fortress whose level reaches zero is destroyed (20.2)."""
    before = s.trench(hex)
    if not before:
        return s
    s = s.dig(hex, before - 1)
    t.say(rule, "trench-lowered", s, hex=Place(hex), level=before - 1)
    if before == 1:
        for unit in s.units_at(hex):
            if unit.fortress:
                s = s.put(unit.but(place=None, box=ELIMINATED))
                t.say("20.2", "fortress-destroyed", s, unit=U(unit.id))
    return s
