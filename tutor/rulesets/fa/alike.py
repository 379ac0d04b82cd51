"""When two positions are the same for the odds: equal counters count as equal, whatever their ids.

A counter's likeness is all that is printed on it and its state, with every part that it plays in the combat. Where
a step that remains names counters, those keep their ids.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from tutor.engine.pieces import FrozenMap
from tutor.rulesets.fa.drafts import Fight
from tutor.rulesets.fa.state import State, Unit

NOWHERE: frozenset[Any] = frozenset()


def alike(s: State) -> Hashable:
    """The position without ids, unless aircraft are in the air: their lines are few and differ."""
    if s.missions or s.air:
        return s
    named = frozenset(_named(s))
    parts = _parts(s)
    counters = s.pieces.lumped(lambda u: _likeness(u, named, parts))
    return s.but(pieces=counters, attacks=_hexes(s), fight=_bare(s.fight), shots=(), support=FrozenMap())


def _named(s: State) -> Iterator[str]:
    """The ids that the course of the combat names one by one."""
    yield from (str(arg) for one in s.agenda for arg in one.args if str(arg) in s.pieces)
    if s.chosen:
        yield s.chosen
    if s.going:
        yield s.going.unit
    yield from (shot.gun for shot in s.shots)
    yield from s.support.values()
    yield from (unit.source for unit in s.pieces if unit.source)


def _parts(s: State) -> dict[str, tuple[str, ...]]:
    """Of every counter the parts that it plays."""
    found: dict[str, tuple[str, ...]] = {}
    for attack in s.attacks:
        for id in (*attack.units, *attack.ships):
            found[id] = (*found.get(id, ()), attack.hex)
    if s.fight:
        for id in (*s.fight.attackers, *s.fight.attack.ships):
            found[id] = (*found.get(id, ()), "fights")
    for shot in s.shots:
        found[shot.gun] = (*found.get(shot.gun, ()), f"fires {shot.hex}")
    for hex, hq in s.support.items():
        found[hq] = (*found.get(hq, ()), f"supports {hex}")
    return found


def _likeness(unit: Unit, named: frozenset[str], parts: dict[str, tuple[str, ...]]) -> Hashable:
    return unit if unit.id in named else unit.but(id=""), unit.id in named, parts.get(unit.id, ())


def _hexes(s: State) -> tuple[Any, ...]:
    return tuple((attack.hex, attack.support) for attack in s.attacks)


def _bare(fight: Fight | None) -> Hashable:
    """The fight without ids: who takes part stands in the counters."""
    if fight is None:
        return None
    return fight.but(attack=fight.attack.but(units=NOWHERE, ships=NOWHERE), attackers=NOWHERE)
