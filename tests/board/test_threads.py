"""What a page says is heard in another thread than the one in which cells run: one thing is done after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tutor.board.live import Board
from tutor.board.table import Table
from tutor.board.turns import in_turn
from tutor.compare.sweep import Kept
from tutor.compare.widgets import Comparison
from tutor.lessons.progress import Progress
from tutor.lessons.widget import LessonTable

TIMES, BREATH = 6, 0.004
Patch = pytest.MonkeyPatch


class Watch:
    """Who is within, of all that draws and tells."""

    def __init__(self) -> None:
        self.within: set[int] = set()
        self.passed, self.met = 0, 0

    @contextmanager
    def entered(self) -> Iterator[None]:
        me = threading.get_ident()
        mine = me not in self.within
        self.met += bool(self.within - {me})
        self.within.add(me)
        time.sleep(BREATH)
        try:
            yield
        finally:
            self.passed += 1
            if mine:
                self.within.discard(me)


@pytest.fixture
def watch(monkeypatch: Patch) -> Watch:
    found = Watch()
    for kind, name in ((Board, "_draw_counters"), (Board, "_draw_marks"), (Comparison, "_page")):
        monkeypatch.setattr(kind, name, _watched(getattr(kind, name), found))
    return found


def _watched(act: Callable[..., Any], watch: Watch) -> Callable[..., Any]:
    def watched(*given: Any) -> Any:
        with watch.entered():
            return act(*given)

    return watched


def at_once(*acts: Callable[[], Any]) -> None:
    """Each in a thread of its own, again and again; whatever goes wrong in one goes wrong here."""
    wrong: list[BaseException] = []

    def again(act: Callable[[], Any]) -> None:
        try:
            for _ in range(TIMES):
                act()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=again, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def ready(board: Board) -> None:
    """The page has laid the canvas and asks for its pixels."""
    board.glass._handle_custom_msg({"what": "look", "width": 700, "height": 480, "density": 1}, [])
    for callback in board.canvas._canvases[-1]._client_ready_callbacks.callbacks:
        callback()


def test_a_page_that_is_ready_while_the_board_is_pointed_at(watch: Watch) -> None:
    table = Table("se/roana", language="en", seed=1)
    places = [stack.place for stack in table.board.scene.stacks]
    x, y = table.board.scene.layout.centres[places[0]]
    at_once(
        lambda: ready(table.board),
        lambda: table.board.glass._handle_custom_msg({"what": "press", "x": x, "y": y}, []),
        lambda: table.controls.done.click(),
        lambda: table.show(),
    )
    assert watch.passed > 4 * TIMES
    assert watch.met == 0
    assert table.errors == []
    table.close()


def test_a_page_that_is_ready_while_tables_are_made_and_closed(watch: Watch) -> None:
    first = Table("se/roana", language="en", seed=1)
    at_once(lambda: Table("se/roana", language="en", seed=1).close(), lambda: ready(first.board))
    assert watch.passed > 2 * TIMES
    assert watch.met == 0
    first.close()


def test_a_lesson_goes_on_while_its_page_asks_for_the_board(watch: Watch, tmp_path: Path) -> None:
    lesson = LessonTable("se/1-pont", "en", Progress(tmp_path / "p.sqlite3"))
    first = lesson.table
    assert first is not None
    at_once(
        lambda: (lesson.next_button if lesson.going.at == 0 else lesson.back_button).click(),
        lambda: ready(first.board),
    )
    assert watch.passed > TIMES
    assert watch.met == 0
    assert lesson.errors == []
    lesson.close()


def test_a_comparison_is_turned_from_two_threads(watch: Watch, tmp_path: Path, monkeypatch: Patch) -> None:
    """Its own, which works ahead, and the one that hears the page."""
    monkeypatch.setattr("tutor.compare.widgets.compared", lambda: ("se",))
    shown = Comparison("gorlice-1915", "en", kept=Kept(tmp_path))
    assert shown.work is not None
    shown.work.join(120)
    pages = [value for _, value in shown.page.options]
    turns = iter(pages * TIMES)
    at_once(lambda: setattr(shown.page, "value", next(turns)), shown.show, shown.show)
    shown.close()
    assert watch.passed > 2 * TIMES
    assert watch.met == 0


@pytest.mark.parametrize("shown", [lambda: Table("se/roana", language="en"), lambda: Comparison("gorlice-1915", "en")])
def test_what_is_closed_waits_for_nobody(shown: Callable[[], Any]) -> None:
    """The collector of garbage comes in any thread, also in one whose start somebody waits for in his own turn."""
    one = shown()
    one.close()

    @in_turn
    def while_another_has_the_turn() -> None:
        collected = threading.Thread(target=one.__del__, daemon=True)
        collected.start()
        collected.join(20)
        assert not collected.is_alive()

    while_another_has_the_turn()
