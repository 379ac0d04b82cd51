"""The few shapes of which counters and marks are made: drawn alike as SVG and on a canvas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import TypeAlias

from tutor.board.look import SANS, SERIF

Points: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A line or a polygon."""

    points: Points
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    closed: bool = True
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, its corners rounded or not."""

    x: float
    y: float
    w: float
    h: float
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    round: float = 0.0
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    r: float
    fill: str = ""
    stroke: str = ""
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; `y` is its base line."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    bold: bool = False
    anchor: str = "middle"
    serif: bool = False
    halo: str = ""


Ink: TypeAlias = "Path | Box | Disc | Label"


def moved(shapes: Iterable[Ink], dx: float, dy: float) -> Iterator[Ink]:
    """The same shapes elsewhere."""
    for shape in shapes:
        if isinstance(shape, Path):
            yield replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
        else:
            yield replace(shape, x=shape.x + dx, y=shape.y + dy)


def svg(shapes: Iterable[Ink]) -> str:
    """The shapes as SVG elements."""
    return "".join(_one(shape) for shape in shapes)


def num(value: float) -> str:
    """A number as short as it can be."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))


def d(points: Points, closed: bool = True) -> str:
    """The data of an SVG path."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("Z" if closed else "")


def _one(shape: Ink) -> str:
    match shape:
        case Path():
            more = ' stroke-linejoin="round" stroke-linecap="round"' if shape.stroke else ""
            return f'<path d="{d(shape.points, shape.closed)}"{_style(shape)}{more}/>'
        case Box():
            rounded = f' rx="{num(shape.round)}"' if shape.round else ""
            at = f'x="{num(shape.x)}" y="{num(shape.y)}" width="{num(shape.w)}" height="{num(shape.h)}"'
            return f"<rect {at}{rounded}{_style(shape)}/>"
        case Disc():
            return f'<circle cx="{num(shape.x)}" cy="{num(shape.y)}" r="{num(shape.r)}"{_style(shape)}/>'
        case Label():
            return _label(shape)


def _style(shape: Path | Box | Disc) -> str:
    fill = _colour("fill", shape.fill) if shape.fill else ' fill="none"'
    if not shape.stroke:
        return fill
    dash = getattr(shape, "dash", None)
    dashed = f' stroke-dasharray="{num(dash[0])} {num(dash[1])}"' if dash else ""
    return f'{fill}{_colour("stroke", shape.stroke)} stroke-width="{num(shape.width)}"{dashed}'


def _colour(name: str, colour: str) -> str:
    """`rgba(...)` as colour and opacity: not every SVG painter reads it."""
    if not colour.startswith("rgba("):
        return f' {name}="{colour}"'
    red, green, blue, alpha = (float(part) for part in colour[5:-1].split(","))
    return f' {name}="#{int(red):02x}{int(green):02x}{int(blue):02x}" {name}-opacity="{alpha:g}"'


def _label(label: Label) -> str:
    halo = ""
    if label.halo:
        width = num(label.size / 4.5)
        halo = f' stroke="{label.halo}" stroke-width="{width}" paint-order="stroke" stroke-linejoin="round"'
    bold = ' font-weight="bold"' if label.bold else ""
    family = SERIF if label.serif else SANS
    return (
        f'<text x="{num(label.x)}" y="{num(label.y)}" font-family="{family}" font-size="{num(label.size)}"{bold}'
        f' text-anchor="{label.anchor}" fill="{label.fill}"{halo}>{escape(label.text)}</text>'
    )
