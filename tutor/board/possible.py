"""What may be answered to an ask, worked out once: the legal set by the same code that refuses."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.check import Verdict
from tutor.engine.ledger import Ledger

PATIENCE = 0.4  # seconds for asking about every pair of a unit and a place


@dataclass(eq=False)
class Possible:
    """The answers of one ask, by how much of them has been chosen."""

    ask: Ask
    _known: dict[tuple[Answer, ...], frozenset[Answer]] = field(default_factory=dict)

    def next(self, chosen: tuple[Answer, ...] = ()) -> frozenset[Answer]:
        """What may be chosen next, after these parts of an answer."""
        if chosen not in self._known:
            self._known[chosen] = frozenset(self._next(chosen))
        return self._known[chosen]

    def _next(self, chosen: tuple[Answer, ...]) -> Iterator[Answer]:
        ask = self.ask
        if ask.options or len(ask.of) == 1:
            yield from (answer for answer in ask.candidates() if answer not in (DONE, BACK) and ask.allows(answer))
            return
        rest = [tuple(ask.state.everything(kind)) for kind in ask.of[len(chosen) + 1 :]]
        until = time.monotonic() + PATIENCE
        for one in ask.state.everything(ask.of[len(chosen)]):
            late = time.monotonic() > until
            if late or any(ask.allows((*chosen, one, *more)) for more in itertools.product(*rest)):
                yield one

    @cached_property
    def may_end(self) -> bool:
        return self.ask.to_end is not None and self.ask.allows(DONE)

    def whole(self) -> list[Answer]:
        """Every legal answer; ending and taking back come last."""
        legal = list(self.ask.legal())
        return [a for a in legal if a not in (DONE, BACK)] + [a for a in legal if a in (DONE, BACK)]


def cost_of(verdict: Verdict) -> str:
    """The price that the checks of a legal answer name."""
    for check in verdict.held:
        cost = check.facts.get("cost")
        if isinstance(cost, Ledger):
            return str(cost.total)
        if isinstance(cost, int):
            return str(cost)
    return ""


def kind_next(ask: Ask, chosen: tuple[Answer, ...]) -> str:
    """Of what kind the next part of an answer is."""
    return ask.of[min(len(chosen), len(ask.of) - 1)]


def told_answer(words: Any, ask: Ask, answer: Answer) -> str:
    """An answer in words, as a person reads it in a list."""
    if answer in (DONE, BACK):
        from tutor.board.said import say

        return say(f"answer.{answer}", words.lang)
    text: str = words.fact(ask.fact(answer))
    return text[:1].upper() + text[1:]
