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
        way_out = WAYS_OUT[self.kind]
        advice = way_out.format(slot=self.slot, name=name, word=self.word)
        return f"{advice}: {self.text}"


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
        first = self.text[:1]
        return self.slot is None and first.isalpha()

    @property
    def low(self) -> str:
        straight = self.text.replace("’", "'")
        return straight.lower()

    def agrees_with(self, name: str) -> bool:
        names = [one.name for one in self.tail]
        return name in names


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
            word = found[-1]
            found[-1] = Token(word.text, word.slot, (*word.tail, part))
        else:
            found.append(Token("", part))
    return found


# -- looking a sentence over ---------------------------------------------------------------------------------------
def faults(text: str, lang: Lang, sorts: Slots, verbs: frozenset[str] = frozenset()) -> Iterator[Fault]:
    """All that cannot agree in a sentence, whatever fact stands in its slots.

    `verbs` are words known to be verbs for one, wherever they stand.
    """
    look = _French if lang == "fr" else _English
    made = template(text, lang)
    found = look(row_of(made), sorts, verbs).all()
    for kind, slot, word in dict.fromkeys(found):
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
                yield from self._ending(token)

    def token(self, n: int) -> Token:
        """The token with this number; past both ends stands nothing."""
        if 0 <= n < len(self.row):
            return self.row[n]
        return END

    def before(self, n: int) -> Token:
        return self.token(n - 1)

    def after(self, n: int) -> Token:
        return self.token(n + 1)

    def sort(self, slot: Slot) -> frozenset[Sort]:
        return self.sorts.get(slot.name, frozenset())

    def is_noun(self, slot: Slot) -> bool:
        nouns = self.sort(slot) & NOUNS
        return bool(nouns)

    def several(self, slot: Slot) -> bool:
        if slot.counts:
            return True
        plural = self.sort(slot) & SEVERAL
        return bool(plural)

    def varies(self, slot: Slot) -> bool:
        if self.several(slot):
            return True
        feminine = self.sort(slot) & FEMININE
        return bool(feminine)

    # -- beside a slot ------------------------------------------------------------------------------------------
    def _slot(self, at: int, slot: Slot) -> Found:
        is_number = "number" in self.sort(slot)
        is_bare = slot.form in ("", "signed")
        if is_number and is_bare and not self._apposed(at):
            yield from self._counting(at, slot)
        yield from self._article(at, slot)
        yield from self._relative(at, slot)
        if self._governs(at, slot):
            verb = self._past_asides(at + 1, slot)
            yield from self._predicate(verb, slot)

    def _article(self, at: int, slot: Slot) -> Found:
        """A noun with an article before it that is for one only, or without one where it wants it."""
        before, sorts = self.before(at), self.sort(slot)
        has_article = before.low in self.tongue.articles
        is_singular = slot.form in ("", "the", "a")
        if has_article and is_singular and self.is_noun(slot):
            yield "article", slot, before.text
        always_named = sorts and sorts <= NAMED
        if slot.form or not always_named:
            return
        if before.low == "que" or before.low in self.tongue.prepositions:
            yield "bare", slot, before.text

    def _relative(self, at: int, slot: Slot) -> Found:
        """What a relative clause says of a noun, after a comma or without."""
        n = at + 1
        if self.token(n).text == ",":
            n += 1
        if self.token(n).low not in self.tongue.relatives:
            return
        if self.is_noun(slot) and not slot.options:
            yield from self._predicate(n, slot)

    def _past_asides(self, n: int, slot: Slot) -> int:
        """Past what stands in brackets, and between commas after a noun with its article."""
        if self.token(n).text == "(":
            n = self._past(")", n + 1)
        has_article = slot.form in ("the", "a")
        if has_article and self.token(n).text == ",":
            n = self._past(",", n + 1)
        return n

    def _past(self, sign: str, n: int) -> int:
        """Past the next such sign; to the end where there is none."""
        end = len(self.row)
        for at in range(n, end):
            if self.row[at].text == sign:
                return at + 1
        return end

    def _apposed(self, at: int) -> bool:
        """Whether a noun before it says what it is: `niveau 2`, `la brigade Cagliari`; then that noun governs."""
        tongue = self.tongue
        noun = self.before(at)
        no_nouns = tongue.apart | tongue.adverbs | tongue.clitics
        if not noun.is_word or noun.low in no_nouns:
            return False
        before = self.before(at - 1)
        if before.slot is not None:
            return False
        return not before.is_word or before.low in tongue.apart

    def _governs(self, at: int, slot: Slot) -> bool:
        """Whether what follows may be its verb."""
        if slot.options:
            return slot.options[-1] in ("ils", "elles", "they")
        if self._is_object(at) or self._is_second(at):
            return False
        if slot.counts:
            return True
        if not self.is_noun(slot):
            return False
        if not slot.form:
            return not self._apposed(at)
        return slot.form in ("the", "a")

    def _is_object(self, at: int) -> bool:
        """Whether the words before it govern it; a relative clause may still follow."""
        tongue = self.tongue
        before = self.before(at)
        if before.low == "(" or before.low in tongue.prepositions:
            return True
        slot = self.row[at].slot
        assert slot is not None
        governs = before.is_word and not before.agrees_with(slot.name)
        if before.slot is None and not governs:
            return False
        if before.low in tongue.free:
            return False
        after = self.after(at)
        return after.low not in tongue.relatives

    def _is_second(self, at: int) -> bool:
        """Whether it stands with another noun before it: together they are several anyhow."""
        link = self.before(at)
        if link.low not in ("et", "and"):
            return False
        other = self.before(at - 1).slot
        if other is None or other.options:
            return False
        return self.is_noun(other)

    def _counting(self, at: int, slot: Slot) -> Found:
        tongue = self.tongue
        after = self.after(at)
        no_nouns = tongue.counted | tongue.prepositions | tongue.links
        if not after.is_word or after.low in no_nouns:
            return
        abbreviated = after.text.isupper() and len(after.text) > 1
        if not abbreviated:
            yield "count", slot, after.text

    def _predicate(self, n: int, slot: Slot) -> Found:
        raise NotImplementedError

    # -- a word by itself ---------------------------------------------------------------------------------------
    def _word(self, at: int, token: Token) -> Found:
        subject = self._subject(at)
        if subject is not None:
            yield from self._said_of(subject, at, token)
        if token.low in self.tongue.pronouns and not self._impersonal(at):
            nearest = self._nearest(at)
            if nearest is not None and self.varies(nearest):
                yield "pronoun", nearest, token.text

    def _said_of(self, subject: Slot, at: int, token: Token) -> Found:
        """A word for one, said of a noun that may be several."""
        is_possessive = token.low in self.tongue.possessives
        if is_possessive and not subject.counts:
            yield "possessive", subject, token.text
        is_verb = token.low in self.verbs
        if is_verb and self._continues(at):
            yield "verb", subject, token.text

    def _ending(self, token: Token) -> Found:
        """A plain ending after a word that takes none."""
        forms = [one.form for one in token.tail]
        if "e" in forms and token.low.endswith(IRREGULAR):
            yield "ending", token.tail[0], token.text

    def _subject(self, at: int) -> Slot | None:
        """The noun of a slot that governs the words before this one."""
        for n in range(at - 1, -1, -1):
            slot = self.row[n].slot
            if slot is None or slot.options:
                continue
            if self._governs(n, slot) and self.several(slot):
                return slot
        return None

    def _nearest(self, at: int) -> Slot | None:
        """The noun of a slot that is nearest before a word; None where one of the sentence's own is nearer."""
        before_nouns = self.tongue.determiners - self.tongue.possessives
        for n in range(at - 1, -1, -1):
            token = self.row[n]
            slot = token.slot
            names = slot is not None and not slot.options and self.is_noun(slot)
            in_brackets = self.before(n).text == "("
            if names and not in_brackets:
                return slot
            if token.low in before_nouns:
                return None
        return None

    def _impersonal(self, at: int) -> bool:
        return False

    def _continues(self, at: int) -> bool:
        """Whether a verb here goes on with the subject of the one before: `… et passe face cachée`."""
        with_verbs = self.tongue.clitics - self.tongue.articles - {"en", "leur"}
        n = at - 1
        while self.token(n).low in with_verbs:
            n -= 1
        link = self.token(n).low
        if link == "ni":
            return n < at - 1
        return link in ("et", "ou", "mais", "and", "or", "but")


