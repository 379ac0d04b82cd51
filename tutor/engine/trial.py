"""A law on trial: some rules are taken away, to see whether any answer rests on them.

Without a rule a procedure may never end: its steps are counted, and too many raise NoEnd.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from tutor.engine.law import Law

ENOUGH = 20_000


class NoEnd(RuntimeError):
    """Play goes on and on without the rule."""


@dataclass(frozen=True, eq=False)
class OnTrial(Law):
    """A law that is switched off in part, for so many steps."""

    left: Iterator[int] = field(kw_only=True)

    def skips(self, rule: str) -> bool:
        if next(self.left, None) is None:
            raise NoEnd
        return super().skips(rule)

    def following(self, implied: frozenset[str]) -> Law:
        """The law that a position implies is on the same trial."""
        law = super().following(implied)
        if law is self:
            return law
        return _tried(law, self.left)


def on_trial(law: Law, *rules: str, steps: int = ENOUGH) -> OnTrial:
    """As if these rules were not there, for so many steps."""
    without = law.without(*rules)
    left = iter(range(steps))
    return _tried(without, left)


def _tried(law: Law, left: Iterator[int]) -> OnTrial:
    held = {one.name: getattr(law, one.name) for one in fields(Law)}
    return OnTrial(**held, left=left)
