"""The text of a step turned into sets of places, and the search that takes all steps of one price at once.

The text is asked once of each likeness. Steps are alike on the ground where the map says the same of them (`Lay`), and
in a position where their ends lie in the same sets (`Opening`). So the search, the refusals and every way that is
walked step by step rest on one text; `tests/laws` hold mask and step together, hex by hex.

Where it matters how one came, every mode has a layer of bits of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import compress
from operator import itemgetter
from typing import Any, Protocol, TypeAlias

from tutor.engine.facts import Number
from tutor.engine.space.bits import (
    DIRECTIONS,
    EVERYWHERE,
    NO_STEPS,
    Bits,
    Six,
    bits_of,
    digits,
    each,
    gathered,
    lowest,
    parted,
)
from tutor.engine.space.maps import AreaMap, HexMap

Alike: TypeAlias = Callable[[str, str], Hashable]
Link: TypeAlias = tuple[int, int]  # the indices of both ends
Lift: TypeAlias = tuple[Number, int]  # the price of a step, and how many bits one rises into another layer
Kind: TypeAlias = tuple[Number, Hashable]  # the price of steps on bare ground, and what else their price rests on
Node: TypeAlias = Any  # a place, or (place, mode)

CLOSED = 1 << 60  # a step that is refused
REST = CLOSED + 1  # a step that takes whatever is left
ENDLESS = CLOSED - 1  # no limit
COUNTED = 255  # costs that can be told apart by one byte


class Space(Protocol):
    """Places, and where one can try to go from each."""

    @property
    def places(self) -> Iterable[str]: ...
    def neighbours(self, place: str, /) -> Iterable[str]: ...


# -- the ground ----------------------------------------------------------------------------------------------------
class Lay:
    """The steps of a space by likeness: `alike` names all that a price takes from the ground.

    Steps in the six directions lie in sets of the places that they enter; all others are links.
    """

    def __init__(self, space: Space, map: HexMap | AreaMap, alike: Alike) -> None:
        self.alike = alike
        beside = tuple(place for place in space.places if place not in map)
        self.bits = bits_of(map, beside)
        self.examples: dict[Hashable, tuple[str, str]] = {}
        self.links: dict[Link, Hashable] = {}
        entered: dict[Hashable, list[list[int]]] = {}
        index = self.bits.index
        direction = self.bits.direction
        for place in space.places:
            n = index[place]
            for other in space.neighbours(place):
                likeness = alike(place, other)
                if likeness not in entered:
                    entered[likeness] = [[] for _ in DIRECTIONS]
                    self.examples[likeness] = place, other
                into = index[other]
                k = direction.get(into - n)
                if k is None:
                    self.links[n, into] = likeness
                else:
                    six = entered[likeness]
                    six[k].append(into)
        self.steps: dict[Hashable, Six] = {}
        size = self.bits.size
        for likeness, six in entered.items():
            sets = [gathered(indices, size) for indices in six]
            self.steps[likeness] = tuple(sets)

    @cached_property
    def tries(self) -> Steps:
        """Every step that can be tried, whatever it costs."""
        six = together(self.steps.values())
        every_step: dict[Lift, Six] = {(1, 0): six}
        every_link = dict.fromkeys(self.links, 1)
        return Steps.of(self.bits, every_step, every_link)


@lru_cache(maxsize=32)
def neighbourhood(map: HexMap) -> Steps:
    """Every step from a hex to the next."""
    bits = bits_of(map)
    six = []
    for k in DIRECTIONS:
        onward = bits.shifted(bits.all, k)
        six.append(onward & bits.all)
    return Steps.of(bits, {(1, 0): six}, {})


def together(several: Iterable[Six]) -> Six:
    """Sets of steps joined, direction by direction."""
    found = list(NO_STEPS)
    for six in several:
        for k in DIRECTIONS:
            found[k] |= six[k]
    return tuple(found)


@dataclass(frozen=True, eq=False)
class Ground:
    """What the steps of a lay cost one class of walker where nobody stands. What the ground closes stays closed.

    A kind of step is its price with whatever else a position's price rests on; of every kind there are the steps, and
    of every link its kind.
    """

    lay: Lay
    costs: tuple[Number, ...]
    kinds: tuple[Six, ...]
    links: Mapping[Link, int]

    @classmethod
    def of(cls, lay: Lay, prices: Mapping[Hashable, Number], besides: Mapping[Hashable, Hashable]) -> Ground:
        """By the price of each likeness, and by what else a position's price rests on."""
        kind_of: dict[Hashable, Kind] = {}
        alike: dict[Kind, list[Six]] = {}
        for likeness, units in prices.items():
            if units >= CLOSED:
                continue
            kind = (units, besides.get(likeness))
            kind_of[likeness] = kind
            of_this_kind = alike.setdefault(kind, [])
            of_this_kind.append(lay.steps[likeness])
        number = {kind: n for n, kind in enumerate(alike)}
        links: dict[Link, int] = {}
        for link, likeness in lay.links.items():
            if likeness in kind_of:
                kind = kind_of[likeness]
                links[link] = number[kind]
        costs = tuple(units for units, _ in alike)
        kinds = tuple(map(together, alike.values()))
        return cls(lay, costs, kinds, links)

    @cached_property
    def steps(self) -> Steps:
        """The open steps where nobody stands."""
        six_of: dict[Number, Six] = {}
        for units, six in zip(self.costs, self.kinds, strict=True):
            before = six_of.get(units, NO_STEPS)
            six_of[units] = together((before, six))
        priced: dict[Lift, Six] = {}
        for units, six in six_of.items():
            priced[units, 0] = six
        links: dict[Link, Number] = {}
        for link, kind in self.links.items():
            links[link] = self.costs[kind]
        return Steps.of(self.lay.bits, priced, links)


