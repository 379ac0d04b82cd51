"""One file for all who learn on a machine: each has his own progress, and what was there before names stays."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tutor.lessons import Walk, find
from tutor.lessons.bilan import bilan
from tutor.lessons.progress import Progress

NAMELESS = """create table task (
    lesson text not null, task text not null, tries integer not null, rungs integer not null,
    done integer not null, shown integer not null, stars integer not null, of_tasks integer not null,
    first text not null default current_timestamp, last text not null default current_timestamp,
    primary key (lesson, task)
)"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.sqlite3"


def solved() -> Walk:
    walk = Walk(find("se/1-pont"))
    walk.go(next(n for n, task in enumerate(walk.lesson.tasks) if task.kind == "try"))
    walk.attempt(walk.task.solution)
    return walk


def test_what_was_done_before_names_is_that_of_the_learner_without_one(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute(NAMELESS)
        row = ("se/1-pont", "ravine", 2, 1, 1, 0, 2, 5, "2026-01-01 10:00:00", "2026-01-02 10:00:00")
        base.execute("insert into task values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        base.commit()
    (kept,) = Progress(path).kept()
    assert (kept.task, kept.tries, kept.stars, kept.first) == ("ravine", 2, 2, "2026-01-01 10:00:00")
    assert Progress(path, "Anna").kept() == ()
    Progress(path, "Anna").keep(solved())
    assert Progress(path, "").kept() == (kept,)


def test_two_who_learn_on_one_machine_are_two(path: Path) -> None:
    Progress(path, "Anna").keep(solved())
    walk = Walk(find("se/1-pont"))
    Progress(path, "Björn").resume(walk)
    assert walk.stars[0] == 0
    Progress(path, "Anna").resume(walk)
    assert walk.stars[0] == 3
    assert Progress(path).learners() == ("Anna",)
    Progress(path, "Björn").reset()
    assert len(Progress(path, "Anna").kept()) == 1
    Progress(path, "Anna").reset()
    assert Progress(path, "Anna").kept() == ()


def test_whoever_entered_last_learns_where_nobody_is_named(path: Path) -> None:
    assert (Progress(path).learner, Progress(path).language, Progress(path).learners()) == ("", None, ())
    for name, lang in (("Anna", "fr"), ("Björn", "en"), ("Anna", None)):
        Progress(path, name).enter(lang)  # type: ignore[arg-type]
    assert (Progress(path).learner, Progress(path).language) == ("Anna", "fr")
    assert Progress(path).learners() == ("Anna", "Björn")
    Progress(path).keep(solved())
    assert len(Progress(path, "Anna").kept()) == 1
    assert Progress(path, "Björn").kept() == ()


def test_a_report_says_whose_it_is_and_the_file_that_is_handed_in_does_not(path: Path) -> None:
    Progress(path, "Anna").keep(solved())
    mine, nobodys = bilan("en", Progress(path, "Anna")), bilan("en", Progress(path, ""))
    assert mine.lines[0] == "Anna"
    assert "Anna" not in mine.text
    assert nobodys.lines == ["No lesson has been begun."]


def test_what_was_opened_last_stands_first_and_once(path: Path) -> None:
    anna = Progress(path, "Anna")
    for name in ("se/roana", "tlm/verdun", "se/roana"):
        anna.opened("play", name)
    Progress(path, "Björn").opened("learn", "se/1-pont")
    assert anna.last(5) == (("play", "se/roana"), ("play", "tlm/verdun"))
    assert anna.last(1) == (("play", "se/roana"),)
    anna.reset()
    assert anna.last(5) == ()
    assert Progress(path, "Björn").last(5) == (("learn", "se/1-pont"),)


def test_a_lesson_that_has_another_number_now_keeps_its_stars(path: Path) -> None:
    walk = solved()
    Progress(path, "Anna").keep(walk)
    Progress(path, "Anna").opened("lesson", "se/1-pont")
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("update task set lesson = 'se/7-pont'")
        base.execute("update opened set name = 'se/7-pont'")
    anew = Walk(find("se/1-pont"))
    Progress(path, "Anna").resume(anew)
    assert anew.stars == walk.stars
    assert ("lesson", "se/1-pont") in Progress(path, "Anna").last(5)


def test_a_lesson_that_is_on_no_shelf_stays_as_it_was_named(path: Path) -> None:
    Progress(path, "Anna").keep(solved())
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("update task set lesson = 'my/3-own'")
    assert [kept.lesson for kept in Progress(path, "Anna").kept()] == ["my/3-own"]
