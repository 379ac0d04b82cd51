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


def opposite(direction: str) -> str:
    """The direction that leads back."""
    return direction.translate(_BACK)


_BACK = str.maketrans("NSEW", "SNWE")


def added(one: Cell, other: Cell) -> Cell:
    return one[0] + other[0], one[1] + other[1]


def distance(one: Cell, other: Cell) -> int:
    """The steps from one cell to another."""
    dq, dr = other[0] - one[0], other[1] - one[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) >> 1


def ring(cell: Cell, radius: int) -> Iterator[Cell]:
    """The cells at exactly this distance."""
    if radius == 0:
        yield cell
        return
    at = cell[0] - radius, cell[1] + radius
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
    to = other[0] - one[0], other[1] - one[1]
    return tuple(tuple(added(one, offset) for offset in entry) for entry in _line(to))


@lru_cache(maxsize=4096)
def _line(to: Cell) -> tuple[tuple[Cell, ...], ...]:
    """The line from the origin. Every cell that it passes lies on a shortest path, or beside one."""
    origin = (0, 0)
    far = distance(origin, to)
    passed: dict[tuple[Fraction, Fraction], list[Cell]] = {}
    for cell in within(origin, far):
        by_this_cell = distance(origin, cell) + distance(cell, to)
        if by_this_cell > far + 1:
            continue
        stretch = _stretch(cell, to)
        if stretch is not None:
            passed.setdefault(stretch, []).append(cell)
    return tuple(tuple(sorted(passed[stretch])) for stretch in sorted(passed))


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
        sides = (Fraction(centre - 1, slope), Fraction(centre + 1, slope))
        enter = max(enter, min(sides))
        leave = min(leave, max(sides))
    runs_in_it = enter < leave or to == (0, 0)
    return (enter, leave) if runs_in_it else None


def _functions(cell: Cell) -> tuple[int, int, int]:
    q, r = cell
    return 2 * q + r, q + 2 * r, q - r


def centre(cell: Cell, top: Top) -> tuple[float, float]:
    """Where the middle of a cell lies, eastward and southward, in distances between neighbours."""
    q, r = cell
    if top == "pointy":
        return q + r / 2, r * sqrt(3) / 2
    return q * sqrt(3) / 2, r + q / 2


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
            return right + halves // 2, down
        halves = self._shift(column) - right
        return right, down + halves // 2

    def read(self, id: str) -> tuple[int, int]:
        """The row and the column that an id names."""
        digits = id.removeprefix(self.prefix)
        written = digits.isascii() and digits.isdigit()
        if not written or len(digits) != sum(self.digits):
            raise ValueError(f"{id!r} is not an id of this grid")
        end = self.digits[0]
        one, other = int(digits[:end]), int(digits[end:])
        return (one, other) if self.first == "row" else (other, one)

    def id(self, row: int, column: int) -> str:
        """The id as it is printed."""
        one, other = (row, column) if self.first == "row" else (column, row)
        wide, wide_other = self.digits
        return f"{self.prefix}{one:0{wide}d}{other:0{wide_other}d}"

    def _shift(self, number: int) -> int:
        return int(number % 2 == (1 if self.shifted == "odd" else 0))
