"""Where a unit may go, held together for any game: verdicts, ways, safer ways, what is missing, lines of supply."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.duel.ruleset import BOOK
from tests.engine.test_space_paths import Web, dear, paid
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.going import Going, SupplyLine, places_on
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.space.paths import ClosedOff, Modes, Reach, Way, compile_costs, reach

# a - b - c - d in a row of 1, 2 and 3; a - x - c as a detour of 2 and 2; nothing leads to e
EDGES = {("a", "b"): 1, ("b", "c"): 2, ("c", "d"): 3, ("a", "x"): 2, ("x", "c"): 2, ("e", "a"): 1}
WEB = Web(EDGES)


def no_way(place: str) -> Check:
    return objection("1.9", "no-way", hex=place)


def full(place: str) -> Checks:
    """No room in b."""
    if place == "b":
        yield objection("2.1", "full", hex=place)
    else:
        yield held("2.1", "room", hex=place)


def harm(a: str, b: str) -> Checks:
    if (a, b) == ("a", "b"):
        yield held("3.1", "fire", hex=b)


def without_harm(a: str, b: str) -> Ledger | Check:
    return objection("3.1", "fire") if list(harm(a, b)) else WEB.price(a, b)


def going(points: int, **changes: object) -> Going:
    found = reach(compile_costs(WEB, WEB.price), "a", points, too_dear=dear)
    safe = reach(compile_costs(WEB, without_harm), "a", points)
    plain = Going(
        law=Law.of(BOOK),
        means="on-foot",
        rule="1.1",
        unit="u",
        reach=found,
        no_way=no_way,
        follows=harm,
        safer=lambda: safe,
        endless=lambda: reach(compile_costs(WEB, WEB.price), "a"),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_places_are_where_a_move_may_end() -> None:
    assert set(going(4).places) == {"b", "c", "x"}, "the start is no move"
    ends = going(4, ending=full)
    assert set(ends.places) == {"c", "x"}
    assert [check.kind for check in ends.verdict("b").objections] == ["full"]
    assert ends.verdict("c").legal
    assert [check.kind for check in ends.verdict("c").held] == ["room"]


def test_a_place_beyond_is_refused_by_every_way_in() -> None:
    verdict = going(4).verdict("d")
    assert [check.rule for check in verdict.objections] == ["1.2"]
    shut = going(4).why_not("d")
    assert shut is not None
    assert shut.furthest == "c"
    assert going(4).why_not("c") is None
    assert [check.kind for check in going(4).verdict("e").objections] == ["no-way"]


def test_the_end_is_judged_even_where_no_way_leads() -> None:
    far = going(0, ending=full)
    assert {check.rule for check in far.verdict("b").objections} == {"1.2", "2.1"}


def test_a_closed_means_has_no_places() -> None:
    for shut in (going(4, closed=(objection("1.0", "closed"),)), going(4, closed=(objection("1.0", "x"),), reach=None)):
        assert shut.places == ()
        assert [check.rule for check in shut.verdict("b").objections] == ["1.0"]
        assert shut.missing("b") is None
        assert shut.safer_way("b") is None or shut.reach is not None


def test_the_way_and_a_safer_one() -> None:
    assert going(4).way("c") == ("a", "b", "c")
    safer = going(4).safer_way("c")
    assert safer is not None
    assert places_on(safer, "c") == ("a", "x", "c")
    assert safer.cost("c") == 4
    assert going(3).safer_way("c") is None, "the detour costs more than there is"
    assert going(3).taken("c") is not None
    assert going(0).taken("c") is None
    assert going(4).safer_way("x") is None, "the cheapest way is safe"
    assert going(4).safer_way("d") is None
    assert going(4, safer=lambda: None).safer_way("c") is None
    assert going(4, reach=None).way("c") == ()


def test_of_two_ways_that_cost_the_same_the_safer_is_taken() -> None:
    even = Web({**EDGES, ("a", "x"): 1})
    found = reach(compile_costs(even, even.price), "a", 4)
    safe = reach(
        compile_costs(even, lambda a, b: objection("3.1", "fire") if (a, b) == ("a", "b") else even.price(a, b)), "a", 4
    )
    both = going(4, reach=found, safer=lambda: safe)
    assert both.way("c") == ("a", "x", "c")
    assert both.taken("c") is safe
    assert both.safer_way("c") is None
    assert both.way("b") == ("a", "b")


@pytest.mark.parametrize(("points", "place", "missing"), [(4, "d", 2), (0, "c", 3), (4, "c", None), (4, "e", None)])
def test_what_is_missing(points: int, place: str, missing: int | None) -> None:
    assert going(points).missing(place) == missing


def test_nothing_is_missing_but_room() -> None:
    assert going(0).missing("b") == 1
    assert going(0, ending=full).missing("b") is None, "no points make room"
    assert going(0, endless=lambda: None).missing("b") is None


def test_modes_are_left_out_of_a_way() -> None:
    modes = Modes(WEB, ("slow", "fast"), lambda mode, a, b: "fast" if b == "b" else mode)
    costs = compile_costs(modes, lambda a, b: paid(1))
    found: Reach[tuple[str, str]] = reach(costs, ("a", "slow"), 3)
    assert places_on(found, "c") == ("a", "b", "c") or places_on(found, "c") == ("a", "x", "c")
    assert found.path("c")[0] == ("a", "slow")


def test_the_nearest_place_where_a_move_may_end() -> None:
    line = Web(dict.fromkeys([*pairwise("abcdef"), *pairwise("fedcba")], 1))
    found = reach(compile_costs(line, line.price), "a", 2)
    assert going(2, reach=found).nearest("f") == "c"
    assert going(2, reach=found, ending=lambda place: full("b" if place == "c" else place)).nearest("f") is None
    assert going(0, reach=reach(compile_costs(line, line.price), "a", 0)).nearest("f") is None
    assert going(2, reach=None).nearest("f") is None
    assert going(2, closed=(objection("1.0", "closed"),)).nearest("f") is None
    modes = Modes(line, ("slow", "fast"), lambda mode, a, b: mode)
    by_mode = reach(compile_costs(modes, lambda a, b: paid(1)), ("a", "slow"), 2)
    assert going(2, reach=by_mode).nearest("f") == "c"


def test_a_supply_line_is_open_or_cut() -> None:
    good, bad = held("4.1", "line"), objection("4.2", "cut")
    assert SupplyLine("4.1", "u", ("a", "b"), (good,)).open
    assert not SupplyLine("4.1", "u", ("a",), (good, bad)).open
    cut = ClosedOff("b", "a", (Way("a", "b", bad),))
    assert not SupplyLine("4.1", "u", ("a",), (good,), cut).open
