"""Hex by hex: places that are pointed at one after the other make the way of the unit that a question moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.board import marching
from tutor.board.said import say
from tutor.engine.ask import Ask
from tutor.engine.facts import Number
from tutor.engine.going import Going
from tutor.engine.nouns import number
from tutor.engine.run import Run
from tutor.rendering.html import Panel

if TYPE_CHECKING:
    from tutor.board.desk import Desk


def walks(desk: Desk) -> bool:
    """Whether what is pointed at next is a step: the switch is on and the question moves a unit that can be moved."""
    return desk.walking and marching.first_open(_means(desk)) is not None


def _means(desk: Desk) -> tuple[Going, ...]:
    return marching.of_question(desk.rules, desk.ask) if isinstance(desk.ask, Ask) else ()


def going_of(desk: Desk) -> Going | None:
    """The means by which one would go to the place that is looked at, or by which one walks."""
    if desk.walked is not None:
        return desk.walked.going
    if not isinstance(desk.ask, Ask) or not desk.state.exists("place", desk.target):
        return None
    return marching.best(marching.of_question(desk.rules, desk.ask), desk.target)


def step(desk: Desk, place: str) -> None:
    """A step farther, or back to the place before; the last place once more is where the move shall end."""
    so_far = desk.walked.places[1:] if desk.walked is not None else ()
    if so_far and place == so_far[-1]:
        desk.look_at(place)
        return
    found = marching.walked(_means(desk), (*so_far, place))
    assert found is not None
    words = desk.words()
    desk.walked, desk.target = found, found.places[-1] if found.costs else None
    if found.refused is not None:
        desk.note = (f"✗ {words.say(found.refused.kind, found.refused.facts)} [{words.cite(found.refused.rule)}]", "no")
    elif found.beside:
        desk.note = (f"✗ {say('not-beside', desk.lang, place=found.at)}", "no")
    if desk.target is None:
        desk.extra = Panel().html(marching.walk_steps(found, words))
    elif (less := _cheaper(desk, found)) is not None:
        desk.extra = f"<p>{say('cheaper', desk.lang, n=number(less, desk.lang))}</p>"


def _cheaper(desk: Desk, found: marching.Walked) -> Number | None:
    """What the cheapest way costs, where it is cheaper and will be gone instead."""
    reach = found.going.reach
    least = None if reach is None else reach.cost(found.places[-1])
    dearer = least is not None and least < found.spent
    return least if dearer and not _goes_on(desk, found.places[1]) else None


def _goes_on(desk: Desk, place: str) -> bool:
    """Whether the same question comes again after one step, so that the way itself can be answered."""
    run = Run(desk.rules, desk.position)
    before = run.ask
    if not isinstance(before, Ask) or not before.allows(place):
        return False
    run.answer(place)
    return isinstance(run.ask, Ask) and _same(before, run.ask)


def _same(one: Ask, other: Ask) -> bool:
    return (one.kind, one.who, one.facts.get("unit")) == (other.kind, other.who, other.facts.get("unit"))


def give(desk: Desk) -> None:
    """Go: step after step where the game asks after every step, else to the end of the way."""
    assert desk.walked is not None
    way, ask = desk.walked.places[1:], desk.ask
    if len(way) == 1 or not _goes_on(desk, way[0]):
        desk.answer(way[-1])
        return
    began = len(desk.session.trace.entries)
    for place in way:
        if not (isinstance(ask, Ask) and isinstance(desk.ask, Ask) and _same(ask, desk.ask) and desk.ask.allows(place)):
            break
        desk.answer(place)
    desk.since = began
