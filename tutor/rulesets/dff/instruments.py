"""What Distant Foreign Fields can show on its map: zones of control, the range of HQs and of their artillery."""

from __future__ import annotations

from tutor.engine.instrument import Instrument, Instruments, Shown
from tutor.engine.text import Text
from tutor.rulesets.dff.ground import hq_range, in_gun_range, in_hq_range
from tutor.rulesets.dff.landing import interception_range
from tutor.rulesets.dff.state import ACE, FIGHTER, State
from tutor.rulesets.dff.zones import zone_of, zones_of


def _zones(s: State, side: str) -> Shown:
    """2.2.5.6: every hex into which a unit of the side projects its zone."""
    return Shown(tuple(sorted(zones_of(s, side))))


def _zone(s: State, unit: str) -> Shown:
    return Shown(tuple(sorted(zone_of(s, s.unit(unit)))))


def _command(s: State, unit: str) -> Shown:
    """4.4.1: the hexes that an HQ has in range, round what stops it."""
    here = s.unit(unit).place
    if here is None or not s.unit(unit).hq:
        return Shown()
    area = tuple(hex for hex in s.map.places if in_hq_range(s, here, hex))
    return Shown(area, ledgers=(hq_range(s, here),))


def _guns(s: State, unit: str) -> Shown:
    """4.4.1.1: artillery fires over lakes, marshes and peaks."""
    here = s.unit(unit).place
    if here is None or not s.unit(unit).hq:
        return Shown()
    area = tuple(hex for hex in s.map.places if in_gun_range(s, here, hex))
    return Shown(area, ledgers=(hq_range(s, here),))


def _interception(s: State, unit: str) -> Shown:
    """4.5.2: how far a fighter or an ace meets the enemy, on patrol or not."""
    flier = s.unit(unit)
    if flier.place is None or flier.kind not in (FIGHTER, ACE):
        return Shown()
    reach = interception_range(s, flier)
    return Shown(tuple(s.map.within(flier.place, int(reach))), ledgers=(reach,))


INSTRUMENTS: Instruments = {
    "zones": Instrument(Text("zones de contrôle d'un camp", "zones of control of a side"), ("side",), "zone", _zones),
    "zone": Instrument(Text("zone de contrôle d'une unité", "zone of control of a unit"), ("unit",), "zone", _zone),
    "command": Instrument(Text("portée d'un QG", "range of an HQ"), ("unit",), "range", _command),
    "range": Instrument(Text("portée d'artillerie d'un QG", "range of an HQ's artillery"), ("unit",), "range", _guns),
    "interception": Instrument(Text("portée d'interception", "interception range"), ("unit",), "range", _interception),
}
