"""Reach of one unit on a 1,200-hex map under the real costs of Strafexpedition, beside scipy and rustworkx.

The peers get the same map, the same units and zones, and prices from a second, plain text written here with numbers
only. Equality is asserted before anything is timed. `mask+solve`: the map's steps lie in arrays, the position is
masked in, and the sparse graph is solved; scipy can do no less. rustworkx has no limit: it solves the whole map.

Run: python -m tests.bench.reach
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import rustworkx
import scipy.sparse
from scipy.sparse.csgraph import dijkstra

from tests.engine.relaxing import relax
from tests.randommaps import random_map, random_state, se_law
from tutor.engine.facts import Number
from tutor.engine.space.maps import HexMap
from tutor.engine.tables import exact
from tutor.rulesets.se.ground import level
from tutor.rulesets.se.reaching import reach_of, static_costs
from tutor.rulesets.se.state import State, Unit
from tutor.rulesets.se.terrain import price
from tutor.rulesets.se.zones import zones_against

POINTS, SEED, STARTS = 8, 1916, 60
INFANTRY = "infantry"


class Peer:
    """The steps of a map as arrays, priced by a plain text of its own."""

    def __init__(self, map: HexMap) -> None:
        self.map = map
        self.index = {place: n for n, place in enumerate(map.places)}
        rows = {row[0]: row for row in se_law().table("terrain-effects").data["rows"]}
        self.chart = {name: row[3] for name, row in rows.items()}
        steps = [(a, b, *self.prices(a, b)) for a in map.places for b in map.neighbours(a)]
        open_steps = [step for step in steps if step[2] is not None]
        self.origin = np.array([self.index[a] for a, *_ in open_steps])
        self.into = np.array([self.index[b] for _, b, *_ in open_steps])
        self.free = np.array([float(free) for *_, free, _ in open_steps])
        self.held = np.array([float(held) for *_, held in open_steps])

    def prices(self, a: str, b: str) -> tuple[Number | None, Number | None]:
        """What infantry pays where nothing is in its way, and where the hex is in a zone or holds a friend."""
        sides = self.map.sides(a, b)
        kinds = {"bridge"} if "bridge" in sides else sides
        if "cliff" in kinds:
            return None, None
        ground = exact(self.chart[self.map.hex(b).terrain])
        rates = [exact(self.chart["road" if kind == "road" else "track"]) for kind in self.map.roads(a, b)]
        if rates:
            return min(rates), ground
        up = max(0, level(self.map, b) - level(self.map, a))
        cost = ground + sum(exact(self.chart[kind]) for kind in kinds) + up
        return cost, cost

    def flags(self, state: State, unit: Unit) -> tuple[Any, Any, Any]:
        """Zones, hexes that bar the way, hexes where a road does not help."""
        zone, shut, held = (np.zeros(len(self.index), bool) for _ in range(3))
        zone[[self.index[hex] for hex in zones_against(state, unit.side)]] = True
        for other in state.on_map():
            at = self.index[other.place]
            if other.side != unit.side:
                shut[at] |= not other.gun and not other.hq
            elif other.id != unit.id:
                held[at] |= not other.fortress and not other.hq
        return zone, shut, held | zone

    def masked(self, flags: tuple[Any, Any, Any]) -> Any:
        zone, shut, held = flags
        keep = ~shut[self.into]
        origin, into = self.origin[keep], self.into[keep]
        cost = np.where(held[into], self.held[keep], self.free[keep]) + zone[origin]
        return scipy.sparse.csr_matrix((cost, (origin, into)), shape=(len(self.index),) * 2)

    def solve(self, graph: Any, start: str) -> dict[int, float]:
        found = dijkstra(graph, indices=self.index[start], limit=POINTS)
        near = np.flatnonzero(np.isfinite(found))
        return dict(zip(near.tolist(), found[near].tolist(), strict=True))

    def rustworkx_graph(self, flags: tuple[Any, Any, Any]) -> Any:
        graph = rustworkx.PyDiGraph()
        graph.add_nodes_from(range(len(self.index)))
        masked = self.masked(flags).tocoo()
        graph.add_edges_from(list(zip(masked.row.tolist(), masked.col.tolist(), masked.data.tolist(), strict=True)))
        return graph

    def solve_rustworkx(self, graph: Any, start: str) -> dict[int, float]:
        node = self.index[start]
        found = rustworkx.dijkstra_shortest_path_lengths(graph, node, float)
        return {node: 0.0, **{n: cost for n, cost in found.items() if cost <= POINTS}}


def micros(calls: list[Callable[[int], object]], cases: int, seconds: float) -> list[float]:
    """Microseconds a call of each, the median of nine passes in turn, so that a busy machine slows all alike."""
    passes: list[list[float]] = [[] for _ in calls]
    for _ in range(9):
        for call, times in zip(calls, passes, strict=True):
            done, began = 0, time.process_time()
            while time.process_time() - began < seconds / 9:
                call(done % cases)
                done += 1
            times.append(1e6 * (time.process_time() - began) / done)
    return [statistics.median(times) for times in passes]


def positions(map: HexMap) -> list[tuple[State, Unit]]:
    """One position, and in it units to move from sixty hexes."""
    state = random_state(map, SEED, foes=40, friends=20, bridges=frozenset())
    taken = {unit.place for unit in state.on_map() if unit.side != "ah"}
    free = [place for place in map.places if place not in taken]
    return [
        (state, Unit(f"mover{n}", "ah", INFANTRY, place, mp=POINTS))
        for n, place in enumerate(random.Random(7).sample(free, STARTS))
    ]


def changed(state: State) -> State:
    """The position as it is after a change: nothing that was kept for the old one serves."""
    unit = next(iter(state.pieces))
    return state.put(unit.but(place=unit.place))


def ours(case: tuple[State, Unit]) -> Mapping[str, Number]:
    return reach_of(*case).cheapest


def run(seconds: float = 1.0) -> list[dict[str, Any]]:
    """Name, our time and the peer's in microseconds, their ratio, and whether all results were equal."""
    map = random_map()
    peer = Peer(map)
    cases = positions(map)
    state = cases[0][0]
    flags = [peer.flags(state, unit) for _, unit in cases]
    graphs = [peer.rustworkx_graph(flag) for flag in flags]
    named = [{peer.index[hex]: float(cost) for hex, cost in ours(case).items()} for case in cases]
    start = [unit.place or "" for _, unit in cases]
    for case in cases:
        ours(case)
    peers: dict[str, Callable[[int], Mapping[int, float]]] = {
        "scipy mask+solve": lambda n: peer.solve(peer.masked(flags[n]), start[n]),
        "scipy flags+mask+solve": lambda n: peer.solve(peer.masked(peer.flags(changed(state), cases[n][1])), start[n]),
        "rustworkx solve only": lambda n: peer.solve_rustworkx(graphs[n], start[n]),
        "rustworkx build+solve": lambda n: peer.solve_rustworkx(peer.rustworkx_graph(flags[n]), start[n]),
    }
    equal = {name: all(dict(solve(n)) == named[n] for n in range(STARTS)) for name, solve in peers.items()}
    assert all(equal.values()), equal
    mine: dict[str, Callable[[int], object]] = {
        "reach, 8 points, 1200 hexes": lambda n: ours(cases[n]),
        "reach, position just changed": lambda n: ours((changed(state), cases[n][1])),
        "reach and one refusal told": lambda n: _refused(cases[n]),
    }
    pairs = [
        ("reach, 8 points, 1200 hexes", "scipy mask+solve"),
        ("reach, 8 points, 1200 hexes", "rustworkx solve only"),
        ("reach, 8 points, 1200 hexes", "rustworkx build+solve"),
        ("reach, position just changed", "scipy flags+mask+solve"),
        ("reach and one refusal told", "scipy mask+solve"),
    ]
    rows = []
    for what, name in pairs:
        own, theirs = micros([mine[what], peers[name]], STARTS, seconds)
        rows.append(_row(f"{what}: {name}", own, theirs, equal[name]))
    fresh, slow = micros([lambda n: _uncompiled(cases[n]), lambda n: _by_ledgers(cases[n])], STARTS, seconds)
    rows.append(_row("reach, nothing asked of the map before: the same by ledgers", fresh, slow, True))
    return rows


def _row(name: str, mine: float, theirs: float, equal: bool) -> dict[str, Any]:
    return {"name": name, "ours_us": mine, "peer_us": theirs, "ratio": mine / theirs, "equal": equal}


def _refused(case: tuple[State, Unit]) -> object:
    found = reach_of(*case)
    return found.why_not(next(place for place in case[0].map.places if place not in found))


def _uncompiled(case: tuple[State, Unit]) -> object:
    """A reach that asks the map for the first time."""
    static_costs.cache_clear()
    return ours((changed(case[0]), case[1]))


def _by_ledgers(case: tuple[State, Unit]) -> object:
    """The same search with every step priced by its ledger: what compiling saves."""
    state, unit = case
    return relax(state.map, lambda a, b: price(state, unit, a, b, True, POINTS), unit.place or "", POINTS)


def main() -> None:
    for row in run():
        print(f"{row['name']:58} {row['ours_us']:10.1f} {row['peer_us']:10.1f} {row['ratio']:6.2f} {row['equal']}")


if __name__ == "__main__":
    main()
