"""Everything the board can do, as standard widgets with names: lists, choices, dice, tools."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board.possible import kind_next, told_answer
from tutor.board.said import say
from tutor.board.stage import Stage
from tutor.engine.ask import BACK, DONE, Ask, Die, Pool

if TYPE_CHECKING:
    from tutor.board.table import Table

CHOICES = 14
AUTO = W.Layout


def button(text: str = "", style: str = "") -> W.Button:
    return W.Button(description=text, button_style=style, layout=W.Layout(width="auto"))


def row(*children: Any) -> W.HBox:
    return W.HBox(list(children), layout=W.Layout(flex_flow="row wrap", align_items="center", width="100%"))


def shown(widget: Any, yes: bool) -> None:
    display = None if yes else "none"
    if widget.layout.display != display:
        widget.layout.display = display


class Controls:
    """The lists and buttons of a table. Children are built once; only their values change."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.quiet = False
        self._lists()
        self._choices()
        self._dice()
        self._tools()
        self.relabel()

    # -- building -----------------------------------------------------------------------------------------------
    def _lists(self) -> None:
        wide = {"description_width": "52px"}
        self.units = W.Dropdown(options=[("—", "")], style=wide, layout=W.Layout(width="98%"))
        self.places = W.Dropdown(options=[("—", "")], style=wide, layout=W.Layout(width="98%"))
        self.units.observe(self._heard(lambda change: self._listed("unit", change["new"])), "value")
        self.places.observe(self._heard(lambda change: self._listed("place", change["new"])), "value")
        self.confirm, self.done, self.back = button("", "primary"), button(), button()
        desk = self.table.playing
        self.confirm.on_click(self._pressed(lambda: desk.confirm(self.serial)))
        self.done.on_click(self._pressed(self._finish))
        self.back.on_click(self._pressed(lambda: desk.answer(BACK)))
        self.serial = desk.serial

    def _choices(self) -> None:
        self.choices = [button() for _ in range(CHOICES)]
        self.answers: list[Any] = []
        for n, choice in enumerate(self.choices):
            choice.on_click(self._pressed(partial(self._choose, n)))
        self.supposing = [button() for _ in range(5)]
        self.supposed: list[Any] = []
        for n, one in enumerate(self.supposing):
            one.on_click(self._pressed(partial(self._suppose, n)))
        self.as_if = W.HTML()

    def _dice(self) -> None:
        desk = self.table.playing
        self.roll = button("", "danger")
        self.roll.on_click(self._pressed(desk.roll))
        self.face_buttons = [button(str(n)) for n in range(1, 13)]
        for n, face in enumerate(self.face_buttons, 1):
            face.on_click(self._pressed(partial(desk.roll, n)))
        self.typed = W.Text(layout=W.Layout(width="150px"), continuous_update=False)
        self.put = button()
        self.put.on_click(self._pressed(self._put_dice))
        self.by_hand = W.HTML()

    def _tools(self) -> None:
        desk = self.table.playing
        self.undo, self.redo = button(), button()
        self.previous, self.next, self.last = button(), button(), button()
        self.undo.on_click(self._pressed(desk.undo))
        self.redo.on_click(self._pressed(desk.redo))
        self.previous.on_click(self._pressed(lambda: desk.step(-1)))
        self.next.on_click(self._pressed(lambda: desk.step(1)))
        self.last.on_click(self._pressed(desk.live))
        self.branch = W.Dropdown(options=[("—", -1)], layout=W.Layout(width="210px"))
        self.branch.observe(self._heard(lambda change: self._branched(change["new"])), "value")
        style = {"button_width": "auto"}
        self.mode = W.ToggleButtons(options=[("", True), (" ", False)], style=style)
        self.tongue = W.ToggleButtons(options=[("FR", "fr"), ("EN", "en")], value=desk.lang, style=style)
        self.depth = W.ToggleButtons(options=[("1", 1), ("2", 2), ("3", 3)], value=2, style=style)
        self.mode.observe(self._heard(lambda change: self._set("lit", change["new"])), "value")
        self.tongue.observe(self._heard(lambda change: self.table.speak(change["new"])), "value")
        self.depth.observe(self._heard(lambda change: self._set("level", change["new"])), "value")
        self.stepping = W.Checkbox(value=False, indent=False, layout=W.Layout(width="auto"))
        self.stepping.observe(self._heard(lambda change: self._set("stepping", change["new"])), "value")
        self.pans = [button(text) for text in ("◀", "▲", "▼", "▶")]
        for pan, (dx, dy) in zip(self.pans, ((-1, 0), (0, -1), (0, 1), (1, 0)), strict=True):
            pan.on_click(self._pressed(partial(self._pan, dx, dy)))

    @property
    def panel(self) -> tuple[Any, ...]:
        """What stands beside the board."""
        self.choice_row = row(*self.choices)
        self.dice_row = W.VBox([row(self.roll, self.by_hand, *self.face_buttons), row(self.typed, self.put)])
        self.as_if_row = W.VBox([self.as_if, row(*self.supposing)])
        self.lists = W.VBox([self.units, self.places])
        return (self.as_if_row, self.dice_row, self.choice_row, self.lists, row(self.confirm, self.done, self.back))

    @property
    def tools(self) -> tuple[Any, ...]:
        """What stands under the board."""
        self.pan_row = row(*self.pans)
        steps = row(self.undo, self.redo, self.branch, self.previous, self.next, self.last, self.stepping)
        return (self.pan_row, steps, row(self.mode, self.depth, self.tongue))

    @property
    def before(self) -> Any:
        """Where Shift+Tab leads from the board: to what is there, never to what is hidden."""
        return self._first(self.places, self.units, self.mode)

    @property
    def after(self) -> Any:
        """Where Tab leads from the board."""
        inside = ((self.as_if_row, self.supposing[0]), (self.dice_row, self.roll), (self.choice_row, self.choices[0]))
        open_rows = (widget for row_, widget in inside if row_.layout.display != "none")
        return next(open_rows, None) or self._first(self.units, self.places, self.done, self.mode)

    @staticmethod
    def _first(*widgets: Any) -> Any:
        return next(widget for widget in widgets if widget.layout.display != "none")

    # -- hearing ------------------------------------------------------------------------------------------------
    def _pressed(self, act: Callable[[], Any]) -> Callable[[Any], None]:
        return self.table.safely(lambda _: self.table.do(act))

    def _heard(self, act: Callable[[Any], Any]) -> Callable[[Any], None]:
        """Changes that a person made; those that the table itself makes are not heard."""

        def heard(change: Any) -> None:
            if not self.quiet:
                act(change)
                self.table.show()

        return self.table.safely(heard)

    def _set(self, name: str, value: Any) -> None:
        setattr(self.table.playing, name, value)
        self.table.playing.note = None

    def _listed(self, kind: str, value: Any) -> None:
        desk = self.table.playing
        if not value:
            return
        ask = desk.ask
        if not isinstance(ask, Ask) or ask.options:
            desk.click(None if kind == "unit" else value, value if kind == "unit" else None)
        elif kind == kind_next(ask, desk.selection):
            desk.note, desk.fan = None, ()
            if desk.target is None or desk.target != value:
                desk.target = None
                desk.pick(value)
        elif kind == "unit":
            desk.selection, desk.target = (), None
            desk.click(None, value)
        else:
            desk.click(value)
        if kind == "place":
            self.table.board.look_at(value)

    def _finish(self) -> None:
        """End the step where that is allowed; else say why not."""
        desk = self.table.playing
        if isinstance(desk.ask, Ask) and desk.target != DONE and desk.ask.allows(DONE):
            desk.answer(DONE)
        else:
            desk.pick(DONE)

    def _choose(self, n: int) -> None:
        self.table.playing.pick(self.answers[n])

    def _suppose(self, n: int) -> None:
        self.table.playing.suppose(self.supposed[n])

    def _pan(self, dx: int, dy: int) -> None:
        self.table.board.pan(dx, dy)

    def _branched(self, n: int) -> None:
        if n >= 0:
            self.table.playing.redo(n)

    def _put_dice(self) -> None:
        faces = [int(part) for part in self.typed.value.replace(",", " ").split() if part.isdigit()]
        self.table.playing.roll(faces)

    # -- showing ------------------------------------------------------------------------------------------------
    def relabel(self) -> None:
        """Every name in the language of the table."""
        lang = self.table.playing.lang
        named = {
            "confirm": self.confirm, "done": self.done, "back": self.back, "roll": self.roll, "put": self.put,
            "undo": self.undo, "redo": self.redo, "previous": self.previous, "next": self.next, "last": self.last,
        }  # fmt: skip
        for key, widget in named.items():
            widget.description = say(f"button.{key}", lang)
            widget.tooltip = say(f"tip.{key}", lang)
        self.units.description, self.places.description = say("list.unit", lang), say("list.place", lang)
        self.branch.description = say("list.branch", lang)
        self.stepping.description = say("stepping", lang)
        self.as_if.value = f'<div class="tt"><h4>{say("as-if", lang)}</h4></div>'
        self.by_hand.value = f'<div class="tt">&nbsp;{say("by-hand", lang)}&nbsp;</div>'
        self.typed.placeholder = say("faces", lang)
        for pan, way in zip(self.pans, ("west", "north", "south", "east"), strict=True):
            pan.description = f"{pan.description[:1]} {say(f'pan.{way}', lang)}"
        self.quiet = True
        value, level = self.mode.value, self.depth.value
        self.mode.options = [(say("guided", lang), True), (say("dark", lang), False)]
        self.depth.options = [(say(f"level.{n}", lang), n) for n in (1, 2, 3)]
        self.mode.value, self.depth.value = value, level
        self.quiet = False

    def show(self) -> None:
        """Both ways in, board and lists, always show the same choice."""
        self.quiet = True
        try:
            self._show()
        finally:
            self.quiet = False

    def _show(self) -> None:
        desk = self.table.playing
        ask = desk.ask
        self.serial = desk.serial
        asked = ask if isinstance(ask, Ask) and desk.frame is None else None
        self._show_lists(asked)
        self._show_choices(asked)
        self._show_dice(None if isinstance(ask, Ask) or desk.frame is not None else ask)
        self._show_as_ifs()
        looked = asked is not None and desk.target is not None
        shown(self.confirm, looked)
        self.confirm.disabled = not (looked and asked is not None and asked.allows(desk.target))
        shown(self.done, asked is not None and asked.to_end is not None)
        shown(self.back, asked is not None and asked.back)
        self._show_tools()

    def _show_lists(self, ask: Any) -> None:
        desk = self.table.playing
        kinds = ask.of if ask is not None and not ask.options else ()
        shown(self.units, "unit" in kinds)
        shown(self.places, "place" in kinds)
        stage = Stage(desk.session.state, desk.lang, desk.side)
        if "unit" in kinds:
            self._fill(self.units, self._unit_options(stage, ask), self._chosen(ask, "unit"))
        if "place" in kinds:
            self._fill(self.places, self._place_options(stage, ask), self._chosen(ask, "place"))

    def _unit_options(self, stage: Stage, ask: Ask) -> list[tuple[str, Any]]:
        """Who may be chosen first; everybody may be tried."""
        desk = self.table.playing
        lit = desk.possible.next(()) if desk.lit and kind_next(ask, ()) == "unit" else frozenset()
        found = []
        for piece in desk.session.state.pieces:
            one = stage.counter(piece)
            where = f" · {piece.place}" if piece.place else ""
            sign = "● " if piece.id in lit else ""
            found.append(
                (f"{sign}{stage.words.fact(_unit(piece.id))} · {one.face.letters} {one.face.factors}{where}", piece.id)
            )
        return [("—", ""), *sorted(found, key=lambda pair: (not pair[0].startswith("●"), pair[0]))]

    def _place_options(self, stage: Stage, ask: Ask) -> list[tuple[str, Any]]:
        desk = self.table.playing
        ready = desk.lit and kind_next(ask, desk.selection) == "place"
        lit = desk.possible.next(desk.selection) if ready else frozenset()
        found = [(("● " if p in lit else "") + stage.place(p), p) for p in desk.session.state.map.places]
        return [("—", ""), *sorted(found, key=lambda pair: (not pair[0].startswith("●"), pair[0]))]

    def _chosen(self, ask: Ask, kind: str) -> Any:
        """The part of what is chosen or looked at that is of this kind."""
        desk = self.table.playing
        target = desk.target
        parts = target if isinstance(target, tuple) else (target,) if target is not None else desk.selection
        return next(
            (part for k, part in zip(ask.of, parts, strict=False) if k == kind and part not in (DONE, BACK)), None
        )

    @staticmethod
    def _fill(widget: W.Dropdown, options: list[tuple[str, Any]], value: Any) -> None:
        if list(widget.options) != options:
            widget.options = options
        value = options[0][1] if value is None else value
        if widget.value != value:
            widget.value = value if any(value == v for _, v in options) else options[0][1]

    def _show_choices(self, ask: Any) -> None:
        """Cards, yes and no, numbers: one button each; in the mode in which nothing is lit all of them."""
        desk = self.table.playing
        plain = ask is not None and (bool(ask.options) or ask.of[0] not in ("unit", "place"))
        shown(self.choice_row, plain)
        self.answers = []
        if plain:
            every = [a for a in ask.candidates() if a not in (DONE, BACK)]
            self.answers = sorted(every, key=lambda a: not ask.allows(a))[:CHOICES] if desk.lit else every[:CHOICES]
        for n, choice in enumerate(self.choices):
            shown(choice, n < len(self.answers))
            if n < len(self.answers):
                answer = self.answers[n]
                sign = "● " if desk.lit and ask.allows(answer) else ""
                choice.description = sign + told_answer(desk.words(), ask, answer)
                choice.button_style = "primary" if answer == desk.target else ""

    def _show_dice(self, chance: Any) -> None:
        shown(self.dice_row, chance is not None)
        sides = chance.sides if isinstance(chance, Die) and chance.sides <= len(self.face_buttons) else 0
        for n, face in enumerate(self.face_buttons, 1):
            shown(face, n <= sides)
        shown(self.by_hand, bool(sides))
        pool = isinstance(chance, Pool)
        shown(self.typed, pool)
        shown(self.put, pool)

    def _show_as_ifs(self) -> None:
        desk = self.table.playing
        self.supposed = desk.as_ifs() if desk.frame is None and desk.level > 1 else []
        shown(self.as_if_row, bool(self.supposed))
        for n, one in enumerate(self.supposing):
            shown(one, n < len(self.supposed))
            if n < len(self.supposed):
                one.description = self.supposed[n].label(desk.words())

    def _show_tools(self) -> None:
        desk = self.table.playing
        now = desk.session.now
        self.undo.disabled = now.parent is None
        self.redo.disabled = not now.children
        self.next.disabled = self.last.disabled = desk.frame is None
        self.previous.disabled = not desk.session.trace.entries
        shown(self.pan_row, not self.table.board.scene.layout.whole)
        several = len(now.children) > 1
        shown(self.branch, several)
        if several:
            words = desk.words()
            told = [(f"{n + 1}. {_short(words, child)}", n) for n, child in enumerate(now.children)]
            self._fill(self.branch, [("—", -1), *told], -1)


def _short(words: Any, moment: Any) -> str:
    answer = moment.written
    return " ".join(map(str, answer)) if isinstance(answer, (tuple, list)) else str(answer)


def _unit(id: str) -> Any:
    from tutor.engine.facts import Unit

    return Unit(id)
