"""Suppressing an army (reading `suppressing-armies`): one a season, in its owner's turn; its contents are set down."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Unit
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import gone
from tutor.rulesets.tlm.options import SUPPRESSING, amendments
from tutor.rulesets.tlm.state import Piece, State, Step, steps
from tutor.rulesets.tlm.supply import in_supply

amendments.inserts("offensive", "8.1.c", "suppress", option=SUPPRESSING, where="before")


def objections_to_suppressing(state: State, unit: str) -> Checks:
    """Whether this army may be taken off the map, what it holds staying where it is."""
    piece, side, reading = state.pieces[unit], state.active, state.law.read("suppressing-armies")
    if piece.side != side or not piece.on_map:
        yield objection("8.1.c", "not-his-on-the-map", unit=Unit(unit), who=Side(side))
    elif piece.kind != "army":
        yield objection("8.1.c", "only-armies-suppressed", unit=Unit(unit), reading=reading)
    else:
        check = held if in_supply(state, unit) else objection
        yield check("8.1.c", "suppressed-in-supply", army=Unit(unit), reading=reading)
        yield from _room(dissolved(state, piece), str(piece.place), side)
    if any(p.suppressed for p in state.pieces.of(side)):
        yield objection("8.1.c", "one-suppressed-a-season", who=Side(side), reading=reading)


def _room(after: State, area: str, side: str) -> Checks:
    """What the army held must find room in the area (1.2.2)."""
    yield from areas.objections_to_so_many(after, area, side, areas.stacking(after, area, side))


def dissolved(state: State, army: Piece) -> State:
    """Without the army; entrenched infantry stays so, as when units are transferred."""
    keeps = army.entrenched and state.law.reads("production-transfer-trench", "kept")
    inside = state.inside(army.id)
    out = [p.but(army=None, entrenched=keeps and p.infantry_type and p.kind != "stosstruppen") for p in inside]
    new: State = state.put(*out, gone(army).but(suppressed=True))
    return new


@steps.step("suppress", "8.1.c")
def suppress(s: State, t: Trace) -> Step:
    """Before he plays a card or passes, the player may do without one of his armies."""
    unit = yield from choose(
        Ask(s, "8.1.c", s.active, "suppress", ("unit",), lambda u: objections_to_suppressing(s, u), to_end=nothing)
    )
    if unit == DONE:
        return s
    army = s.pieces[unit]
    s = areas.settle(dissolved(s, army), str(army.place))
    t.say("8.1.c", "suppressed", s, army=Unit(unit), area=Place(str(army.place)))
    return s
