"""The cases of this folder, for tests that look at many: only those that are drawn are built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tutor.cases import Case, cases_of, ids_saying
from tutor.files.loading import Loaded, load


def files(game: str) -> Iterator[Loaded]:
    """All files of a game."""
    return (load(path, "case") for path in sorted((Path(__file__).parent / game).rglob("*.yaml")))


def some(game: str, many: int) -> Iterator[Case]:
    """Cases from all files of a game, evenly."""
    every = [(file, id) for file in files(game) for id in ids_saying(file)]
    drawn: dict[str, tuple[Loaded, set[str]]] = {}
    for file, id in every[:: max(1, len(every) // many)]:
        drawn.setdefault(file.path, (file, set()))[1].add(id)
    for file, ids in drawn.values():
        yield from cases_of(file, frozenset(ids))
