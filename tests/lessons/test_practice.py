"""Drills on a page: a question, its board, one answer, the rule's own word on it."""

from __future__ import annotations

import re

import pytest

from tutor.engine.text import LANGUAGES
from tutor.lessons.practice import Practice


def bare(html: str) -> str:
    return re.sub(r"<style.*?</style>|<[^>]+>", "", html, flags=re.DOTALL)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rule", ["se/11.0.4", "tlm/4.1.d"])
def test_a_question_is_asked_answered_once_and_the_next_one_comes(rule: str, lang: str) -> None:
    practice = Practice(rule, lang)
    for n in (1, 2):
        drill = practice.drill
        assert drill is not None
        assert bare(practice.question.value)
        assert practice.next_button.disabled
        (board,) = practice.place.children
        assert not {mark.kind for mark in board.scene.marks} & {"target", "refused"}, "the board tells the answer"
        practice.answer(drill.right)
        practice.answer("something else")
        assert (practice.right, practice.asked) == (n, n)
        assert "✓" in practice.said.value
        assert rule.partition("/")[2][:3] in bare(practice.said.value)
        practice.go()
        assert practice.work is not None
        practice.work.join(60)
        assert practice.drill is not drill
    practice.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_answer_is_told_why(lang: str) -> None:
    practice = Practice("se/11.0.4", lang)
    assert practice.drill is not None
    wrong = next(one for one in practice.drill.choices if one != practice.drill.right)
    practice.answer(wrong)
    assert (practice.right, practice.asked) == (0, 1)
    assert "✗" in practice.said.value
    practice.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_a_rule_has_no_drill_its_lesson_is_named(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_HOME", "/tutor/")
    monkeypatch.setattr("tutor.lessons.practice.drills", lambda *_: iter(()))
    practice = Practice("tlm/8.2.1.d", lang)
    assert practice.drill is None
    assert '<a href="/tutor/learn/tlm/1-verdun">' in practice.said.value
    practice.close()


@pytest.mark.parametrize("rule", ["se/0.0", "none/1", "se"])
def test_no_such_rule_is_one_clear_message(rule: str) -> None:
    practice = Practice(rule, "en")
    assert bare(practice.said.value)
    assert practice.drill is None
    practice.close()
