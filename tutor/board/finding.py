"""A place of the map by what one types: its number, or its name in either language, with or without accents."""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import NamedTuple

from tutor.board.layout import Layout
from tutor.board.paint.lettering import printed
from tutor.board.said import capitalised
from tutor.engine.text import Lang, Text
from tutor.lookup import plain

MOST = 6  # places that are named to choose from
ALIKE = 0.72  # how near a name must come to one that was misspelt


class Hit(NamedTuple):
    """A place that may be meant: how it is called, and where the middle of it lies."""

    place: str
    label: str
    x: float
    y: float


def found(layout: Layout, lang: Lang, text: str, most: int = MOST) -> tuple[Hit, ...]:
    """What is called so comes first, then what begins so, has a word that does, has it in it, or sounds like it."""
    asked = plain(" ".join(text.split()))
    if not asked:
        return ()
    names = _names(layout)
    ranked = sorted((rank, len(name), name, place) for name, place in names if (rank := _rank(name, asked)) is not None)
    places = dict.fromkeys(place for *_, place in ranked)
    if not places:
        near = difflib.get_close_matches(asked, {name for name, _ in names}, n=most, cutoff=ALIKE)
        places = dict.fromkeys(place for one in near for name, place in names if name == one)
    return tuple(_hit(layout, lang, place) for place in list(places)[:most])


def _rank(name: str, asked: str) -> int | None:
    if name == asked:
        return 0
    if name.startswith(asked):
        return 1
    if f" {asked}" in name.replace("-", " ").replace("'", " "):
        return 2
    return 3 if len(asked) > 1 and asked in name else None


@lru_cache(maxsize=8)
def _names(layout: Layout) -> tuple[tuple[str, str], ...]:
    """Every way to call every place: hexes by number and name, areas, seas, states, rivers by name."""
    ids = ((plain(place), place) for place in layout.centres) if layout.hexes else ()
    called = (
        (plain(one), place)
        for place in layout.anchors
        for name in (_name(layout, place)("fr"), _name(layout, place)("en"))
        for one in (name, printed(name))
        if one
    )
    return tuple(dict.fromkeys((*ids, *called)))


def _name(layout: Layout, place: str) -> Text:
    if place not in layout.centres:
        name: Text = layout.map.named[place].name
    elif layout.hexes:
        name = layout.map.hex(place).name
    else:
        name = layout.map.area(place).name
    return name


def _hit(layout: Layout, lang: Lang, place: str) -> Hit:
    x, y = layout.anchors[place]
    name = _name(layout, place)
    called = printed(name(lang))
    number = place if layout.hexes and place in layout.centres else ""
    label = f"{called} ({number})" if called and number else called or number
    return Hit(place, capitalised(label), x, y)
