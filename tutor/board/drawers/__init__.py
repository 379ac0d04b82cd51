"""The drawers under the table: everything that is not needed at every move, closed until it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as W

from tutor.board.drawers.cards import Cards
from tutor.board.drawers.chances import Chances
from tutor.board.drawers.law import Law
from tutor.board.drawers.looking import Looking
from tutor.board.drawers.part import Part
from tutor.board.drawers.players import Players
from tutor.board.drawers.record import Records
from tutor.board.drawers.setup import SetUp
from tutor.board.said import say

if TYPE_CHECKING:
    from tutor.board.scene import Item, Scene
    from tutor.board.table import Table

PARTS: tuple[type[Part], ...] = (Players, Chances, Records, Looking, Cards, Law, SetUp)


class Drawer:
    """One drawer at most is open; a click on the board goes to it first."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.parts = tuple(part(table) for part in PARTS)
        self.box = W.Accordion([part.box for part in self.parts], selected_index=None)
        self.box.observe(table.safely(lambda change: self._pulled()), "selected_index")
        self.relabel()

    def _pulled(self) -> None:
        if self.open is not None:
            self.open.first()
        self.table.show()

    def part(self, key: str) -> Part:
        """A drawer by its name."""
        return next(part for part in self.parts if part.key == key)

    def pull(self, key: str) -> Part:
        """Open a drawer."""
        part = self.part(key)
        part.first()
        self.box.selected_index = self.parts.index(part)
        return part

    @property
    def open(self) -> Part | None:
        index = self.box.selected_index
        return None if index is None else self.parts[index]

    def relabel(self) -> None:
        """Every name in the language of the table."""
        lang = self.table.playing.lang
        for n, part in enumerate(self.parts):
            self.box.set_title(n, say(f"drawer.{part.key}", lang))
            if part.built:
                part.relabel()

    def prepare(self) -> None:
        """Before the board is drawn: only what is open, or draws on it, is kept up to date."""
        for part in self.parts:
            if part.built and (part is self.open or part.awake):
                part.show()

    def dressed(self, scene: Scene) -> Scene:
        return scene if self.open is None else self.open.dressed(scene)

    def takes(self, item: Item) -> bool:
        return self.open is not None and self.open.takes(item)

    def points(self, place: str | None, unit: str | None) -> bool:
        """Whether a click on the board is meant for the open drawer."""
        return self.open is not None and self.open.points(place, unit)
