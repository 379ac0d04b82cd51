"""A sheet's grid in the plane where neighbours lie 1 apart: hexes, their corners, and the sides between them."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import shapely
from shapely.geometry import Polygon

from tools.atlas.earth import Point
from tutor.engine.space.hexes import STEPS, Cell, Numbering, added, centre
from tutor.files.map import Grid as Form

Corner: TypeAlias = tuple[int, int]
Side: TypeAlias = tuple[str, str]
FINE = 200  # corners of neighbours differ by a rounding; in this many parts of the distance they do not


@dataclass(frozen=True)
class Grid:
    """The hexes of a rectangle of rows and columns, by their printed ids."""

    form: Form
    without: frozenset[str] = frozenset()

    @cached_property
    def numbering(self) -> Numbering:
        form = self.form
        digits = (form.digits[0], form.digits[1])
        return Numbering(form.top, form.first, digits, form.rows.grows, form.columns.grows, form.shifted, form.prefix)

    @cached_property
    def cells(self) -> dict[str, Cell]:
        rows, columns = self.form.rows, self.form.columns
        ids = (
            self.numbering.id(row, column)
            for row in range(rows.from_ or 0, (rows.to or 0) + 1)
            for column in range(columns.from_ or 0, (columns.to or 0) + 1)
        )
        return {id: self.numbering.cell(id) for id in ids if id not in self.without}

    @cached_property
    def ids(self) -> dict[Cell, str]:
        return {cell: id for id, cell in self.cells.items()}

    @cached_property
    def centres(self) -> dict[str, Point]:
        return {id: self.centre(id) for id in self.cells}

    def centre(self, id: str) -> Point:
        """Where a printed id lies, on the sheet or beside it."""
        return centre(self.numbering.cell(id), self.form.top)

    def near(self, id: str) -> list[str]:
        around = (added(self.cells[id], step) for step in STEPS)
        return [self.ids[cell] for cell in around if cell in self.ids]

    def at(self, point: Point) -> str | None:
        """The hex of the sheet in which a point lies."""
        x, y = point
        if self.form.top == "pointy":
            r = y / (math.sqrt(3) / 2)
            q = x - r / 2
        else:
            q = x / (math.sqrt(3) / 2)
            r = y - q / 2
        return self.ids.get(_nearest(q, r))

    def corners(self, id: str) -> list[Point]:
        x, y = self.centres[id]
        turn = 30 if self.form.top == "pointy" else 0
        far = 1 / math.sqrt(3)
        turns = (math.radians(turn + 60 * k) for k in range(6))
        return [(x + far * math.cos(one), y + far * math.sin(one)) for one in turns]

    @cached_property
    def shapes(self) -> dict[str, Polygon]:
        return {id: Polygon(self.corners(id)) for id in self.cells}

    @cached_property
    def paper(self) -> Polygon:
        """All hexes together, and a little more than that."""
        return shapely.union_all([shape.buffer(0.01) for shape in self.shapes.values()])

    @cached_property
    def sides(self) -> dict[Side, tuple[Corner, Corner]]:
        """The two corners of every side between two hexes."""
        rims = {id: {corner_of(corner) for corner in self.corners(id)} for id in self.cells}
        found = {}
        for one in self.cells:
            for other in self.near(one):
                if one < other:
                    first, last = sorted(rims[one] & rims[other])
                    found[one, other] = (first, last)
        return found

    @cached_property
    def spots(self) -> dict[Corner, Point]:
        return {corner_of(corner): corner for id in self.cells for corner in self.corners(id)}

    @cached_property
    def meeting(self) -> dict[Corner, list[str]]:
        """The hexes that meet in a corner."""
        found: dict[Corner, list[str]] = defaultdict(list)
        for id in self.cells:
            for corner in self.corners(id):
                found[corner_of(corner)].append(id)
        return found

    @cached_property
    def ways(self) -> dict[Corner, list[tuple[Corner, Side]]]:
        """From each corner along a side to the next."""
        found: dict[Corner, list[tuple[Corner, Side]]] = defaultdict(list)
        for side, (a, b) in self.sides.items():
            found[a].append((b, side))
            found[b].append((a, side))
        return found


def corner_of(point: Point) -> Corner:
    return round(point[0] * FINE), round(point[1] * FINE)


def ordered(one: str, other: str) -> Side:
    return (one, other) if one < other else (other, one)


def _nearest(q: float, r: float) -> Cell:
    s = -q - r
    a, b, c = round(q), round(r), round(s)
    if abs(a - q) > abs(b - r) and abs(a - q) > abs(c - s):
        a = -b - c
    elif abs(b - r) > abs(c - s):
        b = -a - c
    return a, b
