"""Supply of a whole side, 50 units on a 1,200-hex map of Strafexpedition, beside scipy on the same position.

The peer has the same map, its steps in arrays priced by a second, plain text, and one `dijkstra` backwards from all
sources. That the same units are in supply on both sides is asserted before anything is timed.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import scipy.sparse
from scipy.sparse.csgraph import dijkstra

from tests.bench.timing import Effort, Row, alternated, of_its_time
from tests.randommaps import random_map, random_state
from tutor.engine.pieces import FrozenMap
from tutor.engine.space.maps import HexMap
from tutor.rulesets.se.fed import fed
from tutor.rulesets.se.ground import is_cliff_hex
from tutor.rulesets.se.state import State
from tutor.rulesets.se.supply import LENGTH, is_road_hex, supply
from tutor.rulesets.se.zones import zones_against

SIDE, FOES, UNITS, SOURCES, POSITIONS = "ah", 40, 50, 16, 6
MODES = 4  # the unit's own hex, the first hex, further off the road, on it
AT_ONCE = 1e-6  # scipy takes an explicit zero for no step


class Peer:
    """The steps of every supply line as arrays; what closes them lies in flags of hexes."""

    def __init__(self, map: HexMap) -> None:
        self.map = map
        self.index = {place: n for n, place in enumerate(map.places)}
        steps = [step for place in map.places for step in self._steps(place)]
        self.origin, self.into, self.hex = (np.array([step[n] for step in steps]) for n in range(3))
        self.cost = np.array([step[3] for step in steps])
        self.on_road = np.array([step[4] for step in steps])
        self.unchecked = np.array([step[5] for step in steps])

    def _steps(self, place: str) -> list[tuple[int, int, int, float, bool, bool]]:
        """(origin, into, hex that is entered, cost, on the road, free of checks)."""
        at, found = MODES * self.index[place], []
        for other in self.map.neighbours(place):
            to, sides = MODES * self.index[other], self.map.sides(place, other)
            cliff = "cliff" in sides and "bridge" not in sides
            found.append((at, to + 1, to // MODES, 1.0, False, False))
            if not cliff or (is_cliff_hex(self.map, place) and not is_cliff_hex(self.map, other)):
                found.append((at + 1, to + 2, to // MODES, 1.0, False, False))
            if not cliff:
                found.append((at + 2, to + 2, to // MODES, 1.0, False, False))
                if self.map.roads(place, other):
                    found.append((at + 3, to + 3, to // MODES, AT_ONCE, True, False))
        if is_road_hex(self.map, place):
            found.append((at, at + 3, at // MODES, AT_ONCE, True, True))
            found += [(at + mode, at + 3, at // MODES, AT_ONCE, True, False) for mode in (1, 2)]
        return found

    def supplied(self, state: State) -> set[str]:
        """The hexes of the side's units from which a line leads to a source."""
        off, on = self._closed(state)
        shut = np.where(self.on_road, on[self.hex], off[self.hex]) & ~self.unchecked
        keep = ~shut
        size = MODES * len(self.index)
        back = scipy.sparse.csr_matrix((self.cost[keep], (self.into[keep], self.origin[keep])), shape=(size, size))
        goals = [MODES * self.index[hex] + 3 for hex, side in state.sources.items() if side == SIDE]
        found = dijkstra(back, indices=goals, min_only=True, limit=LENGTH + 0.5)
        own = {unit.place for unit in state.units_of(SIDE)}
        return {hex for hex in own if hex and np.isfinite(found[MODES * self.index[hex]])}

    def _closed(self, state: State) -> tuple[Any, Any]:
        """The hexes that are closed off the road, and on it."""
        foe, zone, beside, friend = (np.zeros(len(self.index), bool) for _ in range(4))
        zone[[self.index[hex] for hex in zones_against(state, SIDE)]] = True
        for unit in state.on_map():
            if unit.hq:
                continue
            at = self.index[unit.place or ""]
            if unit.side == SIDE:
                friend[at] = True
            else:
                foe[at] = True
                beside[[self.index[hex] for hex in self.map.neighbours(unit.place or "")]] = True
        return foe | (zone & ~friend), foe | beside


def ours(state: State) -> set[str]:
    return set(fed(state, SIDE))


def positions(map: HexMap) -> list[State]:
    """Two sides anywhere, sources on the roads, all bridges up."""
    rng = random.Random(3)
    roads = [hex for hex in map.places if is_road_hex(map, hex)]
    sources = FrozenMap({hex: rng.choice(("ah", "it")) for hex in rng.sample(roads, SOURCES)})
    return [random_state(map, seed, FOES, UNITS, sources=sources, bridges=frozenset()) for seed in range(POSITIONS)]


def run(effort: Effort) -> list[Row]:
    map = random_map()
    peer, cases = Peer(map), positions(map)
    for state in cases:
        assert ours(state) == peer.supplied(state), "units in supply"
    fed = sum(len(ours(state)) for state in cases)
    assert 0 < fed < sum(len({u.place for u in state.units_of(SIDE)}) for state in cases)
    state, unit = cases[0], next(iter(cases[0].units_of(SIDE))).id
    side, scipys = alternated([lambda: ours(state.but()), lambda: peer.supplied(state.but())], effort)
    one, again = alternated([lambda: supply(state, unit), lambda: peer.supplied(state)], effort)
    name = f"supply of a side, {UNITS} units, position just changed: scipy flags+mask+solve"
    return [
        of_its_time("supply", name, side, scipys, "µs", bar=1.0),
        of_its_time("supply", "the line of one unit drawn and told: scipy, the side without lines", one, again, "µs"),
    ]
