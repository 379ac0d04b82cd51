"""The stand-in terrain effects chart holds what the booklet says, and is plausible."""

from __future__ import annotations

from typing import Any

import pytest

from tests.randommaps import se_law
from tests.rulesets.se.ground import (
    scenario_map,
)
from tutor.engine.tables import Table, exact
from tutor.rulesets.se.ground import WAYS

CHART: Table = se_law().table("terrain-effects")
HEXES = [row for row, entry in CHART.rows.items() if entry["part"] == "hex" and row != "cliff-hex"]


def chart(row: str, column: str) -> Any:
    return exact(CHART.rows[row][column])


def test_the_chart_holds_what_the_booklet_says() -> None:
    assert CHART.stand_in
    for column in ("infantry", "artillery"):
        assert chart("climb", column) == 1, "11.0.8: the +1 that roads cancel"
        assert chart("bridge", column) == 0
    for row in ("cliff", "cliff-hex"):
        assert CHART.rows[row]["infantry"] == "whole"
        assert CHART.rows[row]["artillery"] == "closed"
    assert chart("bridge", "assault") == -3


@pytest.mark.parametrize("column", ["infantry", "artillery"])
def test_ways_are_never_worse_than_the_ground(column: str) -> None:
    assert 0 < chart("road", column) <= chart("track", column) <= min(chart(row, column) for row in HEXES)
    assert min(chart(row, column) for row in HEXES) == chart("clear", column) == 1


def test_guns_move_no_better_than_infantry() -> None:
    rows = [*HEXES, "stream", "river"]
    assert all(chart(row, "artillery") >= chart(row, "infantry") for row in rows)
    assert all(chart(row, "infantry") > 0 for row in rows)


def test_cover_shelters_and_never_exposes() -> None:
    for column in ("bombardment", "defensive-fire", "assault"):
        assert chart("clear", column) == 0
        assert all(chart(row, column) <= 0 for row in HEXES)
    assert all(chart(row, "assault") <= 0 for row in ("stream", "river", "cliff", "bridge", "climb"))
    assert chart("high-mountain", "assault") < chart("clear", "assault")


def test_trenches_help_more_the_deeper_they_are() -> None:
    rows = ["trench-1", "trench-2", "trench-3"]
    for column in ("bombardment", "assault"):
        shifts = [chart(row, column) for row in rows]
        assert shifts == sorted(shifts, reverse=True)
        assert len(set(shifts)) == 3
        assert shifts[0] < 0
    helps = [chart(row, "defensive-fire") for row in rows]
    assert helps == sorted(helps)
    assert helps[0] >= 0
    assert helps[-1] > 0


def test_fire_from_above_is_better() -> None:
    assert chart("climb", "defensive-fire") > 0


def test_every_terrain_of_the_maps_stands_in_the_chart() -> None:
    map = scenario_map("roana")
    assert {hex.terrain for hex in map} <= set(HEXES)
    assert {kind for _, _, kinds in map.all_sides() for kind in kinds} <= set(CHART.rows)
    assert {road.kind for road in map.roads_drawn} <= set(WAYS)
