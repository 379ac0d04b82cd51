"""What is marked: under the counters what colours the ground, above them costs, rings, crosses and arrows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from tutor.board.layout import Point
from tutor.board.look import ATTACK, CITED, INK, NO, NOTED, OK, PAPER, ZONE
from tutor.board.paint import curves
from tutor.board.paint.counter import counter
from tutor.board.paint.figures import covered, fan, fan_ink, placed, size_of
from tutor.board.paint.ink import Box, Disc, Ink, Label, Path, moved
from tutor.board.paint.lettering import FAR, Lettering, from_afar
from tutor.board.scene import Mark, Scene, Sign

Painters: TypeAlias = Mapping[Sign, Callable[[Scene, Mark], Iterator[Ink]]]
LINED: frozenset[Sign] = frozenset({"reach", "zone", "range"})
MANY = 120  # how many places under a border are lettered anew
PILE = 4  # from here on a pile says how high it is
ARROW = 30.0  # how long an arrow is at the least
DIM, DIM_AREA = "rgba(46,40,44,0.3)", "rgba(46,40,44,0.22)"


# -- under the counters -----------------------------------------------------------------------------------------
def under(scene: Scene) -> Iterator[Ink]:
    """Dimming, the border of reach, paths and lines."""
    for painters in (_FIRST, _UNDER) if scene.layout.hexes else (_FIRST, _UNDER, _RINGED):
        for mark in scene.marks:
            if mark.kind in painters:
                yield from painters[mark.kind](scene, mark)
    yield from _names(scene)


def _names(scene: Scene) -> Iterator[Ink]:
    """Names over which a border was drawn, once more."""
    lined = {place: None for mark in scene.marks if mark.kind in LINED for place in _parts(scene, mark.places)}
    if not scene.layout.hexes or not 0 < len(lined) <= MANY:
        return
    around = lined | {near: None for place in lined for near in scene.layout.map.neighbours(place)}
    for name in Lettering(scene.layout, scene.lang, list(around), ()).names:
        if "italic" not in name.style:
            bold = "bold" in name.style
            yield Label(name.x, name.y, name.text, name.size, INK, bold, "middle", True, PAPER)


def _dim(scene: Scene, mark: Mark) -> Iterator[Ink]:
    colour = DIM if scene.layout.hexes else DIM_AREA
    yield from (Path(ring, colour) for place in mark.places for ring in _rings(scene, place))


def _rings(scene: Scene, place: str, inset: float = 0.0) -> list[tuple[Point, ...]]:
    """The outline of a place; a region may have several."""
    layout = scene.layout
    if place in layout.regions:
        return [tuple(loop) for loop in curves.outline(layout, layout.regions[place])]
    ring = layout.outlines.get(place)
    if ring is None:
        return []
    if not inset:
        return [ring]
    cx, cy = layout.centres[place]
    far = layout.radius if layout.hexes else max(math.dist(p, (cx, cy)) for p in ring)
    k = 1 - inset / far
    return [tuple((cx + (x - cx) * k, cy + (y - cy) * k) for x, y in ring)]


def _known(scene: Scene, mark: Mark) -> list[str]:
    """The places of a mark that lie on this map."""
    return [place for place in mark.places if place in scene.layout.anchors]


def _parts(scene: Scene, places: Iterable[str]) -> list[str]:
    return [part for place in places for part in scene.layout.parts(place)]


def _loops(scene: Scene, mark: Mark) -> list[tuple[Point, ...]]:
    """The border around all places of a mark together; around each where they are areas."""
    if scene.layout.hexes:
        return [tuple(loop) for loop in curves.outline(scene.layout, _parts(scene, mark.places))]
    return [ring for place in mark.places for ring in _rings(scene, place, 5)]


def _reach(scene: Scene, mark: Mark) -> Iterator[Ink]:
    loops = _loops(scene, mark)
    for loop in loops:
        yield Path(loop, "", "rgba(255,255,255,0.95)", 4.6)
    for loop in loops:
        yield Path(loop, "", OK, 2.4)


def _path(scene: Scene, mark: Mark) -> Iterator[Ink]:
    line = tuple(scene.layout.anchors[place] for place in mark.places if place in scene.layout.anchors)
    if len(line) > 1:
        yield Path(line, "", "#ffffff", 8, False)
        yield Path(line, "", OK, 4.5, False)


def _supply(scene: Scene, mark: Mark) -> Iterator[Ink]:
    line = tuple(scene.layout.anchors[place] for place in mark.places if place in scene.layout.anchors)
    if len(line) > 1:
        yield Path(line, "", "#ffffff", 7, False)
        yield Path(line, "", NO if mark.text == "cut" else "#1f5fa8", 3.6, False, (9, 5))


def _range(scene: Scene, mark: Mark) -> Iterator[Ink]:
    for loop in _loops(scene, mark):
        yield Path(loop, "rgba(31,95,168,0.10)", "#ffffff", 4.4)
        yield Path(loop, "", "#1f5fa8", 2.2, dash=(8, 5))


def _zone(scene: Scene, mark: Mark) -> Iterator[Ink]:
    for place in _known(scene, mark):
        yield from (Path(ring, "rgba(224,123,0,0.2)") for ring in _rings(scene, place))
    for loop in _loops(scene, mark):
        yield Path(loop, "", "#ffffff", 5)
        yield Path(loop, "", ZONE, 3, dash=(2, 5))
    for place in _known(scene, mark):
        x, y = scene.layout.anchors[place]
        yield from _diamond(x + 27, y - 13) if scene.layout.hexes else _diamond(x + 44, y - 20)


def _sight(scene: Scene, mark: Mark) -> Iterator[Ink]:
    a, b = (scene.layout.anchors[place] for place in mark.places[:2])
    yield Path((a, b), "", "#ffffff", 6, False)
    yield Path((a, b), "", OK if mark.text == "open" else NO, 3, False, (3, 5))


_FIRST: Painters = {"dim": _dim}
_UNDER: Painters = {"reach": _reach, "path": _path, "supply": _supply, "range": _range, "zone": _zone, "sight": _sight}


# -- above the counters -----------------------------------------------------------------------------------------
def over(scene: Scene, window: tuple[float, float, float, float] | None = None, k: float = 1.0) -> Iterator[Ink]:
    """Dotted edges, covered names, heights of piles, costs, rings, crosses, arrows, the chosen counter; the fan."""
    yield from _all(_RINGED if scene.layout.hexes else {}, scene)
    yield from _all(_FRAMED, scene)
    ringed = {place for kind in _RINGED for mark in scene.marked(kind) for place in mark.places}
    framed = {unit for mark in scene.marked("ready") for unit in mark.units}
    yield from _named_afar(scene, k) if scene.layout.hexes and k < FAR else covered(scene, ringed, framed)
    yield from _heights(scene)
    yield from _all(_OVER, scene)
    seen = window or (0.0, 0.0, scene.layout.width, scene.layout.height)
    chosen = next((unit for mark in scene.marked("chosen") for unit in mark.units), None)
    tray = fan(scene, seen, k)
    if tray is not None:
        yield from fan_ink(tray, chosen)


def _all(painters: Painters, scene: Scene) -> Iterator[Ink]:
    for kind in painters:
        for mark in scene.marked(kind):
            yield from painters[kind](scene, mark)


def _named_afar(scene: Scene, k: float) -> Iterator[Ink]:
    for name in from_afar(scene.layout, scene.lang, k):
        yield Label(name.x, name.y, name.text, name.size, INK, True, "middle", True, PAPER)


def _heights(scene: Scene) -> Iterator[Ink]:
    """How many counters lie in a pile of which only the edges are seen."""
    for stack in scene.stacks:
        if not stack.across and len(stack.counters) >= PILE:
            text = f"×{len(stack.counters)}"
            _, left, low = next(placed(stack))
            x, y, wide = left - stack.size / 2 - 3, low + stack.size / 2 - 9, 7 + 6 * len(text)
            yield Box(x, y, wide, 14, "#fffdf4", INK, 1, 4)
            yield Label(x + wide / 2, y + 11, text, 11, INK, True)


def _occupied(scene: Scene, place: str) -> bool:
    return any(stack.place == place for stack in scene.stacks)


def _attack(scene: Scene, mark: Mark) -> Iterator[Ink]:
    for place in _known(scene, mark):
        for ring in _rings(scene, place, 4):
            yield Path(ring, "", "#ffffff", 5)
            yield Path(ring, "", ATTACK, 3, dash=(9, 6))


def _cost(scene: Scene, mark: Mark) -> Iterator[Ink]:
    for place in _known(scene, mark):
        x, y = scene.layout.anchors[place]
        if not scene.layout.hexes:
            y += 46
        elif _occupied(scene, place):
            x, y = x - 29, y - 3
        yield from _badge(x, y, mark.text, OK)


def _badge(x: float, y: float, text: str, colour: str, r: float = 11) -> Iterator[Ink]:
    r = max(r, 4 + 2.9 * len(text))
    yield Disc(x, y, r, "rgba(255,255,255,0.94)", colour, 1.8)
    yield Label(x, y + (5 if len(text) < 3 else 4), text, 14 if len(text) < 3 else 12, colour, True)


def _diamond(x: float, y: float) -> Iterator[Ink]:
    yield Path(((x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)), ZONE, "#ffffff", 1.4)


def _cited_places(scene: Scene, mark: Mark) -> Iterator[Ink]:
    """Places that a check or a step speaks of."""
    for place in _known(scene, mark):
        for ring in _rings(scene, place, 5):
            yield Path(ring, "", "rgba(255,255,255,0.85)", 4.5)
            yield Path(ring, "", CITED, 2.2, dash=(2, 4))


def _cited_units(scene: Scene, mark: Mark) -> Iterator[Ink]:
    """Counters that they speak of."""
    for unit in mark.units:
        yield from _frame(scene, unit, CITED, 2.6)


def _frame(scene: Scene, unit: str, colour: str, width: float) -> Iterator[Ink]:
    stack = scene.stack_of(unit)
    if stack is None:
        return
    half = size_of(stack) / 2
    for one, x, y in placed(stack):
        if one.id == unit:
            at = x - half - 1, y - half - 1, 2 * half + 2, 2 * half + 2
            yield Box(*at, "", "#ffffff", width + 2, 6)
            yield Box(*at, "", colour, width, 6)


def _ready(scene: Scene, mark: Mark) -> Iterator[Ink]:
    """Counters that may be chosen: a green frame round the stack and a small tab, so that shape says it, too."""
    for stack in scene.stacks:
        if set(stack.ids) & set(mark.units):
            top = list(placed(stack))[-1]
            yield from _frame(scene, top[0].id, OK, 2.4)
            x, y = top[1] - size_of(stack) / 2, top[2] - size_of(stack) / 2
            yield Path(((x - 5, y + 6), (x - 5, y - 5), (x + 6, y - 5)), OK, "#ffffff", 1.2)


def _refused(scene: Scene, mark: Mark) -> Iterator[Ink]:
    for place in _known(scene, mark):
        for ring in _rings(scene, place, 3):
            yield Path(ring, "", "#ffffff", 7)
            yield Path(ring, "", NO, 4)
        yield from _cross(*_corner(scene, place))


def _corner(scene: Scene, place: str) -> Point:
    """Where a verdict's sign stands: at the upper right of where counters lie."""
    x, y = scene.layout.anchors[place]
    if scene.layout.hexes:
        return x + 21, y - 20
    right = max((one.x + one.size / 2 for one in scene.stacks if one.place == place), default=x + 20)
    return right + 4, y - 26


