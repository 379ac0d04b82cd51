"""A result in words: what differs, with the verdict or the ledger that says why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tutor.cases.model import Difference, Result
from tutor.engine.check import Verdict
from tutor.engine.facts import Cell
from tutor.engine.ledger import Ledger
from tutor.engine.sayings import Sayings
from tutor.engine.telling import ledger, verdict
from tutor.engine.text import Lang
from tutor.engine.told import Node, Sentence, text
from tutor.engine.words import Words

say = Sayings("tutor.cases")


def told(result: Result, lang: Lang) -> tuple[Node, ...]:
    """Where the case stands, and each difference below it."""
    case = result.case
    title = f" · {case.title(lang)}" if case.title else ""
    head = f"{case.file}:{case.mark.line}: {case.game}/{case.id}{title}"
    words = Words.of(case.ruleset, result.state, lang)
    differences = (_difference(one, words) for one in result.differences)
    found = result.found.shown if result.found else ()
    return (Sentence(text(head), below=(*differences, *(node for one in found for node in _shown(one, words)))),)


def _difference(difference: Difference, words: Words) -> Sentence:
    facts = {key: value for key, value in difference.facts.items() if key not in ("number", "verdict")}
    problem = text(say(difference.kind, words.lang, **facts))
    number = difference.facts.get("number")
    if number is not None:
        problem = text(say("line-of-do", words.lang, number=number, problem=problem))
    return Sentence(problem, "✗", mood="no", below=tuple(_shown(difference.facts.get("verdict"), words)))


def _shown(shown: Any, words: Words) -> Iterator[Node]:
    match shown:
        case Verdict():
            yield from verdict(shown, words)
        case Ledger():
            yield ledger(shown, words)
        case Cell():
            yield Sentence(text(f"{shown.table}: {shown.row} × {shown.column} = {words.fact(shown)}"))
