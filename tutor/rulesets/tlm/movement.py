"""2.0-II.2 and 4.1-4.3 Movement on foot: how far a unit goes, from where to where, and what its steps do."""

from __future__ import annotations

from typing import Any

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, Unit, places
from tutor.engine.trace import SILENT, Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import (
    armies_for,
    objections_to_arriving,
    objections_to_joining,
    told_of_trench,
    without_lonely,
)
from tutor.rulesets.tlm.coming import FAR, FOOT, RULES, allowance, come, objections_to_going_further
from tutor.rulesets.tlm.offensives import LIMITED
from tutor.rulesets.tlm.state import Piece, State, foe


# -- from where to where -----------------------------------------------------------------------------------------
def objections_to_walking(state: State, unit: str, place: str) -> Checks:
    """Whether a unit may walk to an area; to its own: into an army that stands there, or out of one."""
    piece = state.pieces[unit]
    if place == piece.place:
        yield from objections_to_transfer(state, piece)
        return
    yield from _how_far(state, piece, place)
    yield from objections_to_going_on(state, piece)
    yield from _states(state, piece, place)
    yield from objections_to_arriving(state, piece, place, True)


def objections_to_transfer(state: State, piece: Piece) -> Checks:
    """4.1.c: into an army and out of it is a move of no area."""
    if piece.army is None:
        yield from _into_an_army(state, piece)
        return
    yield held("4.1.c", "leaves-army", unit=Unit(piece.id))
    full = state.law.in_force(areas.objections_to_being_out(state, piece))
    if full and state.law.reads("full-area-into-army", "allowed") and _other_armies(state, piece):
        reading, place = state.law.read("full-area-into-army"), Place(str(piece.place))
        yield held("1.2.2.a", "into-an-army", unit=Unit(piece.id), area=place, reading=reading)
    else:
        yield from full


def _other_armies(state: State, piece: Piece) -> list[str]:
    return [army for army in armies_for(state, piece.id) if army != piece.army]


def _into_an_army(state: State, piece: Piece) -> Checks:
    if others := _other_armies(state, piece):
        yield held("4.1.c", "enters-army", unit=Unit(piece.id))
        for army in others:
            yield from state.law.held(objections_to_joining(state, piece.id, army))
        return
    beside = state.units(str(piece.place), piece.side) if piece.kind != "army" else ()
    near = [army.id for army in beside if army.kind == "army"]
    for army in near:
        yield from objections_to_joining(state, piece.id, army)
    if not near:
        yield objection("4.1.d", "no-move", unit=Unit(piece.id))


def _how_far(state: State, piece: Piece, place: str) -> Checks:
    origin, left = str(piece.place), allowance(state, piece.id)
    yield from objections_to_going_further(state, piece.id)
    if areas.by_sea(state, origin, place):
        yield objection("4.6.b", "only-by-sea", area=Place(place), origin=Place(origin))
    elif not state.map.adjacent(origin, place):
        yield objection("4.1.d", "not-adjacent", area=Place(place), origin=Place(origin))
        if left.total - piece.moved > 1 and (by := _between(state, piece, place)):
            yield held(FAR.get(piece.kind, "4.1.d"), "by-way-of", area=Place(place), ways=places(by))


def _between(state: State, piece: Piece, place: str) -> list[str]:
    """The areas by which a unit that goes far may come to a place that is not adjacent."""
    near = state.map.neighbours(str(piece.place))
    return [area for area in near if state.map.adjacent(area, place) and _leads(state, piece, area, place)]


def _leads(state: State, piece: Piece, area: str, place: str) -> bool:
    if state.law.first_objection(objections_to_walking(state, piece.id, area)):
        return False
    there = walked(state, SILENT, piece.id, area)
    return (
        there.pieces[piece.id].on_map
        and there.law.first_objection(objections_to_walking(there, piece.id, place)) is None
    )


def objections_to_going_on(state: State, piece: Piece) -> Checks:
    """1.2.2.c: a full area may be the end of a unit's own move, into an army, but not a stage of it."""
    by_itself = any(unit == piece.id for unit, _ in state.used)
    if piece.moved and by_itself and state.law.first_objection(areas.objections_to_being_out(state, piece)):
        yield objection("1.2.2.c", "no-way-through", unit=Unit(piece.id), area=Place(str(piece.place)))


def _states(state: State, piece: Piece, place: str) -> Checks:
    side = piece.side
    here, there = areas.area_state(state, str(piece.place), side), areas.area_state(state, place, side)
    yield from areas.objections_to_the_east(state, str(piece.place), place)
    facts = {"area": Place(place), "origin": Place(str(piece.place)), "here": Term(here), "there": Term(there)}
    if areas.CLOSED in state.map.area(place).flags:
        yield objection("4.2.e", "not-playable", area=Place(place))
    elif there == areas.NEUTRAL:
        yield objection("4.1.i", "neutral-closed", area=Place(place))
    if here == areas.FRIENDLY:
        yield from _past_a_fort(state, piece)
    if there != areas.ENEMY:
        yield held("4.2.a" if here == areas.FRIENDLY else "4.2.b", "from-to", **facts)
        return
    if here == areas.FRIENDLY and state.offensive:
        yield held("4.2.a", "from-to", **facts)
        yield held("2.0-II.2.c", "enemy-area-open", area=Place(place), origin=Place(str(piece.place)))
    elif here != areas.FRIENDLY:
        rule = FAR.get(piece.kind, "4.2.c") if piece.moved else "4.2.b"
        yield objection(rule, "from-to", **facts)
        if rule in FAR.values():
            yield objection("4.2.c", "far-goes-no-further", unit=Unit(piece.id))
        yield objection("2.0-II.2.c", "never-from-disputed", area=Place(place), origin=Place(str(piece.place)))
    if state.law.reads("weak-piece-in-enemy-area", "not-allowed") and not areas.holders(state, place, side):
        weak = state.law.first_objection(areas.objections_to_holding(state, piece))
        if weak is not None and not state.inside(piece.id):
            reading = state.law.read("weak-piece-in-enemy-area")
            yield objection(weak.rule, weak.kind, **{**weak.facts, "reading": reading})
    yield from _entering(state, place)


