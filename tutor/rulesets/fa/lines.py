"""4.4: the line of hexes and seas from a unit or a port to its source, step by step."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Cited, Number, Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, plus
from tutor.engine.pieces import Pieces
from tutor.engine.space.bits import Bits, alike
from tutor.engine.space.kept import by_parts
from tutor.engine.space.maps import HexMap
from tutor.engine.space.masks import Lay, Steps, index_of, node_of
from tutor.engine.space.paths import CLOSED, Costs, Modes, OnDemand, Reach, compile_costs, place_of, reach
from tutor.rulesets.fa.nations import at_war, cooperate, in_hands_of, neutral
from tutor.rulesets.fa.presence import holders, presence
from tutor.rulesets.fa.seas import coaling_ports, near_seas, objections_to_passing, openings, ports_on
from tutor.rulesets.fa.state import DOT, OTTOMAN, PORTS, SURFACE, State, foe, sea_areas, seas_of
from tutor.rulesets.fa.terrain import ALPINE, LAKE, SEA, crossed
from tutor.rulesets.fa.zones import watched, zone, zones

Node = tuple[str, str]
ASHORE, AFLOAT, BEYOND = MODES = ("ashore", "afloat", "beyond")  # before the sea, on it, after it


class Tracer(NamedTuple):
    """Whose line it is: a unit, or a port, and the nation for which it is traced."""

    nation: str
    side: str
    start: str
    unit: str = ""

    @property
    def who(self) -> U | Place:
        return U(self.unit) if self.unit else Place(self.start)


@dataclass(frozen=True, eq=False)
class Ground:
    """Where a line can run: land hexes, sea areas, and ports and coasts between them."""

    map: HexMap

    @property
    def places(self) -> tuple[str, ...]:
        return (*(hex.id for hex in self.map if hex.terrain != DOT), *sea_areas(self.map))

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        if place not in self.map:
            return (*near_seas(self.map, place), *ports_on(self.map, place))
        land = (near for near in self.map.neighbours(place) if self.map.hex(near).terrain != DOT)
        port = self.map.hex(place).flags & PORTS
        return (*land, *(openings(self.map, place) if port else seas_of(self.map, place)))


def _turn(map: HexMap, mode: str, a: str, b: str) -> str | None:
    """A line goes to sea once: after the sea it goes on by land."""
    if (a in map) == (mode == AFLOAT):
        return None
    if b not in map:
        return None if mode == BEYOND else AFLOAT
    return BEYOND if mode in (AFLOAT, BEYOND) else ASHORE


@lru_cache(maxsize=64)
def ground(map: HexMap) -> Modes:
    return Modes(Ground(map), MODES, lambda mode, a, b: _turn(map, mode, a, b))


# -- a step of the line (4.4, 4.4.1) -----------------------------------------------------------------------------
def length(s: State, line: Tracer, b: str) -> Ledger:
    """For how many hexes a step counts."""
    if b not in s.map:
        return s.law.ledger("4.4.1-a", "line-step", [plus("4.4.1-a", "by-way-of-sea", 0, area=Place(b))])
    if s.map.hex(b).terrain == "desert" and line.nation != OTTOMAN:
        return s.law.ledger("4.4-c", "line-step", [plus("4.4-c", "desert-counts-two", 2, hex=Place(b))])
    if s.map.hex(b).terrain == "desert":
        return s.law.ledger("4.4-c", "line-step", [plus("4.4-c", "desert-counts-one", 1, hex=Place(b))])
    return s.law.ledger("4.4-a", "line-step", [plus("4.4-a", "line-hex", 1, hex=Place(b))])


def objections_to_tracing(s: State, line: Tracer, a: str, b: str) -> Checks:
    """May the line go on from a to b?"""
    if b not in s.map:
        yield from _to_sea(s, line, a, b)
        return
    if a in s.map:
        yield from _across(s, line, a, b)
    else:
        yield from _ashore(s, line, a, b)
    yield from objections_to_hex(s, line, b)


def _across(s: State, line: Tracer, a: str, b: str) -> Checks:
    """Alpine, lake and open-sea hexsides cut a line; a strait does not."""
    for kind in crossed(s, a, b):
        if kind in (ALPINE, LAKE, SEA):
            yield objection("4.4-b", "line-side", unit=line.who, hex=Place(b), terrain=Term(kind))
        elif kind == "strait":
            yield held("4.4-b", "line-strait", unit=line.who, hex=Place(b), terrain=Term(kind))


def objections_to_hex(s: State, line: Tracer, hex: str) -> Checks:
    """May a line run through this hex?"""
    facts = {"unit": line.who, "hex": Place(hex)}
    holder = s.holder(hex)
    if neutral(s, line.nation) and in_hands_of(s, line.nation, hex):
        yield held("4.4-b", "line-at-home", nation=Term(holder), **facts)
        return
    if neutral(s, line.nation):
        yield objection("17.1", "line-abroad", nation=Term(line.nation), **facts)
        return
    if neutral(s, holder):
        yield objection("4.4-b", "line-neutral", nation=Term(holder), **facts)
        return
    if s.held_by(hex, foe(line.side)):
        yield objection("4.4-b", "line-enemy-hex", **facts)
        return
    if holder and not cooperate(s, line.nation, holder):
        yield held("19.2_a-g-second-list", "line-through-ally", nation=Term(holder), **facts)
    if hex not in watched(s, line.side):
        return
    check = held if s.troops(hex, line.side) else objection
    kind = "line-guarded" if s.troops(hex, line.side) else "line-in-zone"
    yield check("4.4-b", kind, zone=zone(s, line.side, hex), **facts)


def _to_sea(s: State, line: Tracer, a: str, b: str) -> Checks:
    """From a coast where the unit stands, or through a port, over seas that no enemy cruiser closes."""
    facts = {"unit": line.who, "area": Place(b)}
    if a in s.map and not s.map.hex(a).flags & PORTS:
        check = held if a == line.start else objection
        yield check("4.4.1-a", "from-the-coast", hex=Place(a), **facts)
    elif a in s.map:
        yield held("4.4.1-a", "through-a-port", hex=Place(a), **facts)
    yield from _borders(s, line, a, b)
    yield from _coal(s, line, b)
    enemies = [u for u in s.at(b) if u.kind in SURFACE and u.side == foe(line.side)]
    enemies = [u for u in enemies if at_war(s, line.nation, u.nation)]
    friends = [u for u in s.at(b) if u.kind in (*SURFACE, "trs") and u.side == line.side]
    if enemies and not friends:
        yield objection("4.4.1-b", "sea-barred", units=units(enemies), **facts)
    elif enemies:
        yield held("4.4.1-b", "sea-shared", units=units(friends), **facts)


def _borders(s: State, line: Tracer, a: str, b: str) -> Checks:
    """What closes a passage to the side's surface ships closes it to a line."""
    passing = s.law.in_force(objections_to_passing(s, line.side, a, b))
    for refusal in s.law.objections(passing):
        by = Cited(refusal.rule)
        yield objection("4.4.1-c", "border-closed", unit=line.who, origin=Place(a), area=Place(b), by=by)
    yield from passing


