"""Drills without end: positions that random play comes to, in which one rule forbids a move that nothing else forbids,
or in which it stands in a number. The rules themselves know the answers.

Whatever is drawn is drawn by lots that hang on the names alone: an answer more or a scenario more leaves other drills
as they were, and so does the drill before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2s
from itertools import count, islice
from typing import Any

from tutor.engine import telling
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.check import Verdict
from tutor.engine.facts import Side, flat
from tutor.engine.ledger import Ledger
from tutor.engine.play import Session
from tutor.engine.policy import NoWayOut
from tutor.engine.rulebook import UnknownRule
from tutor.engine.sayings import Sayings
from tutor.engine.tables import exact
from tutor.engine.text import Lang
from tutor.engine.told import Node, Sentence, text
from tutor.engine.words import Words
from tutor.library import names, scenario
from tutor.rulesets import ruleset

say = Sayings("tutor.lessons")
LONG = 60  # answers of one random play
WIDE = 600  # candidates of one question that are looked at
CHOICES = 4
ALLOWED = "allowed"


@dataclass(frozen=True)
class Drill:
    """One question: may this be done, and if not, by which rule; or: what is this number?"""

    rule: str
    session: Session
    ask: Ask | None = None
    request: Answer = None
    choices: tuple[str, ...] = ()
    ledger: Ledger | None = None
    state: Any = None

    @property
    def verdict(self) -> Verdict | None:
        return None if self.ask is None else self.ask.verdict(self.request)

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes it another question than one asked before."""
        facts = tuple(sorted(map(str, self.ask.facts.values()))) if self.ask is not None else ()
        return facts, self.request, self.right, self.ledger.kind if self.ledger is not None else ""

    @property
    def right(self) -> str | Fraction:
        """The answer: `allowed`, the rule that refuses, or the number."""
        if self.ledger is not None:
            return Fraction(self.ledger.total)
        verdict = self.verdict
        assert verdict is not None
        return ALLOWED if verdict.legal else verdict.objections[0].rule

    def grade(self, answer: Any) -> bool:
        if self.ledger is None:
            return bool(answer == self.right)
        try:
            return Fraction(exact(answer)) == self.right
        except (ValueError, ZeroDivisionError):
            return False

    # -- in words -----------------------------------------------------------------------------------------------
    def words(self, lang: Lang) -> Words:
        return Words.of(self.session.rules, self.state, lang)

    def question(self, lang: Lang) -> str:
        words = self.words(lang)
        if self.ledger is not None:
            return say("drill-number", lang, number=words.say(self.ledger.kind, {}), lines=tuple(self._given(words)))
        assert self.ask is not None
        ask = self.ask
        facts = {**ask.facts, "who": Side(ask.who), "answer": ask.fact(self.request)}
        return say("drill-may", lang, act=words.say(ask.kind, facts), rule=words.cite(ask.rule))

    def _given(self, words: Words) -> Iterator[str]:
        assert self.ledger is not None
        return (words.say(line.kind, line.facts) for line in self.ledger.lines)

    def told(self, choice: str, lang: Lang) -> str:
        """One of the answers to choose from."""
        if choice == ALLOWED:
            return say("drill-allowed", lang)
        book = self.session.rules.book
        return say("drill-refused", lang, rule=book[choice].cited, title=book[choice].title(lang))

    def why(self, lang: Lang) -> tuple[Node, ...]:
        words = self.words(lang)
        if self.ledger is not None:
            return telling.with_footnotes([telling.ledger(self.ledger, words)], words)
        assert self.verdict is not None
        return telling.with_footnotes(telling.verdict(self.verdict, words), words)


