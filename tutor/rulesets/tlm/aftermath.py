"""5.4.4 and the end of combat: who is left alone, who holds the area, which unaccompanied pieces die."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Side, Term, Unit, units
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import eliminated, infantry_here, is_empty, taken_off, without_lonely
from tutor.rulesets.tlm.sequence import at_any_event
from tutor.rulesets.tlm.state import SIDES, Piece, State, foe, steps

_ALONE = {
    "artillery": "8.3.2.c",
    "biplane": "8.3.4.f",
    "tank": "8.3.5.e",
    "siege-gun": "8.3.3.h2",
    "paris-gun": "8.3.6.f",
}


# -- after each battle -------------------------------------------------------------------------------------------
@steps.step("aftermath", "5.4.4.b")
def aftermath(s: State, t: Trace) -> State:
    """Units that must retreat a second time are eliminated; then the area is whose it is."""
    area = s.here.area
    for side in (s.attacker, s.defender):
        s = _left_alone(s, t, side)
        s = _empty_again(s, t, side)
    s = without_lonely(areas.settle(s, area), t, area)
    _tell_control(s, t, area)
    flown = [p.but(method="") for p in s.pieces if p.method]
    return s.put(*flown).but(battle=None).then(*at_any_event(s))


def _left_alone(s: State, t: Trace, side: str) -> State:
    """5.4.4.c: retreated units with no friend beside them that has not retreated."""
    area = s.here.area
    guests = [p for p in s.forces(area, side) if p.retreat]
    enemy = any(not p.retreat for p in s.forces(area, foe(side)))
    always = s.law.reads("retreated-alone", "always")
    if not guests or s.present(side) or not (enemy or always):
        return s
    s = eliminated(s, t, *(p.id for p in guests))
    seen = [p for p in guests if p.army is None]
    t.say("5.4.4.c", "left-alone", s, units=units(seen), area=Place(area), reading=s.law.read("retreated-alone"))
    t.say("2.0-II.4.c2", "second-retreat", s, units=units(seen))
    return s


def _empty_again(s: State, t: Trace, side: str) -> State:
    """5.4.4.d: an empty army that retreated into this battle and would have to retreat again."""
    for army in s.units(s.here.area, side):
        if army.retreat and is_empty(s, army) and areas.disputed(s, s.here.area):
            s = eliminated(s, t, army.id)
            t.say("5.4.4.d", "empty-twice", s, army=Unit(army.id))
    return s


def _tell_control(s: State, t: Trace, area: str) -> None:
    if t.silent:
        return
    for side in SIDES:
        areas.tell_of_weakness(s, t, area, side)
    now = areas.area_state(s, area, s.attacker)
    if now == areas.DISPUTED:
        t.say("4.1.h", "area-disputed", s, area=Place(area))
    elif area in s.control:
        t.say("4.1.f", "area-held", s, area=Place(area), side=Side(s.control[area]))


# -- at the end of the phase --------------------------------------------------------------------------------------
def objections_to_surviving(state: State, piece: Piece) -> Checks:
    """Why an auxiliary without infantry does not survive the end of a phase."""
    area, theirs = str(piece.place), foe(piece.side)
    if infantry_here(state, area, piece.side):
        return
    facts = {"unit": Unit(piece.id), "area": Place(area), "type": Term(piece.kind)}
    if piece.kind in ("artillery", "biplane", "tank") and infantry_here(state, area, theirs):
        yield objection(_ALONE[piece.kind], "unaccompanied", **facts, reading=state.law.read("what-is-infantry"))
    if piece.kind in ("siege-gun", "paris-gun") and any(p.kind != "fort" for p in state.forces(area, theirs)):
        yield objection(_ALONE[piece.kind], "gun-unaccompanied", **facts)


def without_unaccompanied(s: State, t: Trace) -> State:
    """No hit and no want of supply kills them: an army that held them is empty, and undergoes what 8.1.g says of it."""
    for piece in s.pieces:
        still_there = piece.kind in _ALONE and s.pieces[piece.id].on_map
        reasons = s.law.in_force(objections_to_surviving(s, piece)) if still_there else []
        if reasons:
            s = taken_off(s, piece.id)
            for check in reasons:
                t.say(check.rule, check.kind, s, **check.facts)
            s = without_lonely(s, t, str(piece.place))
    return s


@steps.step("end-of-combat", "5.4")
def end_of_combat(s: State, t: Trace) -> State:
    """Unaccompanied auxiliaries die, retreat markers come off."""
    s = without_unaccompanied(s, t)
    marked = [p.but(retreat="", left="") for p in s.pieces if p.retreat]
    if marked:
        s = s.put(*marked)
        alone = units(p for p in marked if p.army is None)
        if alone:
            t.say("5.4", "markers-off", s, units=alone)
    return s
