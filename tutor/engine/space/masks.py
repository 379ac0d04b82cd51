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
        self.bits = bits = bits_of(map, beside)
        self.examples: dict[Hashable, tuple[str, str]] = {}
        self.links: dict[Link, Hashable] = {}
        entered: dict[Hashable, tuple[list[int], ...]] = {}
        for place in space.places:
            n = bits.index[place]
            for other in space.neighbours(place):
                likeness = alike(place, other)
                into = bits.index[other]
                if likeness not in entered:
                    entered[likeness] = ([], [], [], [], [], [])
                    self.examples[likeness] = place, other
                k = bits.direction.get(into - n)
                if k is None:
                    self.links[n, into] = likeness
                else:
                    entered[likeness][k].append(into)
        self.steps: dict[Hashable, Six] = {}
        for likeness, six in entered.items():
            self.steps[likeness] = tuple(gathered(found, bits.size) for found in six)

    @cached_property
    def tries(self) -> Steps:
        """Every step that can be tried, whatever it costs."""
        every_step = together(self.steps.values())
        links = dict.fromkeys(self.links, 1)
        return Steps.of(self.bits, {(1, 0): every_step}, links)


@lru_cache(maxsize=32)
def neighbourhood(map: HexMap) -> Steps:
    """Every step from a hex to the next."""
    bits = bits_of(map)
    six = [bits.shifted(bits.all, k) & bits.all for k in DIRECTIONS]
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
        kind_of: dict[Hashable, tuple[Number, Hashable]] = {}
        alike: dict[tuple[Number, Hashable], list[Six]] = {}
        for likeness, units in prices.items():
            if units < CLOSED:
                kind = (units, besides.get(likeness))
                kind_of[likeness] = kind
                alike.setdefault(kind, []).append(lay.steps[likeness])
        number = {kind: n for n, kind in enumerate(alike)}
        links: dict[Link, int] = {}
        for link, likeness in lay.links.items():
            if likeness in kind_of:
                links[link] = number[kind_of[likeness]]
        costs = tuple(units for units, _ in alike)
        kinds = tuple(map(together, alike.values()))
        return cls(lay, costs, kinds, links)

    @cached_property
    def steps(self) -> Steps:
        """The open steps where nobody stands."""
        priced: dict[tuple[Number, int], Six] = {}
        for units, six in zip(self.costs, self.kinds, strict=True):
            of_this_price = priced.get((units, 0), NO_STEPS)
            priced[units, 0] = together((six, of_this_price))
        links = {link: self.costs[kind] for link, kind in self.links.items()}
        return Steps.of(self.lay.bits, priced, links)


