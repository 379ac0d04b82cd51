"""A battle that is reckoned in halves comes together again as one."""

from __future__ import annotations

from tutor import library
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.rulesets.dff.apart import EXCHANGE, parts
from tutor.rulesets.dff.state import SIDES


def test_each_half_takes_from_morale_what_it_cost() -> None:
    """Both volleys begin from the same morale: what either costs is taken off once, and from its nation."""
    base = library.scenario(library.find("albert-1917", "dff")).position()
    before = FrozenMap({"FR": 20, "GE": 30, "BR": 10})
    hex = next(piece.place for piece in base.pieces if piece.place)
    fires, returns, *losses = EXCHANGE
    agenda = [
        task(fires, hex),
        task(returns, hex),
        *(task(step, hex, side) for step, side in zip(losses, SIDES, strict=True)),
    ]
    found = parts(base.but(morale=before, agenda=tuple(agenda)))
    assert found is not None
    first, second = found.states
    ends = first.but(morale=before.put("FR", 18)), second.but(morale=before.put("FR", 19).put("GE", 27))
    assert found.joined(ends).morale == before.put("FR", 17).put("GE", 27)
    assert found.joined((first, second)).morale == before
