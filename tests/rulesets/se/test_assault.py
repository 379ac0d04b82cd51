"""Assault results that our stand-in table never gives: nobody retreats, both do. The owner's own table may."""

from __future__ import annotations

import pytest

from tests.randommaps import se_book, se_state
from tests.rulesets.se.ground import ground
from tutor.engine.ask import Ask
from tutor.engine.law import Law
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Session
from tutor.engine.run import task
from tutor.rulesets.se.ruleset import RULES
from tutor.rulesets.se.state import State, Unit

HERE, THERE, BEHIND = "0505", "0506", "0507"


def law(cell: str, **readings: str) -> Law:
    """The usual law, with an assault table that says the same everywhere."""
    columns = len(se_book().tables["assault"]["columns"])
    cells = {str(die): [cell] * columns for die in range(1, 7)}
    chosen = {slug.replace("_", "-"): option for slug, option in readings.items()}
    return Law.of(se_book(), RULES.amendments, chosen, (), {"assault": {"cells": cells}})


def fought(law: Law, morale: int = 6, **changes: object) -> State:
    """One assault to its end, whatever is asked being answered by the first that is legal."""
    attacker = Unit("a", "ah", "infantry", HERE, ((4, 2), (2, 1)), mp=6, printed_morale=morale, steps=2)
    defender = Unit("d", "it", "infantry", THERE, ((4, 2), (2, 1)), mp=6, printed_morale=6, steps=2)
    units = [attacker.but(assault=THERE, origin=HERE, dp=changes.pop("dp", 0)), defender]
    agenda = (task("enter", "ah", False),)
    session = Session(RULES, se_state(ground(), units, law=law, agenda=agenda, **changes), seed=1)
    while not session.over:
        if isinstance(session.ask, Ask):
            session.answer(next(session.ask.legal()))
        else:
            session.roll()
    return session.state


def places(s: State) -> tuple[str | None, str | None]:
    return s.unit("a").place, s.unit("d").place


def test_nobody_retreats_and_the_attacker_goes_home() -> None:
    s = fought(law("D1 | D1"))
    assert places(s) == (HERE, THERE)
    assert not s.unit("a").retreated, "he did not retreat (16.4.2)"
    assert [s.unit(id).dp for id in "ad"] == [1, 1]


def test_nobody_retreats_and_nobody_surrenders() -> None:
    s = fought(law("D2 | D1"), morale=3, dp=2)
    assert s.unit("a").dp == 2
    assert places(s) == (HERE, THERE)


def test_nobody_retreats_and_both_stay_by_another_reading() -> None:
    s = fought(law("D1 | D1", nobody_retreats="both-stay"))
    assert places(s) == (THERE, THERE)


def test_both_retreat_and_leave_the_hex() -> None:
    s = fought(law("D1R | D1R"), trenches=FrozenMap({THERE: 2}))
    assert places(s)[0] == HERE
    assert places(s)[1] not in (HERE, THERE)
    assert s.trench(THERE) == 1, "the defender fell back (18.5)"


def test_where_both_retreat_nobody_is_the_winner() -> None:
    assert fought(law("D2R | D1R"), morale=3, dp=2).unit("a").box == "surrendered"


def test_both_retreat_and_the_defender_holds_by_another_reading() -> None:
    s = fought(law("D1R | D1R", both_retreat="defender-holds"), trenches=FrozenMap({THERE: 2}))
    assert places(s) == (HERE, THERE)
    assert s.trench(THERE) == 2


@pytest.mark.parametrize("reading", ["left-empty", "defender-holds"])
def test_who_holds_is_the_winner(reading: str) -> None:
    """The defender that stays does not surrender (16.4.2); the one that must go does."""
    s = fought(law("D1R | D6R", both_retreat=reading))
    assert (not s.unit("d").box) == (reading == "defender-holds")


def test_the_defender_dead_and_nobody_ordered_back() -> None:
    """Without a defender the attacker holds the hex, even if no R drove anybody out."""
    assert places(fought(law("- | 2D1"))) == (THERE, None)
