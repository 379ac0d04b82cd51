"""What came out of a question, in words: sides, places and numbers by what they are, and nothing as nothing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tutor.engine.facts import Place, Side
from tutor.engine.words import Words, messages


def end_told(value: Any, state: Any, words: Words) -> str:
    """An outcome as a label: never empty, whatever a question answers."""
    return _told(value, state, words) or words.noun("nothing").bare(words.lang)


def _told(value: Any, state: Any, words: Words) -> str:
    match value:
        case (str() as place, ending) if isinstance(value, tuple) and state.exists("place", place):
            return f"{words.fact(Place(place))} → {_told(ending, state, words)}"
        case tuple():
            return ", ".join(_told(one, state, words) for one in value)
        case Mapping():
            told = [f"{key} {_told(one, state, words)}" for key, one in value.items()]
            return ", ".join(told)
        case str():
            return _named(value, state, words)
        case bool() | int() | Fraction() | None:
            return words.fact(value)
    return str(value)


def _named(name: str, state: Any, words: Words) -> str:
    """A noun of the game, a place, or a side."""
    if name in messages(words.book)["nouns"]:
        return words.noun(name).bare(words.lang)
    if state.exists("place", name):
        return words.fact(Place(name))
    named = words.names(Side(name)) if name else None
    return named.bare(words.lang) if named else name


def in_order(entry: tuple[Any, Fraction]) -> tuple[Any, ...]:
    """Numbers, and lists of numbers, by size; all else by likelihood, then place by place."""
    value, chance = entry
    if _is_number(value):
        return 0, value
    if isinstance(value, tuple) and value and all(map(_is_number, value)):
        return 1, value
    return 2, -chance, repr(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)
