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
        return tuple(side for side, _ in self.made)


def aside(state: Any, side: str) -> Any:
    """The position in which a side acts aside, beginning where all others begin."""
    here: Aside | None = state.aside
    if here is None:
        return state.but(aside=Aside(side=side, before=state))
    made = (*here.made, (here.side, state.but(aside=None)))
    return here.before.but(aside=Aside(side=side, before=here.before, made=made))


def made_by_all(state: Any) -> tuple[Any, dict[str, Any]]:
    """The position in which all began, and what each has made of it."""
    here: Aside = state.aside
    return here.before, {**dict(here.made), here.side: state.but(aside=None)}


def as_seen(state: Any, side: str) -> Any:
    """The position as a side sees it while somebody acts aside: without what others have done so far."""
    here: Aside | None = state.aside
    if here is None:
        return state
    return state.but(aside=here.but(made=())) if here.side == side else here.before


def reader(state: Any, named: str | None = None) -> str | None:
    """Who alone may read what is said now; None where all may."""
    here: Aside | None = getattr(state, "aside", None)
    return named or (None if here is None else here.side)
