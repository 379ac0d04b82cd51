"""What a sentence with slots could say that no grammar allows: found in the template, before anybody is told it.

A slot has a *sort*: what kind of fact stands there, and so which nouns may. A unit may be feminine or plural, a number
may be one, a hex is neither. Whatever in the sentence depends on that must be left to the slot: the verb of a unit that
may be several, the participle of one that may be feminine, the noun that a number counts.

The words that need no agreement are closed lists; any other word in such a place is taken for one that does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from tutor.engine.nouns import elides
from tutor.engine.templates import Slot, Template, template
from tutor.engine.text import Lang
from tutor.engine.tongues import (
    DETERMINED,
    ELIDED,
    ENGLISH,
    FRENCH,
    IMPERSONAL,
    IRREGULAR,
    NOT_THIRD,
    RUNS_INTO,
    Tongue,
)

Sort: TypeAlias = Literal[
    "unit", "units", "place", "places", "side", "sides", "term", "terms", "number", "figure", "dice", "code", "text"
]
Slots: TypeAlias = Mapping[str, frozenset[Sort]]
SORTS: frozenset[Sort] = frozenset(Sort.__args__)  # type: ignore[attr-defined]
NOUNS: frozenset[Sort] = frozenset({"unit", "units", "place", "places", "side", "sides", "term", "terms"})
SEVERAL: frozenset[Sort] = NOUNS - {"place"}  # what may be plural
NAMED: frozenset[Sort] = frozenset({"unit", "units", "side", "sides"})  # what has an article in a sentence
FEMININE: frozenset[Sort] = NOUNS - {"place", "places"}  # what may be feminine


@dataclass(frozen=True, slots=True)
class Fault:
    """What cannot agree: of which slot, with which word, and of what kind the trouble is."""

    kind: str
    slot: Slot | None
    word: str
    text: str

    def __str__(self) -> str:
        name = self.slot.name if self.slot else ""
        return f"{WAYS_OUT[self.kind].format(slot=self.slot, name=name, word=self.word)}: {self.text}"


WAYS_OUT = {
    "article": "“{word}” before {slot} is for one noun only; write {{{name}:the}}, {{{name}:a}} or {{{name}:of}}",
    "bare": "{slot} after “{word}” wants its article; write {{{name}:the}}",
    "count": "{slot} may be one and may be several, “{word}” is not; write {{{name}:count …}}",
    "verb": "{slot} may be several, “{word}” is for one; write {{{name}:{word}|…}}",
    "adjective": "{slot} may be feminine or several, “{word}” is not; write {word}{{{name}:e}}, or {{{name}:{word}|…}}",
    "pronoun": "{slot} may be feminine or several, “{word}” is not; write {{{name}:il|elle|ils|elles}}",
    "possessive": "{slot} may be several, “{word}” is of one; write {{{name}:{word}|…}}",
    "ending": "“{word}” takes no plain ending; write {{{name}:{word}|…|…|…}}",
    "elision": "“{word}” runs together",
}


# -- words and slots in a row --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Token:
    """A word, a sign or a slot; `tail` are the slots that end the word."""

    text: str
    slot: Slot | None = None
    tail: tuple[Slot, ...] = ()

    @property
    def is_word(self) -> bool:
        return self.slot is None and self.text[:1].isalpha()

    @property
    def low(self) -> str:
        return self.text.lower().replace("’", "'")

    def agrees_with(self, name: str) -> bool:
        return any(one.name == name for one in self.tail)


Row: TypeAlias = list[Token]
_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*['’]?|\d+(?:[.,/]\d+)*|[^\w\s]|_")
END = Token("")


def row_of(made: Template) -> Row:
    found: Row = []
    glued = False  # whether the part before ended within a word
    for part in made.parts:
        if not isinstance(part, Slot):
            found += map(Token, _TOKEN.findall(part))
            glued = part[-1:].isalpha()
        elif glued and found:
            found[-1] = Token(found[-1].text, found[-1].slot, (*found[-1].tail, part))
        else:
            found.append(Token("", part))
    return found


def _at(row: Row, n: int) -> Token:
    return row[n] if 0 <= n < len(row) else END


# -- looking a sentence over ---------------------------------------------------------------------------------------
def faults(text: str, lang: Lang, sorts: Slots, verbs: frozenset[str] = frozenset()) -> Iterator[Fault]:
    """All that cannot agree in a sentence, whatever fact stands in its slots.

    `verbs` are words known to be verbs for one, wherever they stand.
    """
    row = row_of(template(text, lang))
    looks = _French(row, sorts, verbs) if lang == "fr" else _English(row, sorts, verbs)
    for kind, slot, word in dict.fromkeys(looks.all()):
        yield Fault(kind, slot, word, text)


Found: TypeAlias = Iterator[tuple[str, Slot | None, str]]


@dataclass(frozen=True)
class _Look:
    """One sentence, looked over in one language."""

    row: Row
    sorts: Slots
    verbs: frozenset[str]

    @property
    def tongue(self) -> Tongue:
        raise NotImplementedError

    def all(self) -> Found:
        for at, token in enumerate(self.row):
            if token.slot is not None:
                yield from self._slot(at, token.slot)
            elif token.is_word:
                yield from self._word(at, token)
                if token.low.endswith(IRREGULAR) and any(one.form == "e" for one in token.tail):
                    yield "ending", token.tail[0], token.text

    def sort(self, slot: Slot) -> frozenset[Sort]:
        return self.sorts.get(slot.name, frozenset())

    def several(self, slot: Slot) -> bool:
        return bool(slot.counts) or bool(self.sort(slot) & SEVERAL)

    def varies(self, slot: Slot) -> bool:
        return self.several(slot) or bool(self.sort(slot) & FEMININE)

    # -- beside a slot ------------------------------------------------------------------------------------------
    def _slot(self, at: int, slot: Slot) -> Found:
        mine, before = self.sort(slot), _at(self.row, at - 1)
        if "number" in mine and slot.form in ("", "signed") and not self._apposed(at):
            yield from self._counting(at, slot)
        if mine & NOUNS and slot.form in ("", "the", "a") and before.low in self.tongue.articles:
            yield "article", slot, before.text
        if mine and mine <= NAMED and not slot.form and before.low in self.tongue.prepositions | {"que"}:
            yield "bare", slot, before.text
        relative = at + 2 if _at(self.row, at + 1).text == "," else at + 1
        if mine & NOUNS and not slot.options and _at(self.row, relative).low in self.tongue.relatives:
            yield from self._predicate(relative, slot)
        if self._governs(at, slot):
            yield from self._predicate(self._past_asides(at + 1, slot), slot)

    def _past_asides(self, n: int, slot: Slot) -> int:
        """Past what stands in brackets, and between commas after a noun with its article."""
        for opens, closes in (("(", ")"), (",", ",")) if slot.form in ("the", "a") else (("(", ")"),):
            if _at(self.row, n).text == opens:
                n = next((m + 1 for m in range(n + 1, len(self.row)) if self.row[m].text == closes), len(self.row))
        return n

    def _apposed(self, at: int) -> bool:
        """Whether a noun before it says what it is: `niveau 2`, `la brigade Cagliari`; then that noun governs."""
        noun, before = _at(self.row, at - 1), _at(self.row, at - 2)
        if not noun.is_word or noun.low in self.tongue.apart | self.tongue.adverbs | self.tongue.clitics:
            return False
        return before.slot is None and (not before.is_word or before.low in self.tongue.apart)

    def _governs(self, at: int, slot: Slot) -> bool:
        """Whether what follows may be its verb."""
        if slot.options:
            return slot.options[-1] in ("ils", "elles", "they")
        if self._is_object(at) or self._is_second(at):
            return False
        if slot.counts:
            return True
        return bool(self.sort(slot) & NOUNS) and (
            slot.form in ("the", "a") or (not slot.form and not self._apposed(at))
        )

    def _is_object(self, at: int) -> bool:
        """Whether the words before it govern it; a relative clause may still follow."""
        before, after = _at(self.row, at - 1), _at(self.row, at + 1)
        if before.low in self.tongue.prepositions | {"("}:
            return True
        name = self.row[at].slot.name  # type: ignore[union-attr]
        if before.slot is not None or (before.is_word and not before.agrees_with(name)):
            return before.low not in self.tongue.free and after.low not in self.tongue.relatives
        return False

    def _is_second(self, at: int) -> bool:
        """Whether it stands with another noun before it: together they are several anyhow."""
        other = _at(self.row, at - 2).slot
        named = other is not None and not other.options and bool(self.sort(other) & NOUNS)
        return named and _at(self.row, at - 1).low in ("et", "and")

    def _counting(self, at: int, slot: Slot) -> Found:
        after = _at(self.row, at + 1)
        bare = self.tongue.counted | self.tongue.prepositions | self.tongue.links
        if after.is_word and after.low not in bare and not (after.text.isupper() and len(after.text) > 1):
            yield "count", slot, after.text

    def _predicate(self, n: int, slot: Slot) -> Found:
        raise NotImplementedError

    # -- a word by itself ---------------------------------------------------------------------------------------
    def _word(self, at: int, token: Token) -> Found:
        subject = self._subject(at)
        if subject is not None and not subject.counts and token.low in self.tongue.possessives:
            yield "possessive", subject, token.text
        if subject is not None and token.low in self.verbs and self._continues(at):
            yield "verb", subject, token.text
        if token.low in self.tongue.pronouns and not self._impersonal(at):
            nearest = self._nearest(at)
            if nearest is not None and self.varies(nearest):
                yield "pronoun", nearest, token.text

    def _subject(self, at: int) -> Slot | None:
        """The noun of a slot that governs the words before this one."""
        governing = (
            token.slot
            for n, token in enumerate(self.row[:at])
            if token.slot is not None and not token.slot.options and self._governs(n, token.slot)
        )
        return next((slot for slot in reversed([*governing]) if self.several(slot)), None)

    def _nearest(self, at: int) -> Slot | None:
        """The noun of a slot that is nearest before a word; None where one of the sentence's own is nearer."""
        for n in range(at - 1, -1, -1):
            token = self.row[n]
            names = token.slot is not None and not token.slot.options and self.sort(token.slot) & NOUNS
            if names and _at(self.row, n - 1).text != "(":
                return token.slot
            if token.low in self.tongue.determiners - self.tongue.possessives:
                return None
        return None

    def _impersonal(self, at: int) -> bool:
        return False

    def _continues(self, at: int) -> bool:
        """Whether a verb here goes on with the subject of the one before: `… et passe face cachée`."""
        n = at - 1
        while _at(self.row, n).low in self.tongue.clitics - self.tongue.articles - {"en", "leur"}:
            n -= 1
        link = _at(self.row, n).low
        return link in ("et", "ou", "mais", "and", "or", "but") or (link == "ni" and n < at - 1)


