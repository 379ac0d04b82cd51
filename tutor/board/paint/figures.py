"""Stacks, works, control, the fan of an opened stack, and the shelf of displays below the map."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tutor.board.layout import Layout
from tutor.board.look import COUNTER, FRONT, INK, OK, PAPER, SELECT, nation
from tutor.board.paint.areas import AreaSheet
from tutor.board.paint.counter import counter, symbol
from tutor.board.paint.curves import chains, side
from tutor.board.paint.ink import Box, Disc, Ink, Label, Path, Points, moved
from tutor.board.paint.lettering import Name, Room, afar, every_name, from_afar
from tutor.board.scene import Counter, Display, Hold, Item, Scene, Stack, Work
from tutor.engine.text import Lang

FAN, APART = 62.0, 8.0  # a counter of an opened stack, and what lies between two
CARD = 96.0
FRAME = 6.0  # how far the frame of a counter that may be chosen stands out, with its tab
SHELF = "#e3d8ba"
TOKEN = (14.0, 7.0)  # half of a token that bears two figures
CORNERS = ((0.0, -32.0), (32.0, -17.0), (-32.0, -17.0), (32.0, 17.0))  # of a hex, where tokens lie
BELOW = ((-36.0, 42.0), (0.0, 42.0), (36.0, 42.0), (72.0, 42.0))  # in an area


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
        if work.sign == "trench":
            yield from _trench(scene, work.place, work.level)
    yield from _signs(scene)
    for hold in scene.holds:
        yield from _flag(scene, hold)
    yield from _names(scene)


def _names(scene: Scene) -> Iterator[Ink]:
    """Names over which a front or a flag was drawn, once more."""
    layout = scene.layout
    lined = {place for one in scene.fronts for place in (one.one, one.other)} | {hold.place for hold in scene.holds}
    around = lined | {near for place in lined for near in layout.map.neighbours(place)} if layout.hexes else lined
    for name in lettered(layout, scene.lang) if lined else ():
        if name.place in around and "italic" not in name.style:
            yield from _again(scene, name)


def covered(scene: Scene, ringed: Collection[str] = (), framed: Collection[str] = ()) -> Iterator[Ink]:
    """Names that counters lie over, frames around them, or the ring around their place, once more on top of them."""
    layout, names = scene.layout, _by_place(scene.layout, scene.lang)
    found = {place: names[place] for place in sorted(ringed) if place in names}
    for stack in scene.stacks:
        frame = FRAME if not {*framed}.isdisjoint(stack.ids) else 0.0
        near = (*layout.map.neighbours(stack.place), stack.place) if _in_hex(layout, stack.place) else names
        around = (names[place] for place in near if place in names)
        found |= {name.place: name for name in around if _lies_over(stack, name, frame)}
    for name in found.values():
        yield from _again(scene, name)


def _again(scene: Scene, name: Name) -> Iterator[Ink]:
    """A name with the signs beside it."""
    yield Label(name.x, name.y, name.text, name.size, INK, "bold" in name.style, "middle", True, PAPER)
    if not scene.layout.hexes:
        yield from AreaSheet(scene.layout, scene.lang).beside(name)


def _in_hex(layout: Layout, place: str) -> bool:
    return layout.hexes and place in layout.map


def _lies_over(stack: Stack, name: Name, frame: float) -> bool:
    half = size_of(stack) / 2 + frame
    return any(
        abs(x - name.x) < half + name.half and y - half < name.y and y + half > name.y - 0.7 * name.size
        for _, x, y in placed(stack)
    )


@lru_cache(maxsize=16)
def _by_place(layout: Layout, lang: Lang) -> Mapping[str, Name]:
    return {name.place: name for name in lettered(layout, lang) if "italic" not in name.style}


@lru_cache(maxsize=16)
def lettered(layout: Layout, lang: Lang) -> Sequence[Name]:
    """The names of a map, where its sheet prints them."""
    return every_name(layout, lang) if layout.hexes else tuple(AreaSheet(layout, lang).names())


def to_read(scene: Scene, k: float) -> Iterator[Room]:
    """Where the names and flags of a map lie that is shown so large: what nothing over the board should hide."""
    layout, lang = scene.layout, scene.lang
    if afar(layout, k):
        yield from (one.room for one in from_afar(layout, lang, k))
        return
    yield from (box.titled for box in layout.sheets.values())
    yield from _with_signs(layout, lang)
    for hold in scene.holds:
        left, top, wide, tall = _hung(scene, hold)
        yield left + wide / 2, top + tall / 2, wide / 2, tall / 2


@lru_cache(maxsize=16)
def _with_signs(layout: Layout, lang: Lang) -> Sequence[Room]:
    """Where the names of a map lie, each with the signs beside it."""
    if layout.hexes:
        return [name.room for name in every_name(layout, lang)]
    sheet = AreaSheet(layout, lang)
    return [sheet.with_signs(name) for name in sheet.names()]


def _hung(scene: Scene, hold: Hold) -> tuple[float, float, float, float]:
    """Where a flag hangs: left, top, width and height."""
    x, y = scene.layout.anchors[hold.place]
    k = 1.0 if scene.layout.hexes else 1.6
    wide = (9 + 7.2 * len(hold.letters)) * k
    left, top = (x + 4, y - 24) if scene.layout.hexes else (x - wide / 2, y - 22)
    return left, top, wide, 26 * k


def _flag(scene: Scene, hold: Hold) -> Iterator[Ink]:
    """A flag on its pole: small beside the middle of a hex, larger in the middle of an area."""
    face, ink = nation(hold.letters)
    k = 1.0 if scene.layout.hexes else 1.6
    left, top, wide, _ = _hung(scene, hold)
    yield Path(((left, top - 2 * k), (left, top + 26 * k)), "", "rgba(255,255,255,0.8)", 4 * k, False)
    yield Path(((left, top - 2 * k), (left, top + 26 * k)), "", INK, 1.8 * k, False)
    cloth = ((0, 0), (wide, 0), (wide - 5 * k, 6.5 * k), (wide, 13 * k), (0, 13 * k))
    yield Path(tuple((left + dx, top + dy) for dx, dy in cloth), face, ink, 1.1)
    yield Label(left + (wide - 5 * k) / 2 + 0.5, top + 10 * k, hold.letters, 9.5 * k, ink, True)


def _front(scene: Scene) -> Iterator[Ink]:
    """The line between what two sides hold, with a band of its colour along each."""
    k = 1.0 if scene.layout.hexes else 1.5
    lines = []
    for one in scene.fronts:
        line = between(scene, one.one, one.other)
        if line:
            lines.append(line)
            for place, letters in zip((one.one, one.other), one.letters, strict=True):
                toward = scene.layout.centres[place]
                yield Path(_beside(line, toward, 5 * k), "", nation(letters)[0], 4.4 * k, False)
    chained = [tuple(line) for line in chains((a[0], a[-1]) for a in lines)] if scene.layout.hexes else lines
    yield from (Path(line, "", "rgba(255,255,255,0.8)", 5 * k, False) for line in chained)
    yield from (Path(line, "", FRONT, 2.8 * k, False, (8, 4)) for line in chained)


def between(scene: Scene, one: str, other: str) -> Points:
    """The border of two neighbours."""
    ends = side(scene.layout, one, other) if scene.layout.hexes else scene.layout.border(one, other)
    return ends or ()


def _beside(line: Points, toward: tuple[float, float], by: float) -> Points:
    """The same line, so much nearer to a place."""
    (ax, ay), (bx, by_) = line[0], line[-1]
    far = math.dist((ax, ay), (bx, by_)) or 1.0
    dx, dy = (by_ - ay) / far * by, (ax - bx) / far * by
    middle = (toward[0] - (ax + bx) / 2, toward[1] - (ay + by_) / 2)
    turn = 1 if dx * middle[0] + dy * middle[1] > 0 else -1
    return tuple((x + turn * dx, y + turn * dy) for x, y in line)


def _trench(scene: Scene, place: str, level: str) -> Iterator[Ink]:
    """Zigzags to both sides of where counters lie, so that no name is hidden, and its level."""
    x, y = scene.layout.anchors[place]
    aside = 30.0 if scene.layout.hexes else 44.0
    for way in (-1, 1):
        zigzag = tuple((x + way * (aside - (5 if n % 2 else 0)), y - 18 + 4.5 * n) for n in range(9))
        yield Path(zigzag, "", "rgba(255,246,220,0.9)", 5, False)
        yield Path(zigzag, "", "#3c2a12", 2.4, False)
    if level:
        yield Disc(x - aside, y - 20, 7.5, "#3c2a12", PAPER, 1.2)
        yield Label(x - aside, y - 16, level, 11, "#ffffff", True)


def _signs(scene: Scene) -> Iterator[Ink]:
    """Small tokens around the middle of a place, one for each thing that lies there."""
    lying: dict[str, int] = {}
    for work in scene.works:
        if work.sign != "trench":
            n = lying[work.place] = lying.get(work.place, -1) + 1
            x, y = scene.layout.anchors[work.place]
            dx, dy = _spots(scene.layout, scene.lang, work.place)[n % 4]
            yield from _token(work, x + dx, y + dy)


@lru_cache(maxsize=512)
def _spots(layout: Layout, lang: Lang, place: str) -> Sequence[tuple[float, float]]:
    """Where tokens lie around the middle of a place: of the corners of a hex first those where no name is printed."""
    if not _in_hex(layout, place):
        return CORNERS if layout.hexes else BELOW
    names, (x, y) = _by_place(layout, lang), layout.anchors[place]
    near = [names[one] for one in (place, *layout.map.neighbours(place)) if one in names]
    return sorted(CORNERS, key=lambda spot: any(_under(one, x + spot[0], y + spot[1]) for one in near))


def _under(name: Name, x: float, y: float) -> bool:
    """Whether a name is printed where a token lies."""
    mx, my, half, tall = name.room
    return abs(x - mx) < half + TOKEN[0] and abs(y - my) < tall + TOKEN[1]


def _token(work: Work, x: float, y: float) -> Iterator[Ink]:
    pictured = work.sign != "marker"
    wide = (17 if pictured else 6) + 6.8 * len(work.level)
    left = x - wide / 2
    yield Box(left, y - 7, wide, 14, "#fffdf4", INK, 1, 3)
    if pictured:
        yield from symbol(work.sign, left + 7.5, y, 10, 8, INK)
    yield Label((left + (14 if pictured else 0) + left + wide) / 2, y + 4, work.level, 11, INK, True)


def size_of(stack: Stack) -> float:
    return stack.size


def placed(stack: Stack) -> Iterator[tuple[Counter, float, float]]:
    """Each counter of a stack and where its centre lies, the lowest first."""
    count = len(stack.counters)
    across, up = (4.0 if count <= 5 else 16.0 / count), min(3.0, 6.0 / max(count - 1, 1))
    if stack.across:
        across, up = stack.across, 0.0
    for n, one in enumerate(stack.counters):
        aside = n - (count - 1) / 2
        yield one, stack.x + across * aside, stack.y - up * (aside + (0.3 if up and count > 1 else 0))


# -- the fan ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Fan:
    """An opened stack: where its tray lies and where each counter in it."""

    left: float
    top: float
    width: float
    height: float
    spots: tuple[tuple[Counter, float, float], ...]
    size: float = FAN

    def at(self, x: float, y: float) -> str | None:
        """The counter under a point, or the one that it only just misses."""
        half = self.size * (1 + APART / FAN) / 2
        one, cx, cy = min(self.spots, key=lambda spot: max(abs(x - spot[1]), abs(y - spot[2])))
        return one.id if abs(x - cx) <= half and abs(y - cy) <= half else None

    def covers(self, x: float, y: float) -> bool:
        return self.left <= x <= self.left + self.width and self.top <= y <= self.top + self.height


def fan(scene: Scene, window: tuple[float, float, float, float], k: float = 1.0) -> Fan | None:
    """The tray of the opened counters; it never leaves the board, and is no smaller where the map is."""
    if len(scene.fan) < 2:
        return None
    stack = next((s for s in scene.stacks if set(scene.fan) & set(s.ids)), None)
    opened = stack.counters if stack and set(scene.fan) <= set(stack.ids) else _listed(scene)
    if stack is None or not opened:
        return None
    left0, top0, width0, height0 = window
    one = 1 / min(k, 1.0)  # a pixel of the page
    size, apart = FAN * one, 6 * one
    many = max(1, min(len(opened), int((width0 - 4 * apart) // (size + apart))))
    rows = -(-len(opened) // many)
    width, height = many * (size + apart) + 2 * apart, rows * (size + 8 * one) + 8 * one
    left = min(max(stack.x - width / 2, left0 + 4 * one), left0 + width0 - width - 4 * one)
    top = stack.y - (scene.layout.radius - 4 if scene.layout.hexes else 44) - height
    if top < top0 + 4 * one:
        top = min(stack.y + 40, top0 + height0 - height - 4 * one)
    spots = tuple(
        (
            each,
            left + size / 2 + 9 * one + (size + apart) * (n % many),
            top + size / 2 + 8 * one + (size + 8 * one) * (n // many),
        )
        for n, each in enumerate(opened)
    )
    return Fan(left, top, width, height, spots, size)


def _listed(scene: Scene) -> tuple[Counter, ...]:
    """Counters that an army holds are in no stack; the display of its contents has them."""
    known = {item.id: item.counter for display in scene.displays for item in display.items if item.counter}
    found = (known.get(id) for id in scene.fan)
    return tuple(one for one in found if one is not None)


def fan_ink(tray: Fan, chosen: str | None) -> Iterator[Ink]:
    one = tray.size / FAN
    yield Box(tray.left + 3 * one, tray.top + 4 * one, tray.width, tray.height, "rgba(25,18,8,0.35)", round=8 * one)
    yield Box(tray.left, tray.top, tray.width, tray.height, "rgba(250,246,232,0.97)", INK, 1.2 * one, 8 * one)
    for each, x, y in tray.spots:
        yield from moved(counter(each, tray.size, each.id == chosen), x, y)


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


def within(scene: Scene, width: float, height: float) -> tuple[Display, ...]:
    """The displays that find room on so low a shelf, in their order; the first of them in any case."""
    found = shelf_places(scene, width)
    return tuple(display for n, (display, _, top, _, tall) in enumerate(found) if not n or top + tall <= height)


def shelf_places(scene: Scene, width: float) -> list[tuple[Display, float, float, float, float]]:
    """Where each display lies: left, top, width, height. Short ones stand side by side."""
    found: list[tuple[Display, float, float, float, float]] = []
    left, top, low = 8.0, 4.0, 4.0
    for display in scene.displays:
        wide = min(max(sum(map(_wide, display.items)) + 10, 7.4 * len(display.title) + 14), width - 16)
        lines = 1 + max((line for _, _, line in _flow(display, wide)), default=0)
        tall = 20 + lines * _tall(display) + 2
        if left > 8 and left + wide > width - 8:
            left, top = 8.0, low
        found.append((display, left, top, wide, tall))
        left += wide + 6
        low = max(low, top + tall)
    return found


def _wide(item: Item) -> float:
    """What an item takes of a line."""
    if item.what == "unit":
        return COUNTER + 12
    return CARD + 8 if item.what in ("card", "option") else max(36.0, 7.2 * len(item.text) + 22)


def _flow(display: Display, broad: float) -> Iterator[tuple[Item, float, int]]:
    """The items in lines, each with how far from the left it lies and in which line."""
    x, line = 0.0, 0
    for item in display.items:
        wide = _wide(item)
        if x and x + wide > broad - 8:
            x, line = 0.0, line + 1
        yield item, x, line
        x += wide


def _tall(display: Display) -> float:
    if any(item.what == "unit" for item in display.items):
        return COUNTER + 10
    return 46.0 if any(item.what == "card" for item in display.items) else 31.0


def spots(scene: Scene, width: float) -> Iterator[Spot]:
    """Where every item lies, from the shelf's top left corner."""
    for display, left, top, broad, _ in shelf_places(scene, width):
        tall = _tall(display)
        for item, x, line in _flow(display, broad):
            wide = min(_wide(item), broad - 8) - 6
            yield Spot(display, item, left + 6 + x, top + 19 + tall * line, wide, tall - 5)


def shelf(scene: Scene, width: float) -> Iterator[Ink]:
    """The shelf drawn, from its top left corner."""
    yield Box(0, 0, width, shelf_height(scene, width), SHELF)
    yield Path(((0, 0.6), (width, 0.6)), "", INK, 1.2, False)
    for display, left, top, wide, tall in shelf_places(scene, width):
        yield Box(left, top, wide, tall - 2, "rgba(255,250,240,0.45)", "rgba(90,74,44,0.4)", 0.8, 5)
        yield Label(left + 6, top + 14, display.title, 12.5, INK, True, "start", True)
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
