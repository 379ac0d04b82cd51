"""What the duel can show on its map: where a piece could attack."""

from __future__ import annotations

from tests.duel.ruleset import State, objections_to_attacking
from tutor.engine.instrument import Instrument, Instruments, Shown
from tutor.engine.text import Text


def _targets(s: State, unit: str) -> Shown:
    """1.2: the areas that a piece may attack."""
    return Shown(tuple(place for place in s.map.places if s.law.allows(objections_to_attacking(s, (unit, place)))))


INSTRUMENTS: Instruments = {
    "targets": Instrument(
        Text("zones qu'une unité peut attaquer", "areas that a unit may attack"), ("unit",), "range", _targets
    ),
}
