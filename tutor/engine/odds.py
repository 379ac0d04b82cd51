"""Exact odds: a question put to a position, under named policies or as bounds over every choice.

Dice are weighted, choices are not: a choice is answered by a policy, or both ways as the best and the worst
for the question. Equal positions are worked out once.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias

from tutor.engine.ask import BACK, Answer, Ask, Chance
from tutor.engine.budget import Late, OutOfTime, OverBudget, never_late
from tutor.engine.chance import Distribution
from tutor.engine.facts import value
from tutor.engine.frames import frame
from tutor.engine.leads import Leads, Stop, one_step
from tutor.engine.policy import Policy, Question, never
from tutor.engine.run import Position, Ruleset, Run, S, as_position

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
        square = z * z
        middle = p + square / (2 * n)
        variance = p * (1 - p) / n + square / (4 * n * n)
        half = z * float(variance**0.5)
        scale = 1 + square / n
        low = (middle - half) / scale
        high = (middle + half) / scale
        return max(0.0, low), min(1.0, high)

    def parts(self, number: int) -> tuple[Outcome, ...]:
        """Of so many questions that were asked together, what each came to."""
        if number == 1:
            return (self,)
        found = []
        for n in range(number):
            one = part(self.distribution, n)
            found.append(self._replace(distribution=one))
        return tuple(found)

    def frame(self) -> DataFrame:
        """A row an outcome, the likeliest first."""
        rows = []
        chances = dict(self.distribution.items())
        by_name = sorted(chances, key=str)
        for outcome in sorted(by_name, key=chances.__getitem__, reverse=True):
            chance = chances[outcome]
            fraction = str(chance) if self.exact else ""
            low, high = self.interval(chance)
            rows.append((outcome, float(chance), fraction, low, high, self.exact))
        return frame(rows, ODDS)

    @property
    def certain(self) -> bool:
        return self.exact and len(self.distribution) == 1

    def error(self, probability: Fraction) -> float:
        """How far a sampled probability may be off: to the farther end of its interval."""
        likeliest = float(probability)
        low, high = self.interval(probability)
        return max(high - likeliest, likeliest - low)


def part(distribution: Distribution[Any], number: int) -> Distribution[Any]:
    """Of answers given side by side, the one with this number."""
    one = distribution.map(operator.itemgetter(number))
    return one.lowest()


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
        at = as_position(position)
        found = self._from(at.state, at.answers)
        choices = frozenset(self.choices)
        return Outcome(found, self.policies, len(self.known), choices=choices)

    @property
    def known_now(self) -> int:
        """How far it has come: more than before wherever something was found."""
        found = sum(spot.found is not None for spot in self.known.values())
        parts = self.parts or ()
        return len(self.known) + found + len(parts)

    def by_answer(self, position: Position[S], ask: Ask) -> Mapping[Answer, Distribution[Any]]:
        """What comes of each legal answer: all the same, and the choice does not matter."""
        found = {}
        for answer in ask.legal():
            if answer != BACK:
                outcome = self.outcome(position.after(answer))
                found[answer] = outcome.distribution
        return found

    def _from(self, state: S, answers: tuple[Answer, ...] = ()) -> Distribution[Any]:
        if not answers and self._over(state):
            outcome = self.question.of(self.start, state)
            return Distribution.sure(outcome)
        spot = self._spot(state)
        if answers:
            onward = self._onward(spot, answers)
            spot = _Spot(state, onward=onward)
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
        of, until = self.question.of, self.question.until
        start, spot_of, late = self.start, self._spot, self.late
        to_the_end = until is never
        over: dict[Any, int] = {}
        on: dict[_Spot[S], int] = {}
        for state, weight, total in ends:
            if late():
                raise OutOfTime
            weight *= scale // total
            if not state.agenda or (not to_the_end and until(state)):
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
        ended = Distribution.of(over)
        if not on:
            return ended
        parts = [(ended, ended.total)]
        for spot, weight in on.items():
            assert spot.found is not None
            parts.append((spot.found, weight))
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
    at = as_position(position)
    exact = Odds(rules, question, policies, at.state, budget)
    try:
        return exact.outcome(at)
    except OverBudget:
        return sample(rules, at, question, policies, runs, seed)


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
    at = as_position(position)
    while True:
        end = play_out(rules, at, policies, rng, question.until, late)
        yield question.of(at.state, end)


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
        if isinstance(ask, Ask):
            policy = policies[ask.who]
            run.answer(policy.answer(rules, ask))
        else:
            run.answer(ask.sample(rng))
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
    at = as_position(position)

    def extreme(pick: Callable[..., Fraction]) -> Fraction:
        search = _Extreme(
            rules=rules,
            event=event,
            choosers=choosers,
            policies=policies,
            start=at.state,
            pick=pick,
            budget=budget,
            until=until,
            late=late,
        )
        return search.inside(at)

    return Bounds(extreme(min), extreme(max))


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
        found = self.known.get(key)
        if found is not None:
            return found
        if len(self.known) >= self.budget:
            raise OverBudget(f"more than {self.budget} positions")
        if not state.agenda or self.until(state):
            comes_about = self.event(self.start, state)
            found = Fraction(comes_about)
        else:
            found = self.inside(Position(state))
        self.known[key] = found
        return found

    def inside(self, at: Position[S]) -> Fraction:
        if self.late():
            raise OutOfTime
        if not at.state.agenda:
            return self.state(at.state)
        ask = one_step(self.rules, at)
        if isinstance(ask, Stop):
            return self.state(ask.state)
        if not isinstance(ask, Ask):
            return self._average(at, ask)
        if ask.who not in self.choosers:
            policy = self.policies[ask.who]
            return self._after(at, policy.answer(self.rules, ask))
        ends = [self._after(at, answer) for answer in ask.legal() if answer != BACK]
        return self.pick(ends)

    def _average(self, at: Position[S], chance: Chance[Any]) -> Fraction:
        """What comes of dice, each face by its weight."""
        weighed, weights = Fraction(0), 0
        for fallen, weight in chance.branches():
            weighed += self._after(at, fallen) * weight
            weights += weight
        return weighed / weights

    def _after(self, at: Position[S], answer: Answer) -> Fraction:
        further = at.after(answer)
        return self.inside(further)
