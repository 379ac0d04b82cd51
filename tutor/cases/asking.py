"""Asking the rulebooks: clauses that answer a question in plain words, each with a position in which to try it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tutor import lookup, rulesets, search
from tutor.cases import shelf
from tutor.cases.model import Case
from tutor.cases.running import session
from tutor.cases.script import do
from tutor.engine.play import Session
from tutor.engine.rulebook import Rule
from tutor.engine.text import Lang


@dataclass(frozen=True)
class Answer:
    """A clause that answers; where a case names it, there is a position to try it."""

    rule: Rule

    @cached_property
    def tried(self) -> bool:
        return shelf.tried(self.rule.game, self.rule.id)

    def positions(self) -> Iterator[Session]:
        """Sessions that stand where the clause decides, one for every case that names it."""
        for loaded, ids in shelf.about(self.rule.game, self.rule.id):
            for case in shelf.built(loaded, ids):
                yield _played(case)


def _played(case: Case) -> Session:
    play = session(case)
    do(play, case.deeds)
    return play


def ask(question: str, lang: Lang | None = None, table: str | None = None, most: int = 5) -> tuple[Answer, ...]:
    """What the rulebooks answer: that of the game on the table first, then those of the others.

    A rule that is cited is its own answer.
    """
    if cited := _cited(question, table):
        return tuple(map(Answer, cited[:most]))
    first = search.search(question, [table], most, lang) if table else ()
    others = search.search(question, [game for game in rulesets.games() if game != table], most, lang)
    return tuple(Answer(hit.rule) for hit in (*first, *others))


def _cited(question: str, table: str | None) -> tuple[Rule, ...]:
    return lookup.cited(question, table) if lookup.is_citation(question) else ()


def asking(question: str, lang: Lang, table: str, most: int = 5) -> Iterator[tuple[Answer, ...]]:
    """The same, as far as it is known: a rulebook that is asked for the first time is read then."""
    if unanswered(question, lang) != "no-answer":
        return
    if not _cited(question, table):
        first = tuple(Answer(hit.rule) for hit in search.search(question, [table], most, lang))
        for game in rulesets.games():
            if game != table:
                yield first
                search.search(question, [game], 1, lang)
        yield first
    yield ask(question, lang, table, most)


def unanswered(question: str, lang: Lang) -> str:
    """Why a question that finds nothing does so: the kind of what is said of it."""
    if not lookup.words(question):
        return "nothing-asked"
    return "no-answer" if search.wanted(question, search.spoken(question, lang)) else "small-words"


__all__ = ["Answer", "ask", "asking", "unanswered"]
