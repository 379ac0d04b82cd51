"""What is done at a table, in a lesson, in drills; run under the real widgets and under the page's stand-ins alike."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from tutor.board import gestures
from tutor.board.table import Table
from tutor.lessons.practice import Practice
from tutor.lessons.progress import Progress
from tutor.lessons.widget import LessonTable

Said = list[Any]


def at_the_table() -> Iterator[Said]:
    table = Table("se/roana", language="fr", seed=1916)
    yield from _table(table)
    table.board.hear("look", width=800, height=600, density=1)
    for unit, place in (("gz2", "3152"), ("gz1", "3252")):
        table.board.hear("press", x=_x(table, unit), y=_y(table, unit))
        table.board.hear("release", x=_x(table, unit), y=_y(table, unit))
        yield from _table(table)
        table.do(gestures.click, place)
        yield from _table(table)
    table.tools.tongue.value = "en"
    table.drawer.pull("odds")
    table.controls.units.choose("gz2")
    yield from _table(table)
    assert table.errors == []
    table.close()


def _table(table: Any) -> Iterator[Said]:
    controls = table.controls
    yield [table.headline.value, table.bar.value, table.chips.value, table.story.value, table.shelf.value]
    yield [controls.units.options, controls.units.placeholder, controls.places.placeholder, controls.confirm.disabled]
    yield [[one.description, one.button_style] for one in controls.choices.made]
    yield [table.tools.mode.value, table.tools.tongue.value, table.tools.depth.value, controls.last.children == ()]
    yield [table.board.glass.drawn[1:4], len(table.board.glass.pieces)]


def _x(table: Any, unit: str) -> float:
    return float(table.board.scene.layout.anchors[table.playing.state.pieces[unit].place][0])


def _y(table: Any, unit: str) -> float:
    return float(table.board.scene.layout.anchors[table.playing.state.pieces[unit].place][1])


def in_a_lesson() -> Iterator[Said]:
    lesson = LessonTable("se/1-pont", "fr", Progress(learner="Zoé"))
    yield [lesson.head.value, lesson.goal.value]
    lesson.next_button.click()
    for _ in range(9):
        lesson.hint_button.click()
        yield [lesson.said.value, lesson.head.value]
    for n in range(len(lesson.going.lesson.tasks)):
        lesson.going.go(n)
        lesson.show()
        if lesson.going.task.kind == "choose":
            lesson.answers.children[-1].click()
        elif lesson.going.task.kind in ("predict", "answer"):
            text, give = lesson.answers.children[-1].children
            text.value = "3"
            give.click()
        yield [lesson.goal.value, lesson.said.value]
    lesson.lang_button.click()
    yield [lesson.goal.value, [one.description for one in lesson.buttons]]
    assert lesson.errors == []
    lesson.close()


def in_drills() -> Iterator[Said]:
    drills = Practice("se/11.0.4", "en")
    for _ in range(3):
        yield [drills.head.value, drills.question.value, [one.description for one in drills.answers.children]]
        drills.answers.children[0].click()
        yield [drills.said.value, drills.next_button.disabled]
        drills.go()
        if drills.work is not None:
            drills.work.join()
    drills.close()


def everything() -> list[Said]:
    return [*at_the_table(), *in_a_lesson(), *in_drills()]


if __name__ == "__main__":
    json.dump(everything(), sys.stdout)
