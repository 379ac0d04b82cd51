"""8.2: where units may go in operational movement, and why not; the way and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.space.kept import by_identity
from tutor.engine.space.paths import Reach, place_of
from tutor.rulesets.gwie.control import newcomer
from tutor.rulesets.gwie.fronts import front_of, front_with, theatre_of
from tutor.rulesets.gwie.ground import objections_to_attacking_across, objections_to_staying
from tutor.rulesets.gwie.homes import LAND_OF
from tutor.rulesets.gwie.kut import objections_to_quitting_kut
from tutor.rulesets.gwie.lines import hindrances
from tutor.rulesets.gwie.marching import allowance, began_at, contact, fresh, left_of, step_cost
from tutor.rulesets.gwie.reaching import Node, objections_to_stepping, reach_of
from tutor.rulesets.gwie.stacking import excess
from tutor.rulesets.gwie.state import FORTRESS, OOS, March, State, Unit
from tutor.rulesets.gwie.supply import having_entered, supply_at, supply_of
from tutor.rulesets.gwie.treaty import objections_to_leaving_peace

BY_MARCH = "by-march"


@dataclass(frozen=True)
class Way:
    """The cheapest way of a party: its hexes, its ledger, what each unit pays, which riders were seen."""

    places: tuple[str, ...]
    cost: Ledger
    paid: dict[str, int]
    seen: frozenset[str]


# -- how far, and by which way ---------------------------------------------------------------------------------
@by_identity(64)
def found(s: State, ids: tuple[str, ...]) -> Reach[Node]:
    """The reach of these units together, kept while the position is the same."""
    return reach_of(s, tuple(map(s.unit, ids)))


def reach_for(s: State, group: tuple[Unit, ...]) -> Reach[Node]:
    reach: Reach[Node] = found(s, tuple(u.id for u in group))
    return reach


def way_of(s: State, group: tuple[Unit, ...], hex: str) -> Way:
    """The way to a hex that can be reached."""
    reach = reach_for(s, group)
    nodes = reach.path(hex)
    places = tuple(map(place_of, nodes))
    cost = s.law.ledger("8.25", "way", _way_lines(reach, hex))
    entered = places if s.law.reads("rider-already-seen", "lost") else places[1:]
    seen = frozenset(u.id for u in group if u.kind == "cavalry" and any(contact(s, u.side, at) for at in entered))
    return Way(places, cost, {u.id: _paid(s, u, places) for u in group}, seen)


def _way_lines(reach: Reach[Node], hex: str) -> Lines:
    for at, ledger in zip(reach.path(hex)[1:], reach.story(hex), strict=True):
        yield plus(ledger.rule, "step-to", ledger, hex=Place(place_of(at)))


def _paid(s: State, unit: Unit, places: tuple[str, ...]) -> int:
    """What a unit of the party pays itself; never more than it has (8.13)."""
    mountain = unit.kind == "mountain"
    total = sum(int(step_cost(s, mountain, a, b)) for a, b in pairwise(places))
    return min(total, left_of(s, unit)) if fresh(s, unit) else total


# -- may they be moved? (8.1) ----------------------------------------------------------------------------------
def objections_to_moving(s: State, unit: Unit) -> Checks:
    """May this unit be moved now; outside a Movement Phase, could it be, if its own began?"""
    if unit.flies:
        yield objection("15.11", "air-moves-not", unit=U(unit.id))
    elif not unit.ground:
        yield objection("8.0", "moves-not", unit=U(unit.id), type=Term(unit.kind))
    elif unit.place is None:
        yield objection("8.0", "off-map", unit=U(unit.id))
    else:
        if unit.mp == 0:
            yield objection("8.13", "no-allowance", unit=U(unit.id))
        yield from _in_no_phase(s, unit)
        if s.march is not None:
            yield from _in_this_half(s, s.march, unit)


def _in_no_phase(s: State, unit: Unit) -> Checks:
    """What holds a unit fast for the whole turn, or as long as it is besieged."""
    if newcomer(s, LAND_OF.get(unit.nation, "")):
        reading = s.law.read("new-belligerent-freeze")
        yield objection("17.11c", "newcomers-stay", unit=U(unit.id), nation=Term(unit.nation), reading=reading)
    yield from objections_to_leaving_peace(s, unit)
    if unit.devastates:
        yield objection("14.62", "devastator-stays", unit=U(unit.id))
    yield from objections_to_quitting_kut(s, unit, unit.place)


def _in_this_half(s: State, march: March, unit: Unit) -> Checks:
    """Each side moves in its own Theatre, stack by stack, and nobody beyond his points."""
    if unit.side != march.side:
        yield objection("8.11", "other-side-moves", unit=U(unit.id), who=Side(march.side))
    if theatre_of(front_with(s, unit)) != march.theatre:
        yield objection("8.11", "moves-elsewhere", unit=U(unit.id), theatre=Term(march.theatre))
    if unit.id not in march.began:  # landed since
        reading = s.law.read("landed-marches")
        check = held if reading.option == "marches-on" else objection
        yield check("6.38", "landed-this-phase", unit=U(unit.id), reading=reading)
    origin = began_at(s, unit)
    if unit.id in march.closed:
        yield objection("8.18", "stack-finished", unit=U(unit.id), hex=Place(origin))
    elif origin == march.origin:
        yield held("8.18", "stack-goes-on", unit=U(unit.id), hex=Place(origin))
    if unit.id in march.halted:
        yield objection("8.18", "halted", unit=U(unit.id))
    if not fresh(s, unit) and not left_of(s, unit):
        yield objection("8.21", "no-points-left", unit=U(unit.id))


def held_fast(s: State, group: tuple[Unit, ...]) -> tuple[Check, ...]:
    """What keeps any of a party from being moved at all."""
    return tuple(check for unit in group for check in s.law.objections(objections_to_moving(s, unit)))


# -- may they go there? (8.2) ----------------------------------------------------------------------------------
def objections_to_going(s: State, group: tuple[Unit, ...], hex: str) -> Checks:
    """May these units go to this hex together?"""
    fast = held_fast(s, group)
    if fast:
        yield from fast
        return
    if hex == group[0].place:
        yield objection("8.0", "stays-there", units=units(group), hex=Place(hex))
        return
    reach = reach_for(s, group)
    cut = reach.why_not(hex)
    if cut is not None:
        yield from cut.checks or (no_way(s, group[0], hex),)
        return
    yield from objections_to_ending(s, group, reach, hex)
    yield from _on_the_way(s, group, reach, hex)


def _on_the_way(s: State, group: tuple[Unit, ...], reach: Reach[Node], hex: str) -> Checks:
    """What the way costs, and what a learner may not expect on it."""
    yield held("8.0", "way-open", hex=Place(hex), cost=s.law.ledger("8.25", "way", _way_lines(reach, hex)))
    places_on = tuple(map(place_of, reach.path(hex)))
    foes = [u for at in places_on for u in contact(s, group[0].side, at)]
    if foes and not any(u.kind == "cavalry" for u in group):
        yield held("8.22", "contact-is-free", foes=units(dict.fromkeys(foes)))
    if any(s.map.roads(a, b) and "pass" not in s.map.roads(a, b) for a, b in pairwise(places_on)):
        yield held("8.32", "no-road-rate", hex=Place(hex))
    for a, b in pairwise(places_on):
        yield from s.law.held(objections_to_stepping(s, group[0], a, b))


def no_way(s: State, unit: Unit, hex: str) -> Check:
    """Nothing leads there: another Front, or land beyond the sea."""
    if hex in s.map and front_of(s, hex) != front_with(s, unit):
        return objection("8.24", "other-front", unit=U(unit.id), hex=Place(hex), front=Term(front_of(s, hex)))
    return objection("8.24", "no-way", unit=U(unit.id), hex=Place(hex))


def objections_to_ending(s: State, group: tuple[Unit, ...], reach: Reach[Node], hex: str) -> Checks:
    """May their move end here? Stacking is not asked yet (8.16), supply is (8.26)."""
    after = None
    for unit in group:
        yield from objections_to_staying(s, unit, hex)
        after = after or having_entered(s, unit, tuple(map(place_of, reach.path(hex)))[1:])
        yield from _supplied_there(s, after, unit, hex)
    there = after.put(*(u.but(place=hex) for u in group)) if after else s
    crowded = there.law.objections(excess(there, hex, group[0].side))
    if crowded:
        yield held("8.16", "crowded-for-now", hex=Place(hex), units=units(group))


def _supplied_there(s: State, after: State, unit: Unit, hex: str) -> Checks:
    """No unit ends its move out of supply by choice; one that is may only move back into supply (11.82)."""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    was = supply_of(s, unit).status
    there = supply_at(after, unit, hex)
    starving = there.status == OOS
    if was == FORTRESS and not starving:
        yield held("11.11", "besieged-moves", **facts)
    if not starving:
        if was == OOS:
            yield held("11.82", "back-into-supply", **facts)
        return
    if was == OOS:
        yield objection("11.82", "stays-out-of-supply", **facts)
    reading = s.law.read("minimum-move-and-supply")
    near = hex in s.map.neighbours(unit.place or "") and fresh(s, unit)
    if near and s.law.reads("minimum-move-and-supply", "despite-supply"):
        yield held("8.13", "one-hex-out-of-supply", **facts, reading=reading)
        return
    yield objection("8.26", "would-be-out-of-supply", **facts, reading=reading)
    yield from hindrances(after, unit, hex, there)


# -- for the terminal and the board ----------------------------------------------------------------------------
def party_of(s: State, unit: Unit) -> tuple[Unit, ...]:
    """Those who go with a unit: the party that is moved now if it belongs to it, else itself alone."""
    together = s.march.group if s.march is not None else ()
    return tuple(map(s.unit, together)) if unit.id in together else (unit,)


def marches(s: State, unit: Unit) -> Going:
    """On foot: the operational movement of one unit and its party, as if it were moved now."""
    party = party_of(s, unit)
    closed = held_fast(s, party)
    reach = None if closed else reach_for(s, party)
    ending: Callable[[str], Checks] = partial(_ending_of, s, party, reach)
    return Going(
        law=s.law,
        means=BY_MARCH,
        rule="8.0",
        unit=unit.id,
        reach=reach,
        no_way=partial(no_way, s, unit),
        allowance=allowance(s, min(party, key=lambda one: left_of(s, one))),
        closed=closed,
        ending=ending,
        follows=partial(_met_on_the_way, s, unit),
        instead=partial(_attack_instead, s, unit, reach),
        endless=lambda: None if closed else reach_of(s, party, limited=False),
    )


def _met_on_the_way(s: State, unit: Unit, a: str, b: str) -> Checks:
    """What a step brings about, and what lets it pass where a learner would not expect it."""
    yield from s.law.held(objections_to_stepping(s, unit, a, b))


def _attack_instead(s: State, unit: Unit, reach: Reach[Node] | None, hex: str) -> Checks:
    """A hex that the enemy holds is not entered, but perhaps it can be attacked (10.11)."""
    if reach is None or not unit.fights or not s.barred_to(unit.side, hex):
        return
    near = [other for other in s.map.neighbours(hex) if other in reach]
    open_ = [a for a in near if s.law.allows(objections_to_attacking_across(s, unit, a, hex))]
    if open_:
        yield held("10.11", "attack-instead", hex=Place(hex), hexes=places(sorted(open_)))


def _ending_of(s: State, party: tuple[Unit, ...], reach: Reach[Node] | None, hex: str) -> Checks:
    if reach is not None and hex in reach:
        yield from objections_to_ending(s, party, reach, hex)
