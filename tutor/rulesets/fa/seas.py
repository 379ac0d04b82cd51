"""1.2, 10.5.2.1, 10.5.2.2: the seas, the ports that open on them, and the passages that somebody must hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.space.maps import HexMap
from tutor.rulesets.fa.nations import cooperate, in_hands_of, keeper_of
from tutor.rulesets.fa.state import DOT, PORTS, TE, State, Unit, sea_areas, seas_of

LINE = "line"  # the kind of the links that are blue lines of communication, from sea area to sea area (1.2)
CANALS: Mapping[str, str] = {"kiel": "north-sea", "suez": "eastern-mediterranean"}
PASSAGES: Mapping[frozenset[str], str] = {
    frozenset({"kiel", "north-sea"}): "kiel-canal",
    frozenset({"baltic-sea", "north-sea"}): "danish-straits",
    frozenset({"north-sea", "bay-of-biscay"}): "london",
    frozenset({"western-mediterranean", "barbary-coast"}): "gibraltar",
    frozenset({"western-mediterranean", "bay-of-biscay"}): "gibraltar",
    frozenset({"eastern-mediterranean", "black-sea"}): "constantinople",
    frozenset({"eastern-mediterranean", "red-sea"}): "suez-canal",
    frozenset({"suez", "eastern-mediterranean"}): "suez-canal",
}


# -- what touches what (1.2) -------------------------------------------------------------------------------------
@lru_cache(maxsize=4096)
def openings(map: HexMap, port: str) -> tuple[str, ...]:
    """The sea areas that a ship enters from a port: those of its coast, and the one at the end of its canal."""
    canals = (CANALS[named.key] for named in map.names(port) if named.key in CANALS)
    return tuple(dict.fromkeys((*seas_of(map, port), *(sea for sea in canals if sea in sea_areas(map)))))


@lru_cache(maxsize=64)
def ports(map: HexMap) -> tuple[str, ...]:
    return tuple(hex.id for hex in map if hex.flags & PORTS and hex.terrain != DOT)


@lru_cache(maxsize=1024)
def ports_on(map: HexMap, sea: str) -> tuple[str, ...]:
    """The ports that open on a sea area."""
    return tuple(port for port in ports(map) if sea in openings(map, port))


@lru_cache(maxsize=1024)
def near_seas(map: HexMap, sea: str) -> tuple[str, ...]:
    """The sea areas beside one: their dots touch, a passage joins them, or a blue line does, off the map, too."""
    dots = [hex for hex in map.named[sea].hexes if map.hex(hex).terrain == DOT]
    around = {near for dot in dots for near in map.neighbours(dot) if map.hex(near).terrain == DOT}
    touching = {area for dot in around for area in seas_of(map, dot)}
    joined = {area for pair in PASSAGES if sea in pair for area in pair}
    lined = {end for link in map.links_drawn if link.kind == LINE for end in (link.one, link.other) if sea in link.ends}
    return tuple(area for area in sea_areas(map) if area != sea and area in touching | joined | lined)


@dataclass(frozen=True, eq=False)
class Waters:
    """Where ships go: sea areas and ports."""

    map: HexMap

    @property
    def places(self) -> tuple[str, ...]:
        return (*sea_areas(self.map), *ports(self.map))

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        if place in self.map:
            return openings(self.map, place)
        return (*near_seas(self.map, place), *ports_on(self.map, place))


@lru_cache(maxsize=64)
def waters(map: HexMap) -> Waters:
    return Waters(map)


# -- who passes (10.5.2.2) ---------------------------------------------------------------------------------------
@lru_cache(maxsize=4096)
def _known_as(map: HexMap, place: str) -> str:
    """A sea area by its name; a port by the name that the rules on canals give it."""
    if place not in map:
        return place
    return next((named.key for named in map.names(place) if named.key in CANALS), place)


@lru_cache(maxsize=4096)
def passage(map: HexMap, a: str, b: str) -> str:
    """The passage through which a ship goes from one place to the next; none on the open sea."""
    return PASSAGES.get(frozenset({_known_as(map, a), _known_as(map, b)}), "")


def _hexes(s: State, key: str) -> tuple[str, ...]:
    """The hexes of a place that the rules name; off the map it goes by its name."""
    return s.map.named[key].hexes if key in s.map.named else (key,)


def held_then(s: State, key: str, side: str) -> bool:
    """Whether a side held a place when the turn began."""
    return all(s.held_before_by(hex, side) for hex in _hexes(s, key))


def held_throughout(s: State, key: str, side: str) -> bool:
    """When the turn began, and now."""
    return held_then(s, key, side) and all(s.held_by(hex, side) for hex in _hexes(s, key))


def objections_to_passing(s: State, side: str, a: str, b: str, surface: bool = True, home: bool = False) -> Checks:
    """May ships of a side go from a sea area to the next, or between a canal's port and the sea?"""
    name = passage(s.map, a, b)
    facts = {"origin": Place(a), "area": Place(b), "side": Side(side)}
    match name:
        case "kiel-canal" | "suez-canal":
            rule = "10.5.2.2-b" if name == "kiel-canal" else "10.5.2.2-h"
            check = held if held_throughout(s, name, side) else objection
            yield check(rule, "canal", n=len(_hexes(s, name)), **facts)
        case "danish-straits":
            yield from _danish_straits(s, side, a, b)
        case "london" if surface and home:
            yield held("10.5.2.2-e", "homeward", **facts)
        case "london" | "gibraltar" if surface:
            rule = "10.5.2.2-e" if name == "london" else "10.5.2.2-f"
            check = held if held_then(s, name, side) else objection
            yield check(rule, "key-held", key=Place(_hexes(s, name)[0]), **facts)
        case "london" | "gibraltar" if not held_then(s, name, side):
            yield held("10.5.2.2-e" if name == "london" else "10.5.2.2-f", "submerged", **facts)
        case "constantinople":
            check = held if held_then(s, name, side) else objection
            yield check("10.5.2.2-g", "key-held", key=Place(_hexes(s, name)[0]), **facts)


