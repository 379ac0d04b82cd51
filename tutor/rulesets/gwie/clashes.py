"""The attack that is made in The Great War in Europe: who joined it, and who stood in the hex."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.clash import Aims, Clash, ids
from tutor.rulesets.gwie.state import State

AIMS: Aims = {"attack": frozenset({"attack"}), "join": frozenset({"join", "attack"})}


def clashes(s: State) -> Iterator[Clash]:
    """It is begun once it is committed; until then units may still join it."""
    if s.fight is None:
        return
    attackers, hex = s.attackers(), s.fight.hex
    origins = {s.origin(u) for u in attackers} - {hex, ""}
    begun = bool(s.fight.origins)
    yield Clash(hex, s.active, ids(attackers), ids(s.defenders()), tuple(sorted(origins)), begun)
