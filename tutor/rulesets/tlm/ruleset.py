"""To the Last Man!: everything that drivers, files and boards call."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.run import Ruleset
from tutor.engine.space.kept import by_identity
from tutor.rulesets import book
from tutor.rulesets.tlm import (
    aftermath,
    armies,
    arrivals,
    combat,
    crisis,
    declaration,
    fortifying,
    options,
    phase,
    production,
    retreats,
    suppressing,
    turns,
)
from tutor.rulesets.tlm import areas as area_rules
from tutor.rulesets.tlm.cards import ersatz
from tutor.rulesets.tlm.coming import allowance
from tutor.rulesets.tlm.eastern import eastern_dice, eastern_value
from tutor.rulesets.tlm.ending import winner
from tutor.rulesets.tlm.faults import faults
from tutor.rulesets.tlm.firepower import dice, firepower, shots
from tutor.rulesets.tlm.going import going
from tutor.rulesets.tlm.names import names
from tutor.rulesets.tlm.policies import PLAYERS
from tutor.rulesets.tlm.questions import QUESTIONS
from tutor.rulesets.tlm.ready import READY
from tutor.rulesets.tlm.sequence import SEQUENCE
from tutor.rulesets.tlm.setup import laid_out
from tutor.rulesets.tlm.state import AGENDA, HIDDEN, Battle, Piece, State, foe, steps
from tutor.rulesets.tlm.supply import supply
from tutor.rulesets.tlm.victory import victory_points

BOOK = book("tlm")
# Their steps enter the step book.
_ = aftermath, combat, crisis, declaration, fortifying, phase, production, retreats, suppressing, turns


def setup(data: Mapping[str, Any], map: Any, law: Law) -> State:
    """The position that a scenario describes, under the law that it brings about."""
    new: State = RULES.lawful(laid_out(data, map, law))
    return new


# -- numbers that may be asked for by name -------------------------------------------------------------------------
def _fighting(state: State, area: str) -> State:
    """The position as if the battle of an area were being fought, unless one is."""
    if state.battle is not None:
        return state
    declared = next((b for b in state.battles if b.area == area), Battle(area))
    new: State = state.but(battle=declared)
    return new


def _firepower(state: State, unit: str, stage: str) -> Ledger:
    piece = state.pieces[unit]
    return firepower(_fighting(state, str(piece.place)), piece, stage)


def _shots(state: State, unit: str, stage: str) -> Ledger:
    return shots(_fighting(state, str(state.pieces[unit].place)), unit, stage)


def _dice(state: State, side: str, stage: str, area: str = "") -> Ledger:
    return dice(_fighting(state, area) if area else state, side, stage)


def _strength(state: State, unit: str) -> Ledger:
    return armies.strength(state, unit)


def _stacking(state: State, area: str, side: str) -> Ledger:
    return area_rules.stacking(state, area, side)


def _ersatz(state: State, card: str) -> Ledger:
    return ersatz(state, card)


NUMBERS: Mapping[str, Callable[..., Ledger]] = {
    "strength": _strength,
    "firepower": _firepower,
    "shots": _shots,
    "dice": _dice,
    "stacking": _stacking,
    "ersatz": _ersatz,
    "arrivals-1918": arrivals.arrivals_of_1918,
    "allowance": allowance,
    "price": production.price,
    "victory-points": victory_points,
    "eft-value": eastern_value,
    "eft-dice": eastern_dice,
    "faults": faults,
}


# -- what a side sees, and what is the same ------------------------------------------------------------------------
def view(state: State, side: str) -> State:
    """The position without the other side's cards, of which only the number is seen."""
    return _hiding(state, side).but(agenda=state.agenda)


@by_identity(8, AGENDA)
def _hiding(state: State, side: str) -> State:
    """What is hidden does not rest on what remains to be done: from question to question a side sees the same."""
    other = foe(side)
    hidden = (HIDDEN,) * len(state.hand(other))
    pile = (HIDDEN,) * len(state.pile)
    seen: State = state.but(hands=state.hands.put(other, hidden), pile=pile, under=(HIDDEN,) * len(state.under))
    if state.law.reads("template-visibility", "hidden"):
        inside = [p.id for p in seen.pieces.of(other) if p.army is not None]
        seen = seen.but(pieces=seen.pieces.drop(*inside))
    return seen


def alike(state: State) -> Hashable:
    """Two positions are the same for the odds when only equal pieces have changed places."""
    return (
        state.pieces.lumped(_likeness),
        state.agenda,
        state.battle,
        state.battles,
        state.hands,
        state.control,
        state.rank,
        state.used,
        state.entered,
        state.weather,
        state.fought,
        state.discard,
    )


def _likeness(piece: Piece) -> Hashable:
    label = piece.id if piece.kind in ("army", "fort") else ""
    return (
        label,
        piece.nation,
        piece.kind,
        piece.place,
        piece.army,
        piece.value,
        piece.entrenched,
        piece.fortified,
        piece.retreat,
        piece.left,
        piece.method,
        piece.moved,
        piece.went,
        piece.box,
        piece.arrives,
        piece.suppressed,
    )


RULES: Ruleset[State] = Ruleset(
    game="tlm",
    book=BOOK,
    steps=steps,
    amendments=options.amendments,
    setup=setup,
    names=names,
    numbers=NUMBERS,
    policies={**PLAYERS, **READY},
    questions=QUESTIONS,
    view=view,
    alike=alike,
    going=going,
    supply=supply,
    in_force=options.in_force,
    winner=winner,
    sequence=SEQUENCE,
)
