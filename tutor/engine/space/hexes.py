"""Hex geometry: cells, directions, lines and rings, in both orientations, and how a map prints its ids.

A cell is a pair (q, r): `q` counts along one grain of the hexes, `r` along another. With a pointy top `q` grows to
the east and `r` to the south-east; with a flat top `q` grows to the south-east and `r` to the south. Everything
below but `Numbering` and `centre` is the same for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Literal, TypeAlias

from tutor.engine.facts import value

Cell: TypeAlias = tuple[int, int]
Top: TypeAlias = Literal["pointy", "flat"]

# Counter-clockwise, so that the opposite of a direction is three further on.
STEPS: tuple[Cell, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
DIRECTIONS: dict[Top, tuple[str, ...]] = {
    "pointy": ("E", "NE", "NW", "W", "SW", "SE"),
    "flat": ("SE", "NE", "N", "NW", "SW", "S"),
}

BETWEEN_ROWS = sqrt(3) / 2  # in distances between neighbours


def opposite(direction: str) -> str:
    """The direction that leads back."""
    return direction.translate(_BACK)


_BACK = str.maketrans("NSEW", "SNWE")


def added(one: Cell, other: Cell) -> Cell:
    """Where a step leads from a cell."""
    q, r = one
    east, south = other
    return q + east, r + south


def distance(one: Cell, other: Cell) -> int:
    """The steps from one cell to another."""
    q, r = one
    to_q, to_r = other
    dq = to_q - q
    dr = to_r - r
    twice = abs(dq) + abs(dr) + abs(dq + dr)
    return twice >> 1


def ring(cell: Cell, radius: int) -> Iterator[Cell]:
    """The cells at exactly this distance."""
    if radius == 0:
        yield cell
        return
    at = added(cell, (-radius, radius))
    for step in STEPS:
        for _ in range(radius):
            yield at
            at = added(at, step)


def within(cell: Cell, radius: int) -> Iterator[Cell]:
    """The cells up to this distance, the nearest first."""
    for far in range(radius + 1):
        yield from ring(cell, far)


def line(one: Cell, other: Cell) -> tuple[tuple[Cell, ...], ...]:
    """What the straight line between two centres passes, in order, both ends included.

    Each entry is the cell that the line crosses, or the two cells beside a hexside that it runs along. Cells of
    which it only clips a corner count, cells that it only touches in a point do not.
    """
    q, r = one
    to_q, to_r = other
    found = []
    for entry in _line((to_q - q, to_r - r)):
        passed = [added(one, offset) for offset in entry]
        found.append(tuple(passed))
    return tuple(found)


@lru_cache(maxsize=4096)
def _line(to: Cell) -> tuple[tuple[Cell, ...], ...]:
    """The line from the origin. Every cell that it passes lies on a shortest path, or beside one."""
    origin = (0, 0)
    far = distance(origin, to)
    passed: dict[tuple[Fraction, Fraction], list[Cell]] = {}
    for cell in within(origin, far):
        detour = distance(origin, cell) + distance(cell, to) - far
        if detour > 1:
            continue
        stretch = _stretch(cell, to)
        if stretch is not None:
            cells = passed.setdefault(stretch, [])
            cells.append(cell)
    found = []
    for stretch in sorted(passed):
        cells = sorted(passed[stretch])
        found.append(tuple(cells))
    return tuple(found)


def _stretch(cell: Cell, to: Cell) -> tuple[Fraction, Fraction] | None:
    """From where to where (0 to 1) the line from the origin runs in the cell or on its border.

    A hex is where three functions of the position, one for each pair of opposite sides, are at most 1 in size.
    """
    enter, leave = Fraction(0), Fraction(1)
    for centre, slope in zip(_functions(cell), _functions(to), strict=True):
        if slope == 0:
            if abs(centre) > 1:
                return None
            continue
        one_side = Fraction(centre - 1, slope)
        other_side = Fraction(centre + 1, slope)
        enter = max(enter, min(one_side, other_side))
        leave = min(leave, max(one_side, other_side))
    runs_in_it = enter < leave or to == (0, 0)
    return (enter, leave) if runs_in_it else None


def _functions(cell: Cell) -> tuple[int, int, int]:
    q, r = cell
    return 2 * q + r, q + 2 * r, q - r


def centre(cell: Cell, top: Top) -> tuple[float, float]:
    """Where the middle of a cell lies, eastward and southward, in distances between neighbours."""
    q, r = cell
    if top == "pointy":
        east = q + r / 2
        return east, r * BETWEEN_ROWS
    south = r + q / 2
    return q * BETWEEN_ROWS, south


@value
class Numbering:
    """How a map prints its ids: which digits count rows and columns, which way they grow, which lines are shifted.

    Rows are the lines that run east and west, columns those that run north and south. With a pointy top every other
    row lies half a hex further east, with a flat top every other column half a hex further south; `shifted` says
    whether those with odd or with even numbers do.
    """

    top: Top = "pointy"
    first: Literal["row", "column"] = "row"
    digits: tuple[int, int] = (2, 2)
    rows: Literal["north", "south"] = "south"
    columns: Literal["east", "west"] = "east"
    shifted: Literal["odd", "even"] = "odd"
    prefix: str = ""

    def cell(self, id: str) -> Cell:
        """The cell of a printed id; raises ValueError where it is none."""
        row, column = self.read(id)
        down = row if self.rows == "south" else -row
        right = column if self.columns == "east" else -column
        if self.top == "pointy":
            halves = self._shift(row) - down
            q = right + halves // 2
            return q, down
        halves = self._shift(column) - right
        r = down + halves // 2
        return right, r

    def read(self, id: str) -> tuple[int, int]:
        """The row and the column that an id names."""
        digits = id.removeprefix(self.prefix)
        wide, wide_other = self.digits
        only_digits = digits.isascii() and digits.isdigit()
        as_many = len(digits) == wide + wide_other
        if not only_digits or not as_many:
            raise ValueError(f"{id!r} is not an id of this grid")
        one = int(digits[:wide])
        other = int(digits[wide:])
        row_first = self.first == "row"
        return (one, other) if row_first else (other, one)

    def id(self, row: int, column: int) -> str:
        """The id as it is printed."""
        row_first = self.first == "row"
        one, other = (row, column) if row_first else (column, row)
        wide, wide_other = self.digits
        return f"{self.prefix}{one:0{wide}d}{other:0{wide_other}d}"

    def _shift(self, number: int) -> int:
        """One half where a row or a column is a shifted one."""
        odd = number % 2
        return odd if self.shifted == "odd" else 1 - odd
