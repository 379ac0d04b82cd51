"""A result in words: what differs, with the verdict or the ledger that says why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tutor.cases.model import Difference, Result
from tutor.engine.check import Verdict
from tutor.engine.facts import Cell
from tutor.engine.ledger import Ledger
from tutor.engine.text import Lang
from tutor.engine.words import Words
from tutor.files.said import Sayings

say = Sayings("tutor.cases")


def told(result: Result, lang: Lang) -> Iterator[str]:
    """Where the case stands, and each difference below it."""
    case = result.case
    title = f" · {case.title(lang)}" if case.title else ""
    yield f"{case.file}:{case.mark.line}: {case.game}/{case.id}{title}"
    for difference in result.differences:
        yield f"  ✗ {_difference(difference, lang)}"
        if isinstance(verdict := difference.facts.get("verdict"), Verdict):
            yield from _shown(result, verdict, lang)
    for shown in result.found.shown if result.found else ():
        yield from _shown(result, shown, lang)


def _difference(difference: Difference, lang: Lang) -> str:
    facts = {key: value for key, value in difference.facts.items() if key not in ("number", "verdict")}
    problem = say(difference.kind, lang, **facts)
    number = difference.facts.get("number")
    return problem if number is None else say("line-of-do", lang, number=number, problem=problem)


def _shown(result: Result, shown: Any, lang: Lang) -> Iterator[str]:
    rules = result.case.ruleset
    words = Words.of(rules, result.state, lang)
    match shown:
        case Verdict():
            lines = words.verdict(shown, level=3)
        case Ledger():
            lines = words.ledger(shown)
        case Cell():
            lines = iter([f"{shown.table}: {shown.row} × {shown.column} = {words.fact(shown)}"])
        case _:
            lines = iter(())
    yield from (f"      {line}" for line in lines)
