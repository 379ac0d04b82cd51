"""What stands under the board: back and forth, steps, branches, how much is told, the language, the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board import gestures
from tutor.board.chooser import Chooser
from tutor.board.said import say
from tutor.board.widgets import button, row, shown
from tutor.engine.play import Moment

if TYPE_CHECKING:
    from tutor.board.table import Table

WAYS = (("west", "◀", -1, 0), ("north", "▲", 0, -1), ("south", "▼", 0, 1), ("east", "▶", 1, 0))


class Tools:
    """None of these answers a question, so that a quick second click on one is meant."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.quiet = False
        self._steps()
        self._ways()
        self._pans()
        self.step_row = row(self.undo, self.redo, self.branch, self.previous, self.next, self.last, self.stepping)
        self.way_row = row(self.mode, self.walking, self.depth, self.tongue)

    def _steps(self) -> None:
        self.undo, self.redo = button(), button()
        self.previous, self.next, self.last = button(), button(), button()
        acts: tuple[tuple[Any, tuple[Any, ...]], ...] = (
            (self.undo, (gestures.undo,)),
            (self.redo, (gestures.redo,)),
            (self.previous, (gestures.step, -1)),
            (self.next, (gestures.step, 1)),
            (self.last, (gestures.live,)),
        )
        for widget, act in acts:
            widget.on_click(self.table.safely(partial(self._pressed, act)))
        self.branch = Chooser("230px", "70px")
        self.branch.on_choice = self.table.safely(lambda n: self.table.do(gestures.redo, n, answers=False))

    def _pressed(self, act: tuple[Any, ...], _: Any) -> None:
        self.table.do(*act, answers=False)

    def _ways(self) -> None:
        style = {"button_width": "auto"}
        desk = self.table.playing
        self.mode = W.ToggleButtons(options=[("", True), (" ", False)], style=style)
        self.tongue = W.ToggleButtons(options=[("FR", "fr"), ("EN", "en")], value=desk.lang, style=style)
        self.depth = W.ToggleButtons(options=[("1", 1), ("2", 2), ("3", 3)], value=2, style=style)
        self.stepping = W.Checkbox(value=False, indent=False, layout=W.Layout(width="auto"))
        self.walking = W.Checkbox(value=False, indent=False, layout=W.Layout(width="auto"))
        named = {"lit": self.mode, "level": self.depth, "stepping": self.stepping, "walking": self.walking}
        for name, widget in named.items():
            widget.observe(self._heard(partial(self._set, name)), "value")
        self.tongue.observe(self._heard(self.table.speak), "value")

    def _heard(self, act: Any) -> Any:
        """Changes that a person made; those that the table itself makes are not heard."""

        def heard(change: Any) -> None:
            if not self.quiet:
                act(change["new"])
                self.table.show()

        return self.table.safely(heard)

    def _set(self, habit: str, value: Any) -> None:
        self.table.turn(gestures.switch, **{habit: value})

    def _pans(self) -> None:
        self.pans = [button(sign) for _, sign, _, _ in WAYS]
        for pan, (_, _, dx, dy) in zip(self.pans, WAYS, strict=True):
            pan.on_click(self.table.safely(partial(self._pan, dx, dy)))
        self.pan_row = row(*self.pans)

    def _pan(self, dx: int, dy: int, _: Any) -> None:
        self.table.board.pan(dx, dy)

    @property
    def rows(self) -> tuple[Any, ...]:
        return (self.pan_row, self.step_row, self.way_row)

    # -- showing ------------------------------------------------------------------------------------------------
    def relabel(self) -> None:
        """Every name in the language of the table."""
        lang = self.table.playing.lang
        for key in ("undo", "redo", "previous", "next", "last"):
            widget = getattr(self, key)
            widget.description, widget.tooltip = say(f"button.{key}", lang), say(f"tip.{key}", lang)
        self.branch.description = say("list.branch", lang)
        self.stepping.description = say("stepping", lang)
        hexes = self.table.board.scene.layout.hexes
        self.walking.description = say("walking-hexes" if hexes else "walking-areas", lang)
        self.walking.tooltip = say("tip.walking", lang)
        for pan, (way, sign, _, _) in zip(self.pans, WAYS, strict=True):
            pan.description = f"{sign} {say(f'pan.{way}', lang)}"
        self.quiet = True
        self._named(self.mode, ("guided", True), ("dark", False))
        self._named(self.depth, *((f"level.{n}", n) for n in (1, 2, 3)))
        self.quiet = False

    def _named(self, widget: Any, *options: tuple[str, Any]) -> None:
        value = widget.value
        widget.options = [(say(key, self.table.playing.lang), one) for key, one in options]
        widget.value = value

    def show(self) -> None:
        desk = self.table.playing
        onward = desk.line.after(desk.line.now)
        self.undo.disabled = desk.line.now is desk.first
        self.redo.disabled = not onward
        self.next.disabled = self.last.disabled = desk.frame is None
        self.previous.disabled = not desk.line.told
        shown(self.pan_row, not self.table.board.scene.layout.whole)
        several = len(onward) > 1
        shown(self.branch, several)
        if several:
            self.branch.fill([(f"{n + 1}. {_short(moment)}", n) for n, moment in enumerate(onward)], None)


def _short(moment: Moment) -> str:
    """The answer of a branch as its record has it."""
    written = moment.written
    return " ".join(map(str, written)) if isinstance(written, (tuple, list)) else str(written)
