"""The map layer as one SVG, and a whole scene as one SVG. The same scene gives the same text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape

from tutor.board.layout import EDGE, Layout, Point
from tutor.board.look import INK, PAPER
from tutor.board.paint import figures, fronts, marks
from tutor.board.paint.areas import AreaSheet
from tutor.board.paint.hexes import DEFS, HexSheet
from tutor.board.paint.ink import Ink, d, svg
from tutor.board.paint.lettering import afar
from tutor.board.scene import Scene
from tutor.engine.text import Lang

Window = tuple[float, float, float, float]
PLAIN_SHELF = 280.0  # of displays below a plain picture, which all come in the whole one
FARTHER = 2  # from there on a bridge and a harbour are specks

FILTERS = """<filter id="grain" x="0" y="0" width="1" height="1">
<feTurbulence type="fractalNoise" baseFrequency=".035" numOctaves="4" seed="7"/>
<feColorMatrix values="0 0 0 0 .35  0 0 0 0 .28  0 0 0 0 .15  .5 0 0 0 -.13"/></filter>
<filter id="relief" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
<feGaussianBlur stdDeviation="9"/>
<feDiffuseLighting surfaceScale="52" diffuseConstant="1.08" lighting-color="#fff">
<feDistantLight azimuth="225" elevation="60"/></feDiffuseLighting>
<feGaussianBlur stdDeviation="2.2"/></filter>"""


@lru_cache(maxsize=24)
def ground(layout: Layout, lang: Lang, window: Window, scale: float = 2, plain: bool = False, far: int = 0) -> str:
    """The map alone, as the bottom layer shows it; `plain` without relief and grain, which take longest to paint.

    A map of hexes that is seen from afar (`lettering.afar`) bears neither names nor numbers, which nobody could read,
    and fewer, larger signs of what grows there.
    """
    _, _, width, height = window
    return _document(layout, window, scale, _ground(layout, lang, window, plain, far), (width, height))


def parts(layout: Layout, lang: Lang, window: Window) -> Iterable[str]:
    """The elements of the ground, plainly painted, for a page that draws it once and uses it often."""
    return _ground(layout, lang, window, plain=True)


def whole(layout: Layout) -> Window:
    return 0.0, 0.0, layout.width, layout.height


def framed(points: Sequence[Point], layout: Layout, around: float, least: tuple[float, float] = (0.0, 0.0)) -> Window:
    """The part of a map where these points lie, with so much room around them, and no smaller than that."""
    across, down = zip(*points, strict=True)
    left, right = _stretch(across, around, layout.width, least[0])
    top, low = _stretch(down, around, layout.height, least[1])
    return left, top, right - left, low - top


def _stretch(at: Sequence[float], around: float, whole: float, least: float) -> tuple[float, float]:
    middle, half = (min(at) + max(at)) / 2, max((max(at) - min(at)) / 2 + around, least / 2)
    return round(max(0.0, middle - half)), round(min(whole, middle + half))


def picture(
    scene: Scene,
    window: Window | None = None,
    scale: float = 1,
    plain: bool = False,
    laid: Iterable[Ink] = (),
    least: float = 0.0,
) -> str:
    """The scene: map, what is laid on it, counters, marks, and below them the displays.

    `plain` is without relief, grain and a long shelf; no letter of a name on a map of hexes is smaller than `least`.
    """
    seen = window or whole(scene.layout)
    left, top, width, height = seen
    if plain:
        scene = replace(scene, displays=figures.within(scene, width, PLAIN_SHELF / scale))
    far = afar(scene.layout, scale) if plain else 0
    shelf = figures.shelf_height(scene, width)
    body = [
        *_ground(scene.layout, scene.lang, seen, plain, far, least),
        svg(laid),
        svg(fronts.on_table(scene, scale if far else 1.0)),
        svg(marks.under(scene)),
        svg(figures.counters(scene)),
        svg(marks.over(scene, k=scale if far else 1.0)),
    ]
    if shelf:
        body.append(f'<g transform="translate({left:g} {top + height:g})">{svg(figures.shelf(scene, width))}</g>')
    return _document(
        scene.layout, (left, top, width, height + shelf), scale, body, (width, height + shelf), scene.title
    )


def _document(
    layout: Layout,
    window: Window,
    scale: float,
    body: Iterable[str],
    size: tuple[float, float],
    title: str = "",
) -> str:
    left, top, width, height = window
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0] * scale:g}" height="{size[1] * scale:g}" '
        f'viewBox="{left:g} {top:g} {width:g} {height:g}" role="img" aria-label="{escape(title or str(layout.kind))}">'
    )
    return "\n".join([head, f"<defs>{DEFS}{FILTERS}</defs>", *body, "</svg>"])


@lru_cache(maxsize=8)
def _ground(
    layout: Layout, lang: Lang, window: Window, plain: bool = False, far: int = 0, least: float = 0.0
) -> tuple[str, ...]:
    """The map's elements, kept: one map lies under many pictures of a lesson, a record, a comparison."""
    return tuple(_elements(layout, lang, window, plain, far, least))


def _elements(layout: Layout, lang: Lang, window: Window, plain: bool, far: int, least: float) -> Iterator[str]:
    left, top, width, height = window
    box = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
    yield f'<rect {box} fill="{PAPER}"/>'
    if layout.hexes:
        yield from _hexes(HexSheet(layout, lang, window, plain, far, least), box)
    else:
        yield from _areas(AreaSheet(layout, lang), box, plain)


def _hexes(sheet: HexSheet, box: str) -> Iterator[str]:
    edge = sheet.edge()
    yield from sheet.shore()
    yield f'<clipPath id="sheet"><path d="{edge}"/></clipPath><g clip-path="url(#sheet)">'
    yield from sheet.ground()
    yield from sheet.growth()
    yield from sheet.tints()
    yield from sheet.waters()
    yield from sheet.ways()
    yield from sheet.cliffs()
    yield from sheet.borders()
    yield sheet.grid()
    if sheet.far < FARTHER:
        yield from sheet.bridges()
        yield from sheet.ports()
    yield from sheet.houses()
    if not sheet.far:
        yield from sheet.numbers()
    yield "</g>" if sheet.plain else f'<rect {box} filter="url(#grain)" opacity=".34"/></g>'
    yield f'<path d="{edge}" fill="none" stroke="{INK}" stroke-width="2"/>'
    yield from sheet.crossings()
    yield from sheet.tabs()
    yield from sheet.far_words() if sheet.far else sheet.words()
    if not sheet.far:
        yield from sheet.titles()


def _areas(sheet: AreaSheet, box: str, plain: bool) -> Iterator[str]:
    left, top, right, low = EDGE, EDGE, sheet.layout.width - EDGE, sheet.layout.height - EDGE
    frame = d(((left, top), (right, top), (right, low), (left, low)))
    yield f'<clipPath id="sheet"><path d="{frame}"/></clipPath><g clip-path="url(#sheet)">'
    yield f'<path d="{frame}" fill="#e9dcba"/>'
    yield from sheet.ground()
    yield from sheet.growth()
    yield from sheet.waters()
    yield from sheet.lines()
    yield from sheet.labels()
    if not plain:
        yield f'<rect {box} filter="url(#grain)" opacity=".3"/>'
    yield "</g>"
    yield from sheet.words()
    yield f'<path d="{frame}" fill="none" stroke="{INK}" stroke-width="2.4"/>'