@dataclass(frozen=True)
class _French(_Look):
    @property
    def tongue(self) -> Tongue:
        return FRENCH

    def all(self) -> Found:
        yield from super().all()
        for at, token in enumerate(self.row):
            subject = self._subject(at)
            if token.low == "été" and subject is not None:
                yield from self._agreeing(at + 1, subject)
            after = self.after(at)
            if _runs_together(token, after):
                yield "elision", None, f"{token.text} {after.text}"

    def _predicate(self, n: int, slot: Slot) -> Found:
        """The verb after a noun, past pronouns and adverbs; and what is said with *être*."""
        tongue = self.tongue
        passed = tongue.relatives | tongue.adverbs | tongue.clitics
        while True:
            token = self.token(n)
            if _chooses(token, slot):
                return
            chosen = [one for one in token.tail if one.options]
            is_adjective = token.agrees_with(slot.name) and not chosen
            if token.low == "en" and not is_adjective and not self._is_pronoun(n, slot):
                return
            if not is_adjective and token.low not in passed:
                break
            n += 1
        if not token.is_word or token.tail:
            return
        if token.low in tongue.apart and not self._enters(n):
            return
        if self.several(slot):
            yield "verb", slot, token.text
        if token.low in tongue.copulas:
            yield from self._agreeing(n + 1, slot)

    def _is_pronoun(self, n: int, slot: Slot) -> bool:
        """Whether *en* stands before a verb here, and not before a noun."""
        before = self.before(n)
        if before.low in self.tongue.clitics:
            return True
        after = self.after(n)
        is_verb = after.low in ("a", "sort", "reste")
        return is_verb or _chooses(after, slot)

    def _enters(self, n: int) -> bool:
        """Whether *entre* is the verb here: no noun follows of which it could say *between*."""
        if self.token(n).low != "entre":
            return False
        after = self.after(n)
        if after.low in DETERMINED:
            return False
        return after.slot is None or after.slot.form == "to"

    def _agreeing(self, n: int, slot: Slot) -> Found:
        """What stands after *être*: of another gender or number it is another word."""
        if not self.varies(slot):
            return
        passed = self.tongue.adverbs | {"ni"}
        while self.token(n).low in passed:
            n += 1
        token = self.token(n)
        agrees = token.agrees_with(slot.name)
        if not token.is_word or agrees:
            return
        if token.low not in self.tongue.apart:
            yield "adjective", slot, token.text

    def _is_pronoun_for(self, at: int) -> bool:
        """Whether *lui* stands by itself: *près de lui*; before a verb it is the same for both genders."""
        token = self.row[at]
        if token.low == "lui":
            before = self.before(at)
            return before.low in self.tongue.prepositions
        return token.low.endswith("-même")

    def _slot(self, at: int, slot: Slot) -> Found:
        yield from super()._slot(at, slot)
        if slot.options:
            yield from self._deciding(at, slot)
        if slot.form == "the" and self.several(slot):
            yield from self._behind_its_verb(at, slot)

    def _deciding(self, at: int, slot: Slot) -> Found:
        """What stands beside words between which a fact decides: after *être*, and before a vowel or none."""
        verb = _last_word(slot.options[0])
        if verb in self.tongue.copulas:
            yield from self._agreeing(at + 1, slot)
        before = self.before(at)
        begins_with_vowel = {elides(one) for one in slot.options}
        if before.text.endswith("'") and len(begins_with_vowel) == 2:
            yield "elision", slot, before.text

    def _behind_its_verb(self, at: int, slot: Slot) -> Found:
        """A verb for one before a subject that may be several."""
        before = self.before(at)
        is_verb = before.is_word and before.low in self.verbs
        if is_verb and self._is_inverted(at - 1):
            yield "verb", slot, before.text

    def _is_inverted(self, at: int) -> bool:
        """Whether the subject of a verb stands behind it: *où se trouve …*, *que contrôle …*."""
        before = self.before(at)
        if before.low == "se":
            first = self.before(at - 1)
            return first.low == "où"
        return before.low in ("où", "que", "dont")

    def _word(self, at: int, token: Token) -> Found:
        yield from super()._word(at, token)
        subject = self._subject(at)
        if subject is None:
            return
        if self._is_pronoun_for(at):
            yield "pronoun", subject, token.text
        elif token.low == "lui":
            yield "possessive", subject, token.text

    def _impersonal(self, at: int) -> bool:
        if self.row[at].low != "il":
            return False
        n = at + 1
        while self._stands_before_verb(n):
            if self.token(n).low == "y":
                return True
            n += 1
        return self.token(n).low in IMPERSONAL

    def _stands_before_verb(self, n: int) -> bool:
        token = self.token(n)
        return token.slot is not None or token.low in self.tongue.clitics


