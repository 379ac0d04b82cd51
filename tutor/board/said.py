"""The words of the board and the table: `messages.yaml`."""

from __future__ import annotations

import re

from tutor.engine.sayings import Sayings
from tutor.engine.text import Lang

say = Sayings("tutor.board")


def capitalised(text: str) -> str:
    """As a line begins."""
    return text[:1].upper() + text[1:]


def tied(text: str, lang: Lang) -> str:
    """In French a sign is not parted from its word at the end of a line."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\u00a0", text) if lang == "fr" else text
