"""What Home says, in its `messages.yaml`."""

from __future__ import annotations

from typing import Any

from tutor.engine.sayings import Sayings
from tutor.engine.text import Text

say = Sayings("tutor.home")


def both(kind: str, **facts: Any) -> Text:
    """A message in both languages."""
    return Text(say(kind, "fr", **facts), say(kind, "en", **facts))