@dataclass(frozen=True)
class _French(_Look):
    @property
    def tongue(self) -> Tongue:
        return FRENCH

    def all(self) -> Found:
        yield from super().all()
        for at, token in enumerate(self.row):
            after = _at(self.row, at + 1)
            subject = self._subject(at)
            if token.low == "été" and subject is not None:
                yield from self._agreeing(at + 1, subject)
            if token.low in RUNS_INTO.get(after.low, ()) or (token.low in ELIDED and _vowel(after)):
                yield "elision", None, f"{token.text} {after.text}"

    def _predicate(self, n: int, slot: Slot) -> Found:
        """The verb after a noun, past pronouns and adverbs; and what is said with *être*."""
        tongue = self.tongue
        while True:
            token = _at(self.row, n)
            if token.slot is not None and token.slot.name == slot.name and token.slot.options:
                return
            if token.agrees_with(slot.name) and not any(one.options for one in token.tail):
                n += 1  # an adjective of the noun
            elif token.low == "en" and not self._is_pronoun(n, slot):
                return
            elif token.low in tongue.relatives | tongue.adverbs | tongue.clitics:
                n += 1
            else:
                break
        if not token.is_word or token.tail or (token.low in tongue.apart and not self._enters(n)):
            return
        if self.several(slot):
            yield "verb", slot, token.text
        if token.low in tongue.copulas:
            yield from self._agreeing(n + 1, slot)

    def _is_pronoun(self, n: int, slot: Slot) -> bool:
        """Whether *en* stands before a verb here, and not before a noun."""
        before, after = _at(self.row, n - 1), _at(self.row, n + 1)
        return before.low in self.tongue.clitics or after.low in ("a", "sort", "reste") or _chooses(after, slot)

    def _enters(self, n: int) -> bool:
        """Whether *entre* is the verb here: no noun follows of which it could say *between*."""
        token, after = _at(self.row, n), _at(self.row, n + 1)
        return token.low == "entre" and after.low not in DETERMINED and (after.slot is None or after.slot.form == "to")

    def _agreeing(self, n: int, slot: Slot) -> Found:
        """What stands after *être*: of another gender or number it is another word."""
        if not self.varies(slot):
            return
        while _at(self.row, n).low in self.tongue.adverbs | {"ni"}:
            n += 1
        token = _at(self.row, n)
        if token.is_word and token.low not in self.tongue.apart and not token.agrees_with(slot.name):
            yield "adjective", slot, token.text

    def _is_pronoun_for(self, at: int) -> bool:
        """Whether *lui* stands by itself: *près de lui*; before a verb it is the same for both genders."""
        token, before = self.row[at], _at(self.row, at - 1)
        return token.low.endswith("-même") or (token.low == "lui" and before.low in self.tongue.prepositions)

    def _slot(self, at: int, slot: Slot) -> Found:
        yield from super()._slot(at, slot)
        before = _at(self.row, at - 1)
        if slot.options and _last_word(slot.options[0]) in self.tongue.copulas:
            yield from self._agreeing(at + 1, slot)
        if before.text.endswith("'") and len({elides(one) for one in slot.options}) == 2:
            yield "elision", slot, before.text
        if (
            before.is_word
            and before.low in self.verbs
            and self.several(slot)
            and slot.form == "the"
            and self._is_inverted(at - 1)
        ):
            yield "verb", slot, before.text

    def _is_inverted(self, at: int) -> bool:
        """Whether the subject of a verb stands behind it: *où se trouve …*, *que contrôle …*."""
        before = _at(self.row, at - 1)
        return before.low in ("où", "que", "dont") or (before.low == "se" and _at(self.row, at - 2).low == "où")

    def _word(self, at: int, token: Token) -> Found:
        yield from super()._word(at, token)
        subject = self._subject(at)
        if subject is not None and self._is_pronoun_for(at):
            yield "pronoun", subject, token.text
        elif subject is not None and token.low == "lui":
            yield "possessive", subject, token.text

    def _impersonal(self, at: int) -> bool:
        if self.row[at].low != "il":
            return False
        n, there = at + 1, False
        while _at(self.row, n).low in self.tongue.clitics or _at(self.row, n).slot is not None:
            there = there or _at(self.row, n).low == "y"
            n += 1
        return there or _at(self.row, n).low in IMPERSONAL


