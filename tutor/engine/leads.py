"""Where a position leads, for the exact odds: by the step at the head of its agenda, or part by part.

Dice are weighted and choices answered by policies. Where the rules say that a position falls apart, each part is
followed to its end on its own, once, and the parts are multiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from itertools import product
from math import lcm, prod
from typing import Any, Generic, TypeAlias

from tutor.engine.ask import Answer, Ask, Chance
from tutor.engine.budget import Late, OutOfTime, never_late
from tutor.engine.facts import value
from tutor.engine.policy import Policy
from tutor.engine.run import Agenda, Parts, Position, Ruleset, S, next_step
from tutor.engine.trace import SILENT

Ends: TypeAlias = list[tuple[S, int, int]]  # states, each with its weight and of how many


class _Tied(Exception):
    """A choice inside a part that is made by the whole position."""


class Leads(Generic[S]):
    """Follows positions of one battle under policies, and remembers what comes of their parts.

    Wherever there is much to do one after another it asks whether it is late; it can be gone on with afterwards.
    """

    def __init__(self, rules: Ruleset[S], policies: Mapping[str, Policy], late: Late = never_late) -> None:
        self.rules = rules
        self.policies = policies
        self.late = late
        self.parts: dict[Hashable, Ends[S]] | None = {}
        self.choices: set[tuple[str, str]] = set()
        self._depth = 0

    def in_time(self) -> None:
        """Raises OutOfTime where it is late."""
        if self.late():
            raise OutOfTime

    def leads(self, state: S, answers: tuple[Answer, ...] = ()) -> Ends[S]:
        """Where a position leads: part by part where it falls apart, else by the step at the head of its agenda."""
        if answers or self.parts is None or self.rules.parts is None:
            return self._ends(state, answers)
        parts = self.rules.parts(state)
        if parts is None:
            return self._ends(state, answers)
        try:
            return self._joined(parts)
        except _Tied:
            if self._depth:
                raise
            self.parts = None
            return self._ends(state, answers)

    def _joined(self, parts: Parts[S]) -> Ends[S]:
        """Every way in which the parts can end together."""
        self._depth += 1
        try:
            several = [self._apart(state) for state in parts.states]
        finally:
            self._depth -= 1
        found: Ends[S] = []
        for ends in product(*several):
            self.in_time()
            weight = prod([weight for _, weight, _ in ends])
            total = prod([total for _, _, total in ends])
            state = parts.joined(tuple([state for state, _, _ in ends]))
            found.append((state, weight, total))
        return found

    def _apart(self, state: S) -> Ends[S]:
        """What comes of a part, to the end of its agenda, equal ends as one."""
        if not state.agenda:
            return [(state, 1, 1)]
        assert self.parts is not None
        assert self.rules.parts is not None
        within = self.rules.parts(state)
        if within is not None:
            return self._merged(self._joined(within))
        key = self.rules.alike(state)
        found = self.parts.get(key)
        if found is None:
            found = self.parts[key] = self._merged(self._ends(state, ()))
        return found

    def _merged(self, ends: Ends[S]) -> Ends[S]:
        """What the ends of a step lead to, equal ends of the part as one."""
        if len(ends) == 1:
            only, _, _ = ends[0]
            return self._apart(only)
        last: Ends[S] = []
        for state, weight, total in ends:
            for end, ways, out_of in self._apart(state):
                last.append((end, weight * ways, total * out_of))
        common = lcm(*[total for _, _, total in last])
        merged: dict[Hashable, tuple[S, int]] = {}
        for state, weight, total in last:
            self.in_time()
            key = self.rules.alike(state)
            first, so_far = merged.get(key, (state, 0))
            share = common // total
            merged[key] = first, so_far + weight * share
        return [(state, weight, common) for state, weight in merged.values()]

    def _ends(self, state: S, answers: tuple[Answer, ...]) -> Ends[S]:
        """Where the step leads: states, each with its weight and of how many."""
        ends: Ends[S] = []
        answer_with = _again_and_again(*opening(self.rules, state)).send
        asked = answer_with(None)
        for answer in answers:
            asked = answer_with(answer)
        self._follow(asked, answers, 1, 1, answer_with, ends)
        return ends

    def _follow(
        self,
        asked: Any,
        given: tuple[Answer, ...],
        weight: int,
        total: int,
        answer_with: Callable[[Answer], Any],
        ends: Ends[S],
    ) -> None:
        """Every way on from what is asked after some answers; for every way but the first, the step begins anew."""
        if isinstance(asked, Agenda):
            ends.append((asked, weight, total))  # type: ignore[arg-type]  # the steps of a game give its positions
            return
        ways, out_of = self._ways(asked)
        total *= out_of
        begun = True
        for answer, n in ways:
            if not begun:
                answer_with(None)
                for before in given:
                    answer_with(before)
            begun = False
            asked = answer_with(answer)
            if isinstance(asked, Agenda):
                ends.append((asked, weight * n, total))  # type: ignore[arg-type]
            else:
                self._follow(asked, (*given, answer), weight * n, total, answer_with, ends)

    def _ways(self, ask: Ask | Chance[Any]) -> tuple[Sequence[tuple[Answer, int]], int]:
        """The answers to go on with, each with its weight, and the sum of the weights."""
        if self.late():
            raise OutOfTime
        if isinstance(ask, Ask):
            policy = self.policies[ask.who]
            self.choices.add((ask.who, ask.kind))
            if self._depth and ask.kind not in policy.near:
                raise _Tied
            answer = policy.answer(self.rules, ask)
            return ((answer, 1),), 1
        branches = ask.branches()
        return branches, sum([weight for _, weight in branches])


@value
class Stop(Generic[S]):
    """The end of a step."""

    state: S


def opening(rules: Ruleset[S], state: S) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """What does the step at the head of the agenda, and with what: its asks, or the state at its end."""
    head, named, start = next_step(rules, state)
    if state.law.off and state.law.skips(named.rule):
        return lambda: start, ()
    return named.act, (start, SILENT, *head.args)


def _again_and_again(act: Callable[..., Any], given: tuple[Any, ...]) -> Generator[Any, Any, None]:
    """A step begun anew whenever it ends: its asks, then the state at its end."""
    step = act(*given)
    while isinstance(step, Agenda):
        yield step
    while True:
        yield (yield from step)
        step = act(*given)


def one_step(rules: Ruleset[S], position: Position[S]) -> Ask | Chance[Any] | Stop[S]:
    """The next ask inside the step at the head of the agenda, or the state at its end."""
    begun = opening(rules, position.state)
    answer_with = _again_and_again(*begun).send
    asked = answer_with(None)
    for answer in position.answers:
        asked = answer_with(answer)
    if isinstance(asked, Agenda):
        return Stop(asked)  # type: ignore[arg-type]
    found: Ask | Chance[Any] = asked
    return found
