"""The names of pieces, places and sides: those that a scenario gives, and those that all scenarios share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tutor.engine.facts import Place, Side, Unit
from tutor.engine.nouns import Noun
from tutor.engine.words import messages
from tutor.rulesets import book
from tutor.rulesets.tlm.faults import ONLY_FOR
from tutor.rulesets.tlm.setup import FORT
from tutor.rulesets.tlm.state import Piece, State

BOOK = book("tlm")


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
    if id in nouns:
        return Noun.of(nouns[id])
    kind = Noun.of(nouns[piece.kind])
    army = _army_of(state, piece, nouns)
    if army is not None:
        return replace(kind, fr=f"{kind.fr} {army.of_the('fr')}", en=f"{kind.en} {army.of_the('en')}")
    town = _place(state, id.removeprefix(FORT)) if piece.kind == "fort" else None
    if town is not None:
        return replace(kind, fr=f"{kind.fr} {town.of_the('fr')}", en=f"{kind.en} {town.of_the('en')}")
    if piece.kind in ONLY_FOR:  # no other nation has any
        return kind
    people = Noun.of(nouns[f"people-{piece.nation}"])
    return replace(kind, fr=f"{kind.fr} {_agreeing(people.fr, kind)}", en=f"{people.en} {kind.en}")


def _agreeing(adjective: str, noun: Noun) -> str:
    """`français`, `française`, `britanniques`: with the noun's gender and number."""
    feminine = "e" if noun.gender == "f" and not adjective.endswith("e") else ""
    several = "s" if noun.plural and not f"{adjective}{feminine}".endswith("s") else ""
    return f"{adjective}{feminine}{several}"


def _army_of(state: State, piece: Piece, nouns: Mapping[str, Any]) -> Noun | None:
    """The army that holds a piece, or that held it at the start."""
    first = (a.id for a in state.pieces if a.kind == "army" and piece.id.startswith(f"{a.id}-"))
    army = piece.army or next(first, "")
    given = state.names.given.get(army) or nouns.get(army)
    return None if given is None else Noun.of(given)
