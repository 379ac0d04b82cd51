"""Exact distributions: every outcome with its integer weight, over one common total."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, TypeVar

from tutor.engine.ask import hit_ways
from tutor.engine.facts import value

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@value
class Distribution(Generic[T]):
    """What may come out, and in how many of `total` equally likely ways."""

    weights: Mapping[T, int]
    total: int

    @classmethod
    def of(cls, weights: Mapping[T, int]) -> Distribution[T]:
        return cls(weights, sum(weights.values()))

    @classmethod
    def sure(cls, outcome: T) -> Distribution[T]:
        return cls({outcome: 1}, 1)

    @classmethod
    def die(cls, sides: int = 6) -> Distribution[int]:
        return Distribution(dict.fromkeys(range(1, sides + 1), 1), sides)

    @classmethod
    def mixed(cls, parts: Iterable[tuple[Distribution[T], int]]) -> Distribution[T]:
        """One of several distributions, each with its weight."""
        given = [(part, weight) for part, weight in parts if weight]
        if len(given) == 1:
            only, _ = given[0]
            return only
        common = lcm(*[part.total for part, _ in given])
        weights: dict[T, int] = {}
        so_far = weights.get
        for part, weight in given:
            factor = weight * (common // part.total)
            for outcome, ways in part.weights.items():
                weights[outcome] = so_far(outcome, 0) + ways * factor
        total = common * sum([weight for _, weight in given])
        return cls(weights, total).lowest()

    def lowest(self) -> Distribution[T]:
        """The same with the smallest integers."""
        common = gcd(self.total, *self.weights.values())
        if common == 1:
            return self
        weights = {outcome: ways // common for outcome, ways in self.weights.items()}
        return Distribution(weights, self.total // common)

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self.weights.get(outcome, 0), self.total)

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        return ((outcome, Fraction(ways, self.total)) for outcome, ways in self.weights.items())

    def where(self, holds: Callable[[T], bool]) -> Fraction:
        """The probability of an event."""
        ways_to_it = sum(ways for outcome, ways in self.weights.items() if holds(outcome))
        return Fraction(ways_to_it, self.total)

    def mean(self, worth: Callable[[T], Any] = lambda outcome: outcome) -> Fraction:
        weighed = sum(worth(outcome) * ways for outcome, ways in self.weights.items())
        return Fraction(weighed) / self.total

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        weights: dict[U, int] = {}
        for outcome, ways in self.weights.items():
            new = change(outcome)
            weights[new] = weights.get(new, 0) + ways
        return Distribution(weights, self.total)

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """What follows from each outcome, mixed."""
        return Distribution.mixed((follow(outcome), ways) for outcome, ways in self.weights.items())

    def __add__(self, other: Distribution[Any]) -> Distribution[Any]:
        """The sum of two independent numbers."""
        weights: dict[Any, int] = {}
        for a, m in self.weights.items():
            for b, n in other.weights.items():
                key = a + b
                weights[key] = weights.get(key, 0) + m * n
        return Distribution(weights, self.total * other.total)

    def same_as(self, other: Distribution[T]) -> bool:
        """Equal to the fraction."""
        return dict(self.items()) == dict(other.items())


def hits(dice: int, face: int, sides: int = 6) -> Distribution[int]:
    """How many of `dice` dice show `face` or less."""
    weights = {count: ways for count, ways in enumerate(hit_ways(dice, face, sides)) if ways}
    return Distribution(weights, sides**dice)
