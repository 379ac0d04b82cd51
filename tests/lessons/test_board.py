"""The board of a task: no press on it is lost, and neither press nor key takes the task away from the learner."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tutor.board.table import Table
from tutor.board.widgets import is_shown
from tutor.engine.ask import Ask
from tutor.lessons import lessons
from tutor.lessons.progress import Progress
from tutor.lessons.widget import LessonTable

SOME = lessons()[::4]  # the table is the same in every lesson, its position is not
PRESSES = 8


def tasks(name: str, folder: Path, lang: str = "en") -> Iterator[tuple[LessonTable, Table]]:
    """Every task of a lesson that has a board, from its beginning."""
    lesson = LessonTable(name, lang, Progress(folder / "p.sqlite3"))
    for n in range(len(lesson.going.lesson.tasks)):
        lesson.going.go(n)
        lesson.show()
        if lesson.table is not None:
            yield lesson, lesson.table
    assert lesson.errors == []
    lesson.close()


def seen(lesson: LessonTable, table: Table) -> tuple[Any, ...]:
    """What changes before a learner's eyes; a board moves under its overview."""
    look = table.playing.look
    return lesson.said.value, table.headline.value, table.board.scene.marks, look.fan, look.opened, table.board.camera


@pytest.mark.parametrize("name", SOME)
def test_every_press_is_answered(name: str, tmp_path: Path) -> None:
    rng, count = random.Random(name), Counter[str]()
    for lesson, table in tasks(name, tmp_path):
        assert is_shown(table.frame.ribbon)
        assert table.headline in table.frame.ribbon.children
        left, top, width, height = table.board.window
        for _ in range(PRESSES):
            x, y = rng.uniform(left - 9, left + width + 9), rng.uniform(top - 9, top + height + 9)
            before = seen(lesson, table)
            table.board.point(x, y)
            told = table.playing.look.note is not None or table.playing.view.mood == "no"
            assert told or seen(lesson, table) != before, (lesson.going.task.id, x, y)
            count[lesson.going.task.kind] += 1
        assert table.errors == []
    assert sum(count.values()) >= 2 * PRESSES


@pytest.mark.parametrize("name", SOME)
def test_no_key_leads_out_of_the_task(name: str, tmp_path: Path) -> None:
    for lesson, table in tasks(name, tmp_path):
        walk = lesson.going
        session = walk.session
        assert session is not None
        for key in ("n", "u", "r", "f", "u", "u", "u"):
            table._key(key, False)
            assert walk.opening in session.now.line, key
        assert session.now is walk.opening, "taken back to the question of the task"
        if walk.task.on_the_board:
            assert isinstance(table.playing.ask, Ask)
        assert table.errors == []


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_where_nothing_is_answered_on_it_a_board_names_what_lies_there_and_judges_nothing(
    lang: str, tmp_path: Path
) -> None:
    looked = 0
    for lesson, table in tasks("se/1-pont", tmp_path, lang):
        if lesson.going.task.on_the_board:
            continue
        assert {"fr": "Ce plateau se regarde", "en": "This board is for looking"}[lang] in table.headline.value
        stack = max(table.board.scene.stacks, key=lambda one: len(one.counters))
        table._pointed(stack.place, None, None)
        assert "I/27" in table.headline.value
        for key in ("n", "Enter", "f", "r", "u"):
            table._key(key, False)
            assert table.playing.look.target is None
            assert table.playing.view.verdict is None
        looked += 1
    assert looked >= 2
