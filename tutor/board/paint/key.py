"""The key of a map: a small picture of everything that it shows and that no word beside it explains."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import cache
from typing import Any

from tutor.board.layout import Layout, layout_of
from tutor.board.look import PAPER
from tutor.board.paint import areas, sheet
from tutor.board.paint.hexes import DEFS, FRONTIER, HexSheet, _stroke
from tutor.board.paint.terrain import look_of, side_look, towns, way_look
from tutor.engine.space.maps import AreaMap, HexMap, read_map

GRID = {
    "top": "pointy",
    "rows": {"from": 1, "to": 1, "grows": "south"},
    "columns": {"from": 1, "to": 2, "grows": "east"},
}
PAIR = ("0101", "0102")
WIDE, TALL = 88.0, 44.0  # of a picture
ACROSS = f"M4 {TALL / 2:g}H{WIDE - 4:g}"


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
    return _address(sheet.ground(layout, "en", ((x + x2 - wide) / 2, y - tall / 2, wide, tall), 1, True))


def signs(layout: Layout) -> Iterator[tuple[str, str]]:
    """What else a map of hexes shows, with its picture: towns, ports, and where two states meet."""
    if towns(layout.map):
        yield "town", swatch("town", "ground")
    if any("port" in flag for hex in layout.map for flag in hex.flags):
        yield "port", line_swatch(f'<use href="#anchor" x="{WIDE / 2:g}" y="{TALL / 2:g}"/>')
    if HexSheet(layout, "en", sheet.whole(layout)).frontier:
        yield "frontier", line_swatch("".join(_stroke(ACROSS, *one) for one in FRONTIER))


def shown_in_areas(map: AreaMap, layout: Layout) -> Iterator[str]:
    """What a map of areas shows: signs beside names, borders, ways, rivers and grounds; each once."""
    signs = (sign for area in map for sign, _ in areas.signs(area))
    lines = [kind for _, kind, _ in areas.AreaSheet(layout, "en").joints()]
    rivers = ["river"] if any(one.drawn.rivers for one in layout.drawings) else []
    flags = {flag for area in map for flag in area.flags}
    grounds = [kind for kind, found in (("rough", flags & areas.ROUGH), ("closed", "closed" in flags)) if found]
    yield from dict.fromkeys((*signs, *(kind for kind in areas.STROKES if kind in (*lines, *rivers)), *grounds))


@cache
def area_swatch(kind: str) -> str:
    """The address of a picture of what a map of areas shows."""
    middle = WIDE / 2, TALL / 2
    if kind in areas.STROKES:
        return line_swatch(areas.stroked(kind, ACROSS))
    if kind in areas.ROOM:
        return line_swatch(areas.signed(kind, middle[0], middle[1] + 6, 2))
    symbol = "hill" if kind == "rough" else "closed"
    if symbol == "closed":
        return line_swatch(f'<rect width="{WIDE:g}" height="{TALL:g}" fill="url(#closed)"/>', areas.CLOSED)
    spots = ((x, y) for y in (14, 32) for x in (16, 44, 72))
    return line_swatch("".join(f'<use href="#{symbol}" x="{x}" y="{y}"/>' for x, y in spots))


def line_swatch(body: str, colour: str = areas.LAND[0]) -> str:
    """The address of a picture of whatever is drawn on a piece of paper."""
    return _address(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE:g}" height="{TALL:g}" viewBox="0 0 {WIDE:g} {TALL:g}">'
        f'<defs>{DEFS}</defs><rect width="{WIDE:g}" height="{TALL:g}" fill="{colour}" stroke="{PAPER}"/>{body}</svg>'
    )


def _address(text: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()


def _data(kind: str, sort: str) -> dict[str, Any]:
    ground = kind if sort == "ground" else "clear"
    return {
        "kind": "hexes", "name": kind, "grid": GRID, "hexes": {place: {"terrain": ground} for place in PAIR},
        "sides": {kind: ["-".join(PAIR)]} if sort == "side" else {},
        "roads": [{"kind": kind, "through": list(PAIR)}] if sort == "way" else [],
        "provenance": {"hexes": "stand-in", "sides": "stand-in", "roads": "stand-in"},
    }  # fmt: skip