# -- open steps ----------------------------------------------------------------------------------------------------
OfOnePrice: TypeAlias = tuple[Number, Six]  # a price, and where its steps lead
Priced: TypeAlias = tuple[OfOnePrice, ...]  # cheapest first
Onward: TypeAlias = tuple[Number, int]  # the price of a link, and into which places such links lead
Links: TypeAlias = Mapping[int, Sequence[Onward]]  # from where


@dataclass(frozen=True, eq=False)
class Steps:
    """Open steps by price: of each direction the places that are entered, and the links one by one.

    `plain` are steps in one mode, `rising` those by which one comes so many bits further into another mode's layer.
    """

    bits: Bits
    plain: Priced
    rising: tuple[tuple[int, Priced], ...] = ()
    links: Links = field(default_factory=dict)
    gates: int = 0

    @classmethod
    def of(cls, bits: Bits, priced: Mapping[Lift, Sequence[int]], links: Mapping[Link, Number]) -> Steps:
        """By price and rise; and every link with its price."""
        by_rise: dict[int, list[OfOnePrice]] = {}
        for units, rise in sorted(priced):  # the cheapest first
            six = tuple(priced[units, rise])
            if any(six):
                of_this_rise = by_rise.setdefault(rise, [])
                of_this_rise.append((units, six))
        plain = by_rise.pop(0, [])
        rising = [(rise, tuple(several)) for rise, several in by_rise.items()]
        ends = ((n, into, units) for (n, into), units in links.items())
        onward = linked(ends)
        gates = gates_of(onward)
        return cls(bits, tuple(plain), tuple(rising), onward, gates)

    def linked(self, onward: Links, back: Links, gates: int, back_gates: int) -> Steps:
        """With other links, which may be found only when one comes to them; so both ways are said."""
        turned = replace(self.back, links=back, gates=back_gates)
        found = replace(self, links=onward, gates=gates)
        object.__setattr__(found, "back", turned)
        return found

    def into(self, open: int) -> Steps:
        """Only those that enter these nodes; of steps that change no mode."""
        inside: list[OfOnePrice] = []
        for units, six in self.plain:
            entered = tuple([into & open for into in six])
            inside.append((units, entered))
        plain = tuple(inside)
        if not self.links:
            return Steps(self.bits, plain)
        links: dict[int, list[Onward]] = {}
        for n, onward in self.links.items():
            links[n] = [(units, into & open) for units, into in onward]
        return Steps(self.bits, plain, links=links, gates=self.gates)

    @cached_property
    def layered(self) -> tuple[tuple[int, Priced], ...]:
        """How far one rises, and by which steps."""
        if not self.plain:
            return self.rising
        in_one_mode = (0, self.plain)
        return (in_one_mode, *self.rising)

    @cached_property
    def back(self) -> Steps:
        """The same steps the other way round: each enters the place from which it came."""
        turned: dict[Lift, Six] = {}
        for units, rise, six in self._one_by_one():
            turned[units, -rise] = self._turned(six, rise)
        steps = Steps.of(self.bits, turned, {})
        ends = ((into, n, units) for n, into, units in self._link_by_link())
        links = linked(ends)
        gates = gates_of(links)
        return replace(steps, links=links, gates=gates)

    def _one_by_one(self) -> Iterator[tuple[Number, int, Six]]:
        """Price, rise and sets, layer after layer."""
        for rise, several in self.layered:
            for units, six in several:
                yield units, rise, six

    def _link_by_link(self) -> Iterator[tuple[int, int, Number]]:
        """From where, into which, at what price."""
        for n, onward in self.links.items():
            for units, found in onward:
                for into in each(found):
                    yield n, into, units

    def _turned(self, six: Six, rise: int) -> Six:
        """The sets of places that are left, each under the direction that leads back there."""
        left = []
        for k in DIRECTIONS:
            origins = self.bits.back(six[k], k)
            below = lifted(origins, -rise)
            left.append(below)
        onward, back = left[:3], left[3:]
        return (*back, *onward)

    def entered(self, places: int) -> int:
        """Where a set comes by one step, whatever it costs; of steps in one mode."""
        found = 0
        for _, six in self.plain:
            for k in DIRECTIONS:
                onward = self.bits.shifted(places, k)
                found |= onward & six[k]
        for at in each(places & self.gates):
            for _, into in self.links[at]:
                found |= into
        return found

    def towards(self, reached: int, goal: int) -> tuple[int, int]:
        """As near as one comes to a goal: what was reached there, and what could be tried from it next."""
        layer = seen = goal
        while layer:
            around = self.back.entered(layer)
            met = around & reached
            if met:
                return met, layer
            layer = around & ~seen
            seen |= layer
        return 0, 0

    @cached_property
    def uniform(self) -> OfOnePrice | None:
        """The price of all of them and where they lead, where there are no others."""
        if len(self.plain) != 1 or self.rising or self.gates:
            return None
        (only,) = self.plain
        price, _ = only
        return only if price > 0 else None

    @property
    def dearest(self) -> Number:
        """What the dearest of them costs."""
        if not self.priced:
            return 0
        units, _, _ = self.priced[0]
        return units

    @cached_property
    def priced(self) -> tuple[tuple[Number, int, Six], ...]:
        """Price, rise and sets, the dearest first."""
        dearest_first = sorted(self._one_by_one(), key=itemgetter(0), reverse=True)
        return tuple(dearest_first)


