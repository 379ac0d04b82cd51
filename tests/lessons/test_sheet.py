"""A lesson on paper: whole in both languages, the answers on the teacher's alone, and where it lies is said."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import unquote

import pytest

from tutor.board.look import COUNTER
from tutor.board.stage import scene_of
from tutor.engine.text import LANGUAGES, Lang
from tutor.lessons import Walk, find, lessons
from tutor.lessons.hours import hour
from tutor.lessons.sheet import Saved, _part, sheet
from tutor.library import position

SHELF = lessons()


@cache
def printed(name: str, lang: str, teacher: bool = False) -> str:
    """The page of a lesson, once for all that is asked of it."""
    return sheet(name, lang, teacher).html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHELF)
def test_every_lesson_prints_with_the_answers_for_the_teacher_alone(name: str, lang: str) -> None:
    graded = sum(task.graded for task in find(name).tasks)
    pupils, teachers = printed(name, lang), printed(name, lang, teacher=True)
    for page in (pupils, teachers):
        assert "size:A4" in page
        assert "<svg" in page
        assert page.count('<div class="task">') == len(find(name).tasks)
        assert "{" not in re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", page, flags=re.DOTALL)
    assert pupils.count('class="line"') == 2 * graded
    assert pupils.count('class="right"') == 0
    assert teachers.count('class="right"') == graded
    assert teachers.count('class="line"') == 0


@pytest.mark.parametrize("name", SHELF)
def test_no_answer_bears_a_name_that_only_the_file_knows(name: str) -> None:
    walk, ids = Walk(find(name)), set[str]()
    for n, _ in enumerate(find(name).tasks):
        walk.go(n)
        if walk.session is not None:
            ids |= set(walk.session.state.pieces.ids())
    for lang in LANGUAGES:
        page = re.sub(r"<svg.*?</svg>", "", printed(name, lang, teacher=True), flags=re.DOTALL)
        assert not ids & set(re.findall(r"\(([^() ]+)\)", page))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [SHELF[0], "tlm/2-liege"])
def test_every_counter_of_a_picture_stands_in_its_key_by_the_name_that_tasks_use(name: str, lang: Lang) -> None:
    page = printed(name, lang)
    walk = Walk(find(name))
    for n, task in enumerate(find(name).tasks):
        walk.go(n)
        if walk.session is None or (n and task.scenario is find(name).tasks[n - 1].scenario):
            continue
        stacks = scene_of(walk.session.state, lang).stacks
        names = {counter.title for stack in stacks for counter in stack.counters}
        assert names
        for title in names:
            assert page.count(f"</svg><span>{escape(title)}</span>") >= 1, title


def test_what_lies_beside_a_map_is_written_in_the_letters_of_the_sheet() -> None:
    """The map has the whole width; hands, weather and the turn stand below it, of a track the box that holds."""
    page = printed("tlm/1-verdun", "en")
    assert "Hand — German: Ersatz 2, Gericht, Offensive, Poison Gas!, Surprise Attack!." in page
    assert "Turn: 8." in page
    assert all("Gericht" not in drawn for drawn in re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHELF)
def test_the_rules_that_a_sheet_asks_for_stand_on_it(name: str, lang: Lang) -> None:
    lesson = find(name)
    for page in (printed(name, lang), printed(name, lang, teacher=True)):
        for rule in map(lesson.rules.book.__getitem__, lesson.about):
            assert page.count(f'<p class="rule"><span class="cite">{escape(rule.cited)}</span>') >= 1
            assert rule.gist(lang)
            assert escape(rule.gist(lang)) in page


@pytest.mark.parametrize(("lang", "told"), [("fr", "à côté de ce carnet"), ("en", "beside this notebook")])
def test_a_sheet_beside_the_notebook_is_a_link_to_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    saved = sheet("se/1-pont", lang).save("fiche n° 1.html")
    shown = saved._repr_html_()
    assert shown is not None
    assert told in shown
    assert tmp_path.name in shown
    (link,) = re.findall(r'href="([^"]+)"', shown)
    assert (tmp_path / unquote(link)).read_text("utf-8").startswith(f'<!doctype html><html lang="{lang}">')
    assert told in repr(saved)


def test_a_sheet_elsewhere_says_its_whole_path(tmp_path: Path) -> None:
    saved = sheet("se/1-pont", "en").save(tmp_path / "sheet.html")
    assert isinstance(saved, Saved)
    assert saved._repr_html_() is None
    assert repr(saved) == f"Saved: {tmp_path / 'sheet.html'}"


def test_a_map_that_was_printed_is_named_by_its_number() -> None:
    """It is not printed again, nor are counters named again that stood in an earlier key."""
    page = sheet(hour("fa/1-goeben").lesson.name, "fr").html
    assert re.findall(r"<h3>(Carte \d)</h3>", page) == ["Carte 1", "Carte 2"]
    assert page.count("Reprenez la carte 1.") == 1
    named = re.findall(r"</svg><span>([^<]+)</span>", page)
    assert len(named) == len(set(named)) > 5


@pytest.mark.parametrize("name", SHELF)
def test_of_a_large_map_the_part_is_printed_where_counters_lie_and_tasks_point(name: str) -> None:
    """On paper nothing can be brought nearer: Kut's lesson printed all of Iraq, its counters four millimetres wide."""
    page, walk, lesson = printed(name, "fr"), Walk(find(name)), find(name)
    boxes = re.findall(r'<div class="map"><svg[^>]* viewBox="(\S+) (\S+) (\S+) (\S+)"', page)
    begins = {id(task.scenario): n for n, task in reversed(list(enumerate(lesson.tasks))) if task.scenario}
    for n, box in zip(begins.values(), boxes[::-1], strict=True):
        walk.go(n)
        assert walk.session is not None
        scene, (left, top, wide, tall) = scene_of(walk.session.state, "fr"), map(float, box)
        marked = {place for task in lesson.tasks if task.scenario is lesson.tasks[n].scenario for place in task.mark}
        for x, y in (*((s.x, s.y) for s in scene.stacks), *(scene.layout.anchors[place] for place in marked)):
            assert left <= x <= left + wide
            assert top <= y <= top + tall


def test_a_large_map_on_which_nothing_lies_is_printed_whole() -> None:
    scene = replace(scene_of(position("gwie/near-east"), "fr"), stacks=())
    assert _part(scene, ()) is None


def test_the_counters_of_kut_can_be_read_on_paper() -> None:
    wides = re.findall(r'<div class="map"><svg[^>]* viewBox="\S+ \S+ (\S+)', printed("gwie/6-kout", "fr"))
    assert len(wides) == 3
    assert all(180 * COUNTER / float(wide) > 10 for wide in wides), "millimetres"
