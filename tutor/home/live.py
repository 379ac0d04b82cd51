"""What a page of Home lays before its reader, alive: a table, a lesson, a record, a chronicle to write in, drills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from tutor.board import gestures
from tutor.board.table import Table
from tutor.chronicle.annotate import Annotate
from tutor.compare.beside import said_before
from tutor.compare.widgets import Comparison
from tutor.engine.text import Lang, language
from tutor.files.writing import load_record
from tutor.home.first import First
from tutor.home.shelf import record_files
from tutor.home.told import NEW, fresh, own, published
from tutor.lessons.practice import Practice
from tutor.lessons.progress import Progress, Unkept
from tutor.lessons.widget import LessonTable


def show(kind: str, name: str = "", lang: str | None = None, learner: str | None = None) -> W.Widget:
    """Whatever stands on Home's shelf, by its kind and name: `show("play", "se/roana")`."""
    return SHOWN[kind](name, language(lang), learner)


def play(name: str, lang: Lang, learner: str | None = None) -> Table:
    return Table(name, language=lang)


def learn(name: str, lang: Lang, learner: str | None = None) -> LessonTable:
    return LessonTable(name, lang, Progress(learner=learner))


def project(name: str, lang: Lang, learner: str | None = None) -> LessonTable:
    """A lesson in large letters; what a class does together is nobody's own progress."""
    return LessonTable(name, lang, Unkept(), large=True)


def record(name: str, lang: Lang, learner: str | None = None) -> Table:
    """The table of a record's scenario, with the record laid on it from its beginning."""
    found = load_record(record_files(name.partition("/")[0])[name])
    table = Table(found.scenario, language=lang, readings=found.readings, options=found.options)
    if table.desk is not None:
        table.act(lambda: (table.turn(gestures.load, found), table.turn(gestures.go_to, table.playing.first)))
    return table


def chronicle(name: str, lang: Lang, learner: str | None = None) -> W.HTML:
    """The page that is published of a chronicle, in a frame of its own."""
    return W.HTML(f'<iframe srcdoc="{escape(published(name, lang))}" style="width:100%;height:85vh;border:0"></iframe>')


def write(name: str, lang: Lang, learner: str | None = None) -> Annotate:
    """A chronicle of one's own to write in: one that was begun, or a new one on a scenario."""
    game, _, stem = name.partition("/")
    mine = own(game).get(name)
    if mine is not None:
        return Annotate(mine, language=lang, others=said_before)
    scenario = f"{game}/{stem.removeprefix(NEW)}"
    return Annotate(fresh(scenario), scenario, lang, others=said_before)


def drill(name: str, lang: Lang, learner: str | None = None) -> Practice:
    return Practice(name, lang)


def compare(name: str, lang: Lang, learner: str | None = None) -> Comparison:
    return Comparison(name, lang)


def first(name: str, lang: Lang, learner: str | None = None) -> First:
    return First(lang)


SHOWN: Mapping[str, Callable[[str, Lang, str | None], Any]] = {
    "play": play,
    "learn": learn,
    "project": project,
    "chronicle": chronicle,
    "write": write,
    "drill": drill,
    "record": record,
    "compare": compare,
    "first": first,
}
