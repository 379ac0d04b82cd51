"""Lesson files. `tutor/lessons/README.md` says how to write one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from tutor.files.case import Odds, One, Position
from tutor.files.forms import Both, Form, Game, Readings, Slug

KINDS = ("show", "try", "predict", "choose", "answer", "play")


class Comment(Form):
    """What is said to one attempt: to this answer, or to any that this rule refuses."""

    answer: Any = None
    refused: str | None = None
    text: Both


class Choice(Form):
    """One of several answers, with what is said to whoever takes it."""

    text: Both
    because: Both
    right: bool = False


class Success(Form):
    """What a tried answer must be: refused by these rules, or one of these, or anything that is allowed."""

    refused: list[str] = []
    answers: list[Any] = []
    allowed: bool = False


class Task(Form):
    """One thing to read or to do."""

    id: Slug
    show: Both | None = None
    try_: Both | None = Field(None, alias="try")
    predict: Both | None = None
    choose: Both | None = None
    answer: Both | None = None
    play: Both | None = None

    position: str | Position | None = None
    changes: dict[str, Any] = {}
    readings: Readings = {}
    options: list[str] | None = None
    do: list[dict[str, Any]] = []
    mark: list[str] = []
    rules: list[str] = []

    at: str | None = None
    success: Success | None = None
    number: One | str | None = None
    odds: Odds | None = None
    near: int | float | str = 0
    choices: list[Choice] = []
    accept: list[str] = []
    until: dict[str, Any] = {}
    fail: dict[str, Any] = {}
    others: dict[str, str] = {}
    seed: int = 1916

    solution: Any = None
    comments: list[Comment] = []
    otherwise: Both | None = None
    hints: list[Both] = []
    note: Both | None = None


class LessonFile(Form):
    """A lesson of one game."""

    game: Game
    title: Both
    level: Literal[1, 2, 3] = 1
    minutes: int = Field(10, ge=1, le=90)
    objectives: Annotated[list[Both], Field(min_length=1)]
    rules: Annotated[list[str], Field(min_length=1)]
    positions: dict[str, Position] = {}
    tasks: Annotated[list[Task], Field(min_length=1)]
