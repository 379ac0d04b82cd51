"""The keys: what each does at this table."""

from __future__ import annotations

from html import escape

import ipywidgets as W

from tutor.board.drawers.part import Part
from tutor.board.widgets import lay
from tutor.rendering.html import heading

KEYS = (
    ("↑ ↓ ← →", "walk"), ("← →", "step"), ("Enter", "enter"), ("N", "next"), ("Esc", "leave"), ("Tab", "tab"),
    ("R", "roll"), ("F", "finish"), ("U", "undo"), ("+ −", "zoom"), ("0", "fit"), ("G", "find"),
    ("/", "ask"), ("?", "keys"),
)  # fmt: skip
POINTER = ("click", "drag", "pan", "wheel", "fingers")


class Keys(Part):
    """Told, and nothing else."""

    key = "keys"

    def build(self) -> None:
        self.told = W.HTML()
        lay(self.box, self.told)

    def relabel(self) -> None:
        rows = (f"<tr><td><kbd>{key}</kbd></td><td>{escape(self.say(f'key.{what}'))}</td></tr>" for key, what in KEYS)
        hands = (f"<li>{escape(self.say(f'hand.{what}'))}</li>" for what in POINTER)
        self.told.value = (
            f'<div class="tt">{heading(escape(self.say("drawer.keys")))}<table class="keys">{"".join(rows)}</table>'
            f"{heading(escape(self.say('hands')))}<ul>{''.join(hands)}</ul></div>"
        )
