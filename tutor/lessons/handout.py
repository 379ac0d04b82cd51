"""An hour in class on paper: what pupils write on, and the teacher's copy with the answers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tutor.board.said import tied
from tutor.engine.text import Lang, language
from tutor.files.forms import Both
from tutor.files.hour import Asked
from tutor.lessons.hours import Hour, hour
from tutor.lessons.sheet import CSS, LINES, Sheet, tasks, who
from tutor.lessons.telling import say
from tutor.lessons.voices import voices

ROOM = 4  # lines for what was thought in a debate


def handout(name: str, lang: str | None = None, teacher: bool = False) -> Sheet:
    """The sheet of an hour; `teacher` adds what happened, the answers, and what may be said in the debate."""
    tongue = language(lang)
    return Sheet(f'{CSS}<div class="sheet">{"".join(_parts(hour(name), tongue, teacher))}</div>', tongue)


def _parts(found: Hour, lang: Lang, teacher: bool) -> Iterator[str]:
    form = found.form
    yield f"<h1>{written(form.title, lang)}</h1>"
    if not teacher:
        yield who(lang)
    yield f"<p><b>{_head('question', lang)}</b> {written(form.question, lang)}</p>"
    if teacher:
        yield from _history(found, lang)
    yield from _document(found, lang, teacher)
    words = "".join(f"<li><b>{written(one.word, lang)}</b> — {written(one.means, lang)}</li>" for one in form.words)
    yield f'<h2>{_head("words", lang)}</h2><ul class="words">{words}</ul>'
    yield f"<h2>{_head('rules', lang)}</h2>{''.join(_meant(found, lang))}"
    yield f"<h2>{_head('table', lang)}</h2>"
    yield from tasks(found.lesson, found.tasks, lang, teacher)
    yield f'<div class="after">{"".join(_after(found, lang, teacher))}</div>'


def _after(found: Hour, lang: Lang, teacher: bool) -> Iterator[str]:
    """The debate and the exit question, on one page."""
    form = found.form
    yield f"<h2>{_head('debate', lang)}</h2><p>{written(form.debate.question, lang)}</p>"
    yield _right(f"<ul>{_items(form.debate.views, lang)}</ul>") if teacher else _lines(ROOM)
    yield f"<h2>{_head('exit', lang)}</h2>{_asked(form.exit, lang, teacher)}"


def _history(found: Hour, lang: Lang) -> Iterator[str]:
    form = found.form
    yield f"<h2>{_head('history', lang)}</h2><p>{written(form.history, lang)}</p>"
    yield f"<p><small>{_head('sources', lang)}</small></p><ul>{_items(form.sources, lang)}</ul>"


def _document(found: Hour, lang: Lang, teacher: bool) -> Iterator[str]:
    form = found.form.document
    yield f"<h2>{_head('document', lang)}</h2>"
    yield f"<p>{_head(f'document.{form.kind}', lang)} — <b>{written(form.title, lang)}</b></p>"
    yield f"<p>{written(form.shows, lang)}</p><p><small>{_head('where', lang)} {written(form.where, lang)}</small></p>"
    if not form.verified:
        yield f"<p><small>{_head('not-verified', lang)}</small></p>"
    yield "".join(_asked(one, lang, teacher) for one in form.questions)


def _meant(found: Hour, lang: Lang) -> Iterator[str]:
    """The rules that the tasks meet, in the words of the class."""
    spoken, book = voices(found.lesson.game), found.lesson.rules.book
    for rule in dict.fromkeys(rule for task in found.tasks for rule in task.taught if rule in spoken):
        cited = f'<span class="cite">{escape(book[rule].cited)}</span>'
        yield f'<p class="rule">{cited} {escape(tied(spoken[rule](lang), lang))}</p>'


def _asked(asked: Asked, lang: Lang, teacher: bool) -> str:
    after = _right(written(asked.answer, lang)) if teacher else _lines(LINES)
    return f'<div class="task">{written(asked.question, lang)}{after}</div>'


def _head(kind: str, lang: Lang) -> str:
    return escape(tied(say(f"hour.{kind}", lang), lang))


def written(both: Both, lang: Lang) -> str:
    """A text of an hour as it is put on a page."""
    return escape(tied(getattr(both, lang), lang))


def _items(found: list[Both], lang: Lang) -> str:
    return "".join(f"<li>{written(one, lang)}</li>" for one in found)


def _right(inside: str) -> str:
    return f'<div class="right">{inside}</div>'


def _lines(n: int) -> str:
    return '<div class="line"></div>' * n
