"""Asks: where the legal set is looked for, in what order, and that this decides nothing."""

from __future__ import annotations

import yaml

from tests.duel.ruleset import BOOK, MAP, SCENARIO, setup
from tutor.engine.ask import Ask
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place
from tutor.engine.law import Amendments, Law, seam
from tutor.engine.space.maps import read_map

OPEN = ("c", "b")


@seam("toy.entering")
def objections_to_entering(state: object, place: str, seen: list[str]) -> Checks:
    seen.append(place)
    if place not in OPEN:
        yield objection("1.2", "nobody", place=Place(place))


def asked(law: Law) -> tuple[Ask, list[str]]:
    """An ask that allows two places and says so, and the places that were really asked about."""
    state, seen = setup(yaml.safe_load(SCENARIO), read_map(yaml.safe_load(MAP)), law), list[str]()
    return (
        Ask(
            state,
            "1.2",
            "red",
            "attack",
            ("place",),
            lambda place: objections_to_entering(state, place, seen),
            among=lambda: OPEN,
        ),
        seen,
    )


def test_the_legal_set_is_looked_for_among_the_likely_in_the_order_of_all() -> None:
    ask, seen = asked(Law.of(BOOK))
    assert list(ask.legal()) == ["b", "c"] == seen
    assert len(list(ask.candidates())) > len(seen)


def test_a_verdict_does_not_look_at_the_likely() -> None:
    ask, _ = asked(Law.of(BOOK))
    assert ask.verdict("a").rules == ("1.2",)


def test_without_a_rule_everything_is_asked_about() -> None:
    ask, seen = asked(Law.of(BOOK).without("1.2"))
    assert list(ask.legal()) == list(ask.candidates()) == seen
    ask, seen = asked(Law.of(BOOK))
    assert list(ask.legal()) == seen == ["b", "c"]


def test_where_something_exempts_everything_is_asked_about() -> None:
    amendments = Amendments()
    amendments.amends("toy.entering", "2.1", "exempt", option="snow", over={"1.2"})(lambda *_: True)
    ask, seen = asked(Law.of(BOOK, amendments, options=("snow",)))
    assert list(ask.legal()) == list(ask.candidates()) == seen
    ask, seen = asked(Law.of(BOOK, amendments))
    assert list(ask.legal()) == seen == ["b", "c"]
