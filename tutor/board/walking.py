"""Place by place: places that are pointed at one after the other make the way of the unit that a question moves."""

from __future__ import annotations

from dataclasses import replace

from tutor.board import marching, playing
from tutor.board.asked import Asked
from tutor.board.desk import Desk
from tutor.board.marching import Walked
from tutor.board.said import say
from tutor.engine.facts import Place


def walks(desk: Desk) -> bool:
    """Whether what is pointed at next is a step: the switch is on and the question moves a unit that can be moved."""
    asked = desk.asked
    return desk.habits.walking and asked is not None and marching.first_open(asked.goings) is not None


def ends(desk: Desk, place: str) -> bool:
    """Whether the last place of the way was pointed at once more: there the move shall end."""
    return desk.walked is not None and desk.walked.places[1:][-1:] == (place,)


def step(desk: Desk, place: str) -> Desk:
    """A step farther, or back to the place before."""
    assert desk.asked is not None
    way = (*(desk.walked.places[1:] if desk.walked is not None else ()), place)
    walked = desk.asked.walked(way)
    assert walked is not None
    desk = desk.looking(way=way, target=walked.places[-1] if walked.costs else None)
    refused = _refused(desk, walked)
    return desk if refused is None else desk.told(f"✗ {refused}", "no")


def _refused(desk: Desk, walked: Walked) -> str | None:
    """Why the way goes no farther."""
    words = desk.words()
    if walked.refused is not None:
        return f"{words.say(walked.refused.kind, walked.refused.facts)} [{words.cite(walked.refused.rule)}]"
    return say("not-beside", desk.lang, place=words.fact(Place(walked.at))) if walked.beside else None


def go(desk: Desk) -> Desk:
    """To the end of the way: step after step where the game asks after every step."""
    assert desk.walked is not None
    assert desk.asked is not None
    way = desk.walked.places[1:]
    if len(way) == 1 or not desk.asked.goes_on(way[0]):
        return playing.answer(desk, way[-1])
    if desk.task is not None:
        return playing.hand_in(desk, desk.here, (*desk.look.ahead, *way))
    return replace(_along(desk, desk.asked, way), since=desk.line.told)


def _along(desk: Desk, begun: Asked, way: tuple[str, ...]) -> Desk:
    """Step after step, as long as the same is asked and the next one is allowed."""
    for place in way:
        if desk.asked is None or not begun.same(desk.asked.ask) or not desk.asked.allows(place):
            break
        desk = playing.answer(desk, place)
    return desk
