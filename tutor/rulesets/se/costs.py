"""11.0: what the ground itself takes from a unit, whoever stands there, and how far a unit may go in this weather."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tutor.engine.facts import Number, Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Line, Lines, instead, plus, round_down, round_up, times
from tutor.engine.pieces import Pieces
from tutor.engine.space.maps import HexMap
from tutor.rulesets.se.ground import CLIFF, climb, column_of, crossing, effect, effect_number, terrain_of, way
from tutor.rulesets.se.state import State, Unit


# -- the points of a unit ----------------------------------------------------------------------------------
def allowance(state: State, unit: Unit) -> Ledger:
    """The movement points of a unit in this weather (11.0.1, 9.1)."""
    return state.law.ledger("11.0.1", "allowance", _allowance_lines(state, unit))


def _allowance_lines(state: State, unit: Unit) -> Lines:
    yield plus("11.0.1", "printed", unit.mp, unit=U(unit.id))
    if unit.gun and unit.mode == "fire":
        yield instead("19.1", "fire-side", 0, unit=U(unit.id))
    elif state.weather == "rain":
        yield from rain_lines(state, unit)


def rain_lines(state: State, unit: Unit) -> Lines:
    """What rain takes from the movement points: one from infantry that has any, half from guns (9.1)."""
    if unit.infantry:
        if unit.mp:
            yield plus("9.1-rain", "rain-infantry", -1)
    elif unit.gun:
        yield times("9.1-rain", "rain-guns", Fraction(1, 2))
        rounded = round_down if state.law.reads("movement-rounding", "down") else round_up
        yield rounded("9.1-rain", "rounded", reading=state.law.read("movement-rounding"))


# -- the ground --------------------------------------------------------------------------------------------
def ground_cost(state: State, unit: Unit, a: str, b: str) -> Ledger:
    """What the ground alone costs, as if nobody else stood there."""
    over_cliff = CLIFF in crossing(state, a, b)
    lines = cliff_lines(state, unit, b, None) if over_cliff else ground_lines(state, column_of(unit), a, b)
    return state.law.ledger("11.0.2", "entry-cost", lines)


def cliff_lines(state: State, unit: Unit, b: str, whole: Number | None) -> Lines:
    """A cliff takes the whole allowance (11.0.4); nothing else is due."""
    reading = state.law.read("cliff-move")
    if whole is None:
        left = state.law.reads("cliff-move", "what-is-left")
        amount: Number | Ledger = unit.mp_left if left else allowance(state, unit)
    else:
        amount = whole
    yield plus("11.0.4", "whole-allowance", amount, hex=Place(b), reading=reading)


def ground_lines(state: State, column: str, a: str, b: str, lost: tuple[Line, ...] = ()) -> Lines:
    """The hex, its side and the climb, or the way that leads there; `lost` is why it cannot be used."""
    path = way(state, a, b)
    if not (path or state.bridges):
        yield from _wayless_lines(state.map, state.law, a, b, column)
        return
    if path and not lost:
        cell = effect(state, path, column)
        rule = "3.0-rail" if state.map.roads(a, b) == ("railway",) else "11.0.5"
        yield plus(rule, "by-way", effect_number(state, path, column), way=Term(path), cell=cell)
    else:
        yield from _hex_lines(state, a, b, column, with_side=not path)
        yield from lost
    yield from _climb_lines(state, a, b, column, path)


@lru_cache(maxsize=16384)
def _wayless_lines(map: HexMap, law: Law, a: str, b: str, column: str) -> tuple[Line, ...]:
    """What the ground costs where no way leads and no bridge is down: always the same, so it is reckoned once."""
    empty = _empty(map, law)
    return (*_hex_lines(empty, a, b, column, with_side=True), *_climb_lines(empty, a, b, column, None))


@lru_cache(maxsize=16)
def _empty(map: HexMap, law: Law) -> State:
    return State(law, map=map, pieces=Pieces())


def _hex_lines(state: State, a: str, b: str, column: str, with_side: bool) -> Lines:
    """The hex and its side are added (11.0.2); along a way only the hex can come back (11.0.5, 12.4)."""
    terrain = terrain_of(state.map, b)
    cost = effect_number(state, terrain, column)
    yield plus("11.0.2", "hex", cost, hex=Place(b), terrain=Term(terrain), cell=effect(state, terrain, column))
    for kind in crossing(state, a, b) if with_side else ():
        cost = effect_number(state, kind, column)
        yield plus("11.0.2", "side", cost, hex=Place(b), terrain=Term(kind), cell=effect(state, kind, column))


def _climb_lines(state: State, a: str, b: str, column: str, path: str | None) -> Lines:
    levels = climb(state, a, b)
    if not levels:
        return
    if path:
        yield plus("11.0.8", "way-spares-climb", 0, levels=levels, way=Term(path))
        return
    each = effect_number(state, "climb", column)
    yield plus("11.0.8", "climb", levels * each, levels=levels, cell=effect(state, "climb", column))
