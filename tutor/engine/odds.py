"""Exact odds: a question put to a position, under named policies or as bounds over every choice.

Dice are weighted, choices are not: a choice is answered by a policy, or both ways as the best and the worst
for the question. Equal positions are worked out once.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, TypeAlias

from tutor.engine import mutation
from tutor.engine.ask import BACK, Answer, Ask, Chance
from tutor.engine.chance import Distribution
from tutor.engine.run import Agenda, Position, Ruleset, Run, next_step
from tutor.engine.text import Text
from tutor.engine.trace import SILENT

Decide: TypeAlias = Callable[[Any, Ask, list[Answer]], Answer]


@dataclass(frozen=True)
class Policy:
    """A named way in which a side chooses. It gets the position as its side sees it and the legal answers."""

    id: str
    name: Text
    decide: Decide

    def answer(self, rules: Ruleset, ask: Ask) -> Answer:
        legal = list(ask.legal())
        if not legal:
            raise NoWayOut(ask)
        if len(legal) == 1:
            return legal[0]
        seen = rules.view(ask.state, ask.who)
        return self.decide(seen, ask if seen is ask.state else ask._replace(state=seen), legal)


@dataclass(frozen=True)
class Question:
    """What is wanted of every end: a small answer, which is also where ends are counted together."""

    id: str
    name: Text
    of: Callable[[Any, Any], Hashable]
    until: Callable[[Any], bool] = lambda state: False


class NoWayOut(RuntimeError):
    """An ask without a legal answer."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(f"no legal answer to {ask.kind} ({ask.rule}) for {ask.who}")
        self.ask = ask


class Endless(RuntimeError):
    """The choices made can bring a procedure back to a position it came from."""

    def __init__(self, state: Any) -> None:
        super().__init__(f"the policies go round in circles at {state.agenda[0].step}")


class OverBudget(RuntimeError):
    """Exact odds would need more positions than the budget allows."""


@dataclass(frozen=True)
class Outcome:
    """A distribution with what it rests on."""

    distribution: Distribution[Any]
    policies: Mapping[str, Policy]
    positions: int
    exact: bool = True
    runs: int = 0
    choices: frozenset[tuple[str, str]] = field(default_factory=frozenset)

    def error(self, probability: Fraction) -> float:
        """Half the width of the 95 % interval of a sampled probability."""
        if self.exact:
            return 0.0
        p = float(probability)
        return 1.96 * float((p * (1 - p) / self.runs) ** 0.5)


