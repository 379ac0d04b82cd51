"""What may be answered to an ask, worked out once: the legal set by the same code that refuses."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tutor.engine.ask import BACK, DONE, Answer, Ask

PATIENCE = 0.4  # seconds of asking about the parts of an answer before the board goes on without the rest


@dataclass(eq=False)
class Possible:
    """The answers of one ask, by how much of them has been chosen.

    An answer of several parts may have more wholes than can be asked about at once. What was not asked about is
    unknown, which is neither legal nor refused: `allows` asks about it when it is pointed at.
    """

    ask: Ask
    _known: dict[tuple[Answer, ...], dict[Answer, bool]] = field(default_factory=dict)

    def next(self, chosen: tuple[Answer, ...] = ()) -> frozenset[Answer]:
        """What is known to be allowed next, after these parts of an answer."""
        return frozenset(part for part, legal in self._looked(chosen).items() if legal)

    def unknown(self, chosen: tuple[Answer, ...] = ()) -> frozenset[Answer]:
        """What nobody has asked about yet."""
        return frozenset(part for part in self._parts(chosen) if part not in self._looked(chosen))

    def allows(self, chosen: tuple[Answer, ...], part: Answer) -> bool:
        """Whether a legal answer goes on with this part."""
        known = self._looked(chosen)
        if part not in known:
            known[part] = self._leads_on(chosen, part)
        return known[part]

    def anything(self, chosen: tuple[Answer, ...] = ()) -> bool:
        """Whether there is a legal answer that goes on from here."""
        return bool(self.next(chosen)) or any(self.allows(chosen, part) for part in self.unknown(chosen))

    def _looked(self, chosen: tuple[Answer, ...]) -> dict[Answer, bool]:
        """What has been asked about: everything, as far as patience reaches."""
        if chosen not in self._known:
            known = self._known[chosen] = {}
            until = time.monotonic() + PATIENCE
            for part in self._parts(chosen):
                if not self._whole and time.monotonic() >= until:
                    break
                known[part] = self._leads_on(chosen, part)
        return self._known[chosen]

    def _parts(self, chosen: tuple[Answer, ...]) -> Iterator[Answer]:
        if self._whole:
            return (answer for answer in self.ask.candidates() if answer not in (DONE, BACK))
        return iter(self.ask.state.everything(self.ask.of[len(chosen)]))

    @property
    def _whole(self) -> bool:
        """Whether one part is the whole answer."""
        return bool(self.ask.options) or len(self.ask.of) == 1

    def _leads_on(self, chosen: tuple[Answer, ...], part: Answer) -> bool:
        ask = self.ask
        if self._whole:
            return ask.understands(part) and ask.allows(part)
        rest = [tuple(ask.state.everything(kind)) for kind in ask.of[len(chosen) + 1 :]]
        wholes = ((*chosen, part, *more) for more in itertools.product(*rest))
        return any(ask.understands(whole) and ask.allows(whole) for whole in wholes)

    @cached_property
    def may_end(self) -> bool:
        return self.ask.to_end is not None and self.ask.allows(DONE)

    def whole(self) -> list[Answer]:
        """Every legal answer; ending and taking back come last."""
        legal = list(self.ask.legal())
        return [a for a in legal if a not in (DONE, BACK)] + [a for a in legal if a in (DONE, BACK)]


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
