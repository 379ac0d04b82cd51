"""What a widget made is closed with it: nothing is left over, and nothing that lives names what is closed.

A page that is loaded anew asks for every living widget and waits for all that they name; for a closed one, for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import ipywidgets as W
import pytest
from ipycanvas import Canvas, MultiCanvas
from ipywidgets.widgets.widget import _instances

import tutor
from tests.board.ground import large_scenario
from tutor.board import cells, gestures
from tutor.board.table import Table
from tutor.chronicle.annotate import HANDS, Annotate
from tutor.compare.sweep import Kept
from tutor.compare.widgets import Comparison
from tutor.home.first import UNIT, First
from tutor.lessons import lessons
from tutor.lessons.practice import Practice
from tutor.lessons.progress import Progress
from tutor.lessons.widget import LessonTable
from tutor.rulesets import GAMES

FIRST = [lessons(game)[0] for game in GAMES]


def living() -> set[Any]:
    return set(_instances.values())


def named(value: Any) -> Iterator[Any]:
    """The widgets in the value of a trait."""
    if isinstance(value, W.Widget):
        yield value
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from named(one)


def dangling() -> list[tuple[Any, str]]:
    """Who lives and names what is closed, and by which of its traits; one that was never set names nobody."""
    return [
        (one, trait)
        for one in living()
        for trait, value in one._trait_values.items()
        if trait in one.keys and any(other.comm is None for other in named(value))
    ]


# -- used as much as can be ----------------------------------------------------------------------------------------
def used_table(scenario: str) -> Iterator[Any]:
    """A table whose every drawer was opened, on which was pointed, walked, gone back and spoken otherwise."""
    table = Table(scenario, language="fr", seed=1)
    yield table
    for part in table.drawer.parts:
        table.drawer.pull(part.key)
        for stack in table.board.scene.stacks[:3]:
            table._pointed(stack.place, None, None)
    table.drawer.shut()
    yield table
    assert table.playing.asked is not None
    for answer in table.playing.asked.whole[:2]:
        table.do(gestures.answer, answer)
        table.turn(gestures.undo)
    for n, k in enumerate((1.0, 2.0, 4.0, 0.9) * 2):
        table.board.hear("look", width=700, height=480, density=1, left=70.0 * n, top=40.0 * n, k=k)
        table.board.hear("rest")
    table.speak("en")
    yield table
    table.replay_from(table.playing.found)
    table.desk = replace(table.playing, sides=("one", "other"))
    for key in ("players", "odds"):
        table.drawer.pull(key)
    yield table


def used_lesson(name: str, folder: Path) -> Iterator[Any]:
    lesson = LessonTable(name, "fr", Progress(folder / "p.sqlite3"))
    for _ in lesson.going.lesson.tasks:
        yield lesson
        if lesson.going.task.graded:
            lesson.hint_button.click()
            lesson.again_button.click()
        lesson.lang_button.click()
        lesson.next_button.click()
    assert lesson.ended
    yield lesson
    lesson.back_button.click()
    assert lesson.errors == []
    yield lesson


def used_comparison(folder: Path) -> Iterator[Any]:
    shown = Comparison("liege-1914", "fr", kept=Kept(folder))
    yield shown
    shown.axis.value = shown.axis.options[1][1]
    yield shown


def used_first() -> Iterator[Any]:
    first = First("fr")
    yield first
    here = first.table.playing.state.pieces[UNIT].place
    first.table._pointed(here, None, None)
    first.table.speak("en")
    yield first


def used_annotate(folder: Path) -> Iterator[Any]:
    annotate = Annotate(folder / "mine.yaml", "se/roana", "fr")
    yield annotate
    for hand in HANDS:
        annotate.hands.value = hand
        for place in ("3351", "3252"):
            annotate.table.board.on_point(place, None, None)
        annotate._said("drawn", points=[[200.0, 200.0], [400.0, 300.0]])
    yield annotate
    for page in annotate.pages:
        annotate.tabs.value = page.name
        for _, button in page.buttons[:1]:
            button.click()
    for button in annotate.deeds.values():
        button.click()
    annotate.publish.click()
    annotate.tongue.click()
    assert annotate.errors == []
    yield annotate


def used_practice(rule: str) -> Iterator[Any]:
    practice = Practice(rule, "en")
    for _ in range(2):
        yield practice
        assert practice.drill is not None
        practice.answer(practice.drill.right)
        practice.next_button.click()
        assert practice.work is not None
        practice.work.join(60)
    yield practice


def shown(what: str, folder: Path) -> Iterator[Any]:
    match what.split(" ", 1):
        case "lesson", name:
            return used_lesson(name, folder)
        case "practice", rule:
            return used_practice(rule)
        case "first", "minutes":
            return used_first()
        case "table", "wide":
            return used_table(str(large_scenario(folder)))
        case "table", name:
            return used_table(name)
        case "wrong", "table":
            return iter([Table("se/roanna", language="en")])
        case "wrong", "lesson":
            return iter([LessonTable("se/no-such", "en")])
        case "wrong", "chronicle":
            return iter([Annotate(folder / "none.yaml", language="en")])
        case "annotate", _:
            return used_annotate(folder)
    return used_comparison(folder)


def used(what: str, folder: Path, watch: Callable[[], Any] = lambda: None) -> Any:
    """After all this use; at no time of it does what lives name what is closed."""
    found = None
    for one in shown(what, folder):
        assert dangling() == []
        watch()
        found = one
    return found


KINDS = ("table se/roana", "table wide", "table tlm/verdun", "table fa/goeben-1914", "wrong table", "wrong lesson",
         "wrong chronicle", "first minutes", "annotate it", "comparison", "practice se/11.0.4",
         *(f"lesson {name}" for name in FIRST))  # fmt: skip


@pytest.mark.parametrize("what", KINDS)
def test_as_many_widgets_live_after_closing_as_before_making(what: str, tmp_path: Path) -> None:
    before = living()
    one = used(what, tmp_path)
    one.close()
    assert living() - before == set()
    assert dangling() == []
    one.close()


@pytest.mark.parametrize("what", ["table se/roana", f"lesson {FIRST[0]}", "comparison"])
def test_a_cell_that_runs_again_leaves_no_more_than_its_first_run(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"metadata": {"cellId": "cell of this test"}, "header": {"msg_id": "first"}}
    monkeypatch.setattr(cells, "parent", lambda: asked)
    monkeypatch.setattr(cells, "_made", {})
    before, counts = living(), []
    for run in ("first", "second", "third", "fourth"):
        asked["header"]["msg_id"] = run
        one = used(what, tmp_path)
        counts.append(len(living() - before))
    assert len(set(counts)) == 1
    one.close()
    assert living() - before == set()


def test_a_task_of_a_lesson_leaves_nothing_to_the_next(tmp_path: Path) -> None:
    lesson = LessonTable("se/1-pont", "fr", Progress(tmp_path / "p.sqlite3"))
    counts: dict[int, set[int]] = {}
    for button in (lesson.next_button, lesson.next_button, lesson.back_button, lesson.back_button) * 2:
        counts.setdefault(lesson.going.at, set()).add(len(living()))
        button.click()
    assert [len(count) for count in counts.values()] == [1, 1, 1]
    lesson.close()


@pytest.mark.parametrize("what", ["table se/roana", "table wide", f"lesson {FIRST[0]}"])
def test_a_closed_canvas_has_given_its_pixels_back(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is closed: nobody hears of it afterwards."""
    before = living()
    closed: list[tuple[Any, Any]] = []
    for kind in (Canvas, MultiCanvas):
        monkeypatch.setattr(kind, "close", _counting(kind.close, closed))
    one = used(what, tmp_path)
    canvases = [one for one in living() - before if isinstance(one, (Canvas, MultiCanvas))]
    one.close()
    assert {canvas for canvas, _ in closed} >= set(canvases) != set()
    assert {size for _, size in closed} == {(1, 1)}