class Odds:
    """Works out a question from any position of one battle, remembering positions across calls."""

    def __init__(
        self,
        rules: Ruleset,
        question: Question,
        policies: Mapping[str, Policy],
        start: Any,
        budget: int = 200_000,
    ) -> None:
        self.rules, self.question, self.policies, self.start, self.budget = (
            rules,
            question,
            policies,
            start,
            budget,
        )
        self.known: dict[Hashable, _Spot] = {}
        self.choices: set[tuple[str, str]] = set()

    def outcome(self, position: Position | Any) -> Outcome:
        """The exact distribution; raises OverBudget."""
        at = position if isinstance(position, Position) else Position(position)
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 20_000))
        try:
            found = self._from(at.state, at.answers)
        finally:
            sys.setrecursionlimit(limit)
        return Outcome(found, self.policies, len(self.known), choices=frozenset(self.choices))

    def by_answer(self, position: Position, ask: Ask) -> Mapping[Answer, Distribution[Any]]:
        """What comes of each legal answer: all the same, and the choice does not matter."""
        legal = (answer for answer in ask.legal() if answer != BACK)
        return {a: self.outcome(Position(position.state, (*position.answers, a))).distribution for a in legal}

    def _from(self, state: Any, answers: tuple[Answer, ...] = ()) -> Distribution[Any]:
        if not answers and self._over(state):
            return Distribution.sure(self.question.of(self.start, state))
        spot = self._spot(state)
        return self._inside(spot, answers) if answers else self._worked_out(spot)

    def _over(self, state: Any) -> bool:
        return not state.agenda or self.question.until(state)

    def _spot(self, state: Any) -> _Spot:
        """Where a state between two steps belongs, with all that are alike."""
        spot = self.known.setdefault(self.rules.alike(state), _Spot(state))
        if len(self.known) > self.budget:
            raise OverBudget(f"more than {self.budget} positions")
        return spot

    def _worked_out(self, spot: _Spot) -> Distribution[Any]:
        if spot.found is None:
            if spot.open:
                raise Endless(spot.state)
            spot.open = True
            spot.found = self._inside(spot)
            spot.open = False
        return spot.found

    def _inside(self, spot: _Spot, answers: tuple[Answer, ...] = ()) -> Distribution[Any]:
        """Do the step at the head of the agenda in every way that the dice allow, then go on from each end.

        Where a step may leave all as it was, to be done again, only the ways that change something count.
        """
        ends = self._ends(spot.state, answers)
        scale = lcm(*[total for _, _, total in ends])
        over: dict[Any, int] = {}
        on: dict[_Spot, int] = {}
        for state, weight, total in ends:
            weight *= scale // total
            if self._over(state):
                outcome = self.question.of(self.start, state)
                over[outcome] = over.get(outcome, 0) + weight
            else:
                next_spot = self._spot(state)
                on[next_spot] = on.get(next_spot, 0) + weight
        on.pop(spot, None)
        parts = [(self._worked_out(next_spot), weight) for next_spot, weight in on.items()]
        if over:
            parts.append((Distribution.of(over), sum(over.values())))
        if not parts:
            raise Endless(spot.state)
        return Distribution.mixed(parts)

    def _ends(self, state: Any, answers: tuple[Answer, ...]) -> list[tuple[Any, int, int]]:
        """Where the step leads: states, each with its weight and of how many. Every way but the first begins anew."""
        begin = opening(self.rules, state)
        ends: list[tuple[Any, int, int]] = []
        waiting = [(answers, 1, 1)]
        while waiting:
            given, weight, total = waiting.pop()
            step = begin()
            if isinstance(step, Agenda):
                return [(step, 1, 1)]
            try:
                ask = next(step)
                for answer in given:
                    ask = step.send(answer)
                while True:
                    ((answer, ways), *others), out_of = self._ways(ask)
                    total *= out_of
                    waiting += [((*given, other), weight * n, total) for other, n in others]
                    given, weight = (*given, answer), weight * ways
                    ask = step.send(answer)
            except StopIteration as end:
                ends.append((end.value, weight, total))
        return ends

    def _ways(self, ask: Ask | Chance[Any]) -> tuple[Sequence[tuple[Answer, int]], int]:
        """The answers to go on with, each with its weight, and the sum of the weights."""
        if isinstance(ask, Ask):
            self.choices.add((ask.who, ask.kind))
            return ((self.policies[ask.who].answer(self.rules, ask), 1),), 1
        branches = ask.branches()
        return branches, sum([weight for _, weight in branches])


@dataclass(slots=True, eq=False)
class _Spot:
    """A state between two steps, met once or often: what comes of it, or that it is being worked out."""

    state: Any
    found: Distribution[Any] | None = None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """The end of a step."""

    state: Any


def opening(rules: Ruleset, state: Any) -> Callable[[], Any]:
    """What begins the step at the head of the agenda, as often as it is called: its asks, or the state at its end."""
    head, named, start = next_step(rules, state)
    if mutation.skips(named.rule):
        return lambda: start
    return partial(named.act, start, SILENT, *head.args)


def one_step(rules: Ruleset, position: Position) -> Ask | Chance[Any] | Stop:
    """The next ask inside the step at the head of the agenda, or the state at its end."""
    gen = opening(rules, position.state)()
    if isinstance(gen, Agenda):
        return Stop(gen)
    try:
        ask: Ask | Chance[Any] = next(gen)
        for answer in position.answers:
            ask = gen.send(answer)
        gen.close()
        return ask
    except StopIteration as end:
        return Stop(end.value)


