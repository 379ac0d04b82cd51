"""Sessions: answers, refusals, going back and forth, variations, records, odds - on the toy game."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
import yaml

from tests.duel.ruleset import BOOK, MAP, POLICIES, QUESTIONS, RULES, SCENARIO, setup
from tutor.engine.ask import Ask, NotAnAnswer
from tutor.engine.chance import Distribution
from tutor.engine.law import Law
from tutor.engine.odds import Endless, Odds, OverBudget, bounds, odds, sample
from tutor.engine.play import Line, Refused, Session
from tutor.engine.records import Record, Stopped, of_session, replay
from tutor.engine.run import Position, Run
from tutor.engine.space.maps import read_map

GROUND = read_map(yaml.safe_load(MAP))
BOTH = {"red": POLICIES["first"], "blue": POLICIES["first"]}


def state(**changes: Any) -> Any:
    data = {**yaml.safe_load(SCENARIO), **changes}
    return setup(data, GROUND, Law.of(BOOK))


def played(*answers: Any) -> Session:
    session = Session(RULES, state())
    for answer in answers:
        session.answer(answer)
    return session


def test_a_refused_answer_changes_nothing_and_says_why() -> None:
    session = played()
    before = session.position
    with pytest.raises(Refused) as caught:
        session.answer(("b1", "c"))
    assert caught.value.verdict.rules == ("1.1", "1.2")
    assert session.position == before
    assert not session.trace.entries[1:]


@pytest.mark.parametrize(
    "nonsense", ["r1", ("r1",), ("r1", "nowhere"), ("ghost", "b"), 7, None, ["x"], (["r1"], "b"), {"r1": "b"}]
)
def test_what_names_nothing_is_no_answer_and_no_rule_decides_it(nonsense: Any) -> None:
    with pytest.raises(NotAnAnswer):
        played().answer(nonsense)


def test_despite_keeps_what_history_did_and_only_the_rules_named() -> None:
    session = played()
    with pytest.raises(Refused):
        session.answer(("b1", "c"), despite=("1.1",))
    with pytest.raises(NotAnAnswer):
        played(("r1", "b")).answer("six")
    done = played(("r1", "b"), 1)
    done.answer("a", despite=("1.7",))
    assert done.trace.entries[-1].despite == ("1.7",)


def test_back_and_forward_give_the_same_state_and_the_same_trace() -> None:
    session = played(("r1", "b"), 3, "c")
    ends = [(session.state, list(session.trace.entries))]
    while session.now.parent:
        session.back()
        ends.append((session.state, list(session.trace.entries)))
    assert session.now is session.root
    for expected, entries in reversed(ends[:-1]):
        session.forward()
        assert session.state == expected
        assert session.trace.entries == entries
    assert session.over


def test_what_was_taken_back_stays_as_a_variation() -> None:
    session = played(("r1", "b"), 3)
    session.back()
    session.answer(6)
    (declared,) = session.line.after(session.root)
    assert [rolled.written for rolled in session.line.after(declared)] == [3, 6]
    first = session.line.after(declared)[0]
    session.go_to(first)
    assert session.now is first
    assert session.state == played(("r1", "b"), 3).state
    session.back()
    session.answer(6)
    assert len(session.line.after(declared)) == 2


# -- a line is a value ----------------------------------------------------------------------------------------
def line(*answers: Any) -> Line:
    made = Line.begun(RULES, state())
    for answer in answers:
        made = made.answered(answer)
    return made


def told(one: Line) -> list[tuple[Any, ...]]:
    return [(entry.depth, entry.what, entry.kind, str(entry.facts)) for entry in one.entries]


def test_a_line_that_was_answered_still_answers() -> None:
    """Its run has gone along with the first answer; another one is made for the second."""
    attacked = line(("r1", "b"))
    ask, entries = attacked.ask, attacked.entries
    first, second, again = (attacked.answered(face) for face in (3, 6, 3))
    assert (attacked.ask, attacked.entries) == (ask, entries)
    assert attacked.moments == line(("r1", "b")).moments
    assert first == again == line(("r1", "b"), 3)
    assert first != second
    assert told(first) == told(again) == told(line(("r1", "b"), 3))
    assert told(second) == told(line(("r1", "b"), 6))
    for one in (first, again):
        for retreat in ("b", "c"):
            assert one.answered(retreat) == line(("r1", "b"), 3, retreat)


def test_going_about_in_a_line_leaves_it_and_comes_to_the_same() -> None:
    whole = line(("r1", "b"), 3, "c")
    ends = {moment: (line(*(one.answer for one in moment.line[1:]))) for moment in whole.moments}
    for moment, alone in ends.items():
        there = whole.at(moment)
        assert (there.now, there.state, told(there)) == (moment, alone.state, told(alone))
        assert there.moments is whole.moments
        assert there.at(whole.now) == whole
    assert whole.back(2).forward().forward() == whole
    assert whole.back(99).now is whole.root
    assert line().back() == line()
    branched = whole.back(2).answered(6)
    assert branched.moments[:-1] == whole.moments
    assert len(branched.after(whole.now.line[1])) == 2
    assert branched.at(whole.now).over


def test_equal_are_the_same_answers_from_the_same_beginning() -> None:
    elsewhere = Line.begun(RULES, state(pieces={"r1": {"side": "red", "place": "c", "value": 3}}))
    assert line(("r1", "b"), 3).now == line(("r1", "b"), 3).now
    assert line(("r1", "b"), 3).now != line(("r1", "b"), 4).now
    assert line(("r1", "b"), 3).now != line(("r1", "b")).now
    assert elsewhere.now != line().now


def test_a_session_gives_what_is_not_a_persons() -> None:
    session = Session(RULES, state(), {"red": POLICIES["first"]}, seed=5)
    session.play_on()
    assert isinstance(session.ask, Ask)
    assert session.ask.who == "blue"
    alone = Session(RULES, state(), BOTH)
    alone.play_on()
    assert alone.ask is not None
    assert not isinstance(alone.ask, Ask), "no seed: dice are waited for"


def test_the_same_seed_plays_the_same_game() -> None:
    ends = []
    for seed in (7, 7, 8, 9, 10):
        session = Session(RULES, state(), BOTH, seed=seed)
        session.play_on()
        ends.append(session.state)
    assert ends[0] == ends[1]
    assert any(end != ends[0] for end in ends[2:])


def test_a_step_dropped_at_any_ask_resumes_from_its_position() -> None:
    answers = [("r1", "b"), 3, "c"]
    for cut in range(len(answers) + 1):
        run = Run(RULES, state())
        for answer in answers[:cut]:
            run.answer(answer)
        resumed = Run(RULES, Position(run.state, run.answers))
        for answer in answers[cut:]:
            resumed.answer(answer)
        assert resumed.over
        assert resumed.state == played(*answers).state


# -- records ------------------------------------------------------------------------------------------------


def test_a_record_replays_to_the_same_state_and_trace() -> None:
    session = played(("r1", "b"), 3, "c")
    record = Record.from_data(of_session(session, "duel/assault").to_data())
    again = replay(record, Session(RULES, state()))
    assert again.state == session.state
    assert again.trace.entries == session.trace.entries


def test_a_replay_stops_at_the_first_refused_answer_with_its_verdict() -> None:
    data = of_session(played(("r1", "b"), 3, "c"), "duel/assault").to_data()
    data["lines"][2]["answer"] = "a"
    with pytest.raises(Stopped) as caught:
        replay(Record.from_data(data), Session(RULES, state()))
    assert caught.value.number == 3
    assert caught.value.refused is not None
    assert "1.7" in caught.value.refused.verdict.rules
    data["lines"][2]["despite"] = ["1.7"]
    assert replay(Record.from_data(data), Session(RULES, state())).over


@pytest.mark.parametrize(
    ("change", "number"),
    [({"kind": "retreat"}, 1), ({"rule": "9.9"}, 1), ({"answer": ["r1", "nowhere"]}, 1)],
)
def test_a_replay_stops_where_the_record_does_not_fit(change: dict[str, Any], number: int) -> None:
    data = of_session(played(("r1", "b"), 3, "c"), "duel/assault").to_data()
    data["lines"][0].update(change)
    with pytest.raises(Stopped) as caught:
        replay(Record.from_data(data), Session(RULES, state()))
    assert caught.value.number == number


def test_what_was_noted_beside_a_line_is_kept() -> None:
    data = of_session(played(("r1", "b")), "duel/assault").to_data()
    data["lines"][0]["comment"] = {"fr": "osé", "en": "bold"}
    assert Record.from_data(data).to_data() == data


# -- odds ---------------------------------------------------------------------------------------------------


def test_exact_odds_equal_a_count_over_the_die() -> None:
    session = played(("r1", "b"))
    found = odds(RULES, session.position, QUESTIONS["steps"], BOTH)
    by_hand: dict[int, int] = {}
    for die in range(1, 7):
        left = 2 - min(2, max(0, 1 - die // 3))
        by_hand[left] = by_hand.get(left, 0) + 1
    assert found.exact
    assert found.distribution.same_as(Distribution.of(by_hand))
    assert found.choices == {("blue", "retreat")}


def test_beyond_the_budget_a_sample_says_that_it_is_one_and_how_far_it_may_be_off() -> None:
    at = played(("r1", "b")).position
    exact = odds(RULES, at, QUESTIONS["steps"], BOTH).distribution
    with pytest.raises(OverBudget):
        Odds(RULES, QUESTIONS["steps"], BOTH, at.state, budget=1).outcome(at)
    drawn = odds(RULES, at, QUESTIONS["steps"], BOTH, budget=1, runs=2000)
    assert not drawn.exact
    assert drawn.runs == 2000
    for outcome in exact:
        assert abs(float(drawn.distribution[outcome] - exact[outcome])) < 2 * drawn.error(exact[outcome]) + 0.01
    assert sample(RULES, at, QUESTIONS["steps"], BOTH, 50).distribution.total == 50


def test_bounds_over_choices_and_choices_that_do_not_matter() -> None:
    at = played(("r1", "b"), 3).position
    away = bounds(RULES, at, lambda start, end: end.pieces["b1"].place == "c", frozenset({"blue"}), BOTH)
    assert (away.lowest, away.highest) == (Fraction(0), Fraction(1))
    ask = Run(RULES, at).ask
    assert isinstance(ask, Ask)
    by_answer = Odds(RULES, QUESTIONS["steps"], BOTH, at.state).by_answer(at, ask)
    assert len(by_answer) > 1
    assert len({tuple(sorted(found.items())) for found in by_answer.values()}) == 1


def test_policies_that_go_round_in_circles_are_told_so() -> None:
    from tests.duel.ruleset import STEPS
    from tutor.engine.run import task

    if "again" not in STEPS.by_name:

        @STEPS.step("again", "1.1")
        def again(s: Any, t: Any) -> Any:
            return s.then(task("again"))
            yield

    with pytest.raises(Endless):
        odds(RULES, state().but(agenda=()).then(task("again")), QUESTIONS["steps"], BOTH)


def test_random_play_never_meets_an_ask_without_an_answer() -> None:
    rng = random.Random(1916)
    asked = 0
    for _ in range(50):
        run = Run(RULES, state())
        while run.ask is not None:
            ask = run.ask
            if isinstance(ask, Ask):
                legal = list(ask.legal())
                assert legal
                assert {a for a in ask.candidates() if ask.verdict(a).legal} == set(legal)
                asked += 1
                run.answer(rng.choice(legal))
            else:
                run.answer(ask.sample(rng))
    assert asked >= 100
