"""To the Last Man!: everything that drivers, files and boards call."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import Any

from tutor.engine.facts import Place, Side, Unit
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.nouns import Noun
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.run import Ruleset
from tutor.engine.tabletop import Names
from tutor.engine.words import messages
from tutor.rulesets import book
from tutor.rulesets.tlm import (
    aftermath,
    armies,
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
from tutor.rulesets.tlm.coming import FOOT, allowance, marked
from tutor.rulesets.tlm.eastern import eastern_dice, eastern_value
from tutor.rulesets.tlm.faults import faults
from tutor.rulesets.tlm.firepower import dice, firepower, shots
from tutor.rulesets.tlm.going import going
from tutor.rulesets.tlm.offensives import rank_of
from tutor.rulesets.tlm.policies import PLAYERS
from tutor.rulesets.tlm.questions import QUESTIONS
from tutor.rulesets.tlm.sequence import SEQUENCE
from tutor.rulesets.tlm.state import (
    HIDDEN,
    NATIONS,
    RESERVE,
    SIDES,
    Battle,
    Piece,
    State,
    foe,
    steps,
)
from tutor.rulesets.tlm.supply import supply
from tutor.rulesets.tlm.victory import victory_points

BOOK = book("tlm")
# Their steps enter the step book.
_ = aftermath, combat, crisis, declaration, fortifying, phase, production, retreats, suppressing, turns


# -- setting up --------------------------------------------------------------------------------------------------
def setup(data: Mapping[str, Any], map: Any, law: Law) -> State:
    """The position that a scenario describes."""
    turn = int(data["turn"])
    state = State(
        law,
        map,
        Pieces(_pieces(data.get("pieces", {}))),
        turn,
        data["active"],
        hands=FrozenMap({side: tuple(sorted(data.get("hands", {}).get(side, ()))) for side in SIDES}),
        discard=tuple(sorted(data.get("discard", ()))),
        control=FrozenMap(data.get("control", {})),
        entered=tuple(data.get("entered", ())),
        moves=FrozenMap(data.get("moves", {})),
        used=tuple((unit, means) for unit, means in data.get("used") or ((u, FOOT) for u in data.get("moves", {}))),
        points=FrozenMap(data.get("points", {})),
        deck="pile" in data,
        linked=bool(data.get("linked", False)),
        campaign=bool(data.get("campaign", False)),
        pile=tuple(sorted(data.get("pile", ()))),
        fallen=tuple(data.get("fallen", ())),
        crisis_vp=int(data.get("crisis_vp", 0)),
        apart=frozenset(data.get("apart", ())),
        names=Names(data.get("names", {})),
    )
    if data.get("offensive"):
        rank, _lowered = rank_of(state, data["offensive"])
        state = state.but(offensive=data["offensive"], rank=rank)
    for unit, means in state.used:
        state = state.put(*(marked(p, means) for p in (state.pieces[unit], *state.inside(unit))))
    state = area_rules.turn_begun(area_rules.settle(state, *map.places))
    if data.get("since") is not None:
        state = state.but(since=frozenset(data["since"]))
    state = state.then(*SEQUENCE.agenda(data.get("agenda", ())))
    new: State = RULES.lawful(state)
    return new


def _pieces(data: Mapping[str, Mapping[str, Any]]) -> list[Piece]:
    found: list[Piece] = []
    for id, one in data.items():
        container = one.get("inside")
        place = data[container]["at"] if container else one.get("at")
        first = Piece(
            id,
            NATIONS[one["nation"]],
            one["nation"],
            one["kind"],
            place,
            container,
            int(one.get("value", 0)),
            bool(one.get("entrenched", False)),
            bool(one.get("fortified", False)),
            one.get("retreated", ""),
            one.get("left", ""),
            box="" if place or one.get("arrives") else RESERVE,
            arrives=0 if place else int(one.get("arrives", 0)),
        )
        count = int(one.get("count", 1))
        found += [first] if count == 1 else [first.but(id=f"{id}-{n}") for n in range(1, count + 1)]
        for kind, n in (one.get("holds") or {}).items():
            found += [_content(first, kind, number) for number in range(1, n + 1)]
    return found


def _content(army: Piece, kind: str, number: int) -> Piece:
    return Piece(
        f"{army.id}-{kind}-{number}",
        army.side,
        army.nation,
        kind,
        army.place,
        army.id,
        retreat=army.retreat,
        left=army.left,
        box=army.box,
        arrives=army.arrives,
    )


# -- names -------------------------------------------------------------------------------------------------------
def names(state: State) -> Callable[[Any], Noun | None]:
    """The nouns of pieces, places and sides of a position."""
    nouns = messages(BOOK)["nouns"]

    def noun(thing: Unit | Place | Side) -> Noun | None:
        given = state.names.given.get(thing.id)
        if given is not None:
            return Noun.of(given)
        if isinstance(thing, Side):
            return Noun.of(nouns[thing.id])
        if isinstance(thing, Place):
            return _place(state, thing.id)
        return _piece(state, thing.id, nouns)

    return noun


def _place(state: State, id: str) -> Noun | None:
    name = state.map.area(id).name if id in state.map else None
    return Noun(name.fr, name.en, proper=True) if name else None


def _piece(state: State, id: str, nouns: Mapping[str, Any]) -> Noun | None:
    piece = state.pieces.get(id)
    if piece is None:
        return None
    kind = Noun.of(nouns[piece.kind])
    army = _army_of(state, piece)
    if army is None:
        return replace(kind, fr=f"{kind.fr} {piece.nation}", en=f"{piece.nation} {kind.en}")
    return replace(kind, fr=f"{kind.fr} {army.of_the('fr')}", en=f"{kind.en} {army.of_the('en')}")


def _army_of(state: State, piece: Piece) -> Noun | None:
    """The army that holds a piece, or that held it at the start."""
    first = (a.id for a in state.pieces if a.kind == "army" and piece.id.startswith(f"{a.id}-"))
    given = state.names.given.get(piece.army or next(first, ""))
    return None if given is None else Noun.of(given)


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
    "arrivals-1918": armies.arrivals_of_1918,
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
    policies=PLAYERS,
    questions=QUESTIONS,
    view=view,
    alike=alike,
    going=going,
    supply=supply,
    in_force=options.in_force,
    sequence=SEQUENCE,
)
