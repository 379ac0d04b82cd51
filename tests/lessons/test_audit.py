"""Stars are what was said of them, whatever order things happen in; what is handed in tells tries and hints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tutor.lessons import Walk, find
from tutor.lessons.bilan import bilan
from tutor.lessons.progress import Progress
from tutor.lessons.walk import Tally
from tutor.lessons.widget import LessonTable

LESSON, TASK = "se/1-pont", "bridge"


@pytest.mark.parametrize(
    ("tries", "rungs", "stars"),
    [
        (1, 0, 3), (1, 1, 3), (2, 0, 2), (2, 1, 2), (3, 0, 2), (4, 0, 1), (9, 0, 1),
        (1, 2, 2), (1, 5, 2), (2, 2, 1), (3, 2, 1), (4, 2, 1), (9, 5, 1),
    ],
)  # fmt: skip
def test_stars_by_tries_and_hints(tries: int, rungs: int, stars: int) -> None:
    assert Tally(tries, rungs, done=True).stars == stars
    assert Tally(tries, rungs, done=False).stars == 0
    assert Tally(tries, rungs, done=True, solved_for=True).stars == 0


def walk() -> Walk:
    found = Walk(find(LESSON))
    found.go([one.id for one in found.lesson.tasks].index(TASK))
    return found


def only(progress: Progress) -> tuple[int, int, int, int]:
    (one,) = progress.kept()
    return one.tries, one.done, one.shown, one.stars


def test_a_worse_second_time_takes_nothing_away(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.sqlite3")
    first, second = walk(), walk()
    assert first.attempt("3352").mood == "good"
    progress.keep(first)
    assert only(progress) == (1, 1, 0, 3)
    for _ in range(5):
        second.attempt("3252")
    progress.keep(second)
    assert only(progress) == (5, 1, 0, 3)


def test_a_solution_that_was_shown_stays_shown_when_the_lesson_is_resumed(tmp_path: Path) -> None:
    progress, before = Progress(tmp_path / "progress.sqlite3"), walk()
    for _ in before.ladder():
        before.hint()
    before.attempt("3252")
    progress.keep(before)
    again = walk()
    progress.resume(again)
    again.go(before.at)
    assert again.attempt("3352").mood == "good"
    assert again.tally.stars == 0
    progress.keep(again)
    assert only(progress) == (2, 1, 1, 0)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_is_handed_in_tells_stars_tries_and_hints(tmp_path: Path, lang: str) -> None:
    progress, done = Progress(tmp_path / "progress.sqlite3"), walk()
    done.hint()
    done.hint()
    for answer in ("3252", "3252", "3352"):
        done.attempt(answer)
    progress.keep(done)
    head, line = bilan(lang, progress).lines
    assert " 1 " in head
    assert line.startswith("  ★☆☆ ")
    assert re.findall(r"\d+", line) == ["3", "2"]


# -- after success ------------------------------------------------------------------------------------------------
def solved(tmp_path: Path) -> LessonTable:
    table = LessonTable(LESSON, language="en", progress=Progress(tmp_path / "progress.sqlite3"))
    table.going.go(walk().at)
    table.show()
    assert not table.hint_button.disabled
    table._told(table.going.attempt("3352"))
    assert "★★★" in table.said.value
    return table


def test_a_hint_after_success_takes_nothing_back(tmp_path: Path) -> None:
    table = solved(tmp_path)
    before = table.said.value, table.head.value, only(table.progress)
    assert table.hint_button.disabled
    for _ in range(9):
        table.hint_button.click()
        table._hint()
    assert (table.said.value, table.head.value, only(table.progress)) == before
    assert table.going.hint() is None
    assert table.errors == []


def test_whoever_tries_a_solved_task_again_is_helped_again_and_loses_nothing(tmp_path: Path) -> None:
    table = solved(tmp_path)
    table.again_button.click()
    assert not table.hint_button.disabled
    rungs = [table.going.hint() for _ in table.going.ladder()]
    assert [rung.kind for rung in rungs if rung is not None] == [rung.kind for rung in table.going.ladder()]
    table._told(table.going.attempt("3352"))
    assert table.going.hint() is None
    assert table.going.tally.stars == 3
    assert only(table.progress) == (1, 1, 0, 3)


def test_who_asks_once_too_often_or_comes_back_later_still_has_the_solution(tmp_path: Path) -> None:
    """The last hint is told again; one in a hurry would else see it for an instant."""
    table = LessonTable("se/1-pont", "en", Progress(tmp_path / "p.sqlite3"))
    table.going.go(2)
    table.show()
    told = []
    for _ in range(len(table.going.ladder()) + 2):
        table.hint_button.click()
        told.append(table.said.value)
    assert told[-3] == told[-2] == told[-1] != told[-4]
    assert "The solution" in told[-1]
    rungs = table.going.tally.rungs
    again = LessonTable("se/1-pont", "en", table.progress)
    again.going.go(2)
    again.show()
    again.hint_button.click()
    assert again.said.value == told[-1]
    assert again.going.tally.rungs == rungs == len(again.going.ladder())


def test_the_first_hint_costs_no_star_and_names_the_rule() -> None:
    found = walk()
    first = found.hint()
    assert first is not None
    assert first.kind == "rule"
    found.attempt("3352")
    assert found.tally.stars == 3
