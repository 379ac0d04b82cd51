"""What Strafexpedition 1916 can show on its map: zones of control, command, range, lines of sight."""

from __future__ import annotations

from tutor.engine.instrument import Instrument, Instruments, Shown
from tutor.engine.text import Text
from tutor.rulesets.se.command import commanded_from
from tutor.rulesets.se.ground import level
from tutor.rulesets.se.sight import line_of_sight, max_sight, objections_to_sight
from tutor.rulesets.se.state import State
from tutor.rulesets.se.zones import zone_of


def _zones(s: State, side: str) -> Shown:
    """3.0: every hex into which a unit of the side projects its zone."""
    return Shown(tuple(sorted({hex for unit in s.units_of(side) for hex in zone_of(s, unit)})))


def _zone(s: State, unit: str) -> Shown:
    return Shown(tuple(sorted(zone_of(s, s.unit(unit)))))


def _command(s: State, unit: str) -> Shown:
    """8.1: what command reaches for certain; hexes that need a die are left out."""
    hq = s.unit(unit)
    return Shown(tuple(sorted(commanded_from(s, hq, False))) if hq.hq and hq.place else ())


def _range(s: State, unit: str) -> Shown:
    gun = s.unit(unit)
    return Shown(tuple(sorted(s.map.within(gun.place, gun.range))) if gun.fires and gun.place else ())


def _sight(s: State, observer: str, target: str) -> Shown:
    """13.2.2: the line, the heights under it, and the hex that closes it."""
    sight = line_of_sight(s, observer, target)
    heights = tuple(("/".join(rise.places), rise.height) for rise in sight.profile(lambda hex: level(s.map, hex)))
    blocked = tuple(place for point in sight.blocking for place in point.places)
    checks = s.law.in_force(objections_to_sight(s, observer, target))
    seen = s.law.allows(checks)
    return Shown((), (observer, target), seen, blocked, heights, checks, (max_sight(s, observer, target),))


INSTRUMENTS: Instruments = {
    "zones": Instrument(Text("zones de contrôle d'un camp", "zones of control of a side"), ("side",), "zone", _zones),
    "zone": Instrument(Text("zone de contrôle d'une unité", "zone of control of a unit"), ("unit",), "zone", _zone),
    "command": Instrument(
        Text("rayon de commandement d'un HQ", "command radius of an HQ"), ("unit",), "range", _command
    ),
    "range": Instrument(Text("portée de tir", "range of fire"), ("unit",), "range", _range),
    "sight": Instrument(
        Text("ligne de vue entre deux HEX", "line of sight between two hexes"), ("place", "place"), "sight", _sight
    ),
}
