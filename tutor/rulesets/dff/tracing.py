"""3.3, 3.6-a: whence a unit is supplied: the range of an HQ, its depot, and a line of friendly hexes to it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache

from tutor.engine.check import Check, held, objection
from tutor.engine.facts import Number, Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import SupplyLine
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, plus
from tutor.engine.pieces import Pieces
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import Costs, Priced, Reach, compile_costs, reach
from tutor.rulesets.dff.ground import BARRIERS, barrier, front_of, hq_range, in_hq_range
from tutor.rulesets.dff.state import State, Unit, foe
from tutor.rulesets.dff.zones import standing, zones_of

NEAR = (4, 10)


# -- the answer ------------------------------------------------------------------------------------------------
def supplied(state: State, unit: Unit, paid: bool = False) -> bool:
    """Whether a unit is supplied, without the reasons; a scenario may say so itself.

    Where its round of defence is `paid`, or goes unpaid for another reason, the depots need hold nothing more.
    """
    if unit.supplied is not None:
        return unit.supplied
    if state.law.reads("unsupplied-any", "all"):
        return True
    here = standing(state, unit)
    depots = {hq.place for hq in in_range(state, unit.side, here) if paid or state.stock(hq.id)}
    return bool(depots) and _linked(state, unit.side, here, depots)


def _linked(state: State, side: str, hex: str, depots: set[str | None]) -> bool:
    """Whether a line of friendly hexes leads from a hex to one of some depots."""
    found, edge = {hex}, [hex]
    ways, known = _ways(state.map, state.law, state.home), _known_shut(state, side)
    while edge:
        if not depots.isdisjoint(edge):
            return True
        onward = []
        for a in edge:
            for b in ways[a]:
                if b in found:
                    continue
                found.add(b)
                if (shut := known.get(b)) is None:
                    shut = known[b] = _shut(state, side, b)
                if not shut:
                    onward.append(b)
        edge = onward
    return False


@lru_cache(maxsize=32)
def _ways(map: HexMap, law: Law, home: str) -> Mapping[str, tuple[str, ...]]:
    """Of every hex those into which the ground lets a line run."""
    bare = State(law, map=map, pieces=Pieces(), home=home)
    return {a: tuple(b for b in map.neighbours(a) if _ground_bars(bare, a, b) is None) for a in map.places}


@by_identity(16)
def _known_shut(state: State, side: str) -> dict[str, bool]:
    """Of the hexes that a line has come to, whether none of this side runs through them."""
    return {}


@by_identity(16)
def closed_to(state: State, side: str) -> frozenset[str]:
    """The hexes through which no line of a side runs."""
    return frozenset(hex for hex in state.map.places if _shut(state, side, hex))


def _shut(state: State, side: str, hex: str) -> bool:
    if state.control.get(hex) != side or state.ground_at(hex, foe(side)):
        return True
    return hex in zones_of(state, foe(side)) and not _guarded(state, side, hex)


def _guarded(state: State, side: str, hex: str) -> bool:
    """A friendly unit in the hex keeps an enemy zone from cutting the line."""
    return bool(state.ground_at(hex, side) or state.hqs_at(hex, side))


def in_range(state: State, side: str, hex: str) -> tuple[Unit, ...]:
    """The HQs of a side that have a hex in range, the nearest first."""
    near = [hq for hq in state.hqs_of(side) if in_hq_range(state, hq.place or "", hex)]
    return tuple(sorted(near, key=lambda hq: (state.map.distance(hq.place, hex), hq.id)))


# -- the line (3.3-b) ------------------------------------------------------------------------------------------
def objection_to_line(state: State, side: str, a: str, b: str) -> Check | None:
    """What keeps a line of a side from running from one hex into the next."""
    facts = {"hex": Place(b), "origin": Place(a)}
    kind = _ground_bars(state, a, b)
    if kind == "edge":
        return objection("4.4.1-g", "line-leaves-map", **facts, front=Term(front_of(state, b)))
    if kind:
        return objection(BARRIERS[kind], "barrier", side=Term(kind), **facts)
    if state.ground_at(b, foe(side)):
        rule = "line-under-attack" if state.ground_at(b, side) else "line-through-enemy"
        return objection("3.3-b", rule, hex=Place(b), foes=units(state.ground_at(b, foe(side))))
    if state.control.get(b) != side:
        return objection("3.3-b", "line-not-friendly", hex=Place(b))
    zones = zones_of(state, foe(side))
    if b in zones and not _guarded(state, side, b):
        return objection("3.3-b", "line-in-zone", hex=Place(b), foes=units(zones.at(b)))
    return None


def _ground_bars(state: State, a: str, b: str) -> str | None:
    return barrier(state, a, b) or ("edge" if front_of(state, a) != front_of(state, b) else None)


def _one_hex(law: Law, b: str) -> Ledger:
    return law.ledger("3.3-b", "line-length", [plus("3.3-b", "line-hex", 1, hex=Place(b))])


@lru_cache(maxsize=16)
def _line_costs(map: HexMap, law: Law, home: str, side: str) -> Costs[str]:
    """The lines over a map that is all friendly and empty."""
    empty = State(law, map=map, pieces=Pieces(), home=home)

    def price(a: str, b: str) -> Priced:
        kind = _ground_bars(empty, a, b)
        barred = objection_to_line(empty, side, a, b) if kind else None
        return barred or _one_hex(law, b)

    return compile_costs(map, price)


@by_identity(64)
def lines_from(state: State, side: str, hex: str, far: int | None = None) -> Reach[str]:
    """Everywhere a line of a side can run to from a hex, or so many hexes of it."""

    def price(a: str, b: str, left: Number | None) -> Priced:
        return objection_to_line(state, side, a, b) or _one_hex(state.law, b)

    return reach(
        _line_costs(state.map, state.law, state.home, side), hex, far, touched=_marks(state, side), price_now=price
    )


def _marks(state: State, side: str) -> Mapping[str, Hashable]:
    """The hexes through which no line runs; each is shut from whatever side one comes."""
    return dict.fromkeys(closed_to(state, side), True)


# -- with all reasons --------------------------------------------------------------------------------------------
def line_of(state: State, unit: Unit) -> SupplyLine:
    """The line to the nearest depot that serves, or what is missing."""
    here = standing(state, unit)
    if unit.supplied is not None:
        check = held if unit.supplied else objection
        return SupplyLine("3.6-a", unit.id, (here,), (check("3.6-a", "supply-given", unit=U(unit.id)),))
    near = in_range(state, unit.side, here)
    ledger = (hq_range(state, near[0].place or ""),) if near else ()
    if not near:
        checks = state.law.in_force(_out_of_range(state, unit, here))
        return SupplyLine("3.6-a", unit.id, (here,), checks)
    full = tuple(hq for hq in near if state.stock(hq.id))
    if not full:
        check_ = objection("3.6-a", "depots-empty", unit=U(unit.id), hqs=units(near))
        return SupplyLine("3.6-a", unit.id, (here,), (check_,), ledgers=ledger)
    lines = _lines_towards(state, unit.side, here, full[0].place or "")
    for hq in full:
        if hq.place in lines:
            found = held("3.3-b", "line-to-depot", unit=U(unit.id), hq=U(hq.id), n=lines.cost(hq.place or ""))
            return SupplyLine("3.3-b", unit.id, lines.path(hq.place or ""), (found,), ledgers=ledger)
    return _cut(state, unit, full, lines, ledger)


def _lines_towards(state: State, side: str, hex: str, depot: str) -> Reach[str]:
    """The lines from a hex as far as the nearest depot; since that is mostly near, near ones are looked for first."""
    for far in NEAR:
        found = lines_from(state, side, hex, far)
        if depot in found:
            return found
    return lines_from(state, side, hex)


def _cut(state: State, unit: Unit, full: tuple[Unit, ...], lines: Reach[str], ledger: tuple[Ledger, ...]) -> SupplyLine:
    """In range of a depot, and no way to it (3.6-a, first case)."""
    hq = full[0]
    cut = lines.why_not(hq.place or "")
    check = objection("3.6-a", "no-line", unit=U(unit.id), hq=U(hq.id), reading=state.law.read("unsupplied-any"))
    if state.law.reads("unsupplied-any", "all"):
        check = held("3.6-a", "no-line", unit=U(unit.id), hq=U(hq.id), reading=state.law.read("unsupplied-any"))
        return SupplyLine("3.6-a", unit.id, (standing(state, unit),), (check,), ledgers=ledger)
    furthest = cut.furthest if cut is not None else None
    line = lines.path(furthest) if furthest is not None else (standing(state, unit),)
    return SupplyLine("3.6-a", unit.id, line, (check,), cut, ledger)


def _out_of_range(state: State, unit: Unit, here: str) -> Iterator[Check]:
    """Out of the range of every HQ (3.6-a, second case)."""
    reading = state.law.read("unsupplied-any")
    check = held if state.law.reads("unsupplied-any", "all") else objection
    yield check("3.6-a", "out-of-every-range", unit=U(unit.id), hex=Place(here), reading=reading)
    ours = [hq for hq in state.hqs_of(unit.side) if front_of(state, hq.place or "") == front_of(state, here)]
    for hq in ours:
        reach_ = hq_range(state, hq.place or "")
        yield check("3.3-c", "beyond-hq-range", unit=U(unit.id), hq=U(hq.id), range=reach_)
