"""The rule sets, by code: the five of this folder, those that other packages bring, and one that somebody is writing.

A game is a package. Whatever the tutor wants of it, it looks for there under one name (see `part`), and does without
what is not there. A package enters itself under the entry point group `tutor.games`: `duel = "duel"`; a game that is
not installed yet is named in `TUTOR_GAMES`, as `code=package`, several with commas.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module, util
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from tutor.engine.rulebook import Rulebook

if TYPE_CHECKING:  # whoever only reads rulebooks should not wait for the machinery that plays them
    from tutor.engine.run import Ruleset

GAMES = ("se", "tlm", "dff", "gwie", "fa")  # of this folder
GROUP, WRITING = "tutor.games", "TUTOR_GAMES"


class NoSuchGame(ValueError):
    """A game code that nobody has entered."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game!r} is no game; there are {', '.join(games())}")


def games() -> tuple[str, ...]:
    """The codes of all games that there are."""
    return tuple(dict.fromkeys((*GAMES, *_elsewhere(os.environ.get(WRITING, "")))))


@cache
def _elsewhere(writing: str) -> Mapping[str, str]:
    """The packages of the games that lie elsewhere, by code."""
    from importlib import metadata  # it looks through all that is installed: whoever plays ours need not wait for it

    entered = {entry.name: entry.value for entry in metadata.entry_points(group=GROUP)}
    under_way = dict(one.split("=", 1) for one in writing.split(",") if "=" in one)
    return {**entered, **under_way}


def lost() -> Mapping[str, str]:
    """The games that `TUTOR_GAMES` enters and whose package Python does not find, with what it names."""
    under_way = dict(one.partition("=")[::2] for one in os.environ.get(WRITING, "").split(",") if one)
    return {game: named for game, named in under_way.items() if not (named and _is_there(named))}


def _is_there(package: str) -> bool:
    try:
        return util.find_spec(package) is not None
    except ModuleNotFoundError:  # the package in which it should lie
        return False


def package(game: str) -> str:
    """The package in which everything lies that a game knows."""
    if game in GAMES:
        return f"{__name__}.{game}"
    try:
        return _elsewhere(os.environ.get(WRITING, ""))[game]
    except KeyError:
        raise NoSuchGame(game) from None


def part(game: str, name: str) -> ModuleType | None:
    """A module that a game may have: its form (`schema`), its `instruments`, its `comparison`."""
    whole = f"{package(game)}.{name}"
    return import_module(whole) if util.find_spec(whole) is not None else None


def folder(game: str) -> Path:
    """Where a game's data lies: its rulebook, its `counters.yaml`, its `lessons`, its `scenarios`."""
    spec = util.find_spec(package(game))
    assert spec is not None, package(game)
    assert spec.origin is not None, package(game)
    return Path(spec.origin).parent


@cache
def book(game: str) -> Rulebook:
    """The rulebook of a game."""
    return Rulebook.load(game, folder(game))


@cache
def ruleset(game: str) -> Ruleset:
    """The rules of a game that can be played so far."""
    rules: Ruleset = import_module(f"{package(game)}.ruleset").RULES
    return rules
