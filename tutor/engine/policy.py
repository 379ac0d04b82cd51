"""What is asked of how a position ends, and the named ways in which sides choose on the way there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from tutor.engine.ask import NO, YES, Answer, Ask, P
from tutor.engine.text import LANGUAGES, Text

if TYPE_CHECKING:
    from tutor.engine.run import Ruleset


Decide: TypeAlias = Callable[[P, Ask, list[Answer]], Answer]


@dataclass(frozen=True)
class Policy(Generic[P]):
    """A named way in which a side chooses. It gets the position as its side sees it and the legal answers.

    `near` names the kinds of question that it answers by the part of the position in which they arise.
    """

    id: str
    name: Text
    decide: Decide[P]
    near: frozenset[str] = frozenset()

    def answer(self, rules: Ruleset[Any], ask: Ask) -> Answer:
        legal = list(ask.legal())
        if not legal:
            raise NoWayOut(ask)
        if len(legal) == 1:
            return legal[0]
        seen = rules.seen(ask.state, ask.who)
        if seen is not ask.state:
            ask = ask._replace(state=seen)
        return self.decide(seen, ask, legal)


def says_yes(seen: Any, ask: Ask, legal: list[Answer]) -> Answer:
    """Yes, if he may."""
    if YES in legal:
        return YES
    return legal[0]


def says_no(seen: Any, ask: Ask, legal: list[Answer]) -> Answer:
    """No, if he may."""
    if NO in legal:
        return NO
    return legal[0]


def never(state: Any) -> bool:
    """A question that is put to the very end."""
    return False


@dataclass(frozen=True)
class Question(Generic[P]):
    """What is wanted of every end: a small answer, which is also where ends are counted together."""

    id: str
    name: Text
    of: Callable[[P, P], Hashable]
    until: Callable[[P], bool] = never


def together(questions: Sequence[Question[P]]) -> Question[P]:
    """Several questions as one, answered side by side; all end where the first does."""
    first, *others = questions
    if not others:
        return first
    ids = [one.id for one in questions]
    names = []
    for lang in LANGUAGES:
        side_by_side = [one.name(lang) for one in questions]
        names.append(", ".join(side_by_side))

    def of(start: P, end: P) -> Hashable:
        answers = [one.of(start, end) for one in questions]
        return tuple(answers)

    return Question("+".join(ids), Text(*names), of, first.until)


def leading(questions: Iterable[Question[P]]) -> tuple[Question[P], ...]:
    """What is asked where nothing else is: a game's first question and the next, if they end together; who holds the
    ground, and with what losses."""
    first, *others = questions
    if not others or others[0].until != first.until:
        return (first,)
    return first, others[0]


class NoWayOut(RuntimeError):
    """An ask without a legal answer."""

    def __init__(self, ask: Ask) -> None:
        asked = f"{ask.kind} ({ask.rule})"
        super().__init__(f"no legal answer to {asked} for {ask.who}")
        self.ask = ask
