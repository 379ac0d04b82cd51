"""Tables that an owner of a game puts in the place of stand-ins, and files of readings."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tutor.files.forms import Both, Form, Name, Source


class Table(Form):
    """A table. In the place of another it may leave out what stays as it is."""

    title: Both | None = None
    rules: list[str] = []
    lines: str | None = None
    provenance: Source | None = None
    says: Both | None = None
    shape: Literal["chart", "list", "absent"] | None = None
    columns: list[Name] | None = None
    cells: dict[str, list[Name]] | None = None
    rows: list[list[Any]] | None = None

    @model_validator(mode="after")
    def one_shape(self) -> Table:
        if self.cells is not None and self.rows is not None:
            raise PydanticCustomError("cells-or-rows", "either cells or rows")
        return self


class Reading(Form):
    """What a booklet leaves unclear, and the ways to play it."""

    ref: str
    rules: list[str]
    matter: Literal["play", "absent", "wording"]
    source: Literal["ours", "errata", "outside"]
    question: Both
    options: dict[str, Both] = Field(min_length=1)
    default: str
    why: Both
