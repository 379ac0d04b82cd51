"""What Fatal Alliances can show on its map: zones of control, reach on foot, by rail, air and sea, supply lines."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.going import Going
from tutor.engine.instrument import Instrument, Instruments, Shown
from tutor.engine.space.paths import place_of
from tutor.engine.text import Text
from tutor.rulesets.fa.goings import going, supply
from tutor.rulesets.fa.missions import flight, potential
from tutor.rulesets.fa.state import State, foe
from tutor.rulesets.fa.zones import watched, zone


def _zones(s: State, side: str) -> Shown:
    """2: every hex in which the side's zone counts."""
    return Shown(tuple(sorted(watched(s, foe(side)))))


def _zone(s: State, unit: str) -> Shown:
    """2: the hexes into which one unit's zone reaches, and what stops it beside the others."""
    one = s.unit(unit)
    if one.place not in s.map:
        return Shown()
    alone = s.but(pieces=s.pieces.drop(*(id for id in s.pieces.ids() if id != unit)))
    around = (one.place or "", *s.map.neighbours(one.place or ""))
    ledgers = tuple(zone(alone, foe(one.side), hex) for hex in around)
    held = tuple(hex for hex, ledger in zip(around, ledgers, strict=True) if ledger.total > 0)
    return Shown(held, ledgers=tuple(ledger for ledger in ledgers if ledger.total <= 0 and ledger.lines))


def _by(means: str) -> Callable[[State, str], Shown]:
    """Where a unit may go by one means."""

    def find(s: State, unit: str) -> Shown:
        found = next((one for one in going(s, unit) if one.means == means), None)
        return _reached(found) if found is not None else Shown()

    return find


def _reached(found: Going) -> Shown:
    ledgers = () if found.allowance is None else (found.allowance,)
    start = () if found.reach is None else (place_of(found.reach.start),)
    return Shown((*start, *found.places), checks=found.closed, ledgers=ledgers)


def _flight(s: State, unit: str) -> Shown:
    """10.3.1: the hexes over which an aircraft may fly a mission."""
    one = s.unit(unit)
    if not one.air or one.place not in s.map:
        return Shown()
    far = potential(s, one)
    area = [hex for hex in s.map.places if (n := flight(s, one.place or "", hex)) is not None and n <= far.total]
    return Shown(tuple(area), ledgers=(far,))


def _supply(s: State, unit: str) -> Shown:
    """4.4: the line, or as far as one comes and where it is cut."""
    if s.unit(unit).place is None:
        return Shown()
    line = supply(s, unit)
    blocked = () if line.cut is None else tuple(dict.fromkeys(place_of(way.into) for way in line.cut.ways))
    path = (s.unit(unit).place or "", *line.line)
    return Shown((), path, line.open, blocked, checks=line.checks, ledgers=line.ledgers)


INSTRUMENTS: Instruments = {
    "zones": Instrument(Text("zones de contrôle d'un camp", "zones of control of a side"), ("side",), "zone", _zones),
    "zone": Instrument(Text("zone de contrôle d'une unité", "zone of control of a unit"), ("unit",), "zone", _zone),
    "supply": Instrument(Text("ligne de ravitaillement", "supply line"), ("unit",), "supply", _supply),
    "foot": Instrument(Text("portée à pied", "reach on foot"), ("unit",), "range", _by("on-foot")),
    "rail": Instrument(Text("portée par voie ferrée", "reach by rail"), ("unit",), "range", _by("by-rail")),
    "sea": Instrument(Text("portée par mer", "reach by sea"), ("unit",), "range", _by("sea-move")),
    "rebase": Instrument(Text("redéploiement aérien", "air rebase"), ("unit",), "range", _by("air-move")),
    "flight": Instrument(Text("portée des missions aériennes", "range of air missions"), ("unit",), "range", _flight),
}
