"""10.1, 10.3: the supply phase; and 10.2 for a whole side at once, the same text turned into sets of hexes."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.pieces import Pieces
from tutor.engine.space import masks
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.masks import CLOSED, Lay, Steps, spread
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.disorganisation import disorganise_together, settle
from tutor.rulesets.se.ground import is_cliff_hex
from tutor.rulesets.se.state import State, Unit
from tutor.rulesets.se.supply import (
    FIRST,
    LENGTH,
    OFF,
    ROAD,
    UNIT,
    is_road_hex,
    line_lengths,
    marked_hexes,
    objections_off_the_road,
    objections_on_the_road,
    objections_to_tracing,
    refusals,
    sources_of,
)


@lru_cache(maxsize=8)
def _lay(map: HexMap) -> Lay:
    """The steps of a map by all that a line takes from the ground."""

    def alike(a: str, b: str) -> Hashable:
        return map.sides(a, b), is_cliff_hex(map, a), is_cliff_hex(map, b), is_road_hex(map, a), bool(map.roads(a, b))

    return Lay(map, map, alike)


class Ground:
    """What the ground lets a line do, as sets; and of every likeness of a hex, once asked, what enemies close in it."""

    def __init__(self, map: HexMap, law: Law) -> None:
        empty, walker, lay = State(law, map=map, pieces=Pieces()), Unit("", "", "", None), _lay(map)

        def opens(before: str, after: str) -> Steps:
            def price(a: str, b: str) -> int:
                if after == ROAD and not map.roads(a, b):
                    return CLOSED
                return 1 if law.allows(objections_to_tracing(empty, walker, (a, before), (b, after))) else CLOSED

            return masks.Ground.of(lay, {likeness: price(*ends) for likeness, ends in lay.examples.items()}, {}).steps

        self.bits = lay.bits
        self.first, self.second, self.further = opens(UNIT, FIRST), opens(FIRST, OFF), opens(OFF, OFF)
        self.along = opens(ROAD, ROAD)
        self.roads = self.bits.set(hex for hex in map.places if is_road_hex(map, hex))
        self.shut: dict[object, tuple[bool, bool]] = {}

    def closed(self, s: State, side: str) -> tuple[int, int]:
        """The hexes that enemies close, off the road and on it."""
        off = on = 0
        for hex, mark in marked_hexes(s, side, False).items():
            shut = self.shut.get(mark)
            if shut is None:
                walker = Unit("", side, "infantry", None)
                off_road = s.law.allows(objections_off_the_road(s, walker, hex))
                on_road = s.law.allows(objections_on_the_road(s, walker, hex))
                shut = self.shut[mark] = not off_road, not on_road
            off |= self.bits.of[hex] if shut[0] else 0
            on |= self.bits.of[hex] if shut[1] else 0
        return off, on


@lru_cache(maxsize=8)
def ground(map: HexMap, law: Law) -> Ground:
    return Ground(map, law)


@by_identity(16)
def fed(s: State, side: str) -> frozenset[str]:
    """The hexes of a side's units from which a line leads to a source: back from the sources, hex by hex."""
    own = {unit.place for unit in s.units_of(side) if unit.place}
    if s.bridges:  # the ground itself is not what the map says
        lengths = line_lengths(s, side)
        return frozenset(hex for hex in own if (hex, UNIT) in lengths)
    land = ground(s.map, s.law)
    off, on = land.closed(s, side)
    open_off, open_on = land.bits.all & ~off, land.bits.all & ~on
    road = spread(land.bits.set(sources_of(s, side)), land.along.into(open_on).back).places
    here = road & open_on & land.roads
    reached = spread(here, land.further.into(open_off).back, LENGTH - 2).places
    nearly = here | land.second.into(open_off).back.entered(reached)
    joins = road & land.roads & (land.bits.all if s.law.reads("supply-own-hex", "not-counted") else open_on)
    found = joins | land.first.into(open_off).back.entered(nearly)
    return frozenset(hex for hex in own if land.bits.of[hex] & found)


def in_supply(s: State, unit: Unit) -> bool:
    """Whether some line of the unit leads to a source of its side."""
    if unit.hq or s.law.reads("supply-terrain", "impassable-all"):
        return (unit.place, UNIT) in line_lengths(s, unit.side, unit.kind, unit.hq)
    return unit.place in fed(s, unit.side)


# -- the supply phase --------------------------------------------------------------------------------------
@step("supply-phase", "10.0")
def supply_phase(s: State, t: Trace) -> State:
    """Both armies check at the same time, all in the position as it stands; then what comes of it is done (10.3)."""
    found, status = s, {u.id: in_supply(s, u) for u in s.on_map() if u.fights}
    hungry = [s.unit(id) for id, supplied in status.items() if not supplied]
    s = s.put(*(s.unit(id).but(supplied=supplied) for id, supplied in status.items()))
    for unit in hungry:
        if unit.fortress:
            t.say("20.4", "needs-no-supply", s, unit=U(unit.id))
            continue
        t.say("10.3", "unsupplied", s, unit=U(unit.id))
        for check in refusals(found, unit):
            t.say(check.rule, check.kind, s, **check.facts)
    return settle(disorganise_together(s, t, [u.id for u in hungry if not u.fortress], 1, "10.3"), t)
