"""Rules that are taken away on trial, to see whether any answer rests on them.

Coverage drops one id at a time and asks its cases again. Checks and ledger lines with a dropped id are not
seen, steps that carry one are passed over. Nothing else sets this, and it costs nothing while it is empty.
Without a rule a procedure may never end: steps are counted, and too many raise Endless.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

ENOUGH = 20_000
dropped: frozenset[str] = frozenset()
_left = 0


class Endless(RuntimeError):
    """Play goes on and on without the rule."""


@contextmanager
def without(*rules: str, steps: int = ENOUGH) -> Iterator[None]:
    """As if these rules were not there, inside the block, for so many steps."""
    global dropped, _left
    before, dropped, _left = dropped, frozenset(rules), steps
    try:
        yield
    finally:
        dropped = before


def skips(rule: str) -> bool:
    """Whether the step that carries out this rule is passed over; called once a step."""
    global _left
    if not dropped:
        return False
    _left -= 1
    if _left < 0:
        raise Endless
    return rule in dropped
