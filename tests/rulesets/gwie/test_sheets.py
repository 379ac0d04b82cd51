"""Two Fronts on one table: each is what it is alone, and only what the booklet says leads from one to the other."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.laws.common import astray
from tutor import library
from tutor.engine.pieces import Pieces
from tutor.rulesets.gwie.fronts import front_of, fronts_of
from tutor.rulesets.gwie.going import reach_for
from tutor.rulesets.gwie.state import ALLIES, State
from tutor.rulesets.gwie.supply import supply_of

SHEETS = {"gwie/suez": "egyptian", "gwie/trent": "italian"}


@cache
def alone(name: str) -> State:
    found: State = library.position(name)
    return found.but(tracing=True, settled=False, march=None)


@cache
def both() -> State:
    """The maps of both scenarios side by side, with the pieces of both."""
    one, other = (alone(name) for name in SHEETS)
    data = library.scenario("gwie/suez").data
    whole: State = library.of_data("gwie", {**data, "map": ["suez", "trentino"]}).position()
    pieces = Pieces([*one.pieces, *other.pieces])
    return whole.but(
        pieces=pieces,
        tracing=True,
        affairs=one.affairs | other.affairs,
        neutral=one.neutral | other.neutral,
        control=type(one.control)({**one.control, **other.control}),
        weather=type(one.weather)({**one.weather, **other.weather}),
        trenches=one.trenches | other.trenches,
        status=other.status,
    )


def test_the_two_lie_on_one_table() -> None:
    s = both()
    assert fronts_of(s) == {"egyptian", "italian"}
    assert {front_of(s, hex) for hex in s.map.places if hex.startswith("N")} == {"egyptian"}
    assert {front_of(s, hex) for hex in s.map.places if hex.startswith("W")} == {"italian"}
    assert s.map.sheet("N2913").top == "flat"
    assert s.map.sheet("W2615").top == "pointy"
    assert not list(astray(s))


@pytest.mark.parametrize("name", list(SHEETS))
def test_every_unit_is_supplied_and_marches_as_if_its_front_lay_alone(name: str) -> None:
    """What is remembered by kinds of ground must not take one Front's hexes for another's."""
    here, s = alone(name).but(front=SHEETS[name]), both()
    here = here.but(affairs=s.affairs, neutral=s.neutral, weather=s.weather, control=s.control, status=s.status)
    looked = 0
    for unit in here.pieces:
        if unit.place is None or not unit.ground:
            continue
        assert supply_of(s, unit).status == supply_of(here, unit).status, unit.id
        assert set(_reached(s, unit)) == set(_reached(here, unit)), unit.id
        looked += len(_reached(s, unit))
    assert looked > 100


def _reached(s: State, unit: Any) -> tuple[str, ...]:
    return tuple(reach_for(s, (unit,)).places)


def test_no_allied_unit_leaves_egypt_but_by_sea() -> None:
    s = both().but(active=ALLIES)
    for unit in s.pieces.of(ALLIES):
        if unit.place in s.map and unit.ground:
            assert {front_of(s, hex) for hex in _reached(s, unit)} == {front_of(s, unit.place)}
