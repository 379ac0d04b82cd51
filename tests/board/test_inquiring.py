"""The rulebooks asked at the table: the game that is played answers first, and nothing is written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.reading import read
from tutor import library
from tutor.board import gestures, playing
from tutor.board.said import say, tied
from tutor.board.table import Table
from tutor.engine.text import LANGUAGES, Lang
from tutor.lessons.widget import LessonTable
from tutor.rulesets import book


class Asker:
    """Somebody at a table, whose page answers when it is waited for."""

    def __init__(self, lang: Lang) -> None:
        self.table = Table("se/roana", language=lang, seed=1)
        self.said: list[dict[str, Any]] = []
        self.table.board.glass.send = lambda message, buffers=None: self.said.append(message)  # type: ignore[method-assign]
        self.law: Any = self.table.drawer.pull("law")

    @property
    def told(self) -> str:
        return read(self.law.booklet.answers.value).text

    @property
    def cited(self) -> list[str]:
        return [one.attributes["data-value"] for one in read(self.law.booklet.answers.value).all("button")]

    def asks(self, question: str) -> str:
        self.said.clear()
        self.law.booklet.field.value = question
        return self.told

    def waits(self) -> bool:
        """One slice more, if there is one."""
        if {"what": "wait"} not in self.said:
            return False
        self.said.clear()
        self.table.board.hear("waited")
        return True


def heard(kind: str, lang: Lang) -> str:
    return " ".join(tied(say(kind, lang), lang).split())


@pytest.mark.parametrize(
    ("lang", "question"), [("fr", "peut-on franchir une falaise ?"), ("en", "can I cross a cliff?")]
)
def test_the_game_on_the_table_answers_first_and_no_turn_is_longer_than_one_rulebook(lang: Lang, question: str) -> None:
    asker = Asker(lang)
    before = asker.table.playing
    assert heard("asking", lang) in " ".join(asker.asks(question).split())
    assert asker.waits()
    first = asker.cited
    assert "se:11.0.4" in first
    assert all(ref.startswith("se:") for ref in first)
    assert heard("asking-others", lang) in " ".join(asker.told.split())
    slices = 1
    while asker.waits():
        slices += 1
    assert slices > 4, "a rulebook at a time"
    assert asker.cited[: len(first)] == first
    assert {ref.partition(":")[0] for ref in asker.cited[len(first) :]}.isdisjoint({"se"})
    assert len(asker.cited) > len(first)
    rule, shown = book("se")["11.0.4"], " ".join(asker.told.split())
    assert f"{rule.cited} {tied(rule.title(lang), lang)}" in asker.told
    assert " ".join(rule.gist(lang).split()) in shown.replace("\u00a0", " ")
    after = asker.table.playing
    assert replace(after, inquiry=before.inquiry) == before, "nothing but the question is another"
    assert after.line is before.line
    assert asker.table.errors == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_opens_and_shuts_in_the_same_tab(lang: Lang) -> None:
    asker = Asker(lang)
    asker.asks("SE 11.0.4")
    while asker.waits():
        pass
    assert asker.cited == ["se:11.0.4"], "a rule that is cited is its own answer"
    shut, line = asker.told, asker.table.playing.line
    asker.table.board.hear("act", act="rule", value="se:11.0.4")
    assert book("se")["11.0.4.1"].title(lang) in asker.told.replace("\u00a0", " ")
    assert book("se")["11.0.4"].lines in asker.told
    assert asker.table.drawer.open is asker.law
    asker.table.speak("fr" if lang == "en" else "en")
    assert book("se")["11.0.4.1"].title(asker.table.playing.lang) in asker.told.replace("\u00a0", " ")
    asker.table.speak(lang)
    asker.table.board.hear("act", act="rule", value="se:11.0.4")
    assert asker.told == shut
    asker.table.board.hear("act", act="rule", value="se:none")
    assert asker.told == shut
    assert asker.table.playing.line is line


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("question", "kind"),
    [("xyzzy", "no-answer"), ("et la", "small-words"), ("?", "nothing-asked"), (" ", "no-question")],
)
def test_what_finds_nothing_is_told_in_one_sentence(question: str, kind: str, lang: Lang) -> None:
    asker = Asker(lang)
    asker.asks(question)
    while asker.waits():
        pass
    assert " ".join(asker.told.split()) == heard(kind, lang)


def test_what_is_read_is_read_as_the_table_reads_it() -> None:
    """SE 11.0.4 hangs on a reading: what is told of it is what is played here."""
    asker = Asker("en")
    slug = next(slug for slug, one in book("se").readings.items() if "11.0.4" in one["rules"])
    reading = book("se").readings[slug]
    other = next(one for one in reading["options"] if one != reading["default"])
    asker.asks("11.0.4")
    while asker.waits():
        pass
    asker.table.board.hear("act", act="rule", value="se:11.0.4")
    assert reading["options"][reading["default"]]["en"] in asker.told
    asker.table.act(lambda: asker.table.turn(gestures.read, slug, other))
    assert reading["options"][other]["en"] in asker.told
    assert reading["options"][reading["default"]]["en"] not in asker.told


def test_where_cases_name_a_rule_there_is_a_position_to_try_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asker = Asker("en")

    def asked(question: str) -> str:
        asker.asks(question)
        while asker.waits():
            pass
        return str(asker.law.booklet.answers.value)

    assert "tutor lesson drill SE 11.0.4<" in asked("11.0.4")
    monkeypatch.setenv("TUTOR_HOME", "/tutor/")
    (link,) = read(asked("SE 11.0.4")).all("a")
    assert link.attributes["href"] == "/tutor/drill/se/11.0.4"
    assert link.attributes["target"] == "_blank", "the game goes on"


def test_a_key_leads_there_but_not_out_of_a_task() -> None:
    asker = Asker("en")
    asker.table.drawer.shut()
    asker.table.board.hear("key", key="/", shift=False)
    assert asker.table.drawer.open is asker.law
    assert {"what": "lead", "find": ".tutor-question input"} in asker.said
    assert "tutor-question" in asker.law.booklet.field._dom_classes
    lesson = LessonTable("se/1-pont", "en")
    table = lesson.table
    table.board.hear("key", key="/", shift=False)
    assert table.drawer.open is None
    assert table.errors == []
    lesson.close()


def test_a_task_is_answered_without_the_rulebook() -> None:
    desk = playing.lay(library.scenario("se/roana"), library.position("se/roana"), "en", seed=1)
    for task in ("try", "play", "look", "answer-below"):
        set_ = replace(desk, task=task)  # type: ignore[arg-type]
        assert gestures.inquire(set_, "cliffs") is set_
        assert gestures.open_rule(set_, "se:11.0.4") is set_
    assert gestures.inquire(desk, " cliffs  ").inquiry.question == "cliffs"
