"""Rules that are taken away on trial, to see whether any answer rests on them.

Coverage drops one id at a time and asks its cases again. Checks and ledger lines with a dropped id are not
seen, steps that carry one are passed over. Nothing else sets this, and it costs nothing while it is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

dropped: frozenset[str] = frozenset()


@contextmanager
def without(*rules: str) -> Iterator[None]:
    """As if these rules were not there, inside the block."""
    global dropped
    before, dropped = dropped, frozenset(rules)
    try:
        yield
    finally:
        dropped = before
