"""Where the fronts ran, on a poster and on the table: drawn by the map's own data, and no rule looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from tutor.board.layout import Layout, Point
from tutor.board.look import BANDS, FRONT, INK, PAPER
from tutor.board.paint import curves
from tutor.board.paint.figures import lettered
from tutor.board.paint.ink import Ink, Label, Path
from tutor.board.paint.lettering import FAR
from tutor.board.scene import Scene
from tutor.engine.space.drawn import Front
from tutor.engine.text import Lang

COLOURS = (FRONT, *BANDS[1:])
CASING = "rgba(239,230,207,0.75)"
ACROSS = 420  # as many strokes lie side by side across a poster
WIDE, LEAST = 5.0, 3.4  # a line on the table: in units of the map, and on the page where that is seen from afar
ALL = "all"


def days(layout: Layout) -> list[str]:
    """The days for which the map knows a front."""
    return sorted({one.date for drawing in layout.drawings for one in drawing.drawn.fronts})


def on(layout: Layout, asked: Sequence[str]) -> list[Front]:
    """The lines of the days that are asked for, or all, the earliest first."""
    wanted = days(layout) if ALL in asked else asked
    lines = (one for day in wanted for drawing in layout.drawings for one in drawing.drawn.on(day))
    return sorted(dict.fromkeys(lines), key=lambda one: (one.date, one.front, one.line))


def coloured(lines: Sequence[Front]) -> dict[tuple[str, str], str]:
    """A colour for each day of a front, by the day and the front; two fronts are too far apart to be taken for one."""
    found: dict[tuple[str, str], str] = {}
    for one in lines:
        earlier = sum(front == one.front for _, front in found)
        found.setdefault((one.date, one.front), COLOURS[earlier % len(COLOURS)])
    return found


def on_paper(layout: Layout, lang: Lang, lines: Sequence[Front]) -> Iterator[Ink]:
    """Lines of some days, one colour a day, wide enough for the sheet they are painted on."""
    yield from _drawn(lines, coloured(lines), max(layout.width, layout.height) / ACROSS)
    yield from _names(layout, lang, tuple(lines))


def on_table(scene: Scene, k: float = 1.0) -> Iterator[Ink]:
    """The lines of the day that is looked at, seen from afar no thinner than from near."""
    lines = on(scene.layout, (scene.day,)) if scene.day else []
    yield from _drawn(lines, {}, max(WIDE, LEAST / k))
    if k >= FAR:  # from afar names lie over everything anyway
        yield from _names(scene.layout, scene.lang, tuple(lines))


def overview(scene: Scene, k: float) -> Iterator[Ink]:
    """The same on the small map in the corner."""
    for one in on(scene.layout, (scene.day,)) if scene.day else ():
        yield Path(tuple((x * k, y * k) for x, y in one.line), "", FRONT, 1.4, False)


def _drawn(lines: Sequence[Front], colours: Mapping[tuple[str, str], str], wide: float) -> Iterator[Ink]:
    for one in lines:
        yield Path(_way(one.line), "", CASING, 2 * wide, False)
    for one in lines:
        yield Path(_way(one.line), "", colours.get((one.date, one.front), FRONT), wide, False)


@lru_cache(maxsize=256)
def _way(line: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(curves.rounded(line, False))


@lru_cache(maxsize=32)
def _names(layout: Layout, lang: Lang, lines: tuple[Front, ...]) -> tuple[Ink, ...]:
    """The names of places over which a line runs, once more."""
    points = [point for one in lines for point in _way(one.line)]
    return tuple(
        Label(name.x, name.y, name.text, name.size, INK, "bold" in name.style, "middle", True, PAPER)
        for name in lettered(layout, lang)
        if "italic" not in name.style
        if any(abs(x - name.x) < name.half + WIDE and -name.size < y - name.y < WIDE for x, y in points)
    )