def _cross(x: float, y: float) -> Iterator[Ink]:
    yield Disc(x, y, 12, NO, "#ffffff", 1.6)
    yield Path(((x - 5, y - 5), (x + 5, y + 5)), "", "#ffffff", 3.4, False)
    yield Path(((x - 5, y + 5), (x + 5, y - 5)), "", "#ffffff", 3.4, False)


def _target(scene: Scene, mark: Mark) -> Iterator[Ink]:
    for place in _known(scene, mark):
        for ring in _rings(scene, place, 3):
            yield Path(ring, "", "#ffffff", 7)
            yield Path(ring, "", OK, 4)
        x, y = _corner(scene, place)
        yield Disc(x, y, 12, OK, "#ffffff", 1.6)
        yield Path(((x - 5.5, y + 0.5), (x - 1.5, y + 4.5), (x + 6, y - 4.5)), "", "#ffffff", 3.2, False)


def _odds(scene: Scene, mark: Mark) -> Iterator[Ink]:
    """A chip over the place that is aimed at, or under it where the attack comes from above; within the map."""
    for place in _known(scene, mark):
        x, y = scene.layout.anchors[place]
        half = 7 + 3.6 * len(mark.text)
        x = min(max(x, half + 2), scene.layout.width - half - 2)
        whence = [scene.layout.anchors[one.places[0]] for one in scene.marked("arrow") if one.places[-1] == place]
        y += 54 if y < 76 or any(top < y - 4 for _, top in whence) else -54
        yield Box(x - half, y - 12, 2 * half, 24, PAPER, ATTACK, 2, 12)
        yield Label(x, y + 5, mark.text, 14, INK, True)


