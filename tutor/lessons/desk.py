"""The board of a task: what the learner tries there goes to the walk, which says what comes of it."""

from __future__ import annotations

from collections.abc import Callable

from tutor.board.desk import Desk
from tutor.engine.ask import BACK, Answer, Ask
from tutor.engine.text import Lang
from tutor.lessons.walk import Reply, Walk


class LessonDesk(Desk):
    """A refused attempt counts at once; an allowed one when it is confirmed, as at every table."""

    def __init__(self, walk: Walk, lang: Lang, tell: Callable[[Reply], None]) -> None:
        assert walk.session is not None
        assert walk.task.scenario is not None
        self.walk, self.tell = walk, tell
        super().__init__(walk.task.scenario, walk.session.position, lang)
        self.session = walk.session
        self.lit = walk.task.kind == "play"

    @property
    def looks_ahead(self) -> bool:  # type: ignore[override]
        """Where one answer is the whole task, nothing comes after it."""
        return self.walk.task.kind == "play"

    def _leaves_something(self, ask: Ask) -> bool:
        return self.walk.task.kind == "play" and super()._leaves_something(ask)

    def others(self) -> None:
        """The walk lets them answer."""

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
