"""A text in the two languages of the tutor."""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from typing import Literal

from tutor.engine.facts import value

Lang = Literal["fr", "en"]
LANGUAGES: tuple[Lang, ...] = ("fr", "en")


@value
class Text:
    """The same thing said in French and in English."""

    fr: str
    en: str

    def __call__(self, lang: Lang) -> str:
        return self.fr if lang == "fr" else self.en

    def __bool__(self) -> bool:
        return bool(self.fr or self.en)

    @classmethod
    def of(cls, both: Mapping[str, str] | str | None) -> Text:
        """Read `{fr: ..., en: ...}`; a plain string is a name that is the same in both."""
        if both is None:
            return cls("", "")
        if isinstance(both, str):
            return cls(both, both)
        return cls(both.get("fr", ""), both.get("en", ""))


def language(asked: str | None = None) -> Lang:
    """The language asked for, else `TUTOR_LANG`, else French where the locale is French, else English."""
    for wish in (asked, os.environ.get("TUTOR_LANG"), locale.getlocale()[0], os.environ.get("LANG")):
        if wish:
            return "fr" if wish.lower().startswith("fr") else "en"
    return "en"
