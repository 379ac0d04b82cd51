"""What pointing at a place or a counter means to the question that is asked: select and go; look, then give."""

from __future__ import annotations

from typing import Any, Literal

from tutor.board import playing, walking
from tutor.board.asked import Asked
from tutor.board.desk import Desk
from tutor.board.dice import is_draw
from tutor.board.layout import layout_of
from tutor.board.said import say
from tutor.board.seeing import leave, live
from tutor.board.view import meant_for
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.facts import Place, Unit, units_in

NAMED = 4  # answers that are named where the board was pointed at instead
BACKS = 3  # how often a declaration is taken back to come to another unit
ON_BOARD = ("unit", "place")


# -- pointing at the board --------------------------------------------------------------------------------------
def click(desk: Desk, place: str | None, unit: str | None = None) -> Desk:
    """A place, or one counter, was pointed at."""
    ending = desk.look.target in (DONE, BACK)  # whoever points at the board does something else
    desk = live(desk).looking(note=None, target=None if ending else desk.look.target)
    if place is None and unit is None:
        return _beside(desk)
    if unit is not None and place is not None:
        place = desk.present.pieces[unit].place or place
    asked = desk.asked
    if asked is None or asked.kind(desk.look.selection) not in ON_BOARD:
        return _elsewhere(_inspected(desk, place, unit), place, unit)
    if asked.kind(desk.look.selection) == "unit":
        return _at_unit(desk, asked, place, unit)
    return _at_place(desk, asked, place, unit)


def _beside(desk: Desk) -> Desk:
    """Beside the map: what was chosen is let go; where nothing was, what is asked is told."""
    left = leave(desk)
    return left if left.look != desk.look else left.told(_asked_now(left))


def drop(desk: Desk, place: str) -> Desk:
    """What was taken up is let go over a place."""
    return click(desk, place) if desk.asked is not None else desk


def _at_unit(desk: Desk, asked: Asked, place: str | None, unit: str | None) -> Desk:
    """A unit is asked for: whoever lies there, or whither the one goes that is looked at."""
    here = desk.units_at(place) if unit is None else (unit,)
    looked = desk.look.target if len(asked.ask.of) == 1 else None
    goes = looked is not None and not _own(desk, asked, here) and asked.allows(looked)
    if place is not None and (goes or not here):
        return _gone(desk, asked, place)
    chosen = looked if looked in here else _best(desk, asked, here)
    return desk if chosen is None else pick(_inspected(desk, place, chosen), chosen)


def _at_place(desk: Desk, asked: Asked, place: str | None, unit: str | None) -> Desk:
    """A place is asked for: that one, or another unit instead of the one that was chosen."""
    look = desk.look
    place = _meant(desk, asked, place if place is not None else desk.present.pieces[unit].place)
    if place is None or not asked.ask.state.exists("place", place):
        return _inspected(desk, None, unit).told(say("no-place-there", desk.lang))
    if walking.walks(desk) or look.target is not None or asked.leads(look.selection, place):
        return pick(desk, place)
    own = _own(desk, asked, desk.units_at(place))
    other = unit if unit in own else _best(desk, asked, own)
    if other is not None and look.selection and other != look.selection[-1]:
        return _at_unit(desk.looking(selection=()), asked, place, other)
    switched = None if look.selection else _switched(desk, asked, place, other)
    return pick(desk, place) if switched is None else switched


def _meant(desk: Desk, asked: Asked, place: str | None) -> str | None:
    """A hex, or the region that it belongs to where only that can be meant."""
    chosen = desk.look.selection
    if place is None or not desk.habits.lit or asked.leads(chosen, place):
        return place
    regions = layout_of(asked.ask.state.map).over(place)
    return next((one for one in regions if asked.leads(chosen, one)), place)


def _elsewhere(desk: Desk, place: str | None, unit: str | None) -> Desk:
    """The board was pointed at, and what is asked does not lie on it: what can be meant by it, else what is asked."""
    asked = desk.asked
    if asked is None:
        return desk.told(_lies_there(desk, place) if desk.only_looked_at else _asked_now(desk))
    here = (unit,) if unit is not None else desk.units_at(place)
    meant = None
    if looks_ahead(desk) and not {*here}.intersection(units_in(asked.ask.facts)):
        own = _own(desk, asked, here)
        meant = _switched(desk, asked, place, own[-1] if own else None)
        if meant is None and place is not None:
            meant = _towards(desk, (), place)
    return desk.told(_asked_now(desk)) if meant is None else meant


