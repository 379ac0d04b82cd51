"""Fronts by date: each day's line says who held which town, it hangs together, and the maps have it."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from shapely.geometry import LineString, Point

from tests.atlas.test_hexes import SHEETS_OF_HEXES, made, shipped
from tools.atlas import shapes
from tools.atlas.__main__ import names
from tools.atlas.courses import hand
from tools.atlas.earth import Frame
from tools.atlas.sheet import SHEETS, sheet
from tutor import library
from tutor.board.layout import layout_of
from tutor.engine.space.drawn import Drawn

FRONTS = shapes.every_front()
KM = {"western": 45, "eastern": 110, "italian": 45, "macedonian": 60, "palestinian": 30, "caucasian": 90,
      "mesopotamian": 130, "plateau": 12}  # fmt: skip  # from mark to mark at most
FLAT = Frame((44.0, 52.0), 15.0, 1.0)
TOWNS = {
    "Paris": (2.35, 48.86), "Amiens": (2.30, 49.89), "Arras": (2.78, 50.29), "Ypres": (2.88, 50.85),
    "Albert": (2.65, 50.00), "Soissons": (3.32, 49.375), "Reims": (4.03, 49.25), "Verdun": (5.38, 49.16),
    "Nancy": (6.18, 48.69), "Compiègne": (2.83, 49.42), "Châlons": (4.37, 48.96), "Belfort": (6.86, 47.64),
    "Lille": (3.06, 50.63), "Lens": (2.83, 50.43), "Bapaume": (2.85, 50.10), "Péronne": (2.93, 49.93),
    "Noyon": (3.00, 49.58), "Saint-Quentin": (3.29, 49.85), "Laon": (3.62, 49.56), "Vouziers": (4.70, 49.40),
    "Saint-Mihiel": (5.54, 48.89), "Metz": (6.18, 49.12), "Mulhouse": (7.34, 47.75), "Ostend": (2.92, 51.23),
    "Montdidier": (2.57, 49.65), "Château-Thierry": (3.40, 49.05), "Mons": (3.95, 50.45), "Namur": (4.87, 50.47),
    "Sedan": (4.94, 49.70), "Cambrai": (3.23, 50.18), "Briey": (5.94, 49.25),
    "Meaux": (2.88, 48.96), "Vitry-le-François": (4.58, 48.72), "Provins": (3.30, 48.56),
}  # fmt: skip
WEST = {  # of the Western Front by day: the towns of the Entente, those of the Germans
    "1914-09-05": (["Paris", "Provins", "Verdun", "Nancy"], ["Meaux", "Soissons", "Reims", "Châlons", "Vouziers"]),
    "1914-11-22": (["Ypres", "Arras", "Albert", "Soissons", "Reims", "Verdun", "Nancy", "Belfort"],
                   ["Ostend", "Lille", "Lens", "Péronne", "Noyon", "Laon", "Vouziers", "Saint-Mihiel", "Mulhouse"]),
    "1916-06-30": (["Ypres", "Arras", "Albert", "Compiègne", "Reims", "Verdun"],
                   ["Lens", "Bapaume", "Péronne", "Noyon", "Saint-Mihiel", "Metz"]),
    "1917-04-08": (["Bapaume", "Péronne", "Noyon", "Soissons", "Verdun"], ["Cambrai", "Saint-Quentin", "Laon"]),
    "1918-03-20": (["Bapaume", "Péronne", "Noyon", "Soissons"], ["Cambrai", "Saint-Quentin", "Laon", "Lens"]),
    "1918-07-17": (["Amiens", "Arras", "Compiègne", "Reims", "Ypres"],
                   ["Albert", "Montdidier", "Noyon", "Soissons", "Château-Thierry", "Péronne", "Lens"]),
    "1918-11-11": (["Ostend", "Lille", "Mons", "Cambrai", "Laon", "Saint-Mihiel", "Verdun"],
                   ["Namur", "Briey", "Metz", "Mulhouse"]),
}  # fmt: skip


def every_day() -> list[tuple[str, dict[str, object]]]:
    return [(front, day) for front, given in FRONTS.items() for day in given["days"]]


def drawn(name: str) -> Drawn:
    game, _, map = sheet(SHEETS / f"{name}.yaml").map.partition("/")
    (found,) = layout_of(library.named_map(game, map)).drawings
    return found.drawn


@pytest.mark.parametrize(("front", "day"), every_day(), ids=lambda one: one if isinstance(one, str) else one["date"])
def test_a_line_hangs_together_and_says_what_it_rests_on(front: str, day: dict[str, object]) -> None:
    assert date.fromisoformat(str(day["date"])) <= date(1918, 11, 11)
    assert day["source"]
    assert {*day["name"]} == {"fr", "en"}  # type: ignore[misc]
    for line in day["lines"]:  # type: ignore[attr-defined]
        laid = LineString(FLAT.line(line))
        assert laid.is_simple, "it crosses itself"
        assert max(Point(a).distance(Point(b)) for a, b in pairwise(laid.coords)) < KM[front]


@pytest.mark.parametrize("day", WEST)
def test_a_town_is_on_the_side_of_whoever_held_it(day: str) -> None:
    """From the sea to the Swiss border the Entente is on the right hand of whoever goes south."""
    (given,) = (one for one in FRONTS["western"]["days"] if one["date"] == day)
    line = FLAT.line(given["lines"][0])
    for towns, side in zip(WEST[day], (1, -1), strict=True):
        for town in towns:
            assert hand(line, FLAT(*TOWNS[town]))[0] == side, (town, day)


@pytest.mark.parametrize("name", names())
def test_every_front_of_a_sheet_is_on_its_map(name: str) -> None:
    """On each of its days that reaches the sheet; what was asked by day is the last line before it."""
    given = sheet(SHEETS / f"{name}.yaml")
    found = drawn(name)
    assert {one.front for one in found.fronts} == set(given.fronts)
    assert given.provenance["fronts"] == "history"
    for one in found.fronts:
        assert all(other.date <= one.date for other in found.on(one.date))
        assert one in found.on(one.date)
    assert found.on("1914-08-01") == ()


@pytest.mark.parametrize("name", [name for name in SHEETS_OF_HEXES if name.startswith(("gwie-western", "dff"))])
@pytest.mark.parametrize("day", list(WEST)[1:])
def test_the_hexes_of_towns_are_on_the_side_of_whoever_held_them(name: str, day: str) -> None:
    """On the map too, where towns stand in the middle of their hexes: a town may lie a fifth of a hex beyond."""
    lines = [[*one.line] for one in shipped_fronts(name, day)]
    towns = {str(hex.name.fr): made(name).grid.centres[hex.id] for hex in shipped(name) if hex.name.fr}
    wrong, asked = [], 0
    for held, side in zip(WEST[day], (1, -1), strict=True):
        for town in held:
            if town in towns:
                x, y = towns[town]
                asked += 1
                near = min(lines, key=lambda line: LineString(line).distance(Point(100 * x, 100 * y)))
                turn, far = hand(near, (100 * x, 100 * y))
                if turn != side and far > 20:
                    wrong.append((town, day, round(far)))
    assert asked > 4
    assert not wrong


def shipped_fronts(name: str, day: str) -> list[object]:
    (found,) = (one.drawn for one in shipped(name).sheets.values())
    return [one for one in found.fronts if one.date == day]
