"""Filling a sentence: facts in the forms that its slots ask for, joined as the language joins its words.

Whoever knows more than numbers and plain words (`words.Words` the names of a position) says how they are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tutor.engine.facts import Signed
from tutor.engine.ledger import Ledger
from tutor.engine.nouns import Noun, elides, number, signed
from tutor.engine.templates import Slot, Template
from tutor.engine.text import Lang, Text
from tutor.engine.told import Bar, Cite, Dagger, Inline, Phrase, Phrases, plain, text

GAP = "…"  # where a sentence waits for its answer
_INLINE = (Phrase, Dagger, Cite, Bar)
_ELIDES = re.compile(r"(?<!\w)(de|que|ne|se|jusque|lorsque|puisque) $", re.IGNORECASE)


class Speaker:
    """Tells plain facts in one language: numbers, texts, nouns, what is told already, and lists of them."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def fill(self, made: Template, facts: Mapping[str, Any]) -> Phrases:
        """A sentence with its facts. A fact that is missing shows its slot."""
        found: list[Inline] = []
        for part in made.parts:
            if isinstance(part, Slot):
                told = self._slot(part, facts)
                if self.lang == "fr" and found and self._is_spoken(part, facts):
                    found[-1] = _elided(found[-1], told)
                found += told
            else:
                found.append(Phrase(part))
        return tuple(found)

    def _slot(self, slot: Slot, facts: Mapping[str, Any]) -> Phrases:
        if slot.name not in facts:
            return (Phrase(str(slot)),)
        fact = facts[slot.name]
        if slot.options:
            return (Phrase(self._chosen(slot.options, fact)),)
        if slot.counts:
            return (Phrase(self._counted(slot.counts, fact), fact),)
        return self.phrases(fact, slot.form)

    def _is_spoken(self, slot: Slot, facts: Mapping[str, Any]) -> bool:
        """Whether words stand there, not figures or codes, which are not elided."""
        if slot.options:
            return True
        first = facts.get(slot.name)
        if _is_list(first) and first:
            first = first[0]
        return self.noun_of(first) is not None

    # -- what agrees --------------------------------------------------------------------------------------------
    def _chosen(self, options: tuple[str, ...], fact: Any) -> str:
        """For one or for several; of four by gender, too."""
        several = self.several(fact)
        if len(options) == 2:
            return options[several]
        feminine = self.feminine(fact)
        return options[2 * several + feminine]

    def _counted(self, noun: str, fact: Any) -> str:
        lang = self.lang
        one, _, many = noun.partition("|")
        counted = Noun(one, one, many, many) if many else self.noun(noun)
        if fact == GAP:
            return f"{GAP} {counted.many(lang)}"
        amount = _amount(fact)
        return counted.count(amount, lang)

    def several(self, fact: Any) -> bool:
        if _is_list(fact):
            return len(fact) > 1 or any(map(self.several, fact))
        if isinstance(fact, (int, Fraction, Ledger)):
            return self._is_plural(_amount(fact))
        noun = self.noun_of(fact)
        return noun is not None and noun.plural

    def _is_plural(self, amount: int | Fraction) -> bool:
        """Whether so many are several: in French from two on, in English whatever is not one."""
        size: Fraction = abs(Fraction(amount))
        if self.lang == "fr":
            return size >= 2
        return size != 1

    def feminine(self, fact: Any) -> bool:
        """A list of feminine nouns is feminine; any other is masculine."""
        if _is_list(fact):
            genders = [self.feminine(one) for one in fact]
            return bool(genders) and all(genders)
        noun = self.noun_of(fact)
        return noun is not None and noun.gender == "f"

    def _ending(self, fact: Any) -> str:
        """What a French participle or adjective takes: `détruit{unit:e}`."""
        if self.lang == "en":
            return ""
        gender = "e" if self.feminine(fact) else ""
        plural = "s" if self.several(fact) else ""
        return gender + plural

    def noun_of(self, fact: Any) -> Noun | None:
        """The noun that a fact is called by; none for figures and texts."""
        return fact if isinstance(fact, Noun) else None

    def noun(self, key: str) -> Noun:
        """A noun of the dictionary."""
        return Noun.of(key)

    # -- facts --------------------------------------------------------------------------------------------------
    def fact(self, fact: Any, form: str = "") -> str:
        """One fact in words."""
        told = self.phrases(fact, form)
        return plain(told)

    def unworded(self, kind: str, facts: Mapping[str, Any]) -> Phrases:
        """What is told where there is no message of a kind: the kind and the facts."""
        named = []
        for name, fact in facts.items():
            told = self.fact(fact)
            named.append(f"{name} {told}")
        return (Phrase(f"{kind}: {', '.join(named)}"),)

    def phrases(self, fact: Any, form: str = "") -> Phrases:
        """One fact in words that keep it."""
        if form == "e":
            return (Phrase(self._ending(fact)),)
        if (noun := self.noun_of(fact)) is not None:
            return (Phrase(noun.form(form, self.lang), fact),)
        figure = signed if form == "signed" else number
        match fact:
            case None:
                return (Phrase("–"),)
            case bool():
                truth = self.noun("yes" if fact else "no")
                return (Phrase(truth.bare(self.lang), fact),)
            case int() | Fraction():
                return (Phrase(figure(fact, self.lang), fact),)
            case Signed():
                return (Phrase(signed(fact.amount, self.lang), fact),)
            case Ledger():
                return (Phrase(figure(fact.total, self.lang), fact),)
            case Text():
                return (Phrase(fact(self.lang)),)
            case tuple() | list() | set() | frozenset():
                if _is_told(fact):
                    return tuple(fact)
                return self._series([self.phrases(one, form) for one in fact])
            case _:
                told = fact.told(self.lang) if hasattr(fact, "told") else str(fact)
                return (Phrase(told),)

    def _series(self, parts: list[Phrases]) -> Phrases:
        """`a, b et c`."""
        if not parts:
            return (Phrase("–"),)
        last = " et " if self.lang == "fr" else " and "
        found: list[Inline] = []
        for n, part in enumerate(parts, 1):
            if n > 1:
                joint = last if n == len(parts) else ", "
                found.append(Phrase(joint))
            found += part
        return tuple(found)

    def series(self, parts: Iterable[str]) -> str:
        told = [text(part) for part in parts]
        return plain(self._series(told))