def _coal(s: State, line: Tracer, sea: str) -> Checks:
    """Waters that a nation's ships may not enter for want of coal are closed to its lines, unless so read."""
    american = sea == "denmark-strait" and line.nation == "usa"
    if american or coaling_ports(s, line.nation, sea) or s.law.reads("line-coal", "open"):
        return
    facts = {"unit": line.who, "area": Place(sea), "by": Cited("10.5.2.2-a")}
    yield objection("4.4.1-c", "sea-without-coal", reading=s.law.read("line-coal"), **facts)


def _ashore(s: State, line: Tracer, a: str, b: str) -> Checks:
    """Out of the sea only into a port that the side controls."""
    yield from _borders(s, line, a, b)
    check = held if in_hands_of(s, line.nation, b) else objection
    yield check("4.4.1-a", "into-a-port", unit=line.who, hex=Place(b))


# -- the steps of a map, and those that are open in a position (space.masks) ---------------------------------------
@lru_cache(maxsize=16)
def _lay(map: HexMap) -> Lay:
    """The steps of a map by all that a line takes from the ground; those by sea are priced one by one."""

    def likeness(a: str, b: str) -> Hashable:
        if a not in map or b not in map:
            return "by-sea"
        return map.sides(a, b), map.hex(b).terrain == "desert"

    return Lay(Ground(map), map, likeness)


