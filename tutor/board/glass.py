"""What lies over the board: it hears pointer, fingers and keys in the page, and moves what is drawn while they do."""

from __future__ import annotations

from importlib import resources
from typing import Any

import traitlets as T
from anywidget import AnyWidget
from ipycanvas import canvas as painting

from tutor.board.icons import css
from tutor.board.layout import Layout

HERE = resources.files("tutor.board")
SCRIPT = HERE.joinpath("glass.js").read_text("utf-8")
STYLE = HERE.joinpath("glass.css").read_text("utf-8") + css("in", "out", "fit", "find")


class Glass(AnyWidget):
    """It knows where places and counters lie, and what was drawn last; what it hears it says as messages."""

    _esm = SCRIPT
    _css = STYLE

    painter = T.Unicode(painting._CANVAS_MANAGER.model_id).tag(sync=True)  # who paints all canvases of the page
    canvas = T.Unicode().tag(sync=True)  # whose last layer bears the number of what is drawn
    map: Any = T.Dict().tag(sync=True)
    pieces: Any = T.List().tag(sync=True)  # where counters lie: middle, half the width, half the height
    letters: Any = T.List().tag(sync=True)  # where names and flags lie, in the same way
    drawn: Any = T.List([0]).tag(sync=True)  # number, left, top, scale, width, height; whether the kernel chose it
    words: Any = T.Dict().tag(sync=True)


def places(layout: Layout) -> dict[str, Any]:
    """Where places lie, for whoever hears that the pointer has come to another."""
    rings = {} if layout.hexes else {place: layout.rings(place) for place in layout.centres}
    return {
        "width": layout.width,
        "height": layout.height,
        "radius": layout.radius if layout.hexes else 0,
        "places": [[place, x, y, *([rings[place]] if rings else [])] for place, (x, y) in layout.centres.items()],
    }