def _danish_straits(s: State, side: str, a: str, b: str) -> Checks:
    """Between the Baltic and the North Sea: the TE needs both towns, the PC that the TE has neither; or the canal."""
    rule = "10.5.2.2-c" if side == TE else "10.5.2.2-d"
    towns = [key for key in ("oslo", "copenhagen") if held_then(s, key, TE)]
    facts = {"origin": Place(a), "area": Place(b), "side": Side(side), "n": len(towns)}
    if held_throughout(s, "kiel-canal", side):
        yield held(rule, "by-the-canal", **facts)
    elif side == TE:
        check = held if len(towns) == 2 else objection
        yield check(rule, "both-towns", **facts)
    else:
        few = 1 if s.law.reads("danish-straits", "pc") else 0
        check = objection if len(towns) > few else held
        yield check(rule, "neither-town", reading=s.law.read("danish-straits"), **facts)


def coaling_ports(s: State, nation: str, sea: str) -> list[str]:
    """The ports on a sea area in which ships of a nation find coal: its own, and those of its allies."""
    coaling = [port for port in ports_on(s.map, sea) if in_hands_of(s, nation, port)]
    if s.law.reads("coaling-ally", "cooperating"):
        coaling = [port for port in coaling if cooperate(s, nation, keeper_of(s, port))]
    return coaling


def objections_to_coaling(s: State, ship: Unit, sea: str) -> Checks:
    """A ship that burns coal enters only waters on which its country or an ally has a port."""
    facts = {"unit": U(ship.id), "area": Place(sea)}
    if ship.kind == "sub":
        yield held("10.5.2.2-a", "needs-no-coal", **facts)
        return
    if sea == "denmark-strait" and (ship.nation == "usa" or ship.home == "canada"):
        yield held("10.5.2.2-a", "american-waters", **facts)
        return
    coaling, reading = coaling_ports(s, ship.nation, sea), s.law.read("coaling-ally")
    if coaling:
        own = any(s.holder(port) == ship.country for port in coaling)
        more = {} if own else {"reading": reading}
        yield held("10.5.2.2-a", "coals", port=Place(coaling[0]), **facts, **more)
    else:
        yield objection("10.5.2.2-a", "no-coal", reading=reading, **facts)
