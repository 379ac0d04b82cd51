"""Sources as a bibliography names them, from the fields of CSL; what nobody has read says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from tutor.chronicle.said import say, text, when
from tutor.engine.text import Lang
from tutor.files.chronicle import Author, Source

STOPPED = re.compile(r"\.(?:\*|</cite>)?$")  # a full stop at the end, before what ends an emphasis


def plain(source: Source, lang: Lang) -> str:
    """One source in one line."""
    return " ".join((_named(source, lang, "{}"), *_where(source), f"[{read(source, lang)}]"))


def markdown(source: Source, lang: Lang) -> str:
    return " ".join((_named(source, lang, "*{}*"), *(f"<{one}>" for one in _where(source)), f"({read(source, lang)})"))


def html(source: Source, lang: Lang) -> str:
    """The same with its address as a link, and whether somebody has read it."""
    links = (f'<a href="{escape(one)}">{escape(one)}</a>' for one in _where(source))
    kind = "read" if source.accessed else "unread"
    told = escape(read(source, lang), quote=False)
    return " ".join((_named(source, lang, "<cite>{}</cite>", escape), *links, f'<span class="{kind}">({told})</span>'))


def read(source: Source, lang: Lang) -> str:
    """When it was read and how far, or that nobody has verified it."""
    if source.accessed is None:
        return say("not-verified", lang)
    day = when(source.accessed, lang)
    return (
        say("read-on", lang, day=day)
        if source.read is None
        else say("read-so", lang, day=day, extent=text(source.read, lang))
    )


def _where(source: Source) -> tuple[str, ...]:
    return (source.URL,) if source.URL else ()


def _named(source: Source, lang: Lang, style: str, safe: object = str) -> str:
    """Part after part, each with one full stop at its end: `55e D.R.` has its own."""
    parts = [part for part in _parts(source, lang, style, safe) if part]
    return " ".join(part if STOPPED.search(part) else f"{part}." for part in parts)


def _parts(source: Source, lang: Lang, style: str, safe: object) -> Iterator[str]:
    made = safe if callable(safe) else str
    if source.author:
        yield made("; ".join(map(_person, source.author)))
    title = style.format(made(source.title)) if not source.container_title else f"« {made(source.title)} »"
    if lang == "en" and source.container_title:
        title = f"“{made(source.title)}”"
    yield title
    if source.container_title:
        yield style.format(made(source.container_title))
    if source.editor:
        yield made("; ".join(map(_person, source.editor)) + " (ed.)")
    yield made(", ".join(one for one in _issue(source, lang) if one))
    yield made(", ".join(one for one in (source.archive, source.archive_location, source.call_number) if one))


def _issue(source: Source, lang: Lang) -> Iterator[str]:
    yield source.edition or ""
    yield f"vol. {source.volume}" if source.volume else ""
    yield f"no {source.issue}" if source.issue else ""
    yield ", ".join(one for one in (source.publisher_place, source.publisher) if one)
    yield when(source.issued, lang) if source.issued else ""
    yield f"p. {source.page}" if source.page else ""


def _person(author: Author) -> str:
    return author.literal or ", ".join(one for one in (author.family, author.given) if one)
