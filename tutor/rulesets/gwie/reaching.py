"""8.2: how far units come together, by which way, and why no further."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypeAlias

from tutor.engine.check import Check, Checks, objection
from tutor.engine.facts import Number, Place
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law, seam
from tutor.engine.ledger import Ledger, Lines, at_most, plus
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.marks import Marks
from tutor.engine.space.paths import Costs, Modes, Reach, compile_costs, place_of, reach
from tutor.rulesets.gwie.ground import objections_to_entering, objections_to_the_way
from tutor.rulesets.gwie.homes import objections_to_operating
from tutor.rulesets.gwie.kut import KUT_HEX, objections_to_entering_kut, objections_to_passing_kut
from tutor.rulesets.gwie.marching import fresh, left_of, step_cost
from tutor.rulesets.gwie.peoples import objections_to_red_passing
from tutor.rulesets.gwie.state import State, Unit

FREE, SEEN = "free", "seen"
Node: TypeAlias = Any  # a hex, or (hex, mode) where riders may come into sight of the enemy


class Party:
    """Units that move together: the points they have, and how riders among them lose theirs (8.14, 8.17)."""

    def __init__(self, s: State, group: tuple[Unit, ...]) -> None:
        self.group = group
        self.start = group[0].place or ""
        left = {u.id: left_of(s, u) for u in group}
        self.points = min(left.values())
        self.seen_points = min(left_of(s, u, seen=True) for u in group)
        self.fresh = all(fresh(s, u) for u in group)
        self.mountain = all(u.kind == "mountain" for u in group)
        self.slowest = min(group, key=lambda u: left[u.id])

    @property
    def riding(self) -> bool:
        """Whether the way matters: unseen, riders keep their double allowance."""
        return self.seen_points < self.points

    def node(self, s: State) -> Node:
        return (self.start, FREE) if self.riding else self.start


def reach_of(s: State, group: tuple[Unit, ...], limited: bool = True) -> Reach[Node]:
    """Every hex to which these units can go together, or could with points without end."""
    party = Party(s, group)
    party.fresh = party.fresh and limited  # with points without end the first hex is no gift (8.13)
    return reach(
        _costs(s, party),
        party.node(s),
        party.points if limited else None,
        touched=_marks(s, party),
        price_now=lambda a, b, left: price(s, party, a, b),
        stops=_stops(s, party),
        why_stop=lambda a, b: _why_stop(s, party, place_of(a)),
        too_dear=lambda a, b, cost, left: too_dear(party, place_of(a), place_of(b), cost, left),
    )


def too_dear(party: Party, a: str, b: str, cost: Ledger, left: Number) -> Check:
    """8.21: without the points no entry."""
    slowest = U(party.slowest.id)
    more = cost.total - left
    return objection("8.21", "too-dear", unit=slowest, origin=Place(a), hex=Place(b), cost=cost, left=left, more=more)


# -- the one text of a step ------------------------------------------------------------------------------------
def price(s: State, party: Party, one: Node, other: Node) -> Ledger | Check:
    """What forbids a step to any of the party, or what it costs."""
    a, b = place_of(one), place_of(other)
    for unit in party.group:
        refusal = s.law.first_objection(objections_to_stepping(s, unit, a, b))
        if refusal is not None:
            return refusal
    return s.law.ledger("8.25", "step-cost", _step_lines(s, party, one, other))


@seam("gwie.stepping")
def objections_to_stepping(s: State, unit: Unit, a: str, b: str) -> Checks:
    """May this unit enter this hex from that one, points aside: on the march, in an advance, in a retreat?"""
    yield from objections_to_entering(s, unit, a, b)
    yield from objections_to_entering_kut(s, unit, b)
    yield from objections_to_operating(s, unit, b)
    yield from objections_to_red_passing(s, unit, b)


@seam("gwie.halting")
def objections_to_going_on(s: State, unit: Unit, hex: str) -> Checks:
    """What makes a unit stop in a hex and move no more: the siege of Kut, and events."""
    yield from objections_to_passing_kut(s, unit, hex)


def _step_lines(s: State, party: Party, one: Node, other: Node) -> Lines:
    a, b = place_of(one), place_of(other)
    cost = step_cost(s, party.mountain, a, b)
    yield from cost.lines
    lost = 0
    if party.riding and one == (a, FREE) and other == (b, SEEN):
        lost = party.points - party.seen_points
        yield plus("8.14b", "rider-seen", lost, unit=U(party.slowest.id), hex=Place(b))
    if a == party.start and party.fresh and party.points > 0 and cost.total + lost > party.points:
        yield at_most("8.13", "one-hex-always", party.points, unit=U(party.slowest.id))


# -- numbers once for a map, and what a position changes -------------------------------------------------------
def _costs(s: State, party: Party) -> Costs[Node]:
    seen = _in_contact(s, party.group[0].side) if party.riding else None
    return static_costs(s.map, s.law, s.front, s.weather, party.mountain, seen)


@lru_cache(maxsize=64)
def static_costs(
    map: HexMap,
    law: Law,
    front: str,
    weather: FrozenMap[str, str],
    mountain: bool,
    seen: frozenset[str] | None = None,
) -> Costs[Node]:
    """The steps of a map on which nobody stands, for mountain units or for all others.

    With `seen`, the hexes next to the enemy, riders come into sight of him there and stay so.
    """
    empty = State(law, map=map, pieces=Pieces(), front=front, weather=weather)
    mover = Unit("", "", "", "mountain" if mountain else "infantry", "")

    def bare(one: Node, other: Node) -> Ledger | Check:
        a, b = place_of(one), place_of(other)
        return empty.law.first_objection(objections_to_the_way(empty, mover, a, b)) or step_cost(empty, mountain, a, b)

    if seen is None:
        return compile_costs(map, bare)

    def turn(mode: str, a: str, b: str) -> str:
        return SEEN if mode == SEEN or b in seen else FREE

    on_foot = static_costs(map, law, front, weather, mountain)  # in sight or not, the ground is the same
    into = {mode: {hex: (hex, turn(mode, "", hex)) for hex in map.places} for mode in (FREE, SEEN)}
    steps = {
        (a, mode): tuple((arriving[b], cost) for b, cost in onward)
        for mode, arriving in into.items()
        for a, onward in on_foot.steps.items()
    }
    return Costs(Modes(map, (FREE, SEEN), turn), bare, steps, on_foot.scale)


@by_identity(16)
def _in_contact(s: State, side: str) -> frozenset[str]:
    """The hexes next to a combat unit of the enemies of a side."""
    foes = {u.place for u in s.on_map() if u.side != side and u.fights and u.place}
    return frozenset(near for hex in foes for near in s.map.neighbours(hex))


def _marks(s: State, party: Party) -> Marks:
    """Of every hex what a step takes from the position: closed, devastated, where riders are seen, the start."""
    lost = party.points - party.seen_points
    seen = _in_contact(s, party.group[0].side) if party.riding else frozenset()
    known = _known_marks(s, tuple(_alike(s, unit) for unit in party.group), party.riding, lost)

    def mark(node: Node) -> Hashable:
        hex = place_of(node)
        found = _mark(s, party, hex)
        known[node] = found = (found, lost) if hex in seen and node == (hex, SEEN) else found
        return found

    marks = Marks(mark, known)
    if party.fresh:
        for node in ((party.start, FREE), (party.start, SEEN)) if party.riding else (party.start,):
            marks[node] = ("start", party.points, marks[node])
    return marks


def _mark(s: State, party: Party, hex: str) -> Hashable:
    shut = any(_closed(s, unit, hex) for unit in party.group)
    found: Hashable = (shut, not shut) if shut or hex in s.devastated else None
    if "gwie.stepping" in s.law.amending:
        found = found, s.turn, s.in_play, s.affairs, tuple((u.nation, u.kind, u.called, u.side) for u in party.group)
    return found


@by_identity(64)
def _known_marks(s: State, alike: Hashable, riding: bool, lost: int) -> dict[Node, Hashable]:
    """What has been found of the nodes to which a search has come, for parties that are alike."""
    return {}


def _alike(s: State, unit: Unit) -> Hashable:
    """What is asked of a unit that would enter a hex, its own ground with it; an amendment may ask for more."""
    ground = s.map.hex(unit.place).flags if unit.place in s.map else unit.place
    asked = unit.side, unit.nation, unit.kind, unit.called, unit.size, ground, (unit.place or "")[1:3]
    return asked if s.law.plain else (*asked, unit.id)


def _closed(s: State, unit: Unit, hex: str) -> bool:
    """Whether enemies or the calendar close a hex to a unit, wherever it comes from."""
    if s.pieces.at(hex):
        if s.barred_to(unit.side, hex) or (unit.hq and any(u.hq and u.side != unit.side for u in s.at(hex))):
            return True
        if s.law.first_objection(objections_to_red_passing(s, unit, hex)) is not None:
            return True
    shut = s.law.first_objection(objections_to_operating(s, unit, hex)) is not None
    return shut or s.law.first_objection(objections_to_entering_kut(s, unit, hex)) is not None


def _stops(s: State, party: Party) -> frozenset[Node]:
    """Where one of the party would have to stop."""
    asked = s.map.places if "gwie.halting" in s.law.amending else [hex for hex in (KUT_HEX,) if hex in s.map]
    places = [hex for hex in asked if any(_halts(s, u, hex) is not None for u in party.group)]
    return frozenset((hex, mode) for hex in places for mode in (FREE, SEEN)) if party.riding else frozenset(places)


def _halts(s: State, unit: Unit, hex: str) -> Check | None:
    return s.law.first_objection(objections_to_going_on(s, unit, hex))


def _why_stop(s: State, party: Party, hex: str) -> Check:
    reasons = (_halts(s, unit, hex) for unit in party.group)
    return next(reason for reason in reasons if reason is not None)
