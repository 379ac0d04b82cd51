"""The map under the counters, painted once and shown through every window: the whole of it, and sharp what is near."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any
from xml.etree import ElementTree

import ipywidgets as W
from ipycanvas import Canvas

from tutor.board.camera import Camera
from tutor.board.layout import Layout
from tutor.board.paint import sheet
from tutor.board.paint.lettering import afar
from tutor.board.paint.sheet import Window
from tutor.board.widgets import close
from tutor.engine.text import Lang

WHOLE, NEAR = 3_000_000, 8_000_000  # pixels of the whole map at most, and of what is near
AROUND = 0.3  # how much more than the window is painted sharp to each side, for the next few steps
ENOUGH = 1.04  # how much larger a painting may be shown before it is soft


class Painting:
    """A part of a map on a canvas that is shown nowhere itself."""

    def __init__(self) -> None:
        self.canvas = Canvas(width=1, height=1)
        self.box: Window = (0.0, 0.0, 0.0, 0.0)
        self.scale = 0.0
        self.key: tuple[Any, ...] = ()

    def shows(self, window: Window) -> bool:
        left, top, width, height = self.box
        x, y, w, h = window
        return left <= x and top <= y and x + w <= left + width and y + h <= top + height


class Ground:
    """What is drawn on the map's layer."""

    def __init__(self) -> None:
        self.whole, self.near = Painting(), Painting()
        self._images: list[tuple[int, W.Image]] = []  # by the number of the drawing for which they are painted
        self.number = 0

    @property
    def canvases(self) -> tuple[Any, ...]:
        return self.whole.canvas, self.near.canvas

    @property
    def images(self) -> tuple[Any, ...]:
        return tuple(image for _, image in self._images)

    def drawn(self, number: int) -> None:
        """A page has come so far: it needs none of the pictures before, and gives back what they hold.

        Not sooner: an image that is emptied while it is awaited would stop every canvas of the page.
        """
        done = [image for n, image in self._images if n <= number]
        self._images = [(n, image) for n, image in self._images if n > number]
        for image in done:
            image.value = b""
        close(*done)

    def forget(self) -> None:
        """A page that is loaded anew has nothing of it."""
        self.whole.key = self.near.key = ()

    def lay(self, layout: Layout, lang: Lang, camera: Camera, density: float, plain: bool) -> None:
        """The whole map, as sharp as it needs to be where it is seen whole."""
        fits = camera.fitted(layout).k * density
        scale = min(fits, sqrt(WHOLE / (layout.width * layout.height)))
        key = (layout, lang, afar(layout, camera.fitted(layout).k), plain)
        if self.whole.key != key or scale > ENOUGH * self.whole.scale:
            self._paint(self.whole, key, sheet.whole(layout), scale)

    def sharpen(self, layout: Layout, lang: Lang, camera: Camera, density: float) -> bool:
        """What is seen of the map, sharp; whether anything had to be painted for it."""
        wanted, window = camera.k * density, _on(camera.window, layout)
        if wanted <= ENOUGH * self.whole.scale:
            return False
        box = _on(_grown(camera.window), layout)
        scale = min(wanted, sqrt(NEAR / (box[2] * box[3])))
        key = (layout, lang, afar(layout, camera.k), False)
        sharp = self.near.key == key and abs(self.near.scale / scale - 1) < ENOUGH - 1
        if sharp and self.near.shows(window):
            return False
        self._paint(self.near, key, box, scale)
        return True

    def paintings(self, layout: Layout, lang: Lang, camera: Camera, density: float) -> Iterator[Painting]:
        """What there is of this map; last the sharp part, where the whole is not as sharp as what is seen of it."""
        if self.whole.key[:2] == (layout, lang):
            yield self.whole
        soft = camera.k * density > ENOUGH * self.whole.scale
        if soft and self.near.key[:3] == (layout, lang, afar(layout, camera.k)):
            yield self.near

    def _paint(self, one: Painting, key: tuple[Any, ...], box: Window, scale: float) -> None:
        layout, lang, far, plain = key
        one.key, one.box, one.scale = key, box, scale
        text = sheet.ground(layout, lang, box, scale, plain, far)
        ElementTree.fromstring(text)
        image = W.Image(value=text.encode(), format="svg+xml")
        self._images.append((self.number, image))
        width, height = max(round(box[2] * scale), 1), max(round(box[3] * scale), 1)
        one.canvas.width, one.canvas.height = width, height
        one.canvas.clear()
        one.canvas.draw_image(image, 0, 0, width, height)


def _grown(window: Window) -> Window:
    left, top, width, height = window
    return left - AROUND * width, top - AROUND * height, (1 + 2 * AROUND) * width, (1 + 2 * AROUND) * height


def _on(window: Window, layout: Layout) -> Window:
    """What of it lies on the map."""
    left, top, width, height = window
    x, y = max(left, 0.0), max(top, 0.0)
    return x, y, min(left + width, layout.width) - x, min(top + height, layout.height) - y
