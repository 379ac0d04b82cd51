"""Dice: thrown, or put as they fell on a real table; cards and chits: drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board import gestures
from tutor.board.dice import is_draw
from tutor.board.said import say
from tutor.board.widgets import Buttons, button, row, shown
from tutor.engine.ask import Die

if TYPE_CHECKING:
    from tutor.board.table import Table

FACES = 12


class Throw:
    """The button that throws, which lies below the board; one a face for one die; for more dice their faces as text."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.roll = button("", "danger")
        self.roll.on_click(table.pressed(gestures.roll))
        self.faces = Buttons(lambda n: table.pressed(gestures.roll, n + 1))
        self.typed = W.Text(layout=W.Layout(width="150px"), continuous_update=False)
        self.put = button()
        self.put.on_click(table.safely(self._put))
        self.by_hand = W.HTML()
        self.box = W.VBox([row(self.by_hand, self.faces.box), row(self.typed, self.put)])

    def _put(self, _: Any) -> None:
        faces = [int(part) for part in self.typed.value.replace(",", " ").split() if part.isdecimal()]
        self.typed.value = ""
        self.table.do(gestures.roll, faces)

    def relabel(self) -> None:
        lang = self.table.playing.lang
        self.put.description, self.put.tooltip = say("button.put", lang), say("tip.put", lang)
        self.by_hand.value = f'<div class="tt">&nbsp;{say("by-hand", lang)}&nbsp;</div>'
        self.typed.placeholder = say("faces", lang)

    def show(self, chance: Any) -> None:
        shown(self.roll, chance is not None)
        draws, lang = chance is not None and is_draw(chance), self.table.playing.lang
        key = "draw" if draws else "roll"
        self.roll.description, self.roll.tooltip = say(f"button.{key}", lang), say(f"tip.{key}", lang)
        sides = chance.sides if isinstance(chance, Die) and chance.sides <= FACES and not draws else 0
        shown(self.box, chance is not None and not draws)
        self.faces.named([str(n + 1) for n in range(sides)])
        shown(self.by_hand, bool(sides))
        for one in (self.typed, self.put):
            shown(one, not sides)
