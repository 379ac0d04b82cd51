"""The fourth voice: what a rule models, in one sentence for the class, without a word of the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

from tutor.engine.text import Text


@cache
def voices(game: str) -> Mapping[str, Text]:
    """The sentences of a game, by rule."""
    import yaml

    path = resources.files("tutor.lessons").joinpath("voices", f"{game}.yaml")
    if not path.is_file():
        return {}
    data = yaml.safe_load(path.read_text("utf-8")) or {}
    return {str(rule): Text.of(both) for rule, both in data.items()}
