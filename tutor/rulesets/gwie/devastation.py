"""14.6: devastated hexes."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.entering import came_in
from tutor.rulesets.gwie.fronts import flag
from tutor.rulesets.gwie.ground import PLAIN, objections_to_entering
from tutor.rulesets.gwie.losses import removed
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.stacking import objections_to_stacking
from tutor.rulesets.gwie.state import CP, WEST, State, Unit
from tutor.rulesets.gwie.supply import in_supply

EASTWARD = ("E", "NE", "SE")
LANDS = ("france", "belgium")


@SEQUENCE.condition("zones-to-lay")
def zones_to_lay(s: State) -> bool:
    """Whether the CP move in the West and have markers of devastation left (14.61, 14.64)."""
    return (s.active, s.theatre) == (CP, WEST) and s.zones_left > 0


@SEQUENCE.condition("zones-to-leave")
def zones_to_leave(s: State) -> bool:
    """Whether the CP have fought in the West and somebody stands under such a marker (14.62)."""
    return (s.active, s.theatre) == (CP, WEST) and any(u.devastates for u in s.on_map())


@step("devastate", "14.61")
def devastate(s: State, t: Trace) -> Steps[State]:
    """The CP name the units that lay waste their hexes, one by one."""
    unit = yield from choose(
        Ask(
            s,
            "14.61",
            CP,
            "devastate",
            ("unit",),
            lambda unit: objections_to_devastating(s, unit),
            to_end=lambda: iter(()),
        )
    )
    if unit == DONE:
        return s
    hex = s.unit(unit).place or ""
    s = s.change(unit, devastates=True).but(zones_left=s.zones_left - 1)
    t.say("14.62", "zone-marked", s, unit=U(unit), hex=Place(hex))
    return s.then(task("devastate"))


def objections_to_devastating(s: State, id: str) -> Checks:
    """May this unit devastate its hex?"""
    unit = s.unit(id)
    if unit.side != CP or unit.place is None or not unit.foot:
        yield objection("14.62", "devastator-is-infantry", unit=U(id))
        return
    if not in_supply(s, unit):
        yield objection("14.62", "devastator-needs-supply", unit=U(id))
    yield from _ground(s, unit.place)
    if s.zones_left <= 0:
        yield objection("14.64", "no-zone-left")
    if any(u.devastates for u in s.at(unit.place)):
        yield objection("14.62", "zone-there-already", hex=Place(unit.place))
    if s.law.reads("devastator-cannot-leave", "forbid-choice") and not exits(s, unit):
        reading = s.law.read("devastator-cannot-leave")
        yield objection("14.62", "no-way-east", unit=U(id), reading=reading)


def _ground(s: State, hex: str) -> Checks:
    terrain = s.map.hex(hex).terrain
    if terrain not in ("clear", PLAIN):
        yield objection("14.61", "zone-in-clear", hex=Place(hex), terrain=Term(terrain))
    elif not any(flag(s, hex, land) for land in LANDS):
        yield objection("14.61", "zone-in-france-or-belgium", hex=Place(hex))
    elif hex in s.devastated:
        yield objection("14.64", "zone-there-already", hex=Place(hex))
    else:
        yield held("14.61", "zone-ground", hex=Place(hex), terrain=Term(terrain))


def exits(s: State, unit: Unit) -> tuple[str, ...]:
    """The hexes to the east that the unit may move to."""
    return tuple(hex for hex in s.map.neighbours(unit.place) if s.law.allows(objections_to_leaving(s, unit, hex)))


def objections_to_leaving(s: State, unit: Unit, hex: str) -> Checks:
    """May the devastating unit leave for this hex?"""
    here = unit.place or ""
    if s.map.direction(here, hex) not in EASTWARD:
        yield objection("14.62", "eastward-only", unit=U(unit.id), hex=Place(hex))
        return
    yield from objections_to_entering(s, unit, here, hex)
    yield from objections_to_stacking(s, unit, hex)


@step("leave-zones", "14.62")
def leave_zones(s: State, t: Trace) -> State:
    """At the end of the CP combats in the West these units go one hex east and leave the marker behind."""
    leaving = sorted(u.id for u in s.on_map() if u.devastates)
    return s.then(*(task("leave-zone", id) for id in leaving))


@step("leave-zone", "14.62", under="leave-zones")
def leave_zone(s: State, t: Trace, id: str) -> Steps[State]:
    unit, ways = s.unit(id), exits(s, s.unit(id))
    here = unit.place or ""
    if unit.place is None:
        return s
    s = s.but(devastated=s.devastated | {here}).change(id, devastates=False, wasted=True)
    if not ways:
        return _stuck(s, t, s.unit(id))
    hex = yield from choose(
        Ask(
            s,
            "14.62",
            CP,
            "leave-zone",
            ("place",),
            lambda hex: objections_to_leaving(s, s.unit(id), hex),
            facts={"unit": U(id)},
        )
    )
    s = s.change(id, place=hex)
    t.say("14.62", "zone-left", s, unit=U(id), hex=Place(here))
    return came_in(s, t, s.unit(id), hex)


def _stuck(s: State, t: Trace, unit: Unit) -> State:
    reading = s.law.read("devastator-cannot-leave")
    if s.law.reads("devastator-cannot-leave", "eliminated"):
        t.say("14.62", "zone-trapped", s, unit=U(unit.id), reading=reading)
        return removed(s, t, unit.id)
    t.say("14.62", "zone-stays", s, unit=U(unit.id), reading=reading)
    return s
