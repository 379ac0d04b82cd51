"""13.4.5: retreats, fire at those who retreat, guns that stay."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, first_objection, held, is_legal, objection
from tutor.engine.facts import Cited, Place, Side, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.defensive_fire import infiltration_value
from tutor.rulesets.se.disorganisation import disorganise, strike, surrender
from tutor.rulesets.se.fire import read_fire
from tutor.rulesets.se.fortresses import capture_fortress
from tutor.rulesets.se.shifts import infiltration_shifts
from tutor.rulesets.se.stacking import counted, limit, punish_overstack, stacked
from tutor.rulesets.se.state import SURRENDERED, Losses, State, Unit, other
from tutor.rulesets.se.terrain import objections_to_crossing
from tutor.rulesets.se.zones import enemy_zone

CLIFF_POINTS = 2


# -- the attacker ---------------------------------------------------------------------------------------------
@step("go-back", "13.4.5")
def go_back(s: State, t: Trace, hex: str, side: str, retreats: bool) -> Steps[State]:
    """The attacker returns to the hexes from which his assault came."""
    for unit in sorted(s.units_at(hex, side), key=lambda u: u.id):
        if unit.origin is None:
            continue
        s = s.put(unit.but(place=unit.origin, retreated=retreats))
        t.say("13.4.5", "goes-back", s, unit=U(unit.id), hex=Place(unit.origin))
        if retreats:
            s = s.then(task("retreat-fire", unit.id, hex))
    for origin in sorted({u.origin for u in s.pieces if u.origin and u.side == side}):
        s = punish_overstack(s, t, origin, side)
    return s
    yield


# -- the defender ---------------------------------------------------------------------------------------------
@step("retreat", "13.4.5")
def retreat(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Every unit of the defender leaves, one after another, each its own way."""
    for unit in s.units_at(hex, side):
        if unit.fortress:
            return capture_fortress(s, t, unit.id, "20.5").then(task("retreat", hex, side))
    leaving = [u for u in s.units_at(hex, side) if may_leave(s, u)]
    for unit in s.units_at(hex, side):
        if not may_leave(s, unit):
            t.say("13.4.5.3", "guns-stay", s, unit=U(unit.id))
    if not leaving:
        return s
    unit_id = yield from choose(
        Ask(s, "13.4.5", side, "retreat", ("unit",), lambda unit: objections_to_leaving(s, hex, side, unit))
    )
    return s.then(task("retreat-hex", hex, side), task("retreat", hex, side), chosen=unit_id)


def may_leave(s: State, unit: Unit) -> bool:
    """Guns on their fire side stay where they are (13.4.5.3)."""
    return not unit.gun or (unit.mode != "fire" and s.law.reads("moving-guns-retreat", "may-retreat"))


def objections_to_leaving(s: State, hex: str, side: str, id: str) -> Checks:
    unit = s.unit(id)
    if unit.side != side or unit.place != hex or unit.hq:
        yield objection("13.4.5", "not-retreating", unit=U(id), hex=Place(hex))
    elif not may_leave(s, unit):
        yield objection("13.4.5.3", "guns-stay", unit=U(id))


