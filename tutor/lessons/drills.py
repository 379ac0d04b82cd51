"""Drills without end: positions that random play comes to, in which one rule forbids a move that nothing else forbids,
or in which it stands in a number. The rules themselves know the answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.check import Verdict
from tutor.engine.facts import Side, flat
from tutor.engine.ledger import Ledger
from tutor.engine.odds import NoWayOut
from tutor.engine.play import Session
from tutor.engine.rulebook import UnknownRule
from tutor.engine.tables import exact
from tutor.engine.text import Lang
from tutor.engine.words import Words
from tutor.files.said import Sayings
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

    def why(self, lang: Lang) -> list[str]:
        words = self.words(lang)
        told = words.ledger(self.ledger) if self.ledger is not None else words.verdict(self.verdict, 3)  # type: ignore[arg-type]
        return [*told, *words.footnotes()]


def drills(game: str, rule: str, seed: int = 0, tries: int = 60) -> Iterator[Drill]:
    """Drills on a rule, as many as are wished; none where `tries` random plays in a row never meet the rule."""
    rules = ruleset(game)
    if rule not in rules.book:
        raise UnknownRule(game, rule)
    rng = random.Random(f"{game} {rule} {seed}")
    fruitless, seen = 0, set[Any]()
    while fruitless < tries:
        found = _one(game, rule, rng)
        fruitless += 1
        if found is not None and found.key not in seen:
            seen.add(found.key)
            fruitless = 0
            yield found


def _one(game: str, rule: str, rng: random.Random) -> Drill | None:
    """Play at random until the rule is met; half of the questions that it decides are asked with the answer yes."""
    found = scenario(rng.choice(names(game)))
    session = Session(found.rules, found.position(), seed=rng.randrange(1_000_000))
    for _ in range(rng.randrange(LONG)):
        if not _step(session, rng):
            break
    for _ in range(LONG):
        ask = session.ask
        drill = _of_ask(rule, session, ask, rng) if isinstance(ask, Ask) else None
        drill = drill or _of_trace(rule, session)
        if drill is not None:
            return drill
        if not _step(session, rng):
            return None
    return None


def _step(session: Session, rng: random.Random) -> bool:
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
        session.answer(rng.choice(legal))
    except NoWayOut:
        return False
    return True


def _of_ask(rule: str, session: Session, ask: Ask, rng: random.Random) -> Drill | None:
    """A move that nothing but the rule forbids, or one that it allows."""
    candidates = [answer for answer in islice(ask.candidates(), WIDE) if answer not in (DONE, BACK)]
    rng.shuffle(candidates)
    others: dict[str, None] = {}
    alone, through = None, None
    for answer in candidates:
        verdict = ask.verdict(answer)
        broken = list(dict.fromkeys(check.rule for check in verdict.objections))
        others |= dict.fromkeys(broken)
        if broken == [rule] and alone is None:
            alone = answer
        elif not broken and through is None and any(check.rule == rule for check in verdict.held):
            through = answer
    wished = [one for one in (alone, through) if one is not None]
    if not wished:
        return None
    wrong = [one for one in others if one != rule]
    rng.shuffle(wrong)
    choices = [ALLOWED, rule, *wrong[: CHOICES - 2]]
    rng.shuffle(choices)
    return Drill(rule, session, ask, rng.choice(wished), tuple(choices), state=ask.state)


def _of_trace(rule: str, session: Session) -> Drill | None:
    """A number told just now in which the rule stands with an amount of its own."""
    for entry in session.entries()[-6:]:
        for fact in flat(entry.facts):
            if isinstance(fact, Ledger) and len(fact.lines) > 1 and _counts(fact, rule):
                return Drill(rule, session, ledger=fact, state=entry.state or session.state)
    return None


def _counts(ledger: Ledger, rule: str) -> bool:
    return any(line.rule == rule and line.number != 0 for line in ledger.lines)


def graded(drill: Drill, answer: Any, lang: Lang) -> list[str]:
    """What is said to an answer."""
    sign, kind = ("✓", "right") if drill.grade(answer) else ("✗", "not-that")
    return [f"{sign} {say(kind, lang)}", *(f"  {line}" for line in drill.why(lang))]


__all__ = ["ALLOWED", "Drill", "drills", "graded"]
