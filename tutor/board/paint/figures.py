"""Stacks, works, control, the fan of an opened stack, and the shelf of displays below the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.board.look import COUNTER, FRONT, INK, OK, PAPER, SELECT, nation
from tutor.board.paint.counter import counter
from tutor.board.paint.curves import chains, side
from tutor.board.paint.ink import Box, Disc, Ink, Label, Path, moved
from tutor.board.scene import Counter, Display, Item, Scene, Stack

FAN = 56.0
CARD = 96.0
SHELF = "#e3d8ba"


# -- on the map -------------------------------------------------------------------------------------------------
def counters(scene: Scene) -> Iterator[Ink]:
    """Works, control and every stack."""
    yield from below(scene)
    for stack in scene.stacks:
        for one, x, y in placed(stack):
            yield from moved(counter(one, size_of(stack)), x, y)


def below(scene: Scene) -> Iterator[Ink]:
    """What lies under the counters."""
    yield from _front(scene)
    for work in scene.works:
        yield from _trench(scene, work.place, work.level)
    for hold in scene.holds:
        x, y = scene.layout.anchors[hold.place]
        face, ink = nation(hold.letters)
        low = y + (scene.layout.radius * 0.5 if scene.layout.hexes else 38)
        yield Path(
            ((x - 13, low - 5), (x + 13, low - 5), (x + 9, low + 1), (x + 13, low + 7), (x - 13, low + 7)), face, ink, 1
        )
        yield Label(x - 2, low + 4.6, hold.letters, 9.5, ink, True)


def _front(scene: Scene) -> Iterator[Ink]:
    """The line between what two sides hold."""
    sides = (side(scene.layout, one, other) for one, other in scene.fronts)
    lines = [tuple(line) for line in chains(one for one in sides if one is not None)]
    yield from (Path(line, "", "rgba(255,255,255,0.8)", 6, False) for line in lines)
    yield from (Path(line, "", FRONT, 3, False, (8, 4)) for line in lines)


def _trench(scene: Scene, place: str, level: str) -> Iterator[Ink]:
    """A zigzag at the foot of the hex, with its level."""
    x, y = scene.layout.anchors[place]
    low = y + 29 if scene.layout.hexes else y + 34
    zigzag = tuple((x - 33 + 6 * n, low - (4 if n % 2 else -2)) for n in range(12))
    yield Path(zigzag, "", "rgba(255,246,220,0.9)", 5.4, False)
    yield Path(zigzag, "", "#3c2a12", 2.6, False)
    if level:
        yield Disc(x - 33, low - 3, 8, "#3c2a12", PAPER, 1.2)
        yield Label(x - 33, low + 1, level, 11, "#ffffff", True)


def size_of(stack: Stack) -> float:
    return COUNTER if not stack.small else COUNTER * 0.86


def placed(stack: Stack) -> Iterator[tuple[Counter, float, float]]:
    """Each counter of a stack and where its centre lies, the lowest first."""
    count = len(stack.counters)
    step = 4.0 if count <= 5 else 16.0 / count
    for n, one in enumerate(stack.counters):
        yield one, stack.x + step * n - step * (count - 1) / 2, stack.y - step * n + step * (count - 1) / 2


# -- the fan ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Fan:
    """An opened stack: where its tray lies and where each counter in it."""

    left: float
    top: float
    width: float
    height: float
    spots: tuple[tuple[Counter, float, float], ...]

    def at(self, x: float, y: float) -> str | None:
        """The counter under a point."""
        near = (one.id for one, cx, cy in self.spots if abs(x - cx) <= FAN / 2 and abs(y - cy) <= FAN / 2)
        return next(near, None)

    def covers(self, x: float, y: float) -> bool:
        return self.left <= x <= self.left + self.width and self.top <= y <= self.top + self.height


def fan(scene: Scene, window: tuple[float, float, float, float]) -> Fan | None:
    """The tray of the opened counters; it never leaves the board."""
    if len(scene.fan) < 2:
        return None
    stack = next((s for s in scene.stacks if set(scene.fan) & set(s.ids)), None)
    opened = stack.counters if stack and set(scene.fan) <= set(stack.ids) else _listed(scene)
    if stack is None or not opened:
        return None
    left0, top0, width0, _ = window
    many = max(1, min(len(opened), int((width0 - 24) // (FAN + 6))))
    rows = -(-len(opened) // many)
    width, height = many * (FAN + 6) + 12, rows * (FAN + 8) + 8
    left = min(max(stack.x - width / 2, left0 + 4), left0 + width0 - width - 4)
    top = stack.y - scene.layout.radius - height + 4 if scene.layout.hexes else stack.y - 44 - height
    if top < top0 + 4:
        top = stack.y + 40
    spots = tuple(
        (one, left + 37 + (FAN + 6) * (n % many), top + 36 + (FAN + 8) * (n // many)) for n, one in enumerate(opened)
    )
    return Fan(left, top, width, height, spots)


def _listed(scene: Scene) -> tuple[Counter, ...]:
    """Counters that an army holds are in no stack; the display of its contents has them."""
    known = {item.id: item.counter for display in scene.displays for item in display.items if item.counter}
    found = (known.get(id) for id in scene.fan)
    return tuple(one for one in found if one is not None)


def fan_ink(tray: Fan, chosen: str | None) -> Iterator[Ink]:
    yield Box(tray.left + 3, tray.top + 4, tray.width, tray.height, "rgba(25,18,8,0.35)", round=8)
    yield Box(tray.left, tray.top, tray.width, tray.height, "rgba(250,246,232,0.97)", INK, 1.2, 8)
    for one, x, y in tray.spots:
        yield from moved(counter(one, FAN, one.id == chosen), x, y)


# -- the shelf --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Spot:
    """Where an item of a display lies on the shelf."""

    display: Display
    item: Item
    x: float
    y: float
    w: float
    h: float


def shelf_height(scene: Scene, width: float) -> float:
    """How much room the displays take below the map."""
    placed_ = shelf_places(scene, width)
    return max(top + height for _, _, top, _, height in placed_) + 6 if placed_ else 0


def shelf_places(scene: Scene, width: float) -> list[tuple[Display, float, float, float, float]]:
    """Where each display lies: left, top, width, height. Short ones stand side by side."""
    found: list[tuple[Display, float, float, float, float]] = []
    left, top, low = 8.0, 4.0, 4.0
    for display in scene.displays:
        wide = min(max(len(display.items) * _wide(display), 7.4 * len(display.title)) + 16, width - 16)
        lines = -(-len(display.items) // max(1, int((wide - 10) // _wide(display))))
        tall = 22 + max(1, lines) * _tall(display) + 2
        if left > 8 and left + wide > width - 8:
            left, top = 8.0, low
        found.append((display, left, top, wide, tall))
        left += wide + 6
        low = max(low, top + tall)
    return found


def _wide(display: Display) -> float:
    widths = {"unit": COUNTER + 12, "card": CARD + 8, "box": 40.0, "option": CARD + 8}
    longest = max((len(item.text) for item in display.items if item.what == "box"), default=0)
    return max((widths[item.what] for item in display.items), default=60) + max(0, longest - 3) * 7


def _tall(display: Display) -> float:
    if any(item.what == "unit" for item in display.items):
        return COUNTER + 10
    return 48.0 if any(item.what == "card" for item in display.items) else 34.0


def spots(scene: Scene, width: float) -> Iterator[Spot]:
    """Where every item lies, from the shelf's top left corner."""
    for display, left, top, broad, _ in shelf_places(scene, width):
        wide, tall = _wide(display), _tall(display)
        per_row = max(1, int((broad - 10) // wide))
        for n, item in enumerate(display.items):
            x, y = left + 6 + wide * (n % per_row), top + 20 + tall * (n // per_row)
            yield Spot(display, item, x, y, wide - 6, tall - 6)


def shelf(scene: Scene, width: float) -> Iterator[Ink]:
    """The shelf drawn, from its top left corner."""
    yield Box(0, 0, width, shelf_height(scene, width), SHELF)
    yield Path(((0, 0.6), (width, 0.6)), "", INK, 1.2, False)
    for display, left, top, wide, tall in shelf_places(scene, width):
        yield Box(left, top, wide, tall - 2, "rgba(255,250,240,0.45)", "rgba(90,74,44,0.4)", 0.8, 5)
        yield Label(left + 6, top + 15, display.title, 12.5, INK, True, "start", True)
    for spot in spots(scene, width):
        yield from _item(spot)


def _item(spot: Spot) -> Iterator[Ink]:
    item = spot.item
    if item.counter is not None:
        yield from moved(counter(item.counter, COUNTER, item.lit), spot.x + COUNTER / 2, spot.y + COUNTER / 2)
        return
    if item.what == "card":
        yield Box(spot.x + 2, spot.y + 3, spot.w, spot.h, "rgba(25,18,8,0.3)", round=5)
    back = item.what == "card" and not item.text
    paper = "#7a5a3a" if back else SELECT if item.lit else "#fffaf0"
    yield Box(spot.x, spot.y, spot.w, spot.h, paper, OK if item.lit else INK, 2.2 if item.lit else 1, 5)
    if back:
        yield Box(spot.x + 5, spot.y + 5, spot.w - 10, spot.h - 10, "", "rgba(255,246,220,0.7)", 1.2, 3)
        return
    words = _broken(item.text, 15 if item.what == "card" else 40)
    size, high = (12.0, 14.0) if len(words) < 3 else (11.0, 12.5)
    top = spot.y + spot.h / 2 + 4 - high / 2 * (len(words) - 1)
    for n, line in enumerate(words):
        yield Label(spot.x + spot.w / 2, top + high * n, line, size, INK, True)


def _broken(text: str, width: int) -> list[str]:
    """In at most three lines."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word if len(word) <= width else word[: width - 1] + "…")
    return lines if len(lines) <= 3 else [*lines[:2], lines[2][: width - 1] + "…"]
