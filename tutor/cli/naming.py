"""What a person calls things: units, places and choices by id or by name, in either language, with or without accents.

A name that several things bear is no answer, and neither is the beginning of several names: the things are listed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from tutor.cases.naming import Names, key, meant
from tutor.cases.script import answer_of
from tutor.cli.base import Wrong
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.play import forced
from tutor.engine.run import Ruleset
from tutor.engine.text import Lang

LONGEST = 8  # words of one name


# -- one thing ---------------------------------------------------------------------------------------------------
def named(rules: Ruleset, state: Any, kind: str, given: str, lang: Lang) -> str:
    """The unit or place that is meant."""
    if state.exists(kind, given):
        return given
    names = Names(rules, state)
    found = meant(names.of(kind), given, loosely=True)
    if len(found) == 1:
        return str(found[0])
    if found:
        raise Wrong(f"several-{kind}s", given=given, found=_listed(names, kind, found, lang))
    known = names.of(kind)
    close = difflib.get_close_matches(key(given), known, n=4, cutoff=0.5)
    near = list(dict.fromkeys(str(id) for name in close for id in known[name]))
    if not near:
        raise Wrong(f"unknown-{kind}", name=given)
    raise Wrong(f"no-such-{kind}", name=given, near=tuple(near[:6]))


def _listed(names: Names, kind: str, found: Iterable[Answer], lang: Lang, most: int = 8) -> tuple[str, ...]:
    listed = [names.told(kind, id, lang) for id in found]
    return (*listed[:most], "…") if len(listed) > most else tuple(listed)


# -- answers -----------------------------------------------------------------------------------------------------
class Several(Exception):
    """A name that several things bear."""

    def __init__(self, kind: str, given: str, found: tuple[Answer, ...]) -> None:
        super().__init__(given)
        self.kind, self.given, self.found = kind, given, found


class Answering:
    """What the next words of a person answer to one question."""

    def __init__(self, rules: Ruleset, ask: Ask, left: list[str], lang: Lang) -> None:
        self.ask, self.left, self.lang = ask, left, lang
        self.names = Names(rules, ask.state)

    def answer(self) -> tuple[Answer, list[str]] | None:
        """By ids and whole names, else by beginnings, with the words that remain; None where there is none.

        What does not answer a question with but one answer is meant for a later one.
        """
        exact = typed(self.ask, self.left) or self._tried(loosely=False)
        if exact is not None:
            return exact
        only = forced(self.ask)
        if only is None:
            return self._tried(loosely=True)
        try:
            loose = self._named(loosely=True)
        except Several:
            return None
        return loose if loose is not None and loose[0] == only else None

    def _tried(self, loosely: bool) -> tuple[Answer, list[str]] | None:
        try:
            return self._named(loosely)
        except Several as several:
            found = _listed(self.names, several.kind, several.found, self.lang)
            kind = several.kind if several.kind in ("unit", "place") else "answer"
            raise Wrong(f"several-{kind}s", given=several.given, found=found) from several

    def _named(self, loosely: bool) -> tuple[Answer, list[str]] | None:
        ask = self.ask
        ended = self._part("answer", self.names.ends(ask), self.left, False)
        if ended is not None:
            return ended
        if ask.options:
            return self._part("answer", self.names.options(ask), self.left, loosely)
        parts: list[Answer] = []
        left = self.left
        for kind in ask.of:
            found = self._part(kind, self.names.of(kind), left, loosely)
            if found is None:
                return None
            parts.append(found[0])
            left = found[1]
        answer = parts[0] if len(parts) == 1 else tuple(parts)
        return (answer, left) if ask.understands(answer) else None

    @staticmethod
    def _part(
        kind: str, known: Mapping[str, tuple[Answer, ...]], left: list[str], loosely: bool
    ) -> tuple[Answer, list[str]] | None:
        """The longest name that the next words make."""
        several: Several | None = None
        for size in range(min(LONGEST, len(left)), 0, -1):
            given = " ".join(left[:size])
            found = meant(known, given, loosely)
            if len(found) == 1:
                return found[0], left[size:]
            if found and several is None:
                several = Several(kind, given, found)
        if several is not None:
            raise several
        return None


def typed(ask: Ask, left: list[str]) -> tuple[Answer, list[str]] | None:
    """The answer that the next words are, id by id."""
    if not left:
        return None
    size = 1 if left[0] in (DONE, BACK) or ask.options else len(ask.of)
    taken, rest = left[:size], left[size:]
    answer = answer_of(ask, taken[0] if size == 1 else taken)
    return (answer, rest) if ask.understands(answer) else None
