"""Coming to a hex and leaving the map, whatever brings it about, and what the booklet ties to that.

Nothing else writes the place of a piece: marches, approaches, assaults, retreats, reinforcements and HQs come through
`comes`, losses, surrenders and captures go through `leaves`. What hangs on it is said here once: lone guns are taken
when an enemy moves in (19.4), a source that may be either's goes to who holds its hex alone (Sc5.1201), and the East
sector is freed when the front is crossed (Sc5.east).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tutor.engine.facts import NO_FACTS, Facts, Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.trace import Trace
from tutor.rulesets.se.control import controlled
from tutor.rulesets.se.scenario5 import released
from tutor.rulesets.se.state import BRIGADES, SURRENDERED, State, Unit


class Coming(NamedTuple):
    """A way to come to a hex: its rule, how it is told, and whether it is movement, which takes lone guns at once.

    Without a kind nothing is said: the choice that led there has told it.
    """

    rule: str
    kind: str
    movement: bool = False


MARCH = Coming("11.0.2", "walks", movement=True)
APPROACH = Coming("13.5.1", "approaches", movement=True)
ASSAULT = Coming("13.4.1", "enters")
RETREAT = Coming("13.4.5", "")
GOING_BACK = Coming("13.4.5", "goes-back")
REINFORCEMENT = Coming("6.0", "arrives")
HQ = Coming("8.5", "hq-placed")


def comes(s: State, t: Trace, id: str, hex: str, by: Coming, told: Facts = NO_FACTS, **marks: Any) -> State:
    """A piece stands in a hex; then whatever follows from that, there and in the hex that it has left."""
    left = s.unit(id).place
    s = s.put(s.unit(id).but(place=hex, box="", **marks))
    if by.kind:
        t.say(by.rule, by.kind, s, unit=U(id), hex=Place(hex), **told)
    if by.movement:
        s = _takes_guns(s, t, s.unit(id))
    if left:
        s = controlled(s, t, left)
    return released(controlled(s, t, hex, s.unit(id)), t, s.unit(id), left)


def _takes_guns(s: State, t: Trace, unit: Unit) -> State:
    """Guns without anybody else in their hex are taken by any unit that moves in (19.4)."""
    hex = unit.place or ""
    for gun in s.foes_at(hex, unit.side):
        if gun.gun:
            s = captured(s, t, gun, unit.side, "19.4")
    return s


def guns_among_enemies(s: State, t: Trace, hex: str, rule: str = "13.4.5.3") -> State:
    """After a fight, guns that share their hex with enemies and no infantry of their own are taken (13.4.5.3, 19.3)."""
    for gun in s.units_at(hex):
        foes = [u for u in s.foes_at(hex, gun.side) if not u.gun]
        if gun.gun and foes and not s.garrison(hex, gun.side):
            s = captured(s, t, gun, foes[0].side, rule)
    return s


def captured(s: State, t: Trace, gun: Unit, side: str, rule: str) -> State:
    return leaves(s, t, gun.id, SURRENDERED, rule, "guns-captured", {"side": Side(side)})


def leaves(s: State, t: Trace, id: str, box: str, rule: str, kind: str, told: Facts = NO_FACTS, **marks: Any) -> State:
    """A piece leaves the map for a box; its hex is for those who remain."""
    left = s.unit(id).place
    s = s.put(s.unit(id).but(place=None, box=box, assault=None, **marks))
    t.say(rule, kind, s, unit=U(id), **told)
    return controlled(s, t, left) if left else s


def lifted(s: State, hq: Unit) -> State:
    """An HQ goes back to the brigade table; it held nothing."""
    return s.put(hq.but(place=None, box=BRIGADES))
