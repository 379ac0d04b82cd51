"""A place found by what one types, in either language."""

from __future__ import annotations

from typing import Any

import pytest

from tutor import library
from tutor.board import finding
from tutor.board.layout import Layout, layout_of
from tutor.board.table import Table
from tutor.engine.text import Lang


def layout(name: str) -> Layout:
    return layout_of(library.position(name).map)


@pytest.mark.parametrize(
    ("scenario", "typed", "lang", "label"),
    [
        ("gwie/near-east", "Damascus", "fr", "Damas (N1728)"),
        ("gwie/near-east", "damas", "en", "Damascus (N1728)"),
        ("gwie/near-east", "bag", "fr", "Bagdad (N1540)"),
        ("gwie/near-east", "n1728", "fr", "Damas (N1728)"),
        ("gwie/near-east", "Bagdhad", "en", "Bagdad (N1540)"),
        ("se/roana", "  ASIAGO ", "fr", "Asiago (3355)"),
        ("tlm/great-war", "liege", "fr", "Liége"),
        ("tlm/great-war", "verdun", "en", "Verdun"),
    ],
)
def test_a_place_is_found_by_number_or_name(scenario: str, typed: str, lang: Lang, label: str) -> None:
    first = finding.found(layout(scenario), lang, typed)[0]
    assert first.label == label
    assert (first.x, first.y) == layout(scenario).anchors[first.place]


def test_what_is_called_so_comes_before_what_only_has_it_in_it() -> None:
    places = finding.found(layout("gwie/near-east"), "en", "a")
    assert len(places) == finding.MOST
    assert all(one.label.startswith("A") for one in places)
    assert finding.found(layout("gwie/near-east"), "en", "ana")[0].label.startswith("Ana ")


def test_nothing_and_nonsense_find_nothing() -> None:
    for typed in ("", "   ", "qqqqqqq", "0"):
        assert finding.found(layout("tlm/verdun"), "fr", typed) == ()


@pytest.mark.parametrize("scenario", library.names())
def test_every_place_is_found_by_its_own_names_in_both_languages(scenario: str) -> None:
    """Places of one name stand all in the list, as far as it is long."""
    map = layout(scenario)
    for place in list(map.anchors)[:: max(1, len(map.anchors) // 40)]:
        for lang in ("fr", "en"):
            name = finding._name(map, place)(lang)
            if name:
                called = {hit.place for hit in finding.found(map, lang, name, most=99)}
                assert place in called, (place, name)


def test_the_page_is_told_what_it_may_fly_to() -> None:
    table = Table("se/roana", language="en", seed=1)
    said: list[Any] = []
    table.board.glass.send = lambda message, buffers=None: said.append(message)
    before = table.playing
    table.board.hear("find", text="asia")
    (answer,) = said
    assert answer["what"] == "found"
    assert answer["text"] == "asia"
    assert answer["hits"][0][1].startswith("Asiago")
    assert table.playing is before
