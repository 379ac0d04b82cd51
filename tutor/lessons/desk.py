"""The desk of a task: what is handed in there goes to the walk, which judges it and plays on."""

from __future__ import annotations

from dataclasses import replace

from tutor.board import playing
from tutor.board.desk import Desk, Task
from tutor.board.seeing import leave
from tutor.engine.ask import BACK
from tutor.engine.text import Lang
from tutor.lessons.walk import Reply, Walk

SORTS: dict[str, Task] = {"try": "try", "play": "play", "show": "look"}


def desk_of(walk: Walk, lang: Lang) -> Desk:
    """The board that the present task needs, at the question where the walk stands."""
    assert walk.session is not None
    assert walk.opening is not None
    assert walk.task.scenario is not None
    laid = playing.before(walk.task.scenario, walk.session.line, lang, walk.task.others)
    sort = SORTS.get(walk.task.kind, "answer-below")
    at_task = replace(laid, task=sort, first=walk.opening, cites=walk.task.mark)
    return at_task.with_habits(lit=sort == "play", auto_dice=True)  # the walk throws them


def judged(desk: Desk, walk: Walk) -> tuple[Desk, list[Reply]]:
    """The desk after what was handed in, and what is said to it.

    A refused answer counts at once, an allowed one when it is given. In a task that is played the game goes on, and of
    several answers each is given as long as it is still allowed; elsewhere the position stays as it is.
    """
    assert walk.session is not None
    handed, desk = desk.handed, replace(desk, handed=None)
    walk.session.line = desk.line  # the learner may have gone back
    if handed is None or (desk.task == "try" and handed.answers == (BACK,)):
        return desk, []
    allowed = handed.ask.allows(handed.answers[0])
    replies = [walk.attempt(handed.answers[0], handed.ask)]
    for answer in handed.answers[1:]:
        if walk.ask is None or not walk.ask.understands(answer) or not walk.ask.allows(answer):
            break
        replies.append(walk.attempt(answer))
    if desk.task == "play":
        line = walk.session.line
        return (desk if line is desk.line else desk.at(line, since=desk.line.told)), replies
    return (leave(desk).looking(target=handed.answers[0]) if allowed else desk), replies