@step("retreat-hex", "13.4.5", under="retreat")
def retreat_hex(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Where the chosen unit goes; with nowhere to go it surrenders."""
    unit = s.unit(s.chosen or "")
    if not any(is_legal(objections_to_retreating(s, unit, to)) for to in s.map.neighbours(hex)):
        around = s.map.neighbours(hex)
        rules = _why_closed(s, unit, around)
        t.say("13.4.5.2", "nowhere-to-go", s, unit=U(unit.id), hexes=places(around), rules=rules)
        return surrender(s.but(chosen=None), t, unit.id, "13.4.5.2")
    to = yield from choose(
        Ask(
            s,
            "13.4.5",
            side,
            "retreat-hex",
            ("place",),
            lambda to: objections_to_retreating(s, s.unit(s.chosen or ""), to),
            facts={"unit": U(s.chosen or "")},
        )
    )
    unit = s.unit(s.chosen or "")
    over_cliff = "cliff" in s.map.sides(hex, to)
    s = s.put(unit.but(place=to, retreated=True, assault=None)).but(chosen=None)
    t.say("13.4.5", "retreats", s, unit=U(unit.id), hex=Place(to))
    if over_cliff:
        s = disorganise(s, t, unit.id, CLIFF_POINTS, "13.4.5.1")
    return punish_overstack(s, t, to, side).then(task("retreat-fire", unit.id, hex))


def _why_closed(s: State, unit: Unit, around: tuple[str, ...]) -> tuple[Cited, ...]:
    found = (first_objection(objections_to_retreating(s, unit, to)) for to in around)
    return tuple(Cited(rule) for rule in dict.fromkeys(check.rule for check in found if check))


@seam("se.retreating")
def objections_to_retreating(s: State, unit: Unit, to: str) -> Checks:
    """May this unit retreat there? Closed hexes first, then the order of preference."""
    here = unit.place or ""
    closed = False
    for check in closed_to_retreat(s, unit, to):
        closed = closed or not check.ok
        yield check
    if closed:
        return
    mine, better = preference(s, unit, to), None
    for hex in s.map.neighbours(here):
        if hex != to and preference(s, unit, hex) < mine and is_legal(closed_to_retreat(s, unit, hex)):
            better = hex
            break
    if better:
        yield objection(
            "13.4.5", "better-retreat", hex=Place(to), letter="ABCD"[mine], better=Place(better),
            best="ABCD"[preference(s, unit, better)],
        )  # fmt: skip
    else:
        yield held("13.4.5", "retreat-preference", hex=Place(to), letter="ABCD"[mine])


def closed_to_retreat(s: State, unit: Unit, to: str) -> Checks:
    """What forbids a retreat into a hex whatever the alternatives."""
    here = unit.place or ""
    fight = s.fight(here)
    if to not in s.map.neighbours(here):
        yield objection("13.4.5", "retreat-one-hex", unit=U(unit.id), hex=Place(to))
        return
    if fight.counter and unit.origin and unit.side != fight.attacker:
        if to != unit.origin:
            yield objection("13.4.5.6", "back-to-origin", unit=U(unit.id), hex=Place(to), origin=Place(unit.origin))
    elif to in fight.origins:
        yield objection("13.4.5", "assault-came-from", hex=Place(to))
    if s.foes_at(to, unit.side):
        yield objection("13.4.5", "retreat-onto-enemy", hex=Place(to))
    for check in objections_to_crossing(s, unit, here, to):
        if not check.ok:
            yield objection("13.4.5.1", "retreat-impassable", unit=U(unit.id), hex=Place(to))
        elif "cliff" in s.map.sides(here, to):
            yield held("13.4.5.1", "retreat-over-cliff", unit=U(unit.id), n=CLIFF_POINTS)


def preference(s: State, unit: Unit, to: str) -> int:
    """0 to 3 for the booklet's A to D."""
    here = unit.place or ""
    if not s.units_at(to, unit.side):
        return 0 if to in opposite_hexes(s, here, s.fight(here).origins) else 1
    room = len(stacked(s, to, unit.side)) + counted(s, unit) <= limit(s, to).total
    return 2 if room else 3


def opposite_hexes(s: State, hex: str, origins: tuple[str, ...]) -> frozenset[str]:
    """The hexes across from where the assault came, and their neighbours beside the assaulted hex."""
    around = set(s.map.neighbours(hex))
    groups = []
    for origin in origins:
        across = s.map.across(origin, hex)
        if across:
            groups.append({across} | (set(s.map.neighbours(across)) & around))
    if not groups:
        return frozenset()
    if s.law.reads("retreat-opposite", "every-origin"):
        return frozenset(set.intersection(*groups))
    return frozenset(set.union(*groups))


# -- fire at those who retreat --------------------------------------------------------------------------------
@step("retreat-fire", "13.4.5.4")
def retreat_fire(s: State, t: Trace, id: str, left: str) -> Steps[State]:
    """Enemies outside the assault whose zone the unit entered may fire at it, machine guns only."""
    unit = s.unit(id)
    firers = retreat_firers(s, unit, left)
    if not firers:
        return s
    if s.trench(unit.place or "") and s.law.reads("friendly-trench", "entered") and s.law.on("18.7"):
        reading = s.law.read("friendly-trench")
        t.say("18.7", "trench-shelters", s, unit=U(id), hex=Place(unit.place or ""), reading=reading)
        return s
    answer = yield from choose(
        Ask(
            s,
            "13.4.5.4",
            other(unit.side),
            "retreat-fire",
            ("option",),
            lambda answer: iter(()),
            options=("yes", "no"),
            facts={"unit": U(id), "units": units(firers)},
        )
    )
    if answer == "no":
        return s
    return s.then(task("retreat-fire-die", id, left))


@step("retreat-fire-die", "11.1.2")
def retreat_fire_die(s: State, t: Trace, id: str, left: str) -> Steps[State]:
    """Resolved like defensive fire in the hex entered, against the retreating unit alone (13.4.5.5)."""
    unit = s.unit(id)
    firers = retreat_firers(s, unit, left)
    hex = unit.place or ""
    t.say("13.4.5.5", "only-retreaters", s, unit=U(id))
    result = yield from read_fire(
        s,
        t,
        "13.3.10",
        other(unit.side),
        s.law.table("defensive-fire"),
        infiltration_value(s, firers),
        infiltration_shifts(s, hex),
        hex,
    )
    if not (result.steps or result.dp):
        return s
    return strike(s, t, Losses((id,), result.steps, result.dp, rule="13.3.11"))


def retreat_firers(s: State, unit: Unit, left: str) -> tuple[Unit, ...]:
    """Who may fire: their zone covers the hex entered, and they took no part in an assault (13.4.2)."""
    if unit.place is None:
        return ()
    found = enemy_zone(s, unit.side, unit.place)
    if s.law.reads("retreat-zoc", "zoc-to-zoc"):
        before = {u.id for u in enemy_zone(s, unit.side, left)}
        found = tuple(u for u in found if u.id in before)
    return tuple(u for u in found if u.place != left and not u.fought)


# -- guns -----------------------------------------------------------------------------------------------------
def capture_guns(s: State, t: Trace, hex: str) -> State:
    """Guns that share their hex with enemies and no infantry of their own are taken (13.4.5.3, 19.3)."""
    for gun in s.units_at(hex):
        foes = [u for u in s.foes_at(hex, gun.side) if not u.gun]
        guards = [u for u in s.units_at(hex, gun.side) if not u.gun]
        if gun.gun and foes and not guards:
            s = s.put(gun.but(place=None, box=SURRENDERED))
            t.say("13.4.5.3", "guns-captured", s, unit=U(gun.id), side=Side(foes[0].side))
    return s


def infiltration_fire(s: State, unit: Unit) -> Ledger:
    """For terminal and cases: what the enemies around a unit would fire with."""
    return infiltration_value(s, enemy_zone(s, unit.side, unit.place or ""))
