"""The coach beside the board: what lights, what stays marked, and the last card."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import tutor
from tests.printing import PRINTED, printing
from tutor.board.camera import Camera
from tutor.board.home import HOME
from tutor.lessons import find, lessons
from tutor.lessons.progress import Progress
from tutor.lessons.sheet import Saved
from tutor.lessons.telling import STAR
from tutor.lessons.voices import voices
from tutor.lessons.walk import solve
from tutor.lessons.widget import LEGIBLE, LessonTable
from tutor.rendering.pdf import PRINTER

LESSON = "se/1-pont"


@pytest.fixture
def lesson(tmp_path: Path) -> LessonTable:
    return LessonTable(LESSON, "fr", Progress(tmp_path / "p.sqlite3"))


def bare(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html))


def at(lesson: LessonTable, kind: str) -> None:
    """The first task of a kind."""
    lesson.going.go(next(n for n, task in enumerate(lesson.going.lesson.tasks) if task.kind == kind))
    lesson.show()


def to_the_end(lesson: LessonTable) -> None:
    for _ in lesson.going.lesson.tasks:
        if lesson.going.task.graded:
            lesson._told(solve(lesson.going))
        lesson.next_button.click()
    assert lesson.errors == []


def test_next_lights_once_the_task_is_done(lesson: LessonTable) -> None:
    assert lesson.next_button.button_style == "success", "there is nothing to do but read"
    at(lesson, "choose")
    assert lesson.next_button.button_style == ""
    choices = lesson.going.task.choices
    wrong, right = (next(n for n, one in enumerate(choices) if one.right is yes) for yes in (False, True))
    lesson.answers.children[wrong].click()
    assert lesson.next_button.button_style == ""
    lesson.answers.children[right].click()
    assert lesson.next_button.button_style == "success"
    styles = [button.button_style for button in lesson.answers.children]
    assert (styles[wrong], styles[right], styles.count("")) == ("danger", "success", len(choices) - 2)
    lesson.again_button.click()
    assert {button.button_style for button in lesson.answers.children} == {""}
    assert lesson.next_button.button_style == ""


def test_a_number_is_given_with_enter_and_once(lesson: LessonTable) -> None:
    at(lesson, "predict")
    field, _ = lesson.answers.children[0].children
    field.value = "2"
    assert lesson.going.tally.tries == 0, "whoever goes elsewhere has given nothing"
    field._handle_custom_msg({"event": "submit"}, [])
    assert lesson.going.tally.tries == 1
    assert lesson.errors == []


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_last_card_says_what_was_won_what_it_means_and_where_to_go(lang: str, tmp_path: Path) -> None:
    lesson = LessonTable(LESSON, lang, Progress(tmp_path / "p.sqlite3"))
    to_the_end(lesson)
    assert lesson.ended
    assert lesson.work.children == ()
    card = bare(lesson.goal.value)
    won, most = lesson.going.stars
    assert (won, card.count(STAR)) == (most, most)
    assert str(most) in card
    for rule in lesson.going.lesson.about:
        assert voices("se")[rule](lesson.lang) in card
    following, printed = lesson.answers.children
    assert find("se/2-feu").title(lesson.lang) in following.description
    following.click()
    assert (lesson.going.lesson.name, lesson.ended, lesson.going.at) == ("se/2-feu", False, 0)
    assert lesson.table is not None
    assert printed.comm is None, "the card is closed"


def test_the_last_card_names_what_is_left_and_leads_back(lesson: LessonTable) -> None:
    tasks = len(lesson.going.lesson.tasks)
    for _ in range(tasks):
        lesson.next_button.click()
    assert f"{tasks - 1}, {tasks}" in bare(lesson.goal.value)
    lesson.back_button.click()
    assert not lesson.ended
    assert lesson.going.at == tasks - 1
    lesson.back_button.click()
    assert lesson.going.at == tasks - 2


def test_the_sheet_is_printed_beside_the_notebook(
    lesson: LessonTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a page and, by whatever prints here, on paper; where nothing does, the page is there and the way out said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(PRINTER, str(tmp_path / "printer"))
    to_the_end(lesson)
    lesson.answers.children[-1].click()
    (written,) = tmp_path.glob("*.html")
    assert Saved(written, "fr")._repr_html_() in lesson.said.value
    assert not [*tmp_path.glob("*.pdf")]
    assert PRINTER in lesson.said.value
    printing(tmp_path / "printer")
    lesson.answers.children[-1].click()
    (paper,) = tmp_path.glob("*.pdf")
    assert paper.stem == written.stem
    assert paper.read_text("utf-8") == PRINTED
    assert Saved(paper, "fr")._repr_html_() in lesson.said.value
    assert PRINTER not in lesson.said.value


@pytest.mark.parametrize(("large", "kind"), [(False, "learn"), (True, "project")])
def test_at_home_the_card_leads_to_pages(
    large: bool, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME, "/tutor/")
    lesson = LessonTable(LESSON, "en", Progress(tmp_path / "p.sqlite3"), large=large)
    to_the_end(lesson)
    (ways,) = lesson.answers.children
    assert re.findall('href="([^"]*)"', ways.value) == [f"/tutor/{kind}/se/2-feu", "/tutor/sheet/se/1-pont", "/tutor/"]


def test_the_last_lesson_of_a_game_leads_to_none(tmp_path: Path) -> None:
    lesson = LessonTable(lessons("se")[-1], "en", Progress(tmp_path / "p.sqlite3"))
    to_the_end(lesson)
    assert len(lesson.answers.children) == 1


@pytest.mark.parametrize("name", [LESSON, "tlm/1-verdun"])
def test_on_a_wall_counters_are_laid_large_enough(name: str, tmp_path: Path) -> None:
    """As the page lays the board, and as it lays it anew in other room; a person may still see all of the map."""

    def laid(large: bool, **room: Any) -> float:
        lesson = LessonTable(name, "en", Progress(tmp_path / "p.sqlite3"), large=large)
        assert lesson.table is not None
        board = lesson.table.board
        for height in (700, 600):
            board.hear("look", width=900, height=height, density=1, **room)
        camera: Camera = board.camera
        return min(stack.size for stack in board.scene.stacks) * camera.k

    assert laid(large=False) < LEGIBLE
    assert laid(large=True) >= LEGIBLE - 0.01
    assert laid(large=True, left=0.0, top=0.0, k=0.9) < LEGIBLE


@pytest.mark.parametrize("sheet", ["lessons/lesson.css", "compare/compare.css", "home/home.css"])
def test_letters_have_one_of_four_sizes(sheet: str) -> None:
    css = (Path(tutor.__file__).parent / sheet).read_text("utf-8")
    sizes = re.findall(r"(?:font-size: ?|--size:|--goal:|font: ?(?:600 )?)(\d+)px", css)
    assert len(sizes) > 4
    assert set(sizes) <= {"13", "15", "18", "24"}
