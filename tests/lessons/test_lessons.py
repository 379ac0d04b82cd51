"""Lessons: the shelf is sound, the rules grade, every fault has its place, progress survives, hand-ins are gathered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tutor.cases import rests_on, shelf
from tutor.engine.text import LANGUAGES
from tutor.files.faults import BadFile
from tutor.files.nodes import read
from tutor.lessons import Walk, find, lessons, load_lesson, telling
from tutor.lessons.bilan import bilan, gathered
from tutor.lessons.coach import advice, exercised
from tutor.lessons.drafting import draft
from tutor.lessons.drill import May, Next
from tutor.lessons.drills import ALLOWED, Lots, drills, none
from tutor.lessons.progress import Progress
from tutor.lessons.terms import Page
from tutor.lessons.voices import voices
from tutor.lessons.walk import solve
from tutor.rendering.plain import text
from tutor.rulesets import GAMES, book

SHELF = lessons()


# -- the shelf ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SHELF)
def test_a_lesson_of_the_shelf_leaves_its_coach_nothing_to_say(name: str) -> None:
    lesson = find(name)
    assert [one.told(lesson.file, "en") for one in advice(lesson)] == []


@pytest.mark.parametrize("name", SHELF)
def test_the_whole_lesson_can_be_walked_with_all_stars(name: str) -> None:
    walk = Walk(find(name))
    for n, task in enumerate(walk.lesson.tasks):
        walk.go(n)
        assert text(telling.task(walk, "fr")) != text(telling.task(walk, "en"))
        if task.graded:
            reply = solve(walk)
            assert reply.mood == "good"
            for lang in LANGUAGES:
                told = text(telling.reply(walk, reply, lang))
                assert "{" not in told
    won, most = walk.stars
    assert won == most > 0


@pytest.mark.parametrize("name", SHELF)
def test_every_hint_is_told_in_both_languages_and_the_last_is_the_solution(name: str) -> None:
    walk = Walk(find(name))
    for n, task in enumerate(walk.lesson.tasks):
        if not task.graded:
            continue
        walk.go(n)
        rungs = walk.ladder()
        first = text([telling.rung(walk, rungs[0], "en")])
        assert rungs[0].kind != "solution"
        assert task.goal("en") not in first, "the first hint says more than the task"
        assert rungs[-1].kind == "solution"
        assert rungs[-1].answers
        for rung in rungs:
            french, english = (text([telling.rung(walk, rung, lang)]) for lang in ("fr", "en"))
            assert french
            assert english
            assert "{" not in french + english


def test_the_voices_are_of_rules_that_exist_and_say_both_languages_without_a_game_word() -> None:
    spoken = 0
    for game in GAMES:
        for rule, said in voices(game).items():
            spoken += 1
            assert rule in book(game)
            assert said.fr
            assert said.en
            words = set(said.en.casefold().replace(",", " ").split())
            assert not words & {"hex", "hexes", "counter", "die", "dice", "turn", "marker", "stack", "player"}, rule
    assert spoken


# -- grading -----------------------------------------------------------------------------------------------------
def at(name: str, task: str) -> Walk:
    walk = Walk(find(name))
    walk.go([one.id for one in walk.lesson.tasks].index(task))
    return walk


def test_an_illegal_attempt_that_is_wished_for() -> None:
    walk = at("se/1-pont", "howitzers")
    assert walk.attempt("gz1").kind == "allowed-not-refused"
    assert walk.attempt("la1").kind == "refused-otherwise"
    assert walk.attempt("nobody").kind == "no-answer"
    reply = walk.attempt("morser")
    assert (reply.mood, reply.kind) == ("good", "refused-as-meant")
    assert reply.verdict is not None
    assert "13.1.1" in reply.verdict.rules
    assert walk.tally.stars == 1


def test_a_legal_answer_that_is_wished_for() -> None:
    walk = at("se/1-pont", "bridge")
    reply = walk.attempt("3252")
    assert (reply.mood, reply.kind) == ("bad", "refused")
    assert "mountain infantry" in reply.comment("en")
    assert walk.attempt("3352").mood == "good"
    assert walk.tally.stars == 2


def test_numbers_words_and_choices() -> None:
    walk = at("se/1-pont", "odds")
    assert walk.attempt("2").kind == "too-high"
    assert walk.attempt("1,2").kind == "too-low"
    assert walk.attempt("many").kind == "no-number"
    assert walk.attempt("1,25").mood == "good"
    walk = at("se/1-pont", "who-else")
    assert walk.attempt(-1).kind == "no-answer"
    assert walk.attempt(1).kind == "not-that"
    assert walk.attempt(0).mood == "good"


def test_a_solution_that_is_shown_earns_nothing() -> None:
    walk = at("se/1-pont", "bridge")
    for _ in walk.ladder():
        walk.hint()
    assert walk.attempt("3352").mood == "good"
    assert walk.tally.stars == 0


# -- files -------------------------------------------------------------------------------------------------------
HEAD = """\
game: se
title: {fr: T, en: T}
objectives: [{fr: O, en: O}]
rules: ["11.0.4"]
tasks:
"""
GOOD = "- {id: a, try: {fr: G, en: G}, position: roana, at: declare, success: {allowed: true}, solution: gz1"
FAULTS = {
    "- {id: a, show: {fr: S, en: S}, try: {fr: G, en: G}, position: roana}": "6:3: a task is of exactly one kind",
    GOOD.replace(", solution: gz1", "}"): "6:3: a task “try” needs the key “solution”",
    GOOD.replace(" position: roana,", "") + "}": "6:3: the key “position” is missing",
    GOOD.replace("roana", "roanna") + "}": "6:42: no scenario “roanna”; near: se/roana",
    GOOD + ", until: {weather: rain}}": "6:103: “until” is not for a task “try” but for: play",
    GOOD.replace("{allowed: true}", "{refused: ['99']}") + "}": "6:82: “99” is no rule of se",
    GOOD + ", comments: [{text: {fr: C, en: C}}]}": "6:114: a comment is on an “answer” or on what is “refused”",
    GOOD + "}\n" + GOOD + "}": "7:8: another task is already called “a”",
    GOOD + ", mark: ['3252', '9999']}": "6:118: “9999” is not on the map",
    "- {id: a, choose: {fr: Q, en: Q}, choices: [{text: {fr: A, en: A}, because: {fr: B, en: B}}]}": "6:44: exactly",
    "- {id: a, predict: {fr: Q, en: Q}, position: roana}": "6:3: a prediction is of a “number” or of “odds”",
    "- {id: a, predict: {fr: Q, en: Q}, position: roana, number: size}": "6:61: unknown number “size”",
    GOOD.replace("position: roana", "position: roana, changes: {pieces.zz.place: '1'}") + "}": "nothing at the path",
}


@pytest.mark.parametrize(("task", "fault"), FAULTS.items())
def test_faults_have_their_place(tmp_path: Path, task: str, fault: str) -> None:
    path = tmp_path / "lesson.yaml"
    path.write_text(f"{HEAD}{task}\n", "utf-8")
    with pytest.raises(BadFile) as bad:
        load_lesson(path)
    lines = bad.value.told("en")
    assert len(lines) == 1
    assert fault in lines[0]


COACHED = {
    GOOD.replace("gz1", "morser") + ", otherwise: {fr: A, en: A}, rules: ['13.1.1']}": "does not succeed",
    GOOD.replace("declare", "elsewhere") + "}": "leads nowhere",
    GOOD + ", rules: ['11.0.4']}": "rule 11.0.4 is exercised in no task",
    GOOD + "}": "names no rule",
    GOOD.replace("{allowed: true}", "{answers: [gz1]}") + "}": "a likely attempt, “gz2”",
    "- {id: a, answer: {fr: Q, en: Q}, accept: [x], rules: ['11.0.4']}": "says nothing to mistakes",
    "- {id: a, play: {fr: Q, en: Q}, position: roana, until: {weather: clear}, solution: [{declare: done}]}": "stands",
}


@pytest.mark.parametrize(("task", "said"), COACHED.items())
def test_what_the_coach_says(tmp_path: Path, task: str, said: str) -> None:
    path = tmp_path / "lesson.yaml"
    path.write_text(f"{HEAD}{task}\n", "utf-8")
    found = [one.told(str(path), "en") for one in advice(load_lesson(path))]
    assert any(said in line for line in found), found


@pytest.mark.parametrize("scenario", ["se/roana", "tlm/liege"])
def test_a_lesson_that_is_begun_is_well_formed_and_reached(tmp_path: Path, scenario: str) -> None:
    path = tmp_path / "new.yaml"
    path.write_text(draft(scenario), "utf-8")
    lesson = load_lesson(path)
    assert {task.kind for task in lesson.tasks} == {"show", "try"}
    assert not {one.kind for one in advice(lesson)} & {"no-way", "unreachable", "never-met"}
    assert exercised(lesson.tasks[1]) >= set(lesson.tasks[1].refused)


# -- progress ----------------------------------------------------------------------------------------------------
def test_progress_is_kept_resumed_handed_in_and_reset(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "deep" / "progress.sqlite3")
    assert progress.kept() == ()
    walk = at("se/1-pont", "howitzers")
    walk.hint()
    walk.attempt("gz1")
    progress.keep(walk)
    walk.attempt("morser")
    progress.keep(walk)

    again = Walk(find("se/1-pont"))
    Progress(progress.path).resume(again)
    assert again.task.id == "ravine"
    assert again.tallies[1].stars == walk.tallies[1].stars == 2

    found = bilan("en", progress)
    assert str(found).splitlines()[0].endswith("2 stars of 15, 1 of 5 tasks")
    found.save(tmp_path / "ada.json")
    (tmp_path / "broken.json").write_text("[]", "utf-8")
    rows, faults = gathered(tmp_path)
    assert [(row["hand_in"], row["task"], row["tries"], row["stars"]) for row in rows] == [("ada", "howitzers", 2, 2)]
    assert [fault.path for fault in faults] == [str(tmp_path / "broken.json")]
    assert "se/1-pont" in json.loads((tmp_path / "ada.json").read_text("utf-8"))["tasks"][0]["lesson"]

    progress.reset("se/1-pont")
    assert progress.kept() == ()
    assert "No lesson" in str(bilan("en", progress))


# -- drills and terms --------------------------------------------------------------------------------------------
def test_a_drill_is_graded_by_the_rules_and_never_repeats() -> None:
    found = list(islice(drills("se", "11.0.4", seed=3), 6))
    assert len({drill.key for drill in found}) == 6
    for drill in found:
        assert drill.grade(drill.right)
        assert not any(drill.grade(choice) for choice in drill.choices if choice != drill.right)
        if isinstance(drill, May):
            assert drill.right == ALLOWED or "11.0.4" in {check.rule for check in drill.verdict.objections}
        for lang in LANGUAGES:
            assert "{" not in drill.question(lang) + text(drill.why(lang), 3)
    assert {type(drill) for drill in found} >= {May}
    assert [drill.key for drill in islice(drills("se", "11.0.4", seed=3), 2)] == [drill.key for drill in found[:2]]


@pytest.mark.parametrize("game", GAMES)
def test_what_decides_can_be_drilled_and_is_graded(game: str) -> None:
    """One rule in twelve of those that cases name; `tutor coverage --drills` counts all that decide something."""
    named = sorted({rule for path in shelf.files(game) for case in read_cases(path) for rule in case.get("rules", ())})
    some = Lots(game).order(named)[: len(named) // 12]
    without = []
    for rule in some:
        drill = next(drills(game, rule), None)
        if drill is None:
            without += [rule] if decides(game, rule) else []
            continue
        assert drill.grade(drill.right)
        assert not drill.choices or drill.right in drill.choices
        assert len(drill.choices) != 1
        for lang in LANGUAGES:
            told = [drill.told(choice, lang) for choice in drill.choices]
            assert len(set(told)) == len(told)
            assert "{" not in drill.question(lang) + text(drill.why(lang), 3) + "".join(told)
    assert len(without) <= 0.05 * len(some), without


def decides(game: str, rule: str) -> bool:
    """Whether an answer becomes another without the rule."""
    found = (case for loaded, ids in shelf.about(game, rule) for case in shelf.built(loaded, ids))
    return any(rests_on(case, rule) for case in found)


def read_cases(path: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = read(path.read_text("utf-8"), str(path))[0].plain()["cases"]
    return cases


def test_what_comes_next_is_what_would_not_come_without_the_rule() -> None:
    """Who cannot retreat surrenders; without that rule he would be asked where to."""
    drill = next(one for one in drills("se", "13.4.5.2") if isinstance(one, Next))
    assert drill.right == "0"
    assert {drill.told(choice, "en") for choice in drill.choices} == {
        "X surrenders",
        "A choice: Italian side (Retreat)",
    }
    assert drill.told(drill.right, "en") == "X surrenders"
    assert drill.question("en").endswith("What comes next?")
    assert "13.4.5.2" in text(drill.why("en"), 3)


@pytest.mark.parametrize(
    ("game", "rule", "why"),
    [("se", "2.1", "drill-no-rule"), ("fa", "1.4.2-a", "drill-not-played"), ("fa", "5.1", "drill-none")],
)
def test_a_rule_without_drills_says_why(game: str, rule: str, why: str) -> None:
    assert list(drills(game, rule)) == []
    assert none(game, rule) == why


DRILLED = """
from itertools import islice
from tutor.lessons.drills import drills
for game, rule in (("tlm", "1.2.2.a"), ("dff", "4.6")):
    for drill in islice(drills(game, rule), 3):
        print(drill.question("en"), drill.choices, drill.right)
"""


def test_drills_are_the_same_in_every_process() -> None:
    """Whatever the order in which a process holds its sets."""
    told = {
        subprocess.run(
            [sys.executable, "-c", DRILLED], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(told) == 1
    assert told.pop().count("\n") == 6


def test_what_is_drawn_hangs_on_names_alone() -> None:
    """One thing more to draw from is drawn or leaves the draw as it was, and nothing was drawn before."""
    others = [f"answer {n}" for n in range(20)]
    changed = 0
    for name in map(str, range(200)):
        lots = Lots(name)
        before = lots.one(others)
        assert lots.one(others[::-1]) == before == Lots(name).one(others)
        assert [one for one in lots.order([*others, "new"]) if one != "new"] == lots.order(others)
        changed += lots.one([*others, "new"]) != before
    assert 2 < changed < 25
    assert {Lots(str(n)).number(4, "die") for n in range(50)} == {0, 1, 2, 3}


def test_a_term_carries_its_meaning_at_first_use_only() -> None:
    page = Page(book("se"), "fr")
    first, second = page.told("Un HEX & un HEX."), page.told("encore un HEX")
    assert first.count("<abbr") == 1
    assert "tabindex" in first
    assert "&amp;" in first
    assert "<abbr" not in second
