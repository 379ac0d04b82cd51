"""What a learner has done, in a file of one's own: nothing leaves the machine, no name is asked.

Every attempt is written at once, so that a crash loses nothing.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from tutor.lessons.walk import Walk

_FORM = """
create table if not exists task (
    lesson text not null, task text not null, tries integer not null, rungs integer not null,
    done integer not null, shown integer not null, stars integer not null, of_tasks integer not null,
    first text not null default current_timestamp, last text not null default current_timestamp,
    primary key (lesson, task)
)"""
_KEEP = """
insert into task (lesson, task, tries, rungs, done, shown, stars, of_tasks) values (?, ?, ?, ?, ?, ?, ?, ?)
on conflict (lesson, task) do update set
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
    """The file of one learner."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.path, timeout=10)) as base, base:
            base.execute(_FORM)
            yield base

    def keep(self, walk: Walk) -> None:
        """Write down how the present task stands."""
        task, tally = walk.task, walk.tally
        if not task.graded:
            return
        graded = sum(one.graded for one in walk.lesson.tasks)
        row = (walk.lesson.name, task.id, tally.tries, tally.rungs, tally.done, tally.solved_for, tally.stars, graded)
        with self._open() as base:
            base.execute(_KEEP, row)

    def kept(self, lesson: str | None = None) -> tuple[Kept, ...]:
        """All that is known, lesson by lesson."""
        if not self.path.exists():
            return ()
        with self._open() as base:
            rows = base.execute(
                "select lesson, task, tries, rungs, done, shown, stars, of_tasks, first, last from task"
                " where ?1 is null or lesson = ?1 order by lesson, first, rowid",
                (lesson,),
            ).fetchall()
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
        """Forget a lesson, or everything."""
        if self.path.exists():
            with self._open() as base:
                base.execute("delete from task where ?1 is null or lesson = ?1", (lesson,))
