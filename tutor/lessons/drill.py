"""One drill: may this be done, and if not, by which rule; what is this number; what comes next. The rules answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tutor.engine import telling
from tutor.engine.ask import Answer, Ask
from tutor.engine.check import Verdict
from tutor.engine.facts import Side
from tutor.engine.ledger import Ledger
from tutor.engine.play import Session
from tutor.engine.sayings import Sayings
from tutor.engine.tables import exact
from tutor.engine.text import Lang, Text
from tutor.engine.told import Node, Sentence, text
from tutor.engine.trace import Entry
from tutor.engine.words import Words

say = Sayings("tutor.lessons")
ALLOWED = "allowed"


@dataclass(frozen=True)
class Drill:
    """One question on a rule. Where there are choices, the right one is among them."""

    rule: str
    session: Session
    state: Any
    choices: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes it another question than one asked before."""
        raise NotImplementedError

    @property
    def right(self) -> str | Fraction:
        raise NotImplementedError

    def grade(self, answer: Any) -> bool:
        return bool(answer == self.right)

    # -- in words -----------------------------------------------------------------------------------------------
    def words(self, lang: Lang) -> Words:
        return Words.of(self.session.rules, self.state, lang)

    def question(self, lang: Lang) -> str:
        raise NotImplementedError

    def told(self, choice: str, lang: Lang) -> str:
        """One of the answers to choose from."""
        raise NotImplementedError

    def why(self, lang: Lang) -> tuple[Node, ...]:
        words = self.words(lang)
        return telling.with_footnotes(tuple(self._because(words)), words)

    def _because(self, words: Words) -> Iterator[Node]:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class May(Drill):
    """May this be answered? `right` is `allowed`, or the rule that refuses."""

    ask: Ask
    request: Answer

    @property
    def verdict(self) -> Verdict:
        return self.ask.verdict(self.request)

    @property
    def key(self) -> tuple[Any, ...]:
        return tuple(sorted(map(str, self.ask.facts.values()))), self.request, self.right

    @property
    def right(self) -> str:
        verdict = self.verdict
        if verdict.legal:
            return ALLOWED
        return self.rule if self.rule in verdict.rules else verdict.objections[0].rule

    def question(self, lang: Lang) -> str:
        words = self.words(lang)
        facts = {**self.ask.facts, "who": Side(self.ask.who), "answer": self.ask.fact(self.request)}
        return say("drill-may", lang, act=words.say(self.ask.kind, facts), rule=words.cite(self.ask.rule))

    def told(self, choice: str, lang: Lang) -> str:
        if choice == ALLOWED:
            return say("drill-allowed", lang)
        book = self.session.rules.book
        return say("drill-refused", lang, rule=book[choice].cited, title=book[choice].title(lang))

    def _because(self, words: Words) -> Iterator[Node]:
        return telling.verdict(self.verdict, words)


@dataclass(frozen=True, kw_only=True)
class Number(Drill):
    """How much is it?"""

    ledger: Ledger

    @property
    def key(self) -> tuple[Any, ...]:
        return self.ledger.kind, self.right, tuple(line.kind for line in self.ledger.lines)

    @property
    def right(self) -> Fraction:
        return Fraction(self.ledger.total)

    def grade(self, answer: Any) -> bool:
        try:
            return Fraction(exact(answer)) == self.right
        except (ValueError, ZeroDivisionError):
            return False

    def question(self, lang: Lang) -> str:
        words = self.words(lang)
        lines = tuple(words.say(line.kind, line.facts) for line in self.ledger.lines)
        return say("drill-number", lang, number=words.say(self.ledger.kind, {}), lines=lines)

    def _because(self, words: Words) -> Iterator[Node]:
        yield telling.ledger(self.ledger, words)


@dataclass(frozen=True, kw_only=True)
class Next(Drill):
    """What comes next? The first of `comes` does; without some rule another would."""

    before: tuple[Text, ...]
    comes: tuple[Text, ...]
    happens: Entry | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        return self.before, self.comes

    @property
    def right(self) -> str:
        return "0"

    def question(self, lang: Lang) -> str:
        told = " ; " if lang == "fr" else "; "
        return (
            say("drill-next", lang, told=told.join(one(lang) for one in self.before))
            if self.before
            else say("drill-first", lang)
        )

    def told(self, choice: str, lang: Lang) -> str:
        return self.comes[int(choice)](lang)

    def _because(self, words: Words) -> Iterator[Node]:
        if self.happens is not None:
            yield telling.entry(self.happens, words.at(self.happens.state))
        rule = words.book[self.rule]
        yield Sentence(text(rule.gist(words.lang) or rule.title(words.lang)), cites=(words.citation(self.rule),))


def graded(drill: Drill, answer: Any, lang: Lang) -> Sentence:
    """What is said to an answer."""
    if drill.grade(answer):
        return Sentence(text(say("right", lang)), "✓", mood="ok", below=drill.why(lang))
    return Sentence(text(say("not-that", lang)), "✗", mood="no", below=drill.why(lang))


__all__ = ["ALLOWED", "Drill", "May", "Next", "Number", "graded"]
