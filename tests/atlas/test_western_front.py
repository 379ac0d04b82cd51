"""The Western Front in areas: what the land says, what the booklet says, and the cuttings."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from shapely.geometry import Point

from tools.atlas.areas import Areas
from tools.atlas.sheet import SHEETS, AreaSheet, opened
from tutor import checking, library, rulesets
from tutor.engine.space.cutting import cut
from tutor.engine.space.maps import AreaMap, MapFaults

CUTTINGS = ("meuse-belge", "meuse", "picardie")


@cache
def front() -> Areas:
    return Areas(opened(SHEETS / "tlm-western-front.yaml", AreaSheet))


def western() -> AreaMap:
    found: AreaMap = library.named_map("tlm", "western-front")
    return found


def reached(map: AreaMap, start: str, kind: str) -> set[str]:
    found, todo = {start}, [start]
    while todo:
        for other in map.along(todo.pop(), kind):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


@pytest.mark.parametrize("id", sorted(front().sheet.areas))
def test_towns_lie_on_land_in_their_area(id: str) -> None:
    """A few km may be missing: coasts and borders are thinned."""
    lost = [
        town
        for town, at in front().sheet.areas[id].towns.items()
        if front().paper.contains(Point(front().frame(*at)))
        and front().km(front().outlines[id].distance(Point(front().frame(*at)))) > 4
    ]
    assert not lost


def test_no_area_overlaps_another_or_the_sea() -> None:
    shapes = list(front().outlines.items())
    for n, (one, shape) in enumerate(shapes):
        assert shape.difference(front().land.buffer(3)).area < 1, one
        for other, its in shapes[n + 1 :]:
            assert shape.intersection(its).area == 0, (one, other)


def test_areas_are_whole_but_for_islands() -> None:
    parts = {area.id: len(area.outline) for area in western() if len(area.outline) > 1}
    assert set(parts) == {"netherlands"}


def test_every_area_is_reached_over_land_and_england_by_sea() -> None:
    map = western()
    over_land = reached(map, "paris", "border")
    assert set(map.places) - over_land == {"england", "eft"}
    assert set(map.along("england", "sea")) == {"boulogne", "rouen", "ostend"}
    assert map.along("england", "border") == ()


def test_a_landing_place_lies_on_the_sea() -> None:
    for area in western():
        if "source-Entente" in area.flags and "port" in area.flags:
            assert "coast" in area.flags, area.id
        if "coast" in area.flags:
            assert front().on_the_sea(front().outlines[area.id]), area.id


def test_sources_lie_on_the_perimeter() -> None:
    rim = front().paper.boundary.union(front().land.boundary).union(front().wall("rhine"))
    for area in western():
        if area.id != "eft" and any(flag.startswith("source") for flag in area.flags):
            assert front().km(front().outlines[area.id].buffer(2).intersection(rim).length) > 20, area.id


def test_what_the_booklet_says_of_neighbours() -> None:
    map = western()
    assert map.links("liege", "antwerp")
    assert map.links("liege", "namur")
    assert "closed" in map.area("netherlands").flags


def _rows(table: str) -> list[list[object]]:
    return list(rulesets.book("tlm").tables[table]["rows"])


def _english(name: object) -> str:
    return name["en"] if isinstance(name, dict) else str(name)


def test_forts_are_those_of_the_digest() -> None:
    """Every fort of the table stands on the map with its value, and no other."""
    listed = {_english(fort): value for fort, _, value in _rows("fort-values")}
    renamed = {"Strasbourg": "Strassburg", "Neubreisach": "Mülhausen"}
    listed = {renamed.get(name, name): value for name, value in listed.items()}
    assert {area.name("en"): area.values["fort"] for area in western() if "fort" in area.flags} == listed


def test_points_are_those_of_the_digest() -> None:
    map = western()
    listed = {_english(area): value for area, value in _rows("area-vp")}
    for area in map:
        if area.name("en") in listed:
            assert area.values.get("vp", 0) == listed[area.name("en")], area.id
        elif "home-BE" in area.flags:
            assert area.values.get("vp") == 1, area.id
    german = sum(area.values.get("vp", 0) for area in map if "home-GE" in area.flags)
    assert german == listed["German areas, together"]


def test_every_place_of_the_booklet_is_found_or_told_why_not() -> None:
    map = western()
    assert map.drawn is not None
    words = {label.name.fr for label in map.drawn.labels} | {river.name.fr for river in map.drawn.rivers}
    for said in front().sheet.booklet:
        if said.place is not None:
            assert said.place in map, said.name
        elif said.label:
            assert said.name in words, said.name
        else:
            assert said.unknown, said.name


@pytest.mark.parametrize("name", CUTTINGS)
def test_a_cutting_says_what_the_whole_says(name: str) -> None:
    whole, part = western(), library.named_map("tlm", name)
    for area in part:
        assert area.flags >= whole.area(area.id).flags
        assert (area.name, area.values, area.at, area.outline) == (
            whole.area(area.id).name,
            whole.area(area.id).values,
            whole.area(area.id).at,
            whole.area(area.id).outline,
        )
        assert set(part.neighbours(area.id)) == set(whole.neighbours(area.id)) & set(part.places)


def test_what_cannot_be_cut_is_told() -> None:
    whole = {"kind": "areas", "areas": {"a": {}}, "links": [], "provenance": {}}
    with pytest.raises(MapFaults) as told:
        cut(whole, {"kind": "cutting", "of": "whole", "areas": ["a", "b"], "edges": {"c": ["x"]}, "provenance": {}})
    assert [(fault.where, fault.kind) for fault in told.value.faults] == [
        ("areas.1", "no-area"),
        ("edges.c", "no-area"),
    ]
    with pytest.raises(MapFaults) as told:
        cut({"kind": "hexes"}, {"kind": "cutting", "of": "whole", "areas": ["a"], "provenance": {}})
    assert [fault.kind for fault in told.value.faults] == ["not-areas"]


@pytest.mark.parametrize(
    ("of", "told"),
    [
        ("nowhere", ":2:5: no map is called “nowhere”; there are: "),
        ("itself", ":2:5: “itself” is no map of areas; only those can be cut"),
    ],
)
def test_a_cutting_needs_a_whole(tmp_path: Path, of: str, told: str) -> None:
    path = tmp_path / "tlm" / "maps" / "itself.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(f"kind: cutting\nof: {of}\nareas: [verdun]\nprovenance: {{}}\n", "utf-8")
    _, faults = checking.check(path)
    assert len(faults) == 1
    assert told in faults[0].told("en")