def capital(phrases: Phrases) -> Phrases:
    """A sentence begins with a capital letter."""
    for n, one in enumerate(phrases):
        if not isinstance(one, Phrase):
            break
        if one.text:
            first, rest = one.text[:1], one.text[1:]
            begun = Phrase(first.upper() + rest, one.fact, one.style)
            return (*phrases[:n], begun, *phrases[n + 1 :])
    return phrases


def _amount(fact: Any) -> int | Fraction:
    amount: int | Fraction = fact
    if isinstance(fact, Ledger):
        amount = fact.total
    return amount


def _is_told(fact: Any) -> bool:
    """Whether something is words already."""
    if not isinstance(fact, tuple) or not fact:
        return False
    return all(isinstance(one, _INLINE) for one in fact)


def _is_list(fact: Any) -> bool:
    """Whether something is several facts in a row, and no words."""
    return isinstance(fact, tuple) and not _is_told(fact)


def _elided(before: Inline, told: Phrases) -> Inline:
    """`de ` before a vowel is `d'`."""
    if not isinstance(before, Phrase):
        return before
    next_words = plain(told)
    if not elides(next_words):
        return before
    run_on = _ELIDES.sub(_without_vowel, before.text)
    return Phrase(run_on, before.fact, before.style)


def _without_vowel(found: re.Match[str]) -> str:
    word = found.group(1)
    return f"{word[:-1]}'"
