"""The pages beside the board: what is played now, and everything that is not needed at every move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from html import escape
from typing import TYPE_CHECKING

import ipywidgets as W

from tutor.board import gestures
from tutor.board.drawers.cards import Cards
from tutor.board.drawers.chances import Chances
from tutor.board.drawers.fronts import Fronts
from tutor.board.drawers.keys import Keys
from tutor.board.drawers.law import Law
from tutor.board.drawers.looking import Looking
from tutor.board.drawers.part import Part
from tutor.board.drawers.players import Players
from tutor.board.drawers.record import Records
from tutor.board.drawers.setup import SetUp
from tutor.board.icons import LINES
from tutor.board.instruments import instruments
from tutor.board.paint import fronts
from tutor.board.said import say
from tutor.board.widgets import is_shown, shown, sign_button, told

if TYPE_CHECKING:
    from tutor.board.scene import Item, Scene
    from tutor.board.table import Table

PARTS: tuple[type[Part], ...] = (Players, Chances, Records, Looking, Fronts, Cards, Law, SetUp, Keys)
NOW = "now"
TABS = ("record", "odds", "law")  # beside the one of what is played now
RAIL = ("cards", "players", "setup")  # below the instruments


class Drawer:
    """One page at a time; a click on the board goes to the one that is open first."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.parts = tuple(part(table) for part in PARTS)
        self.open: Part | None = None
        self.now = W.VBox()
        self.box = W.VBox([self.now, *(part.box for part in self.parts)])
        self.tabs, self.rail = W.HTML(), W.HTML()
        self._laid()

    def part(self, key: str) -> Part:
        """A page by its name."""
        return next(part for part in self.parts if part.key == key)

    def pull(self, key: str) -> Part:
        """Open a page, and show it."""
        self.table.safely(lambda: self.table.act(partial(self._pulled, key)))()
        return self.part(key)

    def _pulled(self, key: str) -> Part:
        part = self.part(key)
        part.first()
        self.open = part
        self._laid()
        return part

    def shut(self) -> None:
        """Back to what is played now."""
        self.open = None
        self._laid()

    def turn_to(self, key: str) -> None:
        """A page by its tab; by its tab again back to what is played now."""
        if key == NOW or self.open is self.part(key):
            self.shut()
        else:
            self._pulled(key)

    def look_up(self) -> None:
        """To the field where the rulebooks are asked; in a task, which has no tabs, nobody is led there."""
        if is_shown(self.tabs):
            self._pulled("law")
            self.table.board.lead(".tutor-question input")

    @property
    def waits(self) -> bool:
        """Whether the open page has something under way that it goes on with in slices."""
        return self.open is not None and self.open.waits

    def go_on(self) -> None:
        """A slice more of it, which is shown."""
        if self.open is not None and self.open.waits:
            self.open.go_on()
            self.open.show()

    def measure(self, key: str) -> None:
        """An instrument is taken up, or, if it is in hand, laid down."""
        held = self.table.playing.habits.held
        if held is not None and held.key == key:
            self.table.turn(gestures.lay_down)
            self.shut()
        else:
            self._pulled("instruments")
            self.table.turn(gestures.take_up, key)

    def _laid(self) -> None:
        shown(self.now, self.open is None)
        for part in self.parts:
            shown(part.box, part is self.open)

    def relabel(self) -> None:
        """Every name in the language of the table."""
        for part in self.parts:
            if part.built:
                part.relabel()

    def prepare(self) -> None:
        """Before the board is drawn: only what is open, or draws on it, is kept up to date."""
        for part in self.parts:
            if part.built and (part is self.open or part.awake):
                part.show()
        told(self.tabs, "".join(self._tabs()))
        told(self.rail, "".join(self._rail()))

    def _tabs(self) -> Iterator[str]:
        lang = self.table.playing.lang
        yield '<div class="tabs" role="tablist">'
        for key in (NOW, *TABS):
            on = self.open is None if key == NOW else self.open is self.part(key)
            name = escape(say(f"tab.{key}", lang))
            yield (
                f'<button type="button" role="tab" aria-selected="{str(on).lower()}" class="tab{" tutor-on" * on}" '
                f'data-act="page" data-value="{key}">{name}</button>'
            )
        yield "</div>"

    def _rail(self) -> Iterator[str]:
        """The instruments of the game, then the other pages."""
        desk = self.table.playing
        held = desk.habits.held
        for key, tool in instruments(desk.rules).items():
            sign = key if key in LINES else "instrument"
            yield sign_button(sign, tool.name(desk.lang), "measure", key, held is not None and held.key == key)
        known = fronts.days(desk.view.scene.layout)
        for key in (("fronts",) if known else ()) + RAIL:
            name = say(f"drawer.{key}", desk.lang)
            yield sign_button(key, name, "page", key, self.open is self.part(key))

    def dressed(self, scene: Scene) -> Scene:
        return scene if self.open is None else self.open.dressed(scene)

    def takes(self, item: Item) -> bool:
        return self.open is not None and self.open.takes(item)

    def points(self, place: str | None, unit: str | None) -> bool:
        """Whether a click on the board is meant for the open page."""
        return self.open is not None and self.open.points(place, unit)
