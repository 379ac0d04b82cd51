"""What stands in a slot is of the kind that the messages declare: only then does the grammar of a sentence hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

import pytest

from tests.cases import some
from tests.test_messages import said_by, sorts_of
from tutor import rulesets
from tutor.cases import Case
from tutor.cases.running import session
from tutor.cases.script import Astray, do
from tutor.engine.ask import Ask, Volley
from tutor.engine.facts import Cell, Chosen, Cited, Code, Dice, Facts, Odds, Place, Side, Signed, Term, Unit, flat
from tutor.engine.grammar import Sort
from tutor.engine.ledger import Ledger
from tutor.engine.play import Session
from tutor.engine.templates import template
from tutor.engine.text import Text
from tutor.engine.trace import Entry

MANY, WIDE = 60, 30  # cases of a game, answers of a question
ONE: dict[type, Sort] = {Unit: "unit", Place: "place", Side: "side", Term: "term"}
NUMBERS = (int, Fraction, Ledger, Signed)


def fits(fact: Any, sorts: frozenset[Sort]) -> bool:
    """Whether a fact is of one of the kinds."""
    match fact:
        case Unit() | Place() | Side() | Term():
            return ONE[type(fact)] in sorts
        case bool() | str() | Text() | Cell() | Code() | Odds() | Cited() | Chosen() | None:
            return bool(sorts & {"code", "text"})
        case Volley() | Dice():
            return bool(sorts & {"figure", "dice"})
        case _ if isinstance(fact, NUMBERS):
            return bool(sorts & {"number", "figure"})
        case tuple():
            return all(_listed(one, sorts) for one in fact)
    return False


def _listed(fact: Any, sorts: frozenset[Sort]) -> bool:
    """One of several; an answer of several parts may stand where each of them may."""
    if type(fact) in ONE:
        return bool(sorts & {f"{ONE[type(fact)]}s", ONE[type(fact)]})
    return fits(fact, sorts)


def test_a_fact_of_another_kind_is_found() -> None:
    assert fits(Unit("a"), frozenset({"unit"}))
    assert not fits(Place("a"), frozenset({"unit"}))
    assert not fits(3, frozenset({"unit"}))
    assert not fits(Unit("a"), frozenset({"number"}))
    assert fits((Unit("a"), Unit("b")), frozenset({"units"}))
    assert not fits((Place("a"),), frozenset({"units"}))


@cache
def slots(game: str) -> dict[str, frozenset[str]]:
    """The facts that are told of each kind."""
    found: dict[str, set[str]] = {}
    for voice in ("engine", game):
        for one in said_by(voice):
            found.setdefault(one.kind, set()).update(slot.name for slot in template(one.text, one.lang).slots)
    return {kind: frozenset(names) for kind, names in found.items()}


@pytest.mark.parametrize("game", rulesets.games())
def test_every_fact_is_of_the_kind_that_its_slot_declares(game: str) -> None:
    sorts, told, wrong = sorts_of(game), 0, set()
    for case in some(game, MANY):
        for kind, facts in said(case):
            for name in slots(game).get(kind, frozenset()) & set(facts):
                told += 1
                if not fits(facts[name], sorts[name]):
                    wrong.add(f"{kind}: {name} is {type(facts[name]).__name__}, not {sorted(sorts[name])}")
    assert not wrong, "\n".join(sorted(wrong))
    assert told > 2_000


def said(case: Case) -> Iterator[tuple[str, Facts]]:
    """Every kind of thing that a case tells on its way, and what could be answered at its end, with the facts."""
    play = session(case)
    with suppress(Astray):
        do(play, case.deeds)
    for entry in play.entries():
        yield from _entry(entry)
    yield from _verdicts(play)


def _entry(entry: Entry) -> Iterator[tuple[str, Facts]]:
    yield entry.kind, entry.facts
    for check in entry.checks:
        yield from _with_ledgers(check.kind, check.facts)
    for ledger in entry.ledgers:
        yield from ((line.kind, line.facts) for line in ledger.walk())


def _verdicts(play: Session) -> Iterator[tuple[str, Facts]]:
    ask = play.ask
    if isinstance(ask, Ask):
        for answer in islice(ask.candidates(), WIDE):
            for check in ask.verdict(answer).checks:
                yield from _with_ledgers(check.kind, check.facts)


def _with_ledgers(kind: str, facts: Facts) -> Iterator[tuple[str, Facts]]:
    yield kind, facts
    for fact in flat(facts):
        if isinstance(fact, Ledger):
            yield from ((line.kind, line.facts) for line in fact.walk())