def _counting(close: Callable[[Any], None], closed: list[tuple[Any, Any]]) -> Callable[[Any], None]:
    def counted(canvas: Any) -> None:
        if canvas.comm is not None:
            closed.append((canvas, (canvas.width, canvas.height)))
        close(canvas)

    return counted


def test_these_laws_are_held_for_every_widget_of_ours(tmp_path: Path) -> None:
    for found in walk_packages(tutor.__path__, "tutor."):
        if found.name.split(".")[1] in ("board", "lessons", "compare", "home", "chronicle"):
            import_module(found.name)
    before = living()
    seen: set[str] = set()
    whats = ("table se/roana", f"lesson {FIRST[0]}", "first minutes", "annotate it", "comparison", "practice se/11.0.4")
    for what in whats:
        used(what, tmp_path, lambda: seen.update(_names(living() - before))).close()
    assert set(map(_name, _ours(W.Widget))) <= seen


def _names(widgets: Iterable[Any]) -> Iterator[str]:
    """Of these widgets, and of what they are built on."""
    return (_name(kind) for one in widgets for kind in type(one).__mro__)


def _name(kind: type[Any]) -> str:
    """One of anywidget's is of a class of its own, by the same name."""
    return f"{kind.__module__}.{kind.__qualname__}"


def _ours(kind: type[Any]) -> Iterable[type]:
    for sort in kind.__subclasses__():
        if sort.__module__.startswith("tutor."):
            yield sort
        yield from _ours(sort)
