"""Tables with provenance, and the look-ups that say where they read."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any

from tutor.engine.facts import Cell, Number
from tutor.engine.text import Text


class NoSuchCell(KeyError):
    """A look-up outside a table."""


@dataclass(frozen=True, eq=False)
class Table:
    """One table of a rulebook, as its YAML says it: a chart (die by column) or a list of rows."""

    name: str
    data: Mapping[str, Any]
    owner: str | None = None

    @property
    def provenance(self) -> str:
        if self.owner:
            return "text"
        return str(self.data["provenance"])

    @property
    def stand_in(self) -> bool:
        return self.provenance == "stand-in"

    @property
    def title(self) -> Text:
        return Text.of(self.data["title"])

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self.data["rules"])

    @cached_property
    def columns(self) -> tuple[str, ...]:
        heads = self.data["columns"]
        return tuple(map(_named, heads))

    @cached_property
    def cells(self) -> Mapping[str, tuple[str, ...]]:
        """Of a chart: the cells of every row."""
        found = {}
        for row, cells in self.data["cells"].items():
            found[str(row)] = tuple(map(_named, cells))
        return found

    @cached_property
    def rows(self) -> Mapping[str, Mapping[str, Any]]:
        """Of a list: every row by its first cell."""
        found = {}
        for row in self.data["rows"]:
            found[_named(row[0])] = dict(zip(self.columns, row, strict=True))
        return found

    @lru_cache(maxsize=16384)  # noqa: B019  tables are few, and compared by identity
    def at(self, row: object, column: object) -> Cell:
        """The cell of a chart, or of a list row by column name."""
        line, head = str(row), str(column)
        try:
            value = self._value(line, head)
        except (KeyError, ValueError):
            raise NoSuchCell(f"{self.name}: row {row}, column {column}") from None
        return Cell(self.name, line, head, value, self.provenance)

    def _value(self, line: str, head: str) -> str:
        if "cells" not in self.data:
            row = self.rows[line]
            return _named(row[head])
        column = self.columns.index(head)
        return self.cells[line][column]

    def number(self, row: object, column: object) -> Number:
        """A cell that is a number."""
        cell = self.at(row, column)
        return exact(cell.value)


def _named(entry: Any) -> str:
    """A heading or cell as it is asked for: one in two languages goes by its English form."""
    if isinstance(entry, Mapping):
        entry = entry["en"]
    return str(entry)


class OddsColumns:
    """The columns of an odds table: which one a ratio falls in, and what lies beyond both ends.

    Ratios beyond the ends count as further columns (`steps_up`, `steps_down`), so that shifts may bring them
    back; where the shifted column finally lies outside, the game says what happens.
    """

    def __init__(
        self, labels: Sequence[str], steps_up: Sequence[Number] = (), steps_down: Sequence[Number] = ()
    ) -> None:
        self.labels = tuple(labels)
        self.ratios = tuple(map(ratio, labels))
        self.down = tuple(map(Fraction, steps_down))
        up = map(Fraction, steps_up)
        below = sorted(self.down)
        self.ladder = (*below, *self.ratios, *up)

    @lru_cache(maxsize=4096)  # noqa: B019
    def nearest(self, odds: Number, ties_up: bool = False) -> int:
        """The nearest column (halfway the lower, unless `ties_up`); below 0 or past the end outside the table."""
        ladder = self.ladder
        last = len(ladder) - 1
        place = min(bisect_left(ladder, odds), last)
        above = ladder[place]
        if place and above > odds:
            middle = (ladder[place - 1] + above) / 2
            down = odds < middle or (odds == middle and not ties_up)
            place -= down
        return place - len(self.down)

    def below(self, odds: Number) -> int:
        """The index of the highest column that the odds reach: odds rounded in the defender's favour."""
        highest = -1
        for place, step in enumerate(self.ladder):
            if step <= odds:
                highest = place
        return highest - len(self.down)

    def index(self, label: str) -> int:
        return self.labels.index(label)

    def label(self, index: int) -> str:
        """A column's printed label; outside the table, that of the virtual column or `<`, `>` past those."""
        labels = self.labels
        if 0 <= index < len(labels):
            return labels[index]
        place = index + len(self.down)
        if 0 <= place < len(self.ladder):
            return _written(self.ladder[place])
        if index < 0:
            return f"< {labels[0]}"
        return f"> {labels[-1]}"

    def inside(self, index: int) -> int:
        """The nearest real column."""
        last = len(self.labels) - 1
        return min(max(index, 0), last)


@cache
def ratio(label: str) -> Fraction:
    """`3.5/1` and `1-2` as numbers."""
    over, _, under = re.sub("[-:]", "/", label).partition("/")
    whole = Fraction(under or "1")
    return Fraction(over) / whole


def _written(step: Fraction) -> str:
    """A ratio as tables print it."""
    if step >= 1:
        return f"{step}/1"
    return f"1/{1 / step}"


def exact(value: object) -> Number:
    """A number of a table, exact; `1/2` too."""
    return _exact(str(value))


@lru_cache(maxsize=4096)
def _exact(written: str) -> Number:
    unsigned = written.replace("+", "")
    number = Fraction(unsigned.replace("−", "-"))
    if number.denominator == 1:
        return number.numerator
    return number
