"""Verdicts: all checks are read, the weightiest objection comes first, the first one is enough to know."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tutor.engine.check import Check, Verdict, held, objection
from tutor.engine.facts import Place, Unit, places, units
from tutor.engine.ledger import Ledger, plus


def checks() -> Iterator[Check]:
    yield held("1", "fine", unit=Unit("a"))
    yield objection("2", "light", place=Place("x"))
    yield objection("3", "heavy", units=units(["a", "b"]), places=places(["y", "z"]))


def test_a_verdict_reads_everything_and_ranks_what_failed() -> None:
    verdict = Verdict.of("request", checks(), rank=("heavy",))
    assert not verdict.legal
    assert [check.rule for check in verdict.objections] == ["3", "2"]
    assert [check.rule for check in verdict.held] == ["1"]
    assert verdict.rules == ("3", "2")


def test_a_legal_verdict_cites_what_held() -> None:
    verdict = Verdict.of("request", [held("1", "fine")])
    assert verdict.legal
    assert verdict.rules == ("1",)


def test_a_check_marks_the_pieces_and_places_of_its_facts() -> None:
    last = list(checks())[-1]
    assert last.units == ("a", "b")
    assert last.places == ("y", "z")


def test_a_price_is_a_ledger_or_a_number_and_nothing_else() -> None:
    story = Ledger.of("1.0", "way", [plus("1.0", "step", 3)])
    assert Verdict.of("a", [held("1.0", "open"), held("1.0", "paid", cost=story)]).price == 3
    assert Verdict.of("a", [held("1.0", "paid", cost=Fraction(1, 2))]).price == Fraction(1, 2)
    assert Verdict.of("a", [held("1.0", "free", cost=0)]).price == 0
    assert Verdict.of("a", [objection("1.0", "too-dear", cost=3)]).price is None
    for wrong in ("3", True, (3,)):
        with pytest.raises(TypeError, match=r"1\.0 paid: a cost is a ledger or a number"):
            _ = Verdict.of("a", [held("1.0", "paid", cost=wrong)]).price
