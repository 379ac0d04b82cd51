"""Case files. `tests/cases/README.md` says how to write one."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field

from tutor.files.digest import Table
from tutor.files.forms import Both, Form, Game, Name, Number, Readings, Slug

QUESTIONS = ("legal", "number", "cell", "chooser", "after", "order", "odds", "bounds")
One: TypeAlias = Annotated[dict[str, Any], Field(min_length=1, max_length=1)]
HowFar: TypeAlias = Literal["now", "end"]


class Where(Form):
    """Where a case comes from."""

    lines: str | None = None
    example: str | None = None


class Position(Form):
    """A named scenario with changes, or a small scenario in place."""

    scenario: str | None = None
    data: dict[str, Any] | None = None
    changes: dict[str, Any] = {}


class Cell(Form):
    table: str
    which: int | None = Field(None, ge=1)


class CellFound(Form):
    """Any of the three."""

    row: str | None = None
    column: str | None = None
    value: str | None = None


class Asked(Form):
    """Who is asked what, and all that is legal; any of the three."""

    model_config = ConfigDict(extra="forbid", coerce_numbers_to_str=False)

    who: str | None = None
    ask: str | None = None
    choices: list[Any] | None = None


class Total(Form):
    """A number with lines that its ledger has, in this order."""

    total: Number | None = None
    lines: list[Annotated[dict[str, int | str], Field(min_length=1, max_length=1)]] = []


class Odds(Form):
    question: str
    value: Any = None
    policies: dict[str, str] = {}


class Bounds(Odds):
    choosers: list[str]


EXPECTED: dict[str, Any] = {
    "legal": bool,
    "number": Number | Total,
    "cell": CellFound,
    "chooser": Literal["nobody"] | Asked,
    "after": dict[str, Any],
    "order": list[str],
    "odds": Number | dict[str, Number],
    "bounds": Annotated[list[Number], Field(min_length=2, max_length=2)],
}


class Variant(Form):
    """A case, or what is different in a variant of one."""

    title: Both | None = None
    note: Name | None = None
    source: Where | str | None = None
    position: str | Position | None = None
    changes: dict[str, Any] = {}
    readings: Readings = {}
    options: list[str] | None = None
    tables: dict[str, Table] = {}
    do: list[dict[str, Any]] = []
    legal: One | None = None
    number: One | str | None = None
    cell: Cell | str | None = None
    chooser: str | None = None
    after: HowFar | None = None
    order: HowFar | None = None
    odds: Odds | None = None
    bounds: Bounds | None = None
    expect: Any = None
    never: list[str] = []
    rules: list[str] = []


class Case(Variant):
    """One question to the rules, with its answer."""

    id: Slug
    variants: list[Variant] = []


class CaseFile(Form):
    """Cases of one game."""

    game: Game
    positions: dict[str, Position] = {}
    cases: Annotated[list[Case], Field(min_length=1)]
