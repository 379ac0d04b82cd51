"""Marks found where a search comes are those of the whole table, and every place is asked once."""

from __future__ import annotations

from collections import Counter

from tests.randommaps import random_map
from tutor.engine.check import Check, objection
from tutor.engine.facts import Place
from tutor.engine.ledger import Ledger, plus
from tutor.engine.space.marks import Marks
from tutor.engine.space.paths import compile_costs, reach


def test_a_search_finds_the_same_with_marks_as_with_a_table() -> None:
    map = random_map(8, 9, 3)
    closed = set(map.places[::5])

    def price(a: str, b: str) -> Ledger:
        return Ledger.of("1", "step", [plus("1", "hex", 1 + len(map.sides(a, b)))])

    def now(a: str, b: str, left: object) -> Ledger | Check:
        return objection("1", "closed", hex=Place(b)) if b in closed else price(a, b)

    asked: Counter[str] = Counter()

    def mark(hex: str) -> bool | None:
        asked[hex] += 1
        return hex in closed or None

    for start in map.places[1::7]:
        asked.clear()
        table = reach(compile_costs(map, price), start, 4, touched=dict.fromkeys(closed, True), price_now=now)
        found = reach(compile_costs(map, price), start, 4, touched=Marks(mark), price_now=now)
        assert dict(found.cheapest) == dict(table.cheapest)
        assert set(asked.values()) == {1}
        assert set(found.places) <= asked.keys() < set(map.places)


def test_what_is_known_is_not_asked_again() -> None:
    marks = Marks(lambda node: f"asked for {node}", {"a": None, "b": "known"})
    assert (marks.get("a"), marks.get("b"), marks.get("c")) == (None, "known", "asked for c")
    assert marks["c"] == "asked for c"
