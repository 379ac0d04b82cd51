"""8.2: how far units come together, by which way, and why no further."""

from __future__ import annotations

from collections.abc import Hashable
from copy import copy
from functools import lru_cache
from typing import Any, TypeAlias

from tutor.engine.check import Check, Checks, objection
from tutor.engine.facts import Number, Place
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law, seam
from tutor.engine.ledger import Ledger, Lines, at_most, plus
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.space.bits import alike, bits_of
from tutor.engine.space.kept import Alike, by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.masks import Lay, Opening
from tutor.engine.space.paths import Costs, Modes, Reach, compile_costs, place_of, reach
from tutor.rulesets.gwie.ground import (
    BEACHES,
    BEACHES_FROM,
    NOT_THE_LAGOON,
    objections_to_entering,
    objections_to_the_way,
)
from tutor.rulesets.gwie.homes import objections_to_operating
from tutor.rulesets.gwie.kut import KUT_HEX, objections_to_entering_kut, objections_to_quitting_kut
from tutor.rulesets.gwie.marching import fresh, left_of, step_cost, step_lines
from tutor.rulesets.gwie.peoples import objections_to_red_passing
from tutor.rulesets.gwie.presence import grounds, in_contact, presence
from tutor.rulesets.gwie.state import State, Unit, foe
from tutor.rulesets.gwie.treaty import beside_peace

FREE, SEEN = "free", "seen"
Node: TypeAlias = Any  # a hex, or (hex, mode) where riders may come into sight of the enemy


