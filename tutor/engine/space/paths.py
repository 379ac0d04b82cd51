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
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise, product
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
    bit_of,
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
Onward: TypeAlias = tuple[N, Number]  # where a step leads, and its price

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
        return tuple(product(self.space.places, self.modes))

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
    def steps(self) -> Mapping[N, tuple[Onward[N], ...]]:
        """Of every node where one can try to go from it, and the price of that step."""
        return OnDemand(self._steps_from)

    def _steps_from(self, node: N) -> tuple[Onward[N], ...]:
        found = []
        for onward in self.graph.neighbours(node):
            priced = self.price(node, onward)
            units = self.number(node, onward, priced)
            found.append((onward, units))
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

    def whatever_is_left(self, a: N, b: N, left: Number | None) -> Priced:
        """What the text says of a step, which does not ask for the points left."""
        return self.price(a, b)

    def limit(self, allowance: Number | None) -> Number:
        """An allowance as the search reckons it."""
        return ENDLESS if allowance is None else allowance * self.scale

    def cost(self, a: N, b: N) -> Number | None:
        """The price of a step, points; None where it is closed or takes whatever is left."""
        onward = dict(self.steps[a])
        units = onward.get(b, CLOSED)
        return None if units >= CLOSED else points(units, self.scale)

    def in_modes(self: Costs[str], modes: Modes) -> Costs[tuple[str, str]]:
        """The same where it matters how one came: of two nodes the ground asks for the places alone."""
        price_of_places = self.price

        def price(a: tuple[str, str], b: tuple[str, str]) -> Priced:
            origin, _ = a
            into, _ = b
            return price_of_places(origin, into)

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

        def number(a: N, b: N) -> Number:
            priced = price(a, b)
            return self.number(a, b, priced)

        return Opening(
            self.ground, number, self.rows, leaving=tuple(leaving), entering=tuple(entering), who=who, layers=layers
        )

    @cached_property
    def tries(self) -> Steps | None:
        """Every step that can be tried, whatever it costs, where places lie in sets."""
        if self.ground is not None:
            return self.ground.lay.tries
        if isinstance(self.graph, HexMap):
            return neighbourhood(self.graph)
        return None

    @cached_property
    def nodes_of(self) -> Mapping[str, Sequence[N]]:
        """Of every place its nodes, one for each mode."""
        found: dict[str, list[N]] = {}
        for node in self.graph.places:
            place = place_of(node)
            nodes = found.setdefault(place, [])
            nodes.append(node)
        return found

    @cached_property
    def entrances(self) -> Mapping[N, Sequence[N]]:
        """Of every node, those from which one can try to enter it."""
        graph = self.graph
        found: dict[N, list[N]] = {node: [] for node in graph.places}
        for node in graph.places:
            for onward in graph.neighbours(node):
                origins = found[onward]
                origins.append(node)
        return found

    @cached_property
    def backward(self) -> Mapping[N, Sequence[Onward[N]]]:
        """Of every node, those from which one enters it, with the price of that step."""
        nodes = self.graph.places
        found: dict[N, list[Onward[N]]] = {node: [] for node in nodes}
        for node in nodes:
            for onward, cost in self.steps[node]:
                origins = found[onward]
                origins.append((node, cost))
        return found


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
    asked: dict[Hashable, Priced] = {}
    for likeness, (a, b) in lay.examples.items():
        priced = asked[likeness] = price(a, b)  # type: ignore[arg-type]
        if isinstance(priced, Ledger):
            scale = lcm(scale, priced.total.denominator)
    bare = Costs(graph, price, scale, takes_rest)
    prices: dict[Hashable, Number] = {}
    more: dict[Hashable, Hashable] = {}
    for likeness, (a, b) in lay.examples.items():
        priced = asked[likeness]
        units = prices[likeness] = bare.number(a, b, priced)  # type: ignore[arg-type]
        if besides is not None and units < CLOSED:
            more[likeness] = besides(a, b)
    ground = Ground.of(lay, prices, more)
    return replace(bare, ground=ground)


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
        some_node = next(iter(self.costs))
        if isinstance(some_node, str):  # there are no modes
            places = map(place_of, self.costs)
            return dict(zip(places, self.costs, strict=True))
        cheapest_first = sorted(self.costs, key=self.costs.__getitem__)
        found: dict[str, N] = {}
        for node in cheapest_first:
            place = place_of(node)
            found.setdefault(place, node)
        return found

    def cheapest(self, told: Callable[[Number], Number]) -> dict[str, Number]:
        """Of every place what it costs at least."""
        amounts = set(self.costs.values())
        told_of = {units: told(units) for units in amounts}
        found = {}
        for place, node in self._best.items():
            units = self.costs[node]
            found[place] = told_of[units]
        return found


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
        steps = pairwise(self.path(place))
        return tuple(self._paid(a, b) for a, b in steps)

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
        tries = self.costs.tries
        if tries is not None:
            nearest = self._nearest(tries, place)
            return self._closed_off(place, nearest)
        nodes = self.costs.nodes_of.get(place, ())
        return self.why_none(place, nodes)

    def why_none(self, place: str, nodes: Collection[N], along: Callable[[N], bool] | None = None) -> ClosedOff[N]:
        """Why none of some nodes is reached; with `along`, ways are followed back through such nodes only."""
        layer = list(nodes)  # in order, so that reasons are told in the same order in every run
        seen = set(layer)
        while layer:
            ways_in = [(a, b) for b in layer for a in self.costs.entrances[b]]
            origins = dict.fromkeys(a for a, _ in ways_in)
            onward = [a for a in origins if a not in seen]
            met = set(filter(self.reaches, onward))
            if met:
                nearest = [(a, b) for a, b in ways_in if a in met]
                return self._closed_off(place, nearest)
            layer = onward if along is None else list(filter(along, onward))
            seen.update(onward)
        return ClosedOff(place, None, ())

    def _nearest(self, tries: Steps, place: str) -> list[tuple[N, N]]:
        """The steps that can be tried towards a place from what was reached as near to it as one comes."""
        bits = tries.bits
        reached = self._found.among(bits)
        goal = bits.of.get(place, 0)
        met, layer = tries.towards(reached, goal)
        ahead = bits.among(layer)
        found: list[tuple[N, N]] = []
        for near in bits.places(met):
            for node in self._found.nodes_at(near):
                for onward in self.costs.graph.neighbours(node):
                    if onward in ahead:
                        found.append((node, onward))
        return found

    def _closed_off(self, place: str, steps: list[tuple[N, N]]) -> ClosedOff[N]:
        """What closes each of these steps, the cheapest to come to first."""

        def spent(step: tuple[N, N]) -> Number:
            origin, _ = step
            return self._found.spent(origin) or 0

        steps = sorted(steps, key=spent)
        closed = []
        for a, b in steps:
            refusal = self._refusal(a, b)
            if refusal is not None:
                closed.append(Way(a, b, refusal))
        furthest = steps[0][0] if steps else None
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
        must_stop = arrived and a in self.stops
        if must_stop:
            return None if self.why_stop is None else self.why_stop(a, b)
        priced = self.price_now(a, b, left)
        if isinstance(priced, Check):
            return priced
        if left is None or self._affords(priced, left):
            return priced
        return None if self.too_dear is None else self.too_dear(a, b, priced, left)

    def _affords(self, cost: Ledger, left: Number) -> bool:
        """Enough is left; or anything at all, where a step takes whatever is left or the last may be overdrawn."""
        anything = left > 0
        takes_rest = self.costs.takes_rest
        if takes_rest is not None and takes_rest(cost):
            return anything
        enough = cost.total <= left
        return enough or (self.overdraw and anything)

    def _refusal(self, a: N, b: N) -> Check | None:
        """The check that refuses a step of the search, if one does."""
        priced = self._tried(a, b)
        return priced if isinstance(priced, Check) else None

    def _tried(self, a: N, b: N) -> Priced | None:
        """What the search heard of a step."""
        left = self._left(a)
        arrived = not self._found.began(a)
        return self.step(a, b, left, arrived)

    def _paid(self, a: N, b: N) -> Ledger:
        told = self._told.get((a, b))
        if told is None:
            told = self._told[a, b] = self._priced(a, b)
        return told

    def _priced(self, a: N, b: N) -> Ledger:
        priced = self._tried(a, b)
        if not isinstance(priced, Ledger):
            rule = "none" if priced is None else priced.rule
            raise ValueError(f"the step from {a} to {b} was open and is now refused by {rule}")
        return priced

    def _spent(self, node: N) -> Number:
        units = self._found.spent(node) or 0
        return points(units, self.costs.scale)

    def _left(self, node: N) -> Number | None:
        if self.allowance is None:
            return None
        left = self.allowance - self._spent(node)
        return _whole(left)


