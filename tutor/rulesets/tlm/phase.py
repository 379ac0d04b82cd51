"""2.0-II.2 The Movement Phase: units one by one, who, where to, by what; then what the end of the phase clears."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, choose, nothing
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Side, Term, Unit
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.aftermath import without_unaccompanied
from tutor.rulesets.tlm.armies import (
    armies_for,
    eliminated,
    is_empty,
    objections_to_joining,
    told_of_trench,
    without_lonely,
)
from tutor.rulesets.tlm.coming import FOOT, MEANS, RESERVES, TRANSFER, marked
from tutor.rulesets.tlm.crisis import between_moves
from tutor.rulesets.tlm.going import (
    objections_by_means,
    objections_to_choosing,
    objections_to_going,
    open_means,
    within_reach,
)
from tutor.rulesets.tlm.movement import carried, walked
from tutor.rulesets.tlm.retreats import AFTER, objections_to_refuge_state
from tutor.rulesets.tlm.sequence import after_a_move
from tutor.rulesets.tlm.state import Piece, State, Step, steps
from tutor.rulesets.tlm.transport import CARD


# -- who -----------------------------------------------------------------------------------------------------------
@steps.step("movement", "2.0-II.2.a")
def movement(s: State, t: Trace) -> Step:
    """The attacker moves units one by one."""
    unit = yield from choose(
        Ask(
            s,
            "2.0-II.2.b",
            s.active,
            "move",
            ("unit",),
            lambda unit: objections_to_choosing(s, unit),
            to_end=nothing,
            among=lambda: [p.id for p in s.pieces.of(s.active) if p.on_map],
        )
    )
    return s if unit == DONE else s.then(task("to", unit), *after_a_move(s), *between_moves(s), task("movement"))


# -- where to, by what ---------------------------------------------------------------------------------------------
@steps.step("to", "4.1.d", under="movement")
def where_to(s: State, t: Trace, unit: str) -> Step:
    """The chosen unit goes to an area; where several means lead there, one is named."""
    place = yield from choose(
        Ask(
            s,
            "4.1.d",
            s.active,
            "to",
            ("place",),
            lambda place: objections_to_going(s, unit, place),
            back=True,
            among=lambda: within_reach(s, unit),
            facts={"unit": Unit(unit)},
            goes=MEANS,
        )
    )
    if place == BACK:
        return s
    means = open_means(s, unit, place) or [FOOT]  # against a rule one goes on foot
    return s.then(task("means", unit, place)) if len(means) > 1 else gone(s, t, unit, place, means[0])


@steps.step("means", "2.0-II.2.b", under="movement")
def by_means(s: State, t: Trace, unit: str, place: str) -> Step:
    """On foot, by rail, by ship: the means by which the unit goes."""
    means = yield from choose(
        Ask(
            s,
            "2.0-II.2.b",
            s.active,
            "means",
            ("option",),
            lambda means: objections_by_means(s, unit, place, means),
            options=MEANS,
            back=True,
            facts={"unit": Unit(unit), "area": Place(place)},
        )
    )
    return s.then(task("to", unit)) if means == BACK else gone(s, t, unit, place, means)


def gone(s: State, t: Trace, unit: str, place: str, means: str) -> State:
    """The unit is there; then it may go into an army, or, being one, take units in."""
    origin, empty = s.pieces[unit].place, is_empty(s, s.pieces[unit])
    on_the_spot = place == origin and s.pieces[unit].army is None
    s = walked(s, t, unit, place) if means == FOOT else carried(_paid(s, t, means), t, unit, place, means)
    then = _taking_in(s, unit, empty) if s.pieces[unit].kind == "army" else _joining(s, unit, on_the_spot)
    return s.then(*then)


def _paid(s: State, t: Trace, means: str) -> State:
    """Strategic Reserves! goes from the hand to the discards."""
    if means != RESERVES:
        return s
    s = s.played(s.active, CARD)
    t.say("1.3.b", "card-played", s, card=Term(CARD), who=Side(s.active))
    return s


def _joining(s: State, unit: str, must: bool) -> tuple[Task, ...]:
    return (task("join", unit, must),) if armies_for(s, unit) and s.pieces[unit].army is None else ()


# -- what an army takes in on its way ------------------------------------------------------------------------------
def _taking_in(s: State, army: str, empty: bool) -> tuple[Task, ...]:
    """An empty army may take infantry in at once (4.3.c); one that overfills its area must (`army-into-full-area`)."""
    piece = s.pieces[army]
    if not piece.on_map or not (empty or _excess(s, piece)):
        return ()
    found = any(s.law.allows(objections_to_taking_in(s, army, unit.id)) for unit in _singles(s, piece))
    return (task("take-in", army, empty),) if found else ()


def _singles(s: State, army: Piece) -> tuple[Piece, ...]:
    return tuple(p for p in s.units(str(army.place), army.side) if p.kind not in ("army", "fort"))


def _excess(s: State, army: Piece) -> bool:
    return areas.stacking(s, str(army.place), army.side).total > areas.STACKING_LIMIT


def objections_to_taking_in(state: State, army: str, unit: str) -> Checks:
    """Whether an army that has just come may take a unit of its area in."""
    piece = state.pieces[unit]
    if piece.army is not None:
        yield objection("8.1.c", "in-an-army", unit=Unit(unit), army=Unit(piece.army))
    yield from objections_to_joining(state, unit, army)


def objections_to_no_more(state: State, army: str) -> Checks:
    piece = state.pieces[army]
    if _excess(state, piece):
        yield objection(
            "1.2.2.a",
            "must-take-in",
            army=Unit(army),
            area=Place(str(piece.place)),
            reading=state.law.read("army-into-full-area"),
        )


@steps.step("take-in", "8.1.c", under="movement")
def take_in(s: State, t: Trace, army: str, empty: bool) -> Step:
    """The army takes units of its area in, one by one."""
    if not any(s.law.allows(objections_to_taking_in(s, army, unit.id)) for unit in _singles(s, s.pieces[army])):
        return s
    unit = yield from choose(
        Ask(
            s,
            "8.1.c",
            s.active,
            "take-in",
            ("unit",),
            lambda unit: objections_to_taking_in(s, army, unit),
            to_end=lambda: objections_to_no_more(s, army),
            facts={"army": Unit(army)},
        )
    )
    return s if unit == DONE else taken_in(s, t, army, unit, empty).then(task("take-in", army, empty))


def taken_in(s: State, t: Trace, army: str, unit: str, empty: bool) -> State:
    """The unit is in the army, which shares its trench if it came empty (4.3.c)."""
    piece, into = s.pieces[unit], s.pieces[army]
    digs = empty and piece.entrenched and piece.infantry_type
    before = s
    s = s.put(marked(piece, TRANSFER).but(army=army, entrenched=False), into.but(entrenched=into.entrenched or digs))
    t.say("8.1.c", "joined", s, type=Term(piece.kind), unit=Unit(unit), army=Unit(army))
    told_of_trench(s, t, before, unit)
    if digs:
        t.say("4.3.c", "army-takes-trench", s, army=Unit(army), unit=Unit(unit))
        t.say("8.1.l", "army-entrenched", s, army=Unit(army))
    return areas.settle(s, str(into.place))


# -- the end of the phase ------------------------------------------------------------------------------------------
@steps.step("end-of-movement", "2.0-II.2.a")
def end_of_movement(s: State, t: Trace) -> State:
    """Unaccompanied auxiliaries die where the enemy has infantry; empty armies leave disputed areas."""
    s = without_unaccompanied(s, t)
    both = s.law.reads("empty-army-timing", "any-movement-end")
    leaving = [a.id for side in (s.active, s.defender)[: 1 + both] for a in s.pieces.of(side) if _must_leave(s, a)]
    return s.then(*(task("empty-leaves", army) for army in leaving))


def _must_leave(state: State, army: Piece) -> bool:
    return is_empty(state, army) and areas.disputed(state, str(army.place))


def objections_to_leaving_empty(state: State, army: str, place: str) -> Checks:
    """8.1.f: an empty army retreats to an adjacent area, friendly or disputed."""
    piece = state.pieces[army]
    origin = str(piece.place)
    if not state.map.adjacent(origin, place):
        yield objection("8.1.f", "not-adjacent", area=Place(place), origin=Place(origin))
    elif areas.by_sea(state, origin, place):
        yield objection("4.6.d", "not-by-sea", area=Place(place), origin=Place(origin))
    else:
        yield from objections_to_refuge_state(state, piece.side, "8.1.f", place)


@steps.step("empty-leaves", "8.1.f", under="end-of-movement")
def empty_leaves(s: State, t: Trace, army: str) -> Step:
    """An empty army retreats from a disputed area when the phase ends; that is no move."""
    piece = s.pieces[army]
    if not _must_leave(s, piece):
        return s
    near = s.map.neighbours(str(piece.place))
    if not any(s.law.allows(objections_to_leaving_empty(s, army, place)) for place in near):
        return _trapped(s, t, army)
    place = yield from choose(
        Ask(
            s,
            "8.1.f",
            piece.side,
            "empty-leaves",
            ("place",),
            lambda place: objections_to_leaving_empty(s, army, place),
            facts={"army": Unit(army)},
        )
    )
    mark = {"retreat": AFTER, "left": str(piece.place)} if s.offensive else {}
    before, s = s, s.put(piece.but(place=place, entrenched=False, fortified=False, **mark))
    t.say("8.1.f", "retreats", s, unit=Unit(army), area=Place(place), origin=Place(str(piece.place)))
    told_of_trench(s, t, before, army)
    return without_lonely(areas.settle(s, str(piece.place), place), t, place)


def _trapped(s: State, t: Trace, army: str) -> State:
    """With nowhere to go it is eliminated, or stays (reading `forced-retreat-no-refuge`)."""
    if s.law.reads("forced-retreat-no-refuge", "stays"):
        return s
    s = eliminated(s, t, army)
    t.say("8.1.f", "no-refuge", s, army=Unit(army), reading=s.law.read("forced-retreat-no-refuge"))
    return s