class Party:
    """Units that move together: the points they have, and how riders among them lose theirs (8.14, 8.17)."""

    def __init__(self, s: State, group: tuple[Unit, ...]) -> None:
        self.group = group
        self.start = group[0].place or ""
        left = {u.id: left_of(s, u) for u in group}
        self.points = min(left.values())
        self.seen_points = min(left_of(s, u, seen=True) if u.kind == "cavalry" else left[u.id] for u in group)
        self.fresh = all(fresh(s, u) for u in group)
        self.mountain = all(u.kind == "mountain" for u in group)
        self.slowest = min(group, key=lambda u: left[u.id])

    def on_its_way(self) -> Party:
        """The same party, which has left the hex where it began."""
        found = copy(self)
        found.fresh = False
        return found

    @property
    def lost(self) -> int:
        """What riders lose when they are seen."""
        return self.points - self.seen_points

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
    likeness = tuple(_alike(s, unit) for unit in group), party.riding, party.lost
    costs, opening = _ways(s, Alike(party, likeness))
    first = None
    if party.fresh and opening.steps.dearest > party.points:
        who = opening.who, "first", party.points
        gift = costs.opening(lambda a, b: price(s, party, a, b), entering=opening.entering, who=who)
        first = gift.out_of(opening.bits.of.get(party.start, 0))
    return reach(
        costs,
        party.node(s),
        party.points if limited else None,
        opened=opening.steps,
        first=first,
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
    yield from objections_to_quitting_kut(s, unit, hex)


def _step_lines(s: State, party: Party, one: Node, other: Node) -> Lines:
    a, b = place_of(one), place_of(other)
    yield from step_lines(s, party.mountain, a, b)
    lost = 0
    if party.riding and one == (a, FREE) and other == (b, SEEN):
        lost = party.lost
        yield plus("8.14b", "rider-seen", lost, unit=U(party.slowest.id), hex=Place(b))
    gift = a == party.start and party.fresh and party.points > 0
    if gift and step_cost(s, party.mountain, a, b).total + lost > party.points:
        yield at_most("8.13", "one-hex-always", party.points, unit=U(party.slowest.id))


# -- the steps of a map, and those that are open in a position (space.masks) ------------------------------------
@lru_cache(maxsize=16)
def _lay(map: HexMap) -> Lay:
    """The steps of a map by all that the march asks of the ground, and by where events let nobody pass."""

    def likeness(a: str, b: str) -> Hashable:
        named = {a, b} == NOT_THE_LAGOON, *_by_the_beaches(a, b)
        there = map.sheet(b).key, map.hex(b).terrain, map.hex(b).flags
        return there, map.hex(a).flags, map.sides(a, b), map.roads(a, b), named

    return Lay(map, map, likeness)


def _by_the_beaches(a: str, b: str) -> tuple[bool, ...]:
    """What of Gallipoli a step touches, where steps go by the numbers of the hexes."""
    return BEACHES_FROM in (a, b), a in BEACHES, b in BEACHES


@lru_cache(maxsize=64)
def static_costs(map: HexMap, law: Law, front: str, weather: FrozenMap[str, str], mountain: bool) -> Costs[str]:
    """The steps of a map on which nobody stands, for mountain units or for all others."""
    empty = State(law, map=map, pieces=Pieces(), front=front, weather=weather)
    wasted = empty.but(devastated=frozenset(map.places))
    mover = Unit("", "", "", "mountain" if mountain else "infantry", "")

    def bare(a: str, b: str) -> Ledger | Check:
        return law.first_objection(objections_to_the_way(empty, mover, a, b)) or step_cost(empty, mountain, a, b)

    def besides(a: str, b: str) -> Hashable:
        """What a devastated hex costs; and both ends, where events let nobody pass."""
        ends = (map.hex(a).flags, map.hex(b).flags, *_by_the_beaches(a, b)) if _eventful(law) else ()
        return step_cost(wasted, mountain, a, b).total, ends

    return compile_costs(map, bare, lay=_lay(map), besides=besides)


def _eventful(law: Law) -> bool:
    """Whether events have a say in a step."""
    return not law.amending.keys().isdisjoint(("gwie.stepping", "gwie.entering"))


@by_identity(64)
def _ways(s: State, like: Alike) -> tuple[Costs[Node], Opening]:
    """What steps cost a party, and which are open to it, when it goes on from somewhere on its way."""
    party: Party = like.one.on_its_way()
    on_foot = static_costs(s.map, s.law, s.front, s.weather, party.mountain)
    costs: Costs[Any] = on_foot.in_modes(_modes(s, party)) if party.riding else on_foot
    bits = bits_of(s.map)
    closed = 0
    for unit in party.group:
        closed |= _closed_to(s, Alike(unit, _alike(s, unit)))
    seen = in_contact(s, party.group[0].side) if party.riding else 0
    entering = closed, bits.set(hex for hex in s.devastated if hex in s.map), seen
    events = (like.likeness, s.turn, s.in_play, s.affairs) if _eventful(s.law) else ()
    opening = costs.opening(lambda a, b: price(s, party, a, b), entering=entering, who=(party.lost, events))
    return costs, opening


def _modes(s: State, party: Party) -> Modes:
    """Next to the enemy riders come into his sight, and stay so."""
    seen = bits_of(s.map).among(in_contact(s, party.group[0].side))
    return Modes(s.map, (FREE, SEEN), lambda mode, a, b: SEEN if mode == SEEN or b in seen else FREE)


def _alike(s: State, unit: Unit) -> Hashable:
    """What is asked of a unit that would enter a hex, its own ground with it; an amendment may ask for more."""
    ground = s.map.hex(unit.place).flags if unit.place in s.map else unit.place
    asked = unit.side, unit.nation, unit.kind, unit.called, unit.size, ground, (unit.place or "")[1:3]
    return asked if s.law.plain else (*asked, unit.id)


@by_identity(64)
def _closed_to(s: State, like: Alike) -> int:
    """The hexes that enemies or the calendar close to a unit, wherever it comes from: one of each likeness is asked."""
    unit: Unit = like.one
    foes, own = presence(s, foe(unit.side)), presence(s, unit.side)
    sets = foes.barring, foes.hqs, own.red, own.not_red, beside_peace(s)
    return bits_of(s.map).where(lambda hex: _closed(s, unit, hex), alike(grounds(s.map), sets), {})


def _closed(s: State, unit: Unit, hex: str) -> bool:
    """Whether enemies or the calendar close a hex to a unit."""
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