@lru_cache(maxsize=64)
def costs_of(map: HexMap, law: Law, ottoman: bool, sides: bool = True) -> Costs[Node]:
    """How long every step by land is where nobody stands. Without `sides` no side of a hex stops a line."""
    bare, line = State(law, map, Pieces()), Tracer(OTTOMAN if ottoman else "", "", "")

    def price(a: str, b: str) -> Ledger | Check:
        if a not in map or b not in map:
            return objection("4.4.1-a", "from-the-coast", unit=Place(a), hex=Place(a), area=Place(b))
        refusal = law.first_objection(_across(bare, line, a, b)) if sides else None
        return refusal or length(bare, line, b)

    return compile_costs(Ground(map), price, lay=_lay(map)).in_modes(ground(map))


def costs_for(s: State, nation: str) -> Costs[Node]:
    return costs_of(s.map, s.law, nation == OTTOMAN)


class Passages:
    """The steps to sea, over it and ashore, each priced when a line comes there; forwards and backwards."""

    def __init__(self, map: HexMap, costs: Costs[Node], price: Callable[[Node, Node], Ledger | Check]) -> None:
        self.map, self.bits, self.space, self.entrances = map, _lay(map).bits, ground(map), _by_sea(map)
        self.costs, self.price = costs, price

    def joined(self, steps: Steps) -> Steps:
        """The steps by land with these."""
        if not self.entrances:
            return steps
        quays = self.bits.set(place for place in self.entrances if place in self.map)
        seas = self.bits.set(self.entrances) & ~quays
        ashore, afloat, beyond = (found << layer * self.bits.size for layer, found in enumerate((quays, seas, quays)))
        return steps.linked(OnDemand(self._onward), OnDemand(self._back), ashore | afloat, afloat | beyond)

    def _onward(self, n: int) -> list[tuple[Number, int]]:
        here = node_of(self.bits, MODES, n)
        onward = (node for node in self.space.neighbours(here) if here[0] in self.entrances.get(node[0], ()))
        return [(units, self._bit(node)) for node in onward if (units := self._units(here, node)) < CLOSED]

    def _back(self, n: int) -> list[tuple[Number, int]]:
        here = node_of(self.bits, MODES, n)
        before = ((place, mode) for place in self.entrances.get(here[0], ()) for mode in MODES)
        origins = (node for node in before if self.space.turn(node[1], node[0], here[0]) == here[1])
        return [(units, self._bit(node)) for node in origins if (units := self._units(node, here)) < CLOSED]

    def _units(self, a: Node, b: Node) -> Number:
        return self.costs.number(a, b, self.price(a, b))

    def _bit(self, node: Node) -> int:
        return 1 << index_of(self.bits, MODES, node)


@lru_cache(maxsize=16)
def _by_sea(map: HexMap) -> Mapping[str, tuple[str, ...]]:
    """Of every sea area, port and coast whence one comes there by sea."""
    found: dict[str, list[str]] = {}
    space = Ground(map)
    for place in space.places:
        for other in space.neighbours(place):
            if place not in map or other not in map:
                found.setdefault(other, []).append(place)
                found.setdefault(place, [])
    return {place: tuple(origins) for place, origins in found.items()}


