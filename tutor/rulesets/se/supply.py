"""10, 11.0.4.1: the supply line of a unit, off the road and on it, and where it is cut."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, Side, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import SupplyLine
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.origins import origins
from tutor.engine.space.paths import ClosedOff, Costs, Reach, Way, compile_costs, reach, steps_now
from tutor.rulesets.se.control import controller
from tutor.rulesets.se.ground import CLIFF, bridge_is_down, crossing, is_cliff_hex, passable
from tutor.rulesets.se.state import State, Unit, other
from tutor.rulesets.se.zones import enemy_zone, zones_against

Node: TypeAlias = tuple[str, str]

LENGTH = 10
UNIT, FIRST, OFF, ROAD = "unit", "first", "off", "road"  # its own hex; the first hex; further off the road; on it
MODES = (UNIT, FIRST, OFF, ROAD)


@dataclass(frozen=True, eq=False)
class LineSpace:
    """Every way that a supply line can try to take: off the road first, then on it. Turning onto it costs nothing."""

    map: HexMap
    places: tuple[Node, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", tuple((hex, mode) for hex in self.map.places for mode in MODES))

    def neighbours(self, node: Node, /) -> tuple[Node, ...]:
        hex, mode = node
        around = self.map.neighbours(hex)
        along = tuple((next, ROAD) for next in around if self.map.roads(hex, next))
        if mode == ROAD:
            return along
        off = tuple((next, FIRST if mode == UNIT else OFF) for next in around)
        return (*off, (hex, ROAD)) if along else off


# -- what a line may cross ---------------------------------------------------------------------------------
def objections_to_tracing(s: State, unit: Unit, a: Node, b: Node) -> Checks:
    """May a supply line take this step?"""
    (here, before), (hex, mode) = a, b
    if mode != ROAD:
        yield from _off_the_road(s, unit, a, hex)
    elif here != hex:
        yield from _cliffs(s, here, before, hex)
        if bridge_is_down(s, here, hex) and s.law.reads("roana-after", "impassable"):
            yield objection("Sc5.roana", "line-bridge-down", hex=Place(hex), reading=s.law.read("roana-after"))
        yield from objections_on_the_road(s, unit, hex)
    elif before == UNIT and s.law.reads("supply-own-hex", "not-counted"):
        yield held("10.2", "own-hex-free", hex=Place(hex), reading=s.law.read("supply-own-hex"))
    else:
        yield from objections_on_the_road(s, unit, hex)


def _off_the_road(s: State, unit: Unit, a: Node, hex: str) -> Checks:
    here, before = a
    yield from _cliffs(s, here, before, hex)
    if s.law.reads("supply-terrain", "impassable-all") and not passable(s, unit, here, hex):
        yield objection("10.2", "line-impassable", hex=Place(hex), reading=s.law.read("supply-terrain"))
    if before != UNIT and s.law.reads("supply-first-leg", "off-road-only") and is_road_hex(s.map, here):
        yield objection("10.2", "line-takes-road", hex=Place(here), reading=s.law.read("supply-first-leg"))
    yield from objections_off_the_road(s, unit, hex)


def objections_off_the_road(s: State, unit: Unit, hex: str) -> Checks:
    """An enemy or his zone closes a hex; a friend opens it again (10.2.2)."""
    foes = s.foes_at(hex, unit.side)
    if foes:
        yield objection("10.2.2", "line-onto-enemy", hex=Place(hex), foes=units(foes))
    watching = enemy_zone(s, unit.side, hex)
    there = s.units_at(hex, unit.side)
    if watching and there:
        yield held("10.2.2", "zone-negated", hex=Place(hex), foes=units(watching), friends=units(there))
    elif watching:
        yield objection("10.2.2", "line-in-zone", hex=Place(hex), foes=units(watching))


def _cliffs(s: State, here: str, before: str, hex: str) -> Checks:
    """Only the first hex may be a cliff hex (10.2.1), and only the way to it may cross a cliff (11.0.4.1)."""
    if CLIFF not in crossing(s, here, hex):
        return
    hexes_too = s.law.reads("supply-cliff", "side-or-hex")
    first, out = before == UNIT, before == FIRST and hexes_too and is_cliff_hex(s.map, here)
    facts = {"origin": Place(here), "hex": Place(hex)}
    if first and (hexes_too or not is_cliff_hex(s.map, hex)):
        rule = "10.2.1" if is_cliff_hex(s.map, hex) else "11.0.4.1"
        yield held(rule, "first-hex-over-cliff", **facts)
    elif is_cliff_hex(s.map, hex):
        yield objection("10.2.1", "line-into-cliff", **facts, reading=s.law.read("supply-cliff"))
    elif not out:
        yield objection("11.0.4.1", "line-over-cliff", **facts)


def objections_on_the_road(s: State, unit: Unit, hex: str) -> Checks:
    """Never beside an enemy, whoever else is there (10.2.2); an HQ's line never where it is interdicted (10.4.1)."""
    foes = beside_road(s, unit.side, hex)
    if foes:
        yield objection("10.2.2", "road-beside-enemy", hex=Place(hex), foes=units(foes))
    if unit.hq and hex in s.interdicted:
        yield objection("10.4.1", "road-interdicted", hex=Place(hex))


