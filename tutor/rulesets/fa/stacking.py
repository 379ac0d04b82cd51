"""3: stacking. The limits hold at the end of every segment, phase and impulse."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import UNLIMITED, Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, at_least, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import unmarked
from tutor.rulesets.fa.nations import strangers
from tutor.rulesets.fa.state import PORTS, SIDES, State, Unit, foe, sea_areas

COUNTED = ("land-stack", "air-stack", "naval-stack")


# -- how many may there be ---------------------------------------------------------------------------------------
def land_limit(s: State, hex: str, stack: Iterable[Unit]) -> Ledger:
    return s.law.ledger("3-a", "land-limit", land_limit_lines(s, hex, tuple(stack)))


def land_limit_lines(s: State, hex: str, stack: tuple[Unit, ...]) -> Lines:
    """Three land units, or four if one is an artillery or a tank."""
    if hex in sea_areas(s.map):
        yield plus("3-c", "sea-box-free", UNLIMITED, area=Place(hex))
        return
    if s.flag(hex, "free-stacking"):
        yield plus("3-d", "off-map-free", UNLIMITED, hex=Place(hex))
        return
    base = 3 if s.law.reads("four-units-base", "three") else 4
    yield plus("3-a", "base-limit", base, reading=s.law.read("four-units-base"))
    if heavy := [u for u in stack if u.kind in ("art", "tank")]:
        yield at_least("3-a", "fourth-unit", 4, units=units(heavy))


def air_limit(s: State, hex: str) -> Ledger:
    return s.law.ledger("3-e", "air-limit", air_limit_lines(s, hex))


def air_limit_lines(s: State, hex: str) -> Lines:
    """Of all limits that apply to aircraft on the ground, the highest."""
    if s.flag(hex, "free-stacking"):
        yield plus("3-d", "off-map-free", UNLIMITED, hex=Place(hex))
        return
    rough = s.map.hex(hex).terrain in ("mountain", "marsh")
    yield plus("3-e", "no-airfield" if rough else "open-field", 0 if rough else 1, hex=Place(hex))
    if s.map.hex(hex).flags & PORTS:
        yield at_least("3-e", "port-field", 2, hex=Place(hex))
    if s.flag(hex, "city"):
        yield at_least("3-e", "city-field", 3, hex=Place(hex))
    if hqs := [u for u in s.at(hex) if u.hq]:
        yield at_least("3-e", "hq-field", 4, units=units(hqs))


def naval_limit(s: State, place: str) -> Ledger:
    return s.law.ledger("3-g", "naval-limit", naval_limit_lines(s, place))


def naval_limit_lines(s: State, place: str) -> Lines:
    """Two in a minor port; any number in a major port and in a sea box."""
    if place in s.map and s.flag(place, "minor-port"):
        yield plus("3-g", "minor-port", 2, hex=Place(place))
    else:
        yield plus("3-g", "roomy", UNLIMITED, hex=Place(place))


# -- where there are too many ------------------------------------------------------------------------------------
def grounded(s: State, place: str, side: str) -> tuple[Unit, ...]:
    """The aircraft of a side on the ground: those in flight have no limit."""
    return tuple(u for u in s.at(place) if u.air and u.side == side and u.id not in s.missions)


def objections_to_stack(s: State, place: str, side: str) -> Checks:
    """Does the stack of a side in a place keep the limits? Land, air and naval limits do not touch each other."""
    troops = s.troops(place, side)
    yield from objections_to_troops(s, place, troops)
    if (flying := grounded(s, place, side)) and place in s.map:
        allowed = air_limit(s, place)
        check = objection if len(flying) > allowed.total else held
        yield check("3-e", "air-stack", hex=Place(place), n=len(flying), limit=allowed)
    if aloft := [u for u in s.at(place) if u.id in s.missions and u.side == side]:
        yield held("3-f", "in-flight", units=units(aloft))
    ships = [u for u in s.at(place) if u.naval and u.side == side]
    if ships:
        allowed = naval_limit(s, place)
        check = objection if len(ships) > allowed.total else held
        yield check("3-g", "naval-stack", hex=Place(place), n=len(ships), limit=allowed)
    yield from objections_to_mixture(s, place, (*troops, *flying, *ships))
    if sum(map(bool, (troops, flying, ships))) > 1:
        yield held("3-h", "limits-apart", hex=Place(place))
    if any(u.invading for u in s.at(place)):
        yield held("3-b", "invaders-apart", hex=Place(place))


def objections_to_troops(s: State, place: str, troops: tuple[Unit, ...]) -> Checks:
    """Do these land units fit together in a place?"""
    if not troops:
        return
    allowed = land_limit(s, place, troops)
    facts = {"hex": Place(place), "n": len(troops)}
    check = objection if len(troops) > allowed.total else held
    yield check("3-a", "land-stack", limit=allowed, **facts)
    guns = [u for u in troops if u.gun]
    if len(guns) > 1 and allowed.total < UNLIMITED:
        yield objection("3-a", "two-guns", units=units(guns), **facts)


def objections_to_mixture(s: State, place: str, stack: tuple[Unit, ...]) -> Checks:
    """Do the nations of this stack get on? In a hex all of them must, troops, aircraft and ships alike."""
    odd = [u for u in stack if strangers(s, u.nation, stack)]
    if odd and place in s.map:
        yield objection("3-i", "strangers-stacked", hex=Place(place), units=units(odd))
    elif odd:
        yield held("3-i", "strangers-at-sea", area=Place(place), units=units(odd))


def overstacked(s: State, place: str, troops: tuple[Unit, ...]) -> bool:
    """Whether the number or the guns of these troops break the limit, strangers aside."""
    return not s.law.allows(objections_to_troops(s, place, troops))


def stack(s: State, place: str, side: str) -> Ledger:
    """How many units of a side lie in a place, each kind with what its limit says."""

    def lines() -> Lines:
        for check in s.law.in_force(objections_to_stack(s, place, side)):
            n = check.facts.get("n", 0) if check.kind in COUNTED else 0
            yield plus(check.rule, check.kind, n, **check.facts)

    return s.law.ledger("3-h", "stack", lines())


def violations(s: State) -> Checks:
    """Every stack that breaks a limit, as they are live on the table."""
    for side in SIDES:
        for place in sorted({u.place for u in s.on_map() if u.side == side and u.place}):
            yield from s.law.objections(objections_to_stack(s, place, side))


# -- the end of a phase ------------------------------------------------------------------------------------------
def crowded(s: State) -> tuple[str, str] | None:
    """The first place and side whose stack breaks a limit; under one reading advances are free of it."""
    free = s.fought if s.law.reads("advance-stacking", "free") else ()
    for side in SIDES:
        for place in sorted({u.place for u in s.on_map() if u.side == side and u.place}):
            if side == s.phasing and place in free:
                continue
            if not s.law.allows(objections_to_stack(s, place, side)):
                return place, side
    return None


@step("excess", "3-j")
def excess(s: State, t: Trace) -> Steps[State]:
    """Where a limit is broken when the phase ends, the opponent removes the excess."""
    if crowded(s) is None:
        return s
    unit = yield from choose(
        Ask(
            s,
            "3-j",
            foe((crowded(s) or ("", ""))[1]),
            "excess",
            ("unit",),
            lambda id: objections_to_removing(s, id),
            to_end=lambda: objections_to_leaving(s),
        )
    )
    place, side = crowded(s) or ("", "")
    s = s.destroyed(unit)
    t.say("3-j", "removed-excess", s, unit=U(unit), hex=Place(place), side=Side(side))
    return unmarked(s, t, place).then(task("excess"))


def objections_to_leaving(s: State) -> Checks:
    """May the stack stay as it is? Not while it breaks a limit."""
    place, side = crowded(s) or ("", "")
    yield from s.law.objections(objections_to_stack(s, place, side))


def objections_to_removing(s: State, id: str) -> Checks:
    """Is this unit one of those that are too many? Whoever makes the stack legal, or less illegal, will do."""
    unit, found = s.unit(id), crowded(s)
    if found is None or (unit.place, unit.side) != found:
        yield objection("3-j", "not-crowded", unit=U(id))
        return
    broken = s.law.objections(objections_to_stack(s, found[0], found[1]))
    touched = [check for check in broken if _touches(check.kind, unit, check.units)]
    if not touched:
        yield objection("3-h", "other-limit", unit=U(id), hex=Place(found[0]))
    for check in touched:
        yield held(check.rule, check.kind, **check.facts)


def _touches(kind: str, unit: Unit, named: tuple[str, ...]) -> bool:
    match kind:
        case "land-stack":
            return unit.land
        case "air-stack":
            return unit.air
        case "naval-stack":
            return unit.naval
        case _:
            return unit.id in named
