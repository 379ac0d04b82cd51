"""The cases that come with a game, and those of them that name a rule: found in the text, and only they are built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tutor import library, rulesets
from tutor.cases.loading import cases_of, ids_naming
from tutor.cases.model import Case
from tutor.files.loading import Loaded, load


def files(game: str, folder: Path | None = None) -> tuple[Path, ...]:
    """The case files of a game: those of the source tree or of the installed package, then its own."""
    root = folder or library.shipped("tests") / "cases"
    return (*sorted((root / game).rglob("*.yaml")), *sorted(rulesets.folder(game).glob("cases.yaml")))


def about(game: str, rule: str) -> Iterator[tuple[Loaded, tuple[str, ...]]]:
    """The files in which cases name a rule, with the ids of those."""
    for path in files(game):
        if rule in _text(path, path.stat().st_mtime):
            loaded = _loaded(path, path.stat().st_mtime)
            ids = tuple(ids_naming(loaded, rule))
            if ids:
                yield loaded, ids


def tried(game: str, rule: str) -> bool:
    """Whether any case names a rule."""
    return next(about(game, rule), None) is not None


def built(loaded: Loaded, ids: Iterable[str]) -> tuple[Case, ...]:
    """Some cases of a file; the others are not looked at."""
    return cases_of(loaded, frozenset(ids))


@cache
def _text(path: Path, stamp: float) -> str:
    return path.read_text("utf-8")


@cache
def _loaded(path: Path, stamp: float) -> Loaded:
    return load(path, "case")
