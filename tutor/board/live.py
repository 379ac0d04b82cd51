"""The live board: the map at the bottom, counters as stamps, marks as canvas commands; over it the glass that hears.

All of ipycanvas's traps lie here.

A `MultiCanvas` whose full redraw begins on the map layer comes back after a page reload; a lone canvas does not. One
failing command would stop every canvas of the page, so the SVG is parsed before it is sent. The canvases are as large
as the board is on the page, in the pixels of the screen. The page lays all layers over each other again each time the
commands turn to another canvas, so a drawing takes its layers one after the other and to none twice. A page does not
say when it has drawn: so every drawing of another window bears a number, as the dash offset in which the last layer is
left, and the glass moves what it sees by the number that it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import ipywidgets as W
from ipycanvas import Canvas, MultiCanvas, hold_canvas

from tutor.board import finding
from tutor.board.camera import Camera, natural
from tutor.board.glass import Glass, places
from tutor.board.ground import Ground
from tutor.board.layout import Point
from tutor.board.look import COUNTER, PAPER
from tutor.board.paint import canvas as brush
from tutor.board.paint import figures, fronts, marks, small
from tutor.board.paint.counter import counter
from tutor.board.paint.ink import Ink, Path, moved
from tutor.board.said import say
from tutor.board.scene import Counter, Display, Scene
from tutor.board.turns import in_turn
from tutor.board.widgets import close
from tutor.engine.text import Lang

MAP, SHADE, COUNTERS, MARKS = range(4)
STAMP = 70  # pixels of the map: a counter with its markers and shadow
STAMPS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)  # the scales at which counters are stamped
CORNER = (150, 110)  # the overview of a map of which a part is seen
SHARP = 2  # pixels of the overview to one of the page
DRAGGED = 14.0


class Told(NamedTuple):
    """What a card says, and whether more will be known of it to whoever asks once more."""

    html: str
    more: bool = False


class Board(W.Box):  # type: ignore[misc]
    """Shows scenes, and says what was pointed at: `on_point`, `on_fold`, `on_drop`, `on_hover`, `on_key`, `on_act`."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.camera = natural(scene.layout)
        self.density = 1.0
        self._met = False  # whether a page has said how much room there is
        self._first: list[Point] = []  # what is to be seen first
        self._all = False
        self._number = 0
        self.canvas = MultiCanvas(4, width=round(self.camera.width), height=round(self.camera.height))
        self.canvas.add_class("tutor-sheet")
        self.ground = Ground()
        self._stamps: dict[Any, Canvas] = {}
        self._stamped = STAMPS[0]
        self._die = Canvas(width=round(STAMP * STAMPS[-1]), height=round(STAMP * STAMPS[-1]))
        self._drawn: tuple[Any, Any] = (None, None)
        self.sketch: tuple[tuple[Ink, ...], tuple[Ink, ...]] = ((), ())  # what a chronicler drew: under and over marks
        width, height, _ = self._corner()
        self.corner = Canvas(width=round(SHARP * width), height=round(SHARP * height))
        self.corner.add_class("tutor-corner")
        self._overviewed: Any = None
        self._down: tuple[float, float] | None = None
        self._hover: str | None = None
        self.on_point: Callable[[str | None, str | None, Any], None] = lambda place, unit, item: None
        self.on_fold: Callable[[], None] = lambda: None  # nothing but the tray of an opened stack was pointed at
        self.on_drop: Callable[[str], None] = lambda place: None
        self.on_hover: Callable[[str | None], None] = lambda place: None
        self.on_key: Callable[[str, bool], None] = lambda key, shift: None
        self.on_act: Callable[[str, str], None] = lambda act, value: None
        self.told_of: Callable[[str], Told] = lambda place: Told("")  # what the card says that follows the pointer
        self.on_wait: Callable[[], None] = lambda: None  # the page has shown all, and has time
        self.glass = Glass(canvas=self.canvas.model_id, map=places(scene.layout), words=_words(scene.lang))
        self._listen()
        super().__init__([self.glass, self.canvas, self.corner])
        self.add_class("tutor-board")

    # -- the window on the map ----------------------------------------------------------------------------------
    @property
    def window(self) -> tuple[float, float, float, float]:
        return self.camera.window

    @property
    def whole(self) -> bool:
        """Whether all of the map is seen."""
        return self.camera.whole(self.scene.layout)

    def look_at(self, place: str) -> None:
        """Bring a place into the window."""
        if self.whole or place not in self.scene.layout.anchors:
            return
        point = self.scene.layout.anchors[place]
        if not self.camera.sees(point, 60 / self.camera.k):
            self.move_to(self.camera.around(*point))

    def bring(self, places: Iterable[str]) -> None:
        """Bring into the window as much as can be of what is spoken of, unless some of it is seen already."""
        spots = self._spots(places)
        if not self.whole and spots and not any(map(self.camera.sees, spots)):
            self.move_to(self.camera.amid(spots, self.scene.layout))

    def open_on(self, places: Iterable[str], all: bool) -> None:
        """How a map is seen first: where most of this lies; if `all` of it matters and is wide apart, from afar."""
        self._first, self._all = self._spots(places), all
        if not self.whole and self._first:
            self.move_to(self._opened(self.camera))

    def _opened(self, camera: Camera) -> Camera:
        if not self._first or camera.whole(self.scene.layout):
            return camera
        stacks = [(stack.x, stack.y) for stack in self.scene.stacks]
        best = camera.amid(self._first, self.scene.layout, stacks)
        return best.holding(self._first, self.scene.layout) if self._all else best

    def _spots(self, places: Iterable[str]) -> list[Point]:
        anchors = self.scene.layout.anchors
        return [anchors[place] for place in places if place in anchors]

    def legible(self, pixels: float) -> None:
        """Counters are to be at least so large where a map is laid, as for a room that looks on."""
        size = min((stack.size for stack in self.scene.stacks if stack.size), default=COUNTER)
        self.camera = replace(self.camera, least_laid=pixels / size)

    def move_to(self, camera: Camera) -> None:
        """Look elsewhere, as the table wishes it; before a page is there nothing is painted for it."""
        camera = camera.on(self.scene.layout)
        if camera != self.camera:
            self.camera = camera
            if self._met:
                self.redraw(own=True)

    def _looked(self, width: float, height: float, density: float, **wish: float) -> None:
        """The page says how much room there is, and what a person looks at; without a wish it is for the table."""
        before, met, layout = self.camera, self._met, self.scene.layout
        self._met = True
        if wish:
            camera = replace(before, width=width, height=height, **wish).on(layout)
        elif met:
            camera = before.resized(width, height, layout)
        else:
            x, y = before.centre
            camera = self._opened(replace(before, width=width, height=height).around(x, y).opened(layout))
        self.camera, self.density = camera, density
        with hold_canvas():
            if not met:
                self._restamped(again=True)  # a page that comes when the kernel has drawn already has no stamps,
                self._overviewed = None  # and no overview
            self.redraw(own=not wish, again=False)

    def _rested(self, number: int = 0) -> None:
        """Nothing moves any more, and the page has drawn so far: what is seen is painted sharp."""
        self.ground.drawn(number)
        with hold_canvas():
            self.ground.number = self._number + 1
            finer = self._restamped()
            if self.ground.sharpen(self.scene.layout, self.scene.lang, self.camera, self.density) or finer:
                self._draw_all(own=False)

    # -- drawing ------------------------------------------------------------------------------------------------
    def show(self, scene: Scene) -> None:
        """Draw what has changed."""
        before, self.scene = self.scene, scene
        if scene.layout is not before.layout:
            self._another_map()
        if scene.lang != before.lang:
            self.glass.words = _words(scene.lang)
        if (scene.layout, scene.lang) != (before.layout, before.lang):
            self.redraw(own=True)
            return
        with hold_canvas():
            self._draw_counters()
            self._draw_marks()

    def _another_map(self) -> None:
        """A map of the same size, as set-up mode paints it, is looked at as before."""
        layout, camera = self.scene.layout, self.camera
        self.glass.map = places(layout)
        self.camera = camera.on(layout) if self._met else replace(natural(layout), least_laid=camera.least_laid)
        if self._met and camera.k < self.camera.least(layout):
            self.camera = camera.opened(layout)
        width, height, _ = self._corner()
        self.corner.width, self.corner.height = round(SHARP * width), round(SHARP * height)
        self._overviewed = None

    def redraw(self, plain: bool = False, own: bool = False, again: bool = True) -> None:
        """Draw everything, from the map up, where one looks now; `again` where the page has nothing of it.

        A plain map is there sooner; the whole comes when a page says how much room there is.
        """
        layout, lang = self.scene.layout, self.scene.lang
        with hold_canvas():
            self.ground.number = self._number + 1
            self._sized()
            if again:
                self.ground.forget()
                self._overviewed = None
            if own or again:  # who zooms sees the stamps that there are until all is at rest
                self._restamped(again)
            self.ground.lay(layout, lang, self.camera, self.density, plain)
            if again and not plain:
                self.ground.sharpen(layout, lang, self.camera, self.density)
            self._draw_all(own)

    def _sized(self) -> None:
        """Canvases as large as the board is on the page."""
        size = round(self.camera.width * self.density), round(self.camera.height * self.density)
        if (self.canvas.width, self.canvas.height) != size:
            self.canvas.width, self.canvas.height = size

    def _draw_all(self, own: bool) -> None:
        """What bears a number: the glass moves it by that to where one looks meanwhile."""
        self._drawn = (None, None)
        self._number += 1
        camera = self.camera
        self.glass.drawn = [self._number, camera.left, camera.top, camera.k, camera.width, camera.height, own]
        self._draw_map()
        self._draw_counters()
        self._draw_marks(self._number)

    def _draw_map(self) -> None:
        layer = self._layer(MAP)
        left, top, width, height = self.window
        layer.fill_style = PAPER
        layer.fill_rect(left, top, width, height)
        for one in self.ground.paintings(self.scene.layout, self.scene.lang, self.camera, self.density):
            layer.draw_image(one.canvas, *one.box)

    def _layer(self, index: int) -> Any:
        """A layer emptied, on which is drawn where things lie on the map."""
        layer, camera = self.canvas[index], self.camera
        layer.line_dash_offset = 0.0
        layer.reset_transform()
        layer.clear()
        k = camera.k * self.density
        layer.set_transform(k, 0, 0, k, -camera.left * k, -camera.top * k)
        return layer

    def _draw_counters(self) -> None:
        scene = self.scene
        key = (scene.stacks, scene.works, scene.holds, scene.fronts, self.camera)
        if key == self._drawn[0]:
            return
        self._drawn = (key, self._drawn[1])
        seen = set(scene.layout.within(*self.window)) | set(scene.layout.regions)
        stacks = [stack for stack in scene.stacks if stack.place in seen]
        put = [(*one, figures.size_of(stack)) for stack in stacks for one in figures.placed(stack)]
        stamped = [(self._stamp(one), x, y, STAMP * size / COUNTER) for one, x, y, size in put]
        layer = self._layer(COUNTERS)
        brush.draw(layer, self._seen(figures.below(scene)))
        for stamp, x, y, wide in stamped:
            layer.draw_image(stamp, x - wide / 2, y - wide / 2, wide, wide)
        self.glass.pieces = [_room(stack) for stack in scene.stacks]
        self.glass.letters = [list(room) for room in figures.to_read(scene, self.camera.k)]

    def _stamp(self, one: Counter) -> Canvas:
        """A counter's picture, drawn once."""
        key = (one.face, one.holds, one.side)
        if key not in self._stamps:
            self._stamps[key] = Canvas(width=round(STAMP * self._stamped), height=round(STAMP * self._stamped))
            _stamp(self._stamps[key], self._die, self._stamped, *key)
        return self._stamps[key]

    def _restamped(self, again: bool = False) -> bool:
        """Stamps are as sharp as they are shown large; whether they had to be struck anew."""
        wanted = self.camera.k * self.density * max((s.size for s in self.scene.stacks), default=COUNTER) / COUNTER
        scale = next((one for one in STAMPS if one >= 0.95 * wanted), STAMPS[-1])
        if scale == self._stamped and not again:
            return False
        for key, stamp in self._stamps.items():
            if scale != self._stamped:
                stamp.width = stamp.height = round(STAMP * scale)
            _stamp(stamp, self._die, scale, *key)
        self._stamped = scale
        return True

    def _draw_marks(self, number: int = 0) -> None:
        """The marks; where everything is drawn the last layer is left with the number of the drawing."""
        scene = self.scene
        key = (scene.marks, scene.fan, scene.stacks, scene.day, self.camera, self.sketch)
        if key == self._drawn[1]:
            return
        self._drawn = (self._drawn[0], key)
        if not self.whole:
            self._overview()
        below, above = self.sketch
        line = fronts.on_table(scene, self.camera.k)
        brush.draw(self._layer(SHADE), self._seen((*line, *marks.under(scene), *below)))
        over = self._layer(MARKS)
        brush.draw(over, self._seen((*marks.over(scene, self.window, self.camera.k), *above)))
        over.line_dash_offset = float(number)

    def _seen(self, shapes: Any) -> Any:
        """Without what lies wholly outside the window."""
        return (shape for shape in shapes if _touches(shape, *self.window))

    def _overview(self) -> None:
        """The whole map small in the corner, drawn again only where counters or the front have moved."""
        now = self.scene.stacks, self.scene.fronts, self.scene.day
        if self._overviewed == now:
            return
        self._overviewed = now
        self.corner.reset_transform()
        self.corner.clear()
        self.corner.scale(SHARP, SHARP)
        k = self._corner()[2]
        brush.draw(self.corner, (*small.overview(self.scene, k), *fronts.overview(self.scene, k)))

    def _corner(self) -> tuple[float, float, float]:
        """How large the overview is, and how small the map in it."""
        layout = self.scene.layout
        k = min(CORNER[0] / layout.width, CORNER[1] / layout.height)
        return layout.width * k, layout.height * k, k

    # -- listening ----------------------------------------------------------------------------------------------
    def _listen(self) -> None:
        self.canvas.on_client_ready(self._hears(self._ready))
        self.glass.on_msg(self._hears(lambda _, said, buffers: self.hear(**said)))

    def _hears(self, act: Callable[..., Any]) -> Callable[..., None]:
        """When its turn has come; a page that has not heard yet that the board is closed speaks to nobody."""

        @in_turn
        def hearing(*said: Any) -> None:
            if self.canvas.comm is not None:
                act(*said)

        return hearing

    def _ready(self) -> None:
        """A page that is loaded again has nothing of what was drawn; for the first one it is on its way."""
        if self._met:
            self.redraw()

    def hear(self, what: str, **said: Any) -> None:
        """What the glass says."""
        match what:
            case "look":
                self._looked(**said)
            case "rest":
                self._rested(**said)
            case "press":
                self.press(**said)
            case "release":
                self.release(**said)
            case "over":
                self.over(**said)
            case "find":
                self.find(said["text"])
            case "item":
                self.take(**said)
            case "put":
                self.put(**said)
            case "waited":
                self.on_wait()
            case "key":
                self.on_key(said["key"], bool(said["shift"]))
            case "act":
                self.on_act(said["act"], said["value"])

    def place_at(self, x: float, y: float) -> str | None:
        """The place under a point of the map."""
        return self.scene.layout.at(x, y)

    def press(self, x: float, y: float) -> None:
        """What is pointed at answers at once, as a chessboard's pieces do; letting go elsewhere drops it there."""
        self._down = (x, y)
        self.point(x, y)

    def release(self, x: float, y: float) -> None:
        down, self._down = self._down, None
        far = DRAGGED / self.camera.k
        if down is None or abs(down[0] - x) + abs(down[1] - y) <= far:
            return
        place = self.place_at(x, y)
        if place is not None and place != self.place_at(*down):
            self.on_drop(place)

    def over(self, place: str | None, held: bool = False) -> None:
        """The pointer has come to another place: a card says what lies there, unless something is dragged."""
        if place is not None and place not in self.scene.layout.centres:
            return
        if held and place != self._hover:
            self._hover = place
            self.on_hover(place)
        elif not held:
            told = self.told_of(place) if place else Told("")
            self.glass.send({"what": "card", "place": place, "html": told.html, "more": told.more})

    def find(self, text: str) -> None:
        """Somebody types what a place is called: the page flies to the one that is chosen."""
        hits = finding.found(self.scene.layout, self.scene.lang, text)
        self.glass.send({"what": "found", "text": text, "hits": [list(hit) for hit in hits]})

    def take(self, display: str, item: str) -> None:
        """Something that lies beside the map."""
        lying = next((one for one in self._beside if one.key == display), None)
        for one in lying.items if lying is not None else ():
            if one.id == item:
                self.on_point(None, one.id if one.what == "unit" else None, one)
                return

    @property
    def _beside(self) -> tuple[Display, ...]:
        """What can be taken that does not lie on the map."""
        return (*self.scene.displays, *self.scene.sides)

    def put(self, x: float, y: float) -> None:
        """What was taken beside the map is let go over it."""
        place = self.place_at(x, y)
        if place is not None:
            self.on_drop(place)

    def point(self, x: float, y: float) -> None:
        """What lies at a point of the map: a counter of the fan, or a place."""
        tray = figures.fan(self.scene, self.window, self.camera.k)
        if tray is not None and tray.covers(x, y):
            unit = tray.at(x, y)
            self.on_fold() if unit is None else self.on_point(None, unit, None)
            return
        place = self.place_at(x, y)
        self.on_point(place, self._counter_at(place, x, y), None)

    def _counter_at(self, place: str | None, x: float, y: float) -> str | None:
        """In a place of two sides or of many counters, the one under the pointer."""
        around = {place, *self.scene.layout.over(place)}
        stacks = [stack for stack in self.scene.stacks if stack.place in around]
        if not stacks or (len(stacks) == 1 and stacks[0].place == place):
            return None
        near = min(stacks, key=lambda stack: abs(stack.x - x) + abs(stack.y - y))
        half = figures.size_of(near) / 2 + 6
        return near.counters[-1].id if abs(near.x - x) <= half and abs(near.y - y) <= half else None

    def wait(self) -> None:
        """Let the page show what there is, and do what it has to; then it says so."""
        self.glass.send({"what": "wait"})

    def focus(self) -> None:
        """The keys are the board's."""
        self.glass.send({"what": "focus"})

    def lead(self, find: str) -> None:
        """The keys go to something of the frame, as soon as it is there."""
        self.glass.send({"what": "lead", "find": find})

    def blur(self) -> None:
        """The board lets the keys go."""
        self.glass.send({"what": "blur"})

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
        close(self.layout, *self.children, *self._canvases(), *self.ground.images)

    def _canvases(self) -> tuple[Any, ...]:
        layers = (self.canvas, *self.canvas._canvases, self.corner, *self.ground.canvases)
        return (*layers, self._die, *self._stamps.values())


