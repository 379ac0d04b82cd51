"""The live board: the SVG map at the bottom, counters as stamps, marks as canvas commands.

All of ipycanvas's traps lie here.

A `MultiCanvas` whose full redraw begins on the map layer comes back after a page reload; a lone canvas does not. One
failing command would stop every canvas of the page, so the SVG is parsed before it is sent. Twice the pixels, shown at
half size. No tooltip, border or padding on the canvas itself. The page lays all layers over each other again each time
the commands turn to another canvas, so a drawing takes its layers one after the other and to none twice. A canvas keeps
every turn of the wheel for itself and the page stands still: what holds it takes the turn first, and the page scrolls.
The first press gives a canvas the focus, the page scrolls to it, and the place is reckoned where the pointer was but
the canvas is no longer: so a canvas takes the focus without a scroll. When all cells are run, JupyterLab goes to the
last one: the first board that is laid above the window then brings the page back to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree

import ipywidgets as W
from ipycanvas import Canvas, MultiCanvas, hold_canvas

from tutor.board.look import COUNTER, NO
from tutor.board.paint import canvas as brush
from tutor.board.paint import figures, marks, sheet
from tutor.board.paint.counter import counter
from tutor.board.paint.ink import Box, Ink, Path, moved
from tutor.board.scene import Counter, Scene
from tutor.board.turns import in_turn
from tutor.board.widgets import close

SCALE = 2
MAP, SHADE, COUNTERS, MARKS = range(4)
STAMP = 70  # CSS pixels: a counter with its markers and shadow
KEPT_MAPS = 6
SPARE = 120.0  # room under the map that may stand empty
CORNER = (150, 110)  # the overview of a map larger than its window
DRAGGED = 14.0
NARROW = 536.0  # CSS pixels: a board gives way so far before the panel goes under it
MANNERS = """<style onload="
const board = this.closest('.tutor-board');
board.addEventListener('wheel', turned => turned.stopPropagation(), {capture: true, passive: true});
board.addEventListener('mousedown', ({target}) => {
  target.focus = () => HTMLElement.prototype.focus.call(target, {preventScroll: true});
}, {capture: true});
const book = board.closest('.jp-Notebook'), last = [...book?.querySelectorAll('.jp-Cell') ?? []].at(-1);
const whole = board.closest('.tutor-lesson') ?? board.closest('.tutor-table') ?? board;
const above = book && whole.getBoundingClientRect().bottom <= book.getBoundingClientRect().top;
if (above && last.matches('.jp-mod-active') && !last.contains(board)) whole.scrollIntoView();
"></style>"""


