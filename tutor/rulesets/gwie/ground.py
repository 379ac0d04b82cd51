"""8.2, 10.15, 15.24, 15.71: the ground of hexes and hexsides, and who may set foot or attack there."""

from __future__ import annotations

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.rulesets.gwie.state import State, Unit
from tutor.rulesets.gwie.weather import SNOW, WET, weather_in

ALPINE, MARSH, PLAIN = "alpine", "marsh", "flood-plain"
SEA, LAKE, LAGOON = "sea", "lake", "lagoon"
WATER = frozenset({SEA, LAKE})
BEACHES, BEACHES_FROM = frozenset({"E1022", "E1122"}), "E1023"  # of Gallipoli (6.52)
GAZA_LINE = ("N2712", "N2813")  # the trenches of Kress (6.35)
NOT_THE_LAGOON = {"E5512", "E5413"}
CLOSED_SIDES = (SEA, "impassable")
NO_TANKS = frozenset({MARSH, "mountain", "pass", ALPINE, "forest"})


def terrain_of(s: State, hex: str) -> str:
    """The terrain that counts: a flood plain is marsh in every way in the Wet (12.2b)."""
    terrain: str = s.map.hex(hex).terrain
    return MARSH if terrain == PLAIN and weather_in(s, hex) == WET else terrain


def closed_side(s: State, a: str, b: str) -> str | None:
    """What closes a hexside to every step and attack; a lake not when it is frozen, for steps."""
    kinds = s.map.sides(a, b)
    return next((kind for kind in CLOSED_SIDES if kind in kinds), None)


def objections_to_attacking_across(s: State, unit: Unit, a: str, b: str) -> Checks:
    """Does the ground let this unit attack from one hex into the other (10.15, 15.71)?"""
    facts = {"unit": U(unit.id), "hex": Place(b)}
    side = closed_side(s, a, b)
    if side:
        yield objection("10.15", "side-closed", side=Term(side), origin=Place(a), **facts)
    elif LAKE in s.map.sides(a, b):
        yield from _frozen_lake(s, unit, a, b)
    if s.map.hex(b).terrain in WATER:
        yield objection("10.15", "water-hex", hex=Place(b))
    for hex in (a, b):
        if s.map.hex(hex).terrain == ALPINE and weather_in(s, hex) == SNOW:
            yield objection("10.15", "alpine-in-snow", unit=U(unit.id), hex=Place(hex))
            yield objection("12.2c", "snow-stops-alpine", hex=Place(hex))
    if s.map.hex(b).terrain == ALPINE and unit.kind != "mountain":
        yield objection("15.71", "alpine-needs-mountain", **facts)
    elif s.map.hex(b).terrain == ALPINE:
        yield held("15.71", "mountain-in-alpine", **facts)


def _frozen_lake(s: State, unit: Unit, a: str, b: str) -> Checks:
    reading = s.law.read("attack-across-frozen-lake")
    frozen = weather_in(s, b) == SNOW and s.law.reads("attack-across-frozen-lake", "attack")
    facts = {"unit": U(unit.id), "hex": Place(b), "reading": reading}
    if frozen:
        yield held("12.2c", "lake-frozen", **facts)
    else:
        yield objection("10.15", "lake-side", origin=Place(a), **facts)


@seam("gwie.entering")
def objections_to_entering(s: State, unit: Unit, a: str, b: str) -> Checks:
    """Would operational movement let this unit step from one hex into the other, points aside (8.2, 15.71)?"""
    yield from objections_to_the_way(s, unit, a, b)
    foes = s.barred_to(unit.side, b)
    if foes:
        yield objection("8.22", "enemy-there", foes=tuple(U(u.id) for u in foes), hex=Place(b))
    hqs = [u for u in s.at(b) if u.hq and u.side != unit.side]
    if hqs and unit.hq:
        yield objection("15.63", "hq-enters-no-enemy", unit=U(unit.id), hex=Place(b), foes=units(hqs))
    elif hqs and not foes:
        yield held("8.22", "lone-hq-dies", unit=U(unit.id), hex=Place(b), foes=units(hqs))


def objections_to_the_way(s: State, unit: Unit, a: str, b: str) -> Checks:
    """What the ground and the map allow, whoever stands there."""
    facts = {"unit": U(unit.id), "hex": Place(b)}
    if s.map.hex(b).terrain == SEA:
        yield objection("8.24", "water-hex", hex=Place(b))
    side = closed_side(s, a, b)
    if side:
        if {a, b} == NOT_THE_LAGOON:
            yield objection("8.35", "not-the-lagoon", origin=Place(a), **facts)
        yield objection("8.24", "side-closed", side=Term(side), origin=Place(a), **facts)
    elif LAGOON in s.map.sides(a, b):
        yield held("8.35", "lagoon-crossed", origin=Place(a), **facts)
    yield from _lakes(s, unit, a, b)
    if s.map.hex(b).terrain == ALPINE and unit.kind != "mountain":
        yield objection("8.32", "alpine-ground", **facts)
        yield objection("15.71", "alpine-needs-mountain", **facts)
    elif s.map.hex(b).terrain == ALPINE:
        yield held("15.71", "mountain-in-alpine", **facts)


def _lakes(s: State, unit: Unit, a: str, b: str) -> Checks:
    """Lakes and their sides are closed, but frozen they are clear terrain (8.34)."""
    if LAKE not in s.map.sides(a, b) and s.map.hex(b).terrain != LAKE:
        return
    facts = {"unit": U(unit.id), "hex": Place(b), "origin": Place(a)}
    if weather_in(s, b) == SNOW:
        yield held("8.34b", "lake-frozen-over", **facts)
    else:
        yield objection("8.34b", "lake-open", **facts)


def objections_to_staying(s: State, unit: Unit, hex: str) -> Checks:
    """May a unit end its move on this ground? Nobody stays on the ice (8.34)."""
    if s.map.hex(hex).terrain == LAKE:
        yield objection("8.34b", "no-end-on-ice", unit=U(unit.id), hex=Place(hex))
