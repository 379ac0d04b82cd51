"""10.7.4.1: land moves, one unit after the other; each goes as far as it likes, hex by hex or all the way."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose, nothing
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.space.paths import ClosedOff, place_of
from tutor.engine.trace import Trace
from tutor.rulesets.fa.activities import MOVES, objections_to_activity, objections_to_phase, spent
from tutor.rulesets.fa.attacking import objections_to_side
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import come, say
from tutor.rulesets.fa.drafts import March
from tutor.rulesets.fa.landing import ashore, objections_to_any_beach, objections_to_beach
from tutor.rulesets.fa.nations import controller_of, neutral
from tutor.rulesets.fa.state import State, Unit
from tutor.rulesets.fa.terrain import entry_cost
from tutor.rulesets.fa.walking import (
    FOOT,
    allowance,
    halting,
    nothing_leads,
    objections_to_ending,
    objections_to_step,
    walk,
)
from tutor.rulesets.fa.weather import entering, turned_by_winter


# -- who moves ---------------------------------------------------------------------------------------------------
@step("land-movement", "10.7.4.1-a")
def land_movement(s: State, t: Trace) -> Steps[State]:
    """Units move, debark or invade, in any order."""
    unit = yield from choose(
        Ask(
            s,
            "10.7.4.1-a",
            s.phasing,
            "move",
            ("unit",),
            lambda id: objections_to_moving_with(s, id),
            to_end=nothing,
        )
    )
    if unit == DONE:
        return s
    on = "come-ashore" if s.unit(unit).aboard else "march"
    return s.then(task(on), task("land-movement"), march=March(unit))


def objections_to_moving_with(s: State, id: str) -> Checks:
    """May this unit make a land move, and is there anywhere to go?"""
    moving = s.law.in_force(objections_to_any_move(s, s.unit(id)))
    yield from moving
    if not s.law.allows(moving):
        return
    unit = s.unit(id)
    if unit.aboard:
        yield from objections_to_any_beach(s, unit)
    elif not any(hex in walk(s, id) for hex in s.map.neighbours(unit.place or "")):
        yield objection("10.7.4.1-c", "hemmed-in", unit=U(id))
        yield from _hemming(s, unit)


def _hemming(s: State, unit: Unit) -> Checks:
    for hex in s.map.neighbours(unit.place or ""):
        cut = walk(s, unit.id).why_not(hex)
        yield from (cut.checks if cut is not None else ())


def objections_to_any_move(s: State, unit: Unit) -> Checks:
    """May this unit make a land move at all?"""
    yield from objections_to_side(s, unit, "10.7.4.1-a")
    if unit.air and unit.aboard:
        check = objection if unit.moved else held
        yield check("10.7.4.5-a", "aircraft-ashore", unit=U(unit.id))
        yield from objections_to_phase(s, controller_of(s, unit.nation), MOVES)
        return
    if not unit.land:
        yield objection("10.7.4.1-b", "no-land-unit", unit=U(unit.id))
        return
    if neutral(s, unit.nation):
        yield objection("10.7.4.7-a", "neutral-stands", unit=U(unit.id), nation=Term(unit.nation))
    if unit.landed:
        yield objection("10.7.4.5-a", "landed-already", unit=U(unit.id))
    elif unit.moved:
        yield objection("10.7.4.1-b", "moved-already", unit=U(unit.id))
    if unit.railed and unit.hq:
        yield objection("10.7.4.1-d", "came-by-rail", unit=U(unit.id))
    elif not unit.face_up and not unit.hq:
        yield objection("10.7.4.1-d", "face-down-stays", unit=U(unit.id))
    elif not unit.face_up:
        yield held("10.7.4.1-d", "face-down-hq-moves", unit=U(unit.id))
    yield from objections_to_activity(s, unit, MOVES)


def closed_on_foot(s: State, unit: Unit) -> tuple[Check, ...]:
    """What shuts a unit up where it is."""
    return s.law.objections(objections_to_any_move(s, unit))


# -- where to ----------------------------------------------------------------------------------------------------
def under_way(s: State) -> March:
    assert s.march is not None, "no march"
    return s.march


@step("march", "10.7.4.1-c", under="land-movement")
def march(s: State, t: Trace) -> Steps[State]:
    """The hex to go to, near or far: the cheapest way is walked. Then on from there, as long as points are left."""
    now = under_way(s)
    unit = s.unit(now.unit)
    if now.way:
        return _walked(s, t, now.unit)
    if now.spent and not _may_go_on(s, unit):
        return _ended(s, t, now.unit)
    hex = yield from choose(
        Ask(
            s,
            "10.7.4.1-c",
            s.phasing,
            "move-to",
            ("place",),
            lambda hex: objections_to_going(s, unit.id, hex),
            to_end=nothing if now.spent else None,
            back=not now.spent,
            facts={"unit": U(unit.id)},
            goes=(FOOT,),
        )
    )
    if hex == BACK:
        return s.but(march=None)
    if hex == DONE:
        return _ended(s, t, now.unit)
    return _set_out(s, t, s.unit(now.unit), hex)


def objections_to_going(s: State, id: str, hex: str) -> Checks:
    """Can the unit come to this hex, and what becomes of it there?"""
    unit, found = s.unit(id), walk(s, id)
    if hex == unit.place:
        yield objection("10.7.4.1-c", "there-already", unit=U(id), hex=Place(hex))
        return
    cut = found.why_not(hex)
    if cut is not None:
        yield from _closed_ways(s, unit, cut, hex)
        return
    yield held("10.7.4.1-c", "within-reach", unit=U(id), hex=Place(hex), n=found.cost(hex), points=allowance(s, unit))
    yield from objections_to_ending(s, unit, hex)


def _closed_ways(s: State, unit: Unit, cut: ClosedOff[Any], hex: str) -> Checks:
    """Every way in is closed: all that closes each, once, and what would still be possible."""
    if not cut.ways:
        yield nothing_leads(unit, hex)
    told: list[Check] = []
    for way in cut.ways:
        a, b = place_of(way.origin), place_of(way.into)
        closed = s.law.objections(objections_to_step(s, unit, a, b)) or [way.check]
        told += [check for check in closed if check not in told]
    yield from told


def _may_go_on(s: State, unit: Unit) -> bool:
    if under_way(s).stopped or unit.place is None or allowance(s, unit).total <= 0:
        return False
    return any(hex in walk(s, unit.id) for hex in s.map.neighbours(unit.place))


def _set_out(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """The cheapest way to the hex, and the first steps of it."""
    way = tuple(place_of(node) for node in walk(s, unit.id).path(hex))[1:]
    now = under_way(s)
    if not now.spent:
        s = spent(s, unit, MOVES)
    return _walked(s.but(march=now.but(way=way)), t, unit.id)


def _walked(s: State, t: Trace, id: str) -> State:
    """Hex by hex along the way, until somebody whom the unit drives off must leave before it goes on."""
    s = s.then(task("march"))
    waiting = s.agenda
    while under_way(s).way and s.agenda == waiting:
        s = _stepped(s, t, s.unit(id))
    return s


def _stepped(s: State, t: Trace, unit: Unit) -> State:
    a, (b, *rest) = unit.place or "", under_way(s).way
    cost, left = entry_cost(s, unit, a, b), allowance(s, unit).total
    now = under_way(s)
    dear = cost.total > left
    turned = unit.face_up and (dear or turned_by_winter(s, unit, b, int(cost)))
    stopped = now.stopped or dear or _stops(s, unit, a, b)
    facts: dict[str, Any] = {"unit": U(unit.id), "hex": Place(b)}
    says = [say("10.7.4.1-c", "walks", cost=cost, left=max(left - cost.total, 0), **facts)]
    if turned:
        rule = "10.7.4.1-c" if dear else "8.2.3-b"
        says.append(say(rule, "turned-on-the-way", unit=U(unit.id), cost=cost.total, left=left))
    if stopped and not dear and not now.stopped:
        says.append(say("10.7.4.1-e", "halts-in-zone", reading=s.law.read("zoc-stop"), **facts))
    s = s.but(march=now.but(spent=now.spent + int(cost), stopped=stopped, way=tuple(rest)))
    return come(s, t, [entering(s, unit, b, face_up=unit.face_up and not turned)], b, *says)


def _stops(s: State, unit: Unit, a: str, b: str) -> bool:
    """Whether the unit must stop in the zone that it enters."""
    zones = halting(s, unit)
    return b in zones and (a in zones or s.law.reads("zoc-stop", "stop"))


def _ended(s: State, t: Trace, id: str) -> State:
    """The move is over: who moved without supply is turned, and an artillery piece, too."""
    unit = s.unit(id).but(moved=True)
    s = s.put(unit).but(march=None)
    if id in s.cut and unit.face_up and unit.place is not None:
        s = s.change(id, face_up=False)
        t.say("10.7.4.1-f", "ends-face-down", s, unit=U(id))
    return _gun_turned(s, t, id)


def _gun_turned(s: State, t: Trace, id: str) -> State:
    """A land move turns an artillery piece, on the road or out of the sea."""
    unit = s.unit(id)
    if not unit.gun or not unit.face_up or unit.place is None or not s.law.reads("artillery-moves", "turned"):
        return s
    s = s.change(id, face_up=False)
    t.say("10.7.6.4.5-c", "gun-turned-by-move", s, unit=U(id), reading=s.law.read("artillery-moves"))
    return s


# -- from the sea (10.7.4.5) ---------------------------------------------------------------------------------------
@step("come-ashore", "10.7.4.5-a", under="land-movement")
def come_ashore(s: State, t: Trace) -> Steps[State]:
    """A unit aboard a transport debarks on a friendly coast or invades an enemy one."""
    id = under_way(s).unit
    hex = yield from choose(
        Ask(
            s,
            "10.7.4.5-a",
            s.phasing,
            "land-at",
            ("place",),
            lambda hex: objections_to_beach(s, s.unit(id), hex),
            back=True,
            facts={"unit": U(id)},
        )
    )
    s = s.but(march=None)
    if hex == BACK:
        return s
    if not s.unit(id).land:
        return ashore(s, t, id, hex)
    return _gun_turned(ashore(spent(s, s.unit(id), MOVES), t, id, hex), t, id)
