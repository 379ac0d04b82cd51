"""13.4.5: retreats, and guns that stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Cited, Place, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import GOING_BACK, RETREAT, Coming, comes
from tutor.rulesets.se.disorganisation import disorganise, surrender
from tutor.rulesets.se.fortresses import overrun
from tutor.rulesets.se.ground import CLIFF, crossing, objections_to_crossing
from tutor.rulesets.se.stacking import crowded, excess
from tutor.rulesets.se.state import Fight, State, Unit
from tutor.rulesets.se.zones import enemy_zone

CLIFF_POINTS = 2


# -- the attacker ---------------------------------------------------------------------------------------------
@step("go-back", "13.4.5")
def go_back(s: State, t: Trace, hex: str, side: str, retreats: bool) -> State:
    """The attacker returns to the hexes from which his assault came."""
    gone = sorted(s.assaulters(hex, side), key=lambda u: u.id)
    for unit in gone:
        s = _returned(s, t, unit, hex, retreats)
    lost = (task("no-way-out", u.id) for u in gone if s.unit(u.id).place == hex)
    return s.then(*lost, *(_fire_at(s, gone, hex) if retreats else ()), *_crowds(s, gone, hex))


def _crowds(s: State, gone: Iterable[Unit], left: str) -> Iterator[Task]:
    """What overstacking remains is judged at the end of the retreat, after the fire at it (12.7)."""
    now = {(unit.place, unit.side) for unit in (s.unit(one.id) for one in gone) if unit.place not in (None, left)}
    for hex, side in sorted((hex, side) for hex, side in now if hex):
        yield from crowded(s, hex, side)


def _fire_at(s: State, gone: Iterable[Unit], left: str) -> Iterator[Task]:
    """Those who went to the same hex are fired at together (13.4.5.4)."""
    now = [s.unit(unit.id) for unit in gone]
    for hex in sorted({unit.place for unit in now if unit.place not in (None, left)}):
        yield task("retreat-fire", tuple(unit.id for unit in now if unit.place == hex), left)


def _returned(s: State, t: Trace, unit: Unit, hex: str, retreats: bool) -> State:
    """One unit is back where its assault came from; if the enemy is there it has no way out."""
    origin = unit.origin or ""
    foes = s.foes_at(origin, unit.side)
    if foes:
        t.say("13.4.5", "origin-lost", s, unit=U(unit.id), hex=Place(origin), foes=units(foes))
        return s
    return _withdrawn(s, t, unit.id, origin, GOING_BACK, retreats)


def _withdrawn(s: State, t: Trace, id: str, to: str, by: Coming, retreats: bool = True) -> State:
    """A unit has left the assaulted hex; a retreat over a cliff has its price (13.4.5.1)."""
    left = s.unit(id).place or ""
    s = comes(s, t, id, to, by, assault=None, retreated=retreats)
    return disorganise(s, t, id, CLIFF_POINTS, "13.4.5.1") if retreats and CLIFF in crossing(s, left, to) else s


# -- the defender ---------------------------------------------------------------------------------------------
@step("retreat", "13.4.5")
def retreat(s: State, t: Trace, hex: str, side: str, gone: tuple[str, ...] = ()) -> Steps[State]:
    """Every unit of the defender leaves, one after another, each its own way; then they are fired at."""
    for unit in s.units_at(hex, side) if not gone else ():
        if unit.fortress:
            s = overrun(s, t, unit.id)
    if not any(may_leave(s, u) for u in s.units_at(hex, side)):
        for unit in (u for u in s.units_at(hex, side) if u.gun):
            t.say("13.4.5.3", "guns-stay", s, unit=U(unit.id))
        left = tuple(map(s.unit, gone))
        return s.then(*_fire_at(s, left, hex), *_crowds(s, left, hex))
    unit_id = yield from choose(
        Ask(s, "13.4.5", side, "retreat", ("unit",), lambda unit: objections_to_leaving(s, hex, side, unit))
    )
    rest = task("retreat", hex, side, tuple(sorted((*gone, unit_id))))
    return s.then(task("retreat-hex", hex, side), rest, chosen=unit_id)


def may_leave(s: State, unit: Unit) -> bool:
    """Guns on their fire side stay where they are (13.4.5.3), and so does a fortress (20.1)."""
    return unit.infantry or (unit.gun and unit.mode != "fire" and s.law.reads("moving-guns-retreat", "may-retreat"))


def objections_to_leaving(s: State, hex: str, side: str, id: str) -> Checks:
    unit = s.unit(id)
    if unit.side != side or unit.place != hex or unit.hq:
        yield objection("13.4.5", "not-retreating", unit=U(id), hex=Place(hex))
    elif unit.fortress:
        yield objection("20.1", "fortress-stays", unit=U(id))
    elif not may_leave(s, unit):
        yield objection("13.4.5.3", "guns-stay", unit=U(id))


@step("retreat-hex", "13.4.5", under="retreat")
def retreat_hex(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Where the chosen unit goes; with nowhere to go it surrenders."""
    id = s.chosen or ""
    around = s.map.neighbours(hex)
    if not any(s.law.allows(objections_to_retreating(s, s.unit(id), to)) for to in around):
        rules = _why_closed(s, s.unit(id), around)
        t.say("13.4.5", "nowhere-to-go", s, unit=U(id), hexes=places(around), rules=rules)
        return s.then(task("no-way-out", id), chosen=None)
    to = yield from choose(
        Ask(
            s,
            "13.4.5",
            side,
            "retreat-hex",
            ("place",),
            lambda to: objections_to_retreating(s, s.unit(id), to),
            facts={"unit": U(id)},
            among=lambda: around,
        )
    )
    return _withdrawn(s.but(chosen=None), t, id, to, RETREAT)


