"""8.0, 8.1: the Mutual Movement Phases, in which each side moves in its own Theatre."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import front_of, fronts_of, theatre_of
from tutor.rulesets.gwie.going import (
    BY_MARCH,
    Way,
    objections_to_going,
    objections_to_moving,
    reach_for,
    way_of,
)
from tutor.rulesets.gwie.marching import began_at, left_of
from tutor.rulesets.gwie.passing import arrived, passed
from tutor.rulesets.gwie.sequence import SEQUENCE, first_round, theatre_for
from tutor.rulesets.gwie.stacking import excess, overfull
from tutor.rulesets.gwie.state import March, State, Unit
from tutor.rulesets.gwie.weather import weather_of

ITS_OWN = frozenset({"agenda", "aside", "active", "theatre"})  # of each half: whose it is and what remains in it


# -- the phase (8.11) ------------------------------------------------------------------------------------------
@step("half-begins", "8.11")
def half_begins(s: State, t: Trace, side: str) -> State:
    """First each side moves where it has the initiative, in the second phase where it has not."""
    theatre = theatre_for(s, side)
    began = FrozenMap({u.id: u.place for u in s.on_map() if u.place and (u.fights or u.hq)})
    s = s.but(active=side, theatre=theatre, march=March(theatre, side, began))
    t.say("4.2.4" if first_round(s) else "4.2.6", "half-begins", s, who=Side(side), theatre=Term(theatre))
    for front in sorted(fronts_of(s)):
        if theatre_of(front) == theatre:
            t.say("8.4", "weather-of-half", s, front=Term(front), weather=Term(weather_of(s, front)))
    return s


@SEQUENCE.join("half")
def both_moved(before: State, t: Trace, made: Mapping[str, State]) -> State:
    """Both have moved at the same time, each in his own Theatre: what each has changed is changed (4.21)."""
    s, rule = before, "4.2.4" if first_round(before) else "4.2.6"
    for side, own in made.items():
        s = _with_changes(s, before, own)
        went = sorted(u.id for u in own.pieces if u.side == side and u.place != before.unit(u.id).place)
        if went:
            there = Term(theatre_for(before, side))
            t.say(rule, "moved-meanwhile", s, who=Side(side), theatre=there, units=units(went))
    return s


def _with_changes(s: State, before: State, own: State) -> State:
    """A position with all that a side has made of the one in which both began."""
    changed = {one.name: getattr(own, one.name) for one in fields(before) if one.name not in ITS_OWN}
    changed = {name: now for name, now in changed.items() if now != getattr(before, name)}
    return s.but(**{name: _both(getattr(s, name), getattr(before, name), now) for name, now in changed.items()})


def _both(now: Any, before: Any, own: Any) -> Any:
    """What one side has changed since the beginning, changed in what there is now."""
    match own:
        case Pieces():
            return now.put(*(piece for piece in own if piece != before[piece.id]))
        case FrozenMap():
            return FrozenMap({**now, **{key: value for key, value in own.items() if before.get(key) != value}})
        case frozenset():
            return (now - (before - own)) | (own - before)
        case int():
            return now + own - before
        case _:
            return own


@step("move", "8.0", under="half-begins")
def move(s: State, t: Trace) -> Steps[State]:
    """Who moves next; nobody has to."""
    id = yield from choose(
        Ask(
            s,
            "8.0",
            s.moving.side,
            "move",
            ("unit",),
            lambda id: objections_to_moving(s, s.unit(id)),
            to_end=lambda: objections_to_ending_moves(s),
        )
    )
    if id == DONE:
        return s
    return s.marching(group=(id,)).then(task("take-along"), task("move"))


@step("take-along", "8.17", under="half-begins")
def take_along(s: State, t: Trace) -> Steps[State]:
    """Those who began the phase in the same hex may go together, at the pace of the slowest.

    It is asked even where nobody may come, since that is when one wants to know why.
    """
    if not any(u.fights or u.hq for u in s.at(_here(s)) if u.id not in s.moving.group):
        return s.then(task("go"))
    id = yield from choose(
        Ask(
            s,
            "8.17",
            s.moving.side,
            "take-along",
            ("unit",),
            lambda id: objections_to_taking_along(s, id),
            to_end=lambda: iter(()),
            back=True,
            facts={"units": units(s.moving.group)},
        )
    )
    if id == BACK:
        return s.marching(group=())
    if id == DONE:
        return s.then(task("go"))
    return s.marching(group=(*s.moving.group, id)).then(task("take-along"))


@step("go", "8.0", under="half-begins")
def go(s: State, t: Trace) -> Steps[State]:
    """Where to: any hex within reach, by the cheapest way; whoever wants another way goes hex by hex."""
    hex = yield from choose(
        Ask(
            s,
            "8.0",
            s.moving.side,
            "go",
            ("place",),
            lambda hex: objections_to_going(s, _group(s), hex),
            back=True,
            facts={"units": units(s.moving.group)},
            among=lambda: reach_for(s, _group(s)).places,
            goes=(BY_MARCH,),
        )
    )
    if hex == BACK:
        return s.marching(group=())
    group = _group(s)
    way = way_of(s, group, hex)
    s = _charged(_turned_to(s, group), group, way)
    left = min(left_of(s, unit) for unit in group)
    t.say("8.0", "marches", s, units=units(group), hex=Place(hex), cost=way.cost, left=left)
    for at in way.places[1:]:
        s = passed(s, t, group, at)
    return arrived(s, t, group, way).marching(group=())


def _group(s: State) -> tuple[Unit, ...]:
    return tuple(map(s.unit, s.moving.group))


def _here(s: State) -> str:
    return s.unit(s.moving.group[0]).place or ""


def _turned_to(s: State, group: tuple[Unit, ...]) -> State:
    """Once a unit from another hex is moved, those moved before are done with (8.18)."""
    march, origin = s.moving, began_at(s, group[0])
    closed = march.closed | set(march.spent) if march.origin and march.origin != origin else march.closed
    return s.marching(origin=origin, closed=closed)


def _charged(s: State, group: tuple[Unit, ...], way: Way) -> State:
    spent = s.moving.spent
    for unit in group:
        spent = spent.put(unit.id, spent.get(unit.id, 0) + way.paid[unit.id])
    return s.marching(spent=spent, seen=s.moving.seen | way.seen)


# -- who goes along, and the end (8.17, 8.23) ----------------------------------------------------------------------
def objections_to_taking_along(s: State, id: str) -> Checks:
    """May this unit go with those that were named?"""
    unit, first = s.unit(id), s.unit(s.moving.group[0])
    if id in s.moving.group:
        yield objection("8.17", "goes-along-already", unit=U(id))
        return
    if unit.place != first.place:
        yield objection("8.17", "not-stacked", unit=U(id), other=U(first.id))
    elif unit.side == first.side and began_at(s, unit) != began_at(s, first):
        yield objection("8.17", "began-apart", unit=U(id), hex=Place(began_at(s, unit)))
    elif unit.side == first.side and unit.nation != first.nation:
        yield held("7.24a", "nations-together", unit=U(id), other=U(first.id))
    yield from objections_to_moving(s, unit)


def objections_to_ending_moves(s: State) -> Checks:
    """The phase does not end beyond the stacking limits while somebody could still leave (8.23)."""
    for hex, side in overfull(s, s.moving.side):
        if theatre_of(front_of(s, hex)) != s.moving.theatre:
            continue
        crowd = {id for check in s.law.in_force(excess(s, hex, side)) for id in check.units}
        free = [id for id in sorted(crowd) if s.law.allows(objections_to_moving(s, s.unit(id))) and _can_leave(s, id)]
        if free:
            yield objection("8.23", "leave-first", hex=Place(hex), units=units(free))
            yield from s.law.objections(excess(s, hex, side))
    yield held("8.0", "nobody-must-move", who=Side(s.moving.side))


def _can_leave(s: State, id: str) -> bool:
    group = (s.unit(id),)
    return any(s.law.allows(objections_to_going(s, group, hex)) for hex in s.map.places)
