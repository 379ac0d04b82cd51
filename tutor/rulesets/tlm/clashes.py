"""The battle areas of To the Last Man!: those that are declared, and the one that is fought."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.clash import Aims, Clash, ids
from tutor.rulesets.tlm.state import Piece, State

AIMS: Aims = {"declare": frozenset({"declare"})}  # the question that aims, and ends where nothing more is declared


def clashes(s: State) -> Iterator[Clash]:
    for battle in s.battles:
        yield _clash(s, battle.area)
    if s.battle is not None:
        yield _clash(s, s.battle.area, True)


def _clash(s: State, area: str, begun: bool = False) -> Clash:
    units, foes = (_present(s, area, side) for side in (s.attacker, s.defender))
    origins = {s.moves[u.id] for u in s.units(area, s.attacker) if u.id in s.moves} - {area}
    return Clash(area, s.attacker, ids(units), ids(foes), tuple(sorted(origins)), begun)


def _present(s: State, area: str, side: str) -> list[Piece]:
    """The pieces that fight, each by itself: an army is what it holds."""
    return [p for p in s.forces(area, side) if p.kind != "army" and not p.retreat]
