"""Nouns in two languages: article, "of" and "to", plural, gender, elision."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tutor.engine.facts import Endless, Number, value
from tutor.engine.text import Lang


@value
class Noun:
    """A common noun, or a proper name, which takes no article of its own (`proper`: in both languages or in one)."""

    fr: str
    en: str
    fr_many: str = ""
    en_many: str = ""
    gender: str = "m"
    proper: bool | Lang = False
    plural: bool = False

    @classmethod
    def of(cls, data: Mapping[str, Any] | str) -> Noun:
        """From `{fr, en, gender, many: {fr, en}, proper, plural}`, or a name that is the same in both."""
        if isinstance(data, str):
            return cls(data, data, proper=True)
        many = data.get("many", {})
        return cls(
            fr=data["fr"],
            en=data["en"],
            fr_many=many.get("fr", ""),
            en_many=many.get("en", ""),
            gender=data.get("gender", "m"),
            proper=data.get("proper", False),
            plural=bool(data.get("plural", False)),
        )

    def is_proper(self, lang: Lang) -> bool:
        return self.proper is True or self.proper == lang

    def bare(self, lang: Lang) -> str:
        return self.fr if lang == "fr" else self.en

    def many(self, lang: Lang) -> str:
        if lang == "fr":
            return self.fr_many or _french_plural(self.fr)
        return self.en_many or f"{self.en}s"

    def the(self, lang: Lang) -> str:
        if self.is_proper(lang):
            return self.bare(lang)
        if lang == "en":
            return f"the {self.en}"
        if self.plural:
            return f"les {self.fr}"
        if elides(self.fr):
            return f"l'{self.fr}"
        return f"la {self.fr}" if self.gender == "f" else f"le {self.fr}"

    def a(self, lang: Lang) -> str:
        if self.is_proper(lang):
            return self.bare(lang)
        if lang == "en":
            return self._an()
        if self.plural:
            return f"des {self.fr}"
        return f"une {self.fr}" if self.gender == "f" else f"un {self.fr}"

    def _an(self) -> str:
        if self.plural:
            return self.en
        first = self.en[:1].lower()
        article = "an" if first in "aeiou" else "a"
        return f"{article} {self.en}"

    def of_the(self, lang: Lang) -> str:
        if lang == "en":
            return f"of {self.the('en')}"
        if self.is_proper("fr"):
            return self._of_a_name()
        if self.plural:
            return f"des {self.fr}"
        if elides(self.fr) or self.gender == "f":
            return f"de {self.the('fr')}"
        return f"du {self.fr}"

    def _of_a_name(self) -> str:
        contracted = _contracted(self.fr, {"le": "du", "les": "des"})
        if contracted:
            return contracted
        return f"d'{self.fr}" if elides(self.fr) else f"de {self.fr}"

    def to_the(self, lang: Lang) -> str:
        if lang == "en":
            return f"to {self.the('en')}"
        if self.is_proper("fr"):
            contracted = _contracted(self.fr, {"le": "au", "les": "aux"})
            return contracted or f"à {self.fr}"
        if self.plural:
            return f"aux {self.fr}"
        if elides(self.fr) or self.gender == "f":
            return f"à {self.the('fr')}"
        return f"au {self.fr}"

    def count(self, n: Number, lang: Lang) -> str:
        """`2 pas de perte`, `1 step`."""
        size: Fraction = abs(Fraction(n))
        single = size < 2 if lang == "fr" else size == 1
        counted = self.bare(lang) if single else self.many(lang)
        return f"{number(n, lang)} {counted}"

    def ending(self, lang: Lang) -> str:
        """What a French participle or adjective takes after this noun: `est éliminé{unit:e}`."""
        if lang == "en":
            return ""
        gender = "e" if self.gender == "f" else ""
        plural = "s" if self.plural else ""
        return gender + plural

    def form(self, name: str, lang: Lang) -> str:
        match name:
            case "the":
                return self.the(lang)
            case "a":
                return self.a(lang)
            case "of":
                return self.of_the(lang)
            case "to":
                return self.to_the(lang)
            case "many":
                return self.many(lang)
            case "e":
                return self.ending(lang)
            case _:
                return self.bare(lang)


def _contracted(name: str, into: Mapping[str, str]) -> str:
    """A name that begins with its own article, run together with the word before it: *des Pays-Bas*, *au Cadre EFT*."""
    article, _, rest = name.partition(" ")
    if not rest or article not in into:
        return ""
    return f"{into[article]} {rest}"


_READ_ALOUD = re.compile(r"(?:[IVX]+|\d+)[/e°. ]|[A-Z]{2,}\b(?<!HEX)|H(?!EX\b)|onz|oui\b", re.ASCII)
_ASPIRATED = re.compile(
    r"h(?:a(?:ch|i|l[ltv]|m[ae]|n[dgs]|r[cdn]|sard|ss|ât|ut)|eurt|er(?:s|nie)|éris|éros\b|i(?:ss|ér)|o(?:llan|n[gtv]|rs|ui)|u(?:it|ss|rl))"
)


def elides(word: str) -> bool:
    """Whether a French article loses its vowel before this word.

    Numerals (`I/27`) and initials (`HQ`) are spoken, and keep the article; names in H are mostly foreign, and do, too.
    Y is a vowel before a consonant (Ypres, Yvetot).
    """
    low = word.casefold()
    if not _begins_with_vowel(unicodedata.normalize("NFKD", low)):
        return False
    spoken = _READ_ALOUD.match(word) or _ASPIRATED.match(low)
    return not spoken


def _begins_with_vowel(letters: str) -> bool:
    first, second = letters[:1], letters[1:2]
    if first == "y":
        return second.isalpha() and second not in "aeiou"
    return first in tuple("aeiouhœ")


def _french_plural(word: str) -> str:
    head, space, rest = word.partition(" ")
    if head.endswith(("s", "x", "z")):
        return word
    if head.endswith(("eau", "eu")):
        return f"{head}x{space}{rest}"
    if head.endswith("al"):
        return f"{head[:-2]}aux{space}{rest}"
    return f"{head}s{space}{rest}"


_QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def number(n: Number, lang: Lang) -> str:
    """Whole numbers as they are, quarters as signs, thirds as 1/3, else two decimals in the manner of the language."""
    if isinstance(n, Endless):
        return "∞"
    if n == int(n):
        return str(int(n)).replace("-", "−")
    exact = Fraction(n)
    if exact in _QUARTERS:
        return _QUARTERS[exact]
    if abs(exact.numerator) == 1:
        return str(exact).replace("-", "−")
    decimals = f"{float(exact):.2f}".rstrip("0")
    decimals = decimals.replace("-", "−")
    return decimals.replace(".", ",") if lang == "fr" else decimals


def signed(n: Number, lang: Lang) -> str:
    told = number(n, lang)
    return told if n < 0 else f"+{told}"


def percent(share: Fraction | float, lang: Lang, digits: int = 1) -> str:
    """`27.8%`; in French `27,8 %`; what is not nothing is not told as nothing."""
    told = f"{float(share) * 100:.{digits}f}"
    if share and not float(told):
        least = 10**-digits
        told = f"<{least:.{digits}f}"
    if lang == "fr":
        return f"{told.replace('.', ',')} %"
    return f"{told}%"
