"""The fourth voice: what a rule models, in one sentence for the class, without a word of the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tutor import rulesets
from tutor.engine.text import Text


@cache
def voices(game: str) -> Mapping[str, Text]:
    """The sentences of a game, by rule."""
    import yaml

    path = rulesets.folder(game) / "voices.yaml"
    if not path.is_file():
        return {}
    data = yaml.safe_load(path.read_text("utf-8")) or {}
    return {str(rule): Text.of(both) for rule, both in data.items()}
