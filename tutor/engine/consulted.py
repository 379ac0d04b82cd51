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
        return cls(**{one.name: getattr(law, one.name) for one in fields(Law)})

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
    found = {slug: _otherwise(law, slug, question, answer) for slug in sorted(noting.asked)}
    return {slug: others for slug, others in found.items() if others}


def _otherwise(law: Law, slug: str, question: Question[A], answer: A) -> dict[str, A]:
    """The other answers to a question under the other options of a reading."""
    now = law.reading(slug)
    found = {}
    for option in law.book.readings[slug]["options"]:
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
        if not isinstance(asked, Ask) or not _same(asked, ask) or not asked.understands(answer):
            return None
        return asked.verdict(answer)
    except NoSuchCell:  # without the rule that kept it away from the table
        return None


def _again(rules: Ruleset, position: Position, law: Law) -> Run | None:
    """The answers that were given inside the step under another law; None where one of them has another question."""
    run = Run(rules, Position(position.state.but(law=law)))
    if not position.answers:
        return run
    played = Run(rules, Position(position.state))
    for given in position.answers:
        if not _same(run.ask, played.ask) or (isinstance(run.ask, Ask) and not run.ask.understands(given)):
            return None
        run.answer(given)
        played.answer(given)
    return run


def _same(one: Ask | Chance[Any] | None, other: Ask | Chance[Any] | None) -> bool:
    """Whether the same is asked, or the same dice are thrown."""
    if one is None or other is None:
        return one is other
    return (type(one), one.rule, one.kind) == (type(other), other.rule, other.kind)


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
    objections = frozenset((check.rule, check.kind) for check in verdict.objections)
    numbers: list[Any] = []
    for check in verdict.checks:
        numbers += _numbers(check.facts)
    return verdict.legal, objections, tuple(numbers)


def _numbers(facts: Facts) -> Iterator[Any]:
    return ((fact.rule, fact.total) for fact in facts.values() if isinstance(fact, Ledger))


# -- what happened -------------------------------------------------------------------------------------------------
def entries_resting(session: Session) -> list[Entry]:
    """What was said on the line that is stood on, each entry with the readings that decide it as a fact."""
    entries, line = list(session.trace.entries), session.now.line
    told = len(_told(session.rules, session.root.state, []))
    for at, begun in enumerate(line[:-1]):
        first = at + 1 - len(begun.given)
        inside = line[first : at + 2]
        told = _marked(session.rules, begun, inside, told, entries)
    return entries


def _marked(rules: Ruleset, begun: Moment, inside: list[Moment], told: int, entries: list[Entry]) -> int:
    """Enter what decided between one answer and the next; how many entries are told then.

    The step began with `begun`; `inside` are the moments after each answer that was given in it.
    """
    law, first = begun.state.law, begun.mark

    def meant(law: Law) -> tuple[Any, ...]:
        supposed = law is not begun.state.law
        said = _told(rules, begun.state.but(law=law), inside, supposed)
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
    rests = (*entry.facts.get("rests", ()), chosen)
    return entry._replace(facts={**entry.facts, "rests": rests})


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
    return ask.understands(moment.answer) and (bool(moment.despite) or ask.allows(moment.answer))


def _parting(one: tuple[Any, ...], other: tuple[Any, ...]) -> int:
    """Where two tellings part."""
    for n, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return n
    return min(len(one), len(other))


def _meant(entry: Entry) -> tuple[Any, ...]:
    """What an entry says, without the readings and stories that it names."""
    facts = tuple((key, _bare(fact)) for key, fact in entry.facts.items())
    return entry.what, entry.rule, entry.kind, facts


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
