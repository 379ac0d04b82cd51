"""2.0-II.2 and 4.1-4.3 Movement from area to area, as far as battles arise from it."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import DONE, Ask, choose
from tutor.engine.check import Checks, first_objection, held, is_legal, objection
from tutor.engine.facts import Place, Term, Unit
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.aftermath import objections_to_surviving
from tutor.rulesets.tlm.armies import eliminated, is_empty, objections_to_arriving, without_lonely
from tutor.rulesets.tlm.offensives import LIMITED
from tutor.rulesets.tlm.retreats import and_join
from tutor.rulesets.tlm.state import Piece, State, Step, foe, steps

_FAR = {"cavalry": "8.3.1.b", "biplane": "8.3.4.b"}
_MOVES = {
    **_FAR,
    "army": "8.1.d",
    "infantry": "8.2.1.a",
    "stosstruppen": "8.2.2.b",
    "artillery": "8.3.2.b",
    "siege-gun": "8.3.3.e",
    "tank": "8.3.5.b",
    "paris-gun": "8.3.6.a",
    "fort": "8.4.a",
}


# -- how far, from where to where --------------------------------------------------------------------------------
def allowance(state: State, unit: str) -> Ledger:
    """How many areas a unit may move."""
    return Ledger.of("2.0-II.2.b", "allowance", _allowance(state, state.pieces[unit]))


def _allowance(state: State, piece: Piece) -> Lines:
    cell = state.law.table("units").at(piece.kind, "move")
    yield plus(_MOVES.get(piece.kind, "4.1.d"), "printed-movement", int(cell.value), type=Term(piece.kind), cell=cell)


@seam("tlm.moving")
def objections_to_moving(state: State, unit: str, place: str) -> Checks:
    """Whether a unit may go to an area now."""
    piece = state.pieces[unit]
    if piece.side != state.active or not piece.on_map:
        yield objection("2.0-II.2.a", "not-to-be-moved", unit=Unit(unit))
        return
    if piece.kind == "fort":
        yield objection("8.4.a", "fort-stays", unit=Unit(unit))
        return
    yield from _how_many(state, unit)
    if place == piece.place:
        if piece.army is None:
            yield objection("4.1.d", "no-move", unit=Unit(unit))
        else:
            yield held("4.1.c", "leaves-army", unit=Unit(unit))
            yield from areas.objections_to_stacking(state, piece.but(army=None), place)
        return
    yield from _how_far(state, piece, place)
    yield from _states(state, piece, place)
    yield from objections_to_arriving(state, piece, place)


def _how_many(state: State, unit: str) -> Checks:
    passing = not state.offensive
    others = [moved for moved in state.moves if moved != unit]
    if passing and others:
        yield objection("2.0-II.1.d", "one-unit-only", unit=Unit(others[0]))


def _how_far(state: State, piece: Piece, place: str) -> Checks:
    origin, left = str(piece.place), allowance(state, piece.id)
    if piece.moved >= left.total:
        rule = _FAR.get(piece.kind, "2.0-II.2.b")
        yield objection(rule, "moved-already", unit=Unit(piece.id), moved=piece.moved, allowance=left)
    if not state.map.adjacent(origin, place):
        yield objection("4.1.d", "not-adjacent", area=Place(place), origin=Place(origin))
    elif areas.by_sea(state, origin, place):
        yield objection("4.6.b", "only-by-sea", area=Place(place), origin=Place(origin))


def _states(state: State, piece: Piece, place: str) -> Checks:
    side = piece.side
    here, there = areas.area_state(state, str(piece.place), side), areas.area_state(state, place, side)
    facts = {"area": Place(place), "origin": Place(str(piece.place))}
    if areas.CLOSED in state.map.area(place).flags:
        yield objection("4.2.e", "not-playable", area=Place(place))
    elif there == areas.NEUTRAL:
        yield objection("4.1.i", "neutral-closed", area=Place(place))
    if there != areas.ENEMY:
        yield held(
            "4.2.a" if here == areas.FRIENDLY else "4.2.b", "from-to", here=Term(here), there=Term(there), **facts
        )
        return
    if here == areas.FRIENDLY:
        yield held("4.2.a", "from-to", here=Term(here), there=Term(there), **facts)
    else:
        rule = _FAR.get(piece.kind, "4.2.c") if piece.moved else "4.2.b"
        yield objection(rule, "from-to", here=Term(here), there=Term(there), **facts)
    if state.law.reads("weak-piece-in-enemy-area", "not-allowed") and not areas.holders(state, place, side):
        weak = first_objection(areas.objections_to_holding(state, piece))
        if weak is not None and not state.inside(piece.id):
            reading = state.law.read("weak-piece-in-enemy-area")
            yield objection(weak.rule, weak.kind, **{**weak.facts, "reading": reading})
    yield from _entering(state, place)


def _entering(state: State, place: str) -> Checks:
    if not state.offensive:
        yield objection("4.2.d", "entry-needs-offensive", area=Place(place))
        yield objection("9.1.1.a", "entry-needs-offensive", area=Place(place))
    if state.rank != LIMITED or place in state.entered:
        return
    occupied = bool(areas.holders(state, place, foe(state.active)))
    every = state.law.reads("limited-offensive-empty-areas", "every-enemy-area")
    if state.entered and (occupied or every):
        entered = Place(state.entered[0])
        yield objection(
            "9.1.2.b",
            "one-area-only",
            area=Place(place),
            entered=entered,
            reading=state.law.read("limited-offensive-empty-areas"),
        )


def objections_to_ending_movement(state: State) -> Checks:
    """Empty armies leave disputed areas by the end of their side's Movement Phase."""
    for army in state.pieces.of(state.active):
        if is_empty(state, army) and areas.disputed(state, str(army.place)):
            near = state.map.neighbours(str(army.place))
            if any(is_legal(objections_to_moving(state, army.id, place)) for place in near):
                yield objection("8.1.f", "empty-must-go", army=Unit(army.id))


