"""A question where it is put, and what the rules have said about it: nothing is asked of them twice.

The legal set, the verdicts, the ways of the unit that it moves and what would be asked next lie with the question, so
that pointing, walking, marks, hints and lists look at the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from tutor.board import marching
from tutor.board.marching import Walked
from tutor.board.said import capitalised, say
from tutor.engine.ask import BACK, DONE, Answer, Ask, Chance
from tutor.engine.check import Verdict
from tutor.engine.consulted import resting
from tutor.engine.facts import Number
from tutor.engine.going import Going
from tutor.engine.run import Position, Ruleset, Run

MOST = 4000  # answers of several parts that are asked about before the board goes on without the rest

P = ParamSpec("P")
R = TypeVar("R")


def remembered(look: Callable[Concatenate[Asked, P], R]) -> Callable[Concatenate[Asked, P], R]:
    """What is found out about a question lies with it."""

    @wraps(look)
    def recalled(asked: Asked, /, *given: P.args, **named: P.kwargs) -> R:
        key = (look, *given, *named.items())
        if key not in asked.kept:
            asked.kept[key] = look(asked, *given, **named)
        return asked.kept[key]  # type: ignore[no-any-return]

    return recalled


class Standing(Protocol):
    """Where a question is put: the end of a line, or a run on the side."""

    @property
    def rules(self) -> Ruleset: ...
    @property
    def position(self) -> Position: ...
    @property
    def ask(self) -> Ask | Chance[Any] | None: ...


class Asked:
    """One question: at the end of the line that is played, or after answers that are only looked at.

    An answer of several parts may have more wholes than can be asked about at once. What was not asked about is
    unknown, which is neither legal nor refused: `leads` asks about it when it is pointed at.
    """

    def __init__(self, at: Standing) -> None:
        self.at, self.rules, self.position = at, at.rules, at.position
        self.kept: dict[Any, Any] = {}

    @property
    def ask(self) -> Ask:
        """The question itself, as it is where it is put, whatever was answered since."""
        ask = self.at.ask
        assert isinstance(ask, Ask)
        return ask

    # -- what may be answered -----------------------------------------------------------------------------------
    @cached_property
    def whole(self) -> tuple[Answer, ...]:
        """Every legal answer; ending and taking back come last."""
        return tuple(self.ask.legal())

    @cached_property
    def legal(self) -> frozenset[Answer]:
        return frozenset(self.whole)

    @remembered
    def allows(self, answer: Answer) -> bool:
        """Whether the rules allow a whole answer."""
        return answer in self.legal if "legal" in self.__dict__ else self.ask.allows(answer)

    @remembered
    def verdict(self, answer: Answer) -> Verdict:
        """Every check on a whole answer; raises NotAnAnswer where it is none."""
        return self.ask.verdict(answer)

    @remembered
    def weighed(self, answer: Answer) -> Verdict:
        """The same with the readings that decide it, which takes longer than a click may."""
        return resting(self.rules, self.position, self.ask, answer)

    @property
    def may_end(self) -> bool:
        return self.ask.to_end is not None and self.allows(DONE)

    # -- by the parts of an answer ------------------------------------------------------------------------------
    @property
    def simple(self) -> bool:
        """Whether one part is the whole answer."""
        return bool(self.ask.options) or len(self.ask.of) == 1

    def kind(self, chosen: tuple[Answer, ...]) -> str:
        """Of what kind the next part of an answer is."""
        return self.ask.of[min(len(chosen), len(self.ask.of) - 1)]

    def next(self, chosen: tuple[Answer, ...] = ()) -> frozenset[Answer]:
        """What is known to be allowed next, after these parts of an answer."""
        if self.simple:
            return self.legal - {DONE, BACK}
        return frozenset(part for part, legal in self._looked(chosen).items() if legal)

    def unknown(self, chosen: tuple[Answer, ...] = ()) -> frozenset[Answer]:
        """What nobody has asked about."""
        if self.simple:
            return frozenset()
        return frozenset(self.ask.state.everything(self.kind(chosen))) - self._looked(chosen).keys()

    def anything(self, chosen: tuple[Answer, ...] = ()) -> bool:
        """Whether there is a legal answer that goes on from here."""
        return bool(self.next(chosen)) or any(self.leads(chosen, part) for part in self.unknown(chosen))

    def leads(self, chosen: tuple[Answer, ...], part: Answer) -> bool:
        """Whether a legal answer goes on with this part."""
        return any(self.ask.understands(one) and self.allows(one) for one in self._wholes((*chosen, part)))

    @remembered
    def _looked(self, chosen: tuple[Answer, ...]) -> Mapping[Answer, bool]:
        """Of each part whether a legal answer goes on with it, as far as one can ask."""
        known, asked = dict[Answer, bool](), 0
        for part in self.ask.state.everything(self.kind(chosen)):
            for whole in self._wholes((*chosen, part)):
                if asked >= MOST:
                    return known
                asked += 1
                known[part] = self.allows(whole)
                if known[part]:
                    break
        return known

    def _wholes(self, chosen: tuple[Answer, ...]) -> Iterator[Answer]:
        """Every answer that begins with these parts."""
        if self.simple:
            return iter(chosen)
        rest = [tuple(self.ask.state.everything(kind)) for kind in self.ask.of[len(chosen) :]]
        return ((*chosen, *more) for more in itertools.product(*rest))

    # -- ways ---------------------------------------------------------------------------------------------------
    @cached_property
    def goings(self) -> tuple[Going, ...]:
        """The means that the question asks about, where it asks whereto a unit goes."""
        return marching.of_question(self.rules, self.ask)

    @remembered
    def going(self, place: str) -> Going | None:
        """The means by which one would go to a place."""
        return marching.best(self.goings, place)

    @remembered
    def cost(self, place: str) -> Number | None:
        """What it costs to go there by the cheapest means that leads there; None where no means has a price."""
        open_ = (one.reach for one in self.goings if one.reach is not None and not one.closed)
        found = [cost for reach in open_ if (cost := reach.cost(place)) is not None]
        return min(found, default=None)

    @remembered
    def walked(self, places: tuple[str, ...]) -> Walked | None:
        """How far the unit comes along places that were pointed at one after the other."""
        return marching.walked(self.goings, places)

    # -- what comes after ---------------------------------------------------------------------------------------
    @remembered
    def after(self, answer: Answer) -> Asked | None:
        """What the same person would be asked next; None where the answer is refused, or someone else comes next."""
        if not self.ask.understands(answer) or not self.allows(answer):
            return None
        run = Run(self.rules, self.position)
        run.answer(answer)
        if not isinstance(run.ask, Ask) or run.ask.who != self.ask.who:
            return None
        return Asked(run)

    def goes_on(self, place: str) -> bool:
        """Whether the same is asked again after one step, so that the way itself can be answered."""
        after = self.after(place)
        return after is not None and self.same(after.ask)

    def same(self, ask: Any) -> bool:
        """Whether a question is this one again."""
        if not isinstance(ask, Ask):
            return False
        return (ask.kind, ask.who, ask.facts.get("unit")) == (self.ask.kind, self.ask.who, self.ask.facts.get("unit"))

    def cheaper(self, walked: Walked) -> Number | None:
        """What the cheapest way costs, where it is cheaper than the one that was walked, and will be gone instead."""
        least = walked.going.cost(walked.places[-1])
        dearer = least is not None and least < walked.spent
        return least if dearer and not self.goes_on(walked.places[1]) else None


def told_answer(words: Any, ask: Ask, answer: Answer) -> str:
    """An answer in words, as a person reads it in a list."""
    if answer in (DONE, BACK):
        return say(f"answer.{answer}", words.lang)
    return capitalised(words.fact(ask.fact(answer)))
