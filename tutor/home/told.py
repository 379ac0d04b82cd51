"""The chronicles that came with the tutor: by which game each is told, and the page that is published of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tutor import rulesets
from tutor.chronicle import gallery
from tutor.chronicle.checked import languages, story
from tutor.chronicle.page import page
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.chronicle import Chronicle
from tutor.files.faults import BadFile
from tutor.files.loading import load


def files(game: str) -> Mapping[str, Path]:
    """The chronicles that a game tells, by name."""
    return {f"{game}/{path.stem}": path for path in sorted(gallery.shelf().glob("*.yaml")) if _teller(path) == game}


def _teller(path: Path) -> str:
    """The game on whose board a chronicle is told; one that cannot be read is told of with the first."""
    try:
        return form(path).scenario.partition("/")[0]
    except BadFile:
        return rulesets.games()[0]


def form(path: Path) -> Chronicle:
    """A chronicle as it is written, whether or not the rules and its sources bear it out."""
    return _form(path, path.stat().st_mtime)


@cache
def _form(path: Path, stamp: float) -> Chronicle:
    found = load(path, "chronicle").form
    assert isinstance(found, Chronicle)
    return found


def published(name: str, lang: Lang) -> str:
    """The page of a chronicle; raises BadFile with what the rules or its sources say against it."""
    found = story(files(name.partition("/")[0])[name])
    return page(found, lang, tuple(one for one in LANGUAGES if one in languages(found.form)))
