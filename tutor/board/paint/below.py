"""What a map draws beneath its places: coasts as a person knows them, and words along rivers, on seas and ranges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from itertools import pairwise

from tutor.board.layout import EDGE, Layout, Point
from tutor.board.look import CONTOUR, SEA, SERIF, SHALLOWS, WATER_EDGE
from tutor.board.paint.lettering import HALO, Name, printed, wide
from tutor.engine.space.drawn import Label
from tutor.engine.text import Lang

ALONG, STEP = 13.0, 12.0  # the size of a river's name, and the steps in which its course is looked at
EVERY = 800.0  # of a river's course that bears its name once
SIZES = {"sea": 26.0, "range": 19.0, "land": 19.0, "river": 15.0}

CELL, FOOT = 40.0, 5.0  # the pieces in which a coast is looked for; half the size of a sign that stands on land

Window = tuple[float, float, float, float]
EVERYWHERE: Window = (-1e9, -1e9, 2e9, 2e9)


def coast(layout: Layout, window: Window) -> Iterator[str]:
    """The sea around the land that the map draws, with its shallows."""
    rings: list[str] = []
    edges: list[str] = []
    for one in layout.drawings:
        left, top, width, height = one.box
        if one.drawn.land:
            edges.append(f"M{left:g} {top:g}h{width:g}v{height:g}h{-width:g}Z")
            rings += [_path(ring) + "Z" for ring in one.drawn.land if _seen(ring, window)]
    land = "".join(rings)
    left, top, width, height = window
    box = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
    yield f'<clipPath id="water"><path d="{"".join(edges)}{land}" clip-rule="evenodd"/></clipPath>'
    yield f'<g clip-path="url(#water)"><rect {box} fill="{SEA}"/>'
    yield f'<path d="{land}" fill="none" stroke="{SHALLOWS}" stroke-width="9" stroke-linejoin="round"/></g>'
    yield f'<path d="{land}" fill="none" stroke="{WATER_EDGE}" stroke-width="1.5" stroke-linejoin="round"/>'


class Water:
    """Where the sea lies that a map draws, and where its coast is near."""

    def __init__(self, layout: Layout) -> None:
        self.edges: dict[int, list[tuple[Point, Point]]] = {}  # by the strip of the map that they touch
        self.cells: set[tuple[int, int]] = set()
        for one in layout.drawings:
            for ring in one.drawn.land:
                for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                    self._enter(a, b)

    def _enter(self, a: Point, b: Point) -> None:
        (ax, ay), (bx, by) = a, b
        for row in range(int(min(ay, by) // CELL), int(max(ay, by) // CELL) + 1):
            self.edges.setdefault(row, []).append((a, b))
        many = 1 + int(math.dist(a, b) // CELL)
        steps = [(ax + (bx - ax) * n / many, ay + (by - ay) * n / many) for n in range(many + 1)]
        self.cells |= {(int(x // CELL), int(y // CELL)) for x, y in steps}

    def near(self, x: float, y: float, far: float) -> bool:
        """Whether the coast runs so near, or nearly so near."""
        columns = range(int((x - far) // CELL) - 1, int((x + far) // CELL) + 2)
        rows = range(int((y - far) // CELL) - 1, int((y + far) // CELL) + 2)
        return any((column, row) in self.cells for column in columns for row in rows)

    def over(self, x: float, y: float) -> bool:
        """Whether a point lies in no ring of land, or in a hole of one."""
        crossed = (
            (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
            for (ax, ay), (bx, by) in self.edges.get(int(y // CELL), ())
        )
        return sum(crossed) % 2 == 0

    def touches(self, x: float, y: float) -> bool:
        """Whether a sign there would stand in the water with a foot."""
        return any(self.over(x + dx, y + dy) for dx, dy in ((-FOOT, 0), (FOOT, 0), (0, -FOOT), (0, FOOT)))


@lru_cache(maxsize=8)
def water(layout: Layout) -> Water:
    return Water(layout)


def words(
    layout: Layout,
    lang: Lang,
    window: Window,
    names: tuple[Name, ...] = (),
    larger: float = 1,
    afar: bool = False,
) -> Iterator[str]:
    """Words that name no place of the game; those along rivers give way to all others, a long river bears several.

    Where they are `larger` a river bears its name where its course has room for it; from afar a sea does where it fits.
    """
    for one in layout.drawings:
        if afar:
            others = (label for label in one.drawn.labels if label.kind != "land")  # its name is left to the states
            labels = [label for label in others if _fits(label, lang, one.box, larger)]
        else:
            kept = (_kept(label, lang, one.box, larger) for label in one.drawn.labels)
            labels = [label for label in kept if label is not None]
        taken = (*names, *(spot for label in labels for spot in _spots(label, lang, larger)))
        for river in one.drawn.rivers:
            if river.name and _seen(river.line, window):
                for part in parts(river.line, EVERY * larger):
                    yield from along(part, river.name(lang), taken, larger, one.box)
        for label in labels:
            yield _word(label, lang, larger)


def parts(line: tuple[Point, ...], every: float) -> Iterator[tuple[Point, ...]]:
    """A course in stretches about so long, each of which is named; all of a shorter one."""
    many = max(1, round(sum(math.dist(a, b) for a, b in pairwise(line)) / every))
    if many == 1:
        yield line
        return
    marks = list(_stepped(line))
    size = len(marks) / many
    yield from (tuple(marks[round(n * size) : round((n + 1) * size)]) for n in range(many))


def _spots(label: Label, lang: Lang, larger: float) -> Iterator[Name]:
    """What a word takes of the map, letter by letter: it may be turned."""
    (ax, ay), (bx, by) = stretch(label, lang, larger)
    size = larger * SIZES[label.kind]
    many = max(1, round(math.dist((ax, ay), (bx, by)) / size))
    for n in range(many + 1):
        x, y = ax + (bx - ax) * n / many, ay + (by - ay) * n / many
        yield Name("", "", x, y + size / 3, size, "", half=size / 2)


def _fits(label: Label, lang: Lang, box: Window, larger: float) -> bool:
    """Whether a word that is made larger keeps to its sheet."""
    left, top, width, height = box
    return all(left <= x <= left + width and top <= y <= top + height for x, y in stretch(label, lang, larger))


def _kept(label: Label, lang: Lang, box: Window, larger: float) -> Label | None:
    """A word moved onto its sheet where it would be cut off; none where that has no room for it, or only elsewhere."""
    left, top, width, height = box
    ends, edge = stretch(label, lang, larger), EDGE + larger * SIZES[label.kind] / 2
    dx, dy = (
        max(low + edge - min(at), 0.0) - max(max(at) - (low + size - edge), 0.0)
        for low, size, at in zip((left, top), (width, height), zip(*ends, strict=True), strict=True)
    )
    moved = replace(label, at=(label.at[0] + dx, label.at[1] + dy))
    near = math.hypot(dx, dy) <= math.dist(*ends) / 2
    return moved if near and _fits(moved, lang, box, larger) else None


def _word(label: Label, lang: Lang, larger: float = 1) -> str:
    x, y = label.at
    colour = WATER_EDGE if label.kind in ("sea", "river") else CONTOUR
    turn = f' transform="rotate({label.turn:g} {x:.1f} {y:.1f})"' if label.turn else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SERIF}" font-size="{larger * SIZES[label.kind]:g}" '
        f'font-style="italic" letter-spacing="3" fill="{colour}" stroke-width="{3 * larger:g}" {HALO} '
        f'text-anchor="middle"{turn}>{escape(printed(label.name(lang)))}</text>'
    )


def stretch(label: Label, lang: Lang, larger: float = 1) -> tuple[Point, Point]:
    """From where to where a label reaches."""
    name = printed(label.name(lang))
    half = larger * wide(name, SIZES[label.kind], False) / 2 + 1.5 * len(name)
    (x, y), turn = label.at, math.radians(label.turn)
    dx, dy = half * math.cos(turn), half * math.sin(turn)
    return (x - dx, y - dy), (x + dx, y + dy)


def along(
    line: tuple[Point, ...], name: str, names: tuple[Name, ...] = (), larger: float = 1, box: Window = EVERYWHERE
) -> Iterator[str]:
    """A river's name beside the stretch where it runs straightest, of those where no other name is printed."""
    stretch = straightest(line, name, names, larger, box)
    if stretch is None:
        return
    (ax, ay), (bx, by) = sorted(stretch)
    x, y = (ax + bx) / 2, (ay + by) / 2
    turn = math.degrees(math.atan2(by - ay, bx - ax))
    yield (
        f'<text x="{x:.1f}" y="{y - 5 * larger:.1f}" font-family="{SERIF}" font-size="{ALONG * larger:g}" '
        f'font-style="italic" fill="{WATER_EDGE}" stroke-width="{3 * larger:g}" {HALO} text-anchor="middle" '
        f'transform="rotate({turn:.0f} {x:.1f} {y:.1f})">{escape(name)}</text>'
    )


