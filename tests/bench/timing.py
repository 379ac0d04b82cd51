"""What every benchmark shares: passes that alternate between the two sides, medians, and rows with their bars."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Effort:
    """How long to measure: seconds for each side of a row, in so many passes."""

    seconds: float = 1.0
    passes: int = 7


QUICK = Effort(0.01, 1)


@dataclass(frozen=True)
class Row:
    """One comparison. `ratio` is what the bar speaks of; a row without a bar is only reported."""

    part: str
    name: str
    ours: float
    peer: float | None
    unit: str
    ratio: float | None
    says: str
    bar: float | None = None
    at_most: bool = True
    note: str = ""

    @property
    def met(self) -> bool | None:
        if self.bar is None or self.ratio is None:
            return None
        return self.ratio <= self.bar if self.at_most else self.ratio >= self.bar

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "met": self.met}


def of_its_time(part: str, name: str, ours: float, peer: float, unit: str, **more: Any) -> Row:
    """Our time as a part of the peer's: at most the bar."""
    return Row(part, name, ours, peer, unit, ours / peer, "of its time", **more)


def times_faster(part: str, name: str, ours: float, peer: float, unit: str, **more: Any) -> Row:
    """How many times the peer's time is ours: at least the bar."""
    return Row(part, name, ours, peer, unit, peer / ours, "times faster", at_most=False, **more)


def alternated(calls: Sequence[Callable[[], object]], effort: Effort) -> list[float]:
    """Microseconds of one call of each, medians of passes in which they take turns, so that noise falls on all."""
    found: list[list[float]] = [[] for _ in calls]
    share = effort.seconds / effort.passes
    for _ in range(effort.passes):
        for index, call in enumerate(calls):
            found[index].append(_pass(call, share))
    return [statistics.median(times) for times in found]


def _pass(call: Callable[[], object], seconds: float) -> float:
    batch, done, began = 1, 0, time.process_time()
    while True:
        for _ in range(batch):
            call()
        done += batch
        spent = time.process_time() - began
        if spent >= seconds:
            return 1e6 * spent / done
        batch = max(1, min(batch * 2, int(done * (seconds - spent) / max(spent, 1e-9)) or 1))
