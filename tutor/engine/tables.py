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
        return {str(row): tuple(_named(c) for c in cells) for row, cells in self.data["cells"].items()}

    @cached_property
    def rows(self) -> Mapping[str, Mapping[str, Any]]:
        """Of a list: every row by its first cell."""
        return {_named(row[0]): dict(zip(self.columns, row, strict=True)) for row in self.data["rows"]}

    @lru_cache(maxsize=16384)  # noqa: B019  tables are few, and compared by identity
    def at(self, row: object, column: object) -> Cell:
        """The cell of a chart, or of a list row by column name."""
        try:
            if "cells" in self.data:
                value = self.cells[str(row)][self.columns.index(str(column))]
            else:
                value = _named(self.rows[str(row)][str(column)])
        except (KeyError, ValueError):
            raise NoSuchCell(f"{self.name}: row {row}, column {column}") from None
        return Cell(self.name, str(row), str(column), str(value), self.provenance)

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
        self.down = tuple(Fraction(step) for step in steps_down)
        self.ratios = tuple(ratio(label) for label in labels)
        self.ladder = (*sorted(self.down), *self.ratios, *(Fraction(step) for step in steps_up))

    @lru_cache(maxsize=4096)  # noqa: B019
    def nearest(self, odds: Number, ties_up: bool = False) -> int:
        """The nearest column (halfway the lower, unless `ties_up`); below 0 or past the end outside the table."""
        above = min(bisect_left(self.ladder, odds), len(self.ladder) - 1)
        if above and self.ladder[above] > odds:
            middle = (self.ladder[above - 1] + self.ladder[above]) / 2
            above -= odds < middle or (odds == middle and not ties_up)
        return above - len(self.down)

    def below(self, odds: Number) -> int:
        """The index of the highest column that the odds reach: odds rounded in the defender's favour."""
        reached = [i for i, step in enumerate(self.ladder) if step <= odds]
        return (reached[-1] if reached else -1) - len(self.down)

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
        return f"< {self.labels[0]}" if index < 0 else f"> {self.labels[-1]}"

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