@step("no-way-out", "13.4.5.2", under="retreat")
def no_way_out(s: State, t: Trace, id: str) -> State:
    """Who must retreat and cannot surrenders."""
    return surrender(s, t, id, "13.4.5.2")


def _why_closed(s: State, unit: Unit, around: tuple[str, ...]) -> tuple[Cited, ...]:
    found = (s.law.first_objection(objections_to_retreating(s, unit, to)) for to in around)
    return tuple(Cited(rule) for rule in dict.fromkeys(check.rule for check in found if check))


def objections_to_retreating(s: State, unit: Unit, to: str) -> Checks:
    """May this unit retreat there? Closed hexes first, then the order of preference."""
    here = unit.place or ""
    barred = s.law.in_force(closed_to_retreat(s, unit, to))
    yield from barred
    if not s.law.allows(barred):
        return
    mine, better = preference(s, unit, to), None
    for hex in s.map.neighbours(here):
        if hex != to and preference(s, unit, hex) < mine and s.law.allows(closed_to_retreat(s, unit, hex)):
            better = hex
            break
    if better:
        best = "ABCD"[preference(s, unit, better)]
        yield objection("13.4.5", "better-retreat", hex=Place(to), letter="ABCD"[mine], better=Place(better), best=best)
    else:
        yield held("13.4.5", "retreat-preference", hex=Place(to), letter="ABCD"[mine])


def closed_to_retreat(s: State, unit: Unit, to: str) -> Checks:
    """What forbids a retreat into a hex whatever the alternatives."""
    here = unit.place or ""
    fight = s.fight(here)
    if to not in s.map.neighbours(here):
        yield objection("13.4.5", "retreat-one-hex", unit=U(unit.id), hex=Place(to))
        return
    if fight.counter and unit.origin:
        if to != unit.origin:
            yield objection("13.4.5.6", "back-to-origin", unit=U(unit.id), hex=Place(to), origin=Place(unit.origin))
        else:
            yield held("13.4.5.6", "origin", unit=U(unit.id), hex=Place(to))
    elif to in launched(s, fight):
        yield objection("13.4.5", "assault-came-from", hex=Place(to))
    if s.foes_at(to, unit.side):
        yield objection("13.4.5", "retreat-onto-enemy", hex=Place(to))
    yield from _guns_in_zone(s, unit, to)
    yield from _ground_of_retreat(s, unit, here, to)


def _guns_in_zone(s: State, unit: Unit, to: str) -> Checks:
    """By one reading guns alone keep out of enemy zones here too (19.4), but for those of the assault itself."""
    if not unit.gun or any(friend.infantry for friend in s.units_at(to, unit.side)):
        return
    foes = tuple(foe for foe in enemy_zone(s, unit.side, to) if foe.place != unit.place)
    if foes and s.law.reads("guns-alone-retreat", "outside-zones"):
        reading = s.law.read("guns-alone-retreat")
        yield objection("19.4", "guns-alone-in-zone", unit=U(unit.id), hex=Place(to), foes=units(foes), reading=reading)


def _ground_of_retreat(s: State, unit: Unit, here: str, to: str) -> Checks:
    """Never over what is impassable; mountain troops cross a cliff at a price (13.4.5.1)."""
    if not s.law.allows(objections_to_crossing(s, unit, here, to)):
        yield objection("13.4.5.1", "retreat-impassable", unit=U(unit.id), hex=Place(to))
    elif CLIFF in crossing(s, here, to):
        yield held("13.4.5.1", "retreat-over-cliff", unit=U(unit.id), hex=Place(to), n=CLIFF_POINTS)


def launched(s: State, fight: Fight) -> frozenset[str]:
    """Every hex from which an assault of this step came, whatever its target."""
    return frozenset(origin for one in s.fights if one.counter == fight.counter for origin in one.origins)


def preference(s: State, unit: Unit, to: str) -> int:
    """0 to 3 for the booklet's A to D."""
    here = unit.place or ""
    if not s.units_at(to, unit.side):
        return 0 if to in opposite_hexes(s, here, s.fight(here).origins) else 1
    return 2 if excess(s, to, unit.side, (unit,)) <= 0 else 3


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
