"""One thing after the other.

JupyterLab hands what a page says to another thread of the kernel than the one in which cells run, and nothing that
draws or is drawn stands two threads: the canvas gathers the commands of all boards in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Any, TypeVar

R = TypeVar("R")
_turn = RLock()


def in_turn(act: Callable[..., R]) -> Callable[..., R]:
    """Whoever comes while another is at it waits; what it does by others is its own turn."""

    @wraps(act)
    def waiting(*given: Any, **named: Any) -> R:
        with _turn:
            return act(*given, **named)

    return waiting
