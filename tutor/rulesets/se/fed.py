"""10.1, 10.3: the supply phase; and 10.2 for a whole side at once, the same text turned into sets of hexes."""

from __future__ import annotations

from functools import cached_property, lru_cache

from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.space.bits import Bits, before, flooded
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import CLOSED
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.disorganisation import disorganise_together, settle
from tutor.rulesets.se.state import State, Unit
from tutor.rulesets.se.supply import (
    FIRST,
    LENGTH,
    OFF,
    ROAD,
    UNIT,
    line_lengths,
    marked_hexes,
    objections_off_the_road,
    objections_on_the_road,
    refusals,
    sources_of,
    static_lines,
)


class Ground:
    """What the ground lets a line do, as sets; and of every likeness of a hex, once asked, what enemies close in it."""

    def __init__(self, map: HexMap, law: Law) -> None:
        self.bits = Bits(map)
        steps = {node: dict(onward) for node, onward in static_lines(map, law, "").steps.items()}

        def opens(before: str, after: str, a: str, b: str) -> bool:
            return steps[a, before].get((b, after), CLOSED) < CLOSED

        self.first = self.bits.steps(lambda a, b: opens(UNIT, FIRST, a, b))
        self.second = self.bits.steps(lambda a, b: opens(FIRST, OFF, a, b))
        self.further = self.bits.steps(lambda a, b: opens(OFF, OFF, a, b))
        self.along = self.bits.steps(lambda a, b: opens(ROAD, ROAD, a, b))
        self.roads = self.bits.set(hex for hex in map.places if opens(OFF, ROAD, hex, hex))
        self.shut: dict[object, tuple[bool, bool]] = {}

    @cached_property
    def all(self) -> int:
        return self.bits.set(self.bits.of)

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
    open_off, open_on = land.all & ~off, land.all & ~on
    road = flooded(land.bits.set(sources_of(s, side)), land.along, open_on)
    here = reached = road & open_on & land.roads
    for _ in range(LENGTH - 2):
        reached |= before(reached & open_off, land.further)
    nearly = here | before(reached & open_off, land.second)
    joins = road & land.roads & (land.all if s.law.reads("supply-own-hex", "not-counted") else open_on)
    found = joins | before(nearly & open_off, land.first)
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
