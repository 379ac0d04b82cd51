"""2.1, 11.0.4, 11.0.8, 13.2.3, Sc5.roana: the ground itself, whoever stands on it."""

from __future__ import annotations

from functools import lru_cache
from math import lcm

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Cell, Number, Place
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.space.maps import HexMap
from tutor.engine.tables import exact
from tutor.rulesets.se.state import MOUNTAIN, State, Unit

CHART = "terrain-effects"
CLIFF, BRIDGE, FOLD = "cliff", "bridge", "fold"
WAYS = {"road": "road", "track": "track", "path": "track", "railway": "track"}


def effect(state: State, terrain: str, column: str) -> Cell:
    """What the terrain effects chart (TEC) says, as a fact."""
    return _effect(state.law, terrain, column)[0]


def effect_number(state: State, terrain: str, column: str) -> Number:
    """The same as a number; an empty cell is 0."""
    return _effect(state.law, terrain, column)[1]


@lru_cache(maxsize=1024)
def _effect(law: Law, terrain: str, column: str) -> tuple[Cell, Number]:
    cell = law.table(CHART).at(terrain, column)
    words = ("whole", "closed")
    return cell, exact(cell.value) if cell.value and cell.value not in words else 0


@lru_cache(maxsize=64)
def parts(law: Law) -> int:
    """Into how many parts the chart cuts a point."""
    rows = law.table(CHART).rows
    numbers = (_effect(law, terrain, column)[1] for terrain in rows for column in ("infantry", "artillery"))
    return lcm(*(number.denominator for number in numbers))


def column_of(unit: Unit) -> str:
    """Which movement column of the chart a unit reads; mountain guns are carried on mules."""
    return "artillery" if unit.kind in ("artillery", "heavy-artillery") else "infantry"


def terrain_of(map: HexMap, place: str) -> str:
    """The row of the chart for a hex."""
    return "cliff-hex" if is_cliff_hex(map, place) else map.hex(place).terrain


@lru_cache(maxsize=16384)
def is_cliff_hex(map: HexMap, place: str) -> bool:
    """A hex with six cliff sides (note to 11.0.4)."""
    around = map.neighbours(place)
    return len(around) == 6 and all(CLIFF in map.sides(place, other) for other in around)


@lru_cache(maxsize=16384)
def level(map: HexMap, place: str) -> int:
    """The level of a hex: at its centre (2.1); a cliff hex takes that of its highest clear neighbour (13.2.3)."""
    if is_cliff_hex(map, place):
        around = (map.hex(other) for other in map.neighbours(place))
        clear = [hex.level for hex in around if hex.terrain == "clear"]
        return max(clear, default=map.hex(place).level)
    return map.hex(place).level


def climb(state: State, a: str, b: str) -> int:
    """The levels gained from one hex to another (11.0.8).

    A map marks with `fold` a hexside over which the ground rises by a level and falls again between two centres: such a
    drawn line counts by one reading only.
    """
    gained = max(0, level(state.map, b) - level(state.map, a))
    return gained + (FOLD in state.map.sides(a, b) and state.law.reads("climb-amount", "by-drawn-line"))


def bridge_is_down(state: State, a: str, b: str) -> bool:
    """`state.bridges` holds the sides whose bridge has been blown up."""
    return bool(state.bridges) and frozenset((a, b)) in state.bridges


def crossing(state: State, a: str, b: str) -> tuple[str, ...]:
    """The kinds of hexside terrain that count for the step; a bridge that stands spares all others."""
    kinds = state.map.sides(a, b)
    if not kinds:
        return ()
    if BRIDGE in kinds and not bridge_is_down(state, a, b):
        return (BRIDGE,)
    return tuple(sorted(kinds - {BRIDGE, FOLD}))


def way(state: State, a: str, b: str) -> str | None:
    """The road or track that leads over the hexside; a railway is a track (3.0)."""
    kinds = state.map.roads(a, b)
    if not kinds or bridge_is_down(state, a, b):
        return None
    if state.law.reads("road-and-track", "supply-only"):
        kinds = tuple(kind for kind in kinds if kind in ("road", "track"))
    return min((WAYS[kind] for kind in kinds), default=None)


def objections_to_crossing(state: State, unit: Unit, a: str, b: str) -> Checks:
    """Does the ground let this unit step from one hex to the other? Whoever stands there does not matter."""
    kinds = crossing(state, a, b)
    if not (kinds or state.bridges) and state.map.adjacent(a, b):
        return
    facts = {"unit": U(unit.id), "origin": Place(a), "hex": Place(b)}
    if not state.map.adjacent(a, b):
        yield objection("11.0", "not-adjacent", **facts)
        return
    if bridge_is_down(state, a, b) and state.law.reads("roana-after", "impassable"):
        yield objection("Sc5.roana", "bridge-down", **facts, reading=state.law.read("roana-after"))
    elif CLIFF in kinds and unit.kind not in MOUNTAIN:
        yield objection("11.0.4", "cliff", **facts)
    elif CLIFF in kinds:
        yield held("11.0.4", "cliff-climbed", **facts)
    elif kinds == (BRIDGE,):
        yield held("Sc5.roana", "over-the-bridge", **facts)


def passable(state: State, unit: Unit, a: str, b: str) -> bool:
    """Whether the ground lets the unit step across."""
    if not state.map.sides(a, b) and state.law.plain:
        return bool(state.map.adjacent(a, b))
    return state.law.allows(objections_to_crossing(state, unit, a, b))
