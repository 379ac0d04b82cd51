"""What came out of a question, in words: sides, places and numbers by what they are, and nothing as nothing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tutor.engine.facts import Place, Side
from tutor.engine.words import Words, messages


def end_told(value: Any, state: Any, words: Words) -> str:
    """An outcome as a label: never empty, whatever a question answers."""
    told = _told(value, state, words)
    nothing = words.noun("nothing")
    return told or nothing.bare(words.lang)


def _told(value: Any, state: Any, words: Words) -> str:
    match value:
        case (str() as place, ending) if isinstance(value, tuple) and state.exists("place", place):
            there = words.fact(Place(place))
            return f"{there} → {_told(ending, state, words)}"
        case tuple():
            parts = [_told(one, state, words) for one in value]
            return ", ".join(parts)
        case Mapping():
            entries = [f"{key} {_told(one, state, words)}" for key, one in value.items()]
            return ", ".join(entries)
        case str():
            return _named(value, state, words)
        case bool() | int() | Fraction() | None:
            return words.fact(value)
    return str(value)


def _named(name: str, state: Any, words: Words) -> str:
    """A noun of the game, a place, or a side."""
    nouns = messages(words.book)["nouns"]
    if name in nouns:
        noun = words.noun(name)
        return noun.bare(words.lang)
    if state.exists("place", name):
        return words.fact(Place(name))
    side = words.names(Side(name)) if name else None
    return side.bare(words.lang) if side else name


def in_order(entry: tuple[Any, Fraction]) -> tuple[Any, ...]:
    """Numbers, and lists of numbers, by size; all else by likelihood, then place by place."""
    value, chance = entry
    if _is_number(value):
        return 0, value
    is_list = isinstance(value, tuple) and value
    if is_list and all(map(_is_number, value)):
        return 1, value
    return 2, -chance, repr(value)


def _is_number(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, (int, Fraction))
