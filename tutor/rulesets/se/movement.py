"""11: moving the units of a side one after another, at a pace, hex by hex or straight to a hex."""

from __future__ import annotations

from itertools import pairwise

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import MARCH, comes
from tutor.rulesets.se.disorganisation import disorganise, settle
from tutor.rulesets.se.ending import objections_to_ending, still_moves
from tutor.rulesets.se.going import going, reach_at
from tutor.rulesets.se.paces import (
    PACES,
    UNACTIVATED,
    objections_to_moving,
    objections_to_pace,
    points,
    potential,
)
from tutor.rulesets.se.passing import passing_fires
from tutor.rulesets.se.stacking import excess, limit, stack
from tutor.rulesets.se.state import State, Unit, other
from tutor.rulesets.se.terrain import price, takes_all


# -- who -----------------------------------------------------------------------------------------------------
@step("move", "11.0.7")
def move(s: State, t: Trace, phase: str, side: str) -> Steps[State]:
    """The side names a unit that will move, or ends the step; nobody is asked where nobody may move."""
    if not any(s.law.allows(objections_to_going_first(s, u.id, phase, side)) for u in s.units_of(side)):
        return s
    unit = yield from choose(
        Ask(
            s,
            "11.0.7",
            side,
            "move",
            ("unit",),
            lambda unit: objections_to_going_first(s, unit, phase, side),
            to_end=lambda: objections_to_ending_step(s, phase, side),
            among=lambda: [u.id for u in s.units_of(side)],
        )
    )
    if unit == DONE:
        return s
    return s.then(task("pace", phase), task("move-hex"), task("move", phase, side), mover=unit)


def objections_to_going_first(s: State, id: str, phase: str, side: str) -> Checks:
    """May this unit be the next to move?"""
    unit = s.unit(id)
    if unit.side != side:
        yield objection(
            "4.0.10" if phase == UNACTIVATED else "3.0-active", "not-moving-side", unit=U(id), side=Side(side)
        )
        return
    refused = s.law.objections(objections_to_moving(s, unit, phase))
    yield from refused
    if not refused and not any(s.law.allows(objections_to_pace(s, unit, name, phase)) for name in PACES):
        yield objection("11.2" if phase == UNACTIVATED else "11.1", "no-pace", unit=U(id))
    if not refused and not _can_step(s, unit, phase):
        yield objection("11.0.3", "nowhere-to-step", unit=U(id))


def _can_step(s: State, unit: Unit, phase: str) -> bool:
    """Some pace brings it somewhere where its move may end."""
    for pace in PACES.values():
        if s.law.allows(objections_to_pace(s, unit, pace.name, phase)):
            reached = (hex for hex in reach_at(s, unit, pace).places if hex != unit.place)
            if any(s.law.allows(objections_to_ending(s, unit, hex, phase)) for hex in reached):
                return True
    return False


def objections_to_ending_step(s: State, phase: str, side: str) -> Checks:
    """The limits hold when the step ends: who is in excess and can still leave must (12.3)."""
    for hex in sorted({u.place for u in s.units_of(side) if u.place}):
        if excess(s, hex, side) > 0 and any(still_moves(s, u, phase) for u in s.units_at(hex, side)):
            yield objection("12.3", "overstacked", hex=Place(hex), n=stack(s, hex, side), limit=limit(s, hex))


# -- at which pace -------------------------------------------------------------------------------------------
@step("pace", "11.1", under="move")
def pace(s: State, t: Trace, phase: str) -> Steps[State]:
    """The pace at which the unit moves; it decides how many points there are."""
    unit = s.unit(s.mover or "")
    name = yield from choose(
        Ask(
            s,
            "11.2" if phase == UNACTIVATED else "11.1",
            unit.side,
            "pace",
            ("option",),
            lambda name: objections_to_pace(s, unit, name, phase),
            options=tuple(PACES),
            back=True,
            facts={"unit": U(unit.id)},
        )
    )
    if name == BACK:
        return s.but(mover=None)
    return s.but(pace=name)


