"""What hangs on an area: the units that would lose their supply with it, or have it again.

Nothing here is a rule: who has a line is asked of `supply`, and what would become of it is reckoned over the same
areas.
"""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.space.bits import Bits, bits_of
from tutor.engine.space.kept import by_parts
from tutor.engine.space.maps import AreaMap
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.sources import ENGLAND, sources
from tutor.rulesets.tlm.state import State
from tutor.rulesets.tlm.supply import fed, open_to

_PARTS = ("pieces", "control", "entered", "fought")  # all that a line asks of a position


@lru_cache(maxsize=16)
def _beside(map: AreaMap) -> dict[str, int]:
    """Of each area those to which a line may run from it."""
    bits = bits_of(map)
    return {area: bits.set(near) for area, near in areas.overland(map).items()}


def _reached(state: State, side: str, open_: int) -> int:
    """The areas to which supply comes through open ones, and those beside them, from where a unit may trace a line."""
    bits, beside = bits_of(state.map), _beside(state.map)
    reached = new = bits.set(sources(state, side)) & open_
    while new:
        around = _around(bits, beside, new)
        new = around & open_ & ~reached
        reached |= new
    return reached | _around(bits, beside, reached)


def _around(bits: Bits, beside: dict[str, int], found: int) -> int:
    around = 0
    for area in bits.places(found):
        around |= beside[area]
    return around


@by_parts(16, *_PARTS)
def supplied(state: State, side: str) -> frozenset[str]:
    """The areas whose units of a side are in supply."""
    bits = bits_of(state.map)
    return frozenset((ENGLAND, *bits.places(fed(state, side, False))))


@by_parts(16, *_PARTS)
def _standing(state: State, side: str) -> dict[str, int]:
    """Where the side's pieces stand, and how many; forts are left out, which are lost for other reasons."""
    found: dict[str, int] = {}
    for piece in state.pieces.of(side):
        if piece.on_map and piece.kind not in ("army", "fort") and piece.place != ENGLAND:
            found[str(piece.place)] = found.get(str(piece.place), 0) + 1
    return found


@by_parts(512, *_PARTS)
def hanging(state: State, side: str, area: str) -> int:
    """How many pieces elsewhere would have no line any more if the area were lost."""
    bits, there = bits_of(state.map), _standing(state, side)
    open_ = open_to(state, side)
    if not open_ & bits.of[area]:
        return 0
    left = _reached(state, side, open_ & ~bits.of[area])
    now = supplied(state, side)
    return sum(n for other, n in there.items() if other != area and other in now and not left & bits.of[other])


@by_parts(512, *_PARTS)
def freed(state: State, side: str, area: str) -> int:
    """How many pieces that have no line would have one again if the area were theirs."""
    bits, now = bits_of(state.map), supplied(state, side)
    cut = {other: n for other, n in _standing(state, side).items() if other not in now}
    open_ = open_to(state, side)
    if not cut or open_ & bits.of[area]:
        return 0
    gained = _reached(state, side, open_ | bits.of[area])
    return sum(n for other, n in cut.items() if gained & bits.of[other])


@by_parts(16, *_PARTS)
def way_home(state: State, side: str) -> dict[str, int]:
    """How many steps over one's own ground lead from each area to one in supply."""
    now = supplied(state, side)
    own = {area for area in state.map.places if areas.area_state(state, area, side) in (areas.FRIENDLY, areas.DISPUTED)}
    far = dict.fromkeys((area for area in state.map.places if area in own & now), 0)
    todo = list(far)
    for area in todo:
        for other in state.map.neighbours(area):
            if other in own and other not in far and not areas.by_sea(state, area, other):
                far[other] = far[area] + 1
                todo.append(other)
    return far
