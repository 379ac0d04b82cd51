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


def by_identity(size: int) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Remember the last results of a function whose first argument is compared by identity, the others by value."""

    def wrap(function: Callable[..., R]) -> Callable[..., R]:
        kept: OrderedDict[tuple[Hashable, ...], tuple[Any, R]] = OrderedDict()

        @wraps(function)
        def recalled(first: Any, *rest: Hashable) -> R:
            key = (id(first), mutation.dropped, *rest)
            hit = kept.get(key)
            if hit is not None and hit[0] is first:
                return hit[1]
            result = function(first, *rest)
            kept[key] = (first, result)
            if len(kept) > size:
                kept.popitem(last=False)
            return result

        return recalled

    return wrap
