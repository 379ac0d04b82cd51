"""`tutor odds` is never silent and never without end: what it tells while one waits, and what it keeps."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import good, tutor, wrong
from tests.duel.ruleset import RULES
from tutor import library, rulesets
from tutor.board.drawers import chances as drawer
from tutor.board.table import Table
from tutor.cli import chances, driving
from tutor.engine.budget import OutOfTime, OverBudget, Watch
from tutor.engine.ends import end_told
from tutor.engine.odds import Odds, Outcome, bounds, sample
from tutor.engine.policy import together
from tutor.engine.words import Words

Patch = pytest.MonkeyPatch


# -- the watch ---------------------------------------------------------------------------------------------------
def test_a_watch_tells_every_two_seconds_and_says_when_time_is_up() -> None:
    times = iter([0.0, 0.5, 1.9, 2.1, 3.9, 4.2, 9.9, 10.0])
    told: list[float] = []
    watch = Watch(10, told.append, clock=lambda: next(times))
    assert [watch() for _ in range(7)] == [False] * 6 + [True]
    assert told == [2.1, 4.2, 9.9]


def test_exact_odds_stop_where_it_is_late_and_can_be_gone_on_with(toy: Path) -> None:
    position = library.position("assault")
    players = driving.Players(RULES)
    asked = [0]

    def third() -> bool:
        asked[0] += 1
        return asked[0] >= 3

    work = Odds(RULES, RULES.questions["steps"], players, position, late=third)
    with pytest.raises(OutOfTime):
        work.outcome(position)
    work.late = lambda: False
    whole = Odds(RULES, RULES.questions["steps"], players, position)
    assert work.outcome(position).distribution.same_as(whole.outcome(position).distribution)
    with pytest.raises(OverBudget):
        bounds(RULES, position, lambda a, b: True, frozenset({"blue"}), players, late=lambda: True)


def test_no_step_of_exact_odds_outlasts_its_time_by_much() -> None:
    """The heaviest battle there is: what was asked only between two positions would run on for minutes."""
    found = library.scenario("dff/albert-1917")
    players, state = driving.Players(found.rules), found.position()
    began = time.process_time()
    with pytest.raises(OutOfTime):
        Odds(found.rules, found.rules.questions["ground"], players, state, late=Watch(0.5)).outcome(state)
    assert time.process_time() - began < 5


def test_a_sample_ends_with_the_run_under_way_and_has_one_at_least(toy: Path) -> None:
    position, players = library.position("assault"), driving.Players(RULES)
    question = RULES.questions["steps"]
    assert sample(RULES, position, question, players, 50, late=lambda: True).runs == 1
    watch = Watch(10, clock=iter(range(1000)).__next__)
    assert 1 < sample(RULES, position, question, players, 50, late=watch).runs < 10
    assert sample(RULES, position, question, players, 50).runs == 50


def test_an_interrupted_sample_keeps_what_there_is(toy: Path) -> None:
    position, players = library.position("assault"), driving.Players(RULES)
    question = RULES.questions["steps"]

    def interrupted(after: int) -> Outcome:
        runs = iter(range(1000))

        def of(start: Any, end: Any) -> Any:
            if next(runs) == after:
                raise KeyboardInterrupt
            return question.of(start, end)

        return sample(RULES, position, chances.replace(question, of=of), players, 50)

    assert interrupted(7).runs == 7
    with pytest.raises(KeyboardInterrupt):
        interrupted(0)


def test_a_few_runs_that_agree_prove_little(toy: Path) -> None:
    outcome = sample(RULES, library.position("assault"), RULES.questions["held"], driving.Players(RULES), 4)
    for _, chance in outcome.distribution.items():
        low, high = outcome.interval(chance)
        assert 0 <= low <= chance <= high <= 1
        assert outcome.error(chance) > 0.2


# -- the command -------------------------------------------------------------------------------------------------
def test_it_says_at_once_that_it_works(toy: Path) -> None:
    result = tutor("odds", "assault")
    assert result.stderr.startswith("working out exactly (at most 10 s, then 20 s of sampling; Ctrl+C")
    assert "working out" not in result.stdout
    french = tutor("odds", "assault", "--lang", "fr", "--seconds", "3", "--sampling", "4").stderr
    assert french.startswith("calcul exact (3 s au plus, puis 4 s de tirages ; Ctrl+C")


def test_beyond_its_time_it_samples_and_says_so(toy: Path) -> None:
    result = tutor("odds", "assault", "--seconds", "0", "--runs", "50")
    assert result.exit_code == 0
    assert "not done in 0 s; sampling (at most 20 s)" in result.stderr
    assert (
        "Sampled from 50 random runs, for want of exact odds: not done in 0 s. In brackets: the 95% interval."
        in result.stdout
    )
    one = good("odds", "assault", "--seconds", "0", "--sampling", "0", "--lang", "fr")
    assert "Tirage au sort de 1 partie, faute de calcul exact : pas fini en 0 s." in one
    few = good("odds", "assault", "--budget", "1", "--runs", "50")
    assert "odds: too many positions (more than 1)." in few


def test_it_tells_every_two_seconds_how_far_it_is(toy: Path, monkeypatch: Patch) -> None:
    class Fast(Watch):
        def __init__(self, seconds: float, tell: Any) -> None:
            ticks = iter(range(100_000))
            super().__init__(seconds, tell, clock=lambda: float(next(ticks)))

    monkeypatch.setattr(chances, "Watch", Fast)
    told = tutor("odds", "assault", "--seconds", "6", "--sampling", "9").stderr.splitlines()
    assert told[0].startswith("working out exactly (at most 6 s")
    assert told[1:4] == [f"working out exactly: {n} s, positions: {told[n // 2].split()[-1]}" for n in (2, 4, 6)]
    assert told[4].startswith("not done in 6 s; sampling")
    assert [line.split(",")[0] for line in told[5:8]] == [f"sampling: {n} s" for n in (2, 4, 6)]


def test_an_interruption_ends_the_exact_odds_and_keeps_a_sample(toy: Path, monkeypatch: Patch) -> None:
    def interrupted(self: Odds, at: Any) -> Outcome:
        raise KeyboardInterrupt

    monkeypatch.setattr(chances.Odds, "outcome", interrupted)
    result = tutor("odds", "assault", "--runs", "30")
    assert result.exit_code == 0
    assert "exact odds interrupted; sampling" in result.stderr
    assert "Sampled from 30 random runs" in result.stdout


def test_a_narrower_question_that_is_exact_is_offered(toy: Path, monkeypatch: Patch) -> None:
    def attacked(state: Any) -> bool:
        return bool(state.agenda[0].step != "attack")

    over = chances.replace(RULES.questions["steps"], id="over", until=lambda state: True)
    soon = chances.replace(RULES.questions["steps"], id="soon", until=attacked)
    monkeypatch.setitem(RULES.questions, "over", over)
    monkeypatch.setitem(RULES.questions, "soon", soon)
    text = good("odds", "assault", "--budget", "1", "--runs", "20", "--question", "held")
    assert "Exact, for a narrower question, steps left: tutor odds assault --question soon" in text
    assert "narrower" not in good("odds", "assault", "--question", "held")


@pytest.mark.parametrize("name", ["dff/albert-1917", "tlm/michael"])
def test_of_several_battles_the_first_can_be_asked_about(name: str) -> None:
    """Where all of them are too many positions."""
    found = library.scenario(name)
    state, players = found.position(), driving.Players(found.rules)
    first = found.rules.questions["first-battle"]
    assert not first.until(state)
    assert Odds(found.rules, first, players, state, 20_000).outcome(state).exact


@pytest.mark.parametrize("option", ["--seconds", "--sampling"])
@pytest.mark.parametrize("value", ["x", "-1"])
def test_bad_seconds_get_one_message(toy: Path, option: str, value: str) -> None:
    assert f"bad value for {option}; expected: " in wrong("odds", "assault", option, value)


# -- what came out -----------------------------------------------------------------------------------------------
def test_every_bar_has_a_label() -> None:
    assert "  nothing  █" in good("odds", "fa/goeben-1914", "--question", "ground", "--lang", "en")
    assert "  rien  █" in good("odds", "fa/goeben-1914", "--question", "ground", "--lang", "fr")
    assert "  aucun  █" in good("odds", "gwie/suez", "--question", "ground", "--lang", "fr")


# -- the question that is asked where none is named ----------------------------------------------------------------
def test_unasked_it_tells_who_holds_and_with_what_losses_each_under_its_name() -> None:
    told = good("odds", "se/roana", "--seconds", "200", "--lang", "en")
    ground, losses = (
        told.index(f"\n{name}\n")
        for name in ("who holds the ground (ground)", "steps lost by attacker and defender (losses)")
    )
    assert ground < told.index("1007/1296") < losses
    assert "█" in told[losses:]


def test_what_is_certain_is_no_bar_and_the_next_question_is_asked() -> None:
    told = good("odds", "tlm/verdun", "--seconds", "200", "--lang", "en")
    assert "who holds the area (holder)\n  Certain: disputed\n" in told
    assert "100.0%" not in told
    told = good("odds", "fa/goeben-1914", "--seconds", "200", "--lang", "fr")
    assert told.count("C'est certain : ") == 2
    assert "le navire gagne-t-il un port ottoman (flight)\n" in told
    assert "3/4" in told
    assert "Nothing that the game asks is left to the dice" in good(
        "odds", "gwie/suez", "--seconds", "200", "--lang", "en"
    )


def test_questions_asked_together_come_to_what_each_comes_to_alone(toy: Path) -> None:
    position, players = library.position("assault"), driving.Players(RULES)
    both = [RULES.questions["held"], RULES.questions["steps"]]
    joint = Odds(RULES, together(both), players, position).outcome(position)
    for one, part in zip(both, joint.parts(2), strict=True):
        alone = Odds(RULES, one, players, position).outcome(position)
        assert part.distribution.same_as(alone.distribution)
        assert part.certain == alone.certain == (len(alone.distribution) == 1)
    assert together(both[:1]) is both[0]


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_outcomes_are_told_in_both_languages(game: str) -> None:
    name = next(name for name in library.names(game))
    found = library.scenario(name)
    state = found.position()
    place = next(iter(state.everything("place")))
    for lang in ("fr", "en"):
        words = Words.of(found.rules, state, lang)  # type: ignore[arg-type]
        for value in ((), "", None, 0, False, (0, 1), ((place, "none"),), (place, "none")):
            assert end_told(value, state, words).strip(), value
    french, english = (Words.of(found.rules, state, lang) for lang in ("fr", "en"))
    for word in ENDS[game]:
        assert end_told(word, state, french) != end_told(word, state, english), word


ENDS = {
    "se": ("attacker", "defender"),
    "tlm": ("disputed", "neutral"),
    "dff": ("taken", "destroyed", "retreat", "withdraw", "nobody", "allies", "central"),
    "gwie": ("none",),
    "fa": ("attacker", "defender", "empty", "half", "turkish", "damaged", "sunk", "at-sea", "none"),
}


@pytest.mark.parametrize(("name", "question"), [("dff/albert-1917", "ground"), ("dff/albert-1917", "outcome")])
def test_outcomes_stand_by_place_in_whatever_order_was_fought(name: str, question: str) -> None:
    found = library.scenario(name)
    start = found.position()
    fought = (("1007", "assault", "taken"), ("0204", "assault", "retreat"), ("0806", "assault", "taken"))
    asked = found.rules.questions[question].of
    ends = [asked(start, start.but(fought=order)) for order in (fought, fought[::-1])]
    assert ends[0] == ends[1]
    assert [hex for hex, _ in ends[0]] == ["0204", "0806", "1007"]


def test_the_table_waits_no_longer_either(monkeypatch: Patch) -> None:
    monkeypatch.setattr(drawer, "SECONDS", 0.2)
    table = Table("dff/albert-1917", language="en", seed=1)
    part = table.drawer.pull("odds")
    began = time.process_time()
    part.go.click()
    assert time.process_time() - began < 8
    assert part.before is not None
    assert not part.before[3].exact
    assert part.before[3].runs >= 1
    assert table.errors == []
