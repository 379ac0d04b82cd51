"""12: stacking."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, instead, plus
from tutor.engine.trace import Trace
from tutor.rulesets.se.state import State, Unit

HIGH_MOUNTAIN = 8


def limit(s: State, hex: str) -> Ledger:
    """How many units of one side a hex may hold (12.1, 12.2)."""
    return Ledger.of("12.1", "stacking-limit", limit_lines(s, hex))


@seam("se.stacking-limit")
def limit_lines(s: State, hex: str) -> Lines:
    yield plus("12.1", "two-units", 2)
    if s.map.hex(hex).level >= HIGH_MOUNTAIN:
        yield instead("12.2", "high-mountain", 1, hex=Place(hex))


def counted(s: State, unit: Unit) -> bool:
    """Fortresses, HQs and markers are free (12.6); guns count, unless so read."""
    return unit.infantry or (unit.gun and s.law.reads("guns-stacking", "counted"))


def stacked(s: State, hex: str, side: str) -> tuple[Unit, ...]:
    """The units of a side that count against the limit in a hex."""
    return tuple(u for u in s.units_at(hex, side) if counted(s, u))


def violations(s: State) -> Checks:
    """Hexes that hold too many units of one side."""
    for side in ("ah", "it"):
        for hex in sorted({u.place for u in s.on_map() if u.side == side and u.place}):
            units, allowed = stacked(s, hex, side), limit(s, hex)
            if len(units) > allowed.total:
                yield objection("12.1", "overstacked", hex=Place(hex), n=len(units), limit=allowed)


def punish_overstack(s: State, t: Trace, hex: str, side: str) -> State:
    """After a retreat that left no other way, each unit in the hex takes a point, once a turn (12.7)."""
    from tutor.rulesets.se.disorganisation import disorganise

    units = stacked(s, hex, side)
    if len(units) <= limit(s, hex).total:
        return s
    t.say("12.7", "overstacked-point", s, hex=Place(hex), units=tuple(U(u.id) for u in units))
    for unit in units:
        if not s.unit(unit.id).overstacked:
            s = s.change(unit.id, overstacked=True)
            s = disorganise(s, t, unit.id, 1, "12.7")
    return s
