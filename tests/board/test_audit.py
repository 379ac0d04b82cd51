"""What is drawn and told of a move: the cheapest means, its whole cost, what is missing; a saying keeps its fact."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
import yaml

import tutor
from tests.board.ground import desk, large_map
from tests.laws.fa_moves import army
from tutor.board import instruments, marching
from tutor.board.desk import Desk
from tutor.board.said import say
from tutor.engine.check import objection
from tutor.engine.facts import Number
from tutor.engine.going import Going
from tutor.engine.ledger import Ledger, plus
from tutor.engine.nouns import number
from tutor.engine.space.paths import compile_costs, place_of, reach
from tutor.rulesets import ruleset

NAMES = ("se/roana", "fa/belgium-1914", "gwie/trent-march", "dff/gallipoli-1915")


def going_of(table: Desk, unit: str) -> tuple[Going, ...]:
    assert table.rules.going is not None
    return tuple(table.rules.going(table.state, unit))


def movers(table: Desk, many: int) -> list[str]:
    """Some of those who may go somewhere."""
    placed = (piece.id for piece in table.state.pieces if piece.place in table.state.map)
    return list(islice((id for id in placed if any(one.places for one in going_of(table, id))), many))


Open = tuple[tuple[Going, frozenset[str]], ...]


def opened(goings: tuple[Going, ...]) -> Open:
    """Every means with the places where it may end, asked for once."""
    return tuple((one, frozenset(one.places)) for one in goings)


def prices(goings: Open, place: str) -> list[tuple[Number, Going]]:
    """What every means that ends there costs."""
    return [(one.reach.cost(place) or 0, one) for one, ends in goings if one.reach is not None and place in ends]


@pytest.mark.parametrize("name", NAMES)
def test_the_cheapest_means_is_drawn_and_told_to_its_whole_cost(name: str) -> None:
    table = desk(name)
    tool = instruments.instruments(table.rules)["going"]
    seen: Counter[str] = Counter()
    for unit in movers(table, 4):
        goings = going_of(table, unit)
        open_ = opened(goings)
        costs = {mark.places[0]: mark.text for mark in marching.reach_marks(goings, table.state.map.places, "en")
                 if mark.kind == "cost"}  # fmt: skip
        reached = sorted({place for _, ends in open_ for place in ends})
        assert costs == {place: number(min(cost for cost, _ in prices(open_, place)), "en") for place in reached}
        for place in reached[:: max(1, len(reached) // 4)]:
            cheap = min(cost for cost, _ in prices(open_, place))
            found = tool.find(table.state, table.words(), unit, place)
            (path,) = [mark.places for mark in found.marks if mark.kind == "path"]
            assert path in [one.way(place) for cost, one in prices(open_, place) if cost == cheap]
            assert f"({number(cheap, 'en')} in all)" in found.told
            seen["ways"] += 1
            seen["of several steps"] += len(path) > 2
    assert seen["of several steps"] > 4, seen


def steady(per_step: int) -> Going:
    """A means by which every step of one map costs the same."""
    ledger = Ledger.of("1.0", "step", [plus("1.0", "step", per_step)])
    map_ = large_map()
    found = reach(compile_costs(map_, lambda a, b: ledger), map_.places[0], 6)
    return Going("on-foot", "1.0", "unit", found, lambda place: objection("1.0", "no-way"))


def test_of_two_means_the_cheaper_is_taken_in_whatever_order() -> None:
    cheap, dear = steady(1), steady(2)
    only = opened((cheap,))
    assert len(cheap.places) > len(dear.places) > 3
    for goings in ((cheap, dear), (dear, cheap)):
        assert all(marching.best(goings, place) is cheap for place in cheap.places)
        marks = [one for one in marching.reach_marks(goings, large_map().places, "en") if one.kind == "cost"]
        lowest = {place: number(prices(only, place)[0][0], "en") for place in cheap.places}
        assert {one.places[0]: one.text for one in marks} == lowest


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("fa/")])
def test_how_much_is_missing_is_told_where_points_alone_decide(name: str) -> None:
    table = desk(name)
    words, told = table.words(), Counter[bool]()
    for unit in movers(table, 4):
        one = next((one for one in going_of(table, unit) if one.reach is not None and not one.closed), None)
        for place in table.state.map.places[::5] if one is not None else ():
            if one is not None and place != table.state.pieces[unit].place and place not in one.places:
                missing = one.missing(place)
                text = "".join(marching.way_told(one, place, words))
                needed = None if missing is None else say("points-missing", "en", n=number(missing, "en"))
                assert ("more needed" in text) == (needed is not None)
                assert needed is None or needed in text
                told[needed is not None] += 1
    assert told[True] > 2, told


def test_a_line_that_is_cut_is_drawn_as_cut_with_a_bar_across_every_way_on() -> None:
    """In random positions, since in those that are shipped nearly everybody is supplied."""
    seen: Counter[bool] = Counter()
    supply = ruleset("fa").supply
    assert supply is not None
    for state in map(army, range(3)):
        for unit in [one.id for one in state.on_map() if one.place in state.map]:
            line = supply(state, unit)
            marks = list(marching.supply_marks(line))
            drawn = [(mark.places, mark.text) for mark in marks if mark.kind == "supply"]
            assert drawn == ([(line.line, "open" if line.open else "cut")] if len(line.line) > 1 else [])
            ways = line.cut.ways if line.cut is not None else ()
            bars = {mark.places for mark in marks if mark.kind == "cut"}
            assert bars == {(place_of(way.origin), place_of(way.into)) for way in ways}
            seen[line.open] += bool(drawn)
    assert min(seen[True], seen[False]) > 2, seen


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_place_without_units_is_named(lang: str) -> None:
    table = desk("se/roana", lang)
    table.click("3055")
    assert "3055" in table.view.headline


@pytest.mark.parametrize("part", ["board", "compare", "lessons"])
def test_a_message_names_the_same_facts_in_both_languages(part: str) -> None:
    slots = re.compile(r"\{(\w+)[^}]*\}")
    told = yaml.safe_load((Path(tutor.__file__).parent / part / "messages.yaml").read_text("utf-8"))
    facts = {kind: [set(slots.findall(str(text[lang]))) for lang in ("fr", "en")] for kind, text in told.items()}
    assert {kind: pair for kind, pair in facts.items() if pair[0] != pair[1]} == {}
    assert sum(bool(pair[0]) for pair in facts.values()) > 10