def linked(ends: Iterable[tuple[int, int, Number]]) -> dict[int, list[Onward]]:
    """Links by where they begin, those of one price together, the cheapest first."""
    by_price: dict[int, dict[Number, int]] = {}
    for n, into, units in ends:
        priced = by_price.setdefault(n, {})
        before = priced.get(units, 0)
        priced[units] = before | 1 << into
    found = {}
    for n, priced in by_price.items():
        found[n] = sorted(priced.items())
    return found


def gates_of(links: Links) -> int:
    """The places from which links lead on."""
    return sum(1 << n for n in links)


def lifted(found: int, rise: int) -> int:
    """A set, so many bits further."""
    if rise >= 0:
        return found << rise
    return found >> -rise


# -- the position ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Layers:
    """The modes of a search, each a layer of bits, and in which a step arrives; None where it cannot be tried."""

    modes: tuple[str, ...] = ("",)
    turn: Callable[[str, str, str], str | None] = field(default=lambda mode, a, b: mode)

    def node(self, place: str, mode: str) -> Node:
        return (place, mode) if mode else place


ONE = Layers()
Way: TypeAlias = tuple[Number, int, int]  # a price, how far one rises, and how far up one arrives
Row: TypeAlias = list[tuple[Way, ...] | None]  # of every kind of step the ways that are open; None: not asked yet


