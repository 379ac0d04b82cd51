"""What bombardment (13.2) and defensive fire (13.3) share: results, and guns as they fire (9.1, 19.7)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from tutor.engine.ask import Die, Steps, roll
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Cell, Number, Place, Side, value
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Lines, plus, round_down, times
from tutor.engine.space.kept import by_identity
from tutor.engine.tables import Table, exact
from tutor.engine.trace import Trace
from tutor.rulesets.se.ground import level
from tutor.rulesets.se.state import State, Unit, other

HIGH_LEVEL = 5
_CODE = re.compile(r"(?:(\d*)D(\d+))?(R?)(T?)")


@value
class Result:
    """A result code: steps in all, points for each unit, retreat, trench (13.2.6, 13.4.4)."""

    code: str
    steps: int = 0
    dp: int = 0
    retreat: bool = False
    trench: bool = False

    @classmethod
    def of(cls, code: str) -> Result:
        found = _CODE.fullmatch(code)
        if found is None or code in ("-", "*"):
            return cls(code)
        steps, dp, retreat, trench = found.groups()
        return cls(code, int(steps or 0), int(dp or 0), bool(retreat), bool(trench))


def gun_factor(s: State, gun: Unit) -> Ledger:
    """The bombardment factor of one unit: nothing on its movement side, less its disorganisation (19.7)."""
    return _gun_factor(gun, s.law)


@by_identity(256)
def _gun_factor(gun: Unit, law: Law) -> Ledger:
    """It is the gun's own, whatever the position, and asked for by all who might fire."""
    return law.ledger("3.0-bombardment", "bombardment-factor", gun_lines(gun, law))


def gun_lines(gun: Unit, law: Law) -> Lines:
    if gun.gun and gun.mode != "fire":
        yield plus("19.1", "movement-side", 0, unit=U(gun.id))
        return
    yield plus("3.0-bombardment", "printed-bombardment", gun.bombardment, unit=U(gun.id))
    if gun.dp and (gun.gun or law.reads("fort-guns-disorganised", "lowers")):
        rule = "20.5" if gun.fortress else "19.7"
        yield plus(rule, "disorganised-guns", -min(gun.dp, gun.bombardment), unit=U(gun.id))


def no_factor_left(s: State, gun: Unit) -> Checks:
    """Disorganisation may leave a gun nothing to fire with (19.7)."""
    if gun_factor(s, gun).total <= 0:
        yield objection("19.7" if gun.gun else "20.5", "no-factor-left", unit=U(gun.id))


def guns_total(s: State, guns: Iterable[Unit], hex: str) -> Ledger:
    """All bombardment factors that fall on a hex, under the weather (9.1)."""
    return s.law.ledger("13.2.5", "bombardment-total", guns_lines(s, tuple(guns), hex))


def guns_lines(s: State, guns: tuple[Unit, ...], hex: str) -> Lines:
    each = s.law.reads("bombardment-rounding", "each-unit")
    weather = s.law.in_force(weather_on_guns(s, hex))
    for gun in guns:
        factor = gun_factor(s, gun)
        if each and weather:
            factor = s.law.ledger(
                "13.2.5", "bombardment-factor", [plus("13.2.5", "gun", factor, unit=U(gun.id)), *weather]
            )
        yield plus("13.2.5", "gun", factor, unit=U(gun.id))
    if not each:
        yield from weather


def weather_on_guns(s: State, hex: str) -> Lines:
    """Halved in rain; halved in overcast against level 5 and higher."""
    here = level(s.map, hex)
    if s.weather == "rain":
        rule = "9.1-rain"
    elif s.weather == "overcast" and here >= HIGH_LEVEL:
        rule = "9.1-overcast"
    else:
        return
    yield times(rule, "weather-halves", Fraction(1, 2), hex=Place(hex), level=here)
    yield round_down("9.1-rain", "rounded-down", reading=s.law.read("bombardment-rounding"))


def column_of(table: Table, value: Number, shift: int) -> tuple[int, int]:
    """The column that a fire value reaches, and the one that the shifts lead to (negative: below the table)."""
    reached = sum([exact(label) <= value for label in table.columns])
    return reached - 1, min(reached - 1 + shift, len(table.columns) - 1) if reached else -1


def read_fire(
    s: State, t: Trace, rule: str, who: str, table: Table, value: Ledger, shifts: Ledger, hex: str
) -> Steps[Result]:
    """Column, shifts, die, and the second die of an asterisk."""
    start, column = column_of(table, value.total, int(shifts))
    if column < 0:
        t.say(rule, "fire-too-weak", s, hex=Place(hex), value=value, shifts=shifts)
        return Result("-")
    label = table.columns[column]
    if shifts.lines:
        first, kind = table.columns[start], "fire-column" if shifts.total else "fire-column-even"
        t.say(rule, kind, s, hex=Place(hex), value=value, first=first, shifts=shifts, column=label)
    else:
        t.say(rule, "fire-column-plain", s, hex=Place(hex), value=value, column=label)
    die = yield from roll(Die(f"{rule}.D" if f"{rule}.D" in s.law.book else rule, who, "fire-die"))
    cell: Cell = table.at(die, label)
    t.say(rule, "fire-result", s, die=die, column=label, cell=cell)
    grammar = "13.2.6" if rule.startswith("13.2") else "13.3.11"
    if cell.value != "*":
        result = Result.of(cell.value)
        tell_result(s, t, grammar, result, other(who))
        return result
    second = yield from roll(Die(grammar, who, "asterisk-die"))
    if second > 3:
        t.say(grammar, "asterisk-spent", s, die=second)
        return Result("-")
    result = Result("D1", dp=1)
    t.say(grammar, "asterisk", s, die=second, code=result.code)
    tell_result(s, t, grammar, result, other(who))
    return result


def tell_result(s: State, t: Trace, rule: str, result: Result, side: str) -> None:
    """What a code of a table asks of the side that it strikes, in words; what comes of a T is told where it falls."""
    who = Side(side)
    if result.steps:
        t.say(rule, "means-steps", s, n=result.steps, side=who)
    if result.dp:
        t.say(rule, "means-points", s, n=result.dp, side=who)
    if result.retreat:
        t.say(rule, "means-retreat", s, side=who)
    if not (result.steps or result.dp or result.retreat or result.trench):
        t.say(rule, "means-nothing", s, side=who)