# -- open steps ----------------------------------------------------------------------------------------------------
Priced: TypeAlias = tuple[tuple[Number, Six], ...]  # cheapest first
Links: TypeAlias = Mapping[int, Sequence[tuple[Number, int]]]  # from where, at what price, into which


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
    def of(cls, bits: Bits, priced: Mapping[tuple[Number, int], Sequence[int]], links: Mapping[Link, Number]) -> Steps:
        """By price and rise; and every link with its price."""
        by_rise: dict[int, list[tuple[Number, Six]]] = {}
        for units, rise in sorted(priced):  # the cheapest first
            six = tuple(priced[units, rise])
            if any(six):
                by_rise.setdefault(rise, []).append((units, six))
        plain = tuple(by_rise.pop(0, ()))
        rising = tuple((rise, tuple(several)) for rise, several in by_rise.items())
        onward = linked((n, into, units) for (n, into), units in links.items())
        return cls(bits, plain, rising, onward, gates_of(onward))

    def linked(self, onward: Links, back: Links, gates: int, back_gates: int) -> Steps:
        """With other links, which may be found only when one comes to them; so both ways are said."""
        turned = replace(self.back, links=back, gates=back_gates)
        found = replace(self, links=onward, gates=gates)
        object.__setattr__(found, "back", turned)
        return found

    def into(self, open: int) -> Steps:
        """Only those that enter these nodes; of steps that change no mode."""
        plain: list[tuple[Number, Six]] = []
        for units, six in self.plain:
            inside = tuple([entered & open for entered in six])
            plain.append((units, inside))
        if not self.links:
            return Steps(self.bits, tuple(plain))
        links: dict[int, list[tuple[Number, int]]] = {}
        for n, onward in self.links.items():
            links[n] = [(units, into & open) for units, into in onward]
        return Steps(self.bits, tuple(plain), (), links, self.gates)

    @cached_property
    def layered(self) -> tuple[tuple[int, Priced], ...]:
        """How far one rises, and by which steps."""
        return ((0, self.plain), *self.rising) if self.plain else self.rising

    @cached_property
    def back(self) -> Steps:
        """The same steps the other way round: each enters the place from which it came."""
        turned = {(units, -rise): self._turned(six, rise) for units, rise, six in self._one_by_one()}
        steps = Steps.of(self.bits, turned, {})
        links = linked((into, n, units) for n, into, units in self._link_by_link())
        return replace(steps, links=links, gates=gates_of(links))

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
            left.append(lifted(origins, -rise))
        return (*left[3:], *left[:3])

    def entered(self, places: int) -> int:
        """Where a set comes by one step, whatever it costs; of steps in one mode."""
        found = 0
        for _, six in self.plain:
            for k in DIRECTIONS:
                found |= self.bits.shifted(places, k) & six[k]
        for at in each(places & self.gates):
            for _, into in self.links[at]:
                found |= into
        return found

    def towards(self, reached: int, goal: int) -> tuple[int, int]:
        """As near as one comes to a goal: what was reached there, and what could be tried from it next."""
        layer = seen = goal
        while layer:
            around = self.back.entered(layer)
            if met := around & reached:
                return met, layer
            layer = around & ~seen
            seen |= layer
        return 0, 0

    @cached_property
    def uniform(self) -> tuple[Number, Six] | None:
        """The price of all of them and where they lead, where there are no others."""
        if len(self.plain) != 1 or self.rising or self.gates:
            return None
        price, six = self.plain[0]
        return (price, six) if price > 0 else None

    @property
    def dearest(self) -> Number:
        """What the dearest of them costs."""
        return self.priced[0][0] if self.priced else 0

    @cached_property
    def priced(self) -> tuple[tuple[Number, int, Six], ...]:
        """Price, rise and sets, the dearest first."""
        return tuple(sorted(self._one_by_one(), key=lambda one: -one[0]))


def linked(ends: Iterable[tuple[int, int, Number]]) -> dict[int, list[tuple[Number, int]]]:
    """Links by where they begin, those of one price together."""
    found: dict[int, dict[Number, int]] = {}
    for n, into, units in ends:
        priced = found.setdefault(n, {})
        priced[units] = priced.get(units, 0) | 1 << into
    return {n: sorted(priced.items()) for n, priced in found.items()}


def gates_of(links: Links) -> int:
    """The places from which links lead on."""
    return sum(1 << n for n in links)