def beside_road(s: State, side: str, hex: str) -> tuple[Unit, ...]:
    """The enemies that close a road hex: those in it or next to it."""
    there = s.foes_at(hex, side)
    if s.law.reads("road-adjacent", "zoc-only"):
        return (*there, *enemy_zone(s, side, hex))
    return (*there, *(foe for next in s.map.neighbours(hex) for foe in s.foes_at(next, side)))


@lru_cache(maxsize=8192)
def is_road_hex(map: HexMap, hex: str) -> bool:
    return any(map.roads(hex, next) for next in map.neighbours(hex))


def price(s: State, unit: Unit, a: Node, b: Node) -> Ledger | Check:
    """The one text of a step of a line: what closes it, or what it adds to the length."""
    refusal = s.law.first_objection(objections_to_tracing(s, unit, a, b))
    return refusal or s.law.ledger("10.2", "line-length", _step_lines(a, b))


def _step_lines(a: Node, b: Node) -> Lines:
    """Off the road every hex counts, the unit's own not; on the road none does (10.2)."""
    off = b[1] != ROAD
    yield plus("10.2", "line-hex" if off else "line-road-hex", 1 if off else 0, hex=Place(b[0]))


def _hexes_counted(path: tuple[Node, ...]) -> Lines:
    """Hex by hex as far as the hexes count, then the road in one line."""
    for a, b in pairwise(path):
        yield from _step_lines(a, b) if b[1] != ROAD else ()
    road = dict.fromkeys(hex for hex, where in path if where == ROAD)
    if road:
        yield plus("10.2", "line-by-road", 0, hexes=tuple(map(Place, road)))


def too_long(a: Node, b: Node, cost: Ledger, left: Number) -> Check:
    return objection("10.2", "line-too-long", hex=Place(b[0]), limit=LENGTH)


# -- where it leads ----------------------------------------------------------------------------------------
@by_identity(16)
def sources_of(s: State, side: str) -> tuple[str, ...]:
    """The sources of a side: by the colour that the map prints, or by who controls one that may be either's."""
    printed, either = _printed(s.map, side), _printed(s.map, "either")
    added = (hex for hex, whose in s.sources.items() if whose == side and hex not in either)
    return tuple(dict.fromkeys((*printed, *added, *(hex for hex in either if controller(s, hex) == side))))


@lru_cache(maxsize=32)
def _printed(map: HexMap, whose: str) -> tuple[str, ...]:
    """The hexes with a source of this colour."""
    return tuple(hex.id for hex in map if f"source-{whose}" in hex.flags)


def trace(s: State, unit: Unit) -> Reach[Node]:
    """Every hex to which a line of this unit comes."""
    return reach(
        static_lines(s.map, s.law, _kind(s, unit)),
        (unit.place or "", UNIT),
        LENGTH,
        around=_around(s, unit.side, unit.kind, unit.hq),
        price_now=lambda a, b, left: price(s, unit, a, b),
        too_dear=too_long,
    )


@by_identity(16)
def _around(s: State, side: str, kind: str, hq: bool) -> Mapping[Node, Sequence[tuple[Node, Number]]]:
    """The steps that are open to the lines of a side, and of HQs."""
    anyone = Unit("", side, "hq" if hq else kind, None)
    costs = static_lines(s.map, s.law, _kind(s, anyone))
    return steps_now(costs, _marks(s, side, hq), lambda a, b: price(s, anyone, a, b))


def _kind(s: State, unit: Unit) -> str:
    """What the ground must know of a unit: nothing, unless its own movement counts."""
    return unit.kind if s.law.reads("supply-terrain", "impassable-all") else ""


@lru_cache(maxsize=16)
def static_lines(map: HexMap, law: Law, kind: str) -> Costs[Node]:
    """The prices of all steps on a map on which nobody stands."""
    empty = State(law, map=map, pieces=Pieces())
    walker = Unit("", "", kind, None)
    return compile_costs(LineSpace(map), lambda a, b: price(empty, walker, a, b))


@by_identity(16)
def _marks(s: State, side: str, hq: bool) -> Mapping[Node, Hashable]:
    return {(hex, mode): mark for hex, mark in marked_hexes(s, side, hq).items() for mode in MODES}


@by_identity(16)
def marked_hexes(s: State, side: str, hq: bool) -> Mapping[str, Hashable]:
    """The hexes on which the position has a say, each with all that a line asks of it."""
    found: dict[str, int] = dict.fromkeys(zones_against(s, side), 1)
    for unit in s.units_of(other(side)):
        here = unit.place or ""
        found[here] = found.get(here, 0) | 2
        for hex in s.map.neighbours(here):
            found[hex] = found.get(hex, 0) | 4
    for unit in s.units_of(side):
        if unit.place in found:
            found[unit.place] |= 8
    for hex in s.interdicted if hq else ():
        found[hex] = found.get(hex, 0) | 16
    down = {hex: tuple(pair for pair in s.bridges if hex in pair) for pair in s.bridges for hex in pair}
    for hex in down:
        found.setdefault(hex, 0)
    return {hex: (bits, down[hex]) if hex in down else bits for hex, bits in found.items()}


