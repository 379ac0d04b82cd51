"""The five rule sets, by code."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.engine.rulebook import Rulebook

if TYPE_CHECKING:  # whoever only reads rulebooks should not wait for the machinery that plays them
    from tutor.engine.run import Ruleset

GAMES = ("se", "tlm", "dff", "gwie", "fa")
FOLDER = Path(__file__).parent


class NoSuchGame(ValueError):
    """A game code that is none of the five."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game!r} is no game; there are {', '.join(GAMES)}")


@cache
def book(game: str) -> Rulebook:
    """The rulebook of a game."""
    if game not in GAMES:
        raise NoSuchGame(game)
    return Rulebook.load(game, FOLDER / game)


@cache
def ruleset(game: str) -> Ruleset:
    """The rules of a game that can be played so far."""
    if game not in GAMES:
        raise NoSuchGame(game)
    rules: Ruleset = import_module(f"tutor.rulesets.{game}.ruleset").RULES
    return rules
