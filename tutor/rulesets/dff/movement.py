"""4.2, 5.0, 2.2.5.6, 3.5: how far a unit comes, what a hex costs, and what bars the way."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import lru_cache

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law, seam
from tutor.engine.ledger import Ledger, Lines, plus, times
from tutor.engine.pieces import Pieces
from tutor.engine.space.bits import bits_of, parted
from tutor.engine.space.kept import by_identity, by_parts
from tutor.engine.space.maps import HexMap
from tutor.engine.space.masks import Lay, Opening
from tutor.engine.space.paths import Costs, Priced, Reach, compile_costs, reach
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.ground import (
    BARRIERS,
    FOREST,
    GULF,
    PARENTS,
    RIVER,
    barrier,
    closed_land,
    flags,
    front_of,
    front_on,
    objections_to_land,
    potential_cell,
    terrain,
    terrain_on,
    weather_at,
)
from tutor.rulesets.dff.links import land
from tutor.rulesets.dff.state import AIR, CAVALRY, INFANTRY, MOVEMENT, SUPPLY, TANK, State, Unit, foe
from tutor.rulesets.dff.towns import worth_taking
from tutor.rulesets.dff.zones import presence, zones_against, zones_of


# -- the potential (4.2) ---------------------------------------------------------------------------------------
def potential(state: State, unit: Unit) -> Ledger:
    """The movement points of a unit on its map, in its weather."""
    return state.law.ledger("4.2", "potential", _potential_lines(state, unit))


def _potential_lines(state: State, unit: Unit) -> Lines:
    here = unit.start or unit.place or ""
    front = scale_of(state, here)
    cell = potential_cell(state.law, front)
    yield plus("1.1-b", "map-potential", int(cell.value), front=Term(front), cell=cell)
    if unit.kind == CAVALRY:
        yield times("4.2", "cavalry-doubles", 2)
    if unit.kind in AIR:
        yield times("4.5-b", "aircraft-treble", 3)
        return
    now = weather_at(state, here)
    half = charts.number(state.law, "weather-effects", "Ground and supply movement", charts.WEATHER_COLUMN[now])
    if half != 1:
        rules = {"wet": "2.2.1.1-b", "rain": "2.2.1.1-c", "cold": "2.2.1.1-d", "blizzard": "2.2.1.1-e"}
        yield times(rules[now], "weather-halves-movement", half, weather=Term(now))


def scale_of(state: State, hex: str) -> str:
    """The front whose potential counts: on a map addition that of its front, unless read otherwise."""
    front = front_of(state, hex)
    return PARENTS.get(front, front) if state.law.reads("addon-scale", "parent-scale") else front


# -- setting out (2.2.1.1, 7.7.9) --------------------------------------------------------------------------------
@seam("dff.setting-out")
def objections_to_setting_out(state: State, unit: Unit) -> Checks:
    """What keeps a counter where it is, whatever would move it: a march, a train, a ship, a flight or an attack."""
    now = weather_at(state, unit.place or "")
    if not unit.air or now not in GROUNDING:
        return
    facts = {"unit": U(unit.id), "weather": Term(now)}
    if state.phase != MOVEMENT:
        yield objection(GROUNDING[now], "grounded", **facts)
        return
    check = held if state.law.reads("grounded-aircraft", "carried") else objection
    yield check(GROUNDING[now], "grounded-too", **facts, reading=state.law.read("grounded-aircraft"))


GROUNDING = {"rain": "2.2.1.1-c", "blizzard": "2.2.1.1-e"}


# -- one hex (5.0) ---------------------------------------------------------------------------------------------
TERRAIN_RULE = {
    "clear": "5.3",
    "desert": "5.3",
    "rough": "5.2-a",
    "heights": "5.2-b",
    "mountains": "5.2-c",
    "forest": "5.6",
    "swamp": "5.7",
}


def entry_cost(state: State, unit: Unit, a: str, b: str) -> Ledger:
    """What entering a hex costs; a river on the way costs nothing."""
    return state.law.ledger("4.2", "entry-cost", _cost_lines(state, unit, a, b))


def _cost_lines(state: State, unit: Unit, a: str, b: str) -> Lines:
    if unit.kind == SUPPLY and along_river(state.map, a, b):
        cell = charts.cell(state.law, "supply-river-move", "0.5", "Cost of a hex")
        yield plus("3.5-b", "down-river", Fraction(cell.value), origin=Place(a), hex=Place(b), cell=cell)
        return
    kind = terrain(state, b)
    cell = charts.terrain(state.law, kind, "Movement points")
    yield plus(TERRAIN_RULE.get(kind, "5.3"), "terrain-cost", int(cell.value), terrain=Term(kind), cell=cell)
    if scale_of(state, b) != front_of(state, b):
        yield times(
            "1.1-d", "addition-doubles", 2, front=Term(front_of(state, b)), reading=state.law.read("addon-scale")
        )


def ground_bars(state: State, unit: Unit, a: str, b: str) -> Check | None:
    """What the ground itself refuses."""
    if kind := barrier(state, a, b):
        return objection(BARRIERS[kind], "barrier", side=Term(kind), origin=Place(a), hex=Place(b))
    if unit.kind == TANK and terrain(state, b) == FOREST:
        return objection("5.6", "no-tanks-in-forest", unit=U(unit.id), hex=Place(b))
    if GULF in flags(state, b):
        return objection("1.1.1-d", "gulf-of-suez", hex=Place(b))
    return state.law.first_objection(objections_to_land(state, b))


@lru_cache(maxsize=65536)
def along_river(map: HexMap, a: str, b: str) -> bool:
    """Whether a river that borders a hex goes on along the next: between both, or past a hex next to both."""
    if RIVER in map.sides(a, b):
        return True
    around = set(map.neighbours(a)) & set(map.neighbours(b))
    return any(RIVER in map.sides(a, c) and RIVER in map.sides(b, c) for c in around)


def price(state: State, unit: Unit, a: str, b: str, start: str = "") -> Priced:
    """The cost of a step, or what refuses it. Fighting one's way in is not a step but an attack."""
    barred = ground_bars(state, unit, a, b)
    if barred is not None:
        return barred
    if foes := state.ground_at(b, foe(unit.side)):
        rule = "2.2.5-b" if state.phase == MOVEMENT else "2.2.4.8-b"
        return objection(rule, "enemy-holds", hex=Place(b), foes=units(foes))
    if not unit.ground and (check := _for_followers(state, unit, b)) is not None:
        return check
    if covered(state, b, unit.side):
        guards = zones_of(state, foe(unit.side)).at(b)
        rule = "4.4.1.5-b" if state.phase == MOVEMENT else "2.2.4.8-b"
        return objection(rule, "hq-covered", hex=Place(b), foes=units(guards))
    zones = zones_against(state, unit.side)
    counts = a != start or state.law.reads("zoc-start-hex", "counted")
    if counts and a in zones and b in zones:
        facts = {"origin": Place(a), "hex": Place(b), "foes": units(zones.at(b))}
        return objection("2.2.5.6-b", "zone-to-zone", **facts)
    return entry_cost(state, unit, a, b)


