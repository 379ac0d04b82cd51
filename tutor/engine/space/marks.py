"""What a position says of the places of a space, found only where a search comes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any


class Marks(dict[Any, Hashable]):
    """Of every node the mark that a chapter gives it; see `paths.reach` for what a mark must hold.

    Args:
        mark: What the position says of a node, None for nothing.
        known: Marks that were found before.
    """

    def __init__(self, mark: Callable[[Any], Hashable], known: Mapping[Any, Hashable] | None = None) -> None:
        super().__init__(known or {})
        self._mark = mark

    def __missing__(self, node: Any) -> Hashable:
        found = self[node] = self._mark(node)
        return found

    get = dict.__getitem__  # type: ignore[assignment]  # every node has its answer, and asking costs no more than a dict
