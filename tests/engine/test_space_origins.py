"""The search backwards, against searches forwards from every node: steps keep their direction and their price."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.engine.test_space_paths import PRICES, Web, paid, web
from tutor.engine.check import Check, objection
from tutor.engine.ledger import Ledger
from tutor.engine.space.origins import origins
from tutor.engine.space.paths import compile_costs, points, reach


@pytest.mark.parametrize("kind", PRICES)
@pytest.mark.parametrize("allowance", [0, 3, 7, None])
def test_backwards_is_forwards_from_everywhere(kind: str, allowance: int | None) -> None:
    rng = random.Random(f"{kind}{allowance}")
    found = 0
    for _ in range(12):
        graph = web(rng, PRICES[kind])
        goals = rng.sample(graph.places, 2)
        costs = compile_costs(graph, graph.price)
        back = origins(costs, goals, allowance)
        for place in graph.places:
            costs_on = reach(costs, place, allowance).cheapest
            wanted = min((costs_on[goal] for goal in goals if goal in costs_on), default=None)
            told = None if place not in back else points(back[place], costs.scale)
            assert told == wanted, place
            found += wanted is not None
    assert found > 20


def test_one_way_streets() -> None:
    graph = Web({("a", "b"): 1, ("b", "c"): 2, ("c", "a"): 5})
    costs = compile_costs(graph, graph.price)
    assert origins(costs, ["c"]) == {"c": 0, "b": 2, "a": 3}
    assert origins(costs, ["a"]) == {"a": 0, "c": 5, "b": 7}


@pytest.mark.parametrize("kind", PRICES)
def test_the_position_has_its_say_backwards_too(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(8):
        graph = web(rng, PRICES[kind])
        costs = compile_costs(graph, graph.price)
        touched = {place: rng.choice((1, 2)) for place in rng.sample(graph.places, 8)}

        def now(a: str, b: str, _: object = None, marks: dict[str, int] = touched, web: Web = graph) -> Ledger | Check:
            base, mark = web.edges[a, b], marks.get(a, 0) + 3 * marks.get(b, 0)
            if base is None or mark == 7:
                return objection("1.1", "shut")
            return paid(base + Fraction(mark, 5))

        goal = rng.choice(graph.places)
        back = origins(costs, [goal], 9, touched=touched, price_now=now)
        for place in graph.places:
            cost = reach(costs, place, 9, touched=touched, price_now=now).cost(goal)
            assert (points(back[place], costs.scale) if place in back else None) == cost


def test_what_closes_some_nodes_is_told_along_the_wished_way() -> None:
    graph = Web({("a", "b"): 1, ("b", "c"): None, ("a", "x"): 9, ("x", "c"): 1})
    found = reach(compile_costs(graph, graph.price), "a", 4)
    assert found.reaches("b")
    assert not found.reaches("x")
    assert found.path_to("b") == ("a", "b")
    both = found.why_none("c", {"c"})
    assert [(way.origin, way.into) for way in both.ways] == [("b", "c")]
    assert found.why_none("c", {"c"}, lambda node: node != "b").ways == both.ways, "reached nodes always count"
    assert found.why_none("x", {"x"}).furthest == "a"
