"""11.0.7, 11.1, 11.2, 11.3: who may move in which phase, at which pace, and with how many points."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Number, Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus, round_down, round_up, times
from tutor.rulesets.se.costs import allowance, rain_lines
from tutor.rulesets.se.state import State, Unit
from tutor.rulesets.se.terrain import objections_to_strategic

TACTICAL, UNACTIVATED = "tactical", "unactivated"  # the two steps in which units move


class Pace(NamedTuple):
    """One way to use a move: in which step, by which rule, and what it adds to the allowance."""

    name: str
    means: str
    rule: str
    step: str
    forced: bool = False
    strategic: bool = False

    @property
    def tactical(self) -> bool:
        return self.step == TACTICAL


PACES = {
    pace.name: pace
    for pace in (
        Pace("tactical", "pace.tactical", "11.1", TACTICAL),
        Pace("tactical-march", "pace.tactical-march", "11.3", TACTICAL, forced=True),
        Pace("unactivated", "pace.unactivated", "11.2", UNACTIVATED),
        Pace("unactivated-march", "pace.unactivated-march", "11.3", UNACTIVATED, forced=True),
        Pace("strategic", "pace.strategic", "11.2.2", UNACTIVATED, strategic=True),
        Pace("strategic-march", "pace.strategic-march", "11.2.2", UNACTIVATED, forced=True, strategic=True),
    )
}


# -- who may move ------------------------------------------------------------------------------------------
@seam("se.moving")
def objections_to_moving(s: State, unit: Unit, phase: str) -> Checks:
    """May this unit move at all in this step?"""
    facts = {"unit": U(unit.id)}
    if unit.place is None:
        yield objection("11.0", "off-map", **facts)
        return
    if unit.hq:
        yield objection("11.0.6", "hq-stays", **facts)
        return
    if unit.fortress:
        yield objection("20.1", "fortress-stays", **facts)
        return
    if unit.moved:
        yield objection("11.0.7", "moved-already", **facts)
    if unit.assault:
        yield objection("13.1.3", "declared-already", **facts, hex=Place(unit.assault))
    yield from (_activated if phase == TACTICAL else _not_activated)(s, unit)


def _activated(s: State, unit: Unit) -> Checks:
    """Tactical movement is for the units that the active brigade commands (8.6); guns only fire (19.1)."""
    if unit.side != s.active:
        yield objection("3.0-active", "not-active", unit=U(unit.id), side=Side(s.active))
    if unit.gun:
        yield objection("19.1", "guns-move-later", unit=U(unit.id))
    elif not unit.commanded and unit.side == s.active:
        yield objection("8.6", "not-commanded", unit=U(unit.id))


def _not_activated(s: State, unit: Unit) -> Checks:
    """The others move in phase 10 (11.2); guns on their movement side (19.1)."""
    if unit.activated and unit.infantry:
        freed = not unit.supplied and s.law.reads("phase-ten-movers", "unsupplied")
        if not freed:
            yield objection("11.2", "activated-already", unit=U(unit.id), reading=s.law.read("phase-ten-movers"))
    if unit.gun and unit.mode == "fire":
        yield objection("19.1", "fire-side", unit=U(unit.id))


# -- at which pace -----------------------------------------------------------------------------------------
def objections_to_pace(s: State, unit: Unit, name: str, phase: str) -> Checks:
    """May a unit that may move do it at this pace?"""
    pace = PACES[name]
    if pace.step != phase:
        rule = "11.2.2" if pace.strategic else "11.2" if phase == TACTICAL else "11.1"
        yield objection(rule, "pace-of-another-step", unit=U(unit.id))
        return
    if pace.forced:
        yield from _forced(s, unit)
    if pace.strategic:
        yield from _strategic(s, unit)
    if pace.strategic and pace.forced and s.law.reads("strategic-forced", "not-together"):
        yield objection("11.2.2", "not-both", unit=U(unit.id), reading=s.law.read("strategic-forced"))


def _forced(s: State, unit: Unit) -> Checks:
    if not unit.infantry:
        yield objection("11.3", "march-needs-infantry", unit=U(unit.id))
    elif unit.marched:
        yield objection("11.3", "marched-already", unit=U(unit.id))
    if not s.law.on("11.3"):
        yield objection("11.3", "no-march", unit=U(unit.id))


def _strategic(s: State, unit: Unit) -> Checks:
    if unit.gun and s.law.reads("strategic-guns", "infantry-only"):
        yield objection("11.2.2", "strategic-for-infantry", unit=U(unit.id), reading=s.law.read("strategic-guns"))
    if _out_of_command(s, unit) and s.law.reads("out-of-command-strategic", "may-not"):
        reading = s.law.read("out-of-command-strategic")
        yield objection("8.6", "strategic-out-of-command", unit=U(unit.id), reading=reading)
    yield from objections_to_strategic(s, unit, unit.place or "")


def _out_of_command(s: State, unit: Unit) -> bool:
    """Its brigade has acted this turn without it."""
    return any(hq.activated for hq in s.pieces if hq.hq and unit.brigade and hq.brigade == unit.brigade)


def paces_of(s: State, unit: Unit, phase: str) -> Iterator[Pace]:
    """The paces that are open to a unit in a step."""
    return (pace for pace in PACES.values() if s.law.allows(objections_to_pace(s, unit, pace.name, phase)))


# -- with how many points ----------------------------------------------------------------------------------
def potential(s: State, unit: Unit, pace: Pace) -> Ledger:
    """The whole allowance of a move at this pace, as if nothing had been spent: what a cliff takes (11.0.4)."""
    return s.law.ledger(pace.rule, "potential", potential_lines(s, unit, pace))


def potential_lines(s: State, unit: Unit, pace: Pace) -> Lines:
    raised = pace.strategic or pace.forced
    late = raised and rains_late(s, unit)
    reading = s.law.read("rain-and-pace") if rain_matters(s, unit) else None
    now = allowance(s, unit)
    yield plus("11.0.1", "printed", unit.mp, unit=U(unit.id)) if late else plus("11.0.1", "allowance", now)
    if pace.strategic:
        yield times("11.2.2", "doubled", 2, reading=reading)
    if pace.forced:
        yield times("11.3", "half-more", Fraction(3, 2), reading=reading)
        yield from _whole(s, Fraction(unit.mp if late else now.total) * (3 if pace.strategic else Fraction(3, 2)))
    if late:
        yield from rain_lines(s, unit)


def rain_matters(s: State, unit: Unit) -> bool:
    """Whether it makes a difference that rain takes its part before or after the pace raises the allowance.

    It takes a point from infantry that has any; a half from guns, which is whole or rounded (reading `rain-and-pace`).
    """
    halved = unit.gun and unit.mode != "fire" and unit.mp % 2
    return s.weather == "rain" and bool(unit.mp if unit.infantry else halved)


def rains_late(s: State, unit: Unit) -> bool:
    return rain_matters(s, unit) and s.law.reads("rain-and-pace", "pace-first")


def _whole(s: State, raised: Number) -> Lines:
    """A number of points that is not whole is rounded."""
    if raised != int(raised):
        rounded = round_down if s.law.reads("movement-rounding", "down") else round_up
        yield rounded("11.3", "rounded", reading=s.law.read("movement-rounding"))


def march_bonus(s: State, unit: Unit) -> Ledger:
    """Half the allowance more by forced march (11.3)."""
    return s.law.ledger("11.3", "forced-march", _march_lines(s, unit))


def _march_lines(s: State, unit: Unit) -> Lines:
    late, now = rains_late(s, unit), allowance(s, unit)
    reading = s.law.read("rain-and-pace") if rain_matters(s, unit) else None
    yield plus("11.0.1", "printed", unit.mp, unit=U(unit.id)) if late else plus("11.0.1", "allowance", now)
    yield times("11.3", "half", Fraction(1, 2), reading=reading)
    yield from _whole(s, Fraction(unit.mp if late else now.total) / 2)


def points(s: State, unit: Unit, pace: Pace) -> Ledger:
    """The points with which a move at this pace begins: what an activation has spent is gone (11.0.1)."""
    return s.law.ledger("11.0.1", "points", _point_lines(s, unit, pace))


def _point_lines(s: State, unit: Unit, pace: Pace) -> Lines:
    yield from potential_lines(s, unit, pace)
    spent: Number = 0
    if s.mover == unit.id and unit.moved:
        spent = potential(s, unit, pace).total - unit.mp_left
    elif pace.tactical:
        spent = allowance(s, unit).total - unit.mp_left
    if spent:
        yield plus("11.0.1", "spent", -spent)
