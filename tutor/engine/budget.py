"""How much may be reckoned: positions and seconds. Whoever reckons asks at every step whether it is late."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

Late: TypeAlias = Callable[[], bool]


class OverBudget(RuntimeError):
    """Exact odds would need more positions than the budget allows."""


class OutOfTime(OverBudget):
    """Exact odds would need more time than they were given."""


def never_late() -> bool:
    """As long as it takes."""
    return False


class Watch:
    """Says when the seconds are over; asked as often as reckoning goes on, it tells every two of them how it goes."""

    def __init__(
        self,
        seconds: float,
        tell: Callable[[float], object] = lambda elapsed: None,
        every: float = 2.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seconds, self.tell, self.every, self.clock = seconds, tell, every, clock
        self.began = clock()
        self._next = self.began + every

    def __call__(self) -> bool:
        now = self.clock()
        elapsed = now - self.began
        if now >= self._next:
            self._next = now + self.every
            self.tell(elapsed)
        return elapsed >= self.seconds

    @property
    def elapsed(self) -> float:
        return self.clock() - self.began
