"""What Home's pages lay before their reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.board import gestures
from tutor.board.table import Table
from tutor.chronicle import draft as edits
from tutor.engine.text import LANGUAGES, Lang
from tutor.home import shelf
from tutor.home.first import STEPS, First
from tutor.home.live import SHOWN, show
from tutor.home.said import say
from tutor.lessons.widget import LessonTable


def test_every_kind_can_be_shown() -> None:
    assert set(SHOWN) == {*shelf.KINDS, "project", "first", "write"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_five_minutes_tell_each_step_when_it_can_be_made(lang: Lang) -> None:
    first = First(lang)
    table = first.table

    def told(step: str) -> bool:
        return say(f"first.{step}", lang).split(".")[0][:20] in first.next.value.replace("&#x27;", "'").replace(
            "\u00a0", " "
        )

    assert told("unit")
    table._pointed("3252", None, None)
    assert told("unit"), "a press elsewhere is no step"
    table.do(gestures.leave)
    table._pointed("3351", "gz2", None)
    assert told("place")
    table._pointed("3252", None, None)
    assert told("refused")
    assert "11.0.4" in table.headline.value
    table._pointed("3352", None, None)
    assert told("refused"), "looked at is not given yet"
    table._pointed("3352", None, None)
    assert told("on")
    assert first.step == len(STEPS) - 1
    assert table.errors == []
    first.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_record_is_laid_at_its_beginning_and_can_be_walked(lang: Lang) -> None:
    table = show("record", "dff/albert-1917", lang)
    assert isinstance(table, Table)
    assert table.playing.line.now is table.playing.first
    table.do(gestures.redo)
    assert table.playing.line.now is not table.playing.first
    assert table.errors == []
    table.close()


def test_a_lesson_on_the_wall_is_large_and_nobodys_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_PROGRESS", str(tmp_path / "p.sqlite3"))
    lesson = show("project", "se/1-pont", "fr", "Anna")
    assert isinstance(lesson, LessonTable)
    assert "tutor-large" in lesson._dom_classes
    assert lesson.progress.learner == ""
    lesson._go(1)
    lesson.going.attempt("morser")
    lesson.progress.keep(lesson.going)
    lesson.close()
    for other in (show("project", "se/1-pont", "fr"), show("learn", "se/1-pont", "fr", "")):
        assert (other.going.at, other.going.stars[0]) == (0, 0), "the next class begins at the beginning"
        other.close()
    own = show("learn", "se/1-pont", "fr", "Anna")
    assert own.progress.learner == "Anna"
    assert "Anna" in own.head.value
    own.close()


def test_a_chronicle_of_ones_own_is_begun_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_PROGRESS", str(tmp_path / "p.sqlite3"))
    assert shelf.entry("write", "se/roana") is None
    assert shelf.entry("write", "se/new-roana") is not None
    assert shelf.entry("write", "se/new-nowhere") is None
    begun = show("write", "se/new-roana", "en")
    begun.close()
    again = show("write", "se/new-roana", "fr")
    assert again.writing.path == begun.writing.path == tmp_path / "chronicles" / "se" / "roana.yaml"
    again.writing.do(edits.tell, "note", "fr", "Le pont.")
    again.close()
    other = show("write", "se/new-roana", "en")
    assert other.writing.path.name == "roana-2.yaml", "what somebody has written in is his own"
    other.close()
    found = shelf.entry("write", "se/roana")
    assert found is not None
    on = show("write", "se/roana", "en")
    assert on.writing.draft.line["note"] == {"fr": "Le pont."}
    on.close()
