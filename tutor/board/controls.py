"""Everything the board can do, as standard widgets with names: lists, choices, what remains possible, as if."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import ipywidgets as W

from tutor.board import gestures
from tutor.board.asked import Asked, told_answer
from tutor.board.chooser import Chooser
from tutor.board.said import say, tied
from tutor.board.stage import Stage
from tutor.board.supposing import AsIf, offered
from tutor.board.throw import Throw
from tutor.board.widgets import Buttons, button, is_shown, row, shown
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.speaking import capital
from tutor.engine.telling import declining
from tutor.engine.told import plain
from tutor.rendering.html import heading

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
        self.units.on_choice = self.table.safely(partial(self._listed, "unit"))
        self.places.on_choice = self.table.safely(partial(self._listed, "place"))
        self.units.on_unknown = self.places.on_unknown = self.table.safely(self._unknown)
        self._listing: dict[str, Any] = {}
        self.units.also = lambda text: text if text in self.table.playing.present.pieces else None
        self.places.also = self._place_typed
        self.confirm, self.done, self.back = button("", "primary"), button(), button()
        self.confirm.on_click(self.table.pressed(gestures.confirm))
        self.done.on_click(self.table.pressed(gestures.finish))
        self.back.on_click(self.table.pressed(gestures.answer, BACK))
        self.lists = W.VBox([self.units, self.places])
        self.last = row(self.throw.roll, self.confirm, self.done, self.back)

    def _choices(self) -> None:
        safely, do = self.table.safely, self.table.do
        self.choices = Buttons(lambda n: safely(lambda _: do(gestures.pick, self.answers[n])))
        self.remains = Buttons(lambda n: safely(lambda _: do(gestures.look_at, self.remaining[n])))
        self.supposing = Buttons(lambda n: safely(lambda _: do(gestures.suppose, self.supposed[n])))
        self.answers: list[Answer] = []
        self.others = button()  # shows the cards that one does not hold
        self._asked_of: Asked | None = None  # the question for which they are shown
        self.others.on_click(safely(lambda _: self._show_others()))
        self.remaining: list[Answer] = []
        self.supposed: tuple[AsIf, ...] = ()
        self.keep = button("", "warning")
        self.keep.on_click(self.table.pressed(gestures.keep_supposed))
        self.as_if, self.remains_head = W.HTML(), W.HTML()
        self.choice_row = W.VBox([self.choices.box, self.others])
        self.as_if_row = W.VBox([self.as_if, self.supposing.box, self.keep])
        self.remains_row = W.VBox([self.remains_head, self.remains.box])

    @property
    def panel(self) -> tuple[Any, ...]:
        """What stands beside the board, below what is told."""
        return (self.throw.box, self.choice_row, self.remains_row, self.as_if_row, self.lists)

    @property
    def before(self) -> Any:
        """Where Shift+Tab leads from the board: to what is there, never to what is hidden."""
        return next(filter(is_shown, (self.places, self.units, self.table.tools.mode)))

    @property
    def after(self) -> Any:
        """Where Tab leads from the board."""
        inside = (
            (self.remains_row, self.remains.made), (self.as_if_row, self.supposing.made),
            (self.throw.roll, [self.throw.roll]), (self.choice_row, self.choices.made),
        )  # fmt: skip
        found = next((made[0] for box, made in inside if is_shown(box) and made), None)
        return found or next(filter(is_shown, (self.units, self.places, self.done, self.table.tools.mode)))

    # -- hearing ------------------------------------------------------------------------------------------------
    def _listed(self, kind: Literal["unit", "place"], value: str) -> None:
        self.table.do(gestures.listed, kind, value)
        if kind == "place":
            self.table.board.look_at(value)

    def _unknown(self, text: str) -> None:
        self.table.do(gestures.tell, say("not-listed", self.table.playing.lang, text=text), "no")

    def _place_typed(self, text: str) -> str | None:
        """A place by its id or its name, whether the list shows it or not."""
        desk = self.table.playing
        if desk.present.exists("place", text):
            return text
        stage = Stage(desk.present, desk.lang, desk.habits.side)
        near = [p for p in stage.state.everything("place") if text.casefold() in stage.place(p).casefold()]
        return near[0] if len(near) == 1 else None

    # -- showing ------------------------------------------------------------------------------------------------
    def relabel(self) -> None:
        """Every name in the language of the table."""
        lang = self.table.playing.lang
        for key in ("confirm", "done", "back"):
            widget = getattr(self, key)
            widget.description, widget.tooltip = say(f"button.{key}", lang), say(f"tip.{key}", lang)
        self.units.description, self.places.description = say("list.unit", lang), say("list.place", lang)
        self.others.description = say("why-not-another", lang)
        self.keep.description, self.keep.tooltip = say("keep-reading", lang), say("tip.keep-reading", lang)
        self.as_if.value = f'<div class="tt">{heading(say("as-if", lang))}</div>'
        self.remains_head.value = f'<div class="tt">{heading(say("remains", lang))}</div>'
        self.throw.relabel()
        self._listing.clear()

    def show(self) -> None:
        """Both ways in, board and lists, always show the same choice."""
        desk = self.table.playing
        asked = desk.asked if desk.frame is None else None
        self._show_lists(asked)
        self._show_choices(asked)
        self.throw.show(None if isinstance(desk.ask, Ask) or desk.frame is not None else desk.ask)
        self._show_remaining(asked)
        self._show_as_ifs()
        looked = asked is not None and desk.look.target is not None
        shown(self.confirm, looked)
        self.confirm.disabled = not (looked and asked is not None and asked.allows(desk.look.target))
        shown(self.done, asked is not None and asked.ask.to_end is not None)
        self.done.tooltip = self._finishing(asked)
        shown(self.back, asked is not None and asked.ask.back)

    def _finishing(self, asked: Asked | None) -> str:
        """What one says by finishing, for whoever points at the button: the question may have no room for it."""
        desk = self.table.playing
        said = plain(capital(declining(asked.ask, desk.words()))) if asked is not None else ""
        return tied(said or say("tip.done", desk.lang), desk.lang)

    def _show_lists(self, asked: Asked | None) -> None:
        kinds = asked.ask.of if asked is not None and not asked.ask.options else ()
        for kind, chooser in (("unit", self.units), ("place", self.places)):
            shown(chooser, kind in kinds)
            if asked is not None and kind in kinds:
                self._fill(chooser, kind, asked)

    def _fill(self, chooser: Chooser, kind: str, asked: Asked) -> None:
        """The list is made anew only where the position or what may be chosen in it has changed."""
        desk = self.table.playing
        stage, chosen = Stage(desk.present, desk.lang, desk.habits.side), desk.look.selection
        lit = asked.next(chosen) if desk.habits.lit and asked.kind(chosen) == kind else frozenset()
        key = (stage.seen, desk.habits.lit, lit)
        known = self._listing.get(kind)
        if known is None or known[0] is not key[0] or known[1:] != key[1:]:
            self._listing[kind] = key
            pairs = self._unit_pairs(stage, lit) if kind == "unit" else self._place_pairs(stage, lit)
            chooser.fill(sorted(pairs, key=lambda pair: (not pair[0].startswith("●"), pair[0])))
        chooser.show(self._chosen(asked.ask, kind))

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
        look = self.table.playing.look
        target = look.target
        parts = target if isinstance(target, tuple) else (target,) if target is not None else look.selection
        pairs = zip(ask.of, parts, strict=False)
        return next((part for k, part in pairs if k == kind and part not in (DONE, BACK)), None)

    def _show_choices(self, asked: Asked | None) -> None:
        """Cards, yes and no, numbers: one button each; in the mode in which nothing is lit all of them."""
        lit = self.table.playing.habits.lit
        plain = asked is not None and (bool(asked.ask.options) or asked.ask.of[0] not in ("unit", "place"))
        shown(self.choice_row, plain)
        every: list[Answer] = []
        if asked is not None and plain:
            every = [one for one in asked.ask.candidates() if one not in (DONE, BACK)]
            every = sorted(every, key=lambda one: not asked.allows(one)) if lit else every
        near = [one for one in every if asked is not None and self._at_hand(asked, one)]
        self.answers = every[:CHOICES] if self._asked_of is asked or not near else near
        shown(self.others, len(self.answers) < len(every[:CHOICES]))
        self._name(self.choices, self.answers, asked, marked=lit)

    def _show_others(self) -> None:
        self._asked_of = self.table.playing.asked
        self.table.show()

    def _at_hand(self, asked: Asked, answer: Answer) -> bool:
        """Whether an answer is a card that one holds or may play; what is no card always is."""
        if asked.ask.of != ("card",) or asked.ask.options:
            return True
        desk = self.table.playing
        return answer in Stage(desk.present, desk.lang, desk.habits.side).hand(asked.ask.who) or asked.allows(answer)

    def _name(self, buttons: Buttons, answers: list[Answer], asked: Asked | None, marked: bool = False) -> None:
        """One button an answer; those that are allowed can be marked."""
        if asked is None:
            buttons.named(())
            return
        words, target = self.table.playing.words(), self.table.playing.look.target
        signs = ["● " if marked and asked.allows(one) else "" for one in answers]
        names = [sign + told_answer(words, asked.ask, one) for sign, one in zip(signs, answers, strict=True)]
        for button_, one in zip(buttons.named(names), answers, strict=True):
            button_.button_style = "primary" if one == target else ""

    def _show_remaining(self, asked: Asked | None) -> None:
        """After a refusal what is still possible, to click; where nothing is lit the learner is to find it."""
        desk = self.table.playing
        target, found = desk.look.target, tuple[Answer, ...]()
        refused = asked is not None and desk.habits.lit and target is not None and not asked.allows(target)
        if asked is not None and refused:
            found = asked.whole
        self.remaining = [answer for answer in found if answer != BACK][:REMAINING]
        shown(self.remains_row, refused)
        if refused:
            more = len(found) - len(self.remaining)
            head = say("remains", desk.lang) + (f" <small>+{more}</small>" if more else "")
            none = "" if found else f"<p>{say('nothing-possible', desk.lang)}</p>"
            self.remains_head.value = f'<div class="tt">{heading(head)}{none}</div>'
        self._name(self.remains, self.remaining, asked)

    def _show_as_ifs(self) -> None:
        desk = self.table.playing
        self.supposed = offered(desk) if desk.frame is None and desk.habits.level > 1 else ()
        shown(self.as_if_row, bool(self.supposed))
        self.supposing.named([one.label(desk.words()) for one in self.supposed])
        shown(self.keep, desk.look.supposed is not None and bool(desk.look.supposed.reading))
