"""7.23: how many units of a side a hex holds."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.rulesets.gwie.state import State, Unit

LIMIT, NATIONAL_LIMIT = 6, 4
ONE_EACH = ("hq", "tank", "anti-tank")
FEW_INFANTRY = {"US": "7.23d", "BU": "7.23e"}


def counted(unit: Unit) -> bool:
    """HQs, tanks, anti-tank units, forts, GE battalions and canal companies are free (7.23b, 7.23c, 7.23f)."""
    if not unit.fights or unit.kind in ONE_EACH:
        return False
    return not (unit.nation == "GE" and unit.size == "battalion") and unit.called != "canal-company"


def stacking(s: State, hex: str, side: str) -> Ledger:
    """How many units of a side count in a hex."""
    return Ledger.of("7.23a", "stacking", stacking_lines(s, hex, side))


@seam("gwie.stacking-count")
def stacking_lines(s: State, hex: str, side: str) -> Lines:
    for unit in sorted(s.at(hex, side), key=lambda u: u.id):
        if counted(unit):
            yield plus("7.23a", "counts", 1, unit=U(unit.id))
        elif unit.fort:
            yield plus("7.23f", "counts-not", 0, unit=U(unit.id))
        elif unit.kind in ONE_EACH:
            yield plus("7.23c", "counts-not", 0, unit=U(unit.id))
        else:
            yield plus("7.23b", "counts-not", 0, unit=U(unit.id))


@seam("gwie.stacking")
def objections_to_stacking(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit join what stands in a hex?"""
    there = [u for u in s.at(hex, unit.side) if u.id != unit.id]
    if counted(unit):
        now = stacking(s, hex, unit.side)
        if now.total >= LIMIT:
            yield objection("7.23a", "six-at-most", unit=U(unit.id), hex=Place(hex), now=now)
    if unit.kind in ONE_EACH and any(u.kind == unit.kind for u in there):
        yield objection("7.23c", "one-of-each", unit=U(unit.id), hex=Place(hex))
    rule = FEW_INFANTRY.get(unit.nation)
    if rule and unit.foot and sum(u.nation == unit.nation and u.foot for u in there) >= NATIONAL_LIMIT:
        yield objection(rule, "four-at-most", unit=U(unit.id), hex=Place(hex))