@by_parts(64, "pieces", "control", "nations", "surprised", "year")
def open_to(s: State, nation: str, side: str) -> int:
    """The hexes into which the lines of a nation run: asked of one hex of each likeness."""
    line, parts = Tracer(nation, side, ""), alike(holders(s).items(), (zones(s, side), presence(s, side).land))
    known = _known(s, nation, side)
    return _lay(s.map).bits.where(lambda hex: s.law.allows(objections_to_hex(s, line, hex)), parts, known)


@by_parts(128, "nations", "year")
def _known(s: State, nation: str, side: str) -> dict[Hashable, bool]:
    """Of every likeness of a hex whether lines of a nation run through it."""
    return {}


def on_land(bits: Bits, hexes: int) -> int:
    """Hexes before the sea, on it (where there are none, but areas) and after it."""
    return sum(hexes << bits.size * layer for layer in (MODES.index(ASHORE), MODES.index(BEYOND)))


@lru_cache(maxsize=64)
def _by_land(map: HexMap, law: Law, ottoman: bool, sides: bool = True) -> Steps:
    """The steps by land where nobody stands."""
    costs = costs_of(map, law, ottoman, sides)
    return costs.opening(costs.price).steps


def steps_back(s: State, line: Tracer) -> tuple[Steps, int]:
    """All steps of lines like one, the other way round, and the nodes that they may have entered."""
    passages = Passages(s.map, costs_for(s, line.nation), lambda a, b: price_now(s, line, a, b))
    by_land = _by_land(s.map, s.law, line.nation == OTTOMAN)
    areas = passages.bits.all << passages.bits.size * MODES.index(AFLOAT)
    return passages.joined(by_land).back, on_land(passages.bits, open_to(s, line.nation, line.side)) | areas


@by_parts(64, "pieces", "control", "nations", "surprised", "year")
def _open_land(s: State, nation: str, side: str) -> Steps:
    """The steps by land that are open to the lines of a nation."""
    open_ = on_land(_lay(s.map).bits, open_to(s, nation, side))
    return _by_land(s.map, s.law, nation == OTTOMAN).into(open_)


def steps_of(s: State, line: Tracer) -> Steps:
    """All steps that are open to a line."""
    passages = Passages(s.map, costs_for(s, line.nation), lambda a, b: price_now(s, line, a, b))
    return passages.joined(_open_land(s, line.nation, line.side))


def price_now(s: State, line: Tracer, a: Node, b: Node) -> Ledger | Check:
    return s.law.first_objection(objections_to_tracing(s, line, a[0], b[0])) or length(s, line, b[0])


def on_empty_map(s: State, line: Tracer, far: Number | None, sides: bool = True) -> Reach[Node]:
    """Where a line would come if nobody stood in the way."""
    return _on_empty_map(s.map, s.law, line.nation == OTTOMAN, line.start, far, sides)


@lru_cache(maxsize=256)
def _on_empty_map(map: HexMap, law: Law, ottoman: bool, hex: str, far: Number | None, sides: bool) -> Reach[Node]:
    costs, bare = costs_of(map, law, ottoman, sides), State(law, map, Pieces())
    line = Tracer(OTTOMAN if ottoman else "", "", hex)

    def priced(a: Node, b: Node) -> Ledger | Check:
        if a[0] in map and b[0] in map:
            return costs.price(a, b)
        if a[0] in map and a[0] != hex and not map.hex(a[0]).flags & PORTS:
            return objection("4.4.1-a", "from-the-coast", unit=Place(a[0]), hex=Place(a[0]), area=Place(b[0]))
        return length(bare, line, b[0])

    start = hex, ASHORE if hex in map else AFLOAT
    opened = Passages(map, costs, priced).joined(_by_land(map, law, ottoman, sides))
    return reach(costs, start, far, opened=opened, price_now=lambda a, b, left: priced(a, b))


def too_long(s: State, line: Tracer, b: Node, step: Ledger, left: Number) -> Check:
    """What is missing when nothing but the length cuts a line."""
    missing = step.total - max(left, 0)
    return objection(step.rule, "line-too-long", unit=line.who, hex=Place(place_of(b)), step=step, missing=missing)