def _arrow(scene: Scene, mark: Mark) -> Iterator[Ink]:
    """From a place over the border into another: from counter to counter, so that what they say is read."""
    (ax, ay), (bx, by) = (scene.layout.anchors[place] for place in mark.places[:2])
    n = math.dist((ax, ay), (bx, by)) or 1.0
    ux, uy = (bx - ax) / n, (by - ay) / n
    px, py = -uy, ux
    out, into = (_edge(scene, place, ux, uy) for place in mark.places[:2])
    lacks = max(ARROW - (n - out - into), 0.0)  # between neighbours there is little room
    out, into = out - 0.75 * lacks, into - 0.25 * lacks
    tail, tip = (ax + ux * out, ay + uy * out), (bx - ux * into, by - uy * into)
    neck = (tip[0] - ux * 17, tip[1] - uy * 17)
    shape = ((tail, 5), (neck, 7), (neck, 15), (tip, 0), (neck, -15), (neck, -7), (tail, -5))
    yield Path(tuple((x + px * w, y + py * w) for (x, y), w in shape), "rgba(179,38,30,0.88)", "#ffffff", 1.8)


def _edge(scene: Scene, place: str, ux: float, uy: float) -> float:
    """How far the counters in a place reach from its middle in a direction; where none lie, a little way."""
    x, y = scene.layout.anchors[place]
    lying = [
        (cx, cy, size_of(stack) / 2) for stack in scene.stacks if stack.place == place for _, cx, cy in placed(stack)
    ]
    if not lying:
        return 12.0
    wide, high = max(abs(cx - x) + half for cx, _, half in lying), max(abs(cy - y) + half for _, cy, half in lying)
    return min(wide / max(abs(ux), 1e-6), high / max(abs(uy), 1e-6))


