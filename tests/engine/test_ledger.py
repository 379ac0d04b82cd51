"""A ledger's total is what its lines make, in their order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.engine.ledger import (
    Ledger,
    at_least,
    at_most,
    instead,
    plus,
    reckon,
    round_down,
    round_near,
    round_up,
    times,
)


def test_lines_are_applied_in_order() -> None:
    lines = [plus("1", "a", 9), times("2", "b", Fraction(1, 4)), round_down("3", "c"), at_most("4", "d", 1)]
    assert [reckon(lines[:n]) for n in range(1, 5)] == [9, Fraction(9, 4), 2, 1]
    assert reckon(reversed(lines)) != reckon(lines)


@pytest.mark.parametrize(("rounding", "total"), [(round_down, 2), (round_near, 3), (round_up, 3)])
def test_rounding(rounding: object, total: int) -> None:
    assert Ledger.of("1", "x", [plus("1", "a", Fraction(5, 2)), rounding("1", "r")]).total == total  # type: ignore[operator]


def test_a_ledger_may_be_an_amount() -> None:
    inner = Ledger.of("2", "inner", [plus("2", "a", 3), at_least("2", "b", 5)])
    outer = Ledger.of("1", "outer", [plus("1", "c", inner), plus("1", "d", -1), instead("3", "e", 7)])
    assert (inner.total, outer.total) == (5, 7)
    assert outer.rules == ("1", "2", "3")
    assert [line.kind for line in outer.walk()] == ["c", "a", "b", "d", "e"]


def test_whole_totals_are_ints_and_others_refuse_to_be() -> None:
    whole = Ledger.of("1", "x", [plus("1", "a", Fraction(4, 2))])
    assert type(whole.total) is int
    assert int(whole) == 2
    with pytest.raises(ValueError, match="whole"):
        int(Ledger.of("1", "x", [plus("1", "a", Fraction(1, 2))]))


@given(st.lists(st.integers(-9, 9)))
def test_sums_are_sums(amounts: list[int]) -> None:
    assert Ledger.of("1", "x", [plus("1", "a", n) for n in amounts]).total == sum(amounts)
