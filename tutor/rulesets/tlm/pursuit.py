"""8.3.1 Pursuit fire: at whom, and when not."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import units
from tutor.rulesets.tlm.armies import infantry_here
from tutor.rulesets.tlm.retreats import CAVALRY, WITHDRAW
from tutor.rulesets.tlm.state import Piece, State


def withdrawn(state: State) -> tuple[Piece, ...]:
    """What retreated from this battle instead of firing."""
    here = state.here.area
    return tuple(p for p in state.pieces.of(state.defender) if p.retreat == WITHDRAW and p.left == here)


def objections_to_pursuit(state: State) -> Checks:
    """What forbids pursuit fire."""
    gone = withdrawn(state)
    if not gone:
        early = [p for p in state.pieces.of(state.defender) if p.retreat == CAVALRY and p.left == state.here.area]
        yield objection("5.4.3", "cavalry-not-pursued", units=units(early))
        return
    riders = [p for p in gone if p.kind == "cavalry"]
    if riders:
        yield objection("8.3.1.f", "cavalry-covers", units=units(riders))
    if infantry_here(state, state.here.area, state.defender, True):
        yield objection("8.3.1.f", "infantry-stays", reading=state.law.read("pursuit-condition"))
    elif state.law.reads("pursuit-condition", "all-retreat"):
        stay = [p for p in state.present(state.defender) if p.kind != "fort"]
        if stay:
            reading = state.law.read("pursuit-condition")
            yield objection("5.4.1.b", "not-all-retreat", units=units(stay), reading=reading)
