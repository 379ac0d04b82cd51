"""The same shapes as canvas commands. Every drawing sets its styles anew: a reloaded page has its own."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np

from tutor.board.look import SANS, SERIF
from tutor.board.paint.ink import Box, Disc, Ink, Label, Path, Points


def draw(canvas: Any, shapes: Iterable[Ink]) -> None:
    """Draw shapes in their order; runs of alike polygons go in one command."""
    brush = Brush(canvas)
    for key, group in groupby(shapes, _batch):
        several = list(group)
        if key is not None and len(several) > 3:
            brush.polygons(key[0], several)
        else:
            for shape in several:
                brush.draw(shape)
    brush.dashed(None)


def _batch(shape: Ink) -> tuple[str, int] | None:
    """Polygons that are only filled, alike in colour and corners, may be drawn together."""
    if isinstance(shape, Path) and shape.fill and not shape.stroke and shape.closed:
        return shape.fill, len(shape.points)
    return None


class Brush:
    """One drawing: a style is sent where it changes, and none is trusted from an earlier drawing."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self._set: dict[str, Any] = {}
        self._dash: tuple[float, float] | None = None

    def style(self, **styles: Any) -> None:
        for name, value in styles.items():
            if self._set.get(name) != value:
                self._set[name] = value
                setattr(self.canvas, name, value)

    def dashed(self, dash: tuple[float, float] | None) -> None:
        if dash != self._dash:
            self._dash = dash
            self.canvas.set_line_dash(list(dash or ()))

    def pen(self, shape: Path | Box | Disc) -> None:
        self.style(stroke_style=shape.stroke, line_width=shape.width, line_cap="round", line_join="round")
        self.dashed(getattr(shape, "dash", None))

    def draw(self, shape: Ink) -> None:
        match shape:
            case Path():
                self.path(shape)
            case Box():
                self.box(shape)
            case Disc():
                self.disc(shape)
            case Label():
                self.label(shape)

    def polygons(self, fill: str, several: list[Any]) -> None:
        self.style(fill_style=fill)
        self.canvas.fill_polygons(np.array([shape.points for shape in several], dtype=np.float32))

    def path(self, shape: Path) -> None:
        points = np.array(shape.points, dtype=np.float32)
        if shape.fill:
            self.style(fill_style=shape.fill)
            self.canvas.fill_polygon(points)
        if shape.stroke:
            self.pen(shape)
            (self.canvas.stroke_polygon if shape.closed else self.canvas.stroke_lines)(points)

    def box(self, shape: Box) -> None:
        if shape.round:
            ring = tuple((shape.x + x, shape.y + y) for x, y in _rounded(shape.w, shape.h, shape.round))
            self.path(Path(ring, shape.fill, shape.stroke, shape.width, True, shape.dash))
            return
        if shape.fill:
            self.style(fill_style=shape.fill)
            self.canvas.fill_rect(shape.x, shape.y, shape.w, shape.h)
        if shape.stroke:
            self.pen(shape)
            self.canvas.stroke_rect(shape.x, shape.y, shape.w, shape.h)

    def disc(self, shape: Disc) -> None:
        if shape.fill:
            self.style(fill_style=shape.fill)
            self.canvas.fill_circle(shape.x, shape.y, shape.r)
        if shape.stroke:
            self.pen(shape)
            self.canvas.stroke_circle(shape.x, shape.y, shape.r)

    def label(self, shape: Label) -> None:
        bold = "bold " if shape.bold else ""
        self.style(
            font=f"{bold}{shape.size:.1f}px {SERIF if shape.serif else SANS}",
            text_align={"middle": "center", "start": "left", "end": "right"}[shape.anchor],
            text_baseline="alphabetic",
        )
        if shape.halo:
            self.dashed(None)
            self.style(stroke_style=shape.halo, line_width=shape.size / 4.5, line_join="round")
            self.canvas.stroke_text(shape.text, shape.x, shape.y)
        self.style(fill_style=shape.fill)
        self.canvas.fill_text(shape.text, shape.x, shape.y)


@cache
def _rounded(w: float, h: float, radius: float) -> Points:
    """The corners of a box as short arcs: one polygon in place of a dozen commands."""
    r = min(radius, w / 2, h / 2)
    found = []
    for n, (cx, cy) in enumerate(((w - r, r), (w - r, h - r), (r, h - r), (r, r))):
        for step in range(5):
            angle = math.pi / 2 * (n - 1 + step / 4)
            found.append((cx + r * math.cos(angle), cy + r * math.sin(angle)))
    return tuple(found)
