"""Hours in class: a lesson with a document before it, a debate after it, and a plan by the minute."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tutor import library, rulesets
from tutor.engine.text import LANGUAGES, Text
from tutor.files.faults import BadFile, Fault
from tutor.files.hour import LENGTHS, PARTS, HourFile
from tutor.files.loading import Loaded, load
from tutor.lessons import terms
from tutor.lessons.library import find, folders, lessons, names
from tutor.lessons.model import Lesson, Task

FOLDER = "hours"


@dataclass(frozen=True)
class Hour:
    """An hour of one game. `name` is `se/1-roana` in the library, else the file's path."""

    name: str
    form: HourFile
    lesson: Lesson
    tasks: tuple[Task, ...]
    short: tuple[Task, ...]

    @property
    def title(self) -> Text:
        return Text(self.form.title.fr, self.form.title.en)


# -- the library ----------------------------------------------------------------------------------------------------
def hours(game: str | None = None) -> tuple[str, ...]:
    """Every hour by name, in the order of the file names."""
    return names(game, FOLDER)


def hour(name: str) -> Hour:
    """An hour by name; raises NotInLibrary, and BadFile with every fault."""
    game, _, stem = name.partition("/")
    if name in hours(game if game in rulesets.games() else None):
        return _shelved(name, next(path for path in _paths(game, stem) if path.is_file()))
    raise library.NotInLibrary(name, difflib.get_close_matches(name, hours(), 3, 0.3))


def _paths(game: str, stem: str) -> Iterator[Path]:
    return (folder / f"{stem}.yaml" for folder in folders(game, FOLDER))


@cache
def _shelved(name: str, path: Path) -> Hour:
    return hour_of(load(path, "hour"), name)


# -- a file ---------------------------------------------------------------------------------------------------------
def hour_of(loaded: Loaded, name: str = "") -> Hour:
    """The hour of a file; raises BadFile with every fault of it."""
    form = loaded.form
    assert isinstance(form, HourFile)
    given = f"{form.game}/{form.lesson}"
    if given not in lessons(form.game):
        raise BadFile([loaded.fault(("lesson",), "no-such-lesson", name=given, known=lessons(form.game))])
    lesson = find(given)
    faults = [*_tasks(loaded, form, lesson), *_minutes(loaded, form), *_compared(loaded, form)]
    if not faults:
        faults += _words(loaded, form, lesson)
    if faults:
        raise BadFile(faults)
    tasks, short = (_chosen(lesson, ids) for ids in (form.tasks, form.short))
    return Hour(name or loaded.path, form, lesson, tasks, short)


def _chosen(lesson: Lesson, ids: Sequence[str]) -> tuple[Task, ...]:
    return tuple(task for task in lesson.tasks if task.id in ids)


def _tasks(loaded: Loaded, form: HourFile, lesson: Lesson) -> Iterator[Fault]:
    """What is done stands in the lesson; what is done in half an hour is a part of it."""
    for key, ids, known in (
        ("tasks", form.tasks, tuple(task.id for task in lesson.tasks)),
        ("short", form.short, tuple(form.tasks)),
    ):
        for n, id in enumerate(ids):
            if id not in known:
                yield loaded.fault((key, n), "no-such-task", id=id, known=known)


def _minutes(loaded: Loaded, form: HourFile) -> Iterator[Fault]:
    """A class of each length is filled to the minute, and no part is forgotten."""
    for length, whole in LENGTHS.items():
        total = sum(getattr(part.minutes, length) for part in form.parts)
        if total != whole:
            yield loaded.fault(("parts",), "hour-minutes", on_key=True, length=length, whole=whole, total=total)
    for kind in PARTS:
        if kind not in {part.kind for part in form.parts if part.minutes.hour}:
            yield loaded.fault(("parts",), "hour-lacks", on_key=True, part=kind)


def _compared(loaded: Loaded, form: HourFile) -> Iterator[Fault]:
    known = tuple(library.situations())
    if form.compare is not None and form.compare not in known:
        yield loaded.fault(("compare",), "no-such-situation", name=form.compare, known=known)


def _words(loaded: Loaded, form: HourFile, lesson: Lesson) -> Iterator[Fault]:
    """No word of the game is put before pupils that is not explained to them."""
    for lang in LANGUAGES:
        told = " ".join(text(lang) for task in _chosen(lesson, form.tasks) for text in _read(task))
        explained = " / ".join(getattr(one.word, lang) for one in form.words).casefold()
        for term in terms.met(lesson.rules.book, lang, told):
            if not terms.stands(term, explained):
                yield loaded.fault(("words",), "word-unexplained", on_key=True, word=term)


def _read(task: Task) -> Iterator[Text]:
    """What pupils read of a task before they have answered it."""
    yield task.goal
    yield from (choice.text for choice in task.choices)
