"""1.1 d-h: the maps of the fronts, and the links by which one passes from one to another.

Hexes of two maps that bear the same letter are passed between as if they were neighbours (`passage`); where a track
leaves a map, trains enter another by any hex that its letters lead to (`rail`).
"""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.space.joining import Joined
from tutor.engine.space.maps import HexMap

PASSAGE, RAIL = "passage", "rail"
RULES = {("west", "seine"): "1.1-e", ("east", "petrograd"): "1.1-f", ("balkans", "east"): "1.1-h"}


@lru_cache(maxsize=32)
def land(map: HexMap) -> Joined:
    """The ground that one walks over: every map, those with the same letters joined."""
    return Joined(map, frozenset({PASSAGE}))


def link_rule(one: str, other: str) -> str:
    """The clause that joins two maps."""
    return RULES.get((one, other)) or RULES.get((other, one), "1.1-d")
