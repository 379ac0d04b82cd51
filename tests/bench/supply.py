"""Supply of a whole side, 50 units, beside scipy on the same position: 1,200 hexes of Strafexpedition, and 120 areas
of To the Last Man!, more than its map has.

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
from tutor.engine.law import Law
from tutor.engine.pieces import FrozenMap
from tutor.engine.space.maps import AreaMap, HexMap, read_map
from tutor.rulesets import book
from tutor.rulesets.se.fed import fed
from tutor.rulesets.se.ground import is_cliff_hex
from tutor.rulesets.se.state import State
from tutor.rulesets.se.supply import LENGTH, is_road_hex, supply
from tutor.rulesets.se.zones import zones_against
from tutor.rulesets.tlm.ruleset import RULES as TLM
from tutor.rulesets.tlm.state import Piece
from tutor.rulesets.tlm.state import State as TlmState
from tutor.rulesets.tlm.supply import in_supply as fed_tlm

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


# -- To the Last Man!: areas ----------------------------------------------------------------------------------------
AREA_ROWS, AREA_COLUMNS, COAST = 8, 15, 0.1
GERMAN, OTHERS = "GE", "FR"
WEAK = frozenset({"artillery", "biplane", "siege-gun"})  # they hold no area by themselves


def areas_data(rng: random.Random) -> dict[str, Any]:
    """Areas in rows, each bordering on six others, on a few of them over the sea alone; discs at both edges."""
    rows, columns = range(AREA_ROWS), range(AREA_COLUMNS)
    areas: dict[str, Any] = {}
    for row, column in ((row, column) for row in rows for column in columns):
        disc = {0: ["source-GE"], AREA_COLUMNS - 1: ["source-Entente"]}.get(column, []) if row % 2 else []
        areas[f"a{row}-{column}"] = {"name": f"{row} {column}", "flags": disc}
    pairs = [
        (f"a{row}-{column}", f"a{row + down}-{column + right}")
        for row in rows for column in columns for down, right in ((0, 1), (1, 0), (1, row % 2 or -1))
        if row + down in rows and column + right in columns
    ]  # fmt: skip
    links = [{"kind": "sea" if rng.random() < COAST else "border", "between": list(pair)} for pair in pairs]
    return {"kind": "areas", "areas": areas, "links": links, "provenance": {"areas": "stand-in", "links": "stand-in"}}


def area_position(map: AreaMap, law: Law, seed: int) -> TlmState:
    """Fifty units a side: the Germans west, the French east, and some of both between."""
    rng = random.Random(seed)
    pieces: dict[str, Any] = {}
    control: dict[str, str] = {}
    for nation, side, least, most in ((GERMAN, "GE", 0, 10), (OTHERS, "Entente", 5, 14)):
        own = [area for area in map.places if least <= int(area.partition("-")[2]) <= most]
        control |= {area: side for area in own if area not in control or rng.random() < 0.3}
        for n in range(UNITS):
            kind = rng.choice(("army", "infantry", "infantry", "cavalry", "artillery", "biplane", "fort"))
            more = {"army": {"holds": {"infantry": 2}}, "fort": {"value": rng.randint(1, 3)}}.get(kind, {})
            pieces[f"{nation}{n}"] = {"nation": nation, "kind": kind, "at": rng.choice(own), **more}
    data = {"turn": 8, "active": "GE", "control": control, "pieces": pieces}
    found: TlmState = TLM.setup(data, map, law)
    return found


class AreaPeer:
    """The borders of all areas as arrays; what closes them lies in flags of areas."""

    def __init__(self, map: AreaMap) -> None:
        self.map, self.index = map, {area: n for n, area in enumerate(map.places)}
        pairs = [(a, b) for a in map.places for b in map.neighbours(a)]
        over_land = [(a, b) for a, b in pairs if any(link.kind != "sea" for link in map.links(a, b))]
        self.origin, self.into = (np.array([self.index[pair[end]] for pair in over_land]) for end in (0, 1))
        self.discs = [self.index[area] for area in map.places if "source-GE" in map.area(area).flags]

    def supplied(self, state: TlmState) -> set[str]:
        """The German units from which a line leads to a source."""
        ours, theirs, there, held, lost = (np.zeros(len(self.index), bool) for _ in range(5))
        for piece in state.pieces:
            if piece.place is None:
                continue
            at, mine = self.index[piece.place], piece.side == "GE"
            there[at] |= not mine
            if piece.kind not in WEAK and not (piece.kind == "fort" and piece.value < 2):
                (ours if mine else theirs)[at] = True
        held[[self.index[area] for area, side in state.control.items() if side == "GE"]] = True
        lost[[self.index[area] for area, side in state.control.items() if side == "Entente"]] = True
        nobody = ~ours & ~theirs
        friendly, enemy = (ours & ~theirs) | (held & nobody), (theirs & ~ours) | (lost & nobody)
        open_ = friendly & ~there
        keep = open_[self.into]
        steps = (self.into[keep], self.origin[keep])
        back = scipy.sparse.csr_matrix((np.ones(len(steps[0])), steps), shape=(len(self.index),) * 2)
        found = np.isfinite(dijkstra(back, indices=[n for n in self.discs if open_[n]], min_only=True))
        found[self.discs] |= ~enemy[self.discs]
        for_forts = found & (friendly | (ours & theirs))
        return {p.id for p in germans(state) if (for_forts if p.kind == "fort" else found)[self.index[p.place or ""]]}


def germans(state: TlmState) -> list[Piece]:
    """The units that are checked, armies as one."""
    return [piece for piece in state.pieces if piece.side == "GE" and piece.army is None]


def over_areas(effort: Effort) -> list[Row]:
    map: Any = read_map(areas_data(random.Random(5)))
    law = Law.of(book("tlm"))
    peer, cases = AreaPeer(map), [area_position(map, law, seed) for seed in range(POSITIONS)]

    def ours(state: TlmState) -> set[str]:
        return {piece.id for piece in germans(state) if fed_tlm(state, piece.id)}

    assert all(len(germans(state)) == UNITS for state in cases)
    assert all(ours(state) == peer.supplied(state) for state in cases), "units in supply"
    assert 0 < sum(len(ours(state)) for state in cases) < UNITS * POSITIONS

    own, theirs = alternated([lambda: ours(changed(cases[0])), lambda: peer.supplied(changed(cases[0]))], effort)
    where = f"{UNITS} units in {len(map.places)} areas"
    name = f"tlm: supply of a side, {where}, position just changed: scipy flags+mask+solve"
    return [of_its_time("supply", name, own, theirs, "µs", bar=1.0)]


def ours(state: State) -> set[str]:
    return set(fed(state, SIDE))


def changed(state: Any) -> Any:
    """The position as it is after a change: nothing that was kept for the old one serves."""
    unit = next(iter(state.pieces))
    return state.put(unit.but(place=unit.place))


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
    side, scipys = alternated([lambda: ours(changed(state)), lambda: peer.supplied(changed(state))], effort)
    one, again = alternated([lambda: supply(state, unit), lambda: peer.supplied(state)], effort)
    name = f"se: supply of a side, {UNITS} units, position just changed: scipy flags+mask+solve"
    return [
        of_its_time("supply", name, side, scipys, "µs", bar=1.0),
        of_its_time(
            "supply", "se: the line of one unit drawn and told: scipy, the side without lines", one, again, "µs"
        ),
        *over_areas(effort),
    ]
