"""3.0: zones of control (ZoC)."""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.law import Law
from tutor.engine.pieces import Pieces
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.zones import Zones
from tutor.rulesets.se.costs import allowance, ground_cost
from tutor.rulesets.se.ground import passable
from tutor.rulesets.se.state import DRAFTS, State, Unit


def zone_of(state: State, unit: Unit) -> frozenset[str]:
    """The hexes into which a unit projects its zone: those around it that it could enter."""
    if unit.place is None or not has_zone(state, unit):
        return frozenset()
    if state.bridges or state.law.reads("zoc-terrain", "affordable"):
        return _zone(state, unit)
    return _usual_zone(state.map, state.law, unit.kind, unit.place)


@lru_cache(maxsize=4096)
def _usual_zone(map: HexMap, law: Law, kind: str, place: str) -> frozenset[str]:
    """The zone while all bridges stand: the ground's alone, so it is looked up once."""
    return _zone(State(law, map=map, pieces=Pieces()), Unit("", "", kind, place))


def _zone(state: State, unit: Unit) -> frozenset[str]:
    around = state.map.neighbours(unit.place)
    return frozenset(hex for hex in around if _reaches(state, unit, hex))


def has_zone(state: State, unit: Unit) -> bool:
    """Infantry and fortresses have one; artillery and HQs have none (3.0)."""
    if not (unit.infantry or unit.fortress) or not state.law.on("3.0-ZOC"):
        return False
    weak = unit.infantry and not unit.supplied
    return not (weak and state.law.reads("zoc-weak-units", "unsupplied-lose"))


def _reaches(state: State, unit: Unit, hex: str) -> bool:
    here = unit.place or ""
    if unit.fortress and state.law.reads("zoc-forts", "all-six"):
        return True
    if not passable(state, unit, here, hex):
        return False
    if unit.infantry and state.law.reads("zoc-terrain", "affordable"):
        return ground_cost(state, unit, here, hex).total <= allowance(state, unit).total
    return True


@by_identity(256, DRAFTS)
def enemy_zone(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """The enemies of a side whose zone reaches a hex."""
    near = [unit for hex in state.map.neighbours(place) for unit in state.pieces.at(hex) if unit.side != side]
    return tuple([unit for unit in near if place in zone_of(state, unit)])


@by_identity(16, DRAFTS)
def enemy_hexes(state: State, side: str) -> frozenset[str]:
    """Where combat units of the enemies of a side stand."""
    return frozenset([unit.place for unit in state.pieces if unit.place and unit.side != side and unit.fights])


def felt_zone(state: State, unit: Unit, place: str) -> tuple[Unit, ...]:
    """The enemies whose zone a unit that moves feels in a hex.

    The booklet lets friends negate a zone for reinforcements, command and supply only; another reading, everywhere.
    """
    if state.law.reads("zoc-negation-silent", "everywhere") and friends(state, unit, place):
        return ()
    return enemy_zone(state, unit.side, place)


def friends(state: State, unit: Unit, place: str) -> tuple[Unit, ...]:
    """The other combat units of its side in a hex."""
    return tuple(other for other in state.units_at(place, unit.side) if other.id != unit.id)


def watchers(state: State, unit: Unit, a: str, b: str) -> tuple[tuple[Unit, ...], ...]:
    """The enemy stacks whose zone a step both leaves and enters (11.1.2): of each, the units that project into both."""
    entered = felt_zone(state, unit, b)
    both = [foe for foe in felt_zone(state, unit, a) if foe in entered]
    stacks = dict.fromkeys(foe.place for foe in both)
    return tuple(tuple(foe for foe in both if foe.place == place) for place in stacks)


@by_identity(16, DRAFTS)
def zones_against(state: State, side: str) -> Zones[Unit]:
    """The zones of all enemies of a side, for the whole map."""
    foes = (unit for unit in state.pieces if unit.side != side)
    return Zones.of(foes, lambda unit: zone_of(state, unit))
