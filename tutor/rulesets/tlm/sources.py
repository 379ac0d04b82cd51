"""6.1 Supply sources: the areas that bear a disc of a side, and England."""

from __future__ import annotations

from tutor.rulesets.tlm.state import State

ENGLAND = "england"
COAST = "coast"
_DISC = {"GE": "source-GE", "Entente": "source-Entente"}


def is_source(state: State, area: str, side: str) -> bool:
    """Whether the map shows a disc of this side in an area."""
    return _DISC[side] in state.map.area(area).flags


def sources(state: State, side: str) -> tuple[str, ...]:
    return tuple(area for area in state.map.places if is_source(state, area, side))
