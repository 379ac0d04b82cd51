"""12.3: the limit is checked when a step of movement ends, so a unit may stop in excess of one that moves on."""

from __future__ import annotations

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.rulesets.se.paces import objections_to_moving, paces_of, points, potential
from tutor.rulesets.se.stacking import LIMIT, counted, excess, limit, stack_lines
from tutor.rulesets.se.state import State, Unit
from tutor.rulesets.se.terrain import price


def objections_to_ending(s: State, unit: Unit, hex: str, phase: str) -> Checks:
    """May a unit end its move there? The limit holds at the end of the step: who still moves on may be in excess."""
    others = tuple(u for u in s.pieces.at(hex) if u.side == unit.side and u.id != unit.id)
    if not counted(s, unit) or not others:
        return
    count = s.law.ledger("12.1", "stack", stack_lines(s, (*others, unit)))
    most = limit(s, hex)
    facts = {"unit": U(unit.id), "hex": Place(hex), "n": count, "limit": most}
    if count.total <= most.total:
        yield held("12.3", "room", **facts)
        return
    leaving = [u for u in others if counted(s, u) and still_moves(s, u, phase)]
    if count.total - len(leaving) <= most.total:
        yield held("12.3", "room-later", **facts, units=units(leaving))
    else:
        yield objection("12.2" if most.total < LIMIT else "12.1", "no-room", **facts)


def still_moves(s: State, unit: Unit, phase: str) -> bool:
    """Whether a unit may yet leave its hex in this step, for one that has room."""
    if not s.law.allows(objections_to_moving(s, unit, phase)):
        return False
    here = unit.place or ""
    for pace in paces_of(s, unit, phase):
        full, left = potential(s, unit, pace).total, points(s, unit, pace).total
        for hex in s.map.neighbours(here):
            cost = price(s, unit, here, hex, pace.tactical, full, pace.strategic)
            if not isinstance(cost, Check) and cost.total <= left and excess(s, hex, unit.side, (unit,)) <= 0:
                return True
    return False
