"""Hex geometry against plane geometry, in both orientations and every way of numbering."""

from __future__ import annotations

import itertools
import random
from math import dist, floor

import pytest

from tutor.engine.space import hexes
from tutor.engine.space.hexes import DIRECTIONS, STEPS, Numbering

ORIGIN = (0, 0)
CELLS = list(hexes.within(ORIGIN, 6))
NUMBERINGS = [
    Numbering(top, first, (2, 2), rows, columns, shifted)
    for top, first, rows, columns, shifted in itertools.product(
        ("pointy", "flat"), ("row", "column"), ("north", "south"), ("east", "west"), ("odd", "even")
    )
]


@pytest.mark.parametrize("top", ["pointy", "flat"])
def test_neighbours_lie_where_their_direction_says(top: hexes.Top) -> None:
    for step, direction in zip(STEPS, DIRECTIONS[top], strict=True):
        x, y = hexes.centre(step, top)
        assert dist((0, 0), (x, y)) == pytest.approx(1)
        assert ("N" in direction) == (y < -1e-9)
        assert ("S" in direction) == (y > 1e-9)
        assert ("E" in direction) == (x > 1e-9)
        assert ("W" in direction) == (x < -1e-9)


@pytest.mark.parametrize("top", ["pointy", "flat"])
def test_the_opposite_leads_back(top: hexes.Top) -> None:
    steps = dict(zip(DIRECTIONS[top], STEPS, strict=True))
    for direction, step in steps.items():
        assert hexes.added(step, steps[hexes.opposite(direction)]) == ORIGIN


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_printed_ids_lie_in_their_rows_and_columns(numbering: Numbering) -> None:
    """Rows grow as they say, columns too, and the shifted lines lie half a hex further."""
    for row, column in itertools.product(range(10, 16), range(20, 26)):
        id = numbering.id(row, column)
        assert len(id) == 4
        assert numbering.read(id) == (row, column)
        x, y = hexes.centre(numbering.cell(id), numbering.top)
        right = hexes.centre(numbering.cell(numbering.id(row, column + 1)), numbering.top)
        down = hexes.centre(numbering.cell(numbering.id(row + 1, column)), numbering.top)
        assert (right[0] > x) == (numbering.columns == "east")
        assert (down[1] > y) == (numbering.rows == "south")


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_shifted_lines_lie_half_a_hex_further(numbering: Numbering) -> None:
    axis = 0 if numbering.top == "pointy" else 1
    lines = [
        hexes.centre(numbering.cell(numbering.id(n, 20) if axis == 0 else numbering.id(20, n)), numbering.top)[axis]
        for n in range(10, 18)
    ]
    assert max(lines) - min(lines) == pytest.approx(0.5)
    for n, at in zip(range(10, 18), lines, strict=True):
        further = at == pytest.approx(max(lines))
        assert further == ((n % 2 == 1) == (numbering.shifted == "odd"))


@pytest.mark.parametrize("bad", ["", "33", "33511", "33a1", "-351", "３３５１"])
def test_what_is_no_id_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="not an id"):
        Numbering().cell(bad)


def test_a_prefix_belongs_to_the_id() -> None:
    east, plain = Numbering(prefix="E"), Numbering()
    assert east.cell("E1203") == plain.cell("1203")
    assert east.id(12, 3) == "E1203"
    with pytest.raises(ValueError, match="not an id"):
        plain.cell("E1203")


def test_distance_is_the_number_of_steps() -> None:
    seen = {ORIGIN: 0}
    edge = [ORIGIN]
    while edge:
        edge = [
            hexes.added(cell, step)
            for cell in edge
            for step in STEPS
            if hexes.distance(ORIGIN, hexes.added(cell, step)) <= 6
            and seen.setdefault(hexes.added(cell, step), seen[cell] + 1) == seen[cell] + 1
        ]
        edge = list(dict.fromkeys(edge))
    assert len(seen) == 127
    assert all(hexes.distance(ORIGIN, cell) == far for cell, far in seen.items())


def test_rings_and_ranges() -> None:
    assert list(hexes.ring(ORIGIN, 0)) == [ORIGIN]
    for radius in range(1, 7):
        ring = list(hexes.ring((2, -5), radius))
        assert len(ring) == len(set(ring)) == 6 * radius
        assert all(hexes.distance((2, -5), cell) == radius for cell in ring)
        assert all(hexes.distance(a, b) == 1 for a, b in itertools.pairwise(ring))
    assert len(CELLS) == 127
    assert [hexes.distance(ORIGIN, cell) for cell in CELLS] == sorted(hexes.distance(ORIGIN, c) for c in CELLS)


def nearest(point: tuple[float, float], margin: float = 1e-6) -> set[hexes.Cell]:
    """The cells whose hex holds the point; several on a border."""
    q, r = floor(point[0]), floor(point[1])
    around = [(q + dq, r + dr) for dq in range(-1, 3) for dr in range(-1, 3)]
    far = {cell: dist(plane(cell), plane(point)) for cell in around}
    least = min(far.values())
    return {cell for cell, d in far.items() if d <= least + margin}


def plane(cell: tuple[float, float]) -> tuple[float, float]:
    return cell[0] + cell[1] / 2, cell[1] * 3**0.5 / 2


@pytest.mark.parametrize("to", [cell for cell in CELLS if cell != ORIGIN])
def test_a_line_passes_just_what_its_points_lie_in(to: hexes.Cell) -> None:
    """Every point of the segment, sampled densely, and no cell besides."""
    entries = hexes.line(ORIGIN, to)
    passed: list[set[hexes.Cell]] = []
    samples = 1 + 4 * 7 * 11 * 13
    for n in range(samples + 1):
        t = n / samples
        holds = nearest((to[0] * t, to[1] * t))
        if not passed or passed[-1] != holds:
            passed.append(holds)
    crossed = [
        cells for i, cells in enumerate(passed) if len(cells) == 1 or passed.count(cells) > 1 or _long(to, cells)
    ]
    wanted = [set(entry) for entry in entries]
    assert [cells for cells in crossed if cells in wanted] == wanted
    assert all(cells in wanted for cells in passed if len(cells) == 1)


def _long(to: hexes.Cell, cells: set[hexes.Cell]) -> bool:
    """Whether two cells share a hexside along which the line runs, and do not just meet on it."""
    if len(cells) != 2:
        return False
    one, other = cells
    across = hexes.added(one, (-other[0], -other[1]))
    x, y = plane(across)
    u, v = plane(to)
    return abs(x * u + y * v) < 1e-9


def test_a_line_along_a_hexside_names_both_hexes() -> None:
    assert hexes.line(ORIGIN, (1, 1)) == (((0, 0),), ((0, 1), (1, 0)), ((1, 1),))
    assert hexes.line(ORIGIN, (2, 2)) == (((0, 0),), ((0, 1), (1, 0)), ((1, 1),), ((1, 2), (2, 1)), ((2, 2),))


def test_a_line_that_clips_a_corner_counts_the_hex() -> None:
    """From (0,0) to (3,1) the line crosses the hexside between (2,0) and (1,1) in its middle: it is in both."""
    assert hexes.line(ORIGIN, (3, 1)) == (((0, 0),), ((1, 0),), ((1, 1),), ((2, 0),), ((2, 1),), ((3, 1),))


def test_a_line_is_the_same_from_either_end() -> None:
    rng = random.Random(1916)
    for _ in range(60):
        one, other = rng.choice(CELLS), rng.choice(CELLS)
        assert hexes.line(one, other) == hexes.line(other, one)[::-1]
    assert hexes.line((4, 4), (4, 4)) == (((4, 4),),)
