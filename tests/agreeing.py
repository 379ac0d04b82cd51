"""What no finished sentence may say: found in what is told, whatever made it."""

from __future__ import annotations

import re

from tutor.engine.text import Lang

WRONG = {
    "fr": re.compile(
        r"\b(?:de|à) les?\b(?! \w+[ei]r\b)"  # contracted
        r"|\b(?:de|que|ne|se) (?=[aàâeéèêiîoôuûœ])(?!onz|oui|\w*\d)|\bsi il"  # elided
        r"|\b[Ll]es? (?:les?|la|l')\b|\b[Ll]a (?:les?|la|l')\b|\b(?:un|une|du|au) (?:les?|la|l')\b"  # two articles
        r"|[{}]|  "
    ),
    "en": re.compile(r"\b(?:a|an|the) (?:the|a|an)\b|[{}]|  "),
}
SEVERAL_OF_ONE = {
    "fr": re.compile(r"(?<![\d,./\w])[01] ([^\W\d]+[sx])\b"),
    "en": re.compile(r"(?<![\d,./\w])1 ([a-z]+s)\b"),
}
SAME = {
    "fr": {"fois", "mois", "pas", "plus", "hors", "sous", "dans", "sans", "des", "aux", "hex"},
    "en": {"as", "less", "plus", "this", "alias"},
}


def stumbling(text: str, lang: Lang) -> str:
    """The first thing in a line over which any reader stumbles; nothing where it is well."""
    found = WRONG[lang].search(text)
    return found.group() if found else ""


def wrong(text: str, lang: Lang, verbs: frozenset[str]) -> str:
    """The first thing in a finished sentence that is no French or English; nothing where it is well."""
    if found := stumbling(text, lang):
        return found
    several = set(SEVERAL_OF_ONE[lang].findall(text)) - SAME[lang] - verbs
    return next(iter(several), "")
