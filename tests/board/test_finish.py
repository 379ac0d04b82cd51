"""Finish ends a step at once where nothing is left; else what is left is named, and a second press gives it up."""

from __future__ import annotations

from collections import Counter
from html import unescape
from typing import Any

import pytest

from tests.board.ground import Seat, desk
from tutor import library
from tutor.board.table import Table
from tutor.engine.ask import BACK, DONE, Ask
from tutor.lessons.library import find, lessons
from tutor.lessons.progress import Progress
from tutor.lessons.walk import Walk
from tutor.lessons.widget import LessonTable


def open_table(lang: str = "en") -> Table:
    """TLM at Verdun, where two presses of Finish used to end it all: no offensive, no battle."""
    table = Table("tlm/verdun", language=lang, seed=1)
    assert asked(table).kind == "offensive"
    return table


def asked(table: Table) -> Ask:
    ask = table.playing.ask
    assert isinstance(ask, Ask)
    return ask


@pytest.mark.parametrize(("lang", "told"), [("fr", "Encore possible"), ("en", "Still possible")])
def test_the_first_press_names_what_is_left_and_the_second_gives_it_up(lang: str, told: str) -> None:
    table = open_table(lang)
    asked, now = table.playing.asked, table.playing.line.now
    assert asked is not None
    table.controls.done.click()
    assert table.playing.line.now is now
    assert told in table.headline.value
    first = sorted(asked.next(), key=str)[0]
    assert str(table.playing.words().fact(asked.ask.fact(first))) in table.headline.value
    table.controls.done.click()
    assert table.playing.line.after(now)[0].written == DONE
    assert table.errors == []


@pytest.mark.parametrize("second", ["Enter", "f"])
def test_the_keyboard_ends_too(second: str) -> None:
    table = open_table()
    now = table.playing.line.now
    table._key("f", False)
    assert table.playing.line.now is now
    table._key(second, False)
    assert table.playing.line.after(now)[0].written == DONE


def test_anything_else_withdraws() -> None:
    table = open_table()
    one, now = Seat(table), table.playing.line.now
    card = sorted(one.asked.next(), key=str)[0]
    for other in (lambda: table._key("Escape", False), lambda: one.pick(card),
                  lambda: table._key("n", False), lambda: table._pointed("verdun", None, None)):  # fmt: skip
        one.leave()
        table.controls.done.click()
        assert one.target == DONE
        other()
        assert one.target != DONE
        assert "Still possible" not in table.headline.value
        assert one.line.now is now


def test_a_press_on_an_enemy_after_finish_gives_no_answer() -> None:
    """Select and go is for units: the wish to end is none that could go there."""
    table = desk("se/roana", seed=1)
    table.finish()
    assert table.target == DONE
    enemy = next(piece for piece in table.state.pieces if piece.side == "it" and piece.place in table.state.map)
    table.click(enemy.place)
    assert table.line.now is table.line.root
    assert table.target != DONE


def test_where_there_is_nothing_to_finish_that_is_told() -> None:
    table = desk("gwie/trent-march", seed=1)
    table.finish()
    assert "Roll" in table.view.headline
    table = desk("se/roana", seed=1)
    table.click("3452")
    table.click("3452")
    now = table.line.now
    table.finish()
    assert table.line.now is now
    assert table.view.mood == "no"


def test_where_nothing_is_lit_nothing_is_named() -> None:
    table = desk("se/roana", seed=1)
    table.switch(lit=False)
    table.finish()
    assert "Something is still possible" in table.view.headline
    assert not any(table.words().fact(table.ask.fact(one)) in table.view.headline  # type: ignore[union-attr]
                   for one in ("gz1", "gz2", "gz3", "fj9"))  # fmt: skip


def test_no_other_question_is_asked_twice() -> None:
    """Where nothing is left, or the question is about one piece or place, or a card or a choice, one press ends it."""
    count = Counter[str]()
    for name in library.names():
        table = desk(name, seed=1916)
        for _ in range(30):
            ask = table.ask
            if not isinstance(ask, Ask):
                if ask is None:
                    break
                table.roll()
                continue
            left = [answer for answer in ask.legal() if answer not in (DONE, BACK)]
            if ask.to_end is not None and ask.allows(DONE):
                whole = bool(left) and not ask.facts and not ask.options and ask.of[0] != "option"
                now = table.line.now
                table.finish()
                assert (table.line.now is now) == whole, (name, ask.kind)
                count["twice" if whole else "once"] += 1
                if not whole:
                    continue
                table.leave()
            table.answer(left[0] if left else DONE)
    assert min(count["twice"], count["once"]) > 10, count


def test_in_a_lesson_that_is_played_finish_asks_too(tmp_path: Any) -> None:
    lesson = next(
        (name, n) for name in lessons() for n, task in enumerate(find(name).tasks) if task.kind == "play" and (
            _opens_with_a_step(name, n)))  # fmt: skip
    table = LessonTable(lesson[0], language="en", progress=Progress(tmp_path / "progress.sqlite3"))
    table.going.go(lesson[1])
    table.show()
    assert table.table is not None
    one = Seat(table.table)
    now = one.line.now
    table.table.controls.done.click()
    assert one.line.now is now
    assert one.target == DONE


def _opens_with_a_step(name: str, n: int) -> bool:
    walk = Walk(find(name))
    walk.go(n)
    ask = walk.ask
    return ask is not None and ask.to_end is not None and ask.allows(DONE) and not ask.facts and (
        not ask.options and any(answer not in (DONE, BACK) for answer in ask.legal()))  # fmt: skip


def test_what_finishing_says_is_told_at_the_button_and_where_there_is_room_in_the_question() -> None:
    """In French its sign stays with its word at the end of a line."""
    table = Table("se/roana", language="fr", seed=1)
    assert table.controls.done.tooltip == "Le camp austro-hongrois ne déclare pas d'autre assaut"
    assert "ou terminez\u00a0: le camp austro-hongrois ne déclare pas d'autre assaut" in unescape(table.headline.value)
    table.speak("en")
    assert table.controls.done.tooltip == "The Austro-Hungarian side declares no further assault"


def test_where_nothing_more_is_possible_the_question_says_so_in_a_sentence() -> None:
    """Liége is the one place where a battle may be announced; it was announced already."""
    told = {lang: Table("tlm/liege", language=lang, seed=1).playing.view.headline for lang in ("fr", "en")}
    assert told["fr"] == "Allemand — Dans quelle zone livrer bataille ? Rien n'est plus possible, terminez"
    assert told["en"] == "German — In which area is a battle fought? Nothing more is possible, finish"
