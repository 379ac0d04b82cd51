"""What the learners of this machine have done, in one file: nothing leaves the machine, nobody must give a name.

Every attempt is written at once, so that a crash loses nothing. Whoever gives a name has a progress of his own; what
was done before names were asked is that of the learner without one.
"""

from __future__ import annotations

import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from tutor.engine.text import Lang, language
from tutor.lessons.library import lessons
from tutor.lessons.walk import Walk

WHOLE = sys.platform == "emscripten"  # files in a browser are read and written whole: no database can lie in one
_FORM = (
    """create table if not exists task (
    learner text not null, lesson text not null, task text not null, tries integer not null, rungs integer not null,
    done integer not null, shown integer not null, stars integer not null, of_tasks integer not null,
    first text not null default current_timestamp, last text not null default current_timestamp,
    primary key (learner, lesson, task)
)""",
    "create table if not exists learner (name text primary key, language text, turn integer not null default 0)",
    """create table if not exists opened (
    learner text not null, kind text not null, name text not null, turn integer not null,
    primary key (learner, kind, name)
)""",
)
_NAMELESS = "select count(*) and not sum(name = 'learner') from pragma_table_info('task')"
_NAMED = (
    "alter table task rename to nameless",
    _FORM[0],
    """insert into task select '', lesson, task, tries, rungs, done, shown, stars, of_tasks, first, last from nameless
    order by rowid""",
    "drop table nameless",
)
_KEEP = """
insert into task (learner, lesson, task, tries, rungs, done, shown, stars, of_tasks)
values (?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict (learner, lesson, task) do update set
    tries = excluded.tries, rungs = excluded.rungs, done = max(done, excluded.done), shown = excluded.shown,
    stars = max(stars, excluded.stars), of_tasks = excluded.of_tasks, last = current_timestamp"""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of one task."""

    lesson: str
    task: str
    tries: int
    rungs: int
    done: int
    shown: int
    stars: int
    of_tasks: int
    first: str
    last: str


def default_path() -> Path:
    """`TUTOR_PROGRESS`, else a file in the user's data folder."""
    named = os.environ.get("TUTOR_PROGRESS")
    return Path(named) if named else user_data_path("tutor", appauthor=False) / "progress.sqlite3"


