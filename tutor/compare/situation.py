"""The library of situations: by name, or from a file."""

from __future__ import annotations

import difflib
import os
from functools import cache
from pathlib import Path

from tutor.files.loading import Loaded, load, parse
from tutor.files.situation import CENTRAL, DEEPEST, QUALITIES, Force, Situation
from tutor.library import NotInLibrary, situations

__all__ = ["CENTRAL", "DEEPEST", "QUALITIES", "Force", "Situation", "find", "names", "parsed", "situation"]


def names() -> tuple[str, ...]:
    """Every situation by name."""
    return tuple(situations())


def find(name: str) -> Path:
    """The file of a situation."""
    known = situations()
    if name not in known:
        raise NotInLibrary(name, difflib.get_close_matches(name, known, n=3) or tuple(known)[:8])
    return known[name]


def situation(name: str | Path) -> Situation:
    """A situation by name, or from a file (a path that ends in .yaml); raises BadFile with every fault."""
    own = isinstance(name, Path) or name.endswith((".yaml", ".yml"))
    path = Path(name) if own else find(str(name))
    return _loaded(path, path.stat().st_mtime if path.is_file() else 0.0)


@cache
def _loaded(path: Path, stamp: float) -> Situation:
    return _form(load(path, "situation"))


def parsed(text: str, name: str) -> Situation:
    """A situation from the text of a file."""
    return _form(parse(text, os.fspath(name), "situation"))


def _form(loaded: Loaded) -> Situation:
    assert isinstance(loaded.form, Situation)
    return loaded.form
