"""The lessons that came with the tutor, and those in a folder of one's own (`TUTOR_LESSONS`)."""

from __future__ import annotations

import difflib
import os
from functools import cache
from importlib import resources
from pathlib import Path

from tutor.lessons.loading import load_lesson
from tutor.lessons.model import Lesson
from tutor.library import NotInLibrary
from tutor.rulesets import GAMES


def folders() -> tuple[Path, ...]:
    """One's own folder first."""
    own = os.environ.get("TUTOR_LESSONS")
    return (*([Path(own)] if own else []), Path(str(resources.files("tutor.lessons"))) / "shelf")


def lessons(game: str | None = None) -> tuple[str, ...]:
    """Every lesson by name, in the order in which a game is learnt: that of the file names."""
    found: dict[str, None] = {}
    for code in GAMES if game is None else (game,):
        for folder in folders():
            found |= dict.fromkeys(f"{code}/{path.stem}" for path in sorted(folder.glob(f"{code}/*.yaml")))
    return tuple(found)


def path_of(name: str) -> Path:
    """The file of a lesson; raises NotInLibrary."""
    for folder in folders():
        path = folder / f"{name}.yaml"
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
