"""What a side may see: everything, but how the other lines up its aircraft before both lines are shown (10.3.4.1)."""

from __future__ import annotations

from tutor.rulesets.fa.state import State, foe


def view(s: State, side: str) -> State:
    """The position as a side sees it."""
    sky = s.air
    if sky is None or sky.started:
        return s
    other = foe(side)
    return s.but(air=sky.but(fighters=sky.fighters.drop(other), bombers=sky.bombers.drop(other)))
