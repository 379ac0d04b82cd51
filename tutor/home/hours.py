"""Hours in class for whoever teaches: the list of them, and each one's plan by the minute in three lengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from urllib.parse import quote

from tutor import rulesets
from tutor.board.said import tied
from tutor.files.forms import Both
from tutor.files.hour import LENGTHS
from tutor.home import shelf
from tutor.home.said import Reader
from tutor.home.shelf import Entry
from tutor.lessons.handout import handout, written
from tutor.lessons.hours import Hour, hour

PAPERS = ("hour-plan", "hour-sheet", "hour-answers")


# -- where they stand -----------------------------------------------------------------------------------------------
def contents(reader: Reader) -> str:
    """Every hour, with what is printed and projected of it."""
    rows = "".join(_entry(entry, reader) for game in rulesets.games() for entry in shelf.prepared(game))
    if not rows:
        return ""
    head = f"<h2>{reader.say('hours')}</h2><p>{reader.say('hours-what')}</p>"
    return f'<section class="wide">{head}<ul class="teach">{rows}</ul></section>'


def _entry(entry: Entry, reader: Reader) -> str:
    title, note = (escape(tied(one(reader.lang), reader.lang)) for one in (entry.title, entry.note))
    if entry.faults:
        told = "; ".join(fault(reader.lang) for fault in entry.faults)
        return f'<li><span class="fault">{title}: {escape(told)}</span></li>'
    return f"<li><b>{title}</b> <small>{note}</small> {links(hour(entry.name), reader)}</li>"


def links(found: Hour, reader: Reader, but: str = "") -> str:
    """What there is of an hour, each a link."""
    lesson, compared = found.lesson.name, found.form.compare
    wall = [("project", lesson), *([("compare", compared)] if compared else [])]
    made = "".join(
        f'<a class="paper" href="{reader.base}{kind}/{quote(name)}" aria-label="{reader.say(f"paper.{kind}")}: '
        f'{escape(found.title(reader.lang))}">{reader.say(f"paper.{kind}")}</a> '
        for kind, name in (*wall, *((paper, found.name) for paper in PAPERS))
        if kind != but
    )
    return f'<span class="papers">{made}</span>'


# -- on paper -------------------------------------------------------------------------------------------------------
def paper(kind: str, name: str, reader: Reader) -> str | None:
    """The plan, the pupils' sheet, the teacher's copy; None where no hour has the name."""
    known = {one.name: one for one in shelf.prepared(name.partition("/")[0])} if _game(name) else {}
    if name not in known or known[name].faults:
        return None
    return plan(hour(name), reader) if kind == "hour-plan" else _handout(kind, name, reader)


def _game(name: str) -> bool:
    return name.partition("/")[0] in rulesets.games()


def _handout(kind: str, name: str, reader: Reader) -> str:
    return handout(name, reader.lang, teacher=kind == "hour-answers").html


def plan(found: Hour, reader: Reader) -> str:
    """What an hour is for, what it needs, and what is done in it minute by minute, in each length of a class."""
    form, lang = found.form, reader.lang
    return "".join((
        f"<h1>{written(form.title, reader.lang)}</h1>",
        links(found, reader, "hour-plan") if reader.base else "",
        f"<p><b>{reader.say('hour.question')}</b>{' ' if lang == 'fr' else ''}: {written(form.question, lang)}</p>",
        f"<h2>{reader.say('hour.programme')}</h2><p>{written(form.programme, reader.lang)}</p>",
        *(f"<h2>{reader.say(f'hour.{key}')}</h2>{_listed(given, reader)}"
          for key, given in (("objectives", form.objectives), ("skills", form.skills))),
        f"<p>{reader.say('hour.needed', title=found.lesson.title(lang))}</p><p>{reader.say('hour.no-machine')}</p>",
        *_lengths(found, reader),
    ))  # fmt: skip


def _lengths(found: Hour, reader: Reader) -> Iterator[str]:
    """The hour first, then what makes less and more of it."""
    for length in sorted(LENGTHS, key=lambda one: one != "hour"):
        minutes = LENGTHS[length]
        heads = "".join(f"<th scope=col>{reader.say(f'plan.{one}')}</th>" for one in ("minutes", "part"))
        heads += "".join(f"<th scope=col>{reader.say(f'hour.{one}')}</th>" for one in ("teacher", "pupils"))
        yield f"<h2>{reader.say('hour.length', minutes=minutes)}</h2><table class=plan><thead><tr>{heads}</tr></thead>"
        yield f"<tbody>{''.join(_rows(found, length, reader))}</tbody></table>"


def _rows(found: Hour, length: str, reader: Reader) -> Iterator[str]:
    began = 0
    for part in found.form.parts:
        minutes = getattr(part.minutes, length)
        if not minutes:
            continue
        teacher, does = written(part.teacher, reader.lang), written(part.pupils, reader.lang)
        if part.longer is not None and length == "long":
            teacher += f" {written(part.longer, reader.lang)}"
        if part.kind == "table":
            does += f" <b>{reader.say('hour.tasks', numbers=_numbers(found, length))}</b>"
        yield (
            f"<tr><td>{began}–{began + minutes}</td><th scope=row>{reader.say(f'part.{part.kind}')}</th>"
            f"<td>{teacher}</td><td>{does}</td></tr>"
        )
        began += minutes


def _numbers(found: Hour, length: str) -> str:
    """The numbers that the sheet gives the tasks to be done."""
    wanted = found.short if length == "short" else found.tasks
    return ", ".join(str(found.lesson.tasks.index(task) + 1) for task in wanted if task.graded)


def _listed(found: Iterable[Both], reader: Reader) -> str:
    return f"<ul class=aims>{''.join(f'<li>{written(one, reader.lang)}</li>' for one in found)}</ul>"
