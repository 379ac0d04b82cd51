"""Canvases that are told to a page, command by command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from ipywidgets import PAGE, Widget

canvas = SimpleNamespace(_CANVAS_MANAGER=SimpleNamespace(model_id=""))  # the page paints by itself

STYLES = (
    "fill_style", "stroke_style", "line_width", "line_cap", "line_join", "line_dash_offset", "font", "text_align",
    "text_baseline", "global_alpha",
)  # fmt: skip
COMMANDS = frozenset(
    (
        "fill_rect", "stroke_rect", "fill_circle", "stroke_circle", "fill_polygon", "stroke_polygon", "stroke_lines",
        "fill_polygons", "fill_text", "stroke_text", "draw_image", "set_line_dash", "clear", "scale", "set_transform",
        "reset_transform",
    )
)  # fmt: skip


class Canvas(Widget):  # type: ignore[misc]
    """A canvas of the page."""

    _page_kind = "canvas"
    _page_traits: Mapping[str, Any] = {"width": 300, "height": 150}

    def _page_set(self, name: str, value: Any, tell: bool = True) -> None:
        """Its size has its place among the commands: it empties the canvas."""
        if self._page_values[name] != value:
            super()._page_set(name, value, tell=False)
            PAGE.draw(self.model_id, [name, value])

    def __setattr__(self, name: str, value: Any) -> None:
        if name in STYLES:
            PAGE.draw(self.model_id, [name, value])
        else:
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if name in COMMANDS:
            return lambda *given: PAGE.draw(self.model_id, [name, *given])
        return super().__getattr__(name)


class MultiCanvas(Canvas):
    """Several canvases of one size over each other, which the page shows as one."""

    _page_kind = "layers"
    _page_traits: Mapping[str, Any] = {"layers": ()}

    def __init__(self, n: int, **size: int) -> None:
        self.__dict__["_canvases"] = [Canvas(**size) for _ in range(n)]
        super().__init__(**size)
        self.layers = tuple(self._canvases)

    def _page_set(self, name: str, value: Any, tell: bool = True) -> None:
        if name == "layers":
            Widget._page_set(self, name, value)
            return
        for layer in self._canvases:
            setattr(layer, name, value)
        super()._page_set(name, value, tell)

    def __getitem__(self, n: int) -> Canvas:
        return self._canvases[n]  # type: ignore[no-any-return]

    def on_client_ready(self, act: Callable[[], Any]) -> None:
        """A page that is loaded again begins anew, and has nothing of what was drawn before."""


@contextmanager
def hold_canvas() -> Iterator[None]:
    """The page hears everything at the end of what a person did: all is held anyway."""
    yield
