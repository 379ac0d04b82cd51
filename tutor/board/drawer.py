"""The drawers under the table: who answers, odds, the record, instruments, cards of places and counters, set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board import drawers
from tutor.board.said import say

if TYPE_CHECKING:
    from tutor.board.table import Table


class Drawer:
    """Everything that is not needed at every move, closed until it is wanted."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.parts: tuple[drawers.Part, ...] = (
            drawers.Players(table),
            drawers.Chances(table),
            drawers.Records(table),
            drawers.Looking(table),
            drawers.Cards(table),
            drawers.SetUp(table),
        )
        self.box = W.Accordion([part.box for part in self.parts], selected_index=None)
        self.box.observe(table.safely(lambda change: self.table.show()), "selected_index")
        self.relabel()

    @property
    def open(self) -> drawers.Part | None:
        index = self.box.selected_index
        return None if index is None else self.parts[index]

    def relabel(self) -> None:
        """Every name in the language of the table."""
        lang = self.table.playing.lang
        for n, part in enumerate(self.parts):
            self.box.set_title(n, say(f"drawer.{part.key}", lang))
            part.relabel()

    def show(self) -> None:
        """Only what is open is kept up to date."""
        if self.open is not None:
            self.open.show()

    def points(self, place: str | None, unit: str | None) -> bool:
        """Whether a click on the board is meant for the open drawer."""
        part: Any = self.open
        return part is not None and bool(part.points(place, unit))