@dataclass(frozen=True, eq=False)
class Opening:
    """Which steps of a ground are open in a position: `number` prices a step as the search reckons it.

    `leaving` and `entering` are sets of places: all that a price takes from the position about the place that is left,
    and about the one that is entered. `who` is all that it takes from the walker, his class apart. `known` is what was
    asked before, in whatever position.
    """

    ground: Ground
    number: Callable[[Node, Node], Number]
    known: dict[Hashable, Row]
    leaving: Sequence[int] = ()
    entering: Sequence[int] = ()
    who: Hashable = None
    layers: Layers = ONE

    @property
    def bits(self) -> Bits:
        return self.ground.lay.bits

    @cached_property
    def steps(self) -> Steps:
        """All that are open."""
        return self.out_of(self.bits.all)

    def out_of(self, places: int) -> Steps:
        """Those out of some places."""
        found: dict[Lift, list[int]] = {}
        for left, origin in parted(places, self.leaving):
            onward = [self.bits.shifted(origin, k) for k in DIRECTIONS]
            for row, part in self._entered(left):
                for k, ahead in enumerate(onward):
                    both = ahead & part
                    if both:
                        self._enter(found, row, both, k)
        links = dict(self._links(places))
        return Steps.of(self.bits, found, links)

    def _entered(self, left: int) -> Iterable[tuple[Row, int]]:
        """The places that are entered, those of which the same is known taken together."""
        alike: dict[Hashable, tuple[Row, int]] = {}
        everywhere = self.bits.all
        for come, part in parted(everywhere, self.entering):
            row = self._row(left, come)
            unasked = None in row
            same: Hashable = come if unasked else tuple(row)
            if same in alike:
                _, before = alike[same]
                part |= before
            alike[same] = row, part
        return alike.values()

    def _row(self, left: int, come: int) -> Row:
        """What is known of the steps between places of two likenesses."""
        key = (left, come, self.who, self.layers.modes)
        found = self.known.get(key)
        if found is None:
            kinds = self.ground.kinds
            found = self.known[key] = [None] * len(kinds)
        return found

    def _enter(self, found: dict[Lift, list[int]], row: Row, both: int, k: int) -> None:
        """Add what is open of the steps that lead in a direction into some places."""
        for kind, six in enumerate(self.ground.kinds):
            into = both & six[k]
            if not into:
                continue
            ways = row[kind]
            if ways is None:
                b = lowest(into)
                a = b - self.bits.moves[k]
                ways = row[kind] = self._asked(a, b)
            for units, rise, up in ways:
                key = (units, rise)
                steps = found.get(key)
                if steps is None:
                    steps = found[key] = list(NO_STEPS)
                steps[k] |= into << up

    def _asked(self, left: int, entered: int) -> tuple[Way, ...]:
        """In which modes a step is open, and at what price."""
        at, layers = self.bits.at, self.layers
        a, b = at[left], at[entered]
        size = self.bits.size
        found = []
        for layer, mode in enumerate(layers.modes):
            after = layers.turn(mode, a, b)
            if after is None:
                continue
            origin = layers.node(a, mode)
            into = layers.node(b, after)
            units = self.number(origin, into)
            if units < CLOSED:
                arrived = layers.modes.index(after)
                rise = (arrived - layer) * size
                up = arrived * size
                found.append((units, rise, up))
        return tuple(found)

    def _links(self, places: int) -> Iterator[tuple[Link, Number]]:
        """The links that are open out of some places, each with its price."""
        for (n, into), kind in self.ground.links.items():
            if not places >> n & 1:
                continue
            left = _likeness(n, self.leaving)
            come = _likeness(into, self.entering)
            row = self._row(left, come)
            ways = row[kind]
            if ways is None:
                ways = row[kind] = self._asked(n, into)
            for units, rise, up in ways:
                below = up - rise
                link = (n + below, into + up)
                yield link, units


