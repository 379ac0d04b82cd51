"""The board of a task: what the learner tries there goes to the walk, which says what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tutor.board import pointing
from tutor.board.desk import Desk
from tutor.board.view import View
from tutor.engine.ask import BACK, Answer, Ask
from tutor.engine.facts import Place, Unit
from tutor.engine.text import Lang
from tutor.lessons.telling import say
from tutor.lessons.walk import Reply, Walk


def desk_of(walk: Walk, lang: Lang, tell: Callable[[Reply], None]) -> Desk:
    """The board that the present task needs."""
    return LessonDesk(walk, lang, tell) if walk.task.on_the_board else LookingDesk(walk, lang)


class TaskDesk(Desk):
    """The position of a task, with what the walk has done in it."""

    def __init__(self, walk: Walk, lang: Lang) -> None:
        assert walk.session is not None
        assert walk.task.scenario is not None
        self.walk = walk
        super().__init__(walk.task.scenario, walk.session.position, lang)
        self.session = walk.session

    def others(self) -> None:
        """The walk lets them answer."""


class LookingDesk(TaskDesk):
    """Where nothing is answered on the board: a press names what lies there, and gives nothing away."""

    def __init__(self, walk: Walk, lang: Lang) -> None:
        super().__init__(walk, lang)
        self.lit = False

    @property
    def view(self) -> View:
        shown = super().view
        return shown if self.note is not None else replace(shown, headline=self._what_for(), mood="", hint="")

    def _what_for(self) -> str:
        return say("look-and-answer" if self.walk.task.graded else "look", self.lang)

    def click(self, place: str | None, unit: str | None = None) -> None:
        self.clear()
        place = self.present.pieces[unit].place if place is None and unit is not None else place
        pointing.inspect(self, place, unit)
        self.note = (self._lies_there(place), "")

    def _lies_there(self, place: str | None) -> str:
        words = self.words()
        units = tuple(words.fact(Unit(one)) for one in self.fan or self.opened)
        if place is None or not self.present.exists("place", place):
            return ", ".join(units) or self._what_for()
        kind = "lies-there" if units else "nothing-lies-there"
        return say(kind, self.lang, place=words.fact(Place(place)), units=units)

    def only_looked_at(self, *given: Any, **named: Any) -> None:
        self.clear()
        self.note = (self._what_for(), "")

    pick = look_at = confirm = finish = next_possible = answer = give = roll = undo = redo = only_looked_at


class LessonDesk(TaskDesk):
    """A refused attempt counts at once; an allowed one when it is confirmed, as at every table."""

    def __init__(self, walk: Walk, lang: Lang, tell: Callable[[Reply], None]) -> None:
        super().__init__(walk, lang)
        self.tell = tell
        self.lit = walk.task.kind == "play"

    @property
    def looks_ahead(self) -> bool:  # type: ignore[override]
        """Where one answer is the whole task, nothing comes after it."""
        return self.walk.task.kind == "play"

    def _leaves_something(self, ask: Ask) -> bool:
        return self.walk.task.kind == "play" and super()._leaves_something(ask)

    def _back(self) -> None:
        """To the learner's last choice, never behind the question of the task."""
        session, others = self.session, self.walk.task.others
        while session.now is not self.walk.opening:
            session.back()
            if isinstance(session.ask, Ask) and session.ask.who not in others:
                return

    def look_at(self, answer: Answer) -> None:
        ask = self.ask
        super().look_at(answer)
        if self.ask is ask and isinstance(ask, Ask) and self.target == answer and not ask.allows(answer):
            self.tell(self.walk.attempt(answer, ask))

    def answer(self, answer: Answer, despite: tuple[str, ...] = ()) -> None:
        """In a play task the game goes on; elsewhere the position stays as it is."""
        if not isinstance(self.ask, Ask) or self.walk.ask is None:
            return
        if self.walk.task.kind == "play":
            super().answer(answer, despite)
        elif answer != BACK:
            self.clear()
            self.target = answer
            self.tell(self.walk.attempt(answer))

    def give(self, answer: Answer, despite: tuple[str, ...] = ()) -> None:
        """The walk plays it and says what comes of it."""
        if self.walk.ask is None:
            return
        replies: list[Reply] = []
        self._advance(lambda: replies.append(self.walk.attempt(answer)))
        self.tell(replies[0])
