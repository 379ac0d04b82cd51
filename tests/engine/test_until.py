"""A question that is put before the end is put at the same moment by exact odds, by samples and by single runs."""

from __future__ import annotations

import random
from typing import Any

from tutor.engine.ask import Die, Steps, roll
from tutor.engine.law import Amendments, Law
from tutor.engine.odds import Odds, play_out, sample
from tutor.engine.pieces import record
from tutor.engine.policy import Question
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Agenda, Position, Ruleset, Run, StepBook, task
from tutor.engine.text import Text
from tutor.engine.trace import Trace

STEPS, BOOK = StepBook(), Rulebook("toy", {"rules": {}})


@record
class Sum(Agenda):
    sum: int = 0


@STEPS.step("throw", "1")
def throw(s: Sum, t: Trace) -> Steps[Sum]:
    die = yield from roll(Die("1", "red"))
    return s.but(sum=s.sum + die)


@STEPS.step("double", "2")
def double(s: Sum, t: Trace) -> Any:
    """A step that never asks."""
    return s.but(sum=2 * s.sum)


TOY = Ruleset(
    game="toy",
    book=BOOK,
    steps=STEPS,
    amendments=Amendments(),
    setup=lambda data, map, law: None,
    names=lambda state: lambda thing: None,
)
START = Sum(Law.of(BOOK), agenda=(task("throw"), task("double"), task("throw")))


def doubling(state: Sum) -> bool:
    return bool(state.agenda) and state.agenda[0].step == "double"


BEFORE = Question("before", Text("avant", "before"), lambda start, end: end.sum, until=doubling)


def test_a_run_stops_before_a_step_that_never_asks() -> None:
    end = play_out(TOY, START, {}, random.Random(1), doubling)
    assert 1 <= end.sum <= 6
    assert [one.step for one in end.agenda] == ["double", "throw"]


def test_exact_and_sampled_odds_stop_at_the_same_moment() -> None:
    exact = Odds(TOY, BEFORE, {}, START).outcome(START).distribution
    drawn = sample(TOY, START, BEFORE, {}, 200).distribution
    assert set(drawn) <= set(exact) == {1, 2, 3, 4, 5, 6}


def test_a_position_inside_a_step_goes_on_at_least_to_its_end() -> None:
    inside = Position(START, (5,))
    assert Odds(TOY, BEFORE, {}, START).outcome(inside).distribution[5] == 1
    run = Run(TOY, inside, until=doubling)
    assert run.over
    assert run.state.sum == 5


def test_a_question_that_is_settled_at_the_start_needs_no_step() -> None:
    now = Question("now", Text("déjà", "already"), lambda start, end: end.sum, until=lambda state: True)
    assert Odds(TOY, now, {}, START).outcome(START).distribution[0] == 1
    assert sample(TOY, START, now, {}, 3).distribution[0] == 1
