"""11.0, 11.1.1, 11.1.3, 11.2, 12.4: what one step costs, what forbids it, and how far a unit comes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache

from tutor.engine.check import Check, Checks, first_objection, held, objection
from tutor.engine.facts import Number, Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law, seam
from tutor.engine.ledger import Ledger, Lines, instead, plus, round_down, round_up, times
from tutor.engine.pieces import Pieces
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import Costs, Reach, compile_costs, reach
from tutor.rulesets.se.ground import (
    BRIDGE,
    CLIFF,
    bridge_is_down,
    climb,
    column_of,
    crossing,
    effect,
    effect_number,
    is_cliff_hex,
    level,
    objections_to_crossing,
    passable,
    terrain_of,
    way,
)
from tutor.rulesets.se.state import MOUNTAIN, State, Unit
from tutor.rulesets.se.zones import enemy_zone, felt_zone, friends, has_zone, zones_against

__all__ = [
    "BRIDGE",
    "CLIFF",
    "allowance",
    "bridge_is_down",
    "climb",
    "crossing",
    "effect",
    "effect_number",
    "entry_cost",
    "ground_cost",
    "is_cliff_hex",
    "level",
    "objections_to_crossing",
    "objections_to_entering",
    "passable",
    "reach_of",
    "terrain_of",
    "too_dear",
    "way",
]


# -- what a step costs -------------------------------------------------------------------------------------


def entry_cost(
    state: State,
    unit: Unit,
    a: str,
    b: str,
    *,
    assault: bool = False,
    tactical: bool = True,
    whole: Number | None = None,
) -> Ledger:
    """What one step costs: the hex, its side, the climb, the zone that is left.

    Args:
        assault: The price of an assault marker (11.1.3).
        tactical: Tactical movement; otherwise the movement of non-activated units (11.2).
        whole: The unit's whole allowance, which a cliff takes; by default that of its counter and the weather.
    """
    rule = "11.1.3" if assault else "11.0.2"
    return Ledger.of(rule, "entry-cost", _entry_lines(state, unit, a, b, assault, tactical, whole))


@seam("se.entry-cost")
def _entry_lines(
    state: State, unit: Unit, a: str, b: str, assault: bool, tactical: bool, whole: Number | None
) -> Lines:
    if CLIFF in crossing(state, a, b):
        yield from _cliff_lines(state, unit, b, whole)
        return
    yield from _ground_lines(state, unit, a, b)
    foes = felt_zone(state, unit, a)
    if assault and state.law.reads("assault-zoc-exit", "never-paid"):
        return
    if assault:
        foes = tuple(foe for foe in foes if foe.place != b)
    if foes:
        amount = 1 if state.law.reads("zoc-exit-count", "per-hex") else len(foes)
        rule = "11.1.1" if tactical else "11.2"
        yield plus(rule, "leaving-zone", amount, hex=Place(a), foes=units(foes))


def ground_cost(state: State, unit: Unit, a: str, b: str) -> Ledger:
    """What the ground alone costs, as if nobody else stood there."""
    alone = state.but(pieces=Pieces())
    return entry_cost(alone, unit, a, b)


def _cliff_lines(state: State, unit: Unit, b: str, whole: Number | None) -> Lines:
    """A cliff takes the whole allowance (11.0.4); nothing else is due."""
    reading = state.law.read("cliff-move")
    if whole is None:
        left = state.law.reads("cliff-move", "what-is-left")
        amount: Number | Ledger = unit.mp_left if left else allowance(state, unit)
    else:
        amount = whole
    yield plus("11.0.4", "whole-allowance", amount, hex=Place(b), reading=reading)


def _ground_lines(state: State, unit: Unit, a: str, b: str) -> Lines:
    column = column_of(unit)
    path = way(state, a, b)
    lost = tuple(_way_lost(state, unit, b)) if path else ()
    if path and not lost:
        cell = effect(state, path, column)
        yield plus("11.0.5", "by-way", effect_number(state, path, column), way=Term(path), cell=cell)
    else:
        yield from _hex_lines(state, a, b, column, with_side=not path)
        yield from lost
    yield from _climb_lines(state, a, b, column, path)


def _hex_lines(state: State, a: str, b: str, column: str, with_side: bool) -> Lines:
    """The hex and its side are added (11.0.2); along a way only the hex can come back (11.0.5, 12.4)."""
    terrain = terrain_of(state.map, b)
    cost = effect_number(state, terrain, column)
    yield plus("11.0.2", "hex", cost, hex=Place(b), terrain=Term(terrain), cell=effect(state, terrain, column))
    for kind in crossing(state, a, b) if with_side else ():
        cost = effect_number(state, kind, column)
        yield plus("11.0.2", "side", cost, hex=Place(b), terrain=Term(kind), cell=effect(state, kind, column))


def _way_lost(state: State, unit: Unit, b: str) -> Lines:
    """Why the hex must be paid at its terrain cost although a road or track leads there."""
    holders = tuple(foe for foe in state.foes_at(b, unit.side) if has_zone(state, foe))
    if foes := (*holders, *enemy_zone(state, unit.side, b)):
        yield plus("11.0.5", "way-ends-in-zone", 0, hex=Place(b), foes=units(foes))
    if there := [other for other in friends(state, unit, b) if not other.fortress]:
        yield plus("12.4", "way-through-friends", 0, hex=Place(b), friends=units(there))


def _climb_lines(state: State, a: str, b: str, column: str, path: str | None) -> Lines:
    levels = climb(state, a, b)
    if not levels:
        return
    if path:
        yield plus("11.0.8", "way-spares-climb", 0, levels=levels, way=Term(path))
        return
    each = effect_number(state, "climb", column)
    yield plus("11.0.8", "climb", levels * each, levels=levels, cell=effect(state, "climb", column))


def allowance(state: State, unit: Unit) -> Ledger:
    """The movement points of a unit in this weather (11.0.1, 9.1)."""
    return Ledger.of("11.0.1", "allowance", _allowance_lines(state, unit))


@seam("se.allowance")
def _allowance_lines(state: State, unit: Unit) -> Lines:
    yield plus("11.0.1", "printed", unit.mp, unit=U(unit.id))
    if unit.gun and unit.mode == "fire":
        yield instead("19.1", "fire-side", 0, unit=U(unit.id))
    elif state.weather == "rain" and unit.infantry:
        yield plus("9.1-rain", "rain-infantry", -1)
    elif state.weather == "rain" and unit.gun:
        yield times("9.1-rain", "rain-guns", Fraction(1, 2))
        rounded = round_down if state.law.reads("movement-rounding", "down") else round_up
        yield rounded("9.1-rain", "rounded", reading=state.law.read("movement-rounding"))


# -- what forbids a step -----------------------------------------------------------------------------------


@seam("se.entering")
def objections_to_entering(state: State, unit: Unit, a: str, b: str, tactical: bool = True) -> Checks:
    """May this unit step into this hex, points aside?"""
    yield from objections_to_crossing(state, unit, a, b)
    yield from _enemy_there(state, unit, b)
    foes = felt_zone(state, unit, b)
    if not foes:
        return
    facts = {"unit": U(unit.id), "hex": Place(b), "foes": units(foes)}
    if unit.gun and not any(other.infantry for other in friends(state, unit, b)):
        yield objection("19.4", "guns-alone-in-zone", **facts)
    if tactical:
        yield held("11.1.1", "zone-entered", **facts)
    else:
        yield objection("11.2", "zone-closed", **facts)


def _enemy_there(state: State, unit: Unit, b: str) -> Checks:
    """Enemies other than artillery bar the hex; HQs do not matter (11.0.6). Lone guns are taken (19.4)."""
    foes = state.foes_at(b, unit.side)
    if not foes:
        return
    facts = {"unit": U(unit.id), "hex": Place(b), "foes": units(foes)}
    if not all(foe.gun for foe in foes):
        yield objection("11.0.6", "enemy-there", **facts)
    elif state.law.reads("lone-guns", "taken-on-entry"):
        yield held("19.4", "guns-taken", **facts, reading=state.law.read("lone-guns"))
    else:
        yield objection("19.3", "guns-need-assault", **facts, reading=state.law.read("lone-guns"))


def too_dear(a: str, b: str, cost: Ledger, left: Number) -> Check:
    """There is no minimum move (11.0.3)."""
    return objection("11.0.3", "too-dear", origin=Place(a), hex=Place(b), cost=cost, left=left)


# -- how far a unit comes ----------------------------------------------------------------------------------


def reach_of(state: State, unit: Unit, points: Number | None = None, *, tactical: bool = True) -> Reach[str]:
    """Every hex that a unit can enter with its points, with the cheapest way and the reasons.

    A step at road rate cannot pass a friend (12.4), and that lies in the price of the step; where the move may end
    is another question (12.3).
    """
    whole = allowance(state, unit).total if points is None else points
    rest = state.law.reads("cliff-move", "what-is-left")

    def price_now(a: str, b: str, left: Number | None) -> Ledger | Check:
        return price(state, unit, a, b, tactical, left if rest and left is not None else whole)

    return reach(
        static_costs(state.map, state.law, _alike(unit), whole if unit.kind in MOUNTAIN else 0, tactical),
        unit.place or "",
        whole,
        touched=marks(state, unit),
        price_now=price_now,
        too_dear=too_dear,
    )


def price(state: State, unit: Unit, a: str, b: str, tactical: bool, whole: Number) -> Ledger | Check:
    """The one text of a step: what forbids it, or what it costs."""
    refusal = first_objection(objections_to_entering(state, unit, a, b, tactical))
    return refusal or entry_cost(state, unit, a, b, tactical=tactical, whole=whole)


@lru_cache(maxsize=32)
def static_costs(map: HexMap, law: Law, kind: str, whole: Number, tactical: bool) -> Costs[str]:
    """The prices of all steps of a map on which nobody stands, for one class of unit."""
    empty = State(law, map=map, pieces=Pieces())
    mover = Unit("", "", kind, None)
    takes_rest: Callable[[Ledger], bool] | None = None
    if law.reads("cliff-move", "what-is-left"):
        takes_rest = _is_cliff
    return compile_costs(map, lambda a, b: price(empty, mover, a, b, tactical, whole), takes_rest)


def _is_cliff(cost: Ledger) -> bool:
    return any(line.kind == "whole-allowance" for line in cost.lines)


def _alike(unit: Unit) -> str:
    """One kind for all units that the ground treats alike."""
    if unit.infantry:
        return "mountain" if unit.kind in MOUNTAIN else "infantry"
    return "artillery" if column_of(unit) == "artillery" else unit.kind


# Of every hex what the price of a step takes from the position: bits, and the number of zones from here on.
BARRED, GUNS_THERE, FRIEND, STACKING, INFANTRY_THERE, ZONE = 1, 2, 4, 8, 16, 32


def marks(state: State, unit: Unit) -> Mapping[str, Hashable]:
    """The hexes on which the position has a say in what this unit pays."""
    common = _marks(state, unit.side)
    here = unit.place
    if here is None or here not in common:
        return common
    bits = len(zones_against(state, unit.side).at(here)) * ZONE
    for other in state.pieces.at(here):
        bits |= 0 if other.id == unit.id else _presence(other, unit.side)
    return {**common, here: _mark(state, here, bits)}


@by_identity(16)
def _marks(state: State, side: str) -> Mapping[str, Hashable]:
    found = {hex: len(foes) * ZONE for hex, foes in zones_against(state, side).items()}
    for unit in state.pieces:
        if unit.place is not None:
            found[unit.place] = found.get(unit.place, 0) | _presence(unit, side)
    if not state.bridges:
        return found
    for hex in (hex for pair in state.bridges for hex in pair):
        found.setdefault(hex, 0)
    return {hex: _mark(state, hex, bits) for hex, bits in found.items()}


def _presence(unit: Unit, side: str) -> int:
    """What one unit in a hex means to a mover of a side."""
    if unit.hq:
        return 0
    if unit.side != side:
        return GUNS_THERE if unit.gun else BARRED
    if unit.fortress:
        return FRIEND
    return FRIEND | STACKING | (INFANTRY_THERE if unit.infantry else 0)


def _mark(state: State, hex: str, bits: int) -> Hashable:
    """Bridges that are down belong to the hexes at both their ends."""
    down = [pair for pair in state.bridges if hex in pair]
    return (bits, frozenset(down)) if down else bits
