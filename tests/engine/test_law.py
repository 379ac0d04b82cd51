"""The law in force: readings, options, rules switched off, and the four verbs of an amendment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.duel.ruleset import BOOK
from tutor.engine.check import Check, Verdict, held, objection
from tutor.engine.law import Amendments, Clash, Law, clashes, seam
from tutor.engine.ledger import Line, plus
from tutor.engine.pieces import record
from tutor.engine.run import Agenda, Task, task


@record
class State(Agenda):
    snow: bool = False


@seam("sum")
def sum_lines(s: State, n: int) -> Iterator[Line]:
    yield plus("1.3", "base", n)
    yield plus("1.4", "fort", -1)


@seam("may")
def may(s: State) -> Iterator[Check]:
    yield held("1.1", "fine")
    yield objection("1.2", "barred")


def laws() -> Amendments:
    amendments = Amendments()

    @amendments.amends("sum", "2.1", "add", option="snow")
    def snow(s: State, n: int) -> Iterator[Line]:
        yield plus("2.1", "snow", -2)

    @amendments.amends("sum", "2.2", "replace", option="guns", over={"1.4"})
    def guns(s: State, n: int) -> Iterator[Line]:
        if n > 5:
            yield plus("2.2", "guns", 0)

    @amendments.amends("may", "1.7", "exempt", option="pass", over={"1.2"})
    def passes(s: State) -> bool:
        return True

    amendments.inserts("fight", "1.6", "prepare", option="prepared", where="before")
    return amendments


def state(*options: str, **more: Any) -> State:
    return State(Law.of(BOOK, laws(), options=options), **more)


def total(s: State, n: int) -> object:
    return s.law.ledger("1.3", "sum", sum_lines(s, n)).total


def test_nothing_in_force_changes_nothing() -> None:
    assert total(state(), 4) == 3
    assert not Verdict.of(None, may(state())).legal


def test_add_a_line() -> None:
    assert total(state("snow"), 4) == 1


def test_replace_lines_of_an_id_only_where_the_special_rule_speaks() -> None:
    assert total(state("guns"), 9) == 9
    assert total(state("guns"), 4) == 3


def test_exempt_from_an_objection_and_say_by_what() -> None:
    verdict = Verdict.of(None, may(state("pass")))
    assert verdict.legal
    assert verdict.checks[1].rule == "1.2"
    assert verdict.checks[1].exempt_by == "1.7"


def test_insert_a_step() -> None:
    assert state("prepared").then(task("fight", 1)).agenda == (Task("prepare", (1,)), Task("fight", (1,)))
    assert state().then(task("fight", 1)).agenda == (Task("fight", (1,)),)


def test_as_if_without_a_rule() -> None:
    plain = Law.of(BOOK, laws())
    assert total(State(plain.without("1.4")), 4) == 4
    without = plain.without("1.2")
    assert without.verdict(None, may(State(without))).legal
    assert not without.on("1.2")


def test_the_first_objection_is_enough_and_nothing_more_is_asked() -> None:
    asked = []

    def watched() -> Iterator[Check]:
        for check in (held("1", "fine"), objection("2", "barred"), objection("3", "barred")):
            asked.append(check.rule)
            yield check

    law = Law.of(BOOK)
    found = law.first_objection(watched())
    assert found is not None
    assert found.rule == "2"
    assert asked == ["1", "2"]
    assert law.allows([held("1", "fine")])
    assert not law.allows(watched())


def test_an_amendment_can_be_switched_off_like_any_rule() -> None:
    assert total(State(Law.of(BOOK, laws(), options=["snow"]).without("2.1")), 4) == 3


def test_two_amendments_of_one_rule_clash_unless_one_names_the_other() -> None:
    amendments = laws()

    @amendments.amends("sum", "1.5", "replace", option="mud", over={"1.4"})
    def mud(s: State, n: int) -> Iterator[Line]:
        yield plus("1.5", "mud", -3)

    with pytest.raises(Clash) as caught:
        Law.of(BOOK, amendments, options=["guns", "mud"])
    assert set(caught.value.rules) == {"1.4", "2.2", "1.5"}
    assert [rule for rule, _, _ in clashes(amendments.all)] == ["1.4"]

    named = laws()

    @named.amends("sum", "1.5", "replace", option="mud", over={"1.4", "2.2"})
    def mud_over_guns(s: State, n: int) -> Iterator[Line]:
        yield plus("1.5", "mud", -3)

    assert Law.of(BOOK, named, options=["guns", "mud"]).amending


def test_readings_have_a_default_and_a_switch() -> None:
    law = Law.of(BOOK)
    assert law.reads("halving", "down")
    assert law.under("halving", "exact").reads("halving", "exact")
    assert law.read("halving").option == "down"


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Law.of(BOOK, options=["blizzard"]), "blizzard"),
        (lambda: Law.of(BOOK, readings={"halving": "sideways"}), "sideways"),
        (lambda: Law.of(BOOK, readings={"no-such": "x"}), "no-such"),
    ],
)
def test_what_does_not_exist_is_refused(make: Any, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        make()


def test_an_owner_may_replace_a_table() -> None:
    own = {"losses": {"columns": ["0", "1"], "cells": {"1": ["a", "b"]}}}
    cell = Law.of(BOOK, owned=own).table("losses").at(1, 1)
    assert (cell.value, cell.stand_in) == ("b", False)
    assert Law.of(BOOK).table("losses").at(1, 1).stand_in