def _inspected(desk: Desk, place: str | None, unit: str | None) -> Desk:
    """Open the stack, and what an army holds."""
    at = place if place is not None else desk.present.pieces[unit].place if unit else None
    here = desk.units_at(at)
    shown = (unit,) if unit else here[-1:]
    return desk.looking(fan=here if len(here) > 1 else (), opened=shown)


def _own(desk: Desk, asked: Asked, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the side that is asked."""
    return tuple(one for one in units if desk.present.pieces[one].side == asked.ask.who)


def _best(desk: Desk, asked: Asked, units: tuple[str, ...]) -> str | None:
    """Of a stack the one that is seen, or the next below it that may be chosen."""
    legal = (unit for unit in reversed(units) if desk.habits.lit and asked.leads((), unit))
    return next(legal, units[-1] if units else None)


# -- looking ahead ----------------------------------------------------------------------------------------------
def looks_ahead(desk: Desk) -> bool:
    """Whether pointing at a unit and then at a place looks at the next question; after a try nothing comes."""
    return desk.task != "try"


def _gone(desk: Desk, asked: Asked, place: str) -> Desk:
    """Select and go: whoever is looked at is looked at as going there; nothing is given before it is confirmed."""
    unit, words = desk.look.target, desk.words()
    if unit is None or len(asked.ask.of) > 1 or not asked.allows(unit):
        return desk.told(say("no-unit-there", desk.lang, place=words.fact(Place(place))))
    gone = _towards(desk, (unit,), place)
    return desk.told(say("unit-first", desk.lang, unit=words.fact(Unit(unit)))) if gone is None else gone


def _towards(desk: Desk, answers: tuple[Answer, ...], place: str) -> Desk | None:
    """A place as the answer to what would be asked next: straight, or past a choice between means.

    Of the means the first that leads there; None where no place is asked for next.
    """
    found = _ahead(desk, (*desk.look.ahead, *answers)) if looks_ahead(desk) else None
    if found is not None and not _whither(found[1]):
        found = _by_some_means(*found, place)
    if found is None or not found[1].ask.understands(place):
        return None
    return pick(found[0], place)


def _by_some_means(desk: Desk, asked: Asked, place: str) -> tuple[Desk, Asked] | None:
    """Past a choice between means: by the first that leads to the place, else by the first."""
    ways = (_ahead(desk, (*desk.look.ahead, one)) for one in asked.ask.options)
    first = None
    for way in ways:
        if way is None or not _whither(way[1]):
            continue
        if way[1].ask.understands(place) and way[1].allows(place):
            return way
        first = first or way
    return first


def _whither(asked: Asked) -> bool:
    """Whether a place alone is asked for."""
    return asked.ask.of == ("place",) and not asked.ask.options


def _ahead(desk: Desk, answers: tuple[Answer, ...]) -> tuple[Desk, Asked] | None:
    """The question after some answers, looked at; None where one is refused, or someone else comes next."""
    looked = leave(desk).looking(ahead=answers)
    return None if looked.asked is None else (looked, looked.asked)


def _switched(desk: Desk, asked: Asked, place: str | None, unit: str | None) -> Desk | None:
    """Another unit instead of the one that was just declared, taking back what was declared since."""
    if unit is None or not looks_ahead(desk) or not asked.ask.back or Unit(unit) in asked.ask.facts.values():
        return None
    for many in range(1, BACKS + 1):
        found = _ahead(desk, (*desk.look.ahead, *(BACK,) * many))
        if found is None:
            return None
        looked, then = found
        if then.ask.of == ("unit",):
            return pick(_inspected(looked, place, unit), unit)
    return None


# -- choosing ---------------------------------------------------------------------------------------------------
def pick(desk: Desk, part: Answer) -> Desk:
    """One part of an answer: the first time it is looked at, the second time it is given."""
    asked = desk.asked
    if asked is None:
        return desk.told(_asked_now(desk))
    desk = live(desk).looking(note=None, supposed=None)
    if part not in (DONE, BACK):
        if walking.walks(desk):
            return look_at(desk, part) if walking.ends(desk, part) else walking.step(desk, part)
        parts = (*desk.look.selection, part)
        if not asked.simple and len(parts) < len(asked.ask.of):
            return desk.looking(selection=parts, target=None, way=())
        part = part if asked.simple else parts
    return look_at(desk.looking(way=()), part)


def look_at(desk: Desk, answer: Answer) -> Desk:
    """An answer is looked at; looked at again, it is given if the rules allow it. In a task a refused one counts."""
    asked = desk.asked
    assert asked is not None
    if not asked.ask.understands(answer):
        return playing.no_answer(desk, answer)
    allowed = asked.allows(answer)
    if answer == desk.look.target and allowed:
        return walking.go(desk) if desk.look.way else playing.answer(desk, answer)
    looked = desk if answer == desk.look.target else desk.looking(target=answer, way=(), supposed=None)
    return looked if allowed or desk.task is None else playing.hand_in(looked, asked, (answer,))


def confirm(desk: Desk) -> Desk:
    """Give what is looked at."""
    return desk if desk.look.target is None else look_at(desk, desk.look.target)


def next_possible(desk: Desk) -> Desk:
    """Look at the next answer that is allowed: the way for who has only keys."""
    if desk.asked is None:
        return desk
    legal, target = desk.asked.whole, desk.look.target
    at = legal.index(target) + 1 if target in legal else 0
    return leave(desk).looking(ahead=desk.look.ahead, target=legal[at % len(legal)] if legal else None)


def listed(desk: Desk, kind: Literal["unit", "place"], value: str) -> Desk:
    """A unit or a place was chosen from its list."""
    asked, look = desk.asked, desk.look
    if asked is not None and not asked.ask.options and kind == asked.kind(look.selection):
        desk = desk.looking(note=None, fan=())
        return desk if value == look.target else pick(desk.looking(target=None), value)
    if asked is not None and not asked.ask.options and kind == "unit":
        desk = desk.looking(selection=(), target=None)
    return click(desk, None, value) if kind == "unit" else click(desk, value)


# -- the end of a step ------------------------------------------------------------------------------------------
def finish(desk: Desk) -> Desk:
    """End the step; where something could still be done in it that is asked once more, and can be left again."""
    asked = desk.asked
    if asked is None:
        return desk.told(_asked_now(desk))
    if asked.may_end and desk.look.target != DONE and not _leaves_something(desk, asked):
        return playing.answer(desk, DONE)
    picked = pick(desk, DONE)
    still = picked.asked is asked and picked.look.target == DONE and asked.may_end and picked.handed is None
    return picked.told(_still_possible(picked, asked)) if still else picked


def _leaves_something(desk: Desk, asked: Asked) -> bool:
    """Whether ending gives up what a whole step is for. A question about one piece or place ends by itself."""
    whole_step = not asked.ask.facts and not asked.ask.options and asked.ask.of[0] in (*ON_BOARD, "card")
    return whole_step and desk.task != "try" and asked.anything()


# -- what is said instead ---------------------------------------------------------------------------------------
def _asked_now(desk: Desk) -> str:
    """What is to be done now, told to whoever pointed at nothing that could do it."""
    asked = desk.asked
    if asked is None:
        return meant_for(desk) if desk.only_looked_at else _chance_now(desk)
    kind = "option" if asked.ask.options else asked.kind(desk.look.selection)
    what = say(f"choose.{kind}", desk.lang)
    if kind in ON_BOARD:
        return say("beside-map", desk.lang, what=what)
    every = [one for one in asked.ask.candidates() if one not in (DONE, BACK)]
    named = _named(desk, asked.ask, [one for one in every if not desk.habits.lit or asked.allows(one)])
    return say("asked-instead", desk.lang, what=f"{what} ({named})" if named else what)


def _chance_now(desk: Desk) -> str:
    """Nobody is asked: the play is over, or chance has the word."""
    if desk.ask is None or isinstance(desk.ask, Ask):
        return say("over", desk.lang)
    return say("draw-first" if is_draw(desk.ask) else "roll-first", desk.lang)


def _lies_there(desk: Desk, place: str | None) -> str:
    """Of a board that is only looked at: the place, and who is in it."""
    words = desk.words()
    units = tuple(words.fact(Unit(one)) for one in desk.look.fan or desk.look.opened)
    if place is None or not desk.present.exists("place", place):
        return ", ".join(units) or meant_for(desk)
    kind = "lies-there" if units else "nothing-lies-there"
    return say(kind, desk.lang, place=words.fact(Place(place)), units=units)


def _still_possible(desk: Desk, asked: Asked) -> str:
    """What would be given up by ending now; where nothing is lit, only that there is something."""
    if not desk.habits.lit or asked.unknown():
        return say("finish-dark", desk.lang)
    legal = sorted(asked.next(), key=str)
    return say("finish-lit", desk.lang, named=_named(desk, asked.ask, legal), n=len(legal))


def _named(desk: Desk, ask: Ask, answers: list[Answer]) -> str:
    """The first few answers in words, those that are called alike once; of several parts the first alone."""
    words, kinds = desk.words(), {"unit": Unit, "place": Place}
    first: list[Any] = [kinds[ask.of[0]](one) if len(ask.of) > 1 else ask.fact(one) for one in answers]
    named = tuple(dict.fromkeys(str(words.fact(one)) for one in first))
    return ", ".join([*named[:NAMED], *["…"] * (len(named) > NAMED)])
