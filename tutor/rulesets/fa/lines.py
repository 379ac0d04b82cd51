"""4.4: the line of hexes and seas from a unit or a port to its source, step by step."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Cited, Number, Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, plus
from tutor.engine.pieces import Pieces
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.marks import Marks
from tutor.engine.space.paths import Costs, Modes, Reach, compile_costs, place_of, reach
from tutor.rulesets.fa.nations import at_war, cooperate, in_hands_of, neutral
from tutor.rulesets.fa.seas import PORTS, near_seas, objections_to_passing, openings, ports_on
from tutor.rulesets.fa.state import DOT, SURFACE, State, foe, sea_areas, seas_of
from tutor.rulesets.fa.terrain import ALPINE, LAKE, SEA, crossed
from tutor.rulesets.fa.zones import watched, zone

Node = tuple[str, str]
ASHORE, AFLOAT, BEYOND = "ashore", "afloat", "beyond"  # before the sea, on it, after it
OTTOMAN = "ottoman"


@dataclass(frozen=True)
class Tracer:
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
    if b not in map:
        return None if mode == BEYOND else AFLOAT
    return BEYOND if mode in (AFLOAT, BEYOND) else ASHORE


@lru_cache(maxsize=64)
def ground(map: HexMap) -> Modes:
    return Modes(Ground(map), (ASHORE, AFLOAT, BEYOND), lambda mode, a, b: _turn(map, mode, a, b))


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


def _ashore(s: State, line: Tracer, a: str, b: str) -> Checks:
    """Out of the sea only into a port that the side controls."""
    yield from _borders(s, line, a, b)
    check = held if in_hands_of(s, line.nation, b) else objection
    yield check("4.4.1-a", "into-a-port", unit=line.who, hex=Place(b))


# -- the search --------------------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def costs_of(map: HexMap, law: Law, ottoman: bool, sides: bool = True) -> Costs[Node]:
    """How long every step is that nothing on the table touches; what touches a step is in the marks of its ends.

    Without `sides` no side of a hex stops a line.
    """
    bare = State(law, map, Pieces())
    line = Tracer(OTTOMAN if ottoman else "", "", "")

    def price(a: Node, b: Node) -> Ledger | Check:
        if sides and b[0] in map and a[0] in map:
            refusal = bare.law.first_objection(_across(bare, line, a[0], b[0]))
            if refusal is not None:
                return refusal
        if b[0] not in map and a[0] in map and not map.hex(a[0]).flags & PORTS:
            return objection("4.4.1-a", "from-the-coast", unit=Place(a[0]), hex=Place(a[0]), area=Place(b[0]))
        return length(bare, line, b[0])

    return compile_costs(ground(map), price)


def costs_for(s: State, nation: str) -> Costs[Node]:
    return costs_of(s.map, s.law, nation == OTTOMAN)


def on_empty_map(s: State, line: Tracer, far: Number | None, sides: bool = True) -> Reach[Node]:
    """Where a line would come if nobody stood in the way."""
    return _on_empty_map(s.map, s.law, line.nation == OTTOMAN, line.start, far, sides)


@lru_cache(maxsize=256)
def _on_empty_map(map: HexMap, law: Law, ottoman: bool, hex: str, far: Number | None, sides: bool) -> Reach[Node]:
    costs, bare = costs_of(map, law, ottoman, sides), State(law, map, Pieces())
    line = Tracer(OTTOMAN if ottoman else "", "", hex)
    start = hex, ASHORE if hex in map else AFLOAT

    def priced(a: Node, b: Node, left: Number | None) -> Ledger | Check:
        return length(bare, line, b[0]) if a == start and b[0] not in map else costs.price(a, b)

    return reach(costs, start, far, touched={start: "start"}, price_now=priced)


def price_now(s: State, line: Tracer, a: Node, b: Node) -> Ledger | Check:
    return s.law.first_objection(objections_to_tracing(s, line, a[0], b[0])) or length(s, line, b[0])


def mark_of(s: State, line: Tracer, place: str) -> Hashable:
    """What the position says of a place to a line: closed, a coast or port, the passages that are shut."""
    if place in s.map:
        port = (place == line.start, in_hands_of(s, line.nation, place)) if seas_of(s.map, place) else ()
        shut = s.law.first_objection(objections_to_hex(s, line, place)) is not None
        canal = tuple(sea for sea in openings(s.map, place) if _closed(s, line, place, sea)) if port else ()
        return ("hex", shut, port, canal) if shut or port else None
    closed = tuple(sea for sea in near_seas(s.map, place) if _closed(s, line, place, sea))
    barred = not s.law.allows(_to_sea(s, line, place, place))
    return "sea", barred, closed


@by_identity(64)
def _known_marks(s: State, nation: str, side: str, unit: str) -> dict[Node, Hashable]:
    """Of the inland nodes that a search has come to, their marks: there all lines of a nation fare alike."""
    return {}


def marks_for(s: State, line: Tracer) -> Marks:
    """What the position says of every place to a line."""
    known = _known_marks(s, line.nation, line.side, "" if s.law.plain else line.unit)

    def mark(node: Node) -> Hashable:
        found = mark_of(s, line, node[0])
        if node[0] in s.map and not seas_of(s.map, node[0]):
            known[node] = found
        return found

    return Marks(mark, known)


def _closed(s: State, line: Tracer, a: str, b: str) -> bool:
    return s.law.first_objection(objections_to_passing(s, line.side, a, b)) is not None


def too_long(s: State, line: Tracer, b: Node, step: Ledger, left: Number) -> Check:
    """What is missing when nothing but the length cuts a line."""
    missing = step.total - max(left, 0)
    return objection(step.rule, "line-too-long", unit=line.who, hex=Place(place_of(b)), step=step, missing=missing)
