"""One counter in shapes, around its centre: nationality, symbol, factors, steps, markers."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.board.look import COUNTER, INK, SELECT, band, nation
from tutor.board.paint.ink import Box, Disc, Ink, Label, Path
from tutor.board.scene import Counter, Face


def counter(one: Counter, size: float = COUNTER, chosen: bool = False) -> Iterator[Ink]:
    """The counter, its shadow, and a ring if it is the chosen one."""
    k, lift = size / COUNTER, 2.0 if chosen else 0.0
    left, top = -size / 2 - lift, -size / 2 - lift
    yield Box(left + 2 + 2 * lift, top + 3 + 2 * lift, size, size, "rgba(25,18,8,0.38)", round=5 * k)
    yield from _card(one, left, top, size)
    if chosen:
        yield Box(left, top, size, size, "", SELECT, 3.4, 5 * k)
        yield Box(left - 3, top - 3, size + 6, size + 6, "", INK, 2.6, 7 * k)


def _card(one: Counter, left: float, top: float, size: float) -> Iterator[Ink]:
    face, k = one.face, size / COUNTER
    paper, ink = nation(face.letters)
    yield Box(left, top, size, size, paper, round=5 * k)
    yield Box(left + 3, top + 1, size - 6, 1.6, "rgba(255,255,255,0.38)")
    yield Box(left + 3, top + size - 2.6, size - 6, 1.6, "rgba(0,0,0,0.2)")
    if face.band:
        yield Box(left + 1, top + size * 0.635, size - 2, 3 * k, band(face.band))
    yield Box(left, top, size, size, "", "rgba(30,22,10,0.85)", 1, 5 * k)
    middle = left + size / 2 - (3 * k if face.corner else 0)
    yield from symbol(face.symbol, middle, top + size * 0.435, 25 * k, 16 * k, ink)
    yield Label(left + 3 * k, top + 10.5 * k, face.letters, 11 * k, ink, True, "start")
    yield Label(left + size - 3 * k, top + 10.5 * k, face.name[:8], _fitting(face.name, k), ink, False, "end")
    if face.factors:
        fits = 16 * k if len(face.factors) <= 5 else 16 * k * 5.4 / len(face.factors)
        yield Label(left + size / 2, top + size - 3.4 * k, face.factors, fits, ink, True)
    if face.corner:
        yield Label(left + size - 3 * k, top + size * 0.54, face.corner, 12 * k, ink, True, "end")
    if face.weak:
        notch = ((left + 1, top + size * 0.63), (left + 1, top + size * 0.36), (left + 8 * k, top + size * 0.495))
        yield Path(notch, "#ffffff", ink, 0.8)
    yield from _markers(one, face, left, top, size, k)


def _fitting(name: str, k: float) -> float:
    return (9.5 if len(name) <= 6 else 8.5) * k


def _markers(one: Counter, face: Face, left: float, top: float, size: float, k: float) -> Iterator[Ink]:
    """Markers hang on the right edge; what it holds stands low on the left, where a spread stack shows it."""
    x = left + size - 1
    for n, text in enumerate(face.markers[:3]):
        y = top + size * 0.34 + n * 14 * k
        wide = max(13.0, 6.5 * len(text) + 5) * k
        yield Box(x - wide + 5 * k, y - 7 * k, wide, 13 * k, "#fffdf4", "#7a1c14", 1.1, 3 * k)
        yield Label(x - wide / 2 + 5 * k, y + 3.4 * k, text, 10.5 * k, "#7a1c14", True)
    if one.holds:
        cx, cy = (left + 10.5 * k, top + size - 9.5 * k) if not face.factors else (x - 2 * k, top + size - 2 * k)
        yield Disc(cx, cy, 8.5 * k, "#fffdf4", INK, 1.2)
        yield Label(cx, cy + 4 * k, str(one.holds), 11.5 * k, INK, True)


def symbol(kind: str, cx: float, cy: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    """The type of a unit: the frame that all maps of the time use, and what stands in it."""
    x, y = cx - w / 2, cy - h / 2
    if kind == "marker":
        return
    yield Box(x, y, w, h, "rgba(255,255,255,0.55)", ink, 1.4)
    yield from _SYMBOLS[kind](x, y, w, h, ink)


def _infantry(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield Path(((x, y), (x + w, y + h)), "", ink, 1.4, False)
    yield Path(((x, y + h), (x + w, y)), "", ink, 1.4, False)


def _mountain(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield from _infantry(x, y, w, h, ink)
    yield Path(((x + w / 2 - 4.5, y + h), (x + w / 2, y + h * 0.5), (x + w / 2 + 4.5, y + h)), ink)


def _militia(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield from _infantry(x, y, w, h, ink)
    yield Disc(x + w / 2, y + h / 2, h * 0.4, "#ffffff", ink, 1)
    yield Label(x + w / 2, y + h * 0.72, "T", h * 0.62, ink, True)


def _storm(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield from _infantry(x, y, w, h, ink)
    bolt = ((0.56, 0.1), (0.40, 0.56), (0.52, 0.56), (0.44, 0.92), (0.64, 0.42), (0.51, 0.42))
    yield Path(tuple((x + a * w, y + b * h) for a, b in bolt), ink)


def _artillery(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield Disc(x + w / 2, y + h / 2, h * 0.24, ink)


def _heavy(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield Disc(x + w / 2, y + h / 2, h * 0.3, ink)
    yield Path(((x + w * 0.2, y + h * 0.12), (x + w * 0.2, y + h * 0.88)), "", ink, 1.6, False)


def _cavalry(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield Path(((x, y + h), (x + w, y)), "", ink, 1.4, False)


def _hq(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield Box(x, y, w, h * 0.36, ink)
    yield Path(((x, y + h), (x, y + h + 4)), "", ink, 1.6, False)


def _army(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    for n in range(4):
        a = x + w * (0.17 + 0.22 * n)
        arm = min(w * 0.085, 3)
        yield Path(((a - arm, y + h * 0.3), (a + arm, y + h * 0.7)), "", ink, 1.2, False)
        yield Path(((a - arm, y + h * 0.7), (a + arm, y + h * 0.3)), "", ink, 1.2, False)


def _fort(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    wall = ((0.18, 0.86), (0.18, 0.2), (0.34, 0.2), (0.34, 0.42), (0.42, 0.42), (0.42, 0.2), (0.58, 0.2), (0.58, 0.42))
    rest = ((0.66, 0.42), (0.66, 0.2), (0.82, 0.2), (0.82, 0.86))
    yield Path(tuple((x + a * w, y + b * h) for a, b in (*wall, *rest)), ink)


def _tank(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    shape = ((0.12, 0.72), (0.28, 0.25), (0.82, 0.25), (0.9, 0.5), (0.72, 0.8), (0.24, 0.84))
    yield Path(tuple((x + a * w, y + b * h) for a, b in shape), "", ink, 1.6)
    yield Disc(x + w * 0.5, y + h * 0.54, h * 0.13, ink)


def _air(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield Box(x + w * 0.12, y + h * 0.22, w * 0.76, h * 0.13, ink)
    yield Box(x + w * 0.18, y + h * 0.58, w * 0.64, h * 0.13, ink)
    for a in (0.3, 0.7):
        yield Path(((x + w * a, y + h * 0.3), (x + w * a, y + h * 0.6)), "", ink, 1, False)
    yield Path(((x + w * 0.5, y + h * 0.14), (x + w * 0.5, y + h * 0.9)), "", ink, 2, False)


def _fleet(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    hull = ((0.06, 0.56), (0.94, 0.56), (0.82, 0.84), (0.16, 0.84))
    yield Path(tuple((x + a * w, y + b * h) for a, b in hull), ink)
    yield Box(x + w * 0.36, y + h * 0.34, w * 0.28, h * 0.22, ink)
    yield Path(((x + w * 0.5, y + h * 0.1), (x + w * 0.5, y + h * 0.4)), "", ink, 1.6, False)


def _submarine(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    hull = ((0.08, 0.6), (0.2, 0.46), (0.8, 0.46), (0.94, 0.6), (0.8, 0.76), (0.2, 0.76))
    yield Path(tuple((x + a * w, y + b * h) for a, b in hull), ink)
    yield Box(x + w * 0.42, y + h * 0.24, w * 0.14, h * 0.24, ink)


def _supply(x: float, y: float, w: float, h: float, ink: str) -> Iterator[Ink]:
    yield Path(((x, y + h * 0.68), (x + w, y + h * 0.68)), "", ink, 1.6, False)


_SYMBOLS = {
    "infantry": _infantry,
    "mountain": _mountain,
    "militia": _militia,
    "storm": _storm,
    "artillery": _artillery,
    "heavy-artillery": _heavy,
    "cavalry": _cavalry,
    "hq": _hq,
    "army": _army,
    "fort": _fort,
    "tank": _tank,
    "air": _air,
    "fleet": _fleet,
    "submarine": _submarine,
    "supply": _supply,
}
