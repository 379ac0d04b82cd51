"""What pointing at a place or a counter means to the question that is asked: select and go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.board.kit import kit_of
from tutor.board.layout import layout_of
from tutor.board.possible import kind_next
from tutor.board.said import say
from tutor.board.walking import walks
from tutor.engine.ask import BACK, Ask
from tutor.engine.facts import Place

if TYPE_CHECKING:
    from tutor.board.desk import Desk


def click(desk: Desk, place: str | None, unit: str | None = None) -> None:
    """A place, or one counter, was pointed at."""
    desk.note = None
    desk.live()
    if place is None and unit is None:
        desk.clear()
        return
    ask = desk.ask
    if unit is not None and place is not None:
        place = desk.session.state.pieces[unit].place or place
    if not isinstance(ask, Ask) or kind_next(ask, desk.selection) not in ("unit", "place"):
        _inspect(desk, place, unit)
        return
    if kind_next(ask, desk.selection) == "unit":
        _click_unit(desk, ask, place, unit)
    else:
        _click_place(desk, ask, place, unit)


def _click_unit(desk: Desk, ask: Ask, place: str | None, unit: str | None) -> None:
    here = units_at(desk, place) if unit is None else (unit,)
    if not here and place is not None:
        _go_there(desk, ask, place)
        return
    looked = desk.target if len(ask.of) == 1 else None
    mine = any(desk.session.state.pieces[u].side == ask.who for u in here)
    if place is not None and looked is not None and not mine and ask.allows(looked):
        _go_there(desk, ask, place)
        return
    chosen = looked if looked in here else _best(desk, here)
    if chosen is not None:
        _inspect(desk, place, chosen)
        desk.pick(chosen)


def _click_place(desk: Desk, ask: Ask, place: str | None, unit: str | None) -> None:
    place = _meant(desk, ask, place if place is not None else desk.session.state.pieces[unit].place)
    if place is None or not ask.state.exists("place", place):
        _inspect(desk, None, unit)
        return
    if walks(desk):
        desk.pick(place)
        return
    own = [u for u in units_at(desk, place) if desk.session.state.pieces[u].side == ask.who]
    legal = place in desk.possible.next(desk.selection)
    if own and not legal and (desk.selection or ask.back) and desk.target is None:
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
    legal = desk.possible.next(desk.selection)
    regions = layout_of(ask.state.map).over(place) if place not in legal else ()
    found = next((one for one in regions if one in legal), None)
    return found if found is not None and desk.lit else place


def _switch(desk: Desk, place: str | None, unit: str | None) -> bool:
    """Another unit instead of the one that was just declared."""
    if unit is None or unit in [fact.id for fact in _spoken_of(desk) if hasattr(fact, "id")]:
        return False
    desk.answer(BACK)
    if isinstance(desk.ask, Ask) and desk.ask.of == ("unit",):
        _inspect(desk, place, unit)
        desk.pick(unit)
    return True


def _spoken_of(desk: Desk) -> tuple[Any, ...]:
    return tuple(desk.ask.facts.values()) if isinstance(desk.ask, Ask) else ()


def _go_there(desk: Desk, ask: Ask, place: str) -> None:
    """Select and go: a unit that was looked at is taken, and the place is where it goes."""
    unit = desk.target
    if unit is None or len(ask.of) > 1 or not ask.allows(unit):
        desk.note = (say("no-unit-there", desk.lang, place=desk.words().fact(Place(place))), "")
        return
    before = desk.session.now
    desk.answer(unit)
    after = desk.ask
    if isinstance(after, Ask) and after.of[0] == "place":
        desk.pick(place)
    else:
        desk.go_to(before)
        desk.target = unit


def _inspect(desk: Desk, place: str | None, unit: str | None) -> None:
    """Open the stack, and what an army holds."""
    state = desk.session.state
    at = place if place is not None else state.pieces[unit].place if unit else None
    here = units_at(desk, at)
    desk.fan = here if len(here) > 1 else ()
    shown = (unit,) if unit else here[-1:]
    desk.opened = tuple(id for id in shown if id is not None)


def units_at(desk: Desk, place: str | None) -> tuple[str, ...]:
    """The counters that lie in a place, those inside others left out."""
    kit, pieces = kit_of(desk.rules.game), desk.session.state.pieces
    return tuple(p.id for p in pieces.at(place) if kit.inside(p) not in pieces) if place is not None else ()


def _best(desk: Desk, units: tuple[str, ...]) -> str | None:
    """Of a stack the first that may be chosen, else the top one."""
    legal = desk.possible.next(()) if desk.lit else frozenset()
    return next((unit for unit in units if unit in legal), units[-1] if units else None)
