"""What several do at the same time: each on the position as it was, unseen by the others; then it is put together.

Nobody draws or rolls while he acts aside: what cards and dice bring comes when everything is on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tutor.engine.pieces import Frozen

Joined: TypeAlias = Callable[[Any, Any, Mapping[str, Any]], Any]  # where all began, the trace, what each made of it


@dataclass(frozen=True, kw_only=True)
class Aside(Frozen):
    """Somebody acts aside: who, from which position, and the positions of those who have done so already."""

    side: str
    before: Any
    made: tuple[tuple[str, Any], ...] = ()

    @property
    def done(self) -> tuple[str, ...]:
        sides = [side for side, _ in self.made]
        return tuple(sides)


def aside(state: Any, side: str) -> Any:
    """The position in which a side acts aside, beginning where all others begin."""
    here: Aside | None = state.aside
    if here is None:
        begun = Aside(side=side, before=state)
        return state.but(aside=begun)
    made = (*here.made, _made(state, here))
    next_one = here.but(side=side, made=made)
    return here.before.but(aside=next_one)


def _made(state: Any, here: Aside) -> tuple[str, Any]:
    """Who acts aside now, and what he has made of the position."""
    alone = state.but(aside=None)
    return here.side, alone


def made_by_all(state: Any) -> tuple[Any, dict[str, Any]]:
    """The position in which all began, and what each has made of it."""
    here: Aside = state.aside
    made = dict(here.made)
    last, alone = _made(state, here)
    made[last] = alone
    return here.before, made


def as_seen(state: Any, side: str) -> Any:
    """The position as a side sees it while somebody acts aside: without what others have done so far."""
    here: Aside | None = state.aside
    if here is None:
        return state
    if here.side != side:
        return here.before
    own = here.but(made=())
    return state.but(aside=own)


def reader(state: Any, named: str | None = None) -> str | None:
    """Who alone may read what is said now; None where all may."""
    if named:
        return named
    here: Aside | None = getattr(state, "aside", None)
    return None if here is None else here.side
