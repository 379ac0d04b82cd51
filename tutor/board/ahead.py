"""Looking ahead: the question that answers would lead to which nobody has given yet. Nothing of it is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from tutor.engine.ask import BACK, Answer, Ask, Chance
from tutor.engine.run import Run

if TYPE_CHECKING:
    from tutor.board.desk import Desk

BACKS = 3  # how often a declaration is taken back to come to another unit


@dataclass(frozen=True, eq=False)
class Ahead:
    """The answers that are only looked at, the questions to which they are given, and a run of its own after them."""

    answers: tuple[Answer, ...]
    asked: tuple[Ask, ...]
    run: Run

    @property
    def ask(self) -> Ask:
        ask = self.run.ask
        assert isinstance(ask, Ask)
        return ask

    @property
    def means(self) -> list[tuple[Ask, Answer]]:
        """What was chosen on the way that is no unit and no place: by what kind of march, with which card."""
        asked = zip(self.asked, self.answers, strict=True)
        return [(ask, answer) for ask, answer in asked if ask.options and answer != BACK]


def after(desk: Desk, answers: tuple[Answer, ...]) -> Ahead | None:
    """Where these answers lead from the present moment; None where they are refused, or someone else comes next."""
    run, asked = Run(desk.rules, desk.session.position), list[Ask]()
    for answer in answers:
        ask = run.ask
        if not _same_person(ask, desk) or not ask.understands(answer) or not ask.allows(answer):
            return None
        asked.append(ask)
        run.answer(answer)
    return Ahead(answers, tuple(asked), run) if _same_person(run.ask, desk) else None


def _same_person(ask: Ask | Chance[Any] | None, desk: Desk) -> TypeGuard[Ask]:
    first = desk.session.ask
    return isinstance(ask, Ask) and isinstance(first, Ask) and ask.who == first.who


def towards(desk: Desk, answers: tuple[Answer, ...], place: str) -> Ahead | None:
    """To the question whereto: straight, or past a choice between means by the first that leads to the place."""
    found = after(desk, answers)
    if found is None or (found.ask.of[0] == "place" and not found.ask.options):
        return found
    tried = (after(desk, (*answers, one)) for one in found.ask.options if found.ask.allows(one))
    ways = [way for way in tried if way is not None and way.ask.of == ("place",) and not way.ask.options]
    there = (way for way in ways if way.ask.understands(place) and way.ask.allows(place))
    return next(there, next(iter(ways), None))


def another_unit(desk: Desk) -> Ahead | None:
    """To the question for a unit, taking back what was declared since."""
    pending = desk.ahead.answers if desk.ahead is not None else ()
    for many in range(1, BACKS + 1):
        found = after(desk, (*pending, *(BACK,) * many))
        if found is None:
            return None
        if found.ask.of == ("unit",):
            return found
    return None
