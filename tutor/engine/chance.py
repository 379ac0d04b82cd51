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
        total = sum(weights.values())
        return cls(weights, total)

    @classmethod
    def sure(cls, outcome: T) -> Distribution[T]:
        return cls({outcome: 1}, 1)

    @classmethod
    def die(cls, sides: int = 6) -> Distribution[int]:
        faces = range(1, sides + 1)
        return Distribution(dict.fromkeys(faces, 1), sides)

    @classmethod
    def mixed(cls, parts: Iterable[tuple[Distribution[T], int]]) -> Distribution[T]:
        """One of several distributions, each with its weight."""
        given = [(part, weight) for part, weight in parts if weight]
        if len(given) == 1:
            only, _ = given[0]
            return only
        totals = [part.total for part, _ in given]
        common = lcm(*totals)
        total = 0
        weights: dict[T, int] = {}
        so_far = weights.get
        for part, weight in given:
            total += common * weight
            share = common // part.total
            factor = weight * share
            for outcome, ways in part.weights.items():
                weights[outcome] = so_far(outcome, 0) + ways * factor
        return cls(weights, total).lowest()

    def lowest(self) -> Distribution[T]:
        """The same with the smallest integers."""
        total = self.total
        common = gcd(total, *self.weights.values())
        if common == 1:
            return self
        weights = {outcome: ways // common for outcome, ways in self.weights.items()}
        return Distribution(weights, total // common)

    def __getitem__(self, outcome: T) -> Fraction:
        ways = self.weights.get(outcome, 0)
        return Fraction(ways, self.total)

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        total = self.total
        for outcome, ways in self.weights.items():
            yield outcome, Fraction(ways, total)

    def where(self, holds: Callable[[T], bool]) -> Fraction:
        """The probability of an event."""
        ways_to_it = sum(ways for outcome, ways in self.weights.items() if holds(outcome))
        return Fraction(ways_to_it, self.total)

    def mean(self, worth: Callable[[T], Any] = lambda outcome: outcome) -> Fraction:
        weighed = 0
        for outcome, ways in self.weights.items():
            weighed += worth(outcome) * ways
        return Fraction(weighed) / self.total

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        weights: dict[U, int] = {}
        so_far = weights.get
        for outcome, ways in self.weights.items():
            new = change(outcome)
            weights[new] = so_far(new, 0) + ways
        return Distribution(weights, self.total)

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """What follows from each outcome, mixed."""
        parts = [(follow(outcome), ways) for outcome, ways in self.weights.items()]
        return Distribution.mixed(parts)

    def __add__(self, other: Distribution[Any]) -> Distribution[Any]:
        """The sum of two independent numbers."""
        weights: dict[Any, int] = {}
        so_far = weights.get
        for mine, ways in self.weights.items():
            for theirs, times in other.weights.items():
                both = mine + theirs
                weights[both] = so_far(both, 0) + ways * times
        total = self.total * other.total
        return Distribution(weights, total)

    def same_as(self, other: Distribution[T]) -> bool:
        """Equal to the fraction."""
        mine, theirs = dict(self.items()), dict(other.items())
        return mine == theirs


def hits(dice: int, face: int, sides: int = 6) -> Distribution[int]:
    """How many of `dice` dice show `face` or less."""
    weights = {}
    for count, ways in enumerate(hit_ways(dice, face, sides)):
        if ways:
            weights[count] = ways
    return Distribution(weights, sides**dice)
