"""Searches against a slow one, on random graphs and on small ones where the answer is plain."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import pytest

from tests.engine.relaxing import relax
from tutor.engine.check import Check, objection
from tutor.engine.facts import Number
from tutor.engine.ledger import Ledger, plus
from tutor.engine.space.paths import CLOSED, Modes, compile_costs, points, reach

Price = Callable[[str, str], Ledger | Check]


@dataclass(frozen=True)
class Web:
    """A directed graph with a price on every edge; None is a refused one."""

    edges: dict[tuple[str, str], Number | None]

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(end for edge in self.edges for end in edge))

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        return tuple(b for a, b in self.edges if a == place)

    def price(self, a: str, b: str) -> Ledger | Check:
        cost = self.edges[a, b]
        return objection("1.1", "shut", origin=a, into=b) if cost is None else paid(cost)


def paid(cost: Number) -> Ledger:
    return Ledger.of("1.0", "cost", [plus("1.0", "step", cost)])


def dear(a: str, b: str, cost: Ledger, left: Number) -> Check:
    return objection("1.2", "dear", origin=a, into=b, cost=cost, left=left)


def stopped(a: str, b: str) -> Check:
    return objection("1.3", "stop", origin=a, into=b)


def web(rng: random.Random, prices: tuple[Number | None, ...], size: int = 24) -> Web:
    names = [f"p{n}" for n in range(size)]
    return Web({(a, b): rng.choice(prices) for a in names for b in rng.sample(names, 4) if a != b})


PRICES: dict[str, tuple[Number | None, ...]] = {
    "whole": (1, 2, 3, None),
    "free": (0, 0, 1, 2, None),
    "parts": (Fraction(1, 2), Fraction(1, 3), 1, 2, None),
}


@pytest.mark.parametrize("kind", PRICES)
@pytest.mark.parametrize("allowance", [0, 2, Fraction(7, 2), 9, None])
def test_the_search_agrees_with_the_slow_one(kind: str, allowance: Number | None) -> None:
    rng = random.Random(f"{kind}{allowance}")
    reached = 0
    for _ in range(25):
        graph = web(rng, PRICES[kind])
        stops = set(rng.sample(graph.places, 4))
        start = rng.choice(graph.places)
        costs = compile_costs(graph, graph.price)
        plain = reach(costs, start, allowance)
        assert plain.cheapest == relax(graph, graph.price, start, allowance)
        halted = reach(costs, start, allowance, stops=stops)
        assert halted.cheapest == relax(graph, graph.price, start, allowance, stops)
        reached += len(plain)
    assert reached > 50 or allowance == 0


@pytest.mark.parametrize("kind", PRICES)
def test_the_position_reprices_what_it_touches(kind: str) -> None:
    """Marked places change the price of every step that touches them, finer parts included; the memo holds."""
    rng = random.Random(kind)
    for _ in range(15):
        graph = web(rng, PRICES[kind])
        costs = compile_costs(graph, graph.price)
        for _ in range(6):
            touched = {place: rng.choice((1, 2, 3)) for place in rng.sample(graph.places, 8)}

            def now(
                a: str, b: str, _: object = None, marks: dict[str, int] = touched, web: Web = graph
            ) -> Ledger | Check:
                base, mark = web.edges[a, b], marks.get(a, 0) + 5 * marks.get(b, 0)
                if mark == 0:
                    return web.price(a, b)
                if base is None:
                    return paid(4) if mark == 10 else objection("1.1", "shut")
                return objection("1.4", "barred") if mark in (5, 11) else paid(base + Fraction(mark, 7))

            start = rng.choice(graph.places)
            found = reach(costs, start, 6, touched=touched, price_now=now)
            assert found.cheapest == relax(graph, now, start, 6)
            for place in found.places:
                assert sum(ledger.total for ledger in found.story(place)) == found.cost(place)


def test_compiled_costs_are_the_ledgers_totals() -> None:
    rng = random.Random(3)
    seen = 0
    for _ in range(20):
        graph = web(rng, PRICES["parts"])
        for scale in (1, 6):  # in whatever parts
            costs = compile_costs(graph, graph.price, scale=scale)
            for (a, b), cost in graph.edges.items():
                assert costs.cost(a, b) == cost
                seen += 1
        assert all(isinstance(units, int) for node in graph.places for _, units in costs.steps[node])
    assert seen > 1000


LINE = Web({("a", "b"): 1, ("b", "c"): 2, ("c", "d"): 1, ("b", "d"): 5, ("d", "e"): None, ("x", "e"): 1, ("e", "x"): 1})


def test_paths_and_stories() -> None:
    found = reach(compile_costs(LINE, LINE.price), "a", 4, too_dear=dear)
    assert found.places == ("a", "b", "c", "d")
    assert found.path("d") == ("a", "b", "c", "d")
    assert [ledger.total for ledger in found.story("d")] == [1, 2, 1]
    assert found.cost("d") == 4
    assert found.left("c") == 1
    assert found.cost("e") is None
    assert "e" not in found
    assert found.path("a") == ("a",)
    assert found.story("a") == ()
    with pytest.raises(KeyError):
        found.path("e")


def test_why_a_place_is_not_reached() -> None:
    costs = compile_costs(LINE, LINE.price)
    found = reach(costs, "a", 4, too_dear=dear)
    assert found.why_not("d") is None
    shut = found.why_not("e")
    assert shut is not None
    assert shut.furthest == "d"
    assert [(way.origin, way.into, way.check.rule) for way in shut.ways] == [("d", "e", "1.1")]
    short = reach(costs, "a", 2, too_dear=dear).why_not("d")
    assert short is not None
    assert short.furthest == "b"
    assert [(way.origin, way.into) for way in short.ways] == [("b", "d")]
    assert short.checks[0].facts["left"] == 1
    assert short.checks[0].facts["cost"].total == 5


def test_every_way_in_is_told() -> None:
    graph = Web({("a", "b"): 1, ("a", "c"): 1, ("b", "z"): None, ("c", "z"): 9, ("a", "z"): None})
    shut = reach(compile_costs(graph, graph.price), "a", 3, too_dear=dear).why_not("z")
    assert shut is not None
    assert [(way.origin, way.check.rule) for way in shut.ways] == [("a", "1.1"), ("b", "1.1"), ("c", "1.2")]
    assert len(shut.checks) == 3


def test_the_furthest_point_on_the_way_is_told() -> None:
    """The place lies three steps beyond what is reached: the ways that are told are those at the edge."""
    graph = Web({("a", "b"): 1, ("b", "c"): 3, ("c", "d"): 1, ("d", "z"): 1})
    shut = reach(compile_costs(graph, graph.price), "a", 2, too_dear=dear).why_not("z")
    assert shut is not None
    assert shut.furthest == "b"
    assert [(way.origin, way.into) for way in shut.ways] == [("b", "c")]


def test_an_island_has_no_way_in() -> None:
    graph = Web({("a", "b"): 1, ("x", "y"): 1})
    shut = reach(compile_costs(graph, graph.price), "a", 3).why_not("y")
    assert shut is not None
    assert shut.furthest is None
    assert shut.ways == ()


def test_a_place_where_one_must_stop() -> None:
    costs = compile_costs(LINE, LINE.price)
    found = reach(costs, "a", 9, stops={"b"}, why_stop=stopped)
    assert found.places == ("a", "b")
    shut = found.why_not("c")
    assert shut is not None
    assert [way.check.rule for way in shut.ways] == ["1.3"]
    assert "c" in reach(costs, "b", 9, stops={"b"}, why_stop=stopped), "one may leave the place where one starts"


def test_a_step_that_takes_whatever_is_left() -> None:
    """It can be made with anything left, and nothing follows it; with nothing left it cannot."""

    def price(a: str, b: str) -> Ledger | Check:
        return Ledger.of("1.0", "cost", [plus("1.5", "all", 8)]) if (a, b) == ("b", "c") else LINE.price(a, b)

    costs = compile_costs(LINE, price, lambda ledger: ledger.lines[0].kind == "all")

    def now(a: str, b: str, left: Number | None) -> Ledger | Check:
        return paid(left or 0) if (a, b) == ("b", "c") else LINE.price(a, b)

    found = reach(costs, "a", 4, price_now=now)
    assert found.cheapest == {"a": 0, "b": 1, "c": 4}
    assert [ledger.total for ledger in found.story("c")] == [1, 3]
    assert "c" not in reach(costs, "a", 1, price_now=now)
    assert "c" not in reach(costs, "a", None, price_now=now)


def test_several_starts() -> None:
    costs = compile_costs(LINE, LINE.price)
    found = reach(costs, "a", 1, also=("c",))
    assert found.cheapest == {"a": 0, "c": 0, "b": 1, "d": 1}
    assert found.path("d") == ("c", "d")


def test_modes_make_the_way_matter() -> None:
    """By rail a step costs a half; who has marched cannot board again."""
    graph = Web({("a", "b"): 2, ("b", "c"): 2, ("c", "d"): 2})
    rails = {("a", "b"), ("b", "c")}

    def turn(mode: str, a: str, b: str) -> str | None:
        return "rail" if mode == "rail" and (a, b) in rails else "foot"

    def price(a: tuple[str, str], b: tuple[str, str]) -> Ledger | Check:
        return paid(Fraction(1, 2)) if b[1] == "rail" else graph.price(a[0], b[0])

    costs = compile_costs(Modes(graph, ("foot", "rail"), turn), price)
    found = reach(costs, ("a", "rail"), 3)
    assert found.cheapest == {"a": 0, "b": Fraction(1, 2), "c": 1, "d": 3}
    assert found.path("d") == (("a", "rail"), ("b", "rail"), ("c", "rail"), ("d", "foot"))
    assert reach(costs, ("a", "foot"), 3).cheapest == {"a": 0, "b": 2}
    shut = reach(costs, ("a", "foot"), 3, too_dear=dear).why_not("c")  # type: ignore[arg-type]
    assert shut is not None
    assert {way.into for way in shut.ways} == {("c", "foot")}


def test_a_negative_price_is_refused() -> None:
    graph = Web({("a", "b"): -1})
    with pytest.raises(ValueError, match="costs -1"):
        reach(compile_costs(graph, graph.price), "a")


def test_costs_depend_on_the_direction() -> None:
    graph = Web({("a", "b"): 1, ("b", "a"): 3})
    costs = compile_costs(graph, graph.price)
    assert costs.cost("a", "b") == 1
    assert costs.cost("b", "a") == 3
    assert costs.cost("a", "z") is None


def test_a_path_is_made_of_open_steps() -> None:
    rng = random.Random(11)
    for _ in range(20):
        graph = web(rng, PRICES["parts"])
        found = reach(compile_costs(graph, graph.price), "p0", 4)
        for place in found.places:
            assert all(graph.edges[step] is not None for step in pairwise(found.path(place)))


def test_points_are_told_in_their_own_size() -> None:
    assert points(6, 2) == 3
    assert isinstance(points(6, 2), int)
    assert points(5, 2) == Fraction(5, 2)
    assert CLOSED > 10**12


def test_whoever_has_points_left_may_overdraw_once() -> None:
    """A last step may cost more than what is left; an exact way to the same place is preferred, and nobody goes on."""
    graph = Web({("a", "b"): 1, ("b", "c"): 5, ("c", "d"): 1, ("a", "c"): None, ("b", "e"): 1, ("e", "c"): 1})
    costs = compile_costs(graph, graph.price)
    assert reach(costs, "a", 2).cheapest == {"a": 0, "b": 1, "e": 2}
    overdrawn = reach(costs, "a", 2, overdraw=True, too_dear=dear)
    assert overdrawn.cheapest == {"a": 0, "b": 1, "e": 2, "c": 6}
    assert reach(costs, "a", 3, overdraw=True).cheapest == {"a": 0, "b": 1, "e": 2, "c": 3}
    closed = overdrawn.why_not("d")
    assert closed is not None
    assert [check.kind for check in closed.checks] == ["dear"]
