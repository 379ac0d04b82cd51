"""A clause as one reads it: what kind it is, where the booklet has it, what it belongs to, what hangs on it."""

from __future__ import annotations

from collections.abc import Iterator

from tutor import rulesets
from tutor.board.said import say, tied
from tutor.engine.law import Law
from tutor.engine.rulebook import Rule
from tutor.engine.text import Lang, Text
from tutor.engine.told import Node, Phrases, Sentence, text
from tutor.engine.words import Words


def kind(found: Rule, lang: Lang) -> str:
    """What a clause is, and what it does."""
    effects = ", ".join(say(f"effect.{effect}", lang) for effect in found.effects)
    return say(f"clause.{found.kind}", lang) + (f" ({effects})" if effects else "")


def told(found: Rule, lang: Lang, law: Law | None = None) -> Iterator[Node]:
    """All but its title and gist; what the booklet leaves open as the law has it, or as one reads by default."""
    book = rulesets.book(found.game)
    words = Words(book, lang)
    yield Sentence(_said(f"{kind(found, lang)} · {words.citation(found.id).where}", lang), role="note")
    if found.text != "complete":
        yield Sentence(_said(say(f"text.{found.text}", lang), lang), role="note")
    around = [("↑", book[found.parent])] if found.parent in book else []  # type: ignore[index]
    around += [("↓", one) for one in book if one.parent == found.id]
    for sign, one in around:
        yield Sentence(_said(f" {sign} {one.title(lang)}", lang), cites=(words.citation(one.id),))
    for table in book.tables.values():
        if found.id in table.get("rules", ()):
            yield Sentence(_said(say("clause-table", lang, title=Text.of(table["title"])(lang)), lang))
    for slug, reading in book.readings.items():
        if found.id in reading["rules"]:
            option = reading["default"] if law is None else law.reading(slug)
            told = say("clause-reading", lang, question=Text.of(reading["question"])(lang))
            yield Sentence(_said(told, lang), below=(Sentence(_said(f"→ {words.option(slug, option)}", lang)),))
    for trap in book.data.get("traps") or ():
        if found.id in trap["rules"]:
            right = Sentence(_said(f"✓ {Text.of(trap['right'])(lang)}", lang))
            yield Sentence(_said(f"✗ {Text.of(trap['wrong'])(lang)}", lang), below=(right,))


def _said(words: str, lang: Lang) -> Phrases:
    return text(tied(words, lang))
