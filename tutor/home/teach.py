"""For whoever teaches: of each lesson a plan of an hour, what goes on the wall and on paper; hand-ins in one table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any
from urllib.parse import quote

from tutor import rulesets
from tutor.board.said import tied
from tutor.files.faults import Fault
from tutor.home import hours, shelf
from tutor.home.said import Reader, say
from tutor.home.shelf import Entry
from tutor.lessons import Lesson, Task, find
from tutor.lessons.bilan import HAND_IN
from tutor.lessons.sheet import sheet
from tutor.lessons.telling import STAR
from tutor.lessons.voices import voices

HOUR = 50  # minutes of a class
OPENING, DEBATE, END = 8, 8, 4
LONGEST = 24  # what pairs may take of it
PRINTED = ("plan", "sheet", "answers")
PAPERS = ("project", *PRINTED)
TOGETHER = ("predict", "choose")  # tasks that a class does well together


# -- the page -------------------------------------------------------------------------------------------------------
def contents(reader: Reader) -> str:
    """Every lesson with what a class needs of it, and where hand-ins are collected."""
    games = "".join(_game(code, reader) for code in rulesets.games())
    collect = f'<p class="begin"><a class="first" href="{reader.base}collect"><b>{reader.say("collect")}</b> '
    collect += f"{reader.say('collect-what')}</a></p>"
    return f"{collect}{hours.contents(reader)}<p>{reader.say('teach-what')}</p>{games}"


def _game(code: str, reader: Reader) -> str:
    rows = "".join(_lesson(entry, reader) for entry in shelf.taught(code))
    title = escape(rulesets.book(code).title(reader.lang))
    return f'<section class="wide"><h2>{title}</h2><ul class="teach">{rows}</ul></section>' if rows else ""


def _lesson(entry: Entry, reader: Reader) -> str:
    title, note = escape(tied(entry.title(reader.lang), reader.lang)), escape(entry.note(reader.lang))
    if entry.faults:
        told = "; ".join(fault(reader.lang) for fault in entry.faults)
        return f'<li><span class="fault">{title}: {escape(told)}</span></li>'
    return f"<li><b>{title}</b> <small>{note}</small> {papers(entry.name, entry.title(reader.lang), reader)}</li>"


def papers(name: str, title: str, reader: Reader, but: str = "") -> str:
    """What there is of a lesson for a class, each a link."""
    links = (
        f'<a class="paper" href="{reader.base}{one}/{quote(name)}" aria-label="{reader.say(f"paper.{one}")}: '
        f'{escape(title)}">{reader.say(f"paper.{one}")}</a>'
        for one in PAPERS
        if one != but
    )
    return f'<span class="papers">{" ".join(links)}</span>'


# -- the plan of an hour --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the hour: what it is, how long it takes, and what is said of it."""

    kind: str
    minutes: int
    points: tuple[str, ...]


def phases(lesson: Lesson, reader: Reader) -> tuple[Phase, ...]:
    """Fifty minutes of one lesson; pairs take twice what one alone would."""
    lang = reader.lang
    graded = [task for task in lesson.tasks if task.graded]
    shown = next((task.goal(lang) for task in lesson.tasks if not task.graded), "")
    pairs = min(2 * lesson.minutes, LONGEST)
    spoken = voices(lesson.game)
    meant = dict.fromkeys(spoken[rule](lang) for rule in lesson.about if rule in spoken)
    return (
        Phase("opening", OPENING, (*([shown] if shown else []), _said("opening-how", reader))),
        Phase("pairs", pairs, (_said("pairs-how", reader, tasks=len(graded)), _said("pairs-turns", reader))),
        Phase("together", HOUR - OPENING - pairs - DEBATE - END, tuple(_together(lesson, reader))),
        Phase(
            "debate", DEBATE, (*dict.fromkeys(meant), _said("debate-left-out", reader), _said("debate-dice", reader))
        ),
        Phase("end", END, (_said("end-how", reader), _said("end-sentence", reader))),
    )


def _said(kind: str, reader: Reader, **facts: Any) -> str:
    return say(f"plan.{kind}", reader.lang, **facts)


def _together(lesson: Lesson, reader: Reader) -> Iterator[str]:
    """The questions on which a whole class can wager before one looks."""
    asked = [(n, task) for n, task in enumerate(lesson.tasks, 1) if task.kind in TOGETHER]
    yield _said("together-how", reader)
    yield from (f"{n}. {task.goal(reader.lang)}" for n, task in asked or _last(lesson))


