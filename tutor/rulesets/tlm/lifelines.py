"""What hangs on an area: the units that would lose their supply with it, or have it again.

Nothing here is a rule: who has a line is asked of `supply`, and what would become of it is reckoned over the same
areas.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tutor.engine.space.bits import Bits, bits_of
from tutor.engine.space.kept import by_parts
from tutor.engine.space.maps import AreaMap
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.sources import ENGLAND, sources
from tutor.rulesets.tlm.state import INFANTRY_TYPE, State, foe
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


# -- when the enemy has walked in wherever he may ----------------------------------------------------------------------
def _where(state: State, side: str, *kinds: str) -> int:
    """The areas in which a side has something of these kinds."""
    there = (piece.place for piece in state.pieces.of(side) if piece.kind in kinds)
    return bits_of(state.map).set({place for place in there if place is not None})


@by_parts(16, *_PARTS)
def _barred(state: State, side: str) -> int:
    """The areas in which somebody of a side bars the way."""
    return _where(state, side, *INFANTRY_TYPE, "cavalry")


@by_parts(16, *_PARTS)
def _beside_the_enemy(state: State, side: str) -> tuple[int, int]:
    """The areas into which the other side walks next, and those into which its cavalry does, which goes further."""
    bits, beside, other = bits_of(state.map), _beside(state.map), foe(side)
    own = bits.set(area for area in state.map.places if areas.area_state(state, area, other) == areas.FRIENDLY)
    anybody, horse = (
        _around(bits, beside, there & own) for there in (_barred(state, other), _where(state, other, "cavalry"))
    )
    return anybody, horse


def _walked_into(state: State, side: str, left: int = 0, held: int = 0) -> int:
    """The areas that nobody bars and the enemy may walk into; some areas left, others held."""
    bare = (open_to(state, side) | held) & ~(_barred(state, side) & ~left | held)
    near, by_horse = _beside_the_enemy(state, side)
    further = _around(bits_of(state.map), _beside(state.map), by_horse & bare)
    return bare & (near | further)


def lasting(state: State, side: str, left: int = 0, held: int = 0) -> int:
    """Where supply still comes when the enemy walks in wherever nobody bars the way; some areas left, others held."""
    return _reached(state, side, (open_to(state, side) | held) & ~_walked_into(state, side, left, held))


@by_parts(16, *_PARTS)
def _lasts(state: State, side: str) -> int:
    """How many pieces keep their line as everybody stands."""
    return _standing_in(state, side, lasting(state, side))


@by_parts(512, *_PARTS)
def kept(state: State, side: str, area: str) -> int:
    """How many pieces elsewhere keep their line if somebody bars the way in the area, and else would not."""
    here = bits_of(state.map).of[area]
    if not here & _walked_into(state, side, left=here):
        return 0
    more = lasting(state, side, held=here) & ~lasting(state, side, left=here) & ~here
    return _standing_in(state, side, more)


def _standing_in(state: State, side: str, places: int) -> int:
    of = bits_of(state.map).of
    return sum(n for place, n in _standing(state, side).items() if places & of[place])


def fed_to_the_last(state: State, side: str, units: Iterable[str], area: str) -> int:
    """How many more pieces keep their line when these units go to an area than if they stay; as a rule fewer."""
    bits, there = bits_of(state.map), _standing(state, side)
    going: dict[str, int] = {}
    for unit in units:
        piece = state.pieces[unit]
        going[str(piece.place)] = going.get(str(piece.place), 0) + (len(state.inside(unit)) or 1)
    left = bits.set(place for place, n in going.items() if n >= there.get(place, 0))
    after = lasting(state, side, left, bits.of[area])
    then = {**there, **{place: there.get(place, 0) - n for place, n in going.items()}}
    then[area] = then.get(area, 0) + sum(going.values())
    return sum(n for place, n in then.items() if after & bits.of[place]) - _lasts(state, side)


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
