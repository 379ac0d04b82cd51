"""Terms that carry their meaning: at first use on a page, on hover and on focus."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape

from tutor.engine.rulebook import Rulebook
from tutor.engine.text import Lang, Text

_CUT = re.compile(r"\s*[,(/].*")


class Page:
    """One page: which terms have been explained on it already."""

    def __init__(self, book: Rulebook, lang: Lang) -> None:
        self.book, self.lang = book, lang
        self.seen: set[str] = set()

    def told(self, text: str) -> str:
        """The text as HTML, every term explained where it first stands."""
        known = _known(self.book, self.lang)
        if not known:
            return escape(text)
        found, end = [], 0
        for match in _pattern(self.book, self.lang).finditer(text):
            term = match.group().casefold()
            if term in self.seen:
                continue
            self.seen.add(term)
            meaning = escape(known[term](self.lang))
            found.append(escape(text[end : match.start()]))
            found.append(
                f'<abbr class="term" tabindex="0" title="{meaning}" aria-label="{escape(match.group())}: {meaning}">'
                f"{escape(match.group())}</abbr>"
            )
            end = match.end()
        return "".join(found) + escape(text[end:])


def met(book: Rulebook, lang: Lang, text: str) -> tuple[str, ...]:
    """The terms that stand in a text, each once."""
    known = _known(book, lang)
    found = _pattern(book, lang).finditer(text) if known else ()
    return tuple(dict.fromkeys(match.group().casefold() for match in found))


def stands(term: str, text: str) -> bool:
    """Whether a term stands in a text as a word, or words, of its own."""
    return re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text, re.IGNORECASE) is not None


@cache
def _known(book: Rulebook, lang: Lang) -> Mapping[str, Text]:
    """The glossary by term, the longest first; what stands behind a comma or a bracket is no part of the term."""
    entries = book.data.get("glossary") or ()
    found = {_CUT.sub("", str(entry[lang])).casefold(): Text.of(entry["meaning"]) for entry in entries}
    return dict(sorted(((term, text) for term, text in found.items() if len(term) > 1), key=lambda one: -len(one[0])))


@cache
def _pattern(book: Rulebook, lang: Lang) -> re.Pattern[str]:
    terms = "|".join(re.escape(term) for term in _known(book, lang))
    return re.compile(rf"(?<!\w)(?:{terms})(?!\w)", re.IGNORECASE)
