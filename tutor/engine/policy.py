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
        asked = ask if seen is ask.state else ask._replace(state=seen)
        return self.decide(seen, asked, legal)


def says_yes(seen: Any, ask: Ask, legal: list[Answer]) -> Answer:
    """Yes, if he may."""
    return YES if YES in legal else legal[0]


def says_no(seen: Any, ask: Ask, legal: list[Answer]) -> Answer:
    """No, if he may."""
    return NO if NO in legal else legal[0]


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
    if len(questions) == 1:
        return questions[0]
    id = "+".join(one.id for one in questions)
    names = [", ".join(one.name(lang) for one in questions) for lang in LANGUAGES]

    def of(start: P, end: P) -> Hashable:
        return tuple(one.of(start, end) for one in questions)

    return Question(id, Text(*names), of, questions[0].until)


def leading(questions: Iterable[Question[P]]) -> tuple[Question[P], ...]:
    """What is asked where nothing else is: a game's first question and the next, if they end together; who holds the
    ground, and with what losses."""
    first, *others = questions
    return (first, *(one for one in others[:1] if one.until == first.until))


class NoWayOut(RuntimeError):
    """An ask without a legal answer."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(f"no legal answer to {ask.kind} ({ask.rule}) for {ask.who}")
        self.ask = ask
