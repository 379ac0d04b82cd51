"""As if: the same answer under a law without one rule, or with another reading. Only what would change is offered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from tutor.board import recording
from tutor.board.asked import Asked, remembered
from tutor.board.said import say
from tutor.engine import telling
from tutor.engine.ask import Answer
from tutor.engine.check import Check, Verdict
from tutor.engine.consulted import verdict_under
from tutor.engine.facts import Chosen, flat
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.text import Text
from tutor.engine.words import Words
from tutor.rendering.html import Panel

if TYPE_CHECKING:
    from tutor.board.desk import Desk

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


@remembered
def as_ifs(asked: Asked, answer: Answer, thorough: bool = False) -> tuple[AsIf, ...]:
    """The suppositions under which the verdict on an answer would not be the same.

    Of readings those that the verdict names; a thorough look finds all that decide, and takes longer than a click may.
    """
    before = asked.weighed(answer) if thorough else asked.verdict(answer)
    tried = ((one, under(asked, answer, one)) for one in _candidates(asked.position.state.law, before))
    parting = (one for one, after in tried if after is not None and _rules(after) != _rules(before))
    return tuple(islice(parting, MOST))


def _rules(verdict: Verdict) -> set[str]:
    return {check.rule for check in verdict.objections}


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


@remembered
def under(asked: Asked, answer: Answer, one: AsIf) -> Verdict | None:
    """The verdict under the other law; None where the question would not even be asked."""
    return verdict_under(asked.rules, asked.position, asked.ask, answer, one.law(asked.position.state.law))


def told(asked: Asked, answer: Answer, one: AsIf, words: Words, level: int) -> str:
    """The verdict under the supposition, as the panel tells it."""
    verdict = under(asked, answer, one)
    if verdict is None:
        return ""
    kind = "as-if.legal" if verdict.legal else "as-if.refused"
    head = say(kind, words.lang, supposed=one.label(words))
    inner = Panel(max(level, 2)).html(telling.headed(verdict, words))
    return f'<div class="head {"ok" if verdict.legal else "no"}">{escape(head)}</div>{inner}'


# -- gestures ---------------------------------------------------------------------------------------------------
def offered(desk: Desk) -> tuple[AsIf, ...]:
    """What could be supposed about the answer looked at, once it has been refused."""
    asked, target = desk.asked, desk.look.target
    if asked is None or target is None or asked.allows(target):
        return ()
    return as_ifs(asked, target, desk.habits.level > 2)


def suppose(desk: Desk, one: AsIf) -> Desk:
    """What the rules would say then."""
    return desk.looking(supposed=one)


def keep_supposed(desk: Desk) -> Desk:
    """Play on under the reading that was supposed."""
    one, target, ahead = desk.look.supposed, desk.look.target, desk.look.ahead
    if one is None or not one.reading:
        return desk
    kept = recording.read(desk, one.reading, one.option)
    looked = kept.looking(ahead=ahead)
    kept = looked if looked.asked is not None else kept
    understood = kept.asked is not None and kept.asked.ask.understands(target)
    return kept.looking(target=target) if understood else kept
