"""The second, plain text for `reaches.py`: what a step costs and what closes it in three games, in numbers for scipy.

Nothing here asks the rules; from the rulebook come only the numbers that the booklets print.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse
from scipy.sparse.csgraph import dijkstra

from tutor.engine.law import Law
from tutor.engine.space.maps import HexMap

FAR = 1e9


class Peer:
    """The steps of a map in arrays; what a position does to them lies in flags of hexes."""

    def __init__(self, map: HexMap, law: Law) -> None:
        self.map, self.law = map, law
        self.index = {place: n for n, place in enumerate(map.places)}
        self.size = len(self.index)
        self.origin, self.into, self.cost = self._steps(self.price)
        self.line_origin, self.line_into, self.line_cost = self._steps(self.line_price)

    def price(self, a: str, b: str) -> float | None:
        """What a step costs, none for a closed one."""
        raise NotImplementedError

    def line_price(self, a: str, b: str) -> float | None:
        """For how much a step of a supply line counts, none for a closed one."""
        raise NotImplementedError

    def flags(self, state: Any, side: str) -> Any:
        raise NotImplementedError

    def reached(self, flags: Any, unit: Any) -> dict[int, float]:
        raise NotImplementedError

    def supplied(self, state: Any, side: str) -> set[str]:
        raise NotImplementedError

    # -- what all share ----------------------------------------------------------------------------------------
    def _steps(self, price: Any) -> tuple[Any, Any, Any]:
        priced = [(a, b, price(a, b)) for a in self.map.places for b in self.map.neighbours(a)]
        found = [(self.index[a], self.index[b], cost) for a, b, cost in priced if cost is not None]
        origin, into, cost = (np.array(list(column)) for column in zip(*found, strict=True))
        return origin, into, cost.astype(float)

    def bits(self, places: Any) -> Any:
        found = np.zeros(self.size, bool)
        found[[self.index[place] for place in places]] = True
        return found

    def solve(self, keep: Any, cost: Any, start: int, limit: float) -> Any:
        graph = scipy.sparse.csr_matrix((cost[keep], (self.origin[keep], self.into[keep])), shape=(self.size,) * 2)
        return dijkstra(graph, indices=start, limit=limit)

    def back(self, shut: Any) -> Any:
        """Lines from their sources backwards, into no hex that is shut."""
        keep = ~shut[self.line_into]
        steps = (self.line_into[keep], self.line_origin[keep])
        return scipy.sparse.csr_matrix((self.line_cost[keep], steps), shape=(self.size,) * 2)

    def lines(self, back: Any, shut: Any, goals: Any, limit: float = np.inf) -> Any:
        """How long the shortest line of every hex is to one of some goals; one that is shut serves who stands there."""
        found = np.full(self.size, np.inf)
        open_ = [at for at in goals if not shut[at]]
        if open_:
            found = dijkstra(back, indices=open_, min_only=True, limit=limit)
        found[list(goals)] = 0
        return found

    def beside(self, place: str, barriers: frozenset[str]) -> list[str]:
        return [near for near in self.map.neighbours(place) if not self.map.sides(place, near) & barriers]


def near(found: Any, limit: float = FAR) -> dict[int, float]:
    reached = np.flatnonzero(found <= limit)
    return dict(zip(reached.tolist(), found[reached].tolist(), strict=True))


class Dff(Peer):
    """On the western map in fair weather."""

    POINTS = 8
    BARRIERS = frozenset({"lake", "marsh", "peaks"})

    def __init__(self, map: HexMap, law: Law) -> None:
        rows = law.table("terrain").rows
        self.chart = {name.lower(): float(str(row["Movement points"])) for name, row in rows.items()}
        super().__init__(map, law)

    def price(self, a: str, b: str) -> float | None:
        return None if self.map.sides(a, b) & self.BARRIERS else self.chart[self.map.hex(b).terrain]

    def line_price(self, a: str, b: str) -> float | None:
        return None if self.map.sides(a, b) & self.BARRIERS else 1.0

    def flags(self, state: Any, side: str) -> Any:
        """The zones of the enemy, and the hexes that are closed: his troops, or a headquarters or depot in his zone."""
        foes = [unit for unit in state.pieces if unit.side != side]
        troops = [unit for unit in foes if unit.kind != "hq"]
        zone = self.bits(hex for unit in troops for hex in self.beside(unit.place, self.BARRIERS))
        return zone, self.bits(unit.place for unit in troops) | (
            self.bits(u.place for u in foes if u.kind == "hq") & zone
        )

    def reached(self, flags: Any, unit: Any) -> dict[int, float]:
        zone, shut = flags
        start = self.index[unit.place]
        keep = ~shut[self.into] & ~(zone[self.origin] & zone[self.into] & (self.origin != start))
        return near(self.solve(keep, self.cost, start, self.POINTS * (2 if unit.kind == "cavalry" else 1)))

    def supplied(self, state: Any, side: str) -> set[str]:
        zone, _ = self.flags(state, side)
        own = [unit for unit in state.pieces if unit.side == side]
        foe = self.bits(unit.place for unit in state.pieces if unit.side != side and unit.kind != "hq")
        held = self.bits(hex for hex, by in state.control.items() if by == side)
        shut = ~held | foe | (zone & ~self.bits(unit.place for unit in own))
        free, back = self.back(np.zeros(self.size, bool)), self.back(shut)
        found: set[str] = set()
        for hq in (unit for unit in own if unit.kind == "hq" and state.supply.get(unit.place)):
            at = self.index[hq.place]
            within = dijkstra(free, indices=at, limit=self.POINTS) <= self.POINTS
            line = np.isfinite(self.lines(back, shut, [at])) & within
            found |= {unit.id for unit in own if line[self.index[unit.place]]}
        return found


class Gwie(Peer):
    """On the Western Front in fair weather of 1916; infantry has twice its 4 points out of sight of the enemy."""

    POINTS = 4
    CLOSED = frozenset({"sea", "impassable", "lake"})
    RANGE = 4

    def __init__(self, map: HexMap, law: Law) -> None:
        self.chart = {name: float(str(row["mp"])) for name, row in law.table("march-costs").rows.items()}
        super().__init__(map, law)

    def price(self, a: str, b: str) -> float | None:
        hex = self.map.hex(b)
        closed = self.map.sides(a, b) & self.CLOSED or hex.terrain == "alpine" or "holland" in hex.flags
        return None if closed else self.chart[hex.terrain]

    def line_price(self, a: str, b: str) -> float | None:
        over = self.map.sides(a, b) & {"sea", "impassable"} or self.map.hex(b).terrain == "alpine"
        return None if over else 1.0

    def flags(self, state: Any, side: str) -> Any:
        """The hexes of enemy troops, those beside them, and what is devastated."""
        foes = [unit.place for unit in state.pieces if unit.side != side and unit.kind != "hq"]
        sight = self.bits(near for place in foes for near in self.map.neighbours(place))
        return self.bits(foes), sight, self.bits(state.devastated)

    def reached(self, flags: Any, unit: Any) -> dict[int, float]:
        shut, sight, ruined = flags
        start = self.index[unit.place]
        points = self.POINTS if sight[start] else 2 * self.POINTS
        if unit.kind == "cavalry" and not sight[start]:
            return self._ridden(flags, start)
        cost = np.where(ruined[self.into], self.chart["devastated"], self.cost)
        cost = np.where(self.origin == start, np.minimum(cost, points), cost)
        return near(self.solve(~shut[self.into], cost, start, points))

    def _ridden(self, flags: Any, start: int) -> dict[int, float]:
        """Riders lose half their points as soon as the enemy sees them: a second layer of nodes, in his sight."""
        shut, sight, ruined = flags
        points, keep = 2 * self.POINTS, ~shut[self.into]
        origin, into = self.origin[keep], self.into[keep]
        cost = np.where(ruined[into], self.chart["devastated"], self.cost[keep])
        first = cost + self.POINTS * sight[into]
        both = np.concatenate((first, cost))
        both = np.where(np.concatenate((origin, origin)) == start, np.minimum(both, points), both)
        nodes = (
            np.concatenate((origin, origin + self.size)),
            np.concatenate((into + self.size * sight[into], into + self.size)),
        )
        graph = scipy.sparse.csr_matrix((both, nodes), shape=(2 * self.size,) * 2)
        found = dijkstra(graph, indices=start, limit=points)
        return near(np.minimum(found[: self.size], found[self.size :]), points)

    def supplied(self, state: Any, side: str) -> set[str]:
        own = [unit for unit in state.pieces if unit.side == side]
        foe = self.bits(unit.place for unit in state.pieces if unit.side != side)
        held = self.bits(hex for hex, by in state.control.items() if by == side)
        edge, town, alone = self._marks(state)
        back = self.forward(foe)
        whole = self.spread(back, edge & held & ~foe)
        direct = self.spread(back, edge & held & ~foe, self.RANGE)
        by_town = self.spread(back, town & held & ~alone & whole, self.RANGE)
        fed = direct | by_town
        staffs = [self.index[u.place] for u in own if u.kind == "hq" and (whole | by_town)[self.index[u.place]]]
        beside = self._beside(staffs, foe)
        found = {u.id for u in own if u.kind != "hq" and (fed | beside)[self.index[u.place]]}
        return found | {u.id for u in own if u.kind == "hq" and self._staff_fed(u, own, whole | by_town, foe)}

    def forward(self, shut: Any) -> Any:
        """Lines outward from their sources, into no hex that is shut."""
        keep = ~shut[self.line_into]
        steps = (self.line_origin[keep], self.line_into[keep])
        return scipy.sparse.csr_matrix((self.line_cost[keep], steps), shape=(self.size,) * 2)

    def spread(self, graph: Any, sources: Any, limit: float = np.inf) -> Any:
        goals = np.flatnonzero(sources)
        if not len(goals):
            return np.zeros(self.size, bool)
        return np.isfinite(dijkstra(graph, indices=goals, min_only=True, limit=limit))

    def _marks(self, state: Any) -> tuple[Any, Any, Any]:
        flags = {place: self.map.hex(place).flags for place in self.map.places}
        edge = self.bits(place for place, marks in flags.items() if "edge" in marks and "germany" in marks)
        town = self.bits(place for place, marks in flags.items() if marks & {"town", "city"})
        return edge, town, self.bits(state.devastated)

    def _beside(self, staffs: list[int], foe: Any) -> Any:
        """The hexes of headquarters and those next to them, whence a line may come in."""
        found = np.zeros(self.size, bool)
        found[staffs] = True
        here = np.isin(self.line_into, staffs) & ~foe[self.line_into]
        found[self.line_origin[here]] = True
        return found

    def _staff_fed(self, hq: Any, own: list[Any], fed: Any, foe: Any) -> bool:
        at = self.index[hq.place]
        others = [u for u in own if u.kind == "hq" and u.id != hq.id and fed[self.index[u.place]]]
        return bool(fed[at] or self._beside([self.index[u.place] for u in others], foe)[at])


class Fa(Peer):
    """In clear weather; a face-up unit with a point left enters a hex whatever it costs, and halts in a zone."""

    POINTS, LINE = 2, 2
    BARRIERS = frozenset({"alpine", "lake", "sea", "strait"})

    def __init__(self, map: HexMap, law: Law) -> None:
        rows = law.table("terrain").rows.items()
        self.chart = {name: float(str(row["mp"])) for name, row in rows if str(row["part"]) == "hex"}
        super().__init__(map, law)
        self.land = {hex: named.key for named in map.named.values() for hex in named.hexes}
        self.neutral = self.bits(hex for hex, land in self.land.items() if land == "netherlands")
        self.foreign = self.bits(hex for hex, land in self.land.items() if land != "germany")
        self.cities = self.bits(hex.id for hex in map if "city" in hex.flags) & ~self.foreign

    def price(self, a: str, b: str) -> float | None:
        sides = self.map.sides(a, b)
        return None if sides & {"alpine", "lake"} else self.chart[self.map.hex(b).terrain] + ("strait" in sides)

    def line_price(self, a: str, b: str) -> float | None:
        far = 2.0 if self.map.hex(b).terrain == "desert" else 1.0
        return None if self.map.sides(a, b) & {"alpine", "lake"} else far

    def flags(self, state: Any, side: str) -> Any:
        """The hexes that are closed to troops, and those where they halt."""
        foes = [unit for unit in state.pieces if unit.side != side and unit.kind != "art"]
        zone = self.bits(unit.place for unit in foes)
        zone |= self.bits(near for unit in foes if unit.kind != "hq" for near in self.beside(unit.place, self.BARRIERS))
        return self.bits(unit.place for unit in foes) | self.neutral, zone

    def reached(self, flags: Any, unit: Any, points: int = POINTS) -> dict[int, float]:
        shut, zone = flags
        start = self.index[unit.place]
        keep = ~shut[self.into] & (~zone[self.origin] | (self.origin == start))
        found = self.solve(keep, self.cost, start, points - 1)
        last = keep & np.isfinite(found)[self.origin]
        np.minimum.at(found, self.into[last], found[self.origin[last]] + self.cost[last])
        return near(found)

    def supplied(self, state: Any, side: str) -> set[str]:
        _, zone = self.flags(state, side)
        own = [unit for unit in state.pieces if unit.side == side]
        taken = self.bits(hex for hex, nation in state.control.items() if nation == "germany")
        lost = self.bits(hex for hex, nation in state.control.items() if nation != "germany")
        held = taken | (~self.foreign & ~lost)
        shut = ~held | (zone & ~self.bits(unit.place for unit in own))
        back = self.back(shut)
        cities = np.flatnonzero(self.cities & held).tolist()
        whole = np.isfinite(self.lines(back, shut, cities))
        staffs = [self.index[u.place] for u in own if u.kind == "hq" and whole[self.index[u.place]]]
        fed = self.lines(back, shut, cities + staffs, self.LINE) <= self.LINE
        return {u.id for u in own if (whole if u.kind == "hq" else fed)[self.index[u.place]]}