def _runs_together(token: Token, after: Token) -> bool:
    """Whether a word is contracted with the one after it, or loses its vowel before it."""
    into = RUNS_INTO.get(after.low, ())
    if token.low in into:
        return True
    return token.low in ELIDED and _vowel(after)


def _vowel(token: Token) -> bool:
    """Whether it is a word, and no name, before which a vowel is lost."""
    if not token.is_word:
        return False
    first = token.text[:1]
    return first.islower() and elides(token.text)


def _last_word(text: str) -> str:
    words = re.split(r"[ '’]", text)
    return words[-1]


def _chooses(token: Token, slot: Slot) -> bool:
    """Whether a word is left to the slot."""
    chosen = token.slot
    if chosen is None or chosen.name != slot.name:
        return False
    return bool(chosen.options)


@dataclass(frozen=True)
class _English(_Look):
    @property
    def tongue(self) -> Tongue:
        return ENGLISH

    def _impersonal(self, at: int) -> bool:
        """Only at the head of a clause is it the subject; elsewhere it may mean anything."""
        before = self.before(at)
        if not before.is_word or before.low == "what":
            return False
        begins_clause = self.tongue.links | self.tongue.relatives
        return before.low not in begins_clause

    def _word(self, at: int, token: Token) -> Found:
        yield from super()._word(at, token)
        subject = self._subject(at)
        if subject is not None and token.low == "itself":
            yield "pronoun", subject, token.text

    def _predicate(self, n: int, slot: Slot) -> Found:
        if not self.several(slot):
            return
        passed = self.tongue.adverbs | self.tongue.relatives
        while self.token(n).low in passed:
            n += 1
        token = self.token(n)
        if token.is_word and not token.tail and _third(token.low):
            yield "verb", slot, token.text


def _third(word: str) -> bool:
    """Whether an English word is the verb of one."""
    if word in ("is", "has", "does", "was"):
        return True
    ends_in_s = word.endswith("s") and not word.endswith("ss")
    return ends_in_s and word not in NOT_THIRD


@cache
def _conjugated(text: str, lang: Lang) -> frozenset[str]:
    found = set()
    for token in row_of(template(text, lang)):
        slot = token.slot
        if slot is not None and len(slot.options) == 2:
            found.add(_last_word(slot.options[0]))
    return frozenset(found)


def conjugated(texts: Iterator[str], lang: Lang) -> frozenset[str]:
    """Every word that some sentence leaves to the number of a noun: its verbs, most of them."""
    words: set[str] = set()
    for text in texts:
        words |= _conjugated(text, lang)
    tongue = FRENCH if lang == "fr" else ENGLISH
    no_verbs = tongue.pronouns | tongue.possessives | tongue.adverbs | tongue.apart
    return frozenset(words - no_verbs - {""})
