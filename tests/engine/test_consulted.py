"""The same question under another law: what is not asked there is None, and what breaks there is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.duel.ruleset import RULES, State
from tutor import library
from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, objection
from tutor.engine.consulted import resting, verdict_under
from tutor.engine.play import Session
from tutor.engine.run import StepBook, task
from tutor.engine.tables import NoSuchCell
from tutor.engine.trace import Trace

pytestmark = pytest.mark.usefixtures("toy")


def exact(s: State) -> bool:
    return s.law.reads("halving", "exact")


def session(objections: Callable[[State], Checks], first: Callable[[State], str] = lambda s: "first") -> Session:
    """A step that asks twice; what is asked first may depend on the law."""
    steps = StepBook()

    @steps.step("ask", "1.1")
    def ask(s: State, t: Trace) -> Steps[State]:
        for kind in (first(s), "second"):
            options = ("yes", "no") if kind != "other-words" else ("oui", "non")
            yield from choose(Ask(s, "1.1", "red", kind, ("option",), lambda answer: objections(s), options=options))
        return s

    start = library.position("assault").but(agenda=(task("ask"),))
    return Session(replace(RULES, steps=steps), start)


def under_the_other(one: Session) -> object:
    assert isinstance(one.ask, Ask)
    law = one.state.law.under("halving", "exact")
    return verdict_under(one.rules, one.position, one.ask, "yes", law)


def fails(error: Exception) -> Callable[[State], Checks]:
    def objections(s: State) -> Checks:
        if exact(s):
            raise error
        yield from ()

    return objections


@pytest.mark.parametrize("error", [AssertionError("lost"), KeyError("pieces"), ValueError("no step")])
def test_a_fault_of_the_rules_is_not_taken_for_a_question_that_is_not_asked(error: Exception) -> None:
    one = session(fails(error))
    with pytest.raises(type(error)):
        under_the_other(one)
    assert isinstance(one.ask, Ask)
    with pytest.raises(type(error)):
        resting(one.rules, one.position, one.ask, "yes")


def test_a_table_that_has_no_such_cell_answers_nothing() -> None:
    assert under_the_other(session(fails(NoSuchCell("losses: row 9")))) is None


@pytest.mark.parametrize("instead", ["another", "other-words"])
def test_answers_inside_a_step_count_only_where_the_same_was_asked(instead: str) -> None:
    def differs(s: State) -> Checks:
        if exact(s):
            yield objection("1.1", "not-yours")

    plain = session(differs)
    plain.answer("yes")
    found = under_the_other(plain)
    assert found is not None
    parted = session(differs, lambda s: instead if exact(s) else "first")
    assert under_the_other(parted) is None
    parted.answer("yes")
    assert under_the_other(parted) is None