# -- the search ----------------------------------------------------------------------------------------------------
def reach(
    costs: Costs[N],
    start: N,
    allowance: Number | None = None,
    *,
    opened: Steps | None = None,
    around: Mapping[N, Sequence[Onward[N]]] | None = None,
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
    now = price_now or costs.whatever_is_left
    starts = (start, *also)
    limit = costs.limit(allowance)
    found: Found[N]
    if opened is not None:
        modes = costs.graph.modes if isinstance(costs.graph, Modes) else ONE.modes
        found = _by_price(opened, starts, modes, limit, first=first, stops=stops, overdraw=overdraw)
    else:
        if around is None:
            marks = {} if touched is None else touched  # marks found on the way are empty at first, and yet are marks
            around = steps_now(costs, marks, lambda a, b: now(a, b, allowance))
        found = _one_by_one(starts, around, first, limit, stops, overdraw)
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
        begun |= bit_of(bits, modes, node)
    places = _halting(bits, stops)
    halts = 0
    for layer in range(len(modes)):
        halts |= places << layer * bits.size
    return spread(begun, opened, limit, modes=modes, first=first, stops=halts, overdraw=overdraw)


def _halting(bits: Bits, stops: Collection[object]) -> int:
    """The places where one must stop, as a set."""
    if isinstance(stops, Among):
        return stops.found
    places = map(place_of, stops)
    return bits.set(places)


def _one_by_one(
    starts: Iterable[N],
    around: Mapping[N, Sequence[Onward[N]]],
    first: Sequence[Onward[N]] | None,
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
        spent = heappop(levels)
        for node in level.pop(spent):
            outdone = best[node] != spent
            if outdone or (stops and node in stops and node in came):
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
) -> Mapping[N, Sequence[Onward[N]]]:
    """Of every node to which a search comes the steps that are open in a position, with their prices.

    A step that touches a marked place is priced in the position, once for each pair of marks.
    """
    if len(costs.known) > REMEMBERED:
        costs.known.clear()
    steps = costs.steps
    known = costs.known
    mark_of = touched.get

    def around(node: N) -> list[Onward[N]]:
        mark = mark_of(node)
        found = []
        for onward, cost in steps[node]:
            other = mark_of(onward)
            if mark is not None or other is not None:
                key = (node, onward, mark, other)
                now = known.get(key)
                if now is None:
                    priced = price(node, onward)
                    now = known[key] = costs.number(node, onward, priced)
                cost = now
            if cost != CLOSED:
                found.append((onward, cost))
        return found

    return OnDemand(around)


def points(units: Number, scale: int) -> Number:
    """Units of 1/scale as points."""
    if scale == 1:
        return units
    parts = Fraction(units, scale)
    return _whole(parts)


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
