"""The map of a game as a small picture: the part of its first scenario's board where its counters lie."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from statistics import median

from tutor import library
from tutor.board.layout import Layout
from tutor.board.paint.sheet import Window, picture
from tutor.board.png import paintable, png
from tutor.board.scene import Scene
from tutor.board.stage import scene_of
from tutor.engine.text import Lang
from tutor.home.page import FIRST, PICTURE

ROUND = 70.0  # of the map, round the outermost counters
LEAST, MOST = 420.0, 1000.0  # of the map across: nearer one sees counters only, from farther none


@cache
def of_game(game: str, lang: Lang) -> tuple[str, bytes] | None:
    """What kind of picture, and its bytes; None where a game has no scenario."""
    known = library.names(game)
    if not known:
        return None
    scene = replace(scene_of(library.position(FIRST if FIRST in known else known[0]), lang), displays=())
    seen = window(scene)
    drawn = picture(scene, seen, PICTURE[0] / seen[2])
    return ("image/png", png(drawn)) if paintable() else ("image/svg+xml", drawn.encode())


def window(scene: Scene) -> Window:
    """Left, top, width and height of the part with the counters, in the form of the picture, inside the map."""
    layout = scene.layout
    spots = [layout.centres[stack.place] for stack in scene.stacks if stack.place in layout.centres]
    spots = spots or [(layout.width / 2, layout.height / 2)]
    across, down = zip(*spots, strict=True)
    form = PICTURE[0] / PICTURE[1]
    wide, high = max(across) - min(across) + 2 * ROUND, max(down) - min(down) + 2 * ROUND
    width = min(max(wide, high * form, LEAST), MOST, layout.width, layout.height * form)
    middle = (max(across) + min(across)) / 2, (max(down) + min(down)) / 2
    thick = median(across), median(down)  # where not all are seen, where most are
    return _inside(layout, middle if max(wide, high * form) <= width else thick, width, width / form)


def _inside(layout: Layout, centre: tuple[float, float], width: float, height: float) -> Window:
    x, y = centre
    left = min(max(0.0, x - width / 2), layout.width - width)
    top = min(max(0.0, y - height / 2), layout.height - height)
    return left, top, width, height
