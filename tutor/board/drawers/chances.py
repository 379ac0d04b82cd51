"""Exact odds with the policies they rest on; and after the dice, where they stand now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets as W

from tutor.board import telling
from tutor.board.drawers.part import Part
from tutor.board.widgets import button, lay, row
from tutor.engine.budget import OverBudget, Watch
from tutor.engine.ends import end_told
from tutor.engine.facts import Side
from tutor.engine.odds import Endless, Odds, Outcome, part, sample
from tutor.engine.play import Moment
from tutor.engine.policy import NoWayOut, Question, leading, together
from tutor.engine.told import Node

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
        self.question.chosen = next(iter(self._questions), "")
        self.go = button("", "primary")
        self.go.on_click(self.pressed(self._reckon))
        self.told = W.HTML()
        self.before: tuple[Moment, tuple[Question[Any], ...], Odds, Outcome] | None = None
        lay(self.box, self.question, *self.how.values(), row(self.go), self.told)

    @property
    def _questions(self) -> dict[str, tuple[Question[Any], ...]]:
        """What can be asked: first what a battle is fought for, then each question alone."""
        known = tuple(self.desk.rules.questions.values())
        several = [leading(known)] if known else []
        return {together(asked).id: asked for asked in (*several, *((one,) for one in known))}

    def relabel(self) -> None:
        lang, words = self.desk.lang, self.desk.words()
        questions = [(together(asked).name(lang), key) for key, asked in self._questions.items()]
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
        asked = self._questions[self.question.chosen]
        question = together(asked)
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
        self.before = desk.line.now, asked, work, outcome

    def show(self) -> None:
        if tuple(self.how) != self.desk.sides:
            self.build()
            self.relabel()
        if self.before is None:
            return
        moment, asked, work, outcome = self.before
        now = came = None
        if moment is not self.desk.line.now and moment in self.desk.line.now.line:
            now, came = self._since(work)
        several = len(asked) > 1
        told = [
            node
            for n, (question, answer) in enumerate(zip(asked, outcome.parts(len(asked)), strict=True))
            for node in self._told(
                question,
                answer,
                part(now, n) if several and now is not None else now,
                came[n] if several and came is not None else came,
            )
        ]
        self.told.value = telling.panel(told, self.desk.words())

    def _told(self, question: Question[Any], outcome: Outcome, now: Any, came: Any) -> Iterator[Node]:
        words, state = self.desk.words(), self.desk.line.state

        def told(value: Any) -> str:
            return end_told(value, state, words)

        return telling.odds(outcome, question.name(words.lang), told, words, self.desk.sides, now=now, came=came)

    def _since(self, work: Odds) -> tuple[Any, Any]:
        """The odds as they stand after what has fallen since; or what came out."""
        line = self.desk.line
        if line.over or work.question.until(line.state):
            return None, work.question.of(work.start, line.state)
        work.late = Watch(SECONDS)
        try:
            return work.outcome(line.position).distribution, None
        except (OverBudget, Endless, NoWayOut):
            return None, None
