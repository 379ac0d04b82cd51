"""A lesson that can be walked through: its tasks, each with the position it begins in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tutor.cases.script import Deed
from tutor.engine.run import Ruleset
from tutor.engine.text import Text
from tutor.files.faults import Mark
from tutor.library import Scenario

NOTHING, NOWHERE = Text("", ""), Mark(1, 1)


@dataclass(frozen=True)
class Comment:
    """What is said to one attempt."""

    text: Text
    answer: Any = None
    refused: str | None = None


@dataclass(frozen=True)
class Choice:
    """One of several answers."""

    text: Text
    because: Text
    right: bool


@dataclass(frozen=True, kw_only=True)
class Task:
    """One thing to read or to do. `kind` says which of the fields count."""

    id: str
    kind: str
    goal: Text
    scenario: Scenario | None
    deeds: tuple[Deed, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] | None = None
    mark: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    at: str | None = None
    refused: tuple[str, ...] = ()
    answers: tuple[Any, ...] = ()
    question: tuple[str, Any] | None = None
    near: Any = 0
    choices: tuple[Choice, ...] = ()
    accept: tuple[str, ...] = ()
    until: Mapping[str, Any] = field(default_factory=dict)
    fail: Mapping[str, Any] = field(default_factory=dict)
    others: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1916
    solution: Any = None
    line: tuple[Deed, ...] = ()
    comments: tuple[Comment, ...] = ()
    otherwise: Text = NOTHING
    hints: tuple[Text, ...] = ()
    note: Text = NOTHING
    spot: Mark = NOWHERE

    @property
    def graded(self) -> bool:
        return self.kind != "show"

    @property
    def on_the_board(self) -> bool:
        """Whether the learner answers there; elsewhere the board is looked at."""
        return self.kind in ("try", "play")

    @property
    def taught(self) -> tuple[str, ...]:
        """The rules that the task is about: those that refuse first."""
        return tuple(dict.fromkeys((*self.refused, *self.rules)))


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A lesson of one game. `name` is `se/assault` in the library, else the file's path."""

    name: str
    rules: Ruleset
    title: Text
    level: int
    minutes: int
    objectives: tuple[Text, ...]
    about: tuple[str, ...]
    tasks: tuple[Task, ...]
    file: str = ""
    spots: Mapping[str, Mark] = field(default_factory=dict)

    @property
    def game(self) -> str:
        return self.rules.game
