"""6.17, 7.25: what a side may not see."""

from __future__ import annotations

from tutor.rulesets.gwie.fronts import flag
from tutor.rulesets.gwie.state import CP, State, Unit, foe

HIDDEN = "hidden"
UNKNOWN = (1, 1)
OPEN_TO_CP = ("germany", "austria-hungary", "russian-poland")


def view(s: State, side: str) -> State:
    """The position without the other side's secret events, and with its stacks as they look from above."""
    other = foe(side)
    if s.secret:
        s = s.but(hands=s.hands.put(other, (HIDDEN,) * len(s.hand(other))))
    covered = [u for u in s.on_map() if u.side == other and u.fights and covered_up(s, u)]
    return s.put(*(u.but(face=(UNKNOWN,) * len(u.face), back=None) for u in covered)) if covered else s


def covered_up(s: State, unit: Unit) -> bool:
    """Under another counter of its stack, which nobody has examined yet."""
    hex = unit.place or ""
    if s.fight is not None and s.fight.defenders and (hex == s.fight.hex or unit.id in s.fight.attackers):
        return False
    if unit.side != CP and any(flag(s, hex, land) for land in OPEN_TO_CP):
        return False
    stack = s.units_at(hex, unit.side)
    return stack[0].id != unit.id
