"""Where a unit may go, by every means that it has, and whence it is supplied: what the terminal and the board ask."""

from __future__ import annotations

from tutor.engine.going import Going, SupplyLine
from tutor.rulesets.fa.base import by_sea
from tutor.rulesets.fa.movement import closed_on_foot
from tutor.rulesets.fa.naval_movement import closed_at_sea
from tutor.rulesets.fa.rail import by_rail
from tutor.rulesets.fa.rebase import by_air
from tutor.rulesets.fa.state import State
from tutor.rulesets.fa.supply import objections_to_supply
from tutor.rulesets.fa.tracing import line_of
from tutor.rulesets.fa.walking import on_foot


def going(s: State, id: str) -> tuple[Going, ...]:
    """On foot and by rail for troops, by air and by rail for aircraft, by sea for ships; ashore for who is aboard."""
    unit = s.unit(id)
    if unit.land:
        return on_foot(s, unit, closed_on_foot(s, unit)), by_rail(s, unit)
    if unit.air:
        return by_air(s, unit), by_rail(s, unit)
    return (by_sea(s, unit, closed_at_sea(s, unit)),)


def supply(s: State, id: str) -> SupplyLine:
    """The line of a unit; where the position itself says what it is, that line, judged."""
    unit = s.unit(id)
    if s.traced and unit.supplied is None and not unit.landed and not unit.invading:
        return line_of(s, id)
    return SupplyLine("4.4-a", id, unit.line, s.law.in_force(objections_to_supply(s, unit)))
