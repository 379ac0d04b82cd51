"""Where the fronts ran, on a poster: one colour a day, wide enough for the sheet it is painted on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.board.layout import Layout, Point
from tutor.board.look import BANDS, FRONT, PAPER
from tutor.board.paint import curves, sheet
from tutor.board.paint.hexes import _path, _stroke
from tutor.engine.space.drawn import Front
from tutor.engine.text import Lang

COLOURS = (FRONT, *BANDS[1:])
ACROSS = 420  # as many strokes lie side by side across the map
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


def drawn(layout: Layout, lang: Lang, lines: Sequence[Front]) -> Iterator[str]:
    """The lines, and over them the names of places once more."""
    wide = max(layout.width, layout.height) / ACROSS
    colours = coloured(lines)
    for one in lines:
        yield _stroke(_way(one.line), PAPER, 2 * wide, 0.75)
    for one in lines:
        yield _stroke(_way(one.line), colours[one.date, one.front], wide, 0.95)
    if lines:
        yield from sheet.names(layout, lang)


def _way(line: tuple[Point, ...]) -> str:
    return _path(curves.rounded(line, False))
