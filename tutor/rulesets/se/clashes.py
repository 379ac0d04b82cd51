"""The fire that is aimed and the assaults that are marked in Strafexpedition 1916, and which of them is resolved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tutor.engine.clash import Aims, Clash, ids, whence
from tutor.rulesets.se.state import State

FIRE = frozenset({"bombardment", "defensive-fire"})  # steps that resolve the fire on one hex
NAMED = frozenset({"bombarded", "defended"})  # what ends a fire: until then all its targets are named
ASSAULT = "assault"
AIMS: Aims = {  # the questions that aim, each with the one that ends where nothing more is aimed
    f"{kind}-hex": frozenset({kind}) for kind in ("declare", "bombard", "defend", "counter-attack")
}


def clashes(s: State) -> Iterator[Clash]:
    return chain(_fire(s), _assaults(s))


def _to_come(s: State, steps: frozenset[str]) -> frozenset[str]:
    """The hexes that these steps are still to resolve."""
    return frozenset(one.args[0] for one in s.agenda if one.step in steps)


def _fire(s: State) -> Iterator[Clash]:
    """Hexes are resolved in their order; the last that is no longer to come is the one that is fired at now."""
    targets = sorted({hex for _, hex in s.aims})
    resolving = any(one.step in NAMED for one in s.agenda)
    waiting = _to_come(s, FIRE)
    done = [hex for hex in targets if hex not in waiting] if resolving else []
    for hex in targets:
        firers = [s.unit(id) for id, aim in sorted(s.aims) if aim == hex]
        if hex not in done[:-1]:
            side = firers[0].side
            foes = s.foes_at(hex, side)
            yield Clash(hex, side, ids(firers), ids(foes), whence(firers, hex), begun=hex in done, by="fire")


def _assaults(s: State) -> Iterator[Clash]:
    """An assault stands until its units have met the enemy in the hex, and one of both is gone from it."""
    waiting = _to_come(s, frozenset({ASSAULT}))
    for hex, side in sorted({(u.assault, u.side) for u in s.pieces if u.assault and u.place is not None}):
        units, foes = s.assaulting(hex, side), s.foes_at(hex, side)
        entered = s.assaulters(hex, side)
        met = any(fight.hex == hex and fight.attacker == side for fight in s.fights)
        if not met:
            yield Clash(hex, side, ids(units), ids(foes), whence(units, hex))
        elif entered and foes:
            origins = tuple(sorted({u.origin for u in entered if u.origin}))
            yield Clash(hex, side, ids(entered), ids(foes), origins, hex not in waiting)
