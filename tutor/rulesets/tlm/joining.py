"""8.1.c Into an army and out of it: on the way, and on the spot in Production and Reinforcements."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import DONE, Ask, choose
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Side, Term, Unit
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import armies_for, objections_to_joining, told_of_trench, without_lonely
from tutor.rulesets.tlm.movement import objections_to_transfer
from tutor.rulesets.tlm.state import State, Step, steps


def and_join(s: State, unit: str) -> State:
    """Then the unit may go into an army where it is now."""
    if s.battle is not None and s.pieces[unit].place == s.battle.area:
        return s
    return s.then(task("join", unit)) if s.pieces[unit].army is None and armies_for(s, unit) else s


@steps.step("join", "8.1.c")
def join(s: State, t: Trace, unit: str, must: bool = False) -> Step:
    """A unit that moves or retreats may go straight into an army; one that moves on the spot does."""
    piece = s.pieces[unit]
    if not armies_for(s, unit):
        return s
    army = yield from choose(
        Ask(
            s,
            "8.1.c",
            piece.side,
            "join",
            ("unit",),
            lambda army: objections_to_joining(s, unit, army),
            to_end=None if must else lambda: objections_to_standing_alone(s, unit),
            facts={"unit": Unit(unit)},
        )
    )
    if army == DONE:
        return s
    before, s = s, s.put(piece.but(army=army, entrenched=False))
    t.say("8.1.c", "joined", s, type=Term(piece.kind), unit=Unit(unit), army=Unit(army))
    told_of_trench(s, t, before, unit)
    if s.pieces[army].entrenched and piece.infantry_type:
        t.say("4.3.b", "joins-trench", s, unit=Unit(unit), army=Unit(army))
    return s


def objections_to_standing_alone(state: State, unit: str) -> Checks:
    """A unit may stay outside armies only where there is room (reading `full-area-into-army`)."""
    piece = state.pieces[unit]
    now = areas.stacking(state, str(piece.place), piece.side)
    if now.total > areas.STACKING_LIMIT and not state.law.reads("retreat-into-full-area", "open"):
        yield objection(
            "1.2.2.a",
            "must-join",
            unit=Unit(unit),
            area=Place(str(piece.place)),
            stacking=now,
            reading=state.law.read("full-area-into-army"),
        )


# -- on the spot: Production and Reinforcements ----------------------------------------------------------------------
def which_transfers(state: State, side: str, **how: Any) -> Ask:
    """Which unit goes into an army or out of it where it stands, and how else one may answer."""
    return Ask(
        state, "8.1.c", side, "transfer", ("unit",), lambda unit: objections_to_transferring(state, side, unit), **how
    )


def objections_to_transferring(state: State, side: str, unit: str) -> Checks:
    """Whether a unit goes into an army or out of one where it stands."""
    piece = state.pieces[unit]
    if piece.side != side or not piece.on_map:
        yield objection("8.1.c", "not-his-on-the-map", unit=Unit(unit), who=Side(side))
    else:
        yield from objections_to_transfer(state, piece)


def transferred(s: State, t: Trace, unit: str) -> State:
    """The unit goes into an army, or out of its own and perhaps into another."""
    piece = s.pieces[unit]
    if piece.army is None:
        return s.then(task("join", unit, True))
    keeps = s.law.reads("production-transfer-trench", "kept") and piece.infantry_type
    dug = keeps and piece.kind != "stosstruppen" and s.pieces[piece.army].entrenched
    before, s = s, s.put(piece.but(army=None, entrenched=dug))
    reading = s.law.read("production-transfer-trench")
    t.say("8.1.c", "stepped-out", s, type=Term(piece.kind), unit=Unit(unit), army=Unit(piece.army), reading=reading)
    told_of_trench(s, t, before, unit, reading=reading)
    return and_join(without_lonely(s, t, str(piece.place)), unit)
