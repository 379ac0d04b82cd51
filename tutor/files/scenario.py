"""Scenario files: what every game's scenarios have. The rest is the game's own form, in its `schema.py`."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, Field

from tutor import rulesets
from tutor.files.forms import Both, Form, Game, Name, Noun, Origin, Readings, Source


class Scenario(Form):
    """The part of a scenario that is the same for all games."""

    game: Game
    title: Both
    story: Both | None = None
    map: str | Annotated[list[str], Field(min_length=1)] | dict[str, Any] = Field(
        description="the name of a map, those of several that lie side by side, or a small map in place"
    )
    date: Name | None = None
    provenance: dict[str, Source | Origin] = {}
    readings: Readings = {}
    options: list[str] = []
    names: dict[str, Noun | str] = {}
    agenda: list[list[Any]] = Field([], description="the steps to be done, in order: name, then arguments")


class Situation(Scenario):
    """A scenario in place, in a case: without what only a reader needs."""

    title: Both | None = None  # type: ignore[assignment]


@cache
def game_form(game: str) -> type[BaseModel] | None:
    """The form of a game's own keys, if it has one."""
    own = rulesets.part(game, "schema") if game in rulesets.games() else None
    form: type[BaseModel] | None = own.Scenario if own is not None else None
    return form


@cache
def whole_form(game: str, common: type[Form] = Scenario) -> type[BaseModel]:
    """Common part and game's own keys as one form, for JSON Schema."""
    own = game_form(game)
    if own is None:
        return common
    return type(
        f"{game.capitalize()}{common.__name__}", (own, common), {"__module__": __name__, "__doc__": own.__doc__}
    )
