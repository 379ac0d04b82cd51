"""The same shapes as canvas commands. Every style is set each time: after a page reload they are the browser's."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import numpy as np

from tutor.board.look import SANS, SERIF
from tutor.board.paint.ink import Box, Disc, Ink, Label, Path


def draw(canvas: Any, shapes: Iterable[Ink]) -> None:
    """Draw shapes in their order; runs of alike polygons go in one command."""
    for key, group in groupby(shapes, _batch):
        several = list(group)
        if key is not None and len(several) > 3:
            canvas.fill_style = key[0]
            canvas.fill_polygons(np.array([shape.points for shape in several]))  # type: ignore[union-attr]
        else:
            for shape in several:
                _DRAW[type(shape)](canvas, shape)


def _batch(shape: Ink) -> tuple[str, int] | None:
    """Polygons that are only filled, alike in colour and corners, may be drawn together."""
    if isinstance(shape, Path) and shape.fill and not shape.stroke and shape.closed:
        return shape.fill, len(shape.points)
    return None


def _path(canvas: Any, shape: Path) -> None:
    points = list(shape.points)
    if shape.fill:
        canvas.fill_style = shape.fill
        canvas.fill_polygon(points)
    if shape.stroke:
        _pen(canvas, shape)
        if shape.closed:
            canvas.stroke_polygon(points)
        else:
            canvas.stroke_lines(points)
        if shape.dash:
            canvas.set_line_dash([])


def _pen(canvas: Any, shape: Path | Box | Disc) -> None:
    canvas.stroke_style, canvas.line_width = shape.stroke, shape.width
    canvas.line_cap, canvas.line_join = "round", "round"
    dash = getattr(shape, "dash", None)
    if dash:
        canvas.set_line_dash(list(dash))


def _box(canvas: Any, shape: Box) -> None:
    _outline(canvas, shape)
    if shape.fill:
        canvas.fill_style = shape.fill
        canvas.fill()
    if shape.stroke:
        _pen(canvas, shape)
        canvas.stroke()
        if shape.dash:
            canvas.set_line_dash([])


def _outline(canvas: Any, shape: Box) -> None:
    x, y, w, h = shape.x, shape.y, shape.w, shape.h
    r = min(shape.round, w / 2, h / 2)
    canvas.begin_path()
    canvas.move_to(x + r, y)
    for ax, ay, bx, by in ((x + w, y, x + w, y + h), (x + w, y + h, x, y + h), (x, y + h, x, y), (x, y, x + w, y)):
        canvas.arc_to(ax, ay, bx, by, r)
    canvas.close_path()


def _disc(canvas: Any, shape: Disc) -> None:
    if shape.fill:
        canvas.fill_style = shape.fill
        canvas.fill_circle(shape.x, shape.y, shape.r)
    if shape.stroke:
        _pen(canvas, shape)
        canvas.stroke_circle(shape.x, shape.y, shape.r)


def _label(canvas: Any, shape: Label) -> None:
    bold = "bold " if shape.bold else ""
    canvas.font = f"{bold}{shape.size:.1f}px {SERIF if shape.serif else SANS}"
    canvas.text_align = {"middle": "center", "start": "left", "end": "right"}[shape.anchor]
    canvas.text_baseline = "alphabetic"
    if shape.halo:
        canvas.stroke_style, canvas.line_width, canvas.line_join = shape.halo, shape.size / 4.5, "round"
        canvas.stroke_text(shape.text, shape.x, shape.y)
    canvas.fill_style = shape.fill
    canvas.fill_text(shape.text, shape.x, shape.y)


_DRAW: dict[type, Any] = {Path: _path, Box: _box, Disc: _disc, Label: _label}
