"""What is drawn of a step: the ground once for a whole page, and above it what differs from step to step."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, reduce
from html import escape
from itertools import pairwise
from operator import and_
from typing import Any

from tutor.board import marking
from tutor.board.layout import Layout, Point
from tutor.board.look import NOTED, PAPER
from tutor.board.paint import curves, figures, marks, sheet
from tutor.board.paint.counter import counter
from tutor.board.paint.hexes import DEFS
from tutor.board.paint.ink import Ink, Label, Path, moved, num, svg
from tutor.board.paint.sheet import Window
from tutor.board.scene import Mark, Scene, Stack
from tutor.board.stage import Stage
from tutor.chronicle.course import Step
from tutor.chronicle.said import text
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.chronicle import Shape

AROUND = 150.0  # what is seen around the places that matter
LEAST = 560.0
LARGE, NEAR = 1200.0, (900.0, 700.0)  # a board that is wider is not shown whole at each step, but this much at least
MOST = 0.72  # of a sheet: a part that is larger is shown with the rest


def stage(step: Step, lang: Lang) -> Stage:
    return Stage(step.after.state, lang)


def scene(step: Step, lang: Lang) -> Scene:
    """The position after a step; of an act with what it points at."""
    return stage(step, lang).scene(marks=tuple(_marks(step)))


def _marks(step: Step) -> Iterator[Mark]:
    """What an act points at, if the chronicler has drawn nothing; where a fact brings a counter from and to."""
    if step.told.shapes:
        return
    if step.told.what == "act":
        entry = next((one for one in step.entries if one.what in ("choice", "roll")), None)
        if entry is not None:
            yield from marking.of_entry(entry.facts, step.after.state)
    for unit in step.told.fact.sets if step.told.fact is not None else ():
        before, after = step.before.state.pieces.get(unit), step.after.state.pieces.get(unit)
        if before and after and before.place and after.place and before.place != after.place:
            yield Mark("pointer", (before.place, after.place), text="green")


# -- shapes --------------------------------------------------------------------------------------------------------
def under(layout: Layout, shapes: Iterable[Shape]) -> Iterator[Ink]:
    """Shaded areas lie under the counters."""
    for shape in shapes:
        if shape.what == "area":
            colour = NOTED[shape.colour]
            for place in shape.places:
                for ring in _rings(layout, place):
                    yield Path(ring, _clear(colour, 0.28), colour, 2)


def over(layout: Layout, shapes: Iterable[Shape], lang: Lang) -> Iterator[Ink]:
    """Rings, arrows, fronts and labels above them."""
    for shape in shapes:
        points = [layout.anchors[place] for place in shape.places if place in layout.anchors]
        colour = NOTED[shape.colour]
        if not points:
            continue
        match shape.what:
            case "ring":
                yield from _ring(points[0], colour)
            case "arrow":
                yield from _arrow(points, colour)
            case "front":
                yield from _front(points, colour)
        if shape.label is not None:
            yield from _label(shape, points, text(shape.label, lang), colour)


def _rings(layout: Layout, place: str) -> list[tuple[Point, ...]]:
    if place in layout.regions:
        return [tuple(loop) for loop in curves.outline(layout, layout.regions[place])]
    ring = layout.outlines.get(place)
    return [] if ring is None else [ring]


def _clear(colour: str, alpha: float) -> str:
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"


def _ring(at: Point, colour: str) -> Iterator[Ink]:
    circle = tuple(
        (at[0] + 36 * math.cos(n * math.pi / 18), at[1] + 36 * math.sin(n * math.pi / 18)) for n in range(36)
    )
    yield Path(circle, "", "#ffffff", 7)
    yield Path(circle, "", colour, 4)


def _arrow(points: list[Point], colour: str) -> Iterator[Ink]:
    """Along its places, a little short of the first and the last."""
    (ax, ay), (bx, by) = points[-2:]
    far = math.dist((ax, ay), (bx, by)) or 1.0
    ux, uy = (bx - ax) / far, (by - ay) / far
    tip, neck = (bx - ux * 12, by - uy * 12), (bx - ux * 34, by - uy * 34)
    head = (tip, (neck[0] - uy * 12, neck[1] + ux * 12), (neck[0] + uy * 12, neck[1] - ux * 12))
    line = (_toward(points[0], points[1], 20), *points[1:-1], neck)
    yield Path(line, "", "#ffffff", 11, False)
    yield Path(head, "#ffffff", "#ffffff", 5)
    yield Path(line, "", colour, 6.5, False)
    yield Path(head, colour, colour, 1)


def _toward(one: Point, other: Point, by: float) -> Point:
    far = math.dist(one, other) or 1.0
    return one[0] + (other[0] - one[0]) / far * by, one[1] + (other[1] - one[1]) / far * by


def _front(points: list[Point], colour: str) -> Iterator[Ink]:
    """A line from place to place, with teeth on its left."""
    line = tuple(points)
    yield Path(line, "", "#ffffff", 10, False)
    yield Path(line, "", colour, 5, False)
    for one, other in pairwise(line):
        far = math.dist(one, other)
        if far:
            ux, uy = (other[0] - one[0]) / far, (other[1] - one[1]) / far
            for n in range(1, int(far // 24) + 1):
                x, y = one[0] + ux * 24 * n - ux * 12, one[1] + uy * 24 * n - uy * 12
                yield Path(((x - ux * 5, y - uy * 5), (x + uy * 10, y - ux * 10), (x + ux * 5, y + uy * 5)), colour)


def _label(shape: Shape, points: list[Point], told: str, colour: str) -> Iterator[Ink]:
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)
    aside = {"ring": 52.0, "mark": 5.0, "area": 5.0}.get(shape.what, -14.0)
    yield Label(x, y + aside, told, 17, colour, True, "middle", True, PAPER)


# -- a page's drawings ---------------------------------------------------------------------------------------------
class Drawn:
    """The drawings of one page: the ground and every layer above it, each once, named by a number."""

    def __init__(self, steps: Iterable[Step], langs: tuple[Lang, ...]) -> None:
        self.steps, self.langs = tuple(steps), langs
        self.pool: dict[str, str] = {}
        self._stacks: dict[Stack, str] = {}  # most lie as they lay before
        self.layout: Layout = stage(self.steps[0], langs[0]).layout

    @cached_property
    def window(self) -> Window:
        """The part of the sheet in which something happens; all of it, where that is most of it."""
        layout, points = self.layout, list(self._points())
        whole = sheet.whole(layout)
        if not points:
            return whole
        found = sheet.framed(points, layout, AROUND, (LEAST, LEAST))
        return whole if found[2] * found[3] > MOST * layout.width * layout.height else found

    def _points(self) -> Iterator[Point]:
        """Where counters move, and where something is drawn."""
        for step in self.steps:
            places = [place for shape in step.told.shapes for place in shape.places]
            for state in (step.before.state, step.after.state):
                places += [piece.place for piece in state.pieces if piece.place is not None]
            yield from (self.layout.anchors[place] for place in dict.fromkeys(places) if place in self.layout.anchors)

    def near(self, step: Step) -> Window | None:
        """On a large board the part of it in which a step acts; None where it points at nothing."""
        if self.window[2] <= LARGE:
            return self.window
        places = [place for shape in step.told.shapes for place in shape.places]
        places += [place for mark in _marks(step) for place in mark.places]
        units = [unit for mark in _marks(step) for unit in mark.units]
        for one, other in ((step.before.state, step.after.state), (step.after.state, step.before.state)):
            moved = [piece for piece in one.pieces if _place(other, piece.id) != piece.place]
            places += [piece.place for piece in moved if piece.place is not None]
            places += [place for unit in units if (place := _place(one, unit)) is not None]
        points = [self.layout.anchors[place] for place in places if place in self.layout.anchors]
        return sheet.framed(points, self.layout, AROUND, NEAR) if points else None

    def board(self, step: Step, label: str, title: str, seen: Window) -> str:
        """The board at one step, made of what lies in the pool, of which one sees a part."""
        left, top, width, height = seen
        whole = " ".join(map(num, self.window))
        ground = "".join(f'<use href="#{name}"{_only(name[-2:])}/>' for name in self._grounds)
        layers = "".join(self._use(layer, lang) for lang, layer in self._layers(step))
        return (
            f'<svg viewBox="{num(left)} {num(top)} {num(width)} {num(height)}" data-whole="{whole}" role="img" '
            f'aria-labelledby="{label}"><title id="{label}">{escape(title)}</title>{ground}{layers}</svg>'
        )

    def _layers(self, step: Step) -> Iterator[tuple[str, str]]:
        """From below: each in all languages, or in one."""
        drawn = [list(self._of(step, lang)) for lang in self.langs]
        if len({len(layers) for layers in drawn}) > 1:
            for lang, layers in zip(self.langs, drawn, strict=True):
                yield from ((lang, layer) for layer in layers)
            return
        for alike in zip(*drawn, strict=True):
            if len(set(alike)) == 1:
                yield "", alike[0]
            else:
                yield from zip(self.langs, alike, strict=True)

    def _of(self, step: Step, lang: Lang) -> Iterator[str]:
        seen = scene(step, lang)
        yield svg(under(seen.layout, step.told.shapes))
        yield svg(marks.under(seen))
        yield svg(figures.below(seen))
        for stack in seen.stacks:
            if stack not in self._stacks:
                self._stacks[stack] = _stacked(stack)
            yield self._stacks[stack]
        yield svg(marks.over(seen))
        yield svg(over(seen.layout, step.told.shapes, lang))

    def _use(self, layer: str, lang: str) -> str:
        if not layer:
            return ""
        name = self.pool.setdefault(layer, f"p{len(self.pool)}")
        return f'<use href="#{name}"{_only(lang)}/>'

    def defs(self) -> str:
        """What all boards of the page use; written last, when it is known."""
        layers = "".join(f'<g id="{name}">{layer}</g>' for layer, name in self.pool.items())
        ground = "".join(f'<g id="{name}">{drawn}</g>' for name, drawn in self._grounds.items())
        left, top, width, height = map(num, self.window)
        window = f'<clipPath id="window"><rect x="{left}" y="{top}" width="{width}" height="{height}"/></clipPath>'
        used = f"{DEFS}{window}{ground}{layers}"
        return f'<svg class="pool" width="0" height="0" aria-hidden="true"><defs>{used}</defs></svg>'

    @cached_property
    def _grounds(self) -> dict[str, str]:
        """The ground that is alike in all languages, and the words of each. Style reaches no further into what is used
        than to the use itself: so each language has a piece of its own."""
        drawn = {lang: list(sheet.parts(self.layout, lang, self.window)) for lang in self.langs}
        alike = reduce(and_, map(Counter, drawn.values()))
        found: dict[str, str] = {}
        for lang, parts in drawn.items():
            common, own = _parted(parts, alike)
            found.setdefault("ground", common)
            found |= {f"ground-{lang}": f'<g clip-path="url(#window)">{own}</g>'} if own else {}
        return found


def _parted(parts: Iterable[str], alike: Counter[str]) -> tuple[str, str]:
    """What a drawing has that is alike in all languages, and the rest of it."""
    left = Counter(alike)
    common: list[str] = []
    own: list[str] = []
    for part in parts:
        (common if left[part] > 0 else own).append(part)
        left[part] -= 1
    return "".join(common), "".join(own)


def _stacked(stack: Stack) -> str:
    """The counters of a stack, the top one last."""
    size = figures.size_of(stack)
    return "".join(svg(moved(counter(one, size), x, y)) for one, x, y in figures.placed(stack))


def _only(lang: str) -> str:
    return f' class="l-{lang}"' if lang in LANGUAGES else ""


def _place(state: Any, unit: str) -> str | None:
    piece = state.pieces.get(unit)
    return None if piece is None else piece.place


def picture(step: Step, lang: Lang, window: Window, scale: float = 1.0) -> str:
    """One step as an SVG of its own, for whoever makes a picture of it."""
    seen = scene(step, lang)
    left, top, width, height = window
    body = [
        *sheet.parts(seen.layout, lang, window),
        svg(under(seen.layout, step.told.shapes)),
        svg(marks.under(seen)),
        svg(figures.counters(seen)),
        svg(marks.over(seen)),
        svg(over(seen.layout, step.told.shapes, lang)),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width * scale)}" height="{num(height * scale)}" '
        f'viewBox="{num(left)} {num(top)} {num(width)} {num(height)}" role="img" aria-label="{escape(seen.title)}">'
        f"<defs>{DEFS}</defs>{''.join(body)}</svg>"
    )
