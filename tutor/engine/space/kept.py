"""What was reckoned last for a position, kept by identity: a position is frozen, but costly to compare.

With a rule taken away on trial it is reckoned anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

from tutor.engine import mutation

R = TypeVar("R")


class Beside:
    """Fields at which some functions never look: drafts, the steps that remain.

    Of positions that follow each other and differ in these alone the first stands for all.
    """

    def __init__(self, *fields: str) -> None:
        self.fields = frozenset(fields)
        self._asked: Any = None
        self._first: Any = None

    def standing(self, position: Any) -> Any:
        """The position that stands for this one."""
        if position is not self._asked:
            if self._first is None or not self._same(position.__dict__, self._first.__dict__):
                self._first = position
            self._asked = position
        return self._first

    def _same(self, one: dict[str, Any], other: dict[str, Any]) -> bool:
        return self.fields.issuperset([name for name, held in one.items() if held is not other[name]])


def by_identity(size: int, beside: Beside | None = None) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Remember the last results of a function whose first argument is compared by identity, the others by value.

    `beside` names what the function does not look at.
    """

    def wrap(function: Callable[..., R]) -> Callable[..., R]:
        kept: OrderedDict[tuple[Hashable, ...], tuple[Any, R]] = OrderedDict()
        asked: Any = None
        stands: Any = None  # for the position asked about last

        @wraps(function)
        def recalled(first: Any, *rest: Hashable) -> R:
            nonlocal asked, stands
            if first is not asked:
                asked, stands = first, first if beside is None else beside.standing(first)
            position = stands
            key = (id(position), mutation.dropped, *rest)
            hit = kept.get(key)
            if hit is not None and hit[0] is position:
                return hit[1]
            result = function(first, *rest)
            kept[key] = (position, result)
            if len(kept) > size:
                kept.popitem(last=False)
            return result

        return recalled

    return wrap
