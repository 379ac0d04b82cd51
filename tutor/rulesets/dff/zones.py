"""2.2.5.6: zones of control (ZDC), and who stands where, hex by hex and as sets of hexes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tutor.engine.space.bits import bits_of
from tutor.engine.space.kept import by_identity, by_parts
from tutor.engine.space.maps import HexMap
from tutor.engine.space.zones import Zones
from tutor.rulesets.dff.ground import RIVER, barrier_on
from tutor.rulesets.dff.state import State, Unit


def standing(state: State, unit: Unit) -> str:
    """Where a unit counts as standing: in an attack that is not decided, where it came from, unless read otherwise."""
    here = unit.place or ""
    if unit.start is None or not state.attacked(here) or state.law.reads("attackers-zone", "target"):
        return here
    return unit.start if state.battle(here).attacker == unit.side else here


def projects(state: State, unit: Unit) -> bool:
    """Infantry and cavalry project zones."""
    return unit.place is not None and unit.stacks and state.law.on("2.2.5.6-a")


def zone_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The six hexes around infantry or cavalry, but for those behind a lake, a marsh or peaks."""
    if not projects(state, unit):
        return ()
    return _zone(state.map, standing(state, unit), state.law.reads("zoc-rivers", "yes"))


@lru_cache(maxsize=16384)
def _zone(map: HexMap, hex: str, rivers: bool) -> tuple[str, ...]:
    """The zone around a hex; `rivers` end it, too."""
    around = (near for near in map.neighbours(hex) if barrier_on(map, hex, near) is None)
    return tuple(near for near in around if not (rivers and RIVER in map.sides(hex, near)))


@lru_cache(maxsize=16384)
def _zone_set(map: HexMap, hex: str, rivers: bool) -> int:
    return bits_of(map).set(_zone(map, hex, rivers))


@by_identity(16)
def zones_against(state: State, side: str) -> Zones[Unit]:
    """The zones of all enemies of a side."""
    return Zones.of((unit for unit in state.pieces if unit.side != side), lambda unit: zone_of(state, unit))


@by_identity(16)
def zones_of(state: State, side: str) -> Zones[Unit]:
    """The zones of a side's own units."""
    return Zones.of((unit for unit in state.pieces if unit.side == side), lambda unit: zone_of(state, unit))


@dataclass(frozen=True)
class Presence:
    """Of one side the hexes of its troops, of its HQs and aircraft, and its zones, as sets."""

    troops: int = 0
    hqs: int = 0
    planes: int = 0
    zones: int = 0


@by_parts(16, "pieces", "battles")
def presence(state: State, side: str) -> Presence:
    """Where a side is."""
    of, rivers = bits_of(state.map).of, state.law.reads("zoc-rivers", "yes")
    troops = hqs = planes = zones = 0
    for unit in state.pieces:
        if unit.side != side or unit.place is None:
            continue
        here = of.get(unit.place, 0)
        if unit.ground:
            troops |= here
        elif unit.hq:
            hqs |= here
        elif unit.air:
            planes |= here
        if projects(state, unit):
            zones |= _zone_set(state.map, standing(state, unit), rivers)
    return Presence(troops, hqs, planes, zones)
