"""The key of a map: a small picture of every ground, of what runs between hexes and of every way."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import cache
from typing import Any

from tutor.board.layout import layout_of
from tutor.board.paint import sheet
from tutor.board.paint.terrain import look_of, side_look, way_look
from tutor.engine.space.maps import HexMap, read_map

GRID = {
    "top": "pointy",
    "rows": {"from": 1, "to": 1, "grows": "south"},
    "columns": {"from": 1, "to": 2, "grows": "east"},
}
PAIR = ("0101", "0102")


def shown(map: HexMap) -> Iterator[tuple[str, str, str]]:
    """What a map of hexes shows: grounds, what its sides are, its ways; each kind once, its sort and its look."""
    grounds = ((hex.terrain, "ground", look_of(hex.terrain)) for hex in map)
    sides = ((kind, "side", side_look(kind)) for _, _, found in map.all_sides() for kind in sorted(found))
    ways = ((road.kind, "way", way_look(road.kind)) for road in map.roads_drawn)
    yield from (one for one in dict.fromkeys((*grounds, *sides, *ways)) if one[2] != "other")


@cache
def swatch(kind: str, sort: str) -> str:
    """The address of a picture that needs no file."""
    layout = layout_of(read_map(_data(kind, sort)))
    (x, y), (x2, _) = (layout.centres[place] for place in PAIR)
    wide, tall = x2 - x + 42, 44.0
    text = sheet.ground(layout, "en", ((x + x2 - wide) / 2, y - tall / 2, wide, tall), 1, True)
    return "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()


def _data(kind: str, sort: str) -> dict[str, Any]:
    ground = kind if sort == "ground" else "clear"
    return {
        "kind": "hexes", "name": kind, "grid": GRID, "hexes": {place: {"terrain": ground} for place in PAIR},
        "sides": {kind: ["-".join(PAIR)]} if sort == "side" else {},
        "roads": [{"kind": kind, "through": list(PAIR)}] if sort == "way" else [],
        "provenance": {"hexes": "stand-in", "sides": "stand-in", "roads": "stand-in"},
    }  # fmt: skip
