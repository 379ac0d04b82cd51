"""Taking a rule away on trial: its checks, lines and steps are passed over, and play cannot run away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.duel.ruleset import BOOK, RULES
from tutor import library
from tutor.engine.check import held, objection
from tutor.engine.law import Law
from tutor.engine.ledger import plus
from tutor.engine.play import Session
from tutor.engine.trial import NoEnd, on_trial

CHECKS = [objection("1", "a"), held("2", "b"), objection("3", "c")]
LINES = [plus("1", "a", 1), plus("2", "b", 2)]


def test_whatever_reads_checks_or_lines_passes_over_the_rule() -> None:
    law = Law.of(BOOK)
    assert law.first_objection(CHECKS) is CHECKS[0]
    assert law.ledger("0", "sum", LINES).total == 3
    tried = on_trial(law, "1", "3")
    assert tried.allows(CHECKS)
    assert tried.first_objection(CHECKS) is None
    assert tried.objections(CHECKS) == ()
    assert tried.held(CHECKS) == tried.in_force(CHECKS) == tried.verdict("x", CHECKS).checks == (CHECKS[1],)
    assert on_trial(law, "2").held(CHECKS) == ()
    assert on_trial(law, "1").objections(CHECKS) == (CHECKS[2],)
    assert tried.ledger("0", "sum", LINES).total == 2


def test_its_step_is_passed_over(toy: Path) -> None:
    scenario = library.scenario("assault")
    assert Session(RULES, scenario.under(on_trial(scenario.law(), "1"))).ask is not None
    assert Session(RULES, scenario.under(on_trial(scenario.law(), "1.1"))).over


def test_the_law_itself_stays_as_it_is() -> None:
    law = Law.of(BOOK)
    assert not on_trial(law, "1").on("1")
    assert law.on("1")
    assert on_trial(law, "1") == law.without("1") != law
    assert not on_trial(law.without("2"), "1").on("2")


def test_endless_play_is_stopped(toy: Path) -> None:
    scenario = library.scenario("assault")
    session = Session(RULES, scenario.under(on_trial(scenario.law(), "1.6", steps=1)))
    with pytest.raises(NoEnd):
        session.answer(("r1", "b"))


def test_what_was_kept_despite_a_rule_still_cites_it(toy: Path) -> None:
    session = Session(RULES, library.position("assault"))
    session.answer(("r1", "c"), despite=("1.2",))
    assert "1.2" in session.trace.rules()
