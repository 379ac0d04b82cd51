"""How long a page took, beside what its own thread had to wait because other programs had the processors."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

PAGE = b"--type=renderer"
WORKER = "DedicatedWorker"  # a thread on which a page's kernel runs


class Clock:
    """From its beginning to its end; bars hold for a machine that does nothing else, and tests are seldom alone.

    What is taken off is what Linux counts: how long a thread that could have run was left waiting. It is one thread's
    time: a page's own, or the one that is named, of all pages the one that waited longest.
    """

    def __init__(self, thread: str = "") -> None:
        self.thread = thread

    def __enter__(self) -> Self:
        self._before, self._began = _waiting(self.thread), time.monotonic()
        return self

    def __exit__(self, *error: object) -> None:
        self.whole = time.monotonic() - self._began
        now = _waiting(self.thread)
        self.waited = max((waited - self._before.get(one, 0.0) for one, waited in now.items()), default=0.0)

    @property
    def took(self) -> float:
        return self.of(self.whole)

    def of(self, seconds: float) -> float:
        """What was measured meanwhile in the page itself, less the waiting."""
        return max(seconds - self.waited, 0.0)

    def __repr__(self) -> str:
        return f"{self.took:.2f} s, and {self.waited:.2f} s without a processor"


def _waiting(name: str) -> dict[int, float]:
    """Of each such thread, how many seconds it has waited so far; nothing where the system does not say."""
    found = {}
    for process in _below(os.getpid()):
        try:
            if PAGE not in Path(f"/proc/{process}/cmdline").read_bytes():
                continue
            for thread in Path(f"/proc/{process}/task").iterdir():
                own = int(thread.name) == process
                if (thread / "comm").read_text("utf-8").startswith(name) if name else own:
                    found[int(thread.name)] = int((thread / "schedstat").read_text("ascii").split()[1]) / 1e9
        except OSError:  # it has ended, or this is no Linux
            continue
    return found


def _below(process: int) -> Iterator[int]:
    """All that a process has started."""
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            started = children.read_text("ascii").split()
        except OSError:
            continue
        for one in map(int, started):
            yield one
            yield from _below(one)
