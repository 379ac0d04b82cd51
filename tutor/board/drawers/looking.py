"""Instruments: where a unit may go, its supply, zones, ranges, lines of sight with the ground under them."""

from __future__ import annotations

from functools import partial
from html import escape

import ipywidgets as W

from tutor.board import gestures, measuring
from tutor.board.drawers.part import Part
from tutor.board.instruments import instruments
from tutor.board.widgets import button, lay, row, shown
from tutor.engine.facts import Side


class Looking(Part):
    """What was pointed at stays while the position changes under it, and another instrument takes it over."""

    key = "instruments"

    def build(self) -> None:
        self.known = instruments(self.desk.rules)
        self.which = self.chooser(self._take_up)
        self.side = self.chooser(partial(self.turn, gestures.of_side))
        self.off, self.shorter = button(), button()
        self.off.on_click(self.pressed(lambda: self.turn(gestures.lay_down)))
        self.shorter.on_click(self.pressed(lambda: self.turn(gestures.shorten)))
        self.hint, self.told = W.HTML(), W.HTML()
        lay(self.box, self.which, self.side, self.hint, row(self.shorter, self.off), self.told)

    def relabel(self) -> None:
        lang, words = self.desk.lang, self.desk.words()
        named = [(one.name(lang), key) for key, one in self.known.items()]
        self.which.fill([(self.say("no-instrument"), ""), *named], self._held)
        self.side.fill([(words.fact(Side(side)), side) for side in self.desk.sides], self._side)
        self.labelled(
            ("instrument", self.which), ("side", self.side), ("instrument-off", self.off), ("shorter", self.shorter)
        )

    def _take_up(self, key: str) -> None:
        self.turn(gestures.take_up, key) if key else self.turn(gestures.lay_down)

    @property
    def _held(self) -> str:
        held = self.desk.habits.held
        return "" if held is None else held.key

    @property
    def _side(self) -> str | None:
        held = self.desk.habits.held
        return next(iter(self.desk.sides), None) if held is None else held.side

    @property
    def awake(self) -> bool:
        return self.desk.habits.held is not None

    def show(self) -> None:
        tool, given = measuring.tool(self.desk), measuring.given(self.desk)
        self.which.show(self._held)
        self.side.show(self._side)
        shown(self.side, tool is not None and tool.of == ("side",))
        shown(self.shorter, tool is not None and len(given) > 1)
        asks = None if tool is None or tool.of == ("side",) else tool.of[min(len(given), len(tool.of) - 1)]
        self.hint.value = "" if asks is None else f'<div class="tt"><p>{escape(self.say(f"point.{asks}"))}</p></div>'
        self.told.value = "" if self.desk.measured is None else self.desk.measured.told

    def points(self, place: str | None, unit: str | None) -> bool:
        before = self.desk
        self.turn(gestures.measure, place, unit)
        return self.desk is not before
