"""Exact odds: a question put to a position, under named policies or as bounds over every choice.

Dice are weighted, choices are not: a choice is answered by a policy, or both ways as the best and the worst
for the question. Equal positions are worked out once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias

from tutor.engine.ask import BACK, Answer, Ask
from tutor.engine.budget import Late, OutOfTime, OverBudget, never_late
from tutor.engine.chance import Distribution
from tutor.engine.facts import value
from tutor.engine.frames import frame
from tutor.engine.leads import Leads, Stop, one_step
from tutor.engine.policy import Policy, Question, never
from tutor.engine.run import Position, Ruleset, Run, S

if TYPE_CHECKING:
    from pandas import DataFrame

ODDS = ("outcome", "probability", "fraction", "low", "high", "exact")


class Endless(RuntimeError):
    """The choices made can bring a procedure back to a position it came from."""

    def __init__(self, state: Any) -> None:
        super().__init__(f"the policies go round in circles at {state.agenda[0].step}")


class Outcome(NamedTuple):
    """A distribution with what it rests on."""

    distribution: Distribution[Any]
    policies: Mapping[str, Policy]
    positions: int
    exact: bool = True
    runs: int = 0
    choices: frozenset[tuple[str, str]] = frozenset()

    def interval(self, probability: Fraction) -> tuple[float, float]:
        """Where a sampled probability lies in 95 of 100 samples (Wilson's interval, which does not shrink to nothing
        where in a few runs always or never the same came out)."""
        p, n, z = float(probability), self.runs, 1.96
        if self.exact:
            return p, p
        middle = p + z * z / (2 * n)
        half = z * float((p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5)
        scale = 1 + z * z / n
        low, high = (middle - half) / scale, (middle + half) / scale
        return max(0.0, low), min(1.0, high)

    def parts(self, number: int) -> tuple[Outcome, ...]:
        """Of so many questions that were asked together, what each came to."""
        if number == 1:
            return (self,)
        apart = [part(self.distribution, n) for n in range(number)]
        return tuple(self._replace(distribution=one) for one in apart)

    def frame(self) -> DataFrame:
        """A row an outcome, the likeliest first."""
        chances = [(outcome, self.distribution[outcome]) for outcome in self.distribution]
        likeliest_first = sorted(chances, key=lambda one: (-one[1], str(one[0])))
        rows = []
        for outcome, chance in likeliest_first:
            fraction = str(chance) if self.exact else ""
            low, high = self.interval(chance)
            rows.append((outcome, float(chance), fraction, low, high, self.exact))
        return frame(rows, ODDS)

    @property
    def certain(self) -> bool:
        return self.exact and len(self.distribution) == 1

    def error(self, probability: Fraction) -> float:
        """How far a sampled probability may be off: to the farther end of its interval."""
        low, high = self.interval(probability)
        return max(high - float(probability), float(probability) - low)


def part(distribution: Distribution[Any], number: int) -> Distribution[Any]:
    """Of answers given side by side, the one with this number."""
    weights: dict[Any, int] = {}
    for values, ways in distribution.weights.items():
        weights[values[number]] = weights.get(values[number], 0) + ways
    return Distribution(weights, distribution.total).lowest()


class Odds(Leads[S]):
    """Works out a question from any position of one battle, remembering positions across calls."""

    def __init__(
        self,
        rules: Ruleset[S],
        question: Question[S],
        policies: Mapping[str, Policy[S]],
        start: S,
        budget: int = 200_000,
        late: Late = never_late,
    ) -> None:
        super().__init__(rules, policies, late)
        self.question, self.start, self.budget = question, start, budget
        self.known: dict[Hashable, _Spot[S]] = {}

    def outcome(self, position: Position[S] | S) -> Outcome:
        """The exact distribution; raises OverBudget, OutOfTime where it is late."""
        at = position if isinstance(position, Position) else Position(position)
        found = self._from(at.state, at.answers)
        choices = frozenset(self.choices)
        return Outcome(found, self.policies, len(self.known), choices=choices)

    @property
    def known_now(self) -> int:
        """How far it has come: more than before wherever something was found."""
        found = sum(spot.found is not None for spot in self.known.values())
        return len(self.known) + found + len(self.parts or ())

    def by_answer(self, position: Position[S], ask: Ask) -> Mapping[Answer, Distribution[Any]]:
        """What comes of each legal answer: all the same, and the choice does not matter."""
        found = {}
        for answer in ask.legal():
            if answer != BACK:
                after = Position(position.state, (*position.answers, answer))
                found[answer] = self.outcome(after).distribution
        return found

    def _from(self, state: S, answers: tuple[Answer, ...] = ()) -> Distribution[Any]:
        if not answers and self._over(state):
            return Distribution.sure(self.question.of(self.start, state))
        spot = self._spot(state)
        if answers:
            spot = _Spot(state, onward=self._onward(spot, answers))
        return self._worked_out(spot)

    def _over(self, state: S) -> bool:
        return not state.agenda or self.question.until(state)

    def _spot(self, state: S) -> _Spot[S]:
        """Where a state between two steps belongs, with all that are alike."""
        new = _Spot(state)
        spot = self.known.setdefault(self.rules.alike(state), new)  # the position is hashed once, whether known or not
        if spot is new and len(self.known) > self.budget:
            raise OverBudget(f"more than {self.budget} positions")
        return spot

    def _worked_out(self, first: _Spot[S]) -> Distribution[Any]:
        """What comes of a spot: each is mixed when all that it leads to are known.

        What was begun before and left, because it was late, is gone on with; what is met again on its own way is not.
        """
        waiting, begun = [first], set[_Spot[S]]()
        while waiting:
            if self.late():
                raise OutOfTime
            spot = waiting[-1]
            if spot.found is not None:
                waiting.pop()
                continue
            if spot.onward is None:
                spot.onward = self._onward(spot)
            unknown = [further for further in spot.onward[0] if further.found is None]
            if not unknown:
                waiting.pop().found = spot.mixed()
                continue
            begun.add(spot)
            if any(further in begun for further in unknown):
                raise Endless(spot.state)
            waiting += unknown
        assert first.found is not None
        return first.found

    def _onward(self, spot: _Spot[S], answers: tuple[Answer, ...] = ()) -> _Onward[S]:
        """Do the step at the head of the agenda in every way that the dice allow: where each leads, and what ends.

        Where a step may leave all as it was, to be done again, only the ways that change something count.
        """
        ends = self.leads(spot.state, answers)
        scale = lcm(*[total for _, _, total in ends])
        of, start, spot_of, late = self.question.of, self.start, self._spot, self.late
        until = None if self.question.until is never else self.question.until
        over: dict[Any, int] = {}
        on: dict[_Spot[S], int] = {}
        for state, weight, total in ends:
            if late():
                raise OutOfTime
            weight *= scale // total
            if not state.agenda or (until and until(state)):
                outcome = of(start, state)
                over[outcome] = over.get(outcome, 0) + weight
            else:
                next_spot = spot_of(state)
                on[next_spot] = on.get(next_spot, 0) + weight
        on.pop(spot, None)
        if not on and not over:
            raise Endless(spot.state)
        return on, over


@dataclass(slots=True, eq=False)
class _Spot(Generic[S]):
    """A state between two steps, met once or often: where it leads, once that was asked, and what comes of it."""

    state: S
    found: Distribution[Any] | None = None
    onward: _Onward[S] | None = None

    def mixed(self) -> Distribution[Any]:
        """All that it leads to is known."""
        assert self.onward is not None
        on, over = self.onward
        if not on:
            return Distribution.of(over)
        parts = [(spot.found, weight) for spot, weight in on.items() if spot.found is not None]
        if over:
            parts.append((Distribution.of(over), sum(over.values())))
        return Distribution.mixed(parts)


_Onward: TypeAlias = tuple[dict[_Spot[S], int], dict[Any, int]]  # spots and outcomes, each with its weight


def odds(
    rules: Ruleset[S],
    position: Position[S] | S,
    question: Question[S],
    policies: Mapping[str, Policy[S]],
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
    rules: Ruleset[S],
    position: Position[S] | S,
    question: Question[S],
    policies: Mapping[str, Policy[S]],
    runs: int = 20_000,
    seed: int = 1916,
    late: Late = never_late,
) -> Outcome:
    """The question put to the ends of many random runs: fewer where it is late, or where somebody interrupts, but one
    at least. The run that is under way is played out, so that no short one counts for more."""
    weights: dict[Any, int] = {}
    done = 0
    try:
        found = at_random(rules, position, question, policies, seed, late)
        while done < runs and not (late() and done):
            answer = next(found)
            weights[answer] = weights.get(answer, 0) + 1
            done += 1
    except KeyboardInterrupt:
        if not done:
            raise
    return Outcome(Distribution.of(weights), policies, 0, exact=False, runs=done)


def at_random(
    rules: Ruleset[S],
    position: Position[S] | S,
    question: Question[S],
    policies: Mapping[str, Policy[S]],
    seed: int = 1916,
    late: Late = never_late,
) -> Iterator[Any]:
    """What one random run after the other comes to, without end: the same for the same seed."""
    rng = random.Random(seed)
    start = position.state if isinstance(position, Position) else position
    while True:
        yield question.of(start, play_out(rules, position, policies, rng, question.until, late))


def play_out(
    rules: Ruleset[S],
    position: Position[S] | S,
    policies: Mapping[str, Policy[S]],
    rng: random.Random,
    until: Callable[[S], bool] = never,
    late: Late = never_late,
) -> S:
    """One run to the end with random dice; the state it ends in. `late` hears of every step, and ends nothing."""
    run = Run(rules, position, until=until)
    while run.ask is not None:
        late()
        ask = run.ask
        answer = policies[ask.who].answer(rules, ask) if isinstance(ask, Ask) else ask.sample(rng)
        run.answer(answer)
    return run.state


@value
class Bounds:
    """The worst and the best that choices can make of the probability of an event."""

    lowest: Fraction
    highest: Fraction


def bounds(
    rules: Ruleset[S],
    position: Position[S] | S,
    event: Callable[[S, S], bool],
    choosers: frozenset[str],
    policies: Mapping[str, Policy[S]],
    budget: int = 200_000,
    until: Callable[[S], bool] = never,
    late: Late = never_late,
) -> Bounds:
    """The probability of an event when `choosers` choose all against it, and all for it."""
    start = position.state if isinstance(position, Position) else position
    at = position if isinstance(position, Position) else Position(position)
    low = _Extreme(
        rules=rules,
        event=event,
        choosers=choosers,
        policies=policies,
        start=start,
        pick=min,
        budget=budget,
        until=until,
        late=late,
    )
    high = _Extreme(
        rules=rules,
        event=event,
        choosers=choosers,
        policies=policies,
        start=start,
        pick=max,
        budget=budget,
        until=until,
        late=late,
    )
    return Bounds(low.inside(at), high.inside(at))


class _Extreme(Generic[S]):
    """Minimax of one event over the choices of some sides; chance is averaged."""

    def __init__(
        self,
        rules: Ruleset[S],
        event: Callable[[S, S], bool],
        choosers: frozenset[str],
        policies: Mapping[str, Policy[S]],
        start: S,
        pick: Callable[..., Fraction],
        budget: int,
        until: Callable[[S], bool],
        late: Late,
    ) -> None:
        self.rules = rules
        self.event = event
        self.choosers = choosers
        self.policies = policies
        self.start = start
        self.pick = pick
        self.budget = budget
        self.until = until
        self.late = late
        self.known: dict[Hashable, Fraction] = {}

    def state(self, state: S) -> Fraction:
        key = self.rules.alike(state)
        if key not in self.known:
            if len(self.known) >= self.budget:
                raise OverBudget(f"more than {self.budget} positions")
            if not state.agenda or self.until(state):
                self.known[key] = Fraction(self.event(self.start, state))
            else:
                self.known[key] = self.inside(Position(state))
        return self.known[key]

    def inside(self, at: Position[S]) -> Fraction:
        if self.late():
            raise OutOfTime
        if not at.state.agenda:
            return self.state(at.state)
        ask = one_step(self.rules, at)
        if isinstance(ask, Stop):
            return self.state(ask.state)
        if not isinstance(ask, Ask):
            branches = ask.branches()
            weighed = [self._after(at, value) * weight for value, weight in branches]
            total = sum(weight for _, weight in branches)
            return sum(weighed, Fraction(0)) / total
        if ask.who not in self.choosers:
            answer = self.policies[ask.who].answer(self.rules, ask)
            return self._after(at, answer)
        answers = (answer for answer in ask.legal() if answer != BACK)
        return self.pick(self._after(at, answer) for answer in answers)

    def _after(self, at: Position[S], answer: Answer) -> Fraction:
        return self.inside(Position(at.state, (*at.answers, answer)))