# -- the steps -----------------------------------------------------------------------------------------------------
@steps.step("movement", "2.0-II.2.a")
def movement(s: State, t: Trace) -> Step:
    """The attacker moves units one by one."""
    answer = yield from choose(
        Ask(
            s,
            "4.1.d",
            s.active,
            "move",
            ("unit", "place"),
            lambda move: objections_to_moving(s, *move),
            to_end=lambda: objections_to_ending_movement(s),
        )
    )
    if answer == DONE:
        return s
    return and_join(moved(s, t, *answer).then(task("movement")), answer[0])


def moved(s: State, t: Trace, unit: str, place: str) -> State:
    """The unit is where it goes; the area's state changes at once (4.1.j)."""
    piece, origin = s.pieces[unit], str(s.pieces[unit].place)
    before = areas.area_state(s, place, s.active)
    goes = piece.but(place=place, army=None, entrenched=False, moved=piece.moved + (place != origin))
    inside = [p.but(place=place) for p in s.inside(unit)] if place != origin else []
    s = s.put(goes, *inside).but(moves=s.moves if unit in s.moves else s.moves.put(unit, origin))
    if place == origin:
        t.say("4.1.c", "stepped-out", s, type=Term(piece.kind), unit=Unit(unit), army=Unit(str(piece.army)))
    else:
        t.say("4.1.d", "moves", s, unit=Unit(unit), area=Place(place), origin=Place(origin))
    if piece.entrenched:
        t.say("8.1.k" if piece.kind == "army" else "4.3.a", "trench-left", s, unit=Unit(unit))
    s = areas.settle(s, origin, place)
    if before == areas.ENEMY:
        s = _entered(s, t, place)
    return without_lonely(s, t, origin, place)


def _entered(s: State, t: Trace, place: str) -> State:
    facts: dict[str, Any] = {"area": Place(place)}
    if areas.disputed(s, place):
        s = s.but(entered=tuple(dict.fromkeys((*s.entered, place))))
        t.say("4.1.k", "becomes-disputed", s, **facts)
        t.say("5.1.1", "battle-owed-there", s, **facts)
    elif s.law.reads("empty-enemy-area", "disputed"):
        s = s.but(entered=tuple(dict.fromkeys((*s.entered, place))))
        t.say("2.0-II.2.d", "becomes-disputed", s, reading=s.law.read("empty-enemy-area"), **facts)
    elif s.control.get(place) == s.active:
        if s.law.reads("limited-offensive-empty-areas", "every-enemy-area"):
            s = s.but(entered=tuple(dict.fromkeys((*s.entered, place))))
        if s.units(place, s.defender):
            t.say("4.1.f", "weak-garrison-falls", s, reading=s.law.read("weak-garrison"), **facts)
        else:
            t.say("4.1.f", "becomes-friendly", s, reading=s.law.read("empty-enemy-area"), **facts)
    return s


@steps.step("end-of-movement", "2.0-II.2.a")
def end_of_movement(s: State, t: Trace) -> State:
    """Unaccompanied auxiliaries die where the enemy has infantry."""
    for piece in s.pieces:
        still_there = s.pieces[piece.id].on_map
        reasons = list(objections_to_surviving(s, piece)) if still_there else []
        if reasons:
            s = eliminated(s, t, piece.id)
            t.say(reasons[0].rule, reasons[0].kind, s, **reasons[0].facts)
    return s.put(*(p.but(moved=0) for p in s.pieces if p.moved))