def _for_followers(state: State, unit: Unit, hex: str) -> Check | None:
    """Supply would be lost on enemy ground; an HQ takes neither towns nor what lies in an enemy depot."""
    if state.control.get(hex) != foe(unit.side):
        return None
    if unit.kind == SUPPLY:
        return objection("3.1-b", "supply-would-be-lost", hex=Place(hex))
    if planes := [u for u in state.pieces.at(hex) if u.air and u.side == foe(unit.side)]:
        return objection("4.4.1.1-g", "hq-not-among-aircraft", hq=U(unit.id), hex=Place(hex), units=units(planes))
    if worth_taking(state, hex) or state.hqs_at(hex, foe(unit.side)) or state.supply.get(hex):
        return objection("4.4.1.1-g", "hq-captures-not", hq=U(unit.id), hex=Place(hex))
    return None


def covered(state: State, hex: str, side: str) -> bool:
    """Whether an enemy HQ here, with its depot, is guarded by a zone of its own side, which plain movement cannot
    overrun. A stack of supply without an HQ is no depot (3.3)."""
    owner = foe(side)
    if not state.hqs_at(hex, owner):
        return False
    if state.phase != MOVEMENT and state.law.reads("overrun-hq-zoc", "non-combat-too"):
        return False
    return hex in zones_of(state, owner)


