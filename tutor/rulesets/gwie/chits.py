"""3.26, 6.0: the chits of the Near East alone: which lie in a cup, by side, Front and letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tutor.engine.facts import Cell
from tutor.engine.law import Law

TABLE = "event-cup"
COMBAT, PHASE, AT_ONCE, RAID, NONE = "combat", "phase", "at-once", "raid", "none"


def chits(law: Law, side: str, fronts: Iterable[str], after: str, upto: str) -> tuple[str, ...]:
    """The chits of a side that come in with the letters after one and up to another, if a Front has a use for them."""
    return tuple(sorted(_coming(law, side, frozenset(fronts), after, upto)))


def _coming(law: Law, side: str, fronts: frozenset[str], after: str, upto: str) -> Iterator[str]:
    for chit, row in law.table(TABLE).rows.items():
        if row["side"] == side and fronts & set(str(row["fronts"]).split()):
            yield from (chit for letter in str(row["letters"]).split() if after < letter <= upto)


def without(cup: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """A cup less what was drawn from it, chit by chit."""
    left = list(cup)
    for chit in gone:
        if chit in left:
            left.remove(chit)
    return tuple(left)


def chit(law: Law, id: str, column: str = "rule") -> Cell:
    """What the table says of a chit."""
    return law.table(TABLE).at(id, column)
