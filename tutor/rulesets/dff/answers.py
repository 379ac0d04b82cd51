"""Answers that nothing forbids: the rule that leaves them free."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.ask import Answer
from tutor.engine.check import Checks, held


def unforced(rule: str) -> Callable[[], Checks]:
    """Nobody need go on with what a rule lets him do."""

    def checks() -> Checks:
        yield held(rule, "nothing-obliges")

    return checks


def at_will(rule: str) -> Callable[[Answer], Checks]:
    """Every answer is as good as another to the rule that asks."""

    def checks(_: Answer) -> Checks:
        yield held(rule, "free-choice")

    return checks
