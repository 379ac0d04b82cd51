"""What was reckoned for a position lies in the position, which is frozen, but costly to compare.

Nothing is found by a shared field, so a second thread that looks at another position gets the same answers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from tutor.engine.pieces import OWN, SHARED

P = ParamSpec("P")
R = TypeVar("R")
_NOTHING: Any = object()
NO_FIELDS: frozenset[str] = frozenset()


def by_identity(size: int, beside: frozenset[str] = NO_FIELDS) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember the last results of a function whose first argument is a position, compared by identity.

    `beside` names the fields at which the function does not look; they must be all that the class of the position
    hands its memory on past.
    """
    slot, put = ("shared", SHARED.__set__) if beside else ("own", OWN.__set__)

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        order: deque[tuple[dict[Any, Any], Any]] = deque()  # which results are the last, wherever they lie
        remembered: Callable[..., R] = function

        @wraps(function)
        def recalled(position: Any, *rest: Any) -> R:
            kept = getattr(position, slot, None)
            if kept is None:
                kept = {}
                put(position, kept)
            key = (function, *rest)
            found: R = kept.get(key, _NOTHING)
            if found is _NOTHING:
                assert beside >= position.beside or not beside, f"{function.__name__} looks at what is passed over"
                found = kept[key] = remembered(position, *rest)
                order.append((kept, key))
                if len(order) > size:
                    old, gone = order.popleft()
                    old.pop(gone, None)
            return found

        return cast("Callable[P, R]", recalled)

    return wrap
