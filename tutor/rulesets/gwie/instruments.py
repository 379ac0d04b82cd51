"""What The Great War in Europe Deluxe can show on its map: contact with the enemy, supply, sources, forts."""

from __future__ import annotations

from tutor.engine.instrument import Instrument, Instruments, Shown
from tutor.engine.text import Text
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.lines import supply_line
from tutor.rulesets.gwie.marching import contact
from tutor.rulesets.gwie.rails import rail_reach
from tutor.rulesets.gwie.state import OOS, State
from tutor.rulesets.gwie.supply import sources_for, supply_at


def _contact(s: State, side: str) -> Shown:
    """8.14, 9.32: no zones of control, but the hexes next to combat units of this side cost the other dear."""
    other = next((u.side for u in s.pieces if u.side != side), side)
    return Shown(tuple(hex for hex in s.map.places if contact(s, other, hex)))


def _supplied(s: State, unit: str) -> Shown:
    """11.2: every hex in which this unit would be in supply."""
    piece = s.unit(unit)
    if piece.place is None or not (piece.fights or piece.hq):
        return Shown()
    here = front_of(s, piece.place)
    places = (hex for hex in s.map.places if front_of(s, hex) == here)
    return Shown(tuple(hex for hex in places if supply_at(s, piece, hex).status != OOS))


def _line(s: State, unit: str) -> Shown:
    """11.2: the line of one unit, or as far as it comes, and the hexes that cut it."""
    line = supply_line(s, unit)
    blocked = () if line.cut is None else tuple(dict.fromkeys(way.into for way in line.cut.ways))
    return Shown((), line.line, line.open, blocked, (), line.checks, line.ledgers)


def _sources(s: State, unit: str) -> Shown:
    """11.3, 11.22: the primary sources of a unit, and the towns that are joined to them."""
    piece = s.unit(unit)
    return Shown() if piece.place is None else Shown(sources_for(s, piece))


def _rails(s: State, unit: str) -> Shown:
    """9.3: the hexes through which strategic movement could take a unit."""
    piece = s.unit(unit)
    if piece.place is None or not (piece.fights or piece.hq):
        return Shown()
    return Shown(rail_reach(s, piece, piece.place).places)


INSTRUMENTS: Instruments = {
    "zones": Instrument(
        Text("hexes au contact des unités d'un camp", "hexes next to the units of a side"), ("side",), "zone", _contact
    ),
    "supplied": Instrument(
        Text("hexes où une unité serait ravitaillée", "hexes where a unit would be in supply"),
        ("unit",),
        "range",
        _supplied,
    ),
    "line": Instrument(Text("ligne de ravitaillement", "supply line"), ("unit",), "supply", _line),
    "sources": Instrument(
        Text("sources de ravitaillement d'une unité", "supply sources of a unit"), ("unit",), "range", _sources
    ),
    "rails": Instrument(
        Text("réseau du Mouvement Stratégique d'une unité", "network of a unit's strategic movement"),
        ("unit",),
        "range",
        _rails,
    ),
}
