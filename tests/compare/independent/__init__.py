"""Battles worked out a second time, from the booklets alone: plain sums over every face of every die.

Nothing here uses the games' procedures. The position is the diorama as written, the numbers are those of the
files of the tables. What a program does not know of it refuses, so that a diorama that grows is noticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Data: TypeAlias = Mapping[str, Any]
End: TypeAlias = tuple[str, Fraction, Fraction, bool, Fraction]
Ends: TypeAlias = dict[End, Fraction]

GOAL = "0404"
RULESETS = Path(__file__).parents[3] / "tutor" / "rulesets"
FACES = range(1, 7)


@cache
def table(game: str, name: str) -> dict[str, Any]:
    """A table as it is written, stand-in or not."""
    written: dict[str, Any] = yaml.safe_load(
        (RULESETS / game / "rulebook" / "tables" / f"{name}.yaml").read_text("utf-8")
    )
    return written


def every(dice: int) -> Iterator[tuple[int, ...]]:
    """Each way in which so many dice may fall."""
    return product(FACES, repeat=dice)


def together(parts: Iterable[tuple[Fraction, Ends]]) -> Ends:
    """Cases, each with its chance."""
    found: Ends = {}
    for chance, ends in parts:
        for end, within in ends.items():
            if chance * within:
                found[end] = found.get(end, Fraction(0)) + chance * within
    return found


def share(lost: int, of: int) -> Fraction:
    return Fraction(lost, of) if of else Fraction(0)