def _words(lang: Lang) -> dict[str, str]:
    """What the board and the buttons over it are called."""
    return {key: say(f"frame.{key}", lang) for key in ("board", "in", "out", "fit", "find", "sought", "none")}


def _room(stack: Any) -> list[float]:
    """Where the counters of a stack lie: their middle, half their width and half their height."""
    xs = [x for _, x, _ in figures.placed(stack)]
    half = figures.size_of(stack) / 2
    return [(min(xs) + max(xs)) / 2, stack.y, (max(xs) - min(xs)) / 2 + half, half + 3]


def _stamp(stamp: Canvas, die: Canvas, scale: float, face: Any, holds: int, side: str) -> None:
    """A counter's picture, struck from a die: a page keeps what it knows of letters for each canvas they are put on."""
    die.reset_transform()
    die.clear()
    die.scale(scale, scale)
    brush.draw(die, moved(counter(Counter("", side, face, "", holds)), STAMP / 2, STAMP / 2))
    stamp.clear()
    stamp.draw_image(die, 0, 0)


def _touches(shape: Ink, left: float, top: float, width: float, height: float) -> bool:
    if isinstance(shape, Path):
        xs = [x for x, _ in shape.points]
        ys = [y for _, y in shape.points]
        return max(xs) >= left and min(xs) <= left + width and max(ys) >= top and min(ys) <= top + height
    return left - 80 <= shape.x <= left + width + 80 and top - 80 <= shape.y <= top + height + 80