def lifted(found: int, rise: int) -> int:
    """A set, so many bits further."""
    return found << rise if rise >= 0 else found >> -rise


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
        found: dict[tuple[Number, int], list[int]] = {}
        for left, origin in parted(places, self.leaving):
            onward = [self.bits.shifted(origin, k) for k in DIRECTIONS]
            for row, part in self._entered(left):
                for k in DIRECTIONS:
                    if both := onward[k] & part:
                        self._enter(found, row, both, k)
        links = dict(self._links(places))
        return Steps.of(self.bits, found, links)

    def _entered(self, left: int) -> Iterable[tuple[Row, int]]:
        """The places that are entered, those of which the same is known taken together."""
        alike: dict[Hashable, tuple[Row, int]] = {}
        for come, part in parted(self.bits.all, self.entering):
            row = self._row(left, come)
            same: Hashable = come if None in row else tuple(row)
            _, before = alike.get(same, (row, 0))
            alike[same] = row, before | part
        return alike.values()

    def _row(self, left: int, come: int) -> Row:
        key = (left, come, self.who, self.layers.modes)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = [None] * len(self.ground.kinds)
        return found

    def _enter(self, found: dict[tuple[Number, int], list[int]], row: Row, both: int, k: int) -> None:
        """Add what is open of the steps that lead in a direction into some places."""
        for kind, six in enumerate(self.ground.kinds):
            into = both & six[k]
            if not into:
                continue
            ways = row[kind]
            if ways is None:
                b = lowest(into)
                a = b - self.bits.moves[k]
                ways = row[kind] = self._asked(self.bits.at[a], self.bits.at[b])
            for units, rise, up in ways:
                steps = found.get((units, rise))
                if steps is None:
                    steps = found[units, rise] = list(NO_STEPS)
                steps[k] |= into << up

    def _asked(self, a: str, b: str) -> tuple[Way, ...]:
        """In which modes the step is open, and at what price."""
        found = []
        size, layers = self.bits.size, self.layers
        for layer, mode in enumerate(layers.modes):
            after = layers.turn(mode, a, b)
            if after is None:
                continue
            units = self.number(layers.node(a, mode), layers.node(b, after))
            if units < CLOSED:
                arrived = layers.modes.index(after)
                rise = (arrived - layer) * size
                found.append((units, rise, arrived * size))
        return tuple(found)

    def _links(self, places: int) -> Iterator[tuple[Link, Number]]:
        """The links that are open out of some places, each with its price."""
        for (n, into), kind in self.ground.links.items():
            if not places >> n & 1:
                continue
            row = self._row(_likeness(n, self.leaving), _likeness(into, self.entering))
            ways = row[kind]
            if ways is None:
                ways = row[kind] = self._asked(self.bits.at[n], self.bits.at[into])
            for units, rise, up in ways:
                below = up - rise
                yield (n + below, into + up), units


def _likeness(n: int, sets: Sequence[int]) -> int:
    return sum(1 << at for at, one in enumerate(sets) if one >> n & 1)


# -- nodes and bits ------------------------------------------------------------------------------------------------
def index_of(bits: Bits, modes: tuple[str, ...], node: Node) -> int:
    """The bit of a node: that of its place, in the layer of its mode."""
    if isinstance(node, str):
        return bits.index[node]
    place, mode = node
    return bits.index[place] + bits.size * modes.index(mode)


def node_of(bits: Bits, modes: tuple[str, ...], n: int) -> Node:
    """The node of a bit."""
    layer, at = divmod(n, bits.size)
    place, mode = bits.at[at], modes[layer]
    return (place, mode) if mode else place