def _likeness(n: int, sets: Sequence[int]) -> int:
    """What `parted` makes of one place."""
    return sum(1 << at for at, one in enumerate(sets) if one >> n & 1)


# -- nodes and bits ------------------------------------------------------------------------------------------------
def index_of(bits: Bits, modes: tuple[str, ...], node: Node) -> int:
    """The bit of a node: that of its place, in the layer of its mode."""
    if isinstance(node, str):
        return bits.index[node]
    place, mode = node
    layer = modes.index(mode)
    return bits.index[place] + bits.size * layer


def bit_of(bits: Bits, modes: tuple[str, ...], node: Node) -> int:
    """The set of one node; none where the space lacks its place."""
    if isinstance(node, str):
        return bits.of.get(node, 0)
    place, mode = node
    layer = modes.index(mode)
    bit = bits.of.get(place, 0)
    return bit << bits.size * layer


def node_of(bits: Bits, modes: tuple[str, ...], n: int) -> Node:
    """The node of a bit."""
    layer, at = divmod(n, bits.size)
    place = bits.at[at]
    mode = modes[layer]
    return (place, mode) if mode else place


# -- the search ----------------------------------------------------------------------------------------------------
Wave: TypeAlias = tuple[Number, int]  # what was spent, and where one came for that


@dataclass(frozen=True, eq=False)
class Waves:
    """What a search came to, wave after wave, the cheapest first; by which way is found backwards when it is asked."""

    bits: Bits
    modes: tuple[str, ...]
    waves: tuple[Wave, ...]
    steps: Steps
    first: Steps
    stops: int
    through: int
    _known: dict[int, int] = field(default_factory=dict)

    def bit(self, node: Node) -> int:
        return bit_of(self.bits, self.modes, node)

    def node(self, bit: int) -> Node:
        index = bit.bit_length() - 1
        return node_of(self.bits, self.modes, index)

    # -- what was reached -------------------------------------------------------------------------------------------
    @cached_property
    def nodes(self) -> int:
        """Everything that was reached, in its layer."""
        found = 0
        for _, edge in self.waves:
            found |= edge
        return found

    @cached_property
    def by_cost(self) -> tuple[Wave, ...]:
        """Of every cost the places that are reached at that, and no cheaper in another mode."""
        found: dict[Number, int] = {}
        seen = 0
        many = len(self.modes) > 1
        for spent, edge in self.waves:
            places = self.folded(edge) & ~seen if many else edge
            seen |= places
            if places:
                before = found.get(spent, 0)
                found[spent] = before | places
        return tuple(found.items())

    def folded(self, edge: int) -> int:
        """The places of nodes in whatever mode."""
        if len(self.modes) == 1:
            return edge
        found = edge
        for layer in range(1, len(self.modes)):
            found |= edge >> self.bits.size * layer
        return found & self.bits.all

    @cached_property
    def places(self) -> int:
        return self.folded(self.nodes)

    @cached_property
    def straight(self) -> int:
        """The places that are come to in the first of several modes."""
        return self.nodes & self.bits.all

    def spent(self, node: Node) -> Number | None:
        """What it costs to come to a node."""
        bit = self.bit(node)
        for spent, edge in self.waves:
            if edge & bit:
                return spent
        return None

    def holds(self, place: str) -> bool:
        bit = self.bits.of.get(place, 0)
        return bool(self.places & bit)

    def best(self, place: str) -> Node | None:
        """The node in which a place is reached most cheaply."""
        size = self.bits.size
        bit = self.bits.of.get(place, 0)
        layers = range(len(self.modes))
        nodes = [bit << size * layer for layer in layers]
        for _, edge in self.waves:
            for node in nodes:
                if edge & node:
                    return self.node(node)
        return None

    def __contains__(self, node: Node) -> bool:
        bit = self.bit(node)
        return bool(self.nodes & bit)

    def cheapest(self, told: Callable[[Number], Number]) -> dict[str, Number]:
        """Of every place what it costs at least."""
        if len(self.by_cost) > COUNTED:
            return self._cost_by_cost(told)
        if not self.places:
            return {}
        low = lowest(self.places)
        numbers = self._numbers(low)
        stretch = self.bits.at[low : low + len(numbers)]
        reached = compress(stretch, numbers)
        amounts = [told(units) for units, _ in self.by_cost]
        told_of = [0, *amounts]  # 0: what was not reached
        of_reached = filter(None, numbers)
        costs = map(told_of.__getitem__, of_reached)
        return dict(zip(reached, costs, strict=True))

    def _cost_by_cost(self, told: Callable[[Number], Number]) -> dict[str, Number]:
        """The same where costs are too many to be numbered."""
        found: dict[str, Number] = {}
        for units, edge in self.by_cost:
            places = self.bits.places(edge)
            found |= dict.fromkeys(places, told(units))
        return found

    def _numbers(self, low: int) -> bytes:
        """Of every place from the lowest the number of its cost, from 1; one digit of all of them after the other."""
        total = 0
        for digit in range(len(self.by_cost).bit_length()):
            plane = 0
            for number, (_, edge) in enumerate(self.by_cost, 1):
                if number >> digit & 1:
                    plane |= edge
            ones = int.from_bytes(digits(plane >> low), "little")
            total += ones << digit
        length = self.places.bit_length() - low
        return total.to_bytes(length, "little")

    def among(self, bits: Bits) -> int:
        """The places that were reached, as a set."""
        return self.places

    def nodes_at(self, place: str) -> list[Node]:
        """The nodes of a place that were reached."""
        found = []
        for mode in self.modes:
            node = (place, mode) if mode else place
            if node in self:
                found.append(node)
        return found

    # -- the way, backwards -----------------------------------------------------------------------------------------
    def began(self, node: Node) -> bool:
        """Whether the search began there."""
        bit = self.bit(node)
        _, starts = self.waves[0]
        nowhere = not bit
        return nowhere or bool(bit & starts)

    def came(self, node: Node) -> Node | None:
        """Whence one came to a node; None where the search began."""
        if self.began(node):
            return None
        bit = self.bit(node)
        origin = self._known.get(bit)
        if origin is None:
            origin = self._known[bit] = self._origin(bit)
        return self.node(origin)

    def chain(self, node: Node) -> tuple[Node, ...]:
        """All nodes from this one back to where the search began."""
        found = [node]
        while (before := self.came(found[-1])) is not None:
            found.append(before)
        return tuple(found)

    def _origin(self, bit: int) -> int:
        """Of the steps by which one comes to a node at its cost the one that was taken first."""
        spent, earlier = self._arrival(bit)
        steps, halts = self.first, 0
        for before, edge in earlier:
            left = edge & ~halts & self.through
            price = spent - before
            found = self._stepped(steps, left, price, bit)
            if found:
                return found
            steps, halts = self.steps, self.stops
        raise AssertionError("nothing leads where the search came")

    def _arrival(self, bit: int) -> tuple[Number, Sequence[Wave]]:
        """What it costs to come to a node, and the waves before it."""
        for at, (spent, edge) in enumerate(self.waves):
            if edge & bit:
                return spent, self.waves[:at]
        raise AssertionError("the search did not come there")

    def _stepped(self, steps: Steps, left: int, units: Number, bit: int) -> int:
        """Whence among some nodes a step of this price leads to a node."""
        for price, rise, six in steps.priced:
            if price != units:
                continue
            for k in DIRECTIONS:
                into = six[k] & bit
                origins = self.bits.back(into, k)
                begun = lifted(origins, -rise) & left
                if begun:
                    return begun
        for n in each(left & steps.gates):
            for price, into in steps.links[n]:
                if price == units and into & bit:
                    return 1 << n
        return 0


