"""What pointing at a place or a counter means to the question that is asked: select and go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.board import ahead
from tutor.board.kit import kit_of
from tutor.board.layout import layout_of
from tutor.board.possible import kind_next
from tutor.board.said import say
from tutor.board.walking import walks
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.facts import Place, Unit, units_in

if TYPE_CHECKING:
    from tutor.board.desk import Desk

NAMED = 4  # answers that are named where the board was pointed at instead


def click(desk: Desk, place: str | None, unit: str | None = None) -> None:
    """A place, or one counter, was pointed at."""
    desk.note = None
    desk.live()
    if desk.target in (DONE, BACK):
        desk.target = None  # whoever points at the board does something else
    if place is None and unit is None:
        _beside(desk)
        return
    ask = desk.ask
    if unit is not None and place is not None:
        place = desk.present.pieces[unit].place or place
    if not isinstance(ask, Ask) or kind_next(ask, desk.selection) not in ("unit", "place"):
        inspect(desk, place, unit)
        _elsewhere(desk, place, unit)
        return
    if kind_next(ask, desk.selection) == "unit":
        _click_unit(desk, ask, place, unit)
    else:
        _click_place(desk, ask, place, unit)


def _beside(desk: Desk) -> None:
    """Beside the map: what was chosen is let go; where nothing was, what is asked is told."""
    chosen = (desk.selection, desk.fan, desk.opened, desk.target is not None, desk.walked, desk.ahead)
    desk.clear()
    if not any(chosen):
        desk.note = (asked_now(desk), "")


def asked_now(desk: Desk) -> str:
    """What is to be done now, told to whoever pointed at nothing that could do it."""
    ask = desk.ask
    if not isinstance(ask, Ask):
        return say("over" if ask is None else "roll-first", desk.lang)
    what = say(f"choose.{'option' if ask.options else kind_next(ask, desk.selection)}", desk.lang)
    if not ask.options and kind_next(ask, desk.selection) in ("unit", "place"):
        return say("beside-map", desk.lang, what=what)
    every = [one for one in ask.candidates() if one not in (DONE, BACK)]
    named = _named(desk, ask, [one for one in every if not desk.lit or ask.allows(one)])
    return say("asked-instead", desk.lang, what=f"{what} ({named})" if named else what)


def _click_unit(desk: Desk, ask: Ask, place: str | None, unit: str | None) -> None:
    here = units_at(desk, place) if unit is None else (unit,)
    if not here and place is not None:
        _go_there(desk, ask, place)
        return
    looked = desk.target if len(ask.of) == 1 else None
    mine = any(desk.present.pieces[u].side == ask.who for u in here)
    if place is not None and looked is not None and not mine and ask.allows(looked):
        _go_there(desk, ask, place)
        return
    chosen = looked if looked in here else _best(desk, here)
    if chosen is not None:
        inspect(desk, place, chosen)
        desk.pick(chosen)


def _click_place(desk: Desk, ask: Ask, place: str | None, unit: str | None) -> None:
    place = _meant(desk, ask, place if place is not None else desk.present.pieces[unit].place)
    if place is None or not ask.state.exists("place", place):
        inspect(desk, None, unit)
        desk.note = (say("no-place-there", desk.lang), "")
        return
    if walks(desk):
        desk.pick(place)
        return
    own = [u for u in units_at(desk, place) if desk.present.pieces[u].side == ask.who]
    if own and not desk.possible.allows(desk.selection, place) and (desk.selection or ask.back) and desk.target is None:
        other = unit if unit in own else _best(desk, tuple(own))
        if desk.selection and other != desk.selection[-1]:
            desk.selection = ()
            _click_unit(desk, ask, place, other)
            return
        if ask.back and not desk.selection and _switch(desk, place, other):
            return
    desk.pick(place)


def _meant(desk: Desk, ask: Ask, place: str | None) -> str | None:
    """A hex, or the region that it belongs to where only that can be meant."""
    if place is None or desk.possible.allows(desk.selection, place):
        return place
    regions = layout_of(ask.state.map).over(place)
    found = next((one for one in regions if desk.possible.allows(desk.selection, one)), None)
    return found if found is not None and desk.lit else place


def _switch(desk: Desk, place: str | None, unit: str | None) -> bool:
    """Another unit instead of the one that was just declared."""
    if unit is None or not desk.looks_ahead or unit in [fact.id for fact in _spoken_of(desk) if hasattr(fact, "id")]:
        return False
    found = ahead.another_unit(desk)
    if found is None:
        return False
    desk.look_ahead(found)
    inspect(desk, place, unit)
    desk.pick(unit)
    return True


def _spoken_of(desk: Desk) -> tuple[Any, ...]:
    return tuple(desk.ask.facts.values()) if isinstance(desk.ask, Ask) else ()


def _go_there(desk: Desk, ask: Ask, place: str) -> None:
    """Select and go: whoever is looked at is looked at as going there; nothing is given before it is confirmed."""
    unit, words = desk.target, desk.words()
    if unit is None or len(ask.of) > 1 or not ask.allows(unit):
        desk.note = (say("no-unit-there", desk.lang, place=words.fact(Place(place))), "")
    elif not _looked_towards(desk, (unit,), place):
        desk.note = (say("unit-first", desk.lang, unit=words.fact(Unit(unit))), "")


def _looked_towards(desk: Desk, answers: tuple[Answer, ...], place: str) -> bool:
    """Look at a place as the answer to what would be asked next."""
    pending = desk.ahead.answers if desk.ahead is not None else ()
    found = ahead.towards(desk, (*pending, *answers), place) if desk.looks_ahead else None
    if found is None or not found.ask.understands(place):
        return False
    desk.look_ahead(found)
    desk.pick(place)
    return True


def _elsewhere(desk: Desk, place: str | None, unit: str | None) -> None:
    """The board was pointed at, and what is asked does not lie on it: what can be meant by it, else what is asked."""
    ask = desk.ask
    if not isinstance(ask, Ask):
        desk.note = (asked_now(desk), "")
        return
    here = (unit,) if unit is not None else units_at(desk, place)
    own = [one for one in here if desk.present.pieces[one].side == ask.who]
    meant = desk.looks_ahead and not {*own, *here}.intersection(units_in(ask.facts))
    if meant and own and ask.back and _switch(desk, place, own[-1]):
        return
    if not (meant and place is not None and _looked_towards(desk, (), place)):
        desk.note = (asked_now(desk), "")


def still_possible(desk: Desk, ask: Ask) -> str:
    """What would be given up by ending now; where nothing is lit, only that there is something."""
    if not desk.lit or desk.possible.unknown():
        return say("finish-dark", desk.lang)
    legal = sorted(desk.possible.next(), key=str)
    return say("finish-lit", desk.lang, named=_named(desk, ask, legal), n=len(legal))


def _named(desk: Desk, ask: Ask, answers: list[Answer]) -> str:
    """The first few answers in words; of several parts the first alone."""
    words, kinds = desk.words(), {"unit": Unit, "place": Place}
    first = [kinds[ask.of[0]](one) if len(ask.of) > 1 else ask.fact(one) for one in answers[:NAMED]]
    return ", ".join([str(words.fact(one)) for one in first] + ["…"] * (len(answers) > NAMED))


def inspect(desk: Desk, place: str | None, unit: str | None) -> None:
    """Open the stack, and what an army holds."""
    state = desk.present
    at = place if place is not None else state.pieces[unit].place if unit else None
    here = units_at(desk, at)
    desk.fan = here if len(here) > 1 else ()
    shown = (unit,) if unit else here[-1:]
    desk.opened = tuple(id for id in shown if id is not None)


def units_at(desk: Desk, place: str | None) -> tuple[str, ...]:
    """The counters that lie in a place, those inside others left out."""
    kit, pieces = kit_of(desk.rules.game), desk.present.pieces
    return tuple(p.id for p in pieces.at(place) if kit.inside(p) not in pieces) if place is not None else ()


def _best(desk: Desk, units: tuple[str, ...]) -> str | None:
    """Of a stack the one that is seen, or the next below it that may be chosen."""
    legal = (unit for unit in reversed(units) if desk.lit and desk.possible.allows((), unit))
    return next(legal, units[-1] if units else None)