# -- ways (space.masks) ------------------------------------------------------------------------------------------
@lru_cache(maxsize=32)
def _lay(map: HexMap, rivers: bool) -> Lay:
    """The steps of a map by all that the ground says of them; `rivers` matter to supply alone."""
    ground = {hex.id: _ground(map, hex.id) for hex in map}

    def likeness(a: str, b: str) -> Hashable:
        return ground[b], map.sides(a, b), rivers and along_river(map, a, b)

    return Lay(land(map), map, likeness)


def _ground(map: HexMap, hex: str) -> Hashable:
    """All that a step takes from the hex into which it leads."""
    return front_on(map, hex), terrain_on(map, hex), GULF in map.hex(hex).flags, closed_land(map, hex)


@lru_cache(maxsize=32)
def static_costs(map: HexMap, law: Law, kind: str, home: str) -> Costs[str]:
    """The steps of an empty map for one kind of unit."""
    empty, mover = State(law, map=map, pieces=Pieces(), home=home), _mover(kind, "allies")
    return compile_costs(land(map), lambda a, b: price(empty, mover, a, b), lay=_lay(map, kind == SUPPLY))


def _mover(kind: str, side: str) -> Unit:
    """One that stands for all of its kind."""
    return Unit("", side, "", kind, None)


def _kind(unit: Unit) -> str:
    """Whom the steps treat alike: troops, tanks, HQs, supply on its way."""
    return unit.kind if unit.kind in (TANK, SUPPLY) or not unit.ground else INFANTRY


@by_parts(32, "pieces", "control", "supply", "battles", "phase", "home")
def _opening(state: State, side: str, kind: str, start: bool) -> Opening:
    """The steps that are open to a kind of unit; or, to whoever begins there, those out of the `start`.

    Zones bar the step from one into another; troops, covered HQs and what followers may not take bar the hex itself.
    """
    mover, foes = _mover(kind, side), presence(state, foe(side))
    bits = bits_of(state.map)
    hqs = bits.where(lambda hex: covered(state, hex, side), parted(foes.hqs, (foes.zones,)), {})
    barred = 0 if mover.ground else bits.set(hex for hex in state.map.places if _for_followers(state, mover, hex))
    return static_costs(state.map, state.law, kind, state.home).opening(
        lambda a, b: price(state, mover, a, b, a if start else ""),
        leaving=(foes.zones,),
        entering=(foes.zones, foes.troops, hqs, barred),
        who=start,
    )


def reach_of(state: State, unit: Unit) -> Reach[str]:
    """Everywhere a unit can move to without a fight, from where it stood when the phase began."""
    return _reach(state, unit.id)


@by_identity(64)
def _reach(state: State, id: str) -> Reach[str]:
    unit = state.pieces[id]
    return walk(state, unit, unit.start or unit.place or "", potential(state, unit))


def walk(state: State, unit: Unit, start: str, whole: Ledger, endless: bool = False) -> Reach[str]:
    """Everywhere a unit comes to from a hex with so many movement points, or without a limit."""
    kind, here = _kind(unit), bits_of(state.map).of.get(start, 0)
    watched = here & presence(state, foe(unit.side)).zones
    return reach(
        static_costs(state.map, state.law, kind, state.home),
        start,
        None if endless else whole.total,
        opened=_opening(state, unit.side, kind, False).steps,
        first=_opening(state, unit.side, kind, True).out_of(here) if watched else None,
        price_now=lambda a, b, left: price(state, unit, a, b, start),
        too_dear=lambda a, b, cost, left: _too_far(unit, b, cost, left, whole),
    )


def too_far(state: State, unit: Unit, hex: str, cost: Ledger, left: Number) -> Check:
    return _too_far(unit, hex, cost, left, potential(state, unit))


def _too_far(unit: Unit, hex: str, cost: Ledger, left: Number, whole: Ledger) -> Check:
    facts = {"hex": Place(hex), "cost": cost, "left": left, "potential": whole}
    if unit.kind == SUPPLY:
        return objection("3.5-a", "supply-too-far", **facts)
    return objection("4.2", "too-far", unit=U(unit.id), **facts)