def spread(
    starts: int,
    steps: Steps,
    limit: Number = ENDLESS,
    *,
    modes: tuple[str, ...] = ("",),
    first: Steps | None = None,
    stops: int = 0,
    through: int = EVERYWHERE,
    overdraw: bool = False,
) -> Waves:
    """Everywhere one comes within a limit.

    Args:
        first: The steps out of the starts, where these are others.
        stops: Nodes that are left only by whoever began there.
        through: The only nodes that are left at all. Backwards, these are the ones that may be entered.
        overdraw: Whoever has anything left may take a step that costs more; it counts in full.
    """
    begin = steps if first is None else first
    like_others = begin is steps and not overdraw
    same_price = steps.uniform if like_others else None
    if same_price is not None:
        waves = _flooded(starts, steps.bits, same_price, limit, stops=stops, through=through)
    else:
        waves = _by_price(starts, steps, begin, limit, stops=stops, through=through, overdraw=overdraw)
    return Waves(steps.bits, modes, waves, steps, begin, stops=stops, through=through)


def _flooded(
    starts: int, bits: Bits, same_price: OfOnePrice, limit: Number, *, stops: int, through: int
) -> tuple[Wave, ...]:
    """Where all steps cost the same."""
    price, six = same_price
    waves: list[Wave] = []
    spent: Number = 0
    edge = reached = starts
    a, b, c = bits.moves[:3]
    e, s, d, w, n, u = six
    while edge:
        waves.append((spent, edge))
        spent += price
        if spent > limit:
            break
        begins = reached == starts
        left = edge if begins else edge & ~stops
        left &= through
        onward = left << a & e | left << b & s | left << c & d
        back = left >> a & w | left >> b & n | left >> c & u
        edge = (onward | back) & ~reached
        reached |= edge
    return tuple(waves)


