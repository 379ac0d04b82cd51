"""What is wanted of the end of an act, in terms that five games share: ground, losses, retreat, exhaustion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from tutor.compare.dioramas.base import ATTACKER, DEFENDER, Diorama

HELD_BY_ATTACKER, SHARED, NOBODY, HELD_BY_DEFENDER = "attacker", "shared", "nobody", "defender"
GROUNDS = (HELD_BY_ATTACKER, SHARED, NOBODY, HELD_BY_DEFENDER)


class End(NamedTuple):
    """How an act ended. Losses are shares of the force on the ground; `spent` has its own meaning in each game."""

    ground: str
    attacker: Fraction
    defender: Fraction
    retreat: bool
    spent: Fraction


Measure: TypeAlias = Callable[[Diorama, Any, Any], End]


def _share(before: int, after: int) -> Fraction:
    return Fraction(before - after, before) if before else Fraction(0)


def _ground(attackers: bool, defenders: bool) -> str:
    if attackers and not defenders:
        return HELD_BY_ATTACKER
    if defenders:
        return SHARED if attackers else HELD_BY_DEFENDER
    return NOBODY


# -- Strafexpedition ---------------------------------------------------------------------------------------------
def _se(d: Diorama, start: Any, end: Any) -> End:
    """Steps of battalions; spent is the mean disorganisation of the attacking battalions that are left."""

    def foot(s: Any, side: str) -> list[Any]:
        return [u for u in s.units_of(d.sides[side]) if u.infantry]

    def steps(s: Any, side: str) -> int:
        return sum(u.steps for u in foot(s, side))

    ours, theirs = foot(end, ATTACKER), foot(end, DEFENDER)
    holders = [u for u in end.units_at(d.goal) if u.infantry or u.fortress]
    ground = _ground(
        any(u.side == d.sides[ATTACKER] for u in holders), any(u.side == d.sides[DEFENDER] for u in holders)
    )
    return End(
        ground,
        _share(steps(start, ATTACKER), steps(end, ATTACKER)),
        _share(steps(start, DEFENDER), steps(end, DEFENDER)),
        any(u.place != d.goal for u in theirs),
        Fraction(sum(u.dp for u in ours), len(ours)) if ours else Fraction(0),
    )


# -- To the Last Man! --------------------------------------------------------------------------------------------
def _tlm(d: Diorama, start: Any, end: Any) -> End:
    """Pieces and the figures of forts; spent is the number of the attacker's cards."""

    def count(s: Any, side: str) -> int:
        there = [p for p in s.pieces.of(d.sides[side]) if p.on_map and p.kind != "army"]
        return sum(p.value if p.kind == "fort" else 1 for p in there)

    side = d.sides[ATTACKER]
    from tutor.rulesets.tlm.areas import disputed

    owner = end.control.get(d.goal)
    taken = HELD_BY_ATTACKER if owner == side else HELD_BY_DEFENDER
    return End(
        SHARED if disputed(end, d.goal) else taken,
        _share(count(start, ATTACKER), count(end, ATTACKER)),
        _share(count(start, DEFENDER), count(end, DEFENDER)),
        any(p.on_map and p.place != d.goal and p.kind != "fort" for p in end.pieces.of(d.sides[DEFENDER])),
        Fraction(len(start.hand(side)) - len(end.hand(side))),
    )


# -- Distant Foreign Fields --------------------------------------------------------------------------------------
def _dff(d: Diorama, start: Any, end: Any) -> End:
    """Strength points of divisions; spent is the supply of the attacker's depots."""

    def strength(s: Any, side: str) -> int:
        return sum(u.strength for u in s.pieces.of(d.sides[side]) if u.ground and u.place is not None)

    def stock(s: Any) -> int:
        return sum(s.supply.get(hq.place, 0) for hq in start.hqs_of(d.sides[ATTACKER]))

    fled = [u for u in end.pieces.of(d.sides[DEFENDER]) if u.ground and u.place not in (None, d.goal)]
    holder = end.control.get(d.goal)
    ground = {d.sides[ATTACKER]: HELD_BY_ATTACKER, d.sides[DEFENDER]: HELD_BY_DEFENDER}.get(str(holder), NOBODY)
    return End(
        ground,
        _share(strength(start, ATTACKER), strength(end, ATTACKER)),
        _share(strength(start, DEFENDER), strength(end, DEFENDER)),
        bool(fled),
        Fraction(stock(start) - stock(end)),
    )


# -- The Great War in Europe -------------------------------------------------------------------------------------
def _gwie(d: Diorama, start: Any, end: Any) -> End:
    """Steps of divisions; spent is the number of the attacker's HQs that gave their support."""

    def steps(s: Any, side: str) -> int:
        return sum(u.steps for u in s.on_map() if u.side == d.sides[side] and u.fights)

    def ready(s: Any) -> int:
        return sum(u.hq and not u.depleted and u.place is not None for u in s.pieces if u.side == d.sides[ATTACKER])

    def there(side: str) -> bool:
        return bool(end.units_at(d.goal, d.sides[side]) or end.forts_at(d.goal, d.sides[side]))

    return End(
        _ground(there(ATTACKER), there(DEFENDER)),
        _share(steps(start, ATTACKER), steps(end, ATTACKER)),
        _share(steps(start, DEFENDER), steps(end, DEFENDER)),
        False,
        Fraction(ready(start) - ready(end)),
    )


# -- Fatal Alliances ---------------------------------------------------------------------------------------------
def _fa(d: Diorama, start: Any, end: Any) -> End:
    """Units; spent is the share of the attacker's units left that lie face-down."""

    def troops(s: Any, side: str) -> list[Any]:
        return [u for u in s.pieces.of(d.sides[side]) if u.land and not u.hq and not u.gun and u.place is not None]

    ours, theirs = troops(end, ATTACKER), troops(end, DEFENDER)
    held = bool(end.defenders(d.goal))
    entered = any(u.place == d.goal for u in ours)
    ground = SHARED if held and d.goal in end.halves else _ground(entered and not held, held)
    return End(
        ground,
        _share(len(troops(start, ATTACKER)), len(ours)),
        _share(len(troops(start, DEFENDER)), len(theirs)),
        len(end.beaten) > len(start.beaten),
        Fraction(sum(not u.face_up for u in ours), len(ours)) if ours else Fraction(0),
    )


MEASURES: Mapping[str, Measure] = {"se": _se, "tlm": _tlm, "dff": _dff, "gwie": _gwie, "fa": _fa}


# -- when the act is over ----------------------------------------------------------------------------------------
def _battle_over(s: Any) -> bool:
    return bool(s.fought) and not s.battles


def over(game: str) -> Callable[[Any], bool]:
    """What the game brings after the act is another question."""
    if game == "se":
        from tutor.rulesets.se.policies import action_over

        return action_over
    return _battle_over if game == "dff" else lambda state: False
