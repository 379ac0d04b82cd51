"""Who answers for each side, and whose eyes the table has."""

from __future__ import annotations

from functools import partial

import ipywidgets as W

from tutor.board import gestures, playing
from tutor.board.drawers.part import Part
from tutor.board.widgets import lay
from tutor.engine.facts import Side


class Players(Part):
    """A list for each side; hidden answers are hidden from the eyes that are chosen."""

    key = "players"

    def build(self) -> None:
        self.who = {side: self.chooser(partial(self.turn, gestures.seat, side)) for side in self.desk.sides}
        self.eyes = self.chooser(lambda side: self.turn(gestures.switch, side=side or None))
        self.dice = W.Checkbox(indent=False, layout=W.Layout(width="auto"))
        self.dice.observe(self.heard(partial(self.turn, gestures.throw_alone)), "value")
        lay(self.box, *self.who.values(), self.eyes, self.dice)

    def relabel(self) -> None:
        lang, words = self.desk.lang, self.desk.words()
        named = [(policy.name(lang)[:70], key) for key, policy in self.desk.rules.policies.items()]
        own = [(self.say(key), key) for key in (playing.ME, playing.RANDOM, playing.RECORD)]
        for side, list_ in self.who.items():
            list_.fill([own[0], *named, *own[1:]], self.desk.players.get(side, playing.ME))
            list_.description = words.fact(Side(side))[:22]
        sides = [(words.fact(Side(side)), side) for side in self.desk.sides]
        self.eyes.fill([(self.say("umpire"), ""), *sides], self.desk.habits.side or "")
        self.labelled(("eyes", self.eyes), ("auto-dice", self.dice))

    def show(self) -> None:
        if tuple(self.who) != self.desk.sides:
            self.build()
        self.relabel()