def _by_price(
    starts: int, steps: Steps, first: Steps, limit: Number, *, stops: int, through: int, overdraw: bool
) -> tuple[Wave, ...]:
    """The cheapest first; what is reached anew at a cost, by free steps, makes a wave of its own."""
    waves: list[Wave] = []
    pending: dict[Number, int] = {0: starts}
    reached, halts, taken = 0, 0, first
    a, b, c = steps.bits.moves[:3]
    while pending:
        spent = min(pending)
        edge = pending.pop(spent) & ~reached
        if not edge:
            continue
        reached |= edge
        waves.append((spent, edge))
        if spent > limit:
            continue
        beyond = overdraw and spent < limit
        left = edge & ~halts & through
        for rise, priced in taken.layered:
            from_ = left if not rise else lifted(left, rise)
            east, south, down = from_ << a, from_ << b, from_ << c
            west, north, up = from_ >> a, from_ >> b, from_ >> c
            for price, (e, s, d, w, n, u) in priced:
                total = spent + price
                if total > limit and not beyond:
                    break
                onward = east & e | south & s | down & d
                back = west & w | north & n | up & u
                found = onward | back
                if found:
                    before = pending.get(total, 0)
                    pending[total] = before | found
        for at in each(left & taken.gates):
            for price, into in taken.links[at]:
                total = spent + price
                if total <= limit or beyond:
                    before = pending.get(total, 0)
                    pending[total] = before | into
        taken, halts = steps, stops
    return tuple(waves)
