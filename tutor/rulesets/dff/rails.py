"""2.2.5.3-2.2.5.5: by rail, over one map or from one to another."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, plus
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import Costs, Priced, Reach, compile_costs, reach
from tutor.rulesets.dff.ground import FOREST, closed_land, flags, front_of, objections_to_land, terrain
from tutor.rulesets.dff.links import RAIL
from tutor.rulesets.dff.state import MOVEMENT, SUPPLYING, TANK, State, Unit, foe
from tutor.rulesets.dff.zones import zones_against

TRACK = "rail"
GAUGE = frozenset({"germany", "austria", "romania"})
RUSSIA, TURKEY = "russia", "ottomans"


# -- the network (2.2.5.3 b-d) ---------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Rails:
    """The tracks of all maps, joined where they leave one."""

    map: HexMap

    @property
    def places(self) -> tuple[str, ...]:
        return self.map.places

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        near = tuple(b for b in self.map.neighbours(place) if TRACK in self.map.roads(place, b))
        return (*near, *(hex for hex in self.edges.get(place, ()) if hex not in near))

    @cached_property
    def edges(self) -> dict[str, tuple[str, ...]]:
        """For a hex whose track leaves the map: where it enters another, or the same one again."""
        found: dict[str, tuple[str, ...]] = {}
        for link in self.map.links_drawn:
            if link.kind == RAIL:
                ends = self.map.covered(link.one), self.map.covered(link.other)
                for here, there in (ends, ends[::-1]):
                    found |= {hex: (*found.get(hex, ()), *there, *(b for b in here if b != hex)) for hex in here}
        return {hex: tuple(dict.fromkeys(others)) for hex, others in found.items()}


def on_rails(state: State, hex: str) -> bool:
    """Whether a track runs through a hex."""
    return any(TRACK in state.map.roads(hex, near) for near in state.map.neighbours(hex))


# -- from hex to hex ---------------------------------------------------------------------------------------------
def objections_to_riding(state: State, unit: Unit, start: str, a: str, b: str) -> Checks:
    """Whether a train of a side passes from one hex into the next."""
    facts = {"hex": Place(b), "origin": Place(a)}
    if shut := state.law.objections(objections_to_land(state, b)):
        yield from shut
    elif state.ground_at(b, foe(unit.side)) or state.control.get(b) != unit.side:
        yield objection("2.2.5.3-a", "track-not-ours", hex=Place(b))
    if state.taken_in_offensives(b):
        yield objection("2.2.5.3-e", "track-just-taken", hex=Place(b))
    if unit.kind == TANK and terrain(state, b) == FOREST and state.law.reads("tanks-by-rail", "barred"):
        yield objection("5.6", "tanks-through-forest", hex=Place(b), reading=state.law.read("tanks-by-rail"))
    if not unit.air:
        yield from _past_zones(state, unit, a, b)
    if a != start and _gauge(state, a, b):
        yield objection("2.2.5.5", "gauge-changes", **facts)
    if not state.map.adjacent(a, b) or TRACK not in state.map.roads(a, b):
        yield from _over_the_edge(state, start, a, b)


def _past_zones(state: State, unit: Unit, a: str, b: str) -> Checks:
    """Two hexes running in enemy zones stop what moves on the ground (2.2.5.6-b), trains too unless read otherwise."""
    zones = zones_against(state, unit.side)
    if a in zones and b in zones and state.law.reads("trains-past-zones", "one-hex"):
        reading = state.law.read("trains-past-zones")
        facts = {"origin": Place(a), "hex": Place(b), "foes": units(zones.at(b)), "reading": reading}
        yield objection("2.2.5.6-b", "zone-to-zone-by-rail", **facts)


def _gauge(state: State, a: str, b: str) -> bool:
    """The Russian border, to or from a land of the other gauge."""
    here, there = flags(state, a), flags(state, b)
    return (RUSSIA in here and bool(there & GAUGE)) or (RUSSIA in there and bool(here & GAUGE))


def _over_the_edge(state: State, start: str, a: str, b: str) -> Checks:
    """Transcaucasia takes a turn of waiting at the edge; another reading allows one change of map a turn."""
    front = front_of(state, b)
    if front == "transcaucasia":
        if a != start:
            yield objection("2.2.5.4", "waits-at-the-edge", hex=Place(b), origin=Place(a))
        if TURKEY not in flags(state, b):
            yield objection("2.2.5.4", "enters-by-turkey", hex=Place(b))
    elif front_of(state, a) != front_of(state, start) and state.law.reads("rail-several-fronts", "one-edge"):
        reading = state.law.read("rail-several-fronts")
        yield objection("2.2.5.3-c", "one-map-a-turn", front=Term(front), hex=Place(b), reading=reading)


# -- how far -----------------------------------------------------------------------------------------------------
def _stage(law: Law, b: str) -> Ledger:
    return law.ledger("2.2.5.3-a", "by-rail-length", [plus("2.2.5.3-a", "track-hex", 1, hex=Place(b))])


@lru_cache(maxsize=16)
def _rail_costs(map: HexMap, law: Law) -> Costs[str]:
    """The tracks of a map as if all were one's own; a position says which are not."""
    return compile_costs(Rails(map), lambda a, b: _stage(law, b))


