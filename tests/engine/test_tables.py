"""Odds columns: rounding, ties, columns beyond both ends."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.duel.ruleset import BOOK
from tutor.engine.law import Law
from tutor.engine.tables import NoSuchCell, OddsColumns, exact, ratio

LABELS = ("1/2", "1/1", "2/1", "3/1")
COLUMNS = OddsColumns(LABELS, steps_up=[4, 5], steps_down=[Fraction(1, 3), Fraction(1, 4)])


@pytest.mark.parametrize(
    ("odds", "nearest", "below"),
    [
        (Fraction(1), 1, 1),
        (Fraction(5, 3), 2, 1),
        (Fraction(3, 2), 1, 1),
        (Fraction(4), 4, 4),
        (Fraction(99), 5, 5),
        (Fraction(1, 3), -1, -1),
        (Fraction(1, 9), -2, -3),
    ],
)
def test_where_a_ratio_falls(odds: Fraction, nearest: int, below: int) -> None:
    assert COLUMNS.nearest(odds) == nearest
    assert COLUMNS.below(odds) == below


def test_a_tie_leans_as_it_is_told() -> None:
    assert COLUMNS.nearest(Fraction(5, 2)) == 2
    assert COLUMNS.nearest(Fraction(5, 2), ties_up=True) == 3


def test_labels_inside_and_outside() -> None:
    assert [COLUMNS.label(i) for i in (-3, -2, -1, 0, 3, 4, 5, 6)] == [
        "< 1/2", "1/4", "1/3", "1/2", "3/1", "4/1", "5/1", "> 3/1",
    ]  # fmt: skip
    assert [COLUMNS.inside(i) for i in (-2, 0, 9)] == [0, 0, 3]
    assert COLUMNS.index("2/1") == 2


def test_numbers_are_exact() -> None:
    assert ratio("3.5/1") == Fraction(7, 2)
    assert ratio("1-2") == Fraction(1, 2)
    assert exact("+2") == 2
    assert exact("−1/2") == Fraction(-1, 2)


def test_a_look_up_outside_a_table_says_so() -> None:
    with pytest.raises(NoSuchCell):
        Law.of(BOOK).table("losses").at(7, 0)
