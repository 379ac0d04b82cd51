"""Exact odds with the policies they rest on; and after the dice, where they stand now."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import ipywidgets as W

from tutor.board import telling
from tutor.board.drawers.part import Part
from tutor.board.widgets import button, lay, row
from tutor.engine.budget import OverBudget, Watch
from tutor.engine.ends import end_told
from tutor.engine.facts import Side
from tutor.engine.odds import Endless, Odds, Outcome, sample
from tutor.engine.play import Moment
from tutor.engine.policy import NoWayOut

BUDGET, RUNS = 20_000, 400
SECONDS = 5.0  # a table waits no longer for exact odds, and no longer for a sample


class Chances(Part):
    """What was reckoned is kept, so that a roll can be seen against it."""

    key = "odds"

    def build(self) -> None:
        self.question = self.chooser()
        self.how = {side: self.chooser() for side in self.desk.sides}
        first = next(iter(self.desk.rules.policies), "")
        for list_ in self.how.values():
            list_.chosen = first
        self.question.chosen = next(iter(self.desk.rules.questions), "")
        self.go = button("", "primary")
        self.go.on_click(self.pressed(self._reckon))
        self.told = W.HTML()
        self.before: tuple[Moment, Odds, Outcome] | None = None
        lay(self.box, self.question, *self.how.values(), row(self.go), self.told)

    def relabel(self) -> None:
        lang, words = self.desk.lang, self.desk.words()
        questions = [(question.name(lang), key) for key, question in self.desk.rules.questions.items()]
        self.question.fill(questions, self.question.chosen)
        policies = [(policy.name(lang)[:70], key) for key, policy in self.desk.rules.policies.items()]
        for side, list_ in self.how.items():
            list_.fill(policies, list_.chosen)
            list_.description = words.fact(Side(side))[:22]
        self.labelled(("question", self.question), ("reckon", self.go))

    def _reckon(self) -> None:
        rules, desk = self.desk.rules, self.desk
        if not self.question.chosen or desk.line.over:
            return
        policies = {side: rules.policies[list_.chosen] for side, list_ in self.how.items()}
        question = rules.questions[self.question.chosen]
        position = desk.line.position
        work = Odds(rules, question, policies, position.state, BUDGET, Watch(SECONDS))
        try:
            try:
                outcome = work.outcome(position)
            except OverBudget:
                outcome = sample(rules, position, question, policies, RUNS, late=Watch(SECONDS))
        except (Endless, NoWayOut) as error:
            self.told.value = f'<div class="tt"><p>{error}</p></div>'
            return
        self.before = desk.line.now, work, outcome

    def show(self) -> None:
        if tuple(self.how) != self.desk.sides:
            self.build()
            self.relabel()
        if self.before is None:
            return
        moment, work, outcome = self.before
        words, desk = self.desk.words(), self.desk
        now = came = None
        if moment is not desk.line.now and moment in desk.line.now.line:
            now, came = self._since(work)
        told = telling.odds(
            outcome,
            work.question.name(desk.lang),
            told=lambda value: end_told(value, desk.line.state, words),
            words=words,
            sides=desk.sides,
            now=now,
            came=came,
        )
        self.told.value = telling.panel(told, words)

    def _since(self, work: Odds) -> tuple[Any, Hashable | None]:
        """The odds as they stand after what has fallen since; or what came out."""
        line = self.desk.line
        if line.over or work.question.until(line.state):
            return None, work.question.of(work.start, line.state)
        work.late = Watch(SECONDS)
        try:
            return work.outcome(line.position).distribution, None
        except (OverBudget, Endless, NoWayOut):
            return None, None
