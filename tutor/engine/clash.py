"""Clashes: who fights whom, and where, as a game reads it off its position. The board draws them and knows no rule."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from tutor.engine.facts import value


@value
class Clash:
    """An attack of a `side` on a place, declared or fought: `units` of its own, with what supports them, and `foes`.

    `origins` are the places whence it comes. Of all that are declared one at most is `begun`: the one that is fought.
    Where a place can be attacked in several ways at once, each is `by` another one.
    """

    place: str
    side: str
    units: tuple[str, ...]
    foes: tuple[str, ...]
    origins: tuple[str, ...] = ()
    begun: bool = False
    by: str = ""

    def same(self, other: Clash) -> bool:
        """Whether it is this attack, at another moment."""
        if self.place != other.place:
            return False
        return self.side == other.side and self.by == other.by


Clashes: TypeAlias = Callable[[Any], Iterable[Clash]]
Aims: TypeAlias = Mapping[str, frozenset[str]]  # questions that aim: in which ones whoever declares no more has done


def ids(*pieces: Iterable[Any]) -> tuple[str, ...]:
    """The pieces of several kinds by their ids, each once."""
    all_of_them = itertools.chain(*pieces)
    found = [piece.id for piece in all_of_them]
    return tuple(dict.fromkeys(found))


def whence(pieces: Iterable[Any], to: str) -> tuple[str, ...]:
    """The places that pieces stand in, but for the one that they go to."""
    places = {piece.place for piece in pieces}
    others = places - {None, to}
    return tuple(sorted(others))
