"""Instruments: where a unit may go, its supply, zones, ranges, lines of sight with the ground under them."""

from __future__ import annotations

from html import escape

import ipywidgets as W

from tutor.board import instruments as tools
from tutor.board.drawers.part import Part
from tutor.board.instruments import ON, Tool
from tutor.board.pointing import units_at
from tutor.board.widgets import button, lay, row
from tutor.engine.facts import Side


class Looking(Part):
    """What was pointed at stays while the position changes under it, and another instrument takes it over."""

    key = "instruments"

    def build(self) -> None:
        self.known = tools.instruments(self.desk.rules)
        self.which = self.chooser(lambda _: self._begin())
        self.side = self.chooser(lambda _: None)
        self.side.chosen = next(iter(self.desk.sides), None)
        self.off, self.shorter = button(), button()
        self.off.on_click(self.pressed(self.clear))
        self.shorter.on_click(self.pressed(self._shorten))
        self.hint, self.told = W.HTML(), W.HTML()
        self.given: tuple[str, ...] = ()
        lay(self.box, self.which, self.side, self.hint, row(self.shorter, self.off), self.told)

    def relabel(self) -> None:
        lang, words = self.desk.lang, self.desk.words()
        named = [(one.name(lang), key) for key, one in self.known.items()]
        self.which.fill([(self.say("no-instrument"), ""), *named], self.which.chosen or "")
        self.side.fill([(words.fact(Side(side)), side) for side in self.desk.sides], self.side.chosen)
        self.labelled(
            ("instrument", self.which), ("side", self.side), ("instrument-off", self.off), ("shorter", self.shorter)
        )

    @property
    def awake(self) -> bool:
        return bool(self.which.chosen)

    @property
    def tool(self) -> Tool | None:
        return self.known.get(self.which.chosen or "")

    def _begin(self) -> None:
        """A unit that was pointed at is kept where the next instrument asks for one, too."""
        tool = self.tool
        kept = tool is not None and tool.of[:1] == ("unit",) and self.given[:1]
        self.given = self.given[:1] if kept and self.given[0] in self.desk.session.state.pieces else ()
        if tool is None:
            self.clear()

    def clear(self) -> None:
        self.which.show("")
        self.given = ()
        self.told.value = self.hint.value = ""
        self.desk.instruments = ()

    def _shorten(self) -> None:
        self.given = self.given[:-1]

    def show(self) -> None:
        self._find()

    def _find(self) -> None:
        tool = self.tool
        self.side.layout.display = None if tool is not None and tool.of == ("side",) else "none"
        self.shorter.layout.display = None if tool is not None and len(self.given) > 1 else "none"
        if tool is None:
            return
        state = self.desk.session.state
        if not all(one in state.pieces or state.exists("place", one) for one in self.given):
            self.given = ()  # what was pointed at is no longer there
        given = (self.side.chosen,) if tool.of == ("side",) else self.given
        given = tuple(one for one in given if one is not None)
        asks = tool.of[min(len(given), len(tool.of) - 1)]
        self.hint.value = f'<div class="tt"><p>{escape(self.say(f"point.{asks}"))}</p></div>' if asks != "side" else ""
        if len(given) < tool.needs:
            self.told.value, self.desk.instruments = "", ()
            return
        found = tool.find(state, self.desk.words(), *given)
        self.desk.instruments, self.told.value = found.marks, found.told

    def points(self, place: str | None, unit: str | None) -> bool:
        tool = self.tool
        if tool is None or tool.of == ("side",):
            return False
        kind = tool.of[min(len(self.given), len(tool.of) - 1)]
        full = kind != ON and len(self.given) >= len(tool.of)
        kind = tool.of[0] if full else kind
        pieces = self.desk.session.state.pieces
        if kind == "unit":
            here = (unit,) if unit else units_at(self.desk, place)
            wanted = here[-1] if here else None
        else:
            wanted = place or (pieces[unit].place if unit else None)
        if wanted is None:
            return False
        self.given = (wanted,) if full else (*self.given, wanted)
        self.desk.note = None
        self._find()
        return True
