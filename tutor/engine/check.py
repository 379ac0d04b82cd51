"""Checks, objections and verdicts: one condition of one rule, and what all of them decide.

A rule is written as a generator of objections. No objection: legal. Whoever only wants to know asks the law for the
first one (`law.allows`); whoever wants to learn reads them all, with the checks that held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from tutor.engine import notebook
from tutor.engine.facts import NO_FACTS, Chosen, Facts, Number, places_in, units_in, value
from tutor.engine.ledger import Ledger


class Check(NamedTuple):
    """One condition of one rule on one request: it holds or not, with the facts that were compared."""

    rule: str
    kind: str
    ok: bool
    facts: Facts = NO_FACTS
    exempt_by: str | None = None

    @property
    def units(self) -> tuple[str, ...]:
        return units_in(self.facts)

    @property
    def places(self) -> tuple[str, ...]:
        return places_in(self.facts)


Checks: TypeAlias = Iterator[Check]
_new = tuple.__new__  # none are made as often as checks: without the detour of a named tuple's own


def objection(rule: str, kind: str, /, **facts: Any) -> Check:
    """A check that does not hold."""
    return _new(Check, (rule, kind, False, facts, None))


def held(rule: str, kind: str, /, **facts: Any) -> Check:
    """A check that holds, where a learner would ask "why may I?"."""
    return _new(Check, (rule, kind, True, facts, None))


class Rest(NamedTuple):
    """A reading that decides, and by its other options whether the request were legal; None: it were not asked."""

    chosen: Chosen
    others: tuple[tuple[str, bool | None], ...]


@value
class Verdict:
    """The answer to any request, legal or not; `rests` are the readings that decide, where they were looked for.

    `asked` is the rule that asks, where a step does: it lets pass whatever no check speaks of.
    """

    request: Any
    checks: tuple[Check, ...]
    rank: tuple[str, ...] = ()
    state: Any = field(default=None, compare=False, repr=False)
    rests: tuple[Rest, ...] = field(default=(), compare=False)
    asked: str = field(default="", compare=False)

    @classmethod
    def of(cls, request: Any, checks: Iterable[Check], rank: tuple[str, ...] = (), state: Any = None) -> Verdict:
        """Read all checks; failed ones that `rank` names come first, in its order."""
        read = tuple(checks)
        return cls(request, read, rank, state)

    @property
    def legal(self) -> bool:
        return all(check.ok for check in self.checks)

    @property
    def objections(self) -> tuple[Check, ...]:
        """The checks that failed, the weightiest first."""
        failed = [check for check in self.checks if not check.ok]
        failed.sort(key=self._weight)
        return tuple(failed)

    @property
    def held(self) -> tuple[Check, ...]:
        found = [check for check in self.checks if check.ok]
        return tuple(found)

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids that decide: the failed ones, or all that held."""
        deciding = self.objections or self.held
        ids = [check.rule for check in deciding]
        return tuple(dict.fromkeys(ids))

    @property
    def price(self) -> Number | None:
        """What the answer costs: the fact `cost` of a check that held, a ledger or a number, where one names it."""
        for check in self.held:
            match check.facts.get("cost"):
                case None:
                    continue
                case Ledger() as story:
                    return story.total
                case int() | Fraction() as number if not isinstance(number, bool):
                    return number
                case other:
                    raise TypeError(f"{check.rule} {check.kind}: a cost is a ledger or a number, not {other!r}")
        return None

    def _weight(self, check: Check) -> int:
        if check.kind in self.rank:
            return self.rank.index(check.kind)
        return len(self.rank)

    def _repr_html_(self) -> str:
        return notebook.html(self)
