"""What Home says, in its `messages.yaml`, and to whom."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from tutor.board.said import tied
from tutor.engine.sayings import Sayings
from tutor.engine.text import Lang, Text
from tutor.lessons.progress import Progress

say = Sayings("tutor.home")


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, in which language, and where Home is; without a server one is told what to type."""

    lang: Lang
    base: str | None = None
    progress: Progress | None = None

    def say(self, kind: str, **facts: object) -> str:
        """A message, escaped."""
        return escape(tied(say(kind, self.lang, **facts), self.lang))


def both(kind: str, **facts: Any) -> Text:
    """A message in both languages."""
    return Text(say(kind, "fr", **facts), say(kind, "en", **facts))
