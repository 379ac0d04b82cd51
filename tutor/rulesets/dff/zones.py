"""2.2.5.6: zones of control (ZDC)."""

from __future__ import annotations

from tutor.engine.space.kept import by_identity
from tutor.engine.space.zones import Zones
from tutor.rulesets.dff.ground import RIVER, barrier
from tutor.rulesets.dff.state import State, Unit


def standing(state: State, unit: Unit) -> str:
    """Where a unit counts as standing: in an attack that is not decided, where it came from, unless read otherwise."""
    here = unit.place or ""
    if unit.start is None or not state.attacked(here) or state.law.reads("attackers-zone", "target"):
        return here
    return unit.start if state.battle(here).attacker == unit.side else here


def zone_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The six hexes around infantry or cavalry, but for those behind a lake, a marsh or peaks."""
    if unit.place is None or not unit.stacks or not state.law.on("2.2.5.6-a"):
        return ()
    here = standing(state, unit)
    around = (hex for hex in state.map.neighbours(here) if barrier(state, here, hex) is None)
    if state.law.reads("zoc-rivers", "yes"):
        around = (hex for hex in around if RIVER not in state.map.sides(here, hex))
    return tuple(around)


@by_identity(16)
def zones_against(state: State, side: str) -> Zones[Unit]:
    """The zones of all enemies of a side."""
    return Zones.of((unit for unit in state.pieces if unit.side != side), lambda unit: zone_of(state, unit))


@by_identity(16)
def zones_of(state: State, side: str) -> Zones[Unit]:
    """The zones of a side's own units."""
    return Zones.of((unit for unit in state.pieces if unit.side == side), lambda unit: zone_of(state, unit))
