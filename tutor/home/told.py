"""The chronicles that came with the tutor, with the page published of each; and one's own, which are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import count
from pathlib import Path

from tutor import rulesets
from tutor.chronicle import gallery
from tutor.chronicle.checked import languages, story
from tutor.chronicle.draft import begun
from tutor.chronicle.page import page
from tutor.compare.beside import said_before
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.chronicle import Chronicle
from tutor.files.faults import BadFile
from tutor.files.loading import load
from tutor.lessons.progress import default_path


def files(game: str) -> Mapping[str, Path]:
    """The chronicles that a game tells, by name."""
    return {f"{game}/{path.stem}": path for path in sorted(gallery.shelf().glob("*.yaml")) if _teller(path) == game}


# -- one's own ------------------------------------------------------------------------------------------------------
NEW = "new-"  # before the name of the scenario on which a chronicle is begun


def own(game: str) -> Mapping[str, Path]:
    """The chronicles that were written on this machine, by name."""
    return {f"{game}/{path.stem}": path for path in sorted((_desk() / game).glob("*.yaml"))}


def fresh(scenario: str) -> Path:
    """The file of a chronicle that is begun; one that was begun and never written in serves again."""
    game, _, stem = scenario.partition("/")
    (_desk() / game).mkdir(parents=True, exist_ok=True)
    names = (f"{stem}{f'-{n}' if n > 1 else ''}.yaml" for n in count(1))
    return next(path for path in (_desk() / game / name for name in names) if not path.exists() or _blank(path))


def _desk() -> Path:
    """Beside what is kept of those who learn on this machine."""
    return default_path().parent / "chronicles"


def _blank(path: Path) -> bool:
    try:
        data = load(path, "chronicle").data
    except BadFile:
        return False
    title = next(iter(data["battle"]["title"].values())) if isinstance(data["battle"]["title"], dict) else ""
    return data == {**begun(data["scenario"], title, LANGUAGES[0]).data, "battle": data["battle"]}


# -- those that came with the tutor -----------------------------------------------------------------------------------
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
    langs = tuple(one for one in LANGUAGES if one in languages(found.form))
    return page(found, lang, langs, said_before)