class Lots:
    """Draws that hang on a name and on what is drawn from, never on how much was drawn before or in which order."""

    def __init__(self, name: str) -> None:
        self.name = name

    def number(self, below: int, what: Any) -> int:
        digest = blake2s(f"{self.name}|{what}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % below

    def order(self, things: Iterable[Any], what: Any = "") -> list[Any]:
        return sorted(things, key=lambda one: self.number(2**64, f"{what}|{one}"))

    def one(self, things: Iterable[Any], what: Any = "") -> Any:
        return self.order(things, what)[0]


def drills(game: str, rule: str, seed: int = 0, tries: int = 60) -> Iterator[Drill]:
    """Drills on a rule, as many as are wished; none where `tries` random plays in a row never meet the rule."""
    rules = ruleset(game)
    if rule not in rules.book:
        raise UnknownRule(game, rule)
    fruitless, seen = 0, set[Any]()
    for play in count():
        found = _one(game, rule, Lots(f"{game} {rule} {seed} {play}"))
        if found is not None and found.key not in seen:
            seen.add(found.key)
            fruitless = 0
            yield found
        else:
            fruitless += 1
            if fruitless == tries:
                return


def _one(game: str, rule: str, lots: Lots) -> Drill | None:
    """Play at random until the rule is met; half of the questions that it decides are asked with the answer yes."""
    found = scenario(lots.one(names(game)))
    session = Session(found.rules, found.position(), seed=lots.number(1_000_000, "dice"))
    before = lots.number(1 + lots.number(LONG, "at most"), "before")  # a short game is over soon
    for step in range(before):
        if not _step(session, lots, step):
            break
    for step in range(before, before + LONG):
        ask = session.ask
        drill = _of_ask(rule, session, ask, lots) if isinstance(ask, Ask) else None
        drill = drill or _of_trace(rule, session)
        if drill is not None:
            return drill
        if not _step(session, lots, step):
            return None
    return None


def _step(session: Session, lots: Lots, step: int) -> bool:
    ask = session.ask
    if ask is None:
        return False
    if not isinstance(ask, Ask):
        session.roll()
        return True
    legal = [answer for answer in ask.legal() if answer != BACK]
    if not legal:
        return False
    try:
        session.answer(lots.one(legal, step))
    except NoWayOut:
        return False
    return True


def _of_ask(rule: str, session: Session, ask: Ask, lots: Lots) -> Drill | None:
    """A move that nothing but the rule forbids, or one that it allows."""
    candidates = [answer for answer in islice(ask.candidates(), WIDE) if answer not in (DONE, BACK)]
    others: dict[str, None] = {}
    alone, through = None, None
    for answer in lots.order(candidates):
        verdict = ask.verdict(answer)
        broken = list(dict.fromkeys(check.rule for check in verdict.objections))
        others |= dict.fromkeys(broken)
        if broken == [rule] and alone is None:
            alone = answer
        elif not broken and through is None and any(check.rule == rule for check in verdict.held):
            through = answer
    wished = {"refused": alone, "allowed": through}
    kinds = [kind for kind, answer in wished.items() if answer is not None]
    if not kinds:
        return None
    wrong = lots.order(one for one in others if one != rule)
    choices = lots.order([ALLOWED, rule, *wrong[: CHOICES - 2]])
    return Drill(rule, session, ask, wished[lots.one(kinds)], tuple(choices), state=ask.state)


def _of_trace(rule: str, session: Session) -> Drill | None:
    """A number told just now in which the rule stands with an amount of its own."""
    for entry in session.entries()[-6:]:
        for fact in flat(entry.facts):
            if isinstance(fact, Ledger) and len(fact.lines) > 1 and _counts(fact, rule):
                return Drill(rule, session, ledger=fact, state=entry.state or session.state)
    return None


def _counts(ledger: Ledger, rule: str) -> bool:
    return any(line.rule == rule and line.number != 0 for line in ledger.lines)


def graded(drill: Drill, answer: Any, lang: Lang) -> Sentence:
    """What is said to an answer."""
    if drill.grade(answer):
        return Sentence(text(say("right", lang)), "✓", mood="ok", below=drill.why(lang))
    return Sentence(text(say("not-that", lang)), "✗", mood="no", below=drill.why(lang))


__all__ = ["ALLOWED", "Drill", "drills", "graded"]
