"""Which readings decide an answer, and which tables it is read from.

Consulted is not decisive. A question is put once to a law that notes what it is asked for; it is put again under every
other option of what was noted; a reading decides where one of them gives another answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from tutor.engine.ask import Answer, Ask, Chance
from tutor.engine.check import Rest, Verdict
from tutor.engine.facts import Chosen, Facts
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.play import Moment, Session
from tutor.engine.run import Position, Ruleset, Run
from tutor.engine.tables import NoSuchCell, Table
from tutor.engine.trace import Entry, Trace

A = TypeVar("A")
Question: TypeAlias = Callable[[Law], A]


# -- noting --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Noting(Law):
    """A law that notes what it is asked for. It equals no other law: nothing remembered answers in its place."""

    asked: set[str] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)

    @classmethod
    def like(cls, law: Law) -> Noting:
        held = {one.name: getattr(law, one.name) for one in fields(Law)}
        return cls(**held)

    def reading(self, slug: str) -> str:
        self.asked.add(slug)
        return super().reading(slug)

    def reads(self, slug: str, option: str) -> bool:
        self.asked.add(slug)
        return super().reads(slug, option)

    def read(self, slug: str) -> Chosen:
        self.asked.add(slug)
        return super().read(slug)

    def table(self, name: str) -> Table:
        self.opened.add(name)
        return super().table(name)

    @cached_property
    def _key(self) -> tuple[object, ...]:
        return (*super()._key, id(self.asked))


# -- deciding ------------------------------------------------------------------------------------------------------
def deciding(law: Law, question: Question[A]) -> dict[str, dict[str, A]]:
    """Of every reading that decides an answer, the other answers by the options that give them."""
    noting = Noting.like(law)
    answer = question(noting)
    found = {}
    for slug in sorted(noting.asked):
        others = _otherwise(law, slug, question, answer)
        if others:
            found[slug] = others
    return found


def _otherwise(law: Law, slug: str, question: Question[A], answer: A) -> dict[str, A]:
    """The other answers to a question under the other options of a reading."""
    now = law.reading(slug)
    reading = law.book.readings[slug]
    found = {}
    for option in reading["options"]:
        if option == now:
            continue
        other = question(law.under(slug, option))
        if other != answer:
            found[option] = other
    return found


# -- a verdict -----------------------------------------------------------------------------------------------------
def verdict_under(rules: Ruleset, position: Position, ask: Ask, answer: Answer, law: Law) -> Verdict | None:
    """The verdict on an answer if another law were in force; None where the question would not even be asked."""
    try:
        run = _again(rules, position, law)
        asked = None if run is None else run.ask
        if not isinstance(asked, Ask) or not _same(asked, ask):
            return None
        return asked.verdict(answer) if asked.understands(answer) else None
    except NoSuchCell:  # without the rule that kept it away from the table
        return None


def _again(rules: Ruleset, position: Position, law: Law) -> Run | None:
    """The answers that were given inside the step under another law; None where one of them has another question."""
    run = Run(rules, position.state.but(law=law))
    if not position.answers:
        return run
    played = Run(rules, position.state)
    for given in position.answers:
        if not _same(run.ask, played.ask):
            return None
        if isinstance(run.ask, Ask) and not run.ask.understands(given):
            return None
        run.answer(given)
        played.answer(given)
    return run


def _same(one: Ask | Chance[Any] | None, other: Ask | Chance[Any] | None) -> bool:
    """Whether the same is asked, or the same dice are thrown."""
    if one is None or other is None:
        return one is other
    if type(one) is not type(other):
        return False
    return one.rule == other.rule and one.kind == other.kind


def resting(rules: Ruleset, position: Position, ask: Ask, answer: Answer) -> Verdict:
    """The verdict on an answer, with the readings that decide it."""

    def weighed(law: Law) -> tuple[Any, ...] | None:
        verdict = verdict_under(rules, position, ask, answer, law)
        return None if verdict is None else weight(verdict)

    law = position.state.law
    verdict = ask.verdict(answer)
    rests = []
    for slug, others in deciding(law, weighed).items():
        chosen = Chosen(slug, law.reading(slug))
        rests.append(Rest(chosen, _legal(others)))
    return replace(verdict, rests=tuple(rests))


def _legal(others: Mapping[str, tuple[Any, ...] | None]) -> tuple[tuple[str, bool | None], ...]:
    """By each option whether the request were legal; None where it were not asked."""
    found = []
    for option, weighed in others.items():
        legal = None if weighed is None else weighed[0]
        found.append((option, legal))
    return tuple(found)


def weight(verdict: Verdict) -> tuple[Any, ...]:
    """What a verdict says, without how it says it: whether, by which rules, and with which numbers."""
    objections = [(check.rule, check.kind) for check in verdict.objections]
    numbers: list[Any] = []
    for check in verdict.checks:
        numbers += _numbers(check.facts)
    return verdict.legal, frozenset(objections), tuple(numbers)


def _numbers(facts: Facts) -> Iterator[Any]:
    for fact in facts.values():
        if isinstance(fact, Ledger):
            yield fact.rule, fact.total


# -- what happened -------------------------------------------------------------------------------------------------
def entries_resting(session: Session) -> list[Entry]:
    """What was said on the line that is stood on, each entry with the readings that decide it as a fact."""
    rules, line = session.rules, session.now.line
    entries = list(session.trace.entries)
    before_any = _told(rules, session.root.state, [])
    told = len(before_any)
    for at, begun in enumerate(line[:-1]):
        first = at + 1 - len(begun.given)
        inside = line[first : at + 2]
        told = _marked(rules, begun, inside, told, entries)
    return entries


def _marked(rules: Ruleset, begun: Moment, inside: list[Moment], told: int, entries: list[Entry]) -> int:
    """Enter what decided between one answer and the next; how many entries are told then.

    The step began with `begun`; `inside` are the moments after each answer that was given in it.
    """
    law, first = begun.state.law, begun.mark

    def meant(other: Law) -> tuple[Any, ...]:
        state = begun.state.but(law=other)
        said = _told(rules, state, inside, supposed=other is not law)
        return tuple(map(_meant, said))

    here = meant(law)
    end = first + len(here)
    for slug, others in deciding(law, meant).items():
        chosen = Chosen(slug, law.reading(slug))
        partings = {first + _parting(here, other) for other in others.values()}
        for at in partings:
            if told <= at < end:
                entries[at] = _resting_on(chosen, entries[at])
    return end


def _resting_on(chosen: Chosen, entry: Entry) -> Entry:
    """The entry with one more reading that decides it."""
    others = entry.facts.get("rests", ())
    facts = {**entry.facts, "rests": (*others, chosen)}
    return entry._replace(facts=facts)


def _told(rules: Ruleset, state: Any, inside: list[Moment], supposed: bool = False) -> list[Entry]:
    """What is said from the beginning of a step, through answers given inside it, to the next question.

    Under a law that is only supposed another question may come, the answer be refused, or a step be under way that
    could not have been begun: there the telling ends.
    """
    trace = Trace()
    try:
        run = Run(rules, state, trace)
        for moment in inside:
            if not _may_be_said(run.ask, moment):
                break
            run.answer(moment.answer)
    except Exception:
        if not supposed:
            raise
    return trace.entries


def _may_be_said(ask: Ask | Chance[Any] | None, moment: Moment) -> bool:
    """Whether the same is asked, and what was answered then may be answered here."""
    if ask is None or (ask.rule, ask.kind) != moment.question:
        return False
    if not isinstance(ask, Ask):
        return True
    if not ask.understands(moment.answer):
        return False
    return bool(moment.despite) or ask.allows(moment.answer)


def _parting(one: tuple[Any, ...], other: tuple[Any, ...]) -> int:
    """Where two tellings part."""
    both = zip(one, other, strict=False)
    for n, (mine, theirs) in enumerate(both):
        if mine != theirs:
            return n
    return min(len(one), len(other))


def _meant(entry: Entry) -> tuple[Any, ...]:
    """What an entry says, without the readings and stories that it names."""
    facts = []
    for name, fact in entry.facts.items():
        facts.append((name, _bare(fact)))
    return entry.what, entry.rule, entry.kind, tuple(facts)


def _bare(fact: Any) -> Any:
    match fact:
        case Chosen():
            return None
        case Ledger():
            return fact.rule, fact.total
        case tuple():
            return tuple(map(_bare, fact))
        case _:
            return fact
