"""The board as text: for screen readers, static pages and notebooks that are tested."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tutor.board.said import say
from tutor.board.scene import Scene
from tutor.board.stage import Stage
from tutor.engine.text import language


def lines(scene: Scene, names: Any = None) -> Iterator[str]:
    """Every place that holds something, then what lies beside the map."""
    yield scene.title
    told = names or (lambda place: place)
    gap = "\u00a0" if scene.lang == "fr" else ""  # before a sign of two parts
    for place in sorted({stack.place for stack in scene.stacks} | {work.place for work in scene.works}):
        yield f"{told(place)}{gap}:"
        yield from (f"  {work.title}" for work in scene.works if work.place == place)
        for stack in scene.stacks:
            if stack.place == place:
                yield from (f"  {counter.title}" for counter in stack.counters)
    for display in scene.displays:
        boxes = [item for item in display.items if item.what == "box" and item.lit]  # of a track: where one stands
        shown = f"{gap}; ".join(item.text or say("hidden-card", scene.lang) for item in boxes or display.items)
        yield f"{display.title}{gap}: {shown}"


def board(state: Any, lang: str | None = None) -> str:
    """The text board of a position."""
    stage = Stage(state, language(lang))
    return "\n".join(lines(stage.scene(), stage.place))