def _blocked(scene: Scene, mark: Mark) -> Iterator[Ink]:
    for place in _known(scene, mark):
        for ring in _rings(scene, place, 4):
            yield Path(ring, "rgba(179,38,30,0.22)", NO, 2.6, dash=(4, 3))
        yield from _cross(*_corner(scene, place))


def _focus(scene: Scene, mark: Mark) -> Iterator[Ink]:
    """Where the keyboard stands."""
    for place in _known(scene, mark):
        for ring in _rings(scene, place, 1):
            yield Path(ring, "", INK, 4)
            yield Path(ring, "", "#ffffff", 2, dash=(5, 5))


def _chosen(scene: Scene, mark: Mark) -> Iterator[Ink]:
    for unit in mark.units:
        stack = scene.stack_of(unit)
        if stack is None:
            continue
        for one, x, y in placed(stack):
            if one.id == unit:
                yield from moved(counter(one, size_of(stack), True), x, y)


def _noted_ring(scene: Scene, mark: Mark) -> Iterator[Ink]:
    """A chronicler's ring."""
    for place in _known(scene, mark):
        x, y = scene.layout.anchors[place]
        yield Disc(x, y, 34, "", "#ffffff", 7)
        yield Disc(x, y, 34, "", NOTED.get(mark.text, INK), 4)


def _noted_arrow(scene: Scene, mark: Mark) -> Iterator[Ink]:
    """A chronicler's arrow, from one place to any other."""
    if not set(mark.places) <= set(scene.layout.anchors):
        return
    (ax, ay), (bx, by) = (scene.layout.anchors[place] for place in mark.places[:2])
    n = math.dist((ax, ay), (bx, by)) or 1.0
    ux, uy = (bx - ax) / n, (by - ay) / n
    start, neck, tip = (ax + ux * 20, ay + uy * 20), (bx - ux * 26, by - uy * 26), (bx - ux * 10, by - uy * 10)
    head = (tip, (neck[0] - uy * 9, neck[1] + ux * 9), (neck[0] + uy * 9, neck[1] - ux * 9))
    colour = NOTED.get(mark.text, INK)
    yield Path((start, neck), "", "#ffffff", 8, False)
    yield Path(head, colour, "#ffffff", 3)
    yield Path((start, neck), "", colour, 4.6, False)
    yield Path(head, colour)


def _cut(scene: Scene, mark: Mark) -> Iterator[Ink]:
    """A bar across a step that is closed."""
    if not set(mark.places) <= set(scene.layout.anchors):
        return
    (ax, ay), (bx, by) = (scene.layout.anchors[place] for place in mark.places[:2])
    n = math.dist((ax, ay), (bx, by)) or 1.0
    ux, uy = (bx - ax) / n, (by - ay) / n
    x, y = (ax + bx) / 2, (ay + by) / 2
    bar = ((x - uy * 13, y + ux * 13), (x + uy * 13, y - ux * 13))
    yield Path(bar, "", "#ffffff", 8, False)
    yield Path(bar, "", NO, 5, False)
    yield Path(((x - ux * 9, y - uy * 9), (x + ux * 9, y + uy * 9)), "", NO, 2.6, False)


_RINGED: Painters = {"attack": _attack, "cited": _cited_places}  # an area's border runs under counters, a hex's beside
_FRAMED: Painters = {"cited": _cited_units, "ready": _ready}
_OVER: Painters = {
    "cut": _cut,
    "ring": _noted_ring,
    "pointer": _noted_arrow,
    "blocked": _blocked,
    "arrow": _arrow,
    "cost": _cost,
    "chosen": _chosen,
    "refused": _refused,
    "target": _target,
    "odds": _odds,
    "focus": _focus,
}
PAINTERS: Painters = {**_FIRST, **_UNDER, **_RINGED, **_FRAMED, **_OVER}
