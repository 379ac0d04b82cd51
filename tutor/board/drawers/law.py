"""The rulebooks, asked in plain words; the readings under which is played, and another one for good."""

from __future__ import annotations

from html import escape

import ipywidgets as W

from tutor.board import gestures
from tutor.board.drawers.booklet import Booklet
from tutor.board.drawers.part import Part
from tutor.board.widgets import lay
from tutor.engine.facts import Chosen, flat
from tutor.engine.text import Text
from tutor.rendering.html import Panel, heading


class Law(Part):
    """Which reading, and how it is read. A change begins a record of its own, which keeps the answers that hold."""

    key = "law"

    def build(self) -> None:
        self.booklet = Booklet(self)
        self.head = W.HTML()
        self.which = self.chooser(width="98%")
        self.option = self.chooser(self._read, "98%")
        self.told = W.HTML()
        lay(self.box, self.booklet.field, self.booklet.answers, self.head, self.which, self.told, self.option)

    def _read(self, option: str) -> None:
        slug = self.which.chosen
        if slug and option != self.desk.line.root.state.law.reading(slug):
            self.turn(gestures.read, slug, option)

    def relabel(self) -> None:
        self.booklet.relabel()
        self.head.value = f'<div class="tt">{heading(escape(self.say("drawer.law")))}</div>'
        self.labelled(("reading", self.which), ("read-as", self.option))

    @property
    def waits(self) -> bool:
        return self.booklet.waits

    def go_on(self) -> None:
        self.booklet.go_on()

    def met(self) -> list[str]:
        """The readings that what happened so far rests on."""
        entries = self.desk.line.entries
        facts = (fact for entry in entries if self.desk.may_read(entry) for fact in flat(entry.facts))
        return list(dict.fromkeys(fact.reading for fact in facts if isinstance(fact, Chosen)))

    def show(self) -> None:
        self.booklet.show()
        lang, readings = self.desk.lang, self.desk.rules.book.readings
        met = self.met()
        switches = (slug for slug, reading in readings.items() if reading["matter"] == "play")
        slugs = [*met, *(slug for slug in switches if slug not in met)]
        asked = [(("● " if slug in met else "") + Text.of(readings[slug]["question"])(lang), slug) for slug in slugs]
        chosen = self.which.chosen or (met[0] if met else None)
        self.which.fill(asked, chosen)
        if chosen is None:
            self.option.fill([])
            self.told.value = f'<div class="tt"><p>{escape(self.say("law-note"))}</p></div>'
            return
        reading, now = readings[chosen], self.desk.line.root.state.law.reading(chosen)
        self.option.fill([(Text.of(text)(lang), key) for key, text in reading["options"].items()], now)
        words = self.desk.words()
        cited = " ".join(Panel().named(words.citation(rule)) for rule in reading.get("rules", ()))
        why = Text.of(reading["why"])(lang) if "why" in reading else ""
        parts = (f"<p><b>{escape(asked[slugs.index(chosen)][0])}</b></p>", f"<p>{cited}</p>", f"<p>{escape(why)}</p>")
        self.told.value = f'<div class="tt">{"".join(parts)}<p>{escape(self.say("law-note"))}</p></div>'
