"""12: stacking."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Number, Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, instead, plus
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.disorganisation import disorganise
from tutor.rulesets.se.ground import level
from tutor.rulesets.se.state import SIDES, State, Unit

HIGH_MOUNTAIN = 8
LIMIT = 2


def limit(s: State, hex: str) -> Ledger:
    """How many units of one side a hex may hold (12.1, 12.2)."""
    return s.law.ledger("12.1", "stacking-limit", limit_lines(s, hex))


def limit_lines(s: State, hex: str) -> Lines:
    yield plus("12.1", "two-units", LIMIT)
    if level(s.map, hex) >= HIGH_MOUNTAIN:
        yield instead("12.2", "high-mountain", 1, hex=Place(hex))


def assault_limit(s: State, hex: str) -> Ledger:
    """How many units of one side may fight over a hex, whatever the other side has there (12.5)."""
    return s.law.ledger("12.5", "assault-limit", assault_limit_lines(s, hex))


def assault_limit_lines(s: State, hex: str) -> Lines:
    yield plus("12.5", "two-units", 2)
    if level(s.map, hex) >= HIGH_MOUNTAIN:
        yield instead("12.5", "high-mountain", 1, hex=Place(hex))


def stack(s: State, hex: str, side: str, more: tuple[Unit, ...] = ()) -> Ledger:
    """How many units of a side stand in a hex, with those that would come; fortresses and HQs are free (12.6)."""
    there = [u for u in s.pieces.at(hex) if u.side == side]
    return s.law.ledger("12.1", "stack", stack_lines(s, (*there, *more)))


def stack_lines(s: State, units: tuple[Unit, ...]) -> Lines:
    for unit in units:
        if unit.fortress:
            yield plus("20.8", "stacks-free", 0, unit=U(unit.id))
        elif unit.hq:
            yield plus("12.6", "stacks-free", 0, unit=U(unit.id))
        elif counted(s, unit):
            yield plus("12.1", "stacks", 1, unit=U(unit.id))
        else:
            yield plus("12.6", "stacks-free", 0, unit=U(unit.id), reading=s.law.read("guns-stacking"))


def counted(s: State, unit: Unit) -> bool:
    """Fortresses, HQs and markers are free (12.6); guns count, unless so read."""
    return unit.infantry or (unit.gun and s.law.reads("guns-stacking", "counted"))


def excess(s: State, hex: str, side: str, more: tuple[Unit, ...] = ()) -> Number:
    """By how many units of a side a hex holds, or would hold, too many; negative where there is room."""
    return stack(s, hex, side, more).total - limit(s, hex).total


def violations(s: State) -> Checks:
    """Hexes that hold too many units of one side."""
    for side in SIDES:
        for hex in sorted({u.place for u in s.on_map() if u.side == side and u.place}):
            if excess(s, hex, side) > 0:
                yield objection("12.1", "overstacked", hex=Place(hex), n=stack(s, hex, side), limit=limit(s, hex))


def crowded(s: State, hex: str, side: str) -> tuple[Task, ...]:
    """What remains to be done where a retreat left no way but overstacking."""
    return (task("overstacked", hex, side),) if excess(s, hex, side) > 0 else ()


@step("overstacked", "12.7")
def overstacked(s: State, t: Trace, hex: str, side: str) -> State:
    """Each unit in the hex takes a point, once a turn (12.7); none if fire has made room meanwhile."""
    if excess(s, hex, side) <= 0:
        return s
    there = tuple(u for u in s.units_at(hex, side) if counted(s, u))
    t.say("12.7", "overstacked-point", s, hex=Place(hex), units=units(there))
    for unit in there:
        if not s.unit(unit.id).overstacked:
            s = s.change(unit.id, overstacked=True)
            s = disorganise(s, t, unit.id, 1, "12.7")
    return s
