"""15.5: cavalry, its limits and its retreat before combat."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.entering import came_in
from tutor.rulesets.gwie.fronts import EUROPE, front_of, front_with
from tutor.rulesets.gwie.ground import objections_to_staying
from tutor.rulesets.gwie.kut import objections_to_quitting_kut
from tutor.rulesets.gwie.nations import EMPIRE
from tutor.rulesets.gwie.reaching import objections_to_stepping
from tutor.rulesets.gwie.stacking import objections_to_stacking
from tutor.rulesets.gwie.state import State, Unit
from tutor.rulesets.gwie.supply import objections_to_being_cut_off, sources_for
from tutor.rulesets.gwie.treaty import objections_to_evading_at_peace

BRITISH_FREE_BEFORE = "D"


# -- limits (15.54) --------------------------------------------------------------------------------------------
def burdened(s: State, unit: Unit, front: str) -> bool:
    """Cavalry under the limits: all but the British, and in Europe these too from Strategic Turn D on."""
    if unit.kind != "cavalry" or not s.law.on("15.54"):
        return False
    return unit.nation not in EMPIRE or (front in EUROPE and s.letter >= BRITISH_FREE_BEFORE)


def lonely(s: State, unit: Unit) -> bool:
    """Cavalry under the limits that no infantry is stacked with."""
    hex = unit.place or ""
    return burdened(s, unit, front_of(s, hex)) and not any(u.foot for u in s.units_at(hex, unit.side))


def bars_cavalry(s: State, hex: str, side: str) -> tuple[Unit, ...]:
    """What cavalry alone may not attack: infantry and intact works of any kind."""
    return tuple(u for u in s.at(hex) if u.side != side and (u.foot or u.fort))


def objections_to_riding(s: State, unit: Unit, hex: str) -> Checks:
    """15.54: cavalry against infantry or works needs infantry stacked with it."""
    if not burdened(s, unit, front_with(s, unit)):
        return
    foes = bars_cavalry(s, hex, unit.side)
    if foes and lonely(s, unit):
        yield objection("15.54", "cavalry-needs-infantry", unit=U(unit.id), foes=units(foes))
    elif foes:
        yield held("15.54", "cavalry-with-infantry", unit=U(unit.id))


def objections_to_riding_alone(s: State) -> Checks:
    """15.54: the infantry stacked with it must take part in the same attack."""
    hex = s.here.hex
    for unit in s.attackers():
        alone = not any(u.foot and u.place == unit.place for u in s.attackers())
        if alone and burdened(s, unit, front_with(s, unit)) and bars_cavalry(s, hex, unit.side):
            yield objection("15.54", "infantry-must-attack-too", unit=U(unit.id))


# -- retreat before combat (15.51, 15.52) ----------------------------------------------------------------------
def may_evade(s: State) -> bool:
    """Only cavalry in the hex, and none among the attackers."""
    return not _others_inside(s) and not any(u.kind == "cavalry" for u in s.attackers())


def _others_inside(s: State) -> list[Unit]:
    """Who is in the hex besides cavalry; works count by the unit they hold, so not Kut nor the Hindenburg Line."""
    inside = s.at(s.here.hex, s.inactive)
    return [u for u in inside if u.kind != "cavalry" and (u.garrisoned or not u.fort)]


@step("cavalry-retreat", "15.51")
def cavalry_retreat(s: State, t: Trace, onward: str) -> Steps[State]:
    """The defender takes all his cavalry out of the hex, or stands and fights."""
    if not may_evade(s):
        _say_why_not(s, t)
        return s.then(task(onward))
    if not any(s.law.allows(objections_to_evading(s, hex)) for hex in s.map.places):
        _nowhere_to_ride(s, t)
        return s.then(task(onward))
    hex = yield from choose(
        Ask(
            s,
            "15.51",
            s.inactive,
            "cavalry-retreat",
            ("place",),
            lambda hex: objections_to_evading(s, hex),
            to_end=lambda: iter(()),
            facts={"hex": Place(s.here.hex)},
        )
    )
    if hex == DONE:
        return s.then(task(onward))
    riders = s.units_at(s.here.hex, s.inactive)
    s = s.put(*(u.but(place=hex, evaded=True) for u in riders)).fighting(evaded=True)
    t.say("15.52", "cavalry-evades", s, units=units(riders), hex=Place(hex))
    s = came_in(s, t, s.unit(riders[0].id), hex)
    return s.then(task("support-spent"), task("advance"), task("pursue"), task("close"))


def _say_why_not(s: State, t: Trace) -> None:
    riders = [u for u in s.engaged(s.inactive) if u.kind == "cavalry"]
    foes = [u for u in s.attackers() if u.kind == "cavalry"]
    if riders and not _others_inside(s) and foes:
        t.say("15.51", "cavalry-faces-cavalry", s, units=units(riders), foes=units(foes))


def _nowhere_to_ride(s: State, t: Trace) -> None:
    """That the cavalry must stand and fight, and what closes the hexes around it, each reason once."""
    t.say("15.52", "cavalry-must-stand", s, units=units(s.units_at(s.here.hex, s.inactive)))
    closed: dict[tuple[str, str], Check] = {}
    for hex in s.map.neighbours(s.here.hex):
        for refusal in s.law.objections(objections_to_evading(s, hex)):
            closed.setdefault((refusal.rule, refusal.kind), refusal)
    for refusal in closed.values():
        t.say(refusal.rule, refusal.kind, s, **refusal.facts)


def objections_to_evading(s: State, hex: str) -> Checks:
    """May the cavalry retreat to this hex?"""
    barred = s.law.in_force(closed_to_cavalry(s, hex))
    yield from barred
    if not s.law.allows(barred):
        return
    here, side = s.here.hex, s.inactive
    if not sources_of(s, side):
        return
    if nearest(s, side, hex) < nearest(s, side, here):
        yield held("15.52", "nearer-to-supply", hex=Place(hex))
        return
    better = _nearer_open(s, side)
    if better:
        yield objection("15.52", "nearer-hex-open", hex=Place(hex), better=Place(better))


@by_identity(16)
def _nearer_open(s: State, side: str) -> str | None:
    """A hex nearer to supply to which the cavalry could retreat, if there is one."""
    far = nearest(s, side, s.here.hex)
    nearer = (hex for hex in s.map.places if nearest(s, side, hex) < far)
    return next((hex for hex in nearer if s.law.allows(closed_to_cavalry(s, hex))), None)


def closed_to_cavalry(s: State, hex: str) -> Checks:
    """What forbids a retreat to a hex whatever the alternatives."""
    here = s.here.hex
    reading = s.law.read("cavalry-retreat-length")
    if hex == here:
        yield objection("15.52", "must-leave-hex", hex=Place(hex))
        return
    if s.law.reads("cavalry-retreat-length", "one-hex"):
        if not s.map.adjacent(here, hex):
            yield objection("15.52", "one-hex-back", hex=Place(hex), reading=reading)
            return
        step_from = here
    else:
        found = _way_back(s, here).get(hex)
        if found is None:
            yield objection("15.52", "no-way-back", hex=Place(hex), reading=reading)
            return
        step_from = found
    riders = s.units_at(here, s.inactive)
    peace = [check for unit in riders for check in s.law.objections(objections_to_evading_at_peace(s, unit))]
    yield from peace
    if peace:
        return
    moved = s
    for unit in riders:
        refusals = (
            s.law.first_objection(objections_to_quitting_kut(s, unit, here)),
            s.law.first_objection(objections_to_stepping(s, unit, step_from, hex)),
            s.law.first_objection(objections_to_staying(s, unit, hex)),
            moved.law.first_objection(objections_to_stacking(moved, unit, hex)),
            s.law.first_objection(objections_to_being_cut_off(s, unit, hex)),
        )
        yield from (refusal for refusal in refusals if refusal is not None)
        if any(refusals):
            return
        moved = moved.put(unit.but(place=hex))
    yield held("15.51", "only-cavalry-there", units=units(riders), hex=Place(here))
    yield from s.law.held(objections_to_evading_at_peace(s, riders[0]))
    yield from s.law.held(objections_to_stepping(s, riders[0], step_from, hex))


@by_identity(16)
def _way_back(s: State, here: str) -> dict[str, str]:
    """Under the reading `any`: the hexes that the cavalry can ride to, each with the one before it."""
    rider = s.units_at(here, s.inactive)[0]
    came: dict[str, str] = {}
    open_hexes = [here]
    while open_hexes:
        at = open_hexes.pop(0)
        for hex in s.map.neighbours(at):
            if hex not in came and hex != here and s.law.allows(objections_to_stepping(s, rider, at, hex)):
                came[hex] = at
                open_hexes.append(hex)
    return came


@by_identity(16)
def sources_of(s: State, side: str) -> tuple[str, ...]:
    """The supply sources of a side, of any type."""
    riders = [u for u in s.units_at(s.here.hex, side) if u.kind == "cavalry"] if s.fight else []
    return sources_for(s, riders[0]) if riders else s.sources.get(side, ())


def nearest(s: State, side: str, hex: str) -> int:
    """How far the nearest supply source of a side lies, of any type."""
    return min(int(s.map.distance(hex, source)) for source in sources_of(s, side))


@step("pursue", "15.53")
def pursue(s: State, t: Trace) -> State:
    """After a retreat before combat nobody has attacked yet: those who advanced and those who stayed still may."""
    t.say("15.53", "may-attack-again", s, who=Side(s.active))
    return s.put(*(s.unit(id).but(pursues=True) for id in sorted(s.here.advanced)))
