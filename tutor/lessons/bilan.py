"""What a learner hands in: lessons, attempts, hints, stars. No name is in the file; its own name tells whose it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.engine.frames import frame
from tutor.engine.sayings import Sayings
from tutor.engine.text import Lang, language
from tutor.files.faults import Fault, Mark
from tutor.files.writing import write_whole
from tutor.lessons.library import find
from tutor.lessons.progress import Kept, Progress
from tutor.library import NotInLibrary

if TYPE_CHECKING:
    from pandas import DataFrame

say = Sayings("tutor.lessons")
FORM = "tutor-bilan"
ROW = ("lesson", "task", "tries", "rungs", "done", "shown", "stars", "first", "last")
HAND_IN = ("hand_in", *ROW)
FIGURES = ("tries", "rungs", "done", "shown", "stars")


@dataclass(frozen=True)
class Bilan:
    """What was done, in words and as data."""

    kept: tuple[Kept, ...]
    lang: Lang
    learner: str = ""

    @property
    def lines(self) -> list[str]:
        return [*([self.learner] if self.learner else []), *_told(self.kept, self.lang)]

    @property
    def text(self) -> str:
        """What is handed in."""
        rows = [{key: getattr(one, key) for key in ROW} for one in self.kept]
        return json.dumps({"form": FORM, "tasks": rows}, indent=1) + "\n"

    def frame(self) -> DataFrame:
        """A row a task."""
        return frame(({key: getattr(one, key) for key in ROW} for one in self.kept), ROW)

    def save(self, path: Path) -> None:
        """Write what is handed in; the last one counts."""
        write_whole(path, self.text, over=True)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return str(self)


def bilan(lang: str | None = None, progress: Progress | None = None) -> Bilan:
    """What this learner has done so far."""
    whose = progress or Progress()
    return Bilan(whose.kept(), language(lang), whose.learner)


def _told(kept: tuple[Kept, ...], lang: Lang) -> Iterator[str]:
    if not kept:
        yield say("bilan-none", lang)
    for name, group in groupby(kept, key=lambda one: one.lesson):
        tasks = list(group)
        of = tasks[0].of_tasks
        stars, done = sum(one.stars for one in tasks), sum(bool(one.done) for one in tasks)
        yield say("bilan-lesson", lang, title=_title(name, lang), stars=stars, most=3 * of, done=done, tasks=of)
        for one in tasks:
            told = say("bilan-task", lang, task=one.task, tries=one.tries, rungs=one.rungs)
            yield f"  {'★' * one.stars}{'☆' * (3 - one.stars)} {told}"


def _title(name: str, lang: Lang) -> str:
    try:
        return find(name).title(lang)
    except NotInLibrary:
        return name


class HandIns(NamedTuple):
    """The rows of all hand-ins of a folder, and what is no hand-in."""

    rows: list[dict[str, Any]]
    faults: list[Fault]

    def frame(self) -> DataFrame:
        """A row a task of a hand-in."""
        return frame(self.rows, HAND_IN)


def gathered(folder: Path) -> HandIns:
    """All hand-ins of a folder."""
    rows: list[dict[str, Any]] = []
    faults: list[Fault] = []
    for path in sorted(folder.glob("*.json")):
        try:
            rows += handed_in(path.stem, path.read_bytes())
        except (NoHandIn, OSError):
            faults.append(Fault(str(path), Mark(1, 1), "no-bilan"))
    return HandIns(rows, faults)


class NoHandIn(ValueError):
    """A file that is no hand-in."""


def handed_in(name: str, content: bytes) -> list[dict[str, Any]]:
    """The rows of one hand-in, under the name of its file; raises NoHandIn."""
    try:
        data = json.loads(content)
        if data["form"] != FORM:
            raise NoHandIn
        return [{"hand_in": name, **_row(task)} for task in data["tasks"]]
    except (ValueError, KeyError, TypeError) as error:
        raise NoHandIn from error


def _row(task: dict[str, Any]) -> dict[str, Any]:
    """One task as it was handed in: words and whole numbers, nothing else."""
    return {key: int(task[key]) if key in FIGURES else str(task[key]) for key in ROW}