class Board(W.Box):  # type: ignore[misc]
    """Shows scenes, and says what was pointed at: `on_point`, `on_drop`, `on_hover`, `on_key`."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.at = (0.0, 0.0)
        width, _ = scene.layout.window
        self.size = _size(scene)
        self.canvas = MultiCanvas(
            4,
            width=SCALE * self.size[0],
            height=SCALE * self.size[1],
            layout=W.Layout(width="100%", max_width=f"{self.size[0]}px", height="auto"),
        )
        self._maps: dict[Any, W.Image] = {}
        self._stamps: dict[Any, Canvas] = {}
        self._drawn: tuple[Any, Any] = (None, None)
        self._corner_map = Canvas(width=SCALE * CORNER[0], height=SCALE * CORNER[1])
        self._overviewed: Any = None
        self._down: tuple[float, float] | None = None
        self._touch: tuple[float, float] | None = None
        self._hover: str | None = None
        self.on_point: Callable[[str | None, str | None, Any], None] = lambda place, unit, item: None
        self.on_drop: Callable[[str], None] = lambda place: None
        self.on_hover: Callable[[str | None], None] = lambda place: None
        self.on_key: Callable[[str, bool], None] = lambda key, shift: None
        self._listen()
        flex = f"3 1 {round(min(0.75 * width, NARROW))}px"
        super().__init__(
            [self.canvas, W.HTML(MANNERS, layout=W.Layout(display="none"))],
            layout=W.Layout(flex=flex, max_width=f"{width}px", min_width="400px", align_items="flex-start"),
        )
        self.add_class("tutor-board")

    # -- the window on the map ----------------------------------------------------------------------------------
    @property
    def window(self) -> tuple[float, float, float, float]:
        width, height = self.scene.layout.window
        return (*self.at, float(width), float(height))

    def look_at(self, place: str) -> None:
        """Bring a place into the window."""
        if self.scene.layout.whole or place not in self.scene.layout.anchors:
            return
        x, y = self.scene.layout.anchors[place]
        left, top, width, height = self.window
        if left + 60 <= x <= left + width - 60 and top + 60 <= y <= top + height - 60:
            return
        self.move_to(x - width / 2, y - height / 2)

    def bring(self, places: Iterable[str], afresh: bool = False) -> None:
        """Bring into the window as much as can be of what is spoken of, unless some of it is seen already."""
        layout = self.scene.layout
        spots = [layout.anchors[place] for place in places if place in layout.anchors]
        if layout.whole or not spots or (not afresh and self._sees(*self.window, spots)):
            return
        _, _, width, height = self.window
        windows = ((x - width / 2, y - height / 2) for x, y in spots)
        self.move_to(*max(windows, key=lambda at: self._sees(at[0], at[1], width, height, spots)))

    @staticmethod
    def _sees(left: float, top: float, width: float, height: float, spots: Iterable[tuple[float, float]]) -> int:
        """How many of them a window shows."""
        return sum(left <= x <= left + width and top <= y <= top + height for x, y in spots)

    def move_to(self, left: float, top: float) -> None:
        layout = self.scene.layout
        width, height = layout.window
        step = 60.0  # the same few windows come again, and their pictures are kept
        left = min(max(round(left / step) * step, 0), max(layout.width - width, 0))
        top = min(max(round(top / step) * step, 0), max(layout.height - height, 0))
        if (left, top) != self.at:
            self.at = (left, top)
            self.redraw()

    def pan(self, dx: int, dy: int) -> None:
        width, height = self.scene.layout.window
        self.move_to(self.at[0] + dx * width / 2, self.at[1] + dy * height / 2)

    # -- drawing ------------------------------------------------------------------------------------------------
    def show(self, scene: Scene) -> None:
        """Draw what has changed."""
        before, self.scene = self.scene, scene
        if self._fitted() or (scene.layout, scene.lang) != (before.layout, before.lang):
            self.redraw()
            return
        with hold_canvas():
            self._draw_counters()
            self._draw_marks()

    def _fitted(self) -> bool:
        """Whether the board had to grow for what lies under the map; it shrinks only where much room would be empty."""
        width, height = _size(self.scene)
        if width == self.size[0] and self.size[1] - SPARE <= height <= self.size[1]:
            return False
        self.size = width, height
        self.canvas.width, self.canvas.height = SCALE * width, SCALE * height
        self.canvas.layout.max_width = self.layout.max_width = f"{width}px"
        return True

    def redraw(self, plain: bool = False) -> None:
        """Draw everything, from the map up. A plain map is there sooner; a page that is ready asks for the whole."""
        self._drawn, self._overviewed = (None, None), None
        with hold_canvas():
            for key, stamp in self._stamps.items():
                _stamp(stamp, *key)
            layer = self._layer(MAP)
            width, height = self.scene.layout.window
            layer.fill_style = "#e3d8ba"
            layer.fill_rect(0, 0, *self.size)
            layer.draw_image(self._map(plain), 0, 0, width, height)
            self._draw_counters()
            self._draw_marks()

    def _layer(self, index: int) -> Any:
        layer = self.canvas[index]
        layer.reset_transform()
        layer.clear()
        layer.scale(SCALE, SCALE)
        return layer

    def _map(self, plain: bool) -> W.Image:
        key = (self.scene.layout, self.scene.lang, self.window, plain)
        if key not in self._maps:
            if len(self._maps) >= KEPT_MAPS:
                close(self._maps.pop(next(iter(self._maps))))
            text = sheet.ground(self.scene.layout, self.scene.lang, self.window, SCALE, plain)
            ElementTree.fromstring(text)
            self._maps[key] = W.Image(value=text.encode(), format="svg+xml")
        return self._maps[key]

    def _draw_counters(self) -> None:
        scene = self.scene
        key = (scene.stacks, scene.works, scene.holds, scene.fronts, scene.displays, self.at)
        if key == self._drawn[0]:
            return
        self._drawn = (key, self._drawn[1])
        left, top, width, height = self.window
        seen = set(scene.layout.within(left, top, width, height)) | set(scene.layout.regions)
        stacks = [stack for stack in scene.stacks if stack.place in seen]
        put = [(*one, figures.size_of(stack)) for stack in stacks for one in figures.placed(stack)]
        stamped = [(self._stamp(one), x - left, y - top, STAMP * size / COUNTER) for one, x, y, size in put]
        layer = self._layer(COUNTERS)
        brush.draw(layer, self._seen(moved(figures.below(scene), -left, -top)))
        for stamp, x, y, wide in stamped:
            layer.draw_image(stamp, x - wide / 2, y - wide / 2, wide, wide)
        self._draw_shelf(layer, width, height)

    def _draw_shelf(self, layer: Any, width: float, height: float) -> None:
        if self.size[1] <= height:
            return
        layer.fill_style = "#e3d8ba"
        layer.fill_rect(0, height, width, self.size[1] - height)
        brush.draw(layer, moved(figures.shelf(self.scene, width), 0, height))

    def _stamp(self, one: Counter) -> Canvas:
        """A counter's picture, drawn once."""
        key = (one.face, one.holds, one.side)
        if key not in self._stamps:
            self._stamps[key] = Canvas(width=SCALE * STAMP, height=SCALE * STAMP)
            _stamp(self._stamps[key], *key)
        return self._stamps[key]

    def _draw_marks(self) -> None:
        scene = self.scene
        key = (scene.marks, scene.fan, scene.stacks, self.at)
        if key == self._drawn[1]:
            return
        self._drawn = (self._drawn[0], key)
        left, top, _, _ = self.window
        with self._clipped(SHADE) as shade:
            brush.draw(shade, self._seen(moved(marks.under(scene), -left, -top)))
        small = None if scene.layout.whole else self._small()
        with self._clipped(MARKS) as over:
            brush.draw(over, self._seen(moved(marks.over(scene, self.window), -left, -top)))
            if small is not None:
                self._overview(over, small)

    @contextmanager
    def _clipped(self, index: int) -> Iterator[Any]:
        """A layer on which nothing is drawn over what lies under the map."""
        layer = self._layer(index)
        layer.save()
        layer.begin_path()
        layer.rect(0, 0, *self.scene.layout.window)
        layer.clip()
        yield layer
        layer.restore()

    def _seen(self, shapes: Any) -> Any:
        """Without what lies wholly outside the window."""
        width, height = self.scene.layout.window
        return (shape for shape in shapes if _touches(shape, width, height))

    def _overview(self, layer: Any, small: Canvas) -> None:
        """The whole map small in the corner: where the counters are and what the window shows."""
        left, top, k = self._corner()
        width, height = self.scene.layout.window
        layer.draw_image(small, left, top, *CORNER)
        brush.draw(layer, [Box(left + self.at[0] * k, top + self.at[1] * k, width * k, height * k, "", NO, 2)])

    def _corner(self) -> tuple[float, float, float]:
        """Where the overview lies, and how small it is."""
        layout = self.scene.layout
        width, height = layout.window
        k = min((CORNER[0] - 2) / layout.width, (CORNER[1] - 2) / layout.height)
        return width - layout.width * k - 8, height - layout.height * k - 8, k

    def _small(self) -> Canvas:
        """The overview without its window, drawn again only where counters or the front have moved."""
        now = self.scene.stacks, self.scene.fronts
        if self._overviewed != now:
            self._overviewed = now
            _, _, k = self._corner()
            self._corner_map.reset_transform()
            self._corner_map.clear()
            self._corner_map.scale(SCALE, SCALE)
            brush.draw(self._corner_map, figures.overview(self.scene, k))
        return self._corner_map

    # -- listening ----------------------------------------------------------------------------------------------
    def _listen(self) -> None:
        board = self.canvas
        board.on_mouse_down(self._hears(self._press))
        board.on_mouse_up(self._hears(self._release))
        board.on_mouse_move(self._hears(self._moved))
        board.on_touch_start(self._hears(lambda points: self._touched(points, True)))
        board.on_touch_move(self._hears(lambda points: self._touched(points, False)))
        board.on_touch_end(self._hears(lambda points: self._lifted()))
        board.on_touch_cancel(self._hears(lambda points: setattr(self, "_down", None)))
        board.on_key_down(self._hears(lambda key, shift, ctrl, meta: self.on_key(key, shift)))
        board.on_client_ready(self._hears(lambda: self.redraw()))

    def _hears(self, act: Callable[..., Any]) -> Callable[..., None]:
        """When its turn has come; a page that has not heard yet that the board is closed speaks to nobody."""

        @in_turn
        def hearing(*said: Any) -> None:
            if self.canvas.comm is not None:
                act(*said)

        return hearing

    def place_at(self, x: float, y: float) -> str | None:
        """The place under a point of the board, in CSS pixels."""
        width, height = self.scene.layout.window
        return self.scene.layout.at(x + self.at[0], y + self.at[1]) if 0 <= x <= width and 0 <= y <= height else None

    def _press(self, x: float, y: float) -> None:
        """What is pointed at answers at once, as a chessboard's pieces do; letting go elsewhere drops it there."""
        self._down = (x / SCALE, y / SCALE)
        self.point(*self._down)

    def _release(self, x: float, y: float) -> None:
        down, self._down = self._down, None
        here = (x / SCALE, y / SCALE)
        if down is None or abs(down[0] - here[0]) + abs(down[1] - here[1]) <= DRAGGED:
            return
        place = self.place_at(*here)
        if place is not None and place != self.place_at(*down):
            self.on_drop(place)

    def _moved(self, x: float, y: float) -> None:
        """Work only where the place under the pointer changes, so that a drag never lags."""
        if self._down is None:
            return
        place = self.place_at(x / SCALE, y / SCALE)
        if place != self._hover:
            self._hover = place
            self.on_hover(place)

    def _touched(self, points: list[tuple[float, float]], first: bool) -> None:
        if points:
            x, y = points[0]
            self._touch = (x, y)
            if first:
                self._press(x, y)

    def _lifted(self) -> None:
        """The end of a touch has no coordinates: the last ones count."""
        if self._touch is not None:
            self._release(*self._touch)
        self._touch = None

    def point(self, x: float, y: float) -> None:
        """What lies at a point of the board: a counter of the fan, an item of the shelf, the overview, or a place."""
        width, height = self.scene.layout.window
        if y > height:
            self._point_shelf(x, y - height, width)
            return
        if not self.scene.layout.whole and self._point_overview(x, y):
            return
        tray = figures.fan(self.scene, self.window)
        at = x + self.at[0], y + self.at[1]
        if tray is not None and tray.covers(*at):
            self.on_point(None, tray.at(*at), None)
            return
        place = self.place_at(x, y)
        self.on_point(place, self._counter_at(place, *at), None)

    def _counter_at(self, place: str | None, x: float, y: float) -> str | None:
        """In a place of two sides or of many counters, the one under the pointer."""
        around = {place, *self.scene.layout.over(place)}
        stacks = [stack for stack in self.scene.stacks if stack.place in around]
        if not stacks or (len(stacks) == 1 and stacks[0].place == place):
            return None
        near = min(stacks, key=lambda stack: abs(stack.x - x) + abs(stack.y - y))
        half = figures.size_of(near) / 2 + 6
        return near.counters[-1].id if abs(near.x - x) <= half and abs(near.y - y) <= half else None

    def _point_shelf(self, x: float, y: float, width: float) -> None:
        for spot in figures.spots(self.scene, width):
            if spot.x <= x <= spot.x + spot.w and spot.y <= y <= spot.y + spot.h:
                self.on_point(None, spot.item.id if spot.item.what == "unit" else None, spot.item)
                return
        self.on_point(None, None, None)

    def _point_overview(self, x: float, y: float) -> bool:
        width, height = self.scene.layout.window
        left, top, k = self._corner()
        if not (left <= x <= width and top <= y <= height):
            return False
        self._down = None
        self.move_to((x - left) / k - width / 2, (y - top) / k - height / 2)
        return True

    # -- the end ------------------------------------------------------------------------------------------------
    def give_back(self) -> None:
        """Leave the page the pixels of every canvas: those of a canvas that is only closed it keeps."""
        for one in self._canvases():
            one.width = one.height = 1

    def close(self) -> None:
        """Close the board with everything on it."""
        if self.comm is not None:
            self.give_back()
        super().close()
        close(self.layout, *self.children, *self._canvases(), *self._maps.values())

    def _canvases(self) -> tuple[Any, ...]:
        return (self.canvas, *self.canvas._canvases, self._corner_map, *self._stamps.values())


def _size(scene: Scene) -> tuple[int, int]:
    """The window and the shelf under it."""
    width, height = scene.layout.window
    return width, height + round(figures.shelf_height(scene, width))


def _stamp(stamp: Canvas, face: Any, holds: int, side: str) -> None:
    stamp.reset_transform()
    stamp.clear()
    stamp.scale(SCALE, SCALE)
    brush.draw(stamp, moved(counter(Counter("", side, face, "", holds)), STAMP / 2, STAMP / 2))


def _touches(shape: Ink, width: float, height: float) -> bool:
    if isinstance(shape, Path):
        xs = [x for x, _ in shape.points]
        ys = [y for _, y in shape.points]
        return max(xs) >= 0 and min(xs) <= width and max(ys) >= 0 and min(ys) <= height
    return -80 <= shape.x <= width + 80 and -80 <= shape.y <= height + 80