def _vowel(token: Token) -> bool:
    return token.is_word and token.text[:1].islower() and elides(token.text)


def _last_word(text: str) -> str:
    return re.split(r"[ '’]", text)[-1]


def _chooses(token: Token, slot: Slot) -> bool:
    return token.slot is not None and token.slot.name == slot.name and bool(token.slot.options)


@dataclass(frozen=True)
class _English(_Look):
    @property
    def tongue(self) -> Tongue:
        return ENGLISH

    def _impersonal(self, at: int) -> bool:
        """Only at the head of a clause is it the subject; elsewhere it may mean anything."""
        before = _at(self.row, at - 1)
        return before.is_word and before.low not in self.tongue.links | self.tongue.relatives | {"what"}

    def _word(self, at: int, token: Token) -> Found:
        yield from super()._word(at, token)
        subject = self._subject(at)
        if subject is not None and token.low == "itself":
            yield "pronoun", subject, token.text

    def _predicate(self, n: int, slot: Slot) -> Found:
        if not self.several(slot):
            return
        while _at(self.row, n).low in self.tongue.adverbs | self.tongue.relatives:
            n += 1
        token = _at(self.row, n)
        if token.is_word and not token.tail and _third(token.low):
            yield "verb", slot, token.text


def _third(word: str) -> bool:
    """Whether an English word is the verb of one."""
    if word in ("is", "has", "does", "was"):
        return True
    return word.endswith("s") and not word.endswith("ss") and word not in NOT_THIRD


@cache
def _conjugated(text: str, lang: Lang) -> frozenset[str]:
    slots = (token.slot for token in row_of(template(text, lang)) if token.slot is not None)
    return frozenset(_last_word(slot.options[0]) for slot in slots if len(slot.options) == 2)


def conjugated(texts: Iterator[str], lang: Lang) -> frozenset[str]:
    """Every word that some sentence leaves to the number of a noun: its verbs, most of them."""
    tongue = FRENCH if lang == "fr" else ENGLISH
    known = tongue.pronouns | tongue.possessives | tongue.adverbs | tongue.apart | {""}
    return frozenset(word for text in texts for word in _conjugated(text, lang)) - known