@by_identity(64)
def rail_reach(state: State, id: str) -> Reach[str]:
    """Everywhere a train brings a unit, at any distance."""
    unit = state.pieces[id]
    return ride(state, unit, unit.place or "")


def ride(state: State, unit: Unit, start: str) -> Reach[str]:
    """Everywhere a train brings a counter from a hex."""

    def price(a: str, b: str, left: Number | None) -> Priced:
        return state.law.first_objection(objections_to_riding(state, unit, start, a, b)) or _stage(state.law, b)

    costs = _rail_costs(state.map, state.law)
    touched: dict[str, Hashable] = {hex: _mark(state, unit, start, hex) for hex in state.map.places}
    return reach(costs, start, None, touched=touched, price_now=price)


def _mark(state: State, unit: Unit, start: str, hex: str) -> Hashable:
    """All that a train takes from the position in a hex."""
    ours = state.control.get(hex) == unit.side and not state.ground_at(hex, foe(unit.side))
    abroad = front_of(state, hex) != front_of(state, start)
    wooded = unit.kind == TANK and terrain(state, hex) == FOREST
    watched = not unit.air and hex in zones_against(state, unit.side)
    land = closed_land(state.map, hex)
    return ours, state.taken_in_offensives(hex), hex == start, abroad, wooded, watched, land


# -- where it begins and ends (2.2.5.3 a, e, f) ------------------------------------------------------------------
def objections_to_entraining(state: State, unit: Unit) -> Checks:
    """What keeps a unit off the train altogether."""
    here = unit.place or ""
    facts = {"unit": U(unit.id), "hex": Place(here)}
    if state.phase not in (MOVEMENT, SUPPLYING):
        yield objection("2.2.5.3-a", "no-trains-now", unit=U(unit.id))
    if not on_rails(state, here):
        yield objection("2.2.5.3-a", "not-on-track", **facts)
    if state.taken_in_offensives(here):
        yield objection("2.2.5.3-e", "track-just-taken", hex=Place(here))
    zones = zones_against(state, unit.side)
    if here in zones:
        yield objection("2.2.5.3-f", "entrains-in-zone", **facts, foes=units(zones.at(here)))


def objections_to_detraining(state: State, unit: Unit, hex: str) -> Checks:
    """Nobody gets off in an enemy zone."""
    zones = zones_against(state, unit.side)
    if hex in zones:
        facts = {"unit": U(unit.id), "hex": Place(hex), "foes": units(zones.at(hex))}
        yield objection("2.2.5.3-f", "detrains-in-zone", **facts)


def edges_passed(state: State, way: Sequence[str]) -> Checks:
    """Where the journey leaves a map: for another one, or to come back on the same edge."""
    for a, b in pairwise(way):
        if state.map.adjacent(a, b) and TRACK in state.map.roads(a, b):
            continue
        facts = {"origin": Place(a), "hex": Place(b), "front": Term(front_of(state, b))}
        if front_of(state, a) == front_of(state, b):
            yield held("2.2.5.3-d", "out-and-back", **facts)
        else:
            yield held("2.2.5.3-c", "changes-map", **facts)
            yield held("1.1-g", "any-connection", **facts)


def no_track(hex: str) -> Check:
    """No track leads there."""
    return objection("2.2.5.3-a", "no-track-there", hex=Place(hex))
