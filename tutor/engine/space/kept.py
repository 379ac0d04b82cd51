"""What was reckoned for a position lies in the position, which is frozen, but costly to compare; or in a part of it.

Nothing is found by a shared field, so a second thread that looks at another position gets the same answers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from functools import wraps
from operator import attrgetter
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
_NOTHING: Any = object()
NO_FIELDS: frozenset[str] = frozenset()
_put = object.__setattr__  # past the lock that frozen fields have


class Shelf:
    """Which results of one function are the last, wherever they lie."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.order: deque[tuple[dict[Any, Any], Any]] = deque()

    def lay(self, kept: dict[Any, Any], key: Hashable, result: Any) -> None:
        """Keep a result; the oldest of all is forgotten."""
        known = key in kept
        kept[key] = result
        if not known:
            self.order.append((kept, key))
            if len(self.order) > self.size:
                old, gone = self.order.popleft()
                old.pop(gone, None)


class Alike:
    """A thing that stands for all that are like it: as an argument it is compared by its likeness."""

    __slots__ = ("likeness", "one")

    def __init__(self, one: Any, likeness: Hashable) -> None:
        self.one, self.likeness = one, likeness

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike) and self.likeness == other.likeness

    def __hash__(self) -> int:
        return hash(self.likeness)


def by_identity(size: int, beside: frozenset[str] = NO_FIELDS) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember the last results of a function whose first argument is a position, compared by identity.

    `beside` names the fields at which the function does not look; they must be all that the class of the position
    hands its memory on past.
    """
    slot = "shared" if beside else "own"

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        shelf = Shelf(size)
        remembered: Callable[..., R] = function

        @wraps(function)
        def recalled(position: Any, *rest: Any) -> R:
            kept = getattr(position, slot, None)
            if kept is None:
                kept = {}
                _put(position, slot, kept)
            key = (function, *rest)
            found: R = kept.get(key, _NOTHING)
            if found is _NOTHING:
                assert not beside or beside >= position.beside, f"{function.__name__} looks at what is passed over"
                found = remembered(position, *rest)
                shelf.lay(kept, key, found)
            return found

        return cast("Callable[P, R]", recalled)

    return wrap


def by_parts(size: int, first: str, *others: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember what a function makes of some parts of a position, for as long as these are the same.

    The function must look at nothing else of the position than its map, its law and these fields. What it finds lies
    in the first, which must be a collection of pieces or a map: whatever else changes in the position, it stays.
    """
    parts = attrgetter(first, "map", "law", *others)

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        shelf = Shelf(size)
        remembered: Callable[..., R] = function

        @wraps(function)
        def recalled(position: Any, *rest: Any) -> R:
            things = parts(position)
            kept = getattr(things[0], "own", None)
            if kept is None:
                kept = {}
                _put(things[0], "own", kept)
            key = (function, *rest)
            held = kept.get(key)
            if held is not None and held[0] == things:  # the very same ones, mostly, and that is seen at once
                return cast("R", held[1])
            found = remembered(position, *rest)
            shelf.lay(kept, key, (things, found))
            return found

        return cast("Callable[P, R]", recalled)

    return wrap
