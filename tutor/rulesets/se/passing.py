"""11.1.2, 13.4.5.4, 18.7: fire at units that pass through enemy zones, in retreat or on the way to a counter-attack."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.engine.ask import DONE, NO, YES, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, plus
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.defensive_fire import machine_guns
from tutor.rulesets.se.disorganisation import strike
from tutor.rulesets.se.fire import read_fire
from tutor.rulesets.se.shifts import defensive_shifts
from tutor.rulesets.se.state import Losses, State, Unit, other
from tutor.rulesets.se.zones import enemy_zone, watchers


# -- who fires ------------------------------------------------------------------------------------------------
def retreat_firers(s: State, side: str, hex: str, left: str) -> tuple[Unit, ...]:
    """Whose zone covers the hex entered, outside the assault and not in another of the same step."""
    found = enemy_zone(s, side, hex)
    if s.law.reads("retreat-zoc", "zoc-to-zoc"):
        before = {u.id for u in enemy_zone(s, side, left)}
        found = tuple(u for u in found if u.id in before)
    return tuple(u for u in found if s.law.allows(objections_to_firing_at_retreat(s, u, left)))


def objections_to_firing_at_retreat(s: State, firer: Unit, left: str) -> Checks:
    """Those in the assaulted hex may not (13.4.5.4), nor those in another assault of the same step (13.4.2)."""
    if firer.place == left:
        yield objection("13.4.5.4", "in-the-assault", unit=U(firer.id), hex=Place(left))
    elif firer.fought:
        yield objection("13.4.2", "in-another-assault", unit=U(firer.id))


def infiltration_firers(s: State, unit: Unit, left: str, stack: str) -> tuple[Unit, ...]:
    """The units of one enemy stack whose zone was both left and entered (11.1.2)."""
    groups = watchers(s, unit, left, unit.place or "")
    return tuple(u for group in groups for u in group if u.place == stack)


def objections_to_passing_fire(s: State, passing: tuple[Unit, ...], left: str) -> Checks:
    """May enemies fire at units for the zones that they pass?"""
    hex, side = passing[0].place or "", passing[0].side
    others = [u for u in s.units_at(hex, side) if u not in passing]
    shelter = {
        "entered": s.trench(hex),
        "both-hexes": s.trench(hex) and s.trench(left),
        "own-unit": s.trench(hex) and others,
    }[s.law.reading("friendly-trench")]
    if shelter:
        reading = s.law.read("friendly-trench")
        yield objection("18.7", "trench-shelters", units=units(passing), hex=Place(hex), reading=reading)


def objections_to_drawing_fire(s: State, unit: Unit, a: str, b: str) -> Checks:
    """Does a step draw infiltration fire: from zone to zone of one stack, and no trench shelters?"""
    groups = watchers(s, unit, a, b)
    if not groups:
        return
    shelter = s.law.first_objection(objections_to_passing_fire(s, (unit.as_if_at(b),), a))
    for group in groups:
        facts = {"unit": U(unit.id), "hex": Place(b), "foes": units(group)}
        if shelter:
            yield held("18.7", "trench-spares", **facts)
        else:
            yield objection("11.1.2", "fire-drawn", **facts)


# -- the fire -------------------------------------------------------------------------------------------------
@step("retreat-fire", "13.4.5.4")
def retreat_fire(s: State, t: Trace, ids: tuple[str, ...], left: str) -> Steps[State]:
    """Enemies outside the assault whose zone the units entered may fire at them, machine guns only."""
    passing = _still(s, ids)
    firers = retreat_firers(s, passing[0].side, passing[0].place or "", left) if passing else ()
    if not firers or _sheltered(s, t, passing, left):
        return s
    answer = yield from choose(_fire_ask(s, "13.4.5.4", "retreat-fire", passing, firers))
    if answer == NO:
        return s
    if len(firers) > 1 and s.law.reads("infiltration-stack", "owner-picks"):
        return s.then(task("retreat-firers", ids, left))
    return s.then(_fire(ids, firers))


@step("retreat-firers", "13.4.5.4", under="retreat-fire")
def retreat_picked(s: State, t: Trace, ids: tuple[str, ...], left: str) -> Steps[State]:
    """This fire is handled as one at infiltration: where the owner picks who fires, he does so here too."""
    passing = _still(s, ids)
    firers = retreat_firers(s, passing[0].side, passing[0].place or "", left)
    answer = yield from choose(
        _pick_ask(s, "13.4.5.4", passing, lambda id: objections_at_retreat(s, id, passing, left))
    )
    if answer != DONE:
        return s.but(picked=s.picked | {answer}).then(task("retreat-firers", ids, left))
    picked = tuple(u for u in firers if u.id in s.picked)
    return s.but(picked=frozenset()).then(_fire(ids, picked))


def objections_at_retreat(s: State, id: str, passing: Sequence[Unit], left: str) -> Checks:
    """May this unit be one of those that fire at who retreats?"""
    unit, side, hex = s.unit(id), passing[0].side, passing[0].place or ""
    firers = retreat_firers(s, side, hex, left)
    refusal = s.law.first_objection(objections_to_firing_at_retreat(s, unit, left))
    if refusal and unit in enemy_zone(s, side, hex):
        yield refusal
    else:
        yield from objections_to_picking(s, id, firers)


def passing_fires(s: State, unit: Unit, left: str, to: str) -> tuple[Task, ...]:
    """The stacks that may fire at a step from zone to zone: at every step, or by another reading once in a move."""
    stacks = sorted({group[0].place or "" for group in watchers(s, unit, left, to)})
    if s.law.reads("infiltration-repeat", "once"):
        stacks = [stack for stack in stacks if stack not in s.shots]
    return tuple(task("infiltration-fire", unit.id, left, stack) for stack in stacks)


@step("infiltration-fire", "11.1.2")
def infiltration_fire(s: State, t: Trace, id: str, left: str, stack: str) -> Steps[State]:
    """The stack whose zone the unit left and entered again may fire at it."""
    passing = _still(s, (id,))
    firers = infiltration_firers(s, passing[0], left, stack) if passing else ()
    if not firers or _sheltered(s, t, passing, left):
        return s
    answer = yield from choose(_fire_ask(s, "11.1.2", "infiltration-fire", passing, firers))
    if answer == NO:
        return s
    s = s.but(shots=s.shots | {stack})
    if len(firers) > 1 and s.law.reads("infiltration-stack", "owner-picks"):
        return s.then(task("infiltration-firers", id, left, stack))
    return s.then(_fire((id,), firers, "infiltration-shots"))


@step("infiltration-firers", "11.1.2", under="infiltration-fire")
def infiltration_picked(s: State, t: Trace, id: str, left: str, stack: str) -> Steps[State]:
    """Where the owner picks who fires, he names one unit after another."""
    firers = infiltration_firers(s, s.unit(id), left, stack)
    answer = yield from choose(
        _pick_ask(s, "11.1.2", (s.unit(id),), lambda unit: objections_to_picking(s, unit, firers))
    )
    if answer != DONE:
        return s.but(picked=s.picked | {answer}).then(task("infiltration-firers", id, left, stack))
    picked = tuple(u for u in firers if u.id in s.picked)
    return s.but(picked=frozenset()).then(_fire((id,), picked, "infiltration-shots"))


def objections_to_picking(s: State, id: str, firers: Sequence[Unit]) -> Checks:
    """May this unit be one of those that fire at who passes?"""
    if id not in {u.id for u in firers}:
        yield objection("11.1.2", "not-watching", unit=U(id))
    elif id in s.picked:
        yield objection("11.1.2", "picked-already", unit=U(id))


def _pick_ask(s: State, rule: str, passing: Sequence[Unit], objections: Callable[[str], Checks]) -> Ask:
    return Ask(
        s,
        rule,
        other(passing[0].side),
        "infiltration-firer",
        ("unit",),
        objections,
        to_end=lambda: iter(()) if s.picked else iter([objection(rule, "nobody-picked")]),
        facts={"targets": units(passing)},
    )


def _still(s: State, ids: tuple[str, ...]) -> tuple[Unit, ...]:
    return tuple(unit for unit in map(s.unit, ids) if unit.place is not None)


def _fire(ids: tuple[str, ...], firers: Sequence[Unit], how: str = "passing-fire") -> Task:
    return task(how, ids, tuple(u.id for u in firers))


def _sheltered(s: State, t: Trace, passing: tuple[Unit, ...], left: str) -> bool:
    refusal = s.law.first_objection(objections_to_passing_fire(s, passing, left))
    if refusal:
        t.say(refusal.rule, refusal.kind, s, **refusal.facts)
    return refusal is not None


def _fire_ask(s: State, rule: str, kind: str, passing: Sequence[Unit], firers: Sequence[Unit]) -> Ask:
    return Ask(
        s,
        rule,
        other(passing[0].side),
        kind,
        ("option",),
        lambda answer: iter(()),
        options=(YES, NO),
        facts={"targets": units(passing), "units": units(firers)},
    )


@step("infiltration-shots", "11.1.2", under="infiltration-fire")
def infiltration_shots(s: State, t: Trace, ids: tuple[str, ...], firing: tuple[str, ...]) -> Steps[State]:
    """Against those alone who infiltrate (11.1.2)."""
    return (yield from _shots(s, t, "11.1.2", ids, firing))


@step("passing-fire", "11.1.2", under="retreat-fire")
def passing_fire(s: State, t: Trace, ids: tuple[str, ...], firing: tuple[str, ...]) -> Steps[State]:
    """Against those alone who retreat (13.4.5.5)."""
    return (yield from _shots(s, t, "13.4.5.5", ids, firing))


def _shots(s: State, t: Trace, rule: str, ids: tuple[str, ...], firing: tuple[str, ...]) -> Steps[State]:
    """Resolved like defensive fire in the hex entered; whom the rule does not name there is spared."""
    passing, firers = _still(s, ids), tuple(s.unit(one) for one in firing)
    hex, side = passing[0].place or "", passing[0].side
    caught = tuple(u for u in s.units_at(hex, side) if s.law.allows(objections_to_catching(s, rule, u, ids)))
    if len(caught) < len(s.units_at(hex, side)):
        t.say(rule, "only-who-passes", s, units=units(caught))
    table, value = s.law.table("defensive-fire"), infiltration_value(s, firers)
    result = yield from read_fire(s, t, "13.3.10", other(side), table, value, defensive_shifts(s, firers, hex), hex)
    if not (result.steps or result.dp):
        return s
    return strike(s, t, Losses(tuple(u.id for u in caught), result.steps, result.dp, spares=rule))


def objections_to_catching(s: State, rule: str, unit: Unit, ids: tuple[str, ...]) -> Checks:
    """May fire at units that pass hit this unit in the hex that they enter?"""
    if unit.id not in ids:
        yield objection(rule, "not-passing", unit=U(unit.id))


def infiltration_value(s: State, firers: Sequence[Unit]) -> Ledger:
    """Machine guns only, no artillery (11.1.2)."""
    lines = [plus("11.1.2", "machine-guns", machine_guns(s, unit), unit=U(unit.id)) for unit in firers]
    return s.law.ledger("11.1.2", "infiltration-value", lines)
