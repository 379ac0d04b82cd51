"""A number with its story.

A ledger is written by yielding its lines; they are applied in order, so that what is printed is what was
reckoned. An amount may be a ledger itself.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from tutor.engine import notebook
from tutor.engine.facts import Facts, Number, value
from tutor.engine.frames import frame, number

if TYPE_CHECKING:
    from pandas import DataFrame

LEDGER = ("depth", "ledger", "rule", "kind", "op", "amount", "after", "facts")
Op: TypeAlias = Literal["+", "×", "≤", "≥", "=", "⌊⌋", "⌈⌉", "≈"]


class Line(NamedTuple):
    """One entry: what a rule does to the number."""

    rule: str
    kind: str
    op: Op
    amount: Number | Ledger
    facts: Facts

    @property
    def number(self) -> Number:
        if isinstance(self.amount, Ledger):
            return self.amount.total
        return self.amount

    @property
    def stories(self) -> tuple[Ledger, ...]:
        """The ledgers in it: as its amount, or among its facts."""
        parts = (self.amount, *self.facts.values())
        found = [one for one in parts if isinstance(one, Ledger)]
        return tuple(found)

    @property
    def written(self) -> dict[str, str]:
        """The facts as plain words, but for those that are ledgers."""
        found = {}
        for name, fact in self.facts.items():
            if not isinstance(fact, Ledger):
                found[name] = str(fact)
        return found


@value
class Ledger:
    """The lines that make a number, and the number."""

    rule: str
    kind: str
    lines: tuple[Line, ...]
    total: Number

    @classmethod
    def of(cls, rule: str, kind: str, lines: Iterable[Line]) -> Ledger:
        entries = tuple(lines)
        total = reckon(entries)
        return cls(rule, kind, entries, total)

    @property
    def rules(self) -> tuple[str, ...]:
        """Every id that has a line, nested ledgers included."""
        cited = [line.rule for line in self.walk()]
        once = dict.fromkeys([self.rule, *cited])
        return tuple(once)

    def walk(self) -> Iterator[Line]:
        """Every line, nested ones after the line that holds them."""
        for line in self.lines:
            yield line
            for story in line.stories:
                yield from story.walk()

    def frame(self) -> DataFrame:
        """A row a line, in the order in which they are applied; those of a nested ledger before the line it makes."""
        rows = self._rows(0)
        return frame(rows, LEDGER)

    def _rows(self, depth: int) -> Iterator[tuple[Any, ...]]:
        for n, line in enumerate(self.lines, 1):
            for story in line.stories:
                yield from story._rows(depth + 1)
            does = line.rule, line.kind, line.op
            so_far = reckon(self.lines[:n])
            yield depth, self.kind, *does, number(line.number), number(so_far), line.written

    def __int__(self) -> int:
        whole = int(self.total)
        if self.total != whole:
            raise ValueError(f"{self.total} is not a whole number")
        return whole

    def _repr_html_(self) -> str:
        return notebook.html(self)


Lines: TypeAlias = Iterator[Line]


_new = tuple.__new__  # of the lines that are written most: without the detour of a named tuple's own


def reckon(lines: Iterable[Line]) -> Number:
    """The number that the lines make, in their order."""
    total: Number = 0
    for _, _, op, amount, _ in lines:
        number = amount.total if isinstance(amount, Ledger) else amount
        total = total + number if op == "+" else _APPLY[op](total, number)
    if total.__class__ is int or total.denominator != 1:
        return total
    return total.numerator


def plus(rule: str, kind: str, amount: Number | Ledger, /, **facts: Any) -> Line:
    """Add (or, with a negative amount, take away)."""
    return _new(Line, (rule, kind, "+", amount, facts))


def times(rule: str, kind: str, amount: Number | Ledger, /, **facts: Any) -> Line:
    """Multiply: doubled, halved, a quarter of."""
    return Line(rule, kind, "×", amount, facts)


def at_most(rule: str, kind: str, amount: Number | Ledger, /, **facts: Any) -> Line:
    """Cap."""
    return Line(rule, kind, "≤", amount, facts)


def at_least(rule: str, kind: str, amount: Number | Ledger, /, **facts: Any) -> Line:
    """Raise to a minimum."""
    return Line(rule, kind, "≥", amount, facts)


def instead(rule: str, kind: str, amount: Number | Ledger, /, **facts: Any) -> Line:
    """Forget what went before: the number is this."""
    return Line(rule, kind, "=", amount, facts)


def round_down(rule: str, kind: str, /, **facts: Any) -> Line:
    return Line(rule, kind, "⌊⌋", 0, facts)


def round_up(rule: str, kind: str, /, **facts: Any) -> Line:
    return Line(rule, kind, "⌈⌉", 0, facts)


def round_near(rule: str, kind: str, /, **facts: Any) -> Line:
    """To the nearest whole number, halves up."""
    return Line(rule, kind, "≈", 0, facts)


_APPLY: dict[Op, Callable[[Number, Number], Number]] = {
    "×": operator.mul,
    "≤": min,
    "≥": max,
    "=": lambda before, amount: amount,
    "⌊⌋": lambda before, amount: math.floor(before),
    "⌈⌉": lambda before, amount: math.ceil(before),
    "≈": lambda before, amount: math.floor(before + Fraction(1, 2)),
}
