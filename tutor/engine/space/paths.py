"""The cheapest ways through a space, and why a place cannot be reached.

One text prices a step: `price(a, b)` gives a ledger, or the check that refuses the step. For the part of a map that
never changes the text is turned into numbers once (`compile_costs`), where a `Lay` says which steps are alike once for
each likeness; where the position touches the map it is asked for the step itself. Reasons are made only when asked for.

Two searches find the same: on a map of hexes all steps of one price are taken at once (`masks`); elsewhere, and where
prices are many and fractions of each other, place after place. A node is a place, or a pair (place, mode) where the
cost depends on how one came: see `Modes`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from math import lcm
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from tutor.engine.check import Check
from tutor.engine.facts import Number, value
from tutor.engine.ledger import Ledger
from tutor.engine.space.bits import Among, Bits, place_of
from tutor.engine.space.maps import HexMap
from tutor.engine.space.masks import (
    CLOSED,
    ENDLESS,
    ONE,
    REST,
    Ground,
    Lay,
    Layers,
    Opening,
    Row,
    Steps,
    Waves,
    neighbourhood,
    spread,
)

__all__ = [
    "CLOSED",
    "ENDLESS",
    "REST",
    "ClosedOff",
    "Costs",
    "Modes",
    "Reach",
    "Way",
    "compile_costs",
    "place_of",
    "reach",
]

N = TypeVar("N", bound=Hashable)
Priced: TypeAlias = Ledger | Check

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
        found = []
        for other in self.space.neighbours(place):
            after = self.turn(mode, place, other)
            if after is not None:
                found.append((other, after))
        return tuple(found)


# -- what steps cost -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Costs(Generic[N]):
    """The steps of a space with their prices as numbers, in units of 1/`scale`; each is asked for when one comes there.

    With a `lay` there is also the `ground`, on which all steps of one price are taken at once. `known` and `rows` are
    what positions asked for.
    """

    graph: Graph[N]
    price: Callable[[N, N], Priced]
    scale: int = 1
    takes_rest: Callable[[Ledger], bool] | None = None
    ground: Ground | None = None
    known: dict[tuple[N, N, Hashable, Hashable], Number] = field(default_factory=dict, repr=False)
    rows: dict[Hashable, Row] = field(default_factory=dict, repr=False)

    @cached_property
    def steps(self) -> Mapping[N, tuple[tuple[N, Number], ...]]:
        """Of every node where one can try to go from it, and the price of that step."""
        return OnDemand(self._steps_from)

    def _steps_from(self, node: N) -> tuple[tuple[N, Number], ...]:
        found = []
        for onward in self.graph.neighbours(node):
            priced = self.price(node, onward)
            found.append((onward, self.number(node, onward, priced)))
        return tuple(found)

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

    def in_modes(self: Costs[str], modes: Modes) -> Costs[tuple[str, str]]:
        """The same where it matters how one came: of two nodes the ground asks for the places alone."""
        price = lambda a, b: self.price(a[0], b[0])  # noqa: E731
        return Costs(modes, price, self.scale, ground=self.ground, rows=self.rows)

    def opening(
        self,
        price: Callable[[N, N], Priced],
        *,
        leaving: Iterable[int] = (),
        entering: Iterable[int] = (),
        who: Hashable = None,
    ) -> Opening:
        """Which steps are open in a position whose text prices them so; see `masks.Opening`."""
        assert self.ground is not None, "nothing says which steps are alike"
        layers = Layers(self.graph.modes, self.graph.turn) if isinstance(self.graph, Modes) else ONE
        if len(self.rows) > REMEMBERED:
            self.rows.clear()
        number = lambda a, b: self.number(a, b, price(a, b))  # noqa: E731
        return Opening(
            self.ground, number, self.rows, leaving=tuple(leaving), entering=tuple(entering), who=who, layers=layers
        )

    @cached_property
    def tries(self) -> Steps | None:
        """Every step that can be tried, whatever it costs, where places lie in sets."""
        if self.ground is not None:
            return self.ground.lay.tries
        return neighbourhood(self.graph) if isinstance(self.graph, HexMap) else None

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
        for node in self.graph.places:
            for onward, cost in self.steps[node]:
                found[onward].append((node, cost))
        return {node: tuple(origins) for node, origins in found.items()}


class OnDemand(dict[Any, Any]):
    """Found when it is first asked for, and kept."""

    def __init__(self, find: Callable[[Any], Any]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: Any) -> Any:
        found = self[key] = self._find(key)
        return found


def compile_costs(
    graph: Graph[N],
    price: Callable[[N, N], Priced],
    takes_rest: Callable[[Ledger], bool] | None = None,
    *,
    scale: int = 1,
    lay: Lay | None = None,
    besides: Callable[[str, str], Hashable] | None = None,
) -> Costs[N]:
    """The costs of a space.

    Args:
        takes_rest: Knows by its ledger a step that uses up whatever is left; the text then prices what it was told is.
        scale: Into how many parts a point is commonly cut.
        lay: Says which steps are alike; the text is asked once for each likeness.
        besides: What else than the price on bare ground the price in a position rests on, asked like the price.
    """
    if lay is None:
        return Costs(graph, price, scale, takes_rest)
    asked = {likeness: price(a, b) for likeness, (a, b) in lay.examples.items()}  # type: ignore[arg-type]
    parts = (one.total.denominator for one in asked.values() if isinstance(one, Ledger))
    scale = lcm(scale, *parts)
    bare = Costs(graph, price, scale, takes_rest)
    prices: dict[Hashable, Number] = {}
    more: dict[Hashable, Hashable] = {}
    for likeness, (a, b) in lay.examples.items():
        units = bare.number(a, b, asked[likeness])  # type: ignore[arg-type]
        prices[likeness] = units
        if besides is not None and units < CLOSED:
            more[likeness] = besides(a, b)
    return Costs(graph, price, scale, takes_rest, Ground.of(lay, prices, more))


# -- why a place is not reached ------------------------------------------------------------------------------------
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


# -- what was reached ----------------------------------------------------------------------------------------------
class Found(Protocol[N]):
    """What a search came to, whichever it was."""

    def __contains__(self, node: object, /) -> bool: ...
    def spent(self, node: N, /) -> Number | None: ...
    def began(self, node: N, /) -> bool: ...
    def came(self, node: N, /) -> N | None: ...
    def holds(self, place: str, /) -> bool: ...
    def best(self, place: str, /) -> N | None: ...
    def nodes_at(self, place: str, /) -> Collection[N]: ...
    def among(self, bits: Bits, /) -> int: ...
    def cheapest(self, told: Callable[[Number], Number], /) -> dict[str, Number]: ...


@dataclass(frozen=True, eq=False)
class Spread(Generic[N]):
    """What the search came to that goes place after place."""

    costs: Mapping[N, Number]
    origins: Mapping[N, N]

    def __contains__(self, node: object) -> bool:
        return node in self.costs

    def spent(self, node: N) -> Number | None:
        return self.costs.get(node)

    def began(self, node: N) -> bool:
        return self.origins.get(node) is None

    def came(self, node: N) -> N | None:
        return self.origins.get(node)

    def holds(self, place: str) -> bool:
        return place in self._best

    def best(self, place: str) -> N | None:
        """The node in which a place is reached most cheaply."""
        return self._best.get(place)

    def nodes_at(self, place: str) -> Collection[N]:
        """The nodes of a place that were reached, where there are no modes."""
        return [self._best[place]]

    def among(self, bits: Bits) -> int:
        """The places that were reached, as a set."""
        return bits.set(self._best)

    @cached_property
    def _best(self) -> Mapping[str, N]:
        without_modes = isinstance(next(iter(self.costs)), str)
        if without_modes:
            return dict(zip(map(place_of, self.costs), self.costs, strict=True))
        found: dict[str, N] = {}
        for node in sorted(self.costs, key=self.costs.__getitem__):
            found.setdefault(place_of(node), node)
        return found

    def cheapest(self, told: Callable[[Number], Number]) -> dict[str, Number]:
        """Of every place what it costs at least."""
        amounts = set(self.costs.values())
        told_of = {units: told(units) for units in amounts}
        return {place: told_of[self.costs[node]] for place, node in self._best.items()}


@dataclass(frozen=True, eq=False)
class Reach(Generic[N]):
    """What was reached from where, at which cost; the reasons are made when asked for."""

    start: N
    allowance: Number | None
    costs: Costs[N]
    price_now: Callable[[N, N, Number | None], Priced]
    stops: Collection[object]
    why_stop: Callable[[N, N], Check] | None
    too_dear: Callable[[N, N, Ledger, Number], Check] | None
    overdraw: bool
    _found: Found[N]
    _told: dict[tuple[N, N], Ledger] = field(default_factory=dict, repr=False)  # steps that many ways have in common

    @cached_property
    def cheapest(self) -> Mapping[str, Number]:
        """The cost of every place reached."""
        scale = self.costs.scale
        return self._found.cheapest(lambda units: points(units, scale))

    @property
    def places(self) -> tuple[str, ...]:
        """The places reached, the start among them."""
        return tuple(self.cheapest)

    def __contains__(self, place: object) -> bool:
        return isinstance(place, str) and self._found.holds(place)

    def __len__(self) -> int:
        return len(self.cheapest)

    def cost(self, place: str) -> Number | None:
        """The cheapest cost of a place; None where it is out of reach."""
        node = self._found.best(place)
        return None if node is None else self._spent(node)

    def path(self, place: str) -> tuple[N, ...]:
        """The nodes on the cheapest way, both ends included."""
        return self.path_to(self._node(place))

    def story(self, place: str) -> tuple[Ledger, ...]:
        """What every step of the way costs, and why."""
        return tuple(self._paid(a, b) for a, b in pairwise(self.path(place)))

    def left(self, place: str) -> Number | None:
        """The points left on arrival; None where there is no limit."""
        return self._left(self._node(place))

    def _node(self, place: str) -> N:
        """The node in which a place is reached most cheaply."""
        found = self._found.best(place)
        if found is None:
            raise KeyError(place)
        return found

    def why_not(self, place: str) -> ClosedOff[N] | None:
        """Every way in is closed: by what, for each; None for a place that is reached."""
        if place in self:
            return None
        if self.costs.tries is not None:
            return self._closed_off(place, self._nearest(self.costs.tries, place))
        return self.why_none(place, self.costs.nodes_of.get(place, ()))

    def why_none(self, place: str, nodes: Collection[N], along: Callable[[N], bool] | None = None) -> ClosedOff[N]:
        """Why none of some nodes is reached; with `along`, ways are followed back through such nodes only."""
        entrances, found = self.costs.entrances, self._found
        layer = list(nodes)  # in order, so that reasons are told in the same order in every run
        seen = set(layer)
        while layer:
            onward = dict.fromkeys([a for b in layer for a in entrances[b] if a not in seen])
            if any(a in found for a in onward):
                ways_in = [(a, b) for b in layer for a in entrances[b] if a in found]
                return self._closed_off(place, ways_in)
            layer = [a for a in onward if along is None or along(a)]
            seen.update(onward)
        return ClosedOff(place, None, ())

    def _nearest(self, tries: Steps, place: str) -> list[tuple[N, N]]:
        """The steps that can be tried towards a place from what was reached as near to it as one comes."""
        bits, graph = tries.bits, self.costs.graph
        reached, goal = self._found.among(bits), bits.of.get(place, 0)
        met, layer = tries.towards(reached, goal)
        ahead = bits.among(layer)
        found: list[tuple[N, N]] = []
        for near in bits.places(met):
            for node in self._found.nodes_at(near):
                found += [(node, onward) for onward in graph.neighbours(node) if onward in ahead]
        return found

    def _closed_off(self, place: str, ways: list[tuple[N, N]]) -> ClosedOff[N]:
        """What closes each of these steps, the cheapest to come to first."""
        spent = self._found.spent
        ways = sorted(ways, key=lambda way: spent(way[0]) or 0)
        closed = []
        for a, b in ways:
            refusal = self._refusal(a, b)
            if refusal is not None:
                closed.append(Way(a, b, refusal))
        furthest = ways[0][0] if ways else None
        return ClosedOff(place, furthest, tuple(closed))

    def reaches(self, node: N) -> bool:
        """Whether this very node was reached, in its mode."""
        return node in self._found

    def path_to(self, node: N) -> tuple[N, ...]:
        """The nodes on the cheapest way to a node that was reached."""
        found: list[N] = [node]
        while (before := self._found.came(found[-1])) is not None:
            found.append(before)
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
        found = self.step(a, b, self._left(a), not self._found.began(a))
        return found if isinstance(found, Check) else None

    def _paid(self, a: N, b: N) -> Ledger:
        if (a, b) not in self._told:
            self._told[a, b] = self._priced(a, b)
        return self._told[a, b]

    def _priced(self, a: N, b: N) -> Ledger:
        priced = self.step(a, b, self._left(a), not self._found.began(a))
        if not isinstance(priced, Ledger):
            rule = "none" if priced is None else priced.rule
            raise ValueError(f"the step from {a} to {b} was open and is now refused by {rule}")
        return priced

    def _spent(self, node: N) -> Number:
        return points(self._found.spent(node) or 0, self.costs.scale)

    def _left(self, node: N) -> Number | None:
        if self.allowance is None:
            return None
        return _whole(self.allowance - self._spent(node))


# -- the search ----------------------------------------------------------------------------------------------------
def reach(
    costs: Costs[N],
    start: N,
    allowance: Number | None = None,
    *,
    opened: Steps | None = None,
    around: Mapping[N, Sequence[tuple[N, Number]]] | None = None,
    first: Any = None,
    touched: Mapping[N, Hashable] | None = None,
    price_now: Callable[[N, N, Number | None], Priced] | None = None,
    stops: Collection[object] = (),
    why_stop: Callable[[N, N], Check] | None = None,
    too_dear: Callable[[N, N, Ledger, Number], Check] | None = None,
    also: Iterable[N] = (),
    overdraw: bool = False,
) -> Reach[N]:
    """The cheapest cost of every place within the allowance (none: no limit).

    Args:
        opened: The steps that are open in this position, where they lie in sets; they are taken by price, all at once.
        around: The same node by node, where they were found before (`steps_now`); they are taken one by one.
        first: The steps out of the start, in either form, where these are unlike others.
        touched: With neither, the places on which the position has a say, each with a mark: all that the price of a
            step takes from the position must stand in the marks of its two ends, so that equal marks mean an equal
            price.
        price_now: The text in this position, given the points left; asked for every reason, and for steps that touch
            a marked place once for each pair of marks.
        stops: Places where one must stop. The start is none: one may leave it.
        why_stop: The check for a step out of such a place.
        too_dear: The check for a step that costs more than is left.
        also: Further starts, at no cost.
        overdraw: Whoever has points left may take a last step that costs more than these; it is told at its full cost.
    """
    now = price_now or (lambda a, b, left: costs.price(a, b))
    starts, limit = (start, *also), ENDLESS if allowance is None else allowance * costs.scale
    found: Found[N]
    if opened is not None:
        modes = costs.graph.modes if isinstance(costs.graph, Modes) else ONE.modes
        found = _by_price(opened, starts, modes, limit, first=first, stops=stops, overdraw=overdraw)
    else:
        marks = {} if touched is None else touched  # marks found on the way are empty at first, and yet are marks
        steps = steps_now(costs, marks, lambda a, b: now(a, b, allowance)) if around is None else around
        found = _one_by_one(starts, steps, first, limit, stops, overdraw)
    return Reach(
        start=start,
        allowance=allowance,
        costs=costs,
        price_now=now,
        stops=stops,
        why_stop=why_stop,
        too_dear=too_dear,
        overdraw=overdraw,
        _found=found,
    )


def _by_price(
    opened: Steps,
    starts: tuple[Any, ...],
    modes: tuple[str, ...],
    limit: Number,
    *,
    first: Steps | None,
    stops: Collection[object],
    overdraw: bool,
) -> Waves:
    """All steps of one price at once."""
    bits = opened.bits
    begun = 0
    for node in starts:
        layer = 0 if isinstance(node, str) else modes.index(node[1])
        place = bits.of.get(place_of(node), 0)
        begun |= place << layer * bits.size
    places = stops.found if isinstance(stops, Among) else bits.set(map(place_of, stops))
    halts = sum(places << layer * bits.size for layer in range(len(modes)))
    return spread(begun, opened, limit, modes=modes, first=first, stops=halts, overdraw=overdraw)


def _one_by_one(
    starts: Iterable[N],
    around: Mapping[N, Sequence[tuple[N, Number]]],
    first: Sequence[tuple[N, Number]] | None,
    limit: Number,
    stops: Collection[object],
    overdraw: bool,
) -> Spread[N]:
    """Place after place, cheapest first, by levels of cost: the heap holds levels and not nodes."""
    best: dict[N, Number] = dict.fromkeys(starts, 0)
    came: dict[N, N] = {}
    levels: list[Number] = [0]
    level: dict[Number, list[N]] = {0: list(best)}
    best_of = best.get
    while levels:
        for node in level.pop(spent := heappop(levels)):
            if best[node] != spent or (stops and node in stops and node in came):
                continue
            try:
                onward_from = around[node] if first is None or node in came else first
            except KeyError:  # from outside the space nothing leads on
                continue
            for onward, cost in onward_from:
                total = spent + cost
                if total > limit:
                    last = cost == REST or overdraw
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
    return Spread(best, came)


def steps_now(
    costs: Costs[N], touched: Mapping[N, Hashable], price: Callable[[N, N], Priced]
) -> Mapping[N, Sequence[tuple[N, Number]]]:
    """Of every node to which a search comes the steps that are open in a position, with their prices.

    A step that touches a marked place is priced in the position, once for each pair of marks.
    """
    if len(costs.known) > REMEMBERED:
        costs.known.clear()
    steps, known, mark_of = costs.steps, costs.known, touched.get

    def around(node: N) -> list[tuple[N, Number]]:
        mark, found = mark_of(node), []
        for onward, cost in steps[node]:
            other = mark_of(onward)
            if mark is not None or other is not None:
                key = (node, onward, mark, other)
                if (now := known.get(key)) is None:
                    now = known[key] = costs.number(node, onward, price(node, onward))
                cost = now
            if cost != CLOSED:
                found.append((onward, cost))
        return found

    return OnDemand(around)


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