@by_identity(16)
def line_lengths(s: State, side: str, kind: str = "infantry", hq: bool = False) -> Mapping[Node, Number]:
    """How many hexes off the road lead to a source, from everywhere: one search backwards for a whole side."""
    walker = Unit("", side, "hq" if hq else kind, None)
    return origins(
        static_lines(s.map, s.law, _kind(s, walker)),
        ((hex, ROAD) for hex in sources_of(s, side)),
        LENGTH,
        touched=_marks(s, side, hq),
        price_now=lambda a, b, left: price(s, walker, a, b),
    )


# -- the line drawn, or the cut ----------------------------------------------------------------------------
def supply(s: State, id: str) -> SupplyLine:
    """The line of a unit, from where it stands."""
    return line_of(s, s.unit(id))


def line_of(s: State, unit: Unit) -> SupplyLine:
    """The line of a unit to its nearest source; if there is none, how far it comes and what stops it there."""
    if unit.place is None:
        return SupplyLine("10.2", unit.id, (), (objection("10.2", "off-map", unit=U(unit.id)),))
    found, own = trace(s, unit), sources_of(s, unit.side)
    reached = [found.path_to((hex, ROAD)) for hex in own if found.reaches((hex, ROAD))]
    if not reached:
        return _cut(s, unit, found, own)
    path = min(reached, key=len)
    length = s.law.ledger("10.2", "line-length", _hexes_counted(path))
    steps = (check for a, b in pairwise(path) for check in s.law.in_force(objections_to_tracing(s, unit, a, b)))
    source = held("10.2.3", "own-source", unit=U(unit.id), hex=Place(path[-1][0]), side=Side(unit.side))
    drawn = held("10.2", "line-drawn", unit=U(unit.id), n=length, limit=LENGTH)
    checks = s.law.in_force((drawn, source, *steps, *_spared(unit)))
    return SupplyLine("10.2", unit.id, _hexes(path), checks, None, (length,))


def _cut(s: State, unit: Unit, found: Reach[Node], own: tuple[str, ...]) -> SupplyLine:
    """Where the line towards the nearest source ends: on the road if it gets that far."""
    facts = {"unit": U(unit.id), "side": Side(unit.side)}
    foreign = tuple(hex for hex in sources_of(s, other(unit.side)) if found.reaches((hex, ROAD)))
    refused = [objection("10.2.3", "enemy-source", **facts, hexes=places(foreign))] if foreign else []
    if not own:
        no_source = objection("10.2.3", "no-source", **facts)
        checks = s.law.in_force((no_source, *refused, *_spared(unit)))
        return SupplyLine("10.2", unit.id, (unit.place or "",), checks)
    source = min(own, key=lambda hex: (s.map.distance(unit.place or "", hex), hex))
    cut = _closed_by_enemies(s, unit) or _closed_by_ground(found, source)
    line = _hexes(found.path_to(cut.furthest)) if cut.furthest else (unit.place or "",)
    no_line = objection("10.2", "no-line", **facts, hex=Place(source))
    return SupplyLine("10.2", unit.id, line, s.law.in_force((no_line, *refused, *_spared(unit))), cut)


def _closed_by_enemies(s: State, unit: Unit) -> ClosedOff[Node] | None:
    """The line that there would be if no enemy stood anywhere, and the first step of it that is closed."""
    alone = s.but(pieces=Pieces([u for u in s.pieces if u.side == unit.side]), interdicted=FrozenMap())
    found = trace(alone, unit)
    paths = [found.path_to((hex, ROAD)) for hex in sources_of(s, unit.side) if found.reaches((hex, ROAD))]
    if not paths:
        return None
    path = min(paths, key=len)
    for a, b in pairwise(path):
        refusal = s.law.first_objection(objections_to_tracing(s, unit, a, b))
        if refusal:
            return ClosedOff(path[-1][0], a, (Way(a, b, refusal),))
    return None


def _closed_by_ground(found: Reach[Node], source: str) -> ClosedOff[Node]:
    """Where the ground or the length ends it: on the road if it gets that far."""
    goal = [(source, ROAD)]
    along = found.why_none(source, goal, lambda node: node[1] == ROAD)
    return along if along.furthest else found.why_none(source, goal)


def refusals(s: State, unit: Unit) -> tuple[Check, ...]:
    """What refuses a line to a unit that has none: no source, or what closes the cut."""
    found = line_of(s, unit)
    return (*s.law.objections(found.checks), *(found.cut.checks if found.cut else ()))


def _spared(unit: Unit) -> Checks:
    """Whom want of supply does not touch."""
    if unit.fortress:
        yield held("20.4", "needs-no-supply", unit=U(unit.id))
    elif unit.hq:
        yield held("10.4", "needs-no-supply", unit=U(unit.id))


def _hexes(path: tuple[Node, ...]) -> tuple[str, ...]:
    """The hexes of a line, each once."""
    return tuple(dict.fromkeys(hex for hex, _ in path))