# -- the search ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Waves:
    """What a search came to, wave after wave, the cheapest first; by which way is found backwards when it is asked."""

    bits: Bits
    modes: tuple[str, ...]
    waves: tuple[tuple[Number, int], ...]
    steps: Steps
    first: Steps
    stops: int
    through: int
    _known: dict[int, int] = field(default_factory=dict)

    def bit(self, node: Node) -> int:
        if isinstance(node, str):
            return self.bits.of.get(node, 0)
        place, mode = node
        return self.bits.of.get(place, 0) << self.bits.size * self.modes.index(mode)

    def node(self, bit: int) -> Node:
        return node_of(self.bits, self.modes, bit.bit_length() - 1)

    # -- what was reached -------------------------------------------------------------------------------------------
    @cached_property
    def nodes(self) -> int:
        """Everything that was reached, in its layer."""
        found = 0
        for _, edge in self.waves:
            found |= edge
        return found

    @cached_property
    def by_cost(self) -> tuple[tuple[Number, int], ...]:
        """Of every cost the places that are reached at that, and no cheaper in another mode."""
        found: dict[Number, int] = {}
        seen = 0
        many = len(self.modes) > 1
        for spent, edge in self.waves:
            places = self.folded(edge) & ~seen if many else edge
            seen |= places
            if places:
                found[spent] = found.get(spent, 0) | places
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
        return bool(self.places & self.bits.of.get(place, 0))

    def best(self, place: str) -> Node | None:
        """The node in which a place is reached most cheaply."""
        bit, size = self.bits.of.get(place, 0), self.bits.size
        nodes = [bit << size * layer for layer in range(len(self.modes))]
        for _, edge in self.waves:
            for node in nodes:
                if edge & node:
                    return self.node(node)
        return None

    def __contains__(self, node: Node) -> bool:
        return bool(self.nodes & self.bit(node))

    def cheapest(self, told: Callable[[Number], Number]) -> dict[str, Number]:
        """Of every place what it costs at least."""
        if len(self.by_cost) > COUNTED:
            return {place: told(units) for units, edge in self.by_cost for place in self.bits.places(edge)}
        if not self.places:
            return {}
        low = lowest(self.places)
        numbers = self._numbers(low)
        stretch = self.bits.at[low : low + len(numbers)]
        reached = compress(stretch, numbers)
        told_of: list[Number] = [0, *(told(units) for units, _ in self.by_cost)]
        costs = map(told_of.__getitem__, filter(None, numbers))
        return dict(zip(reached, costs, strict=True))

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
        nodes = [(place, mode) if mode else place for mode in self.modes]
        return [node for node in nodes if node in self]

    # -- the way, backwards -----------------------------------------------------------------------------------------
    def began(self, node: Node) -> bool:
        """Whether the search began there."""
        bit = self.bit(node)
        return not bit or bool(bit & self.waves[0][1])

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
        at = next(n for n, (_, edge) in enumerate(self.waves) if edge & bit)
        spent, _ = self.waves[at]
        steps, halts = self.first, 0
        for before, edge in self.waves[:at]:
            left = edge & ~halts & self.through
            found = self._stepped(steps, left, spent - before, bit)
            if found:
                return found
            steps, halts = self.steps, self.stops
        raise AssertionError("nothing leads where the search came")

    def _stepped(self, steps: Steps, left: int, units: Number, bit: int) -> int:
        """Whence among some nodes a step of this price leads to a node."""
        for price, rise, six in steps.priced:
            if price == units:
                for k in DIRECTIONS:
                    origins = self.bits.back(six[k] & bit, k)
                    begun = lifted(origins, -rise) & left
                    if begun:
                        return begun
        for n in each(left & steps.gates):
            if any(price == units and into & bit for price, into in steps.links[n]):
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
    if begin is steps and not overdraw and steps.uniform is not None:
        waves = _flooded(starts, steps, limit, stops=stops, through=through)
    else:
        waves = _by_price(starts, steps, begin, limit, stops=stops, through=through, overdraw=overdraw)
    return Waves(bits=steps.bits, modes=modes, waves=waves, steps=steps, first=begin, stops=stops, through=through)


def _flooded(starts: int, steps: Steps, limit: Number, *, stops: int, through: int) -> tuple[tuple[Number, int], ...]:
    """Where all steps cost the same."""
    assert steps.uniform is not None
    price, six = steps.uniform
    waves: list[tuple[Number, int]] = []
    spent: Number = 0
    edge = reached = starts
    a, b, c = steps.bits.moves[:3]
    e, s, d, w, n, u = six
    while edge:
        waves.append((spent, edge))
        spent += price
        if spent > limit:
            break
        left = (edge & ~stops if reached != starts else edge) & through
        onward = left << a & e | left << b & s | left << c & d
        back = left >> a & w | left >> b & n | left >> c & u
        edge = (onward | back) & ~reached
        reached |= edge
    return tuple(waves)


def _by_price(
    starts: int, steps: Steps, first: Steps, limit: Number, *, stops: int, through: int, overdraw: bool
) -> tuple[tuple[Number, int], ...]:
    """The cheapest first; what is reached anew at a cost, by free steps, makes a wave of its own."""
    waves: list[tuple[Number, int]] = []
    pending: dict[Number, int] = {0: starts}
    reached, taken = 0, first
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
        left = (edge if len(waves) == 1 else edge & ~stops) & through
        for rise, priced in taken.layered:
            from_ = left if not rise else lifted(left, rise)
            east, south, down = from_ << a, from_ << b, from_ << c
            west, north, up = from_ >> a, from_ >> b, from_ >> c
            for price, (e, s, d, w, n, u) in priced:
                total = spent + price
                if total > limit and not beyond:
                    break
                found = east & e | south & s | down & d | west & w | north & n | up & u
                if found:
                    pending[total] = pending.get(total, 0) | found
        for at in each(left & taken.gates):
            for price, into in taken.links[at]:
                total = spent + price
                if total <= limit or beyond:
                    pending[total] = pending.get(total, 0) | into
        taken = steps
    return tuple(waves)
