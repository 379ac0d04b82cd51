"""Sentences with slots: compiled once, filled with facts, and joined as the language joins its words.

A slot names a fact and the form in which it stands there:

    {unit:the} {unit:a} {unit:of} {unit:to} {units:many}   a noun with its article, with *of* or *to*, in the plural
    {n:count step} {n:count die|dice}                      a number with its noun, which agrees
    {n:signed}                                             a number with its sign
    détruit{unit:e}                                        what a French adjective or participle takes after the noun
    {unit:est|sont} {unit:il|elle|ils|elles}               a word for one and for several; by gender, too
    {n} {cell}                                             the bare fact; of a code with its words in brackets
    {cell:words}                                           a code in words alone

French is elided and contracted where a slot meets the words before it: *de {unit:the}* is *du fort*, *que {place}*
*qu'Asiago*, *à {units:the}* *aux canons*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from tutor.engine.text import Lang

FORMS = ("", "the", "a", "of", "to", "many", "e", "signed", "words")
_SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_BEFORE = re.compile(r"\b(de|à) $", re.IGNORECASE)  # what an article after it runs into
CONTRACTED = {"de": "of", "à": "to"}


class BadTemplate(ValueError):
    """A template with a slot that cannot be read."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A fact, and the form in which it stands in the sentence."""

    name: str
    form: str = ""

    @property
    def options(self) -> tuple[str, ...]:
        """The words between which the fact decides, by number or by gender and number; none for other forms."""
        if self.counts or "|" not in self.form:
            return ()
        return tuple(self.form.split("|"))

    @property
    def counts(self) -> str:
        """The noun that is counted: a key, or `die|dice`."""
        if not self.form.startswith("count "):
            return ""
        return self.form.removeprefix("count ")

    def __str__(self) -> str:
        form = f":{self.form}" if self.form else ""
        return f"{{{self.name}{form}}}"


Part: TypeAlias = str | Slot


@dataclass(frozen=True, slots=True)
class Template:
    """Words and slots in their order."""

    parts: tuple[Part, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        found = [part for part in self.parts if isinstance(part, Slot)]
        return tuple(found)


@cache
def template(text: str, lang: Lang) -> Template:
    """A sentence with its slots read; French articles run into the word before them."""
    parts = _parts(text)
    if lang == "fr":
        parts = _contracted(parts)
    return Template(tuple(parts))


def _parts(text: str) -> Iterator[Part]:
    end = 0
    for found in _SLOT.finditer(text):
        before = text[end : found.start()]
        yield from _words(before, text)
        name, form = found.groups("")
        yield _slot(name, form, text)
        end = found.end()
    yield from _words(text[end:], text)


def _words(words: str, text: str) -> Iterator[str]:
    if "{" in words or "}" in words:
        raise BadTemplate(f"a brace without its other half: {text}")
    if words:
        yield words


def _slot(name: str, form: str, text: str) -> Slot:
    slot = Slot(name, form)
    counts = slot.counts and slot.counts.count("|") < 2
    decides = len(slot.options) in (2, 4)
    is_form = form in FORMS or counts or decides
    disagrees = re.match(r"is .+\|(?!are )", form)
    if disagrees or not is_form:
        raise BadTemplate(f"no form of a fact: {slot} in {text}; there are {', '.join(FORMS[1:])}, count …, …|…")
    return slot


def _contracted(parts: Iterator[Part]) -> Iterator[Part]:
    """`de {unit:the}` is `{unit:of}`, `à {unit:the}` is `{unit:to}`."""
    before = ""
    for part in parts:
        if not isinstance(part, Slot):
            before = part
            continue
        runs_in = _BEFORE.search(before) if part.form == "the" else None
        if runs_in:
            before = before[: runs_in.start()]
            preposition = runs_in.group(1)
            part = Slot(part.name, CONTRACTED[preposition.lower()])
        if before:
            yield before
        before = ""
        yield part
    if before:
        yield before