@lru_cache(maxsize=1024)
def straightest(
    line: tuple[Point, ...], name: str, names: tuple[Name, ...] = (), larger: float = 1, box: Window = EVERYWHERE
) -> tuple[Point, Point] | None:
    """The ends of the stretch beside which a river's name is printed: on the sheet, whose edge would cut it off."""
    reach = wide(name, ALONG * larger) + 16
    marks = list(_stepped(line))
    span = max(2, round(reach / STEP))
    pairs = zip(marks, marks[span:], strict=False)
    runs = [(a, b) for a, b in pairs if math.dist(a, b) >= 0.75 * reach and _on(box, a, b, reach)]
    near = [one for one in names if any(math.dist((one.x, one.y), mark) < one.half + reach for mark in marks)]
    return max(runs, key=lambda run: (-covered(run, near), math.dist(*run)), default=None)


def _on(box: Window, a: Point, b: Point, reach: float) -> bool:
    """Whether a name so long, in the middle between two points, keeps to the sheet."""
    (ax, ay), (bx, by), part = a, b, 0.5 * reach / math.dist(a, b)
    left, top, width, height = box
    ends = ((ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.5 - part, 0.5 + part))
    return all(left + EDGE <= x <= left + width - EDGE and top + EDGE <= y <= top + height - EDGE for x, y in ends)


def covered(run: tuple[Point, Point], names: Iterable[Name]) -> int:
    """How many names are printed where a name along a stretch would be."""
    (ax, ay), (bx, by) = run
    spots = [(ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8 - ALONG / 2) for k in range(9)]
    return sum(
        any(abs(x - one.x) < one.half + 3 and -one.size - 3 < y - one.y < ALONG / 2 for x, y in spots) for one in names
    )


def _stepped(line: Sequence[Point]) -> Iterator[Point]:
    """Points at even steps along a line."""
    left = 0.0
    for (ax, ay), (bx, by) in pairwise(line):
        far = math.dist((ax, ay), (bx, by))
        while left < far:
            yield ax + (bx - ax) * left / far, ay + (by - ay) * left / far
            left += STEP
        left -= far


def _seen(line: Sequence[Point], window: Window) -> bool:
    left, top, width, height = window
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return max(xs) >= left and min(xs) <= left + width and max(ys) >= top and min(ys) <= top + height


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