def _last(lesson: Lesson) -> Iterator[tuple[int, Task]]:
    graded = [(n, task) for n, task in enumerate(lesson.tasks, 1) if task.graded]
    yield from graded[-1:]


def plan(name: str, reader: Reader) -> str:
    """The plan of one lesson."""
    lesson = find(name)
    title = lesson.title(reader.lang)
    began, rows = 0, []
    for phase in phases(lesson, reader):
        points = "".join(f"<li>{escape(tied(point, reader.lang))}</li>" for point in phase.points)
        rows.append(
            f"<tr><td>{began}–{began + phase.minutes}</td><th scope=row>{reader.say(f'plan.{phase.kind}')}</th>"
            f"<td><ul>{points}</ul></td></tr>"
        )
        began += phase.minutes
    aims = "".join(f"<li>{escape(tied(aim(reader.lang), reader.lang))}</li>" for aim in lesson.objectives)
    heads = "".join(f"<th scope=col>{reader.say(f'plan.{one}')}</th>" for one in ("minutes", "part", "what"))
    return (
        f"<h1>{escape(tied(title, reader.lang))}</h1>"
        f"<p>{escape(rulesets.book(lesson.game).title(reader.lang))}</p>{papers(name, title, reader, 'plan')}"
        f"<h2>{reader.say('plan.aims')}</h2><ul class=aims>{aims}</ul><p>{reader.say('plan.needed')}</p>"
        f"<table class=plan><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


# -- all that is printed -----------------------------------------------------------------------------------------------
def paper(kind: str, name: str, reader: Reader) -> str | None:
    """What is printed of a lesson or of an hour; None where there is no such thing."""
    if kind in hours.PAPERS:
        return hours.paper(kind, name, reader)
    found = shelf.entry("learn", name)
    if kind not in PRINTED or found is None or found.faults:
        return None
    return plan(name, reader) if kind == "plan" else sheet(name, reader.lang, teacher=kind == "answers").html


# -- hand-ins -------------------------------------------------------------------------------------------------------
def collected(rows: Sequence[dict[str, Any]], faults: Iterable[Fault], reader: Reader) -> str:
    """One table of all hand-ins, a line for each and lesson, and the whole of it as a file."""
    lines = "".join(_line(hand_in, lesson, [*tasks], reader) for (hand_in, lesson), tasks in _grouped(rows))
    heads = ("hand-in", "lesson", "stars", "done", "tries", "hints")
    head = "".join(f"<th scope=col>{reader.say(f'collect.{one}')}</th>" for one in heads)
    told = "".join(f"<li>{escape(fault.told(reader.lang))}</li>" for fault in faults)
    bad = f'<ul class="fault" role="alert">{told}</ul>' if told else ""
    if not rows:
        return f"{bad}<p>{reader.say('collect.none')}</p>"
    file = f'<p><a download="bilans.csv" href="data:text/csv;charset=utf-8,{quote(as_csv(rows))}">'
    file += f"{reader.say('collect.file')}</a></p>"
    return f"{bad}<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>{file}"


def _grouped(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[tuple[str, str], Iterator[dict[str, Any]]]]:
    def by(row: dict[str, Any]) -> tuple[str, str]:
        return str(row["hand_in"]), str(row["lesson"])

    yield from groupby(sorted(rows, key=by), by)


def _line(hand_in: str, lesson: str, tasks: Sequence[dict[str, Any]], reader: Reader) -> str:
    found = shelf.entry("learn", lesson)
    title = found.title(reader.lang) if found is not None else lesson
    won, done = (sum(int(task[key]) for task in tasks) for key in ("stars", "done"))
    tries, rungs = (sum(int(task[key]) for task in tasks) for key in ("tries", "rungs"))
    cells = (title, f"{won} {STAR}", done, tries, rungs)
    told = "".join(f"<td>{escape(tied(str(cell), reader.lang))}</td>" for cell in cells)
    return f"<tr><th scope=row>{escape(hand_in)}</th>{told}</tr>"


def as_csv(rows: Iterable[dict[str, Any]]) -> str:
    """The same as `tutor bilans` writes."""
    out = io.StringIO()
    writer = csv.DictWriter(out, HAND_IN, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
