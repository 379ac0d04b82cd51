"""The desk of a task: what is tried there is handed to the walk, and nothing else is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tutor.board import gestures
from tutor.board.desk import Desk
from tutor.board.look import COUNTER
from tutor.board.table import Table
from tutor.engine.ask import Ask
from tutor.lessons import lessons
from tutor.lessons.desk import desk_of, judged
from tutor.lessons.hours import hour, hours
from tutor.lessons.library import find
from tutor.lessons.progress import Progress
from tutor.lessons.walk import Walk
from tutor.lessons.widget import LEGIBLE, LessonTable

TASKS = [(name, n) for name in lessons() for n, task in enumerate(find(name).tasks) if task.scenario is not None]


def lesson_at(name: str, n: int, folder: Path) -> tuple[LessonTable, Table]:
    lesson = LessonTable(name, "en", Progress(folder / "progress.sqlite3"))
    lesson.going.go(n)
    lesson.show()
    assert lesson.table is not None
    return lesson, lesson.table


def of_kind(*kinds: str) -> list[tuple[str, int]]:
    return [(name, n) for name, n in TASKS if find(name).tasks[n].kind in kinds]


KINDS = "show", "predict", "choose", "answer"


def tried(walk: Walk) -> int:
    return walk.tally.tries


def test_a_press_on_a_board_beside_which_is_answered_is_no_attempt(tmp_path: Path) -> None:
    """Of every game the first task of each such kind."""
    pressed = Counter[str]()
    first = {(find(name).game, find(name).tasks[n].kind): (name, n) for name, n in reversed(of_kind(*KINDS))}
    for name, n in first.values():
        lesson, table = lesson_at(name, n, tmp_path)
        if isinstance(table.playing.line.ask, Ask):
            for piece in [one for one in table.playing.present.pieces if one.place is not None][:6]:
                for _ in range(2):
                    table._pointed(piece.place, piece.id, None)
                pressed[lesson.going.task.kind] += 1
        assert tried(lesson.going) == 0, (name, n)
        assert table.errors == lesson.errors == []
        lesson.close()
    assert min(pressed["show"], pressed["predict"], pressed["choose"]) > 5, pressed


def test_a_refused_answer_counts_at_once_and_an_allowed_one_when_it_is_given(tmp_path: Path) -> None:
    lesson, table = lesson_at("se/1-pont", [task.id for task in find("se/1-pont").tasks].index("bridge"), tmp_path)
    asked = table.playing.asked
    assert asked is not None
    every = [one for one in asked.ask.candidates() if one in table.playing.present.map]
    refused = next(one for one in every if not asked.allows(one))
    table.do(gestures.click, refused)
    assert (tried(lesson.going), table.playing.look.target) == (1, refused)
    assert "✗" in lesson.said.value
    table.do(gestures.click, "3352")
    assert (tried(lesson.going), table.playing.look.target) == (1, "3352")
    line = table.playing.line
    table.do(gestures.click, "3352")
    assert (tried(lesson.going), table.playing.look.target) == (2, "3352")
    assert "✓" in lesson.said.value
    assert table.playing.line is line, "the position of a try stays as it is"
    lesson.close()


@pytest.mark.parametrize(("name", "n"), of_kind("play"))
def test_in_a_task_that_is_played_walk_and_desk_stand_at_one_moment(name: str, n: int) -> None:
    walk = Walk(find(name))
    walk.go(n)
    assert walk.session is not None
    desk, replies = desk_of(walk, "en"), 0
    for _ in range(12):
        if walk.ask is None:
            break
        for gesture in (gestures.next_possible, gestures.confirm):
            desk, told = judged(gesture(desk), walk)
            assert desk.handed is None
            assert desk.line is walk.session.line
            replies += len(told)
    assert replies > 0
    assert desk.line.now.parent is not None
    back, told = judged(gestures.undo(desk), walk)
    assert told == []
    assert walk.session.line is back.line != desk.line


def test_nobody_goes_back_behind_the_beginning_of_a_task() -> None:
    """What was played before it is the author's: another question would be judged as if it were the task's."""
    after = 0
    for name, n in of_kind("try", "play"):
        walk = Walk(find(name))
        walk.go(n)
        desk, begun = desk_of(walk, "en"), walk.ask
        for _ in range(3):
            desk, _ = judged(gestures.undo(desk), walk)
        assert walk.ask is begun, (name, n)
        after += desk.line.now.parent is not None
    assert after > 10


def test_what_was_only_looked_at_is_handed_in_with_the_answer_after_it() -> None:
    """A unit, then a place, pressed once more: the walk hears of both, in their order."""
    found = False
    for name, n in of_kind("play"):
        walk = Walk(find(name))
        walk.go(n)
        desk = desk_of(walk, "en")
        ahead = next(_ahead(desk), None)
        if ahead is None:
            continue
        found = True
        given = gestures.confirm(ahead)
        assert given.handed is not None
        assert given.handed.answers == (*ahead.look.ahead, ahead.look.target)
        assert given.line is desk.line
        after, replies = judged(given, walk)
        assert len(replies) == len(given.handed.answers)
        written = [moment.written for moment in after.line.now.line]
        assert all(answer in written for answer in given.handed.answers)
    assert found


def _ahead(desk: Desk) -> Iterator[Desk]:
    """Desks on which a place is looked at that would be asked for after a unit."""
    assert desk.asked is not None
    ground = desk.present.map
    for unit in (one for one in desk.asked.whole if one in desk.present.pieces):
        at = desk.present.pieces[unit].place
        if at in ground:
            clicked = gestures.click(desk, at, unit)
            looks = (gestures.click(clicked, place) for place in ground.neighbours(at))
            yield from (one for one in looks if one.look.ahead and one.asked and one.asked.allows(one.look.target))


MARKED = [(name, n) for name, n in TASKS if find(name).tasks[n].mark]
HOURS = {hour(name).lesson.name for name in hours()}
WIDE_APART = "gwie/6-kout"  # what it speaks of does not fit into a projected window


@pytest.mark.parametrize(("name", "n"), MARKED)
def test_what_a_task_speaks_of_is_marked_until_something_else_is_looked_at(name: str, n: int) -> None:
    walk = Walk(find(name))
    walk.go(n)
    desk = desk_of(walk, "fr")
    spoken = [place for mark in desk.view.scene.marked("cited") for place in mark.places]
    assert set(walk.task.mark) <= set(spoken)
    assert walk.task.mark not in {one.places for one in desk.looking(target=walk.task.mark[0]).drawn}


@pytest.mark.parametrize(("name", "n"), [(name, n) for name, n in MARKED if name in {*HOURS, WIDE_APART}])
@pytest.mark.parametrize("large", [False, True])
def test_the_map_opens_on_what_a_task_speaks_of(name: str, n: int, large: bool, tmp_path: Path) -> None:
    """In the room that a lesson of an hour in class has for its board in a small window."""
    lesson, table = lesson_at(name, n, tmp_path)
    if large:
        table.board.legible(LEGIBLE)
    table.board.hear("look", width=938.0, height=590.0, density=1.0)
    camera, anchors = table.board.camera, table.board.scene.layout.anchors
    assert any(camera.sees(anchors[place], COUNTER / 2) for place in lesson.going.task.mark)
    lesson.close()
