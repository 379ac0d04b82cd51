"""4.1, 4.2: who is in supply, and when that is judged.

The line is found on the map (4.3, 4.4). Where a position itself says of a unit whether it has a line, and through which
hexes it runs, only whether that line is cut is judged.
"""

from __future__ import annotations

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.rulesets.fa.nations import cooperate, strangers
from tutor.rulesets.fa.state import State, Unit, foe
from tutor.rulesets.fa.tracing import has_line, line_of
from tutor.rulesets.fa.zones import zone


def objections_to_supply(s: State, unit: Unit) -> Checks:
    """Is this unit in supply now?"""
    if unit.invading:
        yield held("10.7.4.5-e", "lands-in-supply", unit=U(unit.id))
        return
    if unit.landed:
        yield held("10.7.4.5-e", "landed-in-supply", unit=U(unit.id))
        return
    if s.traced and unit.supplied is None:
        yield from line_of(s, unit.id).checks
        return
    if unit.supplied is False:
        yield objection("4.4-a", "stated-cut", unit=U(unit.id))
        return
    if unit.source:
        hq = s.pieces.get(unit.source)
        if hq is None or hq.place is None:
            yield objection("4.3_d", "hq-lost", unit=U(unit.id), hq=U(unit.source))
        elif strangers(s, unit.nation, [hq]):
            yield objection("19.2_a-i", "hq-stranger", unit=U(unit.id), hq=U(unit.source))
        elif unit.line and hq.place != unit.line[-1]:
            yield objection("4.3_d", "hq-gone", unit=U(unit.id), hq=U(unit.source), hex=Place(unit.line[-1]))
    for hex in unit.line:
        yield from _open(s, unit, hex)


def _open(s: State, unit: Unit, hex: str) -> Checks:
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if s.held_by(hex, foe(unit.side)):
        yield objection("4.4-b", "line-enemy-hex", **facts)
        return
    holder = s.holder(hex)
    if holder in s.nations and not cooperate(s, unit.nation, holder):
        yield held("19.2_a-g-second-list", "line-through-ally", nation=Term(holder), **facts)
    watched = zone(s, unit.side, hex)
    if watched.total and not s.troops(hex, unit.side):
        yield objection("4.4-b", "line-in-zone", zone=watched, **facts)
    elif watched.total:
        yield held("4.4-b", "line-guarded", zone=watched, **facts)


def in_supply(s: State, unit: Unit) -> bool:
    """The same without the reasons, where the map is asked."""
    if s.law.plain and s.traced and unit.supplied is None and not (unit.invading or unit.landed):
        return has_line(s, unit.id)
    return s.law.allows(objections_to_supply(s, unit))


def moves_in_supply(s: State, unit: Unit) -> bool:
    """4.2: for its moves the side in phase was judged when the impulse began; the other is judged when it moves."""
    if unit.side == s.phasing:
        return unit.id not in s.cut and unit.supplied is not False
    return in_supply(s, unit)


def objections_to_attacking_unsupplied(s: State, unit: Unit) -> Checks:
    """A land unit out of supply does not attack; why it is out of supply is told with it."""
    if unit.invading:
        yield from objections_to_supply(s, unit)
        return
    failing = s.law.objections(objections_to_supply(s, unit))
    if failing:
        yield objection("4.1-a", "unsupplied-attacker", unit=U(unit.id))
        yield objection("4.2-b", "unsupplied-at-declaration", unit=U(unit.id))
        yield from failing
    elif unit.source or unit.line or s.traced:
        yield held("4.2-b", "supplied-attacker", unit=U(unit.id))
        yield from objections_to_supply(s, unit)
