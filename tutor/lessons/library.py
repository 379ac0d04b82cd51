"""The lessons that came with the tutor, and those in a folder of one's own (`TUTOR_LESSONS`)."""

from __future__ import annotations

import difflib
import os
from functools import cache
from pathlib import Path

from tutor import rulesets
from tutor.lessons.loading import load_lesson
from tutor.lessons.model import Lesson
from tutor.library import NotInLibrary


def folders(game: str, what: str) -> tuple[Path, ...]:
    """Where the lessons of a game lie, or its hours: in one's own folder first, then with the game."""
    own = os.environ.get("TUTOR_LESSONS")
    mine = [Path(own) / game / ("" if what == "lessons" else what)] if own else []
    return (*mine, rulesets.folder(game) / what)


def lessons(game: str | None = None) -> tuple[str, ...]:
    """Every lesson by name, in the order in which a game is learnt: that of the file names."""
    return names(game, "lessons")


def names(game: str | None, what: str) -> tuple[str, ...]:
    """The lessons or the hours of a game, or of all: in the order of the file names."""
    found: dict[str, None] = {}
    for code in rulesets.games() if game is None else (game,):
        for folder in folders(code, what):
            found |= dict.fromkeys(f"{code}/{path.stem}" for path in sorted(folder.glob("*.yaml"), key=numbered))
    return tuple(found)


def numbered(path: Path) -> tuple[int, str]:
    """`2-fire` comes before `10-air`."""
    number = path.stem.partition("-")[0]
    return int(number) if number.isdigit() else 0, path.stem


def path_of(name: str) -> Path:
    """The file of a lesson; raises NotInLibrary."""
    game, _, lesson = name.partition("/")
    for folder in folders(game, "lessons") if game in rulesets.games() else ():
        path = folder / f"{lesson}.yaml"
        if path.is_file():
            return path
    raise NotInLibrary(name, difflib.get_close_matches(name, lessons(), 3, 0.3))


def find(name: str | Path) -> Lesson:
    """A lesson by name, or from a file."""
    path = Path(name)
    if path.suffix in (".yaml", ".yml"):
        return load_lesson(path)
    return _shelved(str(name))


@cache
def _shelved(name: str) -> Lesson:
    return load_lesson(path_of(name), name)
