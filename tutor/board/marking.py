"""What an ask, a verdict or a step puts on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tutor.board import marching
from tutor.board.asked import Asked
from tutor.board.layout import layout_of
from tutor.board.marching import cut_marks
from tutor.board.scene import Mark
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.check import Verdict
from tutor.engine.facts import Place, Unit, places_in, units_in
from tutor.engine.going import Going
from tutor.engine.nouns import number
from tutor.engine.text import Lang

MANY = 400  # places for which a price is worked out


def of_ask(asked: Asked, chosen: tuple[Answer, ...], lang: Lang) -> Iterator[Mark]:
    """Guided: who may be chosen, where it may go and at what price, and what it may attack."""
    ask, legal = asked.ask, asked.next(chosen)
    match asked.kind(chosen):
        case "unit":
            yield Mark("ready", units=tuple(sorted(legal)))
        case "place" if legal:
            attacked = {place for place in legal if _foes(ask, place)}
            reached = sorted(legal - attacked)
            around = {place for unit in _movers(ask, chosen) if (place := ask.state.pieces[unit].place)}
            layout = layout_of(ask.state.map)
            open_yet = legal | asked.unknown(chosen)
            lit = around | {part for place in open_yet for part in layout.parts(place)}
            yield Mark("dim", tuple(place for place in ask.state.map.places if place not in lit))
            if reached:
                yield Mark("reach", tuple(reached))
            if attacked:
                yield Mark("attack", tuple(sorted(attacked)))
            yield from _costs(asked, chosen, sorted(legal), lang)


def _costs(asked: Asked, chosen: tuple[Answer, ...], places: list[str], lang: Lang) -> Iterator[Mark]:
    """The price of each place that a rule gives, else what the way there costs."""
    if len(chosen) + 1 < len(asked.ask.of) or len(places) > MANY:
        return
    for place in places:
        price = asked.verdict(_whole(asked.ask, (*chosen, place))).price
        cost = asked.cost(place) if price is None else price
        if cost is not None:
            yield Mark("cost", (place,), text=number(cost, lang))


def _whole(ask: Ask, parts: tuple[Answer, ...]) -> Answer:
    return parts[0] if len(ask.of) == 1 else parts


def _foes(ask: Ask, place: str) -> bool:
    """Whether pieces of another side than the one that chooses lie there."""
    return any(piece.side != ask.who for piece in ask.state.pieces.at(place))


def _movers(ask: Ask, chosen: tuple[Answer, ...]) -> tuple[str, ...]:
    """The pieces of which the question speaks: chosen just now, or named by it."""
    pieces = ask.state.pieces
    named = [part for kind, part in zip(ask.of, chosen, strict=False) if kind == "unit"]
    named += [unit for unit in units_in(ask.facts) if unit in pieces]
    return tuple(dict.fromkeys(unit for unit in named if unit in pieces))


def of_choice(ask: Ask, chosen: tuple[Answer, ...]) -> Iterator[Mark]:
    """The pieces that are spoken of."""
    movers = _movers(ask, chosen)
    if movers:
        yield Mark("chosen", units=movers[:1])


def of_verdict(ask: Ask, verdict: Verdict, going: Going | None, lang: Lang) -> Iterator[Mark]:
    """The target with its tick or cross, the way there or every way in that is closed, what failed checks speak of."""
    answer = verdict.request
    if answer in (DONE, BACK):
        yield from cited(verdict)
        return
    parts = answer if isinstance(answer, tuple) else (answer,)
    places = [part for kind, part in zip(ask.of, parts, strict=False) if kind == "place"]
    units = [part for kind, part in zip(ask.of, parts, strict=False) if kind == "unit"]
    if units:
        yield Mark("chosen", units=tuple(units[:1]))
    if not verdict.legal:
        yield from cited(verdict, but=tuple(places))
    if not places:
        at = ask.state.pieces[units[-1]].place if units else None
        places = [at] if at is not None and at in ask.state.map else []
    yield Mark("target" if verdict.legal else "refused", tuple(places[-1:]))
    if verdict.legal and places:
        yield from _way(ask, places[-1], units, going, lang)
    elif places and going is not None and not going.closed:
        cut = going.why_not(places[-1])
        yield from cut_marks(cut) if cut is not None else ()


def _way(ask: Ask, to: str, units: list[str], going: Going | None, lang: Lang) -> Iterator[Mark]:
    """The way that is gone, with what it has cost so far; where no way is known a line, into an enemy an arrow."""
    gone = () if going is None else going.way(to)
    movers = units or list(_movers(ask, ()))
    origin = ask.state.pieces[movers[0]].place if movers else None
    if gone and going is not None:
        yield Mark("path", gone)
        yield from marching.spent_marks(going, gone, lang)
    elif origin is not None and origin != to and origin in ask.state.map:
        if _foes(ask, to) and to in ask.state.map.neighbours(origin):
            yield Mark("arrow", (origin, to))
        elif to in ask.state.map.neighbours(origin):
            yield Mark("path", (origin, to))
        else:
            yield Mark("sight", (origin, to), text="open")


def cited(verdict: Verdict, but: tuple[str, ...] = ()) -> Iterator[Mark]:
    """The places and pieces of the failed checks."""
    places = {place for check in verdict.objections for place in check.places} - set(but)
    units = {unit for check in verdict.objections for unit in check.units}
    if places or units:
        yield Mark("cited", tuple(sorted(places)), tuple(sorted(units)))


def of_entry(facts: Mapping[str, Any], state: Any) -> Iterator[Mark]:
    """What a step speaks of; a piece and another place beside it make an arrow."""
    places = [place for place in places_in(facts) if state.exists("place", place)]
    units = [unit for unit in units_in(facts) if unit in state.pieces]
    if places or units:
        yield Mark("cited", tuple(dict.fromkeys(places)), tuple(dict.fromkeys(units)))
    one = facts.get("unit")
    answer = facts.get("answer")
    to = places[0] if places else answer.id if isinstance(answer, Place) else None
    if isinstance(one, Unit) and to and one.id in state.pieces:
        origin = state.pieces[one.id].place
        if origin in state.map and to in state.map.neighbours(origin) and _held_by_other(state, to, one.id):
            yield Mark("arrow", (origin, to))


def _held_by_other(state: Any, place: str, unit: str) -> bool:
    return any(piece.side != state.pieces[unit].side for piece in state.pieces.at(place))