class Progress:
    """What one learner has done: the one who is named, else whoever learnt last on this machine."""

    def __init__(self, path: Path | None = None, learner: str | None = None) -> None:
        self.path = path or default_path()
        self._named = learner

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if WHOLE:
            yield from self._opened_whole()
            return
        with closing(sqlite3.connect(self.path, timeout=10)) as base, base:
            _formed(base)
            yield base

    def _opened_whole(self) -> Iterator[sqlite3.Connection]:
        """In memory, as the file is now, so that two notebooks lose nothing of each other's."""
        with closing(sqlite3.connect(":memory:")) as base:
            if self.path.exists():
                base.deserialize(self.path.read_bytes())
            with base:
                _formed(base)
                before = base.total_changes
                yield base
            if base.total_changes > before:
                self.path.write_bytes(base.serialize())

    # -- who learns ---------------------------------------------------------------------------------------------
    @cached_property
    def learner(self) -> str:
        """The learner's name; nothing where nobody has given one."""
        if self._named is not None:
            return self._named
        found = self._asked("select name from learner order by turn desc limit 1")
        return str(found[0][0]) if found else ""

    @property
    def language(self) -> Lang | None:
        """The language that this learner has chosen."""
        found = self._asked("select language from learner where name = ? and language is not null", self.learner)
        return language(found[0][0]) if found else None

    def learners(self) -> tuple[str, ...]:
        """All who have given a name here, by name."""
        found = self._asked("select name from learner union select learner from task")
        return tuple(sorted((name for (name,) in found if name), key=str.casefold))

    def enter(self, lang: Lang | None = None) -> None:
        """This learner learns from now on; with a language, in that one."""
        with self._open() as base:
            base.execute("insert or ignore into learner (name) values (?)", (self.learner,))
            base.execute(
                "update learner set turn = (select max(turn) from learner) + 1, language = coalesce(?, language)"
                " where name = ?",
                (lang, self.learner),
            )

    def _asked(self, query: str, *facts: Any) -> list[tuple[Any, ...]]:
        """What the file says; nothing where there is none yet."""
        if not self.path.exists():
            return []
        with self._open() as base:
            return base.execute(query, facts).fetchall()

    # -- what was opened ----------------------------------------------------------------------------------------
    def opened(self, kind: str, name: str) -> None:
        """Note that this learner has opened a scenario, a lesson, a comparison."""
        with self._open() as base:
            base.execute(
                "insert or replace into opened select ?1, ?2, ?3, coalesce(max(turn), 0) + 1 from opened",
                (self.learner, kind, name),
            )

    def last(self, most: int) -> tuple[tuple[str, str], ...]:
        """The kinds and names of what this learner opened last, the newest first."""
        query = "select kind, name from opened where learner = ? order by turn desc limit ?"
        return tuple((kind, name) for kind, name in self._asked(query, self.learner, most))

    # -- what was done ------------------------------------------------------------------------------------------

    def keep(self, walk: Walk) -> None:
        """Write down how the present task stands."""
        task, tally = walk.task, walk.tally
        if not task.graded:
            return
        graded = sum(one.graded for one in walk.lesson.tasks)
        done = (tally.tries, tally.rungs, tally.done, tally.solved_for, tally.stars, graded)
        row = (self.learner, walk.lesson.name, task.id, *done)
        with self._open() as base:
            base.execute(_KEEP, row)

    def kept(self, lesson: str | None = None) -> tuple[Kept, ...]:
        """All that is known, lesson by lesson."""
        rows = self._asked(
            "select lesson, task, tries, rungs, done, shown, stars, of_tasks, first, last from task"
            " where learner = ?1 and (?2 is null or lesson = ?2) order by lesson, first, rowid",
            self.learner,
            lesson,
        )
        return tuple(Kept(*row) for row in rows)

    def resume(self, walk: Walk) -> None:
        """What was done before counts, and the walk goes on at the first task that is not done."""
        known = {one.task: one for one in self.kept(walk.lesson.name)}
        for task, tally in zip(walk.lesson.tasks, walk.tallies, strict=True):
            if task.id in known:
                one = known[task.id]
                tally.tries, tally.rungs, tally.done, tally.solved_for = (
                    one.tries,
                    one.rungs,
                    bool(one.done),
                    bool(one.shown),
                )
        if known:
            open_ = (n for n, t in enumerate(walk.tallies) if not t.done and walk.lesson.tasks[n].graded)
            walk.go(next(open_, 0))

    def reset(self, lesson: str | None = None) -> None:
        """Forget a lesson, or everything that this learner has done."""
        if self.path.exists():
            with self._open() as base:
                base.execute(
                    "delete from task where learner = ?1 and (?2 is null or lesson = ?2)", (self.learner, lesson)
                )
                if lesson is None:
                    base.execute("delete from opened where learner = ?", (self.learner,))


class Unkept(Progress):
    """What a class does together: nobody's own, so nothing is written, and the next class begins at the beginning."""

    def __init__(self) -> None:
        super().__init__(learner="")

    def keep(self, walk: Walk) -> None:
        pass

    def resume(self, walk: Walk) -> None:
        pass


def _formed(base: sqlite3.Connection) -> None:
    """The tables; a file from before names were asked becomes that of the learner without one."""
    if base.execute(_NAMELESS).fetchone()[0]:
        base.execute("begin immediate")  # another may be at it
        if base.execute(_NAMELESS).fetchone()[0]:
            for step in _NAMED:
                base.execute(step)
        base.commit()
    for form in _FORM:
        base.execute(form)
    _renumbered(base)


_WITH_LESSONS = (("task", "lesson", "true"), ("opened", "name", "kind = 'lesson'"))  # table, column, which rows


def _renumbered(base: sqlite3.Connection) -> None:
    """A number is a lesson's place in its course: one that has another number now keeps what was done of it."""
    shelf = lessons()  # this is asked whenever the file is opened: the folders are looked through once
    for table, column, which in _WITH_LESSONS:
        kept = {name for (name,) in base.execute(f"select distinct {column} from {table} where {which}")}
        for old in kept.difference(shelf):
            now = [name for name in shelf if _unnumbered(name) == _unnumbered(old)]
            if len(now) == 1:
                base.execute(f"update or ignore {table} set {column} = ? where {column} = ? and {which}", (now[0], old))


def _unnumbered(lesson: str) -> str:
    return re.sub(r"/\d+-", "/", lesson)
