"""7.13: a hex changes hands when a unit enters it, when the last of its holders starve, when its fort surrenders."""

from __future__ import annotations

from typing import Any

from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.control import began_with, holder, settlement, surrender_hexes
from tutor.rulesets.gwie.ground import GAZA_LINE
from tutor.rulesets.gwie.nations import nation_of
from tutor.rulesets.gwie.sources import captured
from tutor.rulesets.gwie.state import ALLIES, CP, State, Unit

END_OF_1915, END_OF_1917 = 16, 36
FIVE = 5
FOR_EVER = {"N1540": ("bagdad-1915", END_OF_1915), "N2416": ("jerusalem-1917", END_OF_1917)}


def taken(s: State, t: Trace, unit: Unit, hex: str, **facts: Any) -> State:
    """A hex that a unit enters is its side's; the Arab Northern Army only holds it by standing there."""
    s = _entered_by(s, t, unit, hex)
    if holder(s, hex) == unit.side:
        return s
    if unit.nation == "AB":
        t.say("7.13", "held-while-there", s, unit=U(unit.id), hex=Place(hex))
        return s
    return fallen_to(s, t, hex, unit.side, **facts)


def fallen_to(s: State, t: Trace, hex: str, side: str, **facts: Any) -> State:
    """A hex changes hands, entered or given up, and with it the source that lies there (11.71)."""
    s = s.but(control=s.control.put(hex, side))
    t.say("7.13", "control-changes", s, hex=Place(hex), who=Side(side), **facts)
    s = captured(s, t, hex, side)
    return s.then(task("turks-of-europe", "17.13")) if side == ALLIES and _five_fallen(s) else s


def _five_fallen(s: State) -> bool:
    """Whether five surrender hexes of the Near East bring out the Turks of Europe: with Europe on the table (17.13)."""
    if s.alone or s.stands("european-turks"):
        return False
    return len(list(surrender_hexes(s))) >= FIVE


def remembered(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """Bagdad occupied in 1915 and Jerusalem before 1918 weigh in the Turkish surrender for ever (5.62).

    Whoever of the Allies comes in occupies them, whether or not the hex becomes his.
    """
    affair, until = FOR_EVER.get(hex, ("", 0))
    if unit.side != ALLIES or not affair or s.turn > until or affair in s.affairs:
        return s
    s = s.but(affairs=s.affairs | {affair})
    t.say("5.62", "weighs-for-ever", s, hex=Place(hex))
    return s


def _entered_by(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """Which Allies were the last to enter a town of the CP counts in the Revolution (7.1); any, on the Gaza line."""
    began = began_with(s, hex)
    told = settlement(s, hex) or hex in GAZA_LINE
    if unit.side != ALLIES or began is None or began[0] != CP or not told:
        return s
    nation = nation_of(unit)
    if s.entered.get(hex) == nation:
        return s
    s = s.but(entered=s.entered.put(hex, nation))
    if settlement(s, hex):
        t.say("7.1", "town-entered", s, hex=Place(hex), nation=Term(nation), unit=U(unit.id))
    return s
