"""Dropping a rule on trial: checks, lines and steps are passed over, and play cannot run away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.duel.ruleset import RULES
from tutor import library
from tutor.engine import mutation
from tutor.engine.check import Verdict, first_objection, held, objection
from tutor.engine.ledger import Ledger, plus
from tutor.engine.play import Session


def test_checks_lines_and_steps(toy: Path) -> None:
    checks = [objection("1", "a"), held("2", "b")]
    lines = [plus("1", "a", 1), plus("2", "b", 2)]
    with mutation.without("1"):
        assert first_objection(checks) is None
        assert Verdict.of("x", checks).legal
        assert Ledger.of("0", "sum", lines).total == 2
        assert (
            Session(RULES, library.position("assault").but(agenda=library.position("assault").agenda)).ask is not None
        )
    with mutation.without("1.1"):
        assert Session(RULES, library.position("assault")).over
    assert first_objection(checks) is not None
    assert Ledger.of("0", "sum", lines).total == 3


def test_it_is_over_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), mutation.without("1"):
        raise ZeroDivisionError
    assert not mutation.dropped


def test_endless_play_is_stopped(toy: Path) -> None:
    state = library.position("assault")
    with mutation.without("1.6", steps=1):
        session = Session(RULES, state)
        with pytest.raises(mutation.Endless):
            session.answer(("r1", "b"))


def test_what_was_kept_despite_a_rule_still_cites_it(toy: Path) -> None:
    session = Session(RULES, library.position("assault"))
    session.answer(("r1", "c"), despite=("1.2",))
    assert "1.2" in session.trace.rules()
