"""What stands in the bar and below the question: back and forth, steps, branches, how much is told, the language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board import gestures, telling
from tutor.board.chooser import Chooser
from tutor.board.said import say
from tutor.board.widgets import icon, row, shown
from tutor.engine.play import Moment

if TYPE_CHECKING:
    from tutor.board.desk import Desk
    from tutor.board.table import Table

TICKS = 24  # headings that the step bar shows at most


class Tools:
    """None of these answers a question, so that a quick second click on one is meant."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.quiet = False
        self._steps()
        self._ways()
        self.bar = (
            self.first, self.previous, self.ticks, self.next, self.last, self.undo, self.redo, self.tongue,
        )  # fmt: skip
        self.rows = (row(self.branch), row(self.mode, self.depth, self.walking, self.stepping, self.alone))

    def _steps(self) -> None:
        self.undo, self.redo = icon("undo"), icon("redo")
        self.first, self.previous, self.next, self.last = (icon(key) for key in ("first", "previous", "next", "last"))
        self.ticks = W.HTML()
        acts: tuple[tuple[Any, tuple[Any, ...]], ...] = (
            (self.undo, (gestures.undo,)),
            (self.redo, (gestures.redo,)),
            (self.first, (gestures.step_to, 0)),
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
        self.alone = W.Checkbox(value=desk.habits.alone, indent=False, layout=W.Layout(width="auto"))
        self.alone.observe(self._heard(partial(self.table.turn, gestures.pass_alone)), "value")
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

    # -- showing ------------------------------------------------------------------------------------------------
    def relabel(self) -> None:
        """Every name in the language of the table."""
        lang = self.table.playing.lang
        for key in ("undo", "redo", "first", "previous", "next", "last"):
            widget = getattr(self, key)
            widget.description, widget.tooltip = say(f"button.{key}", lang), say(f"tip.{key}", lang)
        self.branch.description = say("list.branch", lang)
        self.stepping.description = say("stepping", lang)
        self.alone.description, self.alone.tooltip = say("alone", lang), say("tip.alone", lang)
        hexes = self.table.board.scene.layout.hexes
        self.walking.description = say("walking-hexes" if hexes else "walking-areas", lang)
        self.walking.tooltip = say("tip.walking", lang)
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
        self.previous.disabled = self.first.disabled = not desk.line.told
        self.ticks.value = f'<div class="ticks">{"".join(_ticks(desk))}</div>'
        several = len(onward) > 1
        shown(self.branch, several)
        if several:
            self.branch.fill([(f"{n + 1}. {_short(moment)}", n) for n, moment in enumerate(onward)], None)


def _ticks(desk: Desk) -> Iterator[str]:
    """The headings of the sequence as it was played, and where in it one looks."""
    entries, words = desk.line.entries, desk.words()
    heads = [n for n, one in enumerate(entries) if one.what == "section" and one.state is not None and not one.depth]
    at = len(entries) if desk.frame is None else desk.frame
    every = max(1, -(-len(heads) // TICKS))
    shown_ = heads[::every]
    for n, after in pairwise((*shown_, len(entries) + 1)):
        told = escape(telling.briefly(entries[n], words))
        now = " now" if n <= at < after else " past" if n < at else ""
        yield (
            f'<button type="button" class="tick{now}" data-act="step" data-value="{n}" title="{told}" '
            f'aria-label="{told}"></button>'
        )


def _short(moment: Moment) -> str:
    """The answer of a branch as its record has it."""
    written = moment.written
    return " ".join(map(str, written)) if isinstance(written, (tuple, list)) else str(written)
