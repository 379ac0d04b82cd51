"""Record files: a scenario and every answer given, dice included."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from tutor.files.forms import Both, Comment, Form, Readings

Colour: TypeAlias = Literal["green", "red", "blue", "yellow"]


class Shape(Form):
    """Drawn on the map beside an answer: a ring round a place, or an arrow between two."""

    ring: str | None = None
    arrow: tuple[str, str] | None = None
    colour: Colour = "green"

    @model_validator(mode="after")
    def one_shape(self) -> Shape:
        if (self.ring is None) == (self.arrow is None):
            raise PydanticCustomError("ring-or-arrow", "either a ring or an arrow")
        return self


class Line(Form):
    """One answer. Notes of a chronicler may stand beside it."""

    model_config = ConfigDict(extra="forbid", coerce_numbers_to_str=False)

    rule: str
    kind: str
    answer: Any
    despite: list[str] = []
    note: Comment | str | None = None
    shapes: list[Shape] = []
    sources: list[str] = []


class Record(Form):
    """A whole record."""

    scenario: str
    version: str | None = None
    readings: Readings = {}
    options: list[str] | None = None
    players: dict[str, str] = {}
    title: Both | None = None
    note: Comment | str | None = None
    shapes: list[Shape] = []
    sources: list[str] = []
    lines: list[Line]
