"""As if: the same answer under a law without one rule, or with another reading. Only what would change is offered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from tutor.board.said import say
from tutor.engine import telling
from tutor.engine.ask import Answer, Ask
from tutor.engine.check import Check, Verdict
from tutor.engine.consulted import resting, verdict_under
from tutor.engine.facts import Chosen, flat
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.run import Position, Ruleset
from tutor.engine.text import Text
from tutor.engine.words import Words
from tutor.rendering.html import Panel

MOST = 5


@dataclass(frozen=True, slots=True)
class AsIf:
    """One thing that may be supposed: without a rule, or under another reading."""

    rule: str = ""
    reading: str = ""
    option: str = ""

    def law(self, law: Law) -> Law:
        return law.under(self.reading, self.option) if self.reading else law.without(self.rule)

    def label(self, words: Words) -> str:
        if self.rule:
            return say("as-if.rule", words.lang, rule=words.cite(self.rule))
        option = Text.of(words.book.readings[self.reading]["options"][self.option])(words.lang)
        return say("as-if.reading", words.lang, option=option if len(option) < 60 else option[:58] + "…")


def as_ifs(rules: Ruleset, position: Position, ask: Ask, answer: Answer, thorough: bool = False) -> list[AsIf]:
    """The suppositions under which the verdict on an answer would not be the same.

    Of readings those that the verdict names; a thorough look finds all that decide, and takes longer than a click may.
    """
    before = resting(rules, position, ask, answer) if thorough else ask.verdict(answer)
    found = []
    for one in _candidates(position.state.law, before):
        after = _under(rules, position, ask, answer, one)
        if after is not None and {c.rule for c in after.objections} != {c.rule for c in before.objections}:
            found.append(one)
    return found[:MOST]


def _candidates(law: Law, verdict: Verdict) -> Iterator[AsIf]:
    yield from (AsIf(rule=rule) for rule in dict.fromkeys(check.rule for check in verdict.objections))
    named = (slug for check in verdict.checks for slug in _named(check))
    for slug in dict.fromkeys((*(rest.chosen.reading for rest in verdict.rests), *named)):
        options = law.book.readings[slug]["options"]
        yield from (AsIf(reading=slug, option=option) for option in options if not law.reads(slug, option))


def _named(check: Check) -> Iterator[str]:
    """The readings that a check names, in its facts or in the numbers among them."""
    for fact in flat(check.facts):
        if isinstance(fact, Chosen):
            yield fact.reading
        elif isinstance(fact, Ledger):
            yield from (f.reading for line in fact.walk() for f in flat(line.facts) if isinstance(f, Chosen))


def _under(rules: Ruleset, position: Position, ask: Ask, answer: Answer, one: AsIf) -> Verdict | None:
    """The verdict under the other law; None where the question would not even be asked."""
    return verdict_under(rules, position, ask, answer, one.law(position.state.law))


def told(rules: Ruleset, position: Position, ask: Ask, answer: Answer, one: AsIf, words: Words, level: int) -> str:
    """The verdict under the supposition, as the panel tells it."""
    verdict = _under(rules, position, ask, answer, one)
    if verdict is None:
        return ""
    kind = "as-if.legal" if verdict.legal else "as-if.refused"
    head = say(kind, words.lang, supposed=one.label(words))
    inner = Panel(max(level, 2)).html(telling.headed(verdict, words))
    return f'<div class="head {"ok" if verdict.legal else "no"}">{escape(head)}</div>{inner}'
