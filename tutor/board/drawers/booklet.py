"""Where one asks the rulebooks: a field, and below it what they answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import ipywidgets as W

from tutor.board import gestures, inquiring
from tutor.board.drawers.part import Part
from tutor.board.widgets import told
from tutor.cases.asking import Answer, asking


class Booklet:
    """A rulebook that is asked for the first time has to be read: one at a time, and between two the table is free."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.field = W.Text(layout=W.Layout(width="98%"), continuous_update=False)
        self.field.add_class("tutor-question")
        self.field.observe(part.heard(partial(part.turn, gestures.inquire)), "value")
        self.answers = W.HTML()
        self.found: tuple[Answer, ...] = ()
        self._asked = ""
        self._under_way: Iterator[tuple[Answer, ...]] | None = None

    @property
    def waits(self) -> bool:
        """Whether there are rulebooks that have not answered yet."""
        return self._under_way is not None

    def go_on(self) -> None:
        """One rulebook more."""
        if self._under_way is not None:
            found = next(self._under_way, None)
            if found is None:
                self._under_way = None
            else:
                self.found = found

    def relabel(self) -> None:
        self.field.description, self.field.placeholder = self.part.say("question-of-rules"), self.part.say("ask-hint")

    def show(self) -> None:
        desk = self.part.desk
        question = desk.inquiry.question
        if question != self._asked:
            self._asked, self.found = question, ()
            self._under_way = asking(question, desk.lang, desk.rules.game) if question else None
        self.part.quiet = True
        told(self.field, question)
        self.part.quiet = False
        told(self.answers, inquiring.shown(desk, self.found, self.waits))