def _entering(state: State, place: str) -> Checks:
    if not state.offensive:
        yield objection("4.2.d", "entry-needs-offensive", area=Place(place))
        yield objection("9.1.1.a", "entry-needs-offensive", area=Place(place))
        yield objection("2.0-II.1.d", "passing-enters-not", area=Place(place))
    if state.rank != LIMITED or place in state.entered:
        return
    occupied = bool(areas.holders(state, place, foe(state.active)))
    empty_too = state.law.reads("empty-enemy-area", "disputed")
    every = state.law.reads("limited-offensive-empty-areas", "every-enemy-area")
    if state.entered and (occupied or empty_too or every):
        slug = "empty-enemy-area" if empty_too else "limited-offensive-empty-areas"
        entered, reading = Place(state.entered[0]), state.law.read(slug)
        yield objection("9.1.2.b", "one-area-only", area=Place(place), entered=entered, reading=reading)


def _past_a_fort(state: State, piece: Piece) -> Checks:
    """8.4.j: a fort too weak to hold its area holds nobody back there."""
    for fort in state.units(str(piece.place), foe(piece.side)):
        if fort.kind == "fort":
            yield held("8.4.j", "fort-holds-nobody", fort=Unit(fort.id), area=Place(str(piece.place)))


# -- what a step does --------------------------------------------------------------------------------------------
def walked(s: State, t: Trace, unit: str, place: str) -> State:
    """The unit is one area further, or out of its army; what it entered changes at once (4.1.j)."""
    start, piece, origin = s, s.pieces[unit], str(s.pieces[unit].place)
    before = areas.area_state(s, place, s.active)
    s = come(s, unit, place, FOOT)
    if place != origin:
        t.say("4.1.d", "moves", s, unit=Unit(unit), area=Place(place), origin=Place(origin), means=Term(FOOT))
    elif piece.army is not None:
        t.say("4.1.c", "stepped-out", s, type=Term(piece.kind), unit=Unit(unit), army=Unit(piece.army))
    if before == areas.ENEMY and place != origin:
        s = _noted(s, place)
    s = left_behind(s, t, start, unit)
    after = areas.area_state(s, place, s.active)
    if before != after:
        t.say("4.1.j", "state-changes", s, area=Place(place), before=Term(before), after=Term(after))
        _tell_why(s, t, place)
    elif after == areas.ENEMY:
        areas.tell_of_weakness(s, t, place, s.active)
    return without_lonely(s, t, origin, place)


def carried(s: State, t: Trace, unit: str, place: str, means: str) -> State:
    """The unit is in an area to which rail, ships or reserves have taken it; no area on the way changes hands."""
    start, origin = s, str(s.pieces[unit].place)
    s = come(s, unit, place, means)
    t.say(RULES[means], "carried", s, unit=Unit(unit), area=Place(place), origin=Place(origin), means=Term(means))
    return without_lonely(left_behind(s, t, start, unit), t, origin, place)


def left_behind(s: State, t: Trace, before: State, unit: str) -> State:
    """The trench is lost; what was left is whose it now is, and nothing there holds anybody back."""
    piece, place = before.pieces[unit], str(s.pieces[unit].place)
    origin = str(piece.place)
    s = areas.settle(s, origin, place)
    if t.silent:
        return s
    told_of_trench(s, t, before, unit)
    if place == origin:
        return s
    if piece.fortified:
        t.say("4.3.a", "fortification-left", s, army=Unit(piece.id))
    if areas.holders(s, origin, foe(piece.side)):
        t.say("4.2.b", "nothing-holds-back", s, unit=Unit(piece.id), area=Place(origin))
    elif not s.units(origin, piece.side) and s.control.get(origin) == piece.side:
        t.say("4.1.f", "left-empty", s, area=Place(origin), side=Side(piece.side))
    return s


def _noted(s: State, place: str) -> State:
    """An enemy area that is entered is noted where a battle is owed there, or where it counts all the same."""
    empty_too = s.law.reads("empty-enemy-area", "disputed")
    every = s.law.reads("limited-offensive-empty-areas", "every-enemy-area")
    if not areas.held_by(s, place, s.active) or place in s.entered:
        return s
    if not (empty_too or every or areas.held_by(s, place, s.defender)):
        return s
    new: State = s.but(entered=(*s.entered, place))
    return new


def _tell_why(s: State, t: Trace, place: str) -> None:
    """Why an enemy area that was entered is no longer enemy, and what is owed there."""
    facts: dict[str, Any] = {"area": Place(place)}
    if areas.disputed(s, place):
        if areas.held_by(s, place, s.defender):
            t.say("4.1.k", "both-sides-there", s, **facts)
        else:
            t.say("2.0-II.2.d", "disputed-though-empty", s, reading=s.law.read("empty-enemy-area"), **facts)
        t.say("5.1.1", "battle-owed-there", s, **facts)
    elif s.units(place, s.defender):
        t.say("4.1.f", "weak-garrison-falls", s, reading=s.law.read("weak-garrison"), **facts)
        areas.tell_of_weakness(s, t, place, s.defender)
    else:
        t.say("4.1.f", "taken-empty", s, reading=s.law.read("empty-enemy-area"), **facts)
