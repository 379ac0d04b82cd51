"""11.1.2, 13.4.5.4, 18.7: fire at units that pass through enemy zones, in retreat or on the way to a counter-attack."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, first_objection, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.defensive_fire import machine_guns
from tutor.rulesets.se.disorganisation import strike
from tutor.rulesets.se.fire import read_fire
from tutor.rulesets.se.shifts import defensive_shifts
from tutor.rulesets.se.state import Losses, State, Unit, other
from tutor.rulesets.se.zones import enemy_zone, friends, watchers


# -- who fires ------------------------------------------------------------------------------------------------
def retreat_firers(s: State, unit: Unit, left: str) -> tuple[Unit, ...]:
    """Whose zone covers the hex entered, outside the assault and not in another of the same step (13.4.2)."""
    if unit.place is None:
        return ()
    found = enemy_zone(s, unit.side, unit.place)
    if s.law.reads("retreat-zoc", "zoc-to-zoc"):
        before = {u.id for u in enemy_zone(s, unit.side, left)}
        found = tuple(u for u in found if u.id in before)
    return tuple(u for u in found if u.place != left and not u.fought)


def infiltration_firers(s: State, unit: Unit, left: str, stack: str) -> tuple[Unit, ...]:
    """The units of one enemy stack whose zone was both left and entered (11.1.2)."""
    if unit.place is None:
        return ()
    return tuple(u for group in watchers(s, unit, left, unit.place) for u in group if u.place == stack)


@seam("se.passing-fire")
def objections_to_passing_fire(s: State, unit: Unit, left: str) -> Checks:
    """May enemies fire at this unit for the zones that it passes?"""
    hex = unit.place or ""
    shelter = {
        "entered": s.trench(hex),
        "both-hexes": s.trench(hex) and s.trench(left),
        "own-unit": s.trench(hex) and friends(s, unit, hex),
    }[s.law.reading("friendly-trench")]
    if shelter:
        reading = s.law.read("friendly-trench")
        yield objection("18.7", "trench-shelters", unit=U(unit.id), hex=Place(hex), reading=reading)


# -- the fire -------------------------------------------------------------------------------------------------
@step("retreat-fire", "13.4.5.4")
def retreat_fire(s: State, t: Trace, id: str, left: str) -> Steps[State]:
    """Enemies outside the assault whose zone the unit entered may fire at it, machine guns only."""
    unit = s.unit(id)
    firers = retreat_firers(s, unit, left)
    if not firers or _sheltered(s, t, unit, left):
        return s
    answer = yield from choose(_fire_ask(s, "13.4.5.4", "retreat-fire", unit, firers))
    if answer == "no":
        return s
    return s.then(task("passing-fire", id, tuple(u.id for u in firers)))


@step("infiltration-fire", "11.1.2", under="counter-attack")
def infiltration_fire(s: State, t: Trace, id: str, left: str, stack: str) -> Steps[State]:
    """The stack whose zone the unit left and entered again may fire at it."""
    unit = s.unit(id)
    firers = infiltration_firers(s, unit, left, stack)
    if not firers or _sheltered(s, t, unit, left):
        return s
    answer = yield from choose(_fire_ask(s, "11.1.2", "infiltration-fire", unit, firers))
    if answer == "no":
        return s
    return s.then(task("passing-fire", id, tuple(u.id for u in firers)))


def _sheltered(s: State, t: Trace, unit: Unit, left: str) -> bool:
    refusal = first_objection(objections_to_passing_fire(s, unit, left))
    if refusal:
        t.say(refusal.rule, refusal.kind, s, **refusal.facts)
    return refusal is not None


def _fire_ask(s: State, rule: str, kind: str, unit: Unit, firers: Sequence[Unit]) -> Ask:
    return Ask(
        s,
        rule,
        other(unit.side),
        kind,
        ("option",),
        lambda answer: iter(()),
        options=("yes", "no"),
        facts={"unit": U(unit.id), "units": units(firers)},
    )


@step("passing-fire", "11.1.2", under="retreat-fire")
def passing_fire(s: State, t: Trace, id: str, firing: tuple[str, ...]) -> Steps[State]:
    """Resolved like defensive fire in the hex entered, against the unit that passes alone (13.4.5.5)."""
    unit, firers = s.unit(id), tuple(s.unit(one) for one in firing)
    hex = unit.place or ""
    if friends(s, unit, hex):
        t.say("13.4.5.5", "only-retreaters", s, unit=U(id))
    table, value = s.law.table("defensive-fire"), infiltration_value(s, firers)
    result = yield from read_fire(
        s, t, "13.3.10", other(unit.side), table, value, defensive_shifts(s, firers, hex), hex
    )
    if not (result.steps or result.dp):
        return s
    return strike(s, t, Losses((id,), result.steps, result.dp, rule="13.3.11"))


def infiltration_value(s: State, firers: Sequence[Unit]) -> Ledger:
    """Machine guns only, no artillery (11.1.2)."""
    lines = [plus("11.1.2", "machine-guns", machine_guns(s, unit), unit=U(unit.id)) for unit in firers]
    return Ledger.of("11.1.2", "infiltration-value", lines)