# -- where ---------------------------------------------------------------------------------------------------
@step("move-hex", "11.0", under="move")
def move_hex(s: State, t: Trace) -> Steps[State]:
    """The next hex, near or far: beside it is one step; a far one is reached by the cheapest way, the safer of two."""
    if s.mover is None:
        return s
    unit = s.unit(s.mover)
    if unit.place is None:
        return _over(s, t, unit)
    hex = yield from choose(
        Ask(
            s,
            "11.0",
            unit.side,
            "move-hex",
            ("place",),
            lambda hex: objections_to_going_to(s, s.unit(s.mover or ""), hex),
            to_end=lambda: objections_to_stopping(s, s.unit(s.mover or "")),
            back=not unit.moved,
            facts={"unit": U(unit.id), "left": points(s, unit, PACES[s.pace or ""])},
            among=lambda: reach_at(s, unit, PACES[s.pace or ""]).places,
            goes=(PACES[s.pace or ""].means,),
        )
    )
    if hex == DONE:
        return _over(s, t, unit)
    if hex == BACK:
        return s.but(mover=None, pace=None)
    (way,) = going(s, unit.id)
    return s.then(*(task("walk", unit.id, next) for next in way.way(hex)[1:]), task("move-hex"))


def objections_to_going_to(s: State, unit: Unit, hex: str) -> Checks:
    """May the unit go there now, to stay or to go on from there?"""
    if hex == unit.place:
        yield objection("11.0", "stands-there", unit=U(unit.id), hex=Place(hex))
        return
    (way,) = going(s, unit.id)
    verdict = way.verdict(hex)
    if way.reach is None or hex not in way.reach or verdict.legal:
        yield from verdict.checks
        for a, b in pairwise(way.way(hex) if verdict.legal else ()):
            yield from way.follows(a, b)
    elif goes_on(s, unit, hex, way.left(hex) or 0):
        yield held("12.3", "passes-through", unit=U(unit.id), hex=Place(hex), limit=limit(s, hex))
    else:
        yield from verdict.checks


def goes_on(s: State, unit: Unit, hex: str, left: Number) -> bool:
    """Whether the unit still comes from there to a hex where it may end its move."""
    there = unit.as_if_at(hex, mp_left=left, moved=True)
    now, pace = s.put(there), PACES[s.pace or ""]
    onward = (place for place in reach_at(now, there, pace).places if place != hex)
    return any(now.law.allows(objections_to_ending(now, there, place, pace.step)) for place in onward)


def objections_to_stopping(s: State, unit: Unit) -> Checks:
    """May the unit end its move here?"""
    if not unit.moved:
        yield objection("11.0", "not-moved-yet", unit=U(unit.id))
    yield from objections_to_ending(s, unit, unit.place or "", PACES[s.pace or ""].step)


# -- one step ------------------------------------------------------------------------------------------------
@step("walk", "11.0", under="move")
def walk(s: State, t: Trace, id: str, to: str) -> State:
    """One step of the way: the points are paid, and fire may be drawn (11.1.2)."""
    unit, pace = s.unit(id), PACES[s.pace or ""]
    here, left = unit.place, points(s, unit, pace).total
    if here is None:
        return s
    whole = left if s.law.reads("cliff-move", "what-is-left") else potential(s, unit, pace).total
    cost = price(s, unit, here, to, pace.tactical, whole, pace.strategic)
    if isinstance(cost, Check):
        raise ValueError(f"{to} was open to {id} and is now refused by {cost.rule}")
    fire = passing_fires(s, unit, here, to) if pace.tactical else ()
    marched = unit.marched or pace.forced
    rest = left - cost.total
    s = comes(s, t, id, to, MARCH, {"cost": cost, "left": rest}, mp_left=rest, moved=True, marched=marched)
    return (s.change(id, over_cliff=True) if takes_all(cost) else s).then(*fire)


def _over(s: State, t: Trace, unit: Unit) -> State:
    """The move is over: a forced march has its price, at once or, in an action, once assaults are declared (11.3)."""
    pace = PACES[s.pace or ""]
    s = s.but(mover=None, pace=None, shots=frozenset())
    if not pace.forced or unit.place is None:
        return s
    if pace.tactical:
        return s.but(marching=s.marching | {unit.id})
    t.say("11.3", "marched", s, unit=U(unit.id))
    held_below = s.law.reads("surrender-after-march", "held-below")
    return settle(disorganise(s, t, unit.id, 1, "11.3", held=held_below), t)


# -- the phase of the others ---------------------------------------------------------------------------------
@step("unactivated", "4.0.10")
def unactivated(s: State, t: Trace) -> State:
    """Whoever was not activated moves: the side with the initiative first."""
    first = s.initiative or s.active
    return s.then(*(task("move", UNACTIVATED, side) for side in (first, other(first))))
