"""Everything the board can do, as standard widgets with names: lists, choices, what remains possible, as if."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board.chooser import Chooser
from tutor.board.possible import kind_next, told_answer
from tutor.board.said import say
from tutor.board.stage import Stage
from tutor.board.throw import Throw
from tutor.board.widgets import Buttons, button, is_shown, row, shown
from tutor.engine.ask import BACK, DONE, Ask

if TYPE_CHECKING:
    from tutor.board.table import Table

CHOICES, REMAINING = 14, 8
MANY = 300  # places that a list names one by one; any other can be typed


class Controls:
    """The lists and buttons beside the board. Children are built once; only their values change."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.throw = Throw(table)
        self._lists()
        self._choices()
        self.relabel()

    # -- building -----------------------------------------------------------------------------------------------
    def _lists(self) -> None:
        self.units, self.places = Chooser(), Chooser()
        for kind, chooser in (("unit", self.units), ("place", self.places)):
            chooser.on_choice = self.table.pressed(partial(self._listed, kind))
            chooser.on_unknown = self.table.pressed(self._unknown)
        self._listing: dict[str, Any] = {}
        self.units.also = lambda text: text if text in self.table.playing.present.pieces else None
        self.places.also = self._place_typed
        self.confirm, self.done, self.back = button("", "primary"), button(), button()
        self.confirm.on_click(self.table.pressed(lambda: self.table.playing.confirm()))
        self.done.on_click(self.table.pressed(lambda: self.table.playing.finish()))
        self.back.on_click(self.table.pressed(lambda: self.table.playing.answer(BACK)))
        self.lists, self.last = W.VBox([self.units, self.places]), row(self.confirm, self.done, self.back)

    def _choices(self) -> None:
        self.choices = Buttons(lambda n: self.table.pressed(partial(self._choose, n)))
        self.remains = Buttons(lambda n: self.table.pressed(partial(self._take, n)))
        self.supposing = Buttons(lambda n: self.table.pressed(partial(self._suppose, n)))
        self.answers: list[Any] = []
        self.remaining: list[Any] = []
        self.supposed: list[Any] = []
        self.keep = button("", "warning")
        self.keep.on_click(self.table.pressed(lambda: self.table.playing.keep_supposed()))
        self.as_if, self.remains_head = W.HTML(), W.HTML()
        self.choice_row = self.choices.box
        self.as_if_row = W.VBox([self.as_if, self.supposing.box, self.keep])
        self.remains_row = W.VBox([self.remains_head, self.remains.box])

    @property
    def panel(self) -> tuple[Any, ...]:
        """What stands beside the board, below what is told."""
        return (self.remains_row, self.as_if_row, self.throw.box, self.choice_row, self.lists, self.last)

    @property
    def before(self) -> Any:
        """Where Shift+Tab leads from the board: to what is there, never to what is hidden."""
        return next(filter(is_shown, (self.places, self.units, self.table.tools.mode)))

    @property
    def after(self) -> Any:
        """Where Tab leads from the board."""
        inside = (
            (self.remains_row, self.remains.made), (self.as_if_row, self.supposing.made),
            (self.throw.box, [self.throw.roll]), (self.choice_row, self.choices.made),
        )  # fmt: skip
        found = next((made[0] for box, made in inside if is_shown(box) and made), None)
        return found or next(filter(is_shown, (self.units, self.places, self.done, self.table.tools.mode)))

    # -- hearing ------------------------------------------------------------------------------------------------
    def _listed(self, kind: str, value: Any) -> None:
        desk = self.table.playing
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

    def _unknown(self, text: str) -> None:
        self.table.playing.note = (say("not-listed", self.table.playing.lang, text=text), "no")

    def _place_typed(self, text: str) -> str | None:
        """A place by its id or its name, whether the list shows it or not."""
        desk = self.table.playing
        if desk.present.exists("place", text):
            return text
        stage = Stage(desk.present, desk.lang, desk.side)
        near = [p for p in stage.state.everything("place") if text.casefold() in stage.place(p).casefold()]
        return near[0] if len(near) == 1 else None

    def _choose(self, n: int) -> None:
        self.table.playing.pick(self.answers[n])

    def _take(self, n: int) -> None:
        self.table.playing.look_at(self.remaining[n])

    def _suppose(self, n: int) -> None:
        self.table.playing.suppose(self.supposed[n])

    # -- showing ------------------------------------------------------------------------------------------------
    def relabel(self) -> None:
        """Every name in the language of the table."""
        lang = self.table.playing.lang
        for key in ("confirm", "done", "back"):
            widget = getattr(self, key)
            widget.description, widget.tooltip = say(f"button.{key}", lang), say(f"tip.{key}", lang)
        self.units.description, self.places.description = say("list.unit", lang), say("list.place", lang)
        self.keep.description, self.keep.tooltip = say("keep-reading", lang), say("tip.keep-reading", lang)
        self.as_if.value = f'<div class="tt"><h4>{say("as-if", lang)}</h4></div>'
        self.remains_head.value = f'<div class="tt"><h4>{say("remains", lang)}</h4></div>'
        self.throw.relabel()
        self._listing.clear()

    def show(self) -> None:
        """Both ways in, board and lists, always show the same choice."""
        desk = self.table.playing
        asked = desk.ask if isinstance(desk.ask, Ask) and desk.frame is None else None
        self._show_lists(asked)
        self._show_choices(asked)
        self.throw.show(None if isinstance(desk.ask, Ask) or desk.frame is not None else desk.ask)
        self._show_remaining(asked)
        self._show_as_ifs()
        looked = asked is not None and desk.target is not None
        shown(self.confirm, looked)
        self.confirm.disabled = not (looked and asked is not None and asked.allows(desk.target))
        shown(self.done, asked is not None and asked.to_end is not None)
        shown(self.back, asked is not None and asked.back)

    def _show_lists(self, ask: Any) -> None:
        desk = self.table.playing
        kinds = ask.of if ask is not None and not ask.options else ()
        shown(self.units, "unit" in kinds)
        shown(self.places, "place" in kinds)
        stage = Stage(desk.present, desk.lang, desk.side)
        if "unit" in kinds:
            self._fill(self.units, "unit", stage, ask, ())
        if "place" in kinds:
            self._fill(self.places, "place", stage, ask, desk.selection)

    def _fill(self, chooser: Chooser, kind: str, stage: Stage, ask: Ask, chosen: tuple[Any, ...]) -> None:
        """The list is made anew only where the position or what may be chosen in it has changed."""
        desk = self.table.playing
        lit = desk.possible.next(chosen) if desk.lit and kind_next(ask, chosen) == kind else frozenset()
        key = (stage.seen, desk.lit, lit)
        known = self._listing.get(kind)
        if known is None or known[0] is not key[0] or known[1:] != key[1:]:
            self._listing[kind] = key
            pairs = self._unit_pairs(stage, lit) if kind == "unit" else self._place_pairs(stage, lit)
            chooser.fill(sorted(pairs, key=lambda pair: (not pair[0].startswith("●"), pair[0])))
        chooser.show(self._chosen(ask, kind))

    @staticmethod
    def _unit_pairs(stage: Stage, lit: frozenset[Any]) -> list[tuple[str, Any]]:
        """Who may be chosen is marked; everybody may be tried."""
        found = []
        for piece in stage.state.pieces:
            one = stage.counter(piece)
            printed = " ".join(filter(None, (one.face.letters, one.face.factors)))
            where = stage.place(piece.place) if piece.place in stage.layout.anchors else ""
            sign = "● " if piece.id in lit else ""
            found.append((sign + " · ".join(filter(None, (one.name, printed, where))), piece.id))
        return found

    @staticmethod
    def _place_pairs(stage: Stage, lit: frozenset[Any]) -> list[tuple[str, Any]]:
        places = tuple(stage.state.everything("place"))
        listed = places if len(places) <= MANY or not lit else sorted(lit)
        return [(("● " if place in lit else "") + stage.place(place), place) for place in listed]

    def _chosen(self, ask: Ask, kind: str) -> Any:
        """The part of what is chosen or looked at that is of this kind."""
        desk = self.table.playing
        target = desk.target
        parts = target if isinstance(target, tuple) else (target,) if target is not None else desk.selection
        pairs = zip(ask.of, parts, strict=False)
        return next((part for k, part in pairs if k == kind and part not in (DONE, BACK)), None)

    def _show_choices(self, ask: Any) -> None:
        """Cards, yes and no, numbers: one button each; in the mode in which nothing is lit all of them."""
        desk = self.table.playing
        plain = ask is not None and (bool(ask.options) or ask.of[0] not in ("unit", "place"))
        shown(self.choice_row, plain)
        self.answers = []
        if plain:
            every = [a for a in ask.candidates() if a not in (DONE, BACK)]
            self.answers = sorted(every, key=lambda a: not ask.allows(a))[:CHOICES] if desk.lit else every[:CHOICES]
        self._name(self.choices, self.answers, ask, lambda answer: desk.lit and ask.allows(answer))

    def _name(self, buttons: Buttons, answers: list[Any], ask: Any, marked: Any) -> None:
        desk = self.table.playing
        words = desk.words()
        names = [("● " if marked(answer) else "") + told_answer(words, ask, answer) for answer in answers]
        for one, answer in zip(buttons.named(names), answers, strict=True):
            one.button_style = "primary" if answer == desk.target else ""

    def _show_remaining(self, ask: Any) -> None:
        """After a refusal what is still possible, to click; where nothing is lit the learner is to find it."""
        desk = self.table.playing
        refused = ask is not None and desk.lit and desk.target is not None and not ask.allows(desk.target)
        found = desk.possible.whole() if refused else []
        self.remaining = [answer for answer in found if answer != BACK][:REMAINING]
        shown(self.remains_row, refused)
        if refused:
            more = len(found) - len(self.remaining)
            head = say("remains", desk.lang) + (f" <small>+{more}</small>" if more else "")
            none = "" if found else f"<p>{say('nothing-possible', desk.lang)}</p>"
            self.remains_head.value = f'<div class="tt"><h4>{head}</h4>{none}</div>'
        self._name(self.remains, self.remaining, ask, lambda answer: False)

    def _show_as_ifs(self) -> None:
        desk = self.table.playing
        self.supposed = desk.as_ifs() if desk.frame is None and desk.level > 1 else []
        shown(self.as_if_row, bool(self.supposed))
        self.supposing.named([one.label(desk.words()) for one in self.supposed])
        shown(self.keep, desk.supposed is not None and bool(desk.supposed.reading))
