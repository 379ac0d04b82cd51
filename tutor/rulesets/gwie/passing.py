"""8.15, 15.66: what happens on the way of units that move."""

from __future__ import annotations

from tutor.engine.facts import Unit as U
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.entering import marched_in
from tutor.rulesets.gwie.fronts import front_with
from tutor.rulesets.gwie.going import Way
from tutor.rulesets.gwie.marching import JANUARY_1915
from tutor.rulesets.gwie.reaching import objections_to_going_on
from tutor.rulesets.gwie.sources import abandoned
from tutor.rulesets.gwie.state import ALLIES, State, Unit

SHOCK_BEGINS = "shock-first"
FOR_THE_TURN = "6.3f"  # who stops for this moves no more in the turn, by rail neither


def passed(s: State, t: Trace, group: tuple[Unit, ...], hex: str) -> State:
    """The party enters a hex: lone HQs die, the hex changes hands, works fall."""
    first = next((u for u in group if u.fights), group[0])
    s = s.put(*(s.unit(u.id).but(place=hex) for u in group))
    return marched_in(s, t, s.unit(first.id), hex)


def arrived(s: State, t: Trace, group: tuple[Unit, ...], way: Way) -> State:
    """What a finished leg leaves behind: HQs that went too far, beaches that were left."""
    for unit in group:
        stop = s.law.first_objection(objections_to_going_on(s, unit, way.places[-1]))
        if stop is not None:
            s = s.marching(halted=s.moving.halted | {unit.id})
        if stop is not None and stop.rule == FOR_THE_TURN:
            s = s.but(pinned=s.pinned | {unit.id})
        if unit.hq and went_too_far(s, unit) and not unit.depleted:
            s = s.change(unit.id, depleted=True)
            t.say("8.15", "hq-overreached", s, unit=U(unit.id), n=unit.mp)
            t.say("15.66", "hq-flips", s, unit=U(unit.id))
    return abandoned(s, t)


def went_too_far(s: State, unit: Unit) -> bool:
    """An HQ that has spent more than it has printed, on the Western Front from 1915 until tanks or shock troops."""
    ended = s.stands(SHOCK_BEGINS) or s.stands("replaceable-tank") or _allied_tank(s)
    front = front_with(s, s.unit(unit.id))
    italy = front == "italian" and s.law.reads("hq-doubling-italy", "as-west")
    far = s.moving.spent.get(unit.id, 0) > unit.mp
    return far and s.turn >= JANUARY_1915 and (front == "western" or italy) and not ended


def _allied_tank(s: State) -> bool:
    """A tank that may be replaced, so not the experimental battalion."""
    return any(u.kind == "tank" and u.side == ALLIES and u.called != "experimental-battalion" for u in s.on_map())