def odds(
    rules: Ruleset,
    position: Position | Any,
    question: Question,
    policies: Mapping[str, Policy],
    budget: int = 200_000,
    runs: int = 20_000,
    seed: int = 1916,
) -> Outcome:
    """Exact odds; beyond the budget, a sample that says it is one."""
    start = position.state if isinstance(position, Position) else position
    try:
        return Odds(rules, question, policies, start, budget).outcome(position)
    except OverBudget:
        return sample(rules, position, question, policies, runs, seed)


def sample(
    rules: Ruleset,
    position: Position | Any,
    question: Question,
    policies: Mapping[str, Policy],
    runs: int = 20_000,
    seed: int = 1916,
) -> Outcome:
    """The question put to the ends of many random runs."""
    rng = random.Random(seed)
    start = position.state if isinstance(position, Position) else position
    weights: dict[Any, int] = {}
    for _ in range(runs):
        answer = question.of(start, play_out(rules, position, policies, rng, question.until))
        weights[answer] = weights.get(answer, 0) + 1
    return Outcome(Distribution.of(weights), policies, 0, exact=False, runs=runs)


def play_out(
    rules: Ruleset,
    position: Position | Any,
    policies: Mapping[str, Policy],
    rng: random.Random,
    until: Callable[[Any], bool] = lambda state: False,
) -> Any:
    """One run to the end with random dice; the state it ends in."""
    run = Run(rules, position, until=until)
    while run.ask is not None:
        ask = run.ask
        run.answer(policies[ask.who].answer(rules, ask) if isinstance(ask, Ask) else ask.sample(rng))
    return run.state


@dataclass(frozen=True, slots=True)
class Bounds:
    """The worst and the best that choices can make of the probability of an event."""

    lowest: Fraction
    highest: Fraction


def bounds(
    rules: Ruleset,
    position: Position | Any,
    event: Callable[[Any, Any], bool],
    choosers: frozenset[str],
    policies: Mapping[str, Policy],
    budget: int = 200_000,
    until: Callable[[Any], bool] = lambda state: False,
) -> Bounds:
    """The probability of an event when `choosers` choose all against it, and all for it."""
    start = position.state if isinstance(position, Position) else position
    at = position if isinstance(position, Position) else Position(position)
    low = _Extreme(rules, event, choosers, policies, start, min, budget, until)
    high = _Extreme(rules, event, choosers, policies, start, max, budget, until)
    return Bounds(low.inside(at), high.inside(at))


class _Extreme:
    """Minimax of one event over the choices of some sides; chance is averaged."""

    def __init__(
        self,
        rules: Ruleset,
        event: Callable[[Any, Any], bool],
        choosers: frozenset[str],
        policies: Mapping[str, Policy],
        start: Any,
        pick: Callable[..., Fraction],
        budget: int,
        until: Callable[[Any], bool],
    ) -> None:
        self.rules, self.event, self.choosers, self.policies = rules, event, choosers, policies
        self.start, self.pick, self.budget, self.until = start, pick, budget, until
        self.known: dict[Hashable, Fraction] = {}

    def state(self, state: Any) -> Fraction:
        key = self.rules.alike(state)
        if key not in self.known:
            if len(self.known) >= self.budget:
                raise OverBudget(f"more than {self.budget} positions")
            over = not state.agenda or self.until(state)
            self.known[key] = Fraction(self.event(self.start, state)) if over else self.inside(Position(state))
        return self.known[key]

    def inside(self, at: Position) -> Fraction:
        if not at.state.agenda:
            return self.state(at.state)
        ask = one_step(self.rules, at)
        if isinstance(ask, Stop):
            return self.state(ask.state)
        if not isinstance(ask, Ask):
            branches = ask.branches()
            total = sum(weight for _, weight in branches)
            return sum((self._after(at, value) * weight for value, weight in branches), Fraction(0)) / total
        if ask.who not in self.choosers:
            return self._after(at, self.policies[ask.who].answer(self.rules, ask))
        return self.pick(self._after(at, answer) for answer in ask.legal() if answer != BACK)

    def _after(self, at: Position, answer: Answer) -> Fraction:
        return self.inside(Position(at.state, (*at.answers, answer)))
