"""What To the Last Man! can show on its map: the supply line of a unit, all its ways, what rail reaches."""

from __future__ import annotations

from tutor.engine.going import Going
from tutor.engine.instrument import Instrument, Instruments, Shown
from tutor.engine.text import Text
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.coming import RAIL
from tutor.rulesets.tlm.going import going
from tutor.rulesets.tlm.sources import sources
from tutor.rulesets.tlm.state import State
from tutor.rulesets.tlm.supply import supply


def _supply(s: State, unit: str) -> Shown:
    """6.2: the areas of the line, or as far as it comes and where it is cut."""
    line = supply(s, unit)
    blocked = tuple(dict.fromkeys(way.into for way in line.cut.ways)) if line.cut else ()
    return Shown((), line.line, line.open, blocked, (), line.checks, line.ledgers)


def _sources(s: State, side: str) -> Shown:
    """6.1: the discs that serve a side, those in enemy hands left out."""
    return Shown(tuple(area for area in sources(s, side) if areas.area_state(s, area, side) == areas.FRIENDLY))


def _ways(s: State, unit: str) -> Shown:
    """Every area that the unit may reach now, by any means."""
    return Shown(tuple(sorted({place for way in going(s, unit) for place in way.places})))


def _rail(s: State, unit: str) -> Shown:
    """4.4: what rail reaches, or what shuts it."""
    rail: Going = next(way for way in going(s, unit) if way.means == RAIL)
    return Shown(tuple(sorted(rail.places)), checks=rail.closed)


INSTRUMENTS: Instruments = {
    "supply": Instrument(Text("ligne de supply d'une unité", "supply line of a unit"), ("unit",), "supply", _supply),
    "sources": Instrument(
        Text("sources de supply d'un camp", "supply sources of a side"), ("side",), "range", _sources
    ),
    "ways": Instrument(Text("zones qu'une unité peut gagner", "where a unit can go"), ("unit",), "range", _ways),
    "rail": Instrument(Text("portée par Rail", "range by rail"), ("unit",), "range", _rail),
}
