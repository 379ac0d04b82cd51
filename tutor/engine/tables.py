"""Tables with provenance, and the look-ups that say where they read."""

from __future__ import annotations

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
        return "text" if self.owner else str(self.data["provenance"])

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
        return tuple(_named(column) for column in self.data["columns"])

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
            if "cells" in self.data:
                value = self.cells[line][self.columns.index(head)]
            else:
                value = _named(self.rows[line][head])
        except (KeyError, ValueError):
            raise NoSuchCell(f"{self.name}: row {row}, column {column}") from None
        return Cell(self.name, line, head, value, self.provenance)

    def number(self, row: object, column: object) -> Number:
        """A cell that is a number."""
        return exact(self.at(row, column).value)


def _named(entry: Any) -> str:
    """A heading or cell as it is asked for: one in two languages goes by its English form."""
    return str(entry["en"]) if isinstance(entry, Mapping) else str(entry)


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
        up = tuple(map(Fraction, steps_up))
        self.ladder = (*sorted(self.down), *self.ratios, *up)

    @lru_cache(maxsize=4096)  # noqa: B019
    def nearest(self, odds: Number, ties_up: bool = False) -> int:
        """The nearest column (halfway the lower, unless `ties_up`); below 0 or past the end outside the table."""
        last = len(self.ladder) - 1
        place = min(bisect_left(self.ladder, odds), last)
        if place and self.ladder[place] > odds:
            middle = (self.ladder[place - 1] + self.ladder[place]) / 2
            nearer_below = odds < middle or (odds == middle and not ties_up)
            place -= nearer_below
        return place - len(self.down)

    def below(self, odds: Number) -> int:
        """The index of the highest column that the odds reach: odds rounded in the defender's favour."""
        reached = [place for place, step in enumerate(self.ladder) if step <= odds]
        highest = reached[-1] if reached else -1
        return highest - len(self.down)

    def index(self, label: str) -> int:
        return self.labels.index(label)

    def label(self, index: int) -> str:
        """A column's printed label; outside the table, that of the virtual column or `<`, `>` past those."""
        if 0 <= index < len(self.labels):
            return self.labels[index]
        place = index + len(self.down)
        if 0 <= place < len(self.ladder):
            step = self.ladder[place]
            return f"{step}/1" if step >= 1 else f"1/{1 / step}"
        if index < 0:
            return f"< {self.labels[0]}"
        return f"> {self.labels[-1]}"

    def inside(self, index: int) -> int:
        """The nearest real column."""
        return min(max(index, 0), len(self.labels) - 1)


@cache
def ratio(label: str) -> Fraction:
    """`3.5/1` and `1-2` as numbers."""
    over, _, under = label.replace("-", "/").replace(":", "/").partition("/")
    return Fraction(over) / Fraction(under or "1")


def exact(value: object) -> Number:
    """A number of a table, exact; `1/2` too."""
    return _exact(str(value))


@lru_cache(maxsize=4096)
def _exact(written: str) -> Number:
    number = Fraction(written.replace("+", "").replace("−", "-"))
    return number.numerator if number.denominator == 1 else number
