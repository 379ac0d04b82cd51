"""The cheapest ways through a space, and why a place cannot be reached.

One text prices a step: `price(a, b)` gives a ledger, or the check that refuses the step. For the part of a map that
never changes the text is turned into numbers once (`compile_costs`); where the position touches the map it is asked
for the step itself, once for each pair of marks that the two ends bear. Reasons are made only when asked for.

A node is a place, or a pair (place, mode) where the cost depends on how one came: see `Modes`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from math import lcm
from typing import Generic, Protocol, TypeAlias, TypeVar

from tutor.engine.check import Check
from tutor.engine.facts import Number, value
from tutor.engine.ledger import Ledger

N = TypeVar("N", bound=Hashable)
Priced: TypeAlias = Ledger | Check

CLOSED = 1 << 60  # a step that is refused
REST = CLOSED + 1  # a step that takes whatever is left
ENDLESS = CLOSED - 1  # no limit
REMEMBERED = 200_000  # steps of positions that one table of costs keeps


class Graph(Protocol[N]):
    """Where one is and where one can try to go from there; every map is one."""

    @property
    def places(self) -> Collection[N]: ...
    def neighbours(self, place: N, /) -> Collection[N]: ...


@dataclass(frozen=True, eq=False)
class Modes:
    """A space in which it matters how one came: its nodes are (place, mode).

    `turn(mode, a, b)` says in which mode one arrives; None where that step cannot be tried in this mode.
    """

    space: Graph[str]
    modes: tuple[str, ...]
    turn: Callable[[str, str, str], str | None]

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        return tuple((place, mode) for place in self.space.places for mode in self.modes)

    def neighbours(self, node: tuple[str, str], /) -> tuple[tuple[str, str], ...]:
        place, mode = node
        turned = ((other, self.turn(mode, place, other)) for other in self.space.neighbours(place))
        return tuple((other, after) for other, after in turned if after is not None)


@dataclass(frozen=True, eq=False)
class Costs(Generic[N]):
    """The steps of a space with their prices as numbers, in units of 1/`scale`."""

    graph: Graph[N]
    price: Callable[[N, N], Priced]
    steps: Mapping[N, tuple[tuple[N, Number], ...]]
    scale: int
    takes_rest: Callable[[Ledger], bool] | None = None
    known: dict[tuple[N, N, Hashable, Hashable], Number] = field(default_factory=dict, repr=False)

    def number(self, a: N, b: N, priced: Priced) -> Number:
        """What the text says of a step, as the search reckons it."""
        if isinstance(priced, Check):
            return CLOSED
        if priced.total < 0:
            raise ValueError(f"a step from {a} to {b} costs {priced.total}")
        if self.takes_rest is not None and self.takes_rest(priced):
            return REST
        return _whole(priced.total * self.scale)

    def cost(self, a: N, b: N) -> Number | None:
        """The price of a step, points; None where it is closed or takes whatever is left."""
        units = dict(self.steps[a]).get(b, CLOSED)
        return None if units >= CLOSED else points(units, self.scale)

    @cached_property
    def nodes_of(self) -> Mapping[str, tuple[N, ...]]:
        """Of every place its nodes, one for each mode."""
        found: dict[str, list[N]] = {}
        for node in self.graph.places:
            found.setdefault(place_of(node), []).append(node)
        return {place: tuple(nodes) for place, nodes in found.items()}

    @cached_property
    def entrances(self) -> Mapping[N, tuple[N, ...]]:
        """Of every node, those from which one can try to enter it."""
        found: dict[N, list[N]] = {node: [] for node in self.graph.places}
        for node in self.graph.places:
            for onward in self.graph.neighbours(node):
                found[onward].append(node)
        return {node: tuple(origins) for node, origins in found.items()}

    @cached_property
    def backward(self) -> Mapping[N, tuple[tuple[N, Number], ...]]:
        """Of every node, those from which one enters it, with the price of that step."""
        found: dict[N, list[tuple[N, Number]]] = {node: [] for node in self.graph.places}
        for node, steps in self.steps.items():
            for onward, cost in steps:
                found[onward].append((node, cost))
        return {node: tuple(origins) for node, origins in found.items()}


def compile_costs(
    graph: Graph[N],
    price: Callable[[N, N], Priced],
    takes_rest: Callable[[Ledger], bool] | None = None,
) -> Costs[N]:
    """Ask the text for every step of a space, and keep the numbers.

    `takes_rest` knows by its ledger a step that uses up whatever is left; the text then prices what it was told is.
    """
    asked = {node: [(onward, price(node, onward)) for onward in graph.neighbours(node)] for node in graph.places}
    totals = (p.total for steps in asked.values() for _, p in steps if isinstance(p, Ledger))
    scale = lcm(*(total.denominator for total in totals))
    costs = Costs(graph, price, {}, scale, takes_rest)
    steps = {
        node: tuple((onward, costs.number(node, onward, priced)) for onward, priced in found)
        for node, found in asked.items()
    }
    return Costs(graph, price, steps, scale, takes_rest)


@value
class Way(Generic[N]):
    """One way in that is closed: the step, and the check that closes it."""

    origin: N
    into: N
    check: Check


@value
class ClosedOff(Generic[N]):
    """Why a place is not reached: every way in, from as far as one comes."""

    place: str
    furthest: N | None
    ways: tuple[Way[N], ...]

    @property
    def checks(self) -> tuple[Check, ...]:
        """The refusals, each once."""
        found: list[Check] = []
        for way in self.ways:
            if way.check not in found:
                found.append(way.check)
        return tuple(found)


@dataclass(frozen=True, eq=False)
class Reach(Generic[N]):
    """What was reached from where, at which cost; the reasons are made when asked for."""

    start: N
    allowance: Number | None
    costs: Costs[N]
    price_now: Callable[[N, N, Number | None], Priced]
    stops: Collection[N]
    why_stop: Callable[[N, N], Check] | None
    too_dear: Callable[[N, N, Ledger, Number], Check] | None
    overdraw: bool
    _best: Mapping[N, Number]
    _came: Mapping[N, N]

    @cached_property
    def nodes(self) -> Mapping[str, N]:
        """Of every place reached, the node in which it is reached most cheaply."""
        if isinstance(self.start, str):
            return dict(zip(map(place_of, self._best), self._best, strict=True))
        found: dict[str, N] = {}
        for node in sorted(self._best, key=self._best.__getitem__):
            found.setdefault(place_of(node), node)
        return found

    @property
    def places(self) -> tuple[str, ...]:
        """The places reached, the start among them."""
        return tuple(self.nodes)

    def __contains__(self, place: object) -> bool:
        return place in self.nodes

    def __len__(self) -> int:
        return len(self.nodes)

    def cost(self, place: str) -> Number | None:
        """The cheapest cost of a place; None where it is out of reach."""
        node = self.nodes.get(place)
        return None if node is None else self._spent(node)

    @cached_property
    def cheapest(self) -> Mapping[str, Number]:
        """The cost of every place reached."""
        scale = self.costs.scale
        told = {units: points(units, scale) for units in set(self._best.values())}
        return {place: told[self._best[node]] for place, node in self.nodes.items()}

    def path(self, place: str) -> tuple[N, ...]:
        """The nodes on the cheapest way, both ends included."""
        return self.path_to(self.nodes[place])

    def story(self, place: str) -> tuple[Ledger, ...]:
        """What every step of the way costs, and why."""
        return tuple(self._paid(a, b) for a, b in pairwise(self.path(place)))

    def left(self, place: str) -> Number | None:
        """The points left on arrival; None where there is no limit."""
        return self._left(self.nodes[place])

    def why_not(self, place: str) -> ClosedOff[N] | None:
        """Every way in is closed: by what, for each; None for a place that is reached."""
        if place in self.nodes:
            return None
        return self.why_none(place, self.costs.nodes_of.get(place, ()))

    def why_none(self, place: str, nodes: Collection[N], along: Callable[[N], bool] | None = None) -> ClosedOff[N]:
        """Why none of some nodes is reached; with `along`, ways are followed back through such nodes only."""
        layer = list(nodes)  # in order, so that reasons are told in the same order in every run
        seen = set(layer)
        while layer:
            onward = dict.fromkeys([a for b in layer for a in self.costs.entrances[b]])
            if not self._best.keys().isdisjoint(onward):
                ways = [(a, b) for b in layer for a in self.costs.entrances[b] if a in self._best]
                ways.sort(key=lambda way: self._best[way[0]])
                closed = (Way(a, b, refusal) for a, b in ways if (refusal := self._refusal(a, b)) is not None)
                return ClosedOff(place, ways[0][0], tuple(closed))
            layer = [a for a in onward if a not in seen and (along is None or along(a))]
            seen.update(layer)
        return ClosedOff(place, None, ())

    def reaches(self, node: N) -> bool:
        """Whether this very node was reached, in its mode."""
        return node in self._best

    def path_to(self, node: N) -> tuple[N, ...]:
        """The nodes on the cheapest way to a node that was reached."""
        found = [node]
        while node in self._came:
            node = self._came[node]
            found.append(node)
        return tuple(reversed(found))

    def step(self, a: N, b: N, left: Number | None, arrived: bool) -> Priced | None:
        """What a step costs whoever has so many points left, or the check that refuses it; None: no check says why.

        `arrived` is whoever has come to `a` by a step and did not begin there. The reasons of the search and every
        way that is walked step by step ask here.
        """
        if arrived and a in self.stops:
            return None if self.why_stop is None else self.why_stop(a, b)
        priced = self.price_now(a, b, left)
        if isinstance(priced, Check) or left is None or self._affords(priced, left):
            return priced
        return None if self.too_dear is None else self.too_dear(a, b, priced, left)

    def _affords(self, cost: Ledger, left: Number) -> bool:
        """Enough is left; or anything at all, where a step takes whatever is left or the last may be overdrawn."""
        takes_rest = self.costs.takes_rest
        if takes_rest is not None and takes_rest(cost):
            return left > 0
        return cost.total <= left or (self.overdraw and left > 0)

    def _refusal(self, a: N, b: N) -> Check | None:
        found = self.step(a, b, self._left(a), a in self._came)
        return found if isinstance(found, Check) else None

    def _paid(self, a: N, b: N) -> Ledger:
        priced = self.step(a, b, self._left(a), a in self._came)
        if not isinstance(priced, Ledger):
            rule = "none" if priced is None else priced.rule
            raise ValueError(f"the step from {a} to {b} was open and is now refused by {rule}")
        return priced

    def _spent(self, node: N) -> Number:
        return points(self._best[node], self.costs.scale)

    def _left(self, node: N) -> Number | None:
        return None if self.allowance is None else _whole(self.allowance - self._spent(node))


def reach(
    costs: Costs[N],
    start: N,
    allowance: Number | None = None,
    *,
    touched: Mapping[N, Hashable] | None = None,
    price_now: Callable[[N, N, Number | None], Priced] | None = None,
    stops: Collection[N] = (),
    why_stop: Callable[[N, N], Check] | None = None,
    too_dear: Callable[[N, N, Ledger, Number], Check] | None = None,
    also: Iterable[N] = (),
    overdraw: bool = False,
) -> Reach[N]:
    """The cheapest cost of every place within the allowance (none: no limit).

    Args:
        touched: The places on which the position has a say, each with a mark: all that the price of a step takes
            from the position must stand in the marks of its two ends, so that equal marks mean an equal price.
        price_now: The text in this position, given the points left; asked for steps that touch a marked place,
            once for each pair of marks, and for every reason.
        stops: Places where one must stop. The start is none: one may leave it.
        why_stop: The check for a step out of such a place.
        too_dear: The check for a step that costs more than is left.
        also: Further starts, at no cost.
        overdraw: Whoever has points left may take a last step that costs more than these; it is told at its full cost.
    """
    if len(costs.known) > REMEMBERED:
        costs.known.clear()
    now = price_now or (lambda a, b, left: costs.price(a, b))
    limit = ENDLESS if allowance is None else allowance * costs.scale
    full = allowance
    marks = {} if touched is None else touched  # marks that are found on the way are empty at first, and yet are marks
    best, came = _spread(
        costs,
        (start, *also),
        limit=limit,
        touched=marks,
        price=lambda a, b: costs.number(a, b, now(a, b, full)),
        stops=stops,
        overdraw=overdraw,
    )
    return Reach(
        start=start,
        allowance=allowance,
        costs=costs,
        price_now=now,
        stops=stops,
        why_stop=why_stop,
        too_dear=too_dear,
        overdraw=overdraw,
        _best=best,
        _came=came,
    )


def _spread(
    costs: Costs[N],
    starts: Iterable[N],
    limit: Number,
    touched: Mapping[N, Hashable],
    price: Callable[[N, N], Number],
    stops: Collection[N],
    overdraw: bool,
) -> tuple[dict[N, Number], dict[N, N]]:
    """Cheapest first, by levels of cost: few different costs occur, so the heap holds levels and not nodes."""
    best: dict[N, Number] = dict.fromkeys(starts, 0)
    came: dict[N, N] = {}
    levels: list[Number] = [0]
    level: dict[Number, list[N]] = {0: list(best)}
    steps, known, mark_of, best_of = costs.steps, costs.known, touched.get, best.get
    while levels:
        for node in level.pop(spent := heappop(levels)):
            if best[node] != spent or (node in stops and node in came):
                continue
            mark = mark_of(node)
            try:
                around = steps[node]
            except KeyError:  # from outside the space nothing leads on
                continue
            for onward, cost in around:
                other = mark_of(onward)
                if mark is not None or other is not None:
                    key = (node, onward, mark, other)
                    if (found := known.get(key)) is None:
                        found = known[key] = price(node, onward)
                    cost = found
                total = spent + cost
                if total > limit:
                    last = cost == REST or (overdraw and cost < CLOSED)
                    if not last or spent >= limit or limit == ENDLESS:
                        continue
                    total = limit if cost == REST else total
                if total < best_of(onward, CLOSED):
                    best[onward] = total
                    came[onward] = node
                    if total in level:
                        level[total].append(onward)
                    else:
                        level[total] = [onward]
                        heappush(levels, total)
    return best, came


def place_of(node: object) -> str:
    """The place of a node, whatever its mode."""
    return node if isinstance(node, str) else node[0]  # type: ignore[index]


def points(units: Number, scale: int) -> Number:
    """Units of 1/scale as points."""
    return _whole(Fraction(units, scale)) if scale != 1 else units


def _whole(number: Number) -> Number:
    """A plain int where the number is whole."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return number.numerator
    return number


def walked(ledgers: Iterable[Ledger]) -> Iterator[Number]:
    """The points spent after each step of a story."""
    spent: Number = 0
    for ledger in ledgers:
        spent += ledger.total
        yield _whole(spent)
