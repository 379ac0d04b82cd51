"""10.7.4.1, 10.7.4.3, 10.7.4.7, 10.7.4.8, 8.2.3: where a land unit can walk, and what stops it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypeAlias

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.space.bits import Among, alike, bits_of
from tutor.engine.space.kept import Alike, by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.masks import Lay, Opening, Steps
from tutor.engine.space.paths import Costs, Modes, Reach, compile_costs, place_of, reach
from tutor.rulesets.fa.coming import objections_to_foes
from tutor.rulesets.fa.nations import objections_to_country
from tutor.rulesets.fa.presence import lands, presence
from tutor.rulesets.fa.stacking import overstacked
from tutor.rulesets.fa.state import State, Unit, foe
from tutor.rulesets.fa.terrain import column_of, entry_cost, objections_to_crossing
from tutor.rulesets.fa.weather import FOUL, WINTER, ZONES, weather_at, zone_of
from tutor.rulesets.fa.zones import zone, zones

FREE, HELD = "free", "held"
Node: TypeAlias = Any  # a hex, or (hex, mode) where only a step from zone to zone holds
FOOT = "on-foot"


# -- how far -----------------------------------------------------------------------------------------------------
def allowance(s: State, unit: Unit) -> Ledger:
    """The movement points that a unit has left in this impulse."""
    return s.law.ledger("10.7.4.1-c", "allowance", allowance_lines(s, unit))


def allowance_lines(s: State, unit: Unit) -> Lines:
    yield plus("10.7.4.1-c", "printed-points", unit.mp, unit=U(unit.id))
    if s.march is not None and s.march.unit == unit.id and s.march.spent:
        yield plus("10.7.4.1-c", "points-spent", -s.march.spent)


# -- what is closed ----------------------------------------------------------------------------------------------
def objections_to_entering(s: State, unit: Unit, hex: str) -> Checks:
    """May this land unit enter this hex, wherever it comes from?"""
    yield from objections_to_foes(s, unit, hex)
    yield from objections_to_country(s, unit, hex)


def objections_to_hq_walking(s: State, unit: Unit, a: str, b: str) -> Checks:
    """An HQ enters no hex in mud or a severe winter, one hex only in winter, and deserts whatever the weather."""
    if not unit.hq:
        return
    weather = weather_at(s, b)
    facts = {"unit": U(unit.id), "hex": Place(b), "weather": Term(weather)}
    if weather in FOUL:
        yield objection("8.2.3-a", "hq-kept-out", **facts)
    elif weather == WINTER:
        yield from _in_winter(s, unit, a, b, facts)
    elif (real := s.weather.get(zone_of(s, b), weather)) != weather:
        yield held("8.2.3-a", "hq-in-desert", unit=U(unit.id), hex=Place(b), weather=Term(real))


def _in_winter(s: State, unit: Unit, a: str, b: str, facts: dict[str, Any]) -> Checks:
    on_the_way = a != unit.place and weather_at(s, a) == WINTER
    before = unit.entered_in_turn if s.law.reads("hq-winter-one-hex", "turn") else 0
    if on_the_way or unit.entered or before:
        yield objection("8.2.3-b", "one-hex-in-winter", reading=s.law.read("hq-winter-one-hex"), **facts)
    cost = entry_cost(s, unit, a, b)
    if cost.total > 1 and not unit.face_up:
        yield objection("8.2.3-b", "hq-too-dear-in-winter", cost=cost, **facts)
    elif cost.total > 1:
        yield held("8.2.3-b", "hq-turns-in-winter", cost=cost, **facts)


def objections_to_step(s: State, unit: Unit, a: str, b: str) -> Checks:
    """May a land unit step from one hex to the next?"""
    crossing = s.law.in_force(objections_to_crossing(s, unit, a, b))
    yield from crossing
    if s.law.allows(crossing):
        yield from objections_to_entering(s, unit, b)
        yield from objections_to_hq_walking(s, unit, a, b)


def price(s: State, unit: Unit, a: str, b: str) -> Ledger | Check:
    return s.law.first_objection(objections_to_step(s, unit, a, b)) or entry_cost(s, unit, a, b)


# -- the steps of a map, and those that are open in a position (space.masks) ---------------------------------------
@lru_cache(maxsize=16)
def _lay(map: HexMap) -> Lay:
    """The steps of a map by all that walking takes from the ground: terrain, weather zones, hexsides."""
    ground = {hex.id: (hex.terrain, *(zone in hex.flags for zone in ZONES)) for hex in map}
    return Lay(map, map, lambda a, b: (ground[a], ground[b], map.sides(a, b)))


@lru_cache(maxsize=256)
def costs_of(map: HexMap, law: Law, weather: FrozenMap[str, str], kind: str, up: bool) -> Costs[str]:
    """The prices of all steps on an empty map, for one class of unit in one weather.

    What winter closes to HQs hangs on where they began, and is asked in the position.
    """
    bare, unit = State(law, map, Pieces(), weather=weather), Unit("", "", "", kind, None, face_up=up)

    def priced(a: str, b: str) -> Ledger | Check:
        return law.first_objection(objections_to_crossing(bare, unit, a, b)) or entry_cost(bare, unit, a, b)

    def in_weather(a: str, b: str) -> Hashable:
        return (weather_at(bare, a), weather_at(bare, b)) if unit.hq else ()

    return compile_costs(map, priced, lay=_lay(map), besides=in_weather)


def _class(unit: Unit) -> tuple[str, bool]:
    return ("hq", unit.face_up) if unit.hq else (column_of(unit), True)


def _alike(s: State, unit: Unit) -> Hashable:
    """What a position asks of a unit that walks; an amendment may ask for more."""
    asked = unit.side, unit.nation, unit.kind, unit.home, unit.face_up, _entered(unit)
    return asked if s.law.plain else (*asked, unit.id)


def _on_its_way(unit: Unit) -> Unit:
    """The same unit, where it did not begin."""
    return Unit(
        unit.id,
        unit.side,
        unit.nation,
        unit.kind,
        None,
        face_up=unit.face_up,
        home=unit.home,
        entered=unit.entered,
        entered_in_turn=unit.entered_in_turn,
    )


def _entered(unit: Unit) -> Hashable:
    """What an HQ has done counts in winter."""
    return (unit.entered, unit.entered_in_turn) if unit.hq else ()


@by_identity(64)
def _ways(s: State, like: Alike) -> tuple[Costs[Any], Opening]:
    """What steps cost a unit, and which are open to it when it has left the hex where it began."""
    unit: Unit = like.one
    mover, foes, bits = _on_its_way(unit), presence(s, foe(unit.side)), bits_of(s.map)
    parts = alike(lands(s).items(), (foes.men, foes.guns))
    closed = bits.where(lambda hex: not s.law.allows(objections_to_entering(s, unit, hex)), parts, {})
    costs: Costs[Any] = costs_of(s.map, s.law, s.weather, *_class(unit))
    zones = 0
    if not s.law.reads("zoc-stop", "stop"):
        zones = halting(s, unit).found
        costs = costs.in_modes(_modes(s, unit))
    entering = closed, zones
    price = lambda a, b: _priced(s, mover, a, b)  # noqa: E731
    return costs, costs.opening(price, leaving=(zones,), entering=entering, who=_entered(unit))


def _modes(s: State, unit: Unit) -> Modes:
    """Under another reading only a step from one zone into another one stops a unit."""
    zones = halting(s, unit)
    return Modes(s.map, (FREE, HELD), lambda mode, a, b: HELD if mode == HELD or (a in zones and b in zones) else FREE)


def _priced(s: State, unit: Unit, a: Node, b: Node) -> Ledger | Check:
    """The step from one node to the next; whoever was held on the way goes no farther."""
    held_ = not isinstance(a, str) and a[1] == HELD
    return why_stop(s, unit, place_of(a)) if held_ else price(s, unit, place_of(a), place_of(b))


# -- enemy zones (10.7.4.1) --------------------------------------------------------------------------------------
def halting(s: State, unit: Unit) -> Among:
    """The hexes in an enemy zone, where a move comes to a stop; none without that rule."""
    rule = "10.7.4.1-e"
    return bits_of(s.map).among(zones(s, unit.side) if s.law.on(rule) else 0)


def why_stop(s: State, unit: Unit, a: str) -> Check:
    reading = s.law.read("zoc-stop")
    return objection(
        "10.7.4.1-e", "stops-in-zone", unit=U(unit.id), hex=Place(a), zone=zone(s, unit.side, a), reading=reading
    )


def too_dear(s: State, unit: Unit, b: str, cost: Ledger, left: Number) -> Check:
    """Nothing is left; or a face-down HQ would have to spend more than it has."""
    facts = {"unit": U(unit.id), "hex": Place(b), "cost": cost, "left": max(left, 0)}
    if not unit.face_up:
        return objection("10.7.4.1-d", "dear-for-face-down", missing=cost.total - left, **facts)
    return objection("10.7.4.1-c", "points-gone", missing=1 - left, **facts)


@by_identity(256)
def walk(s: State, id: str) -> Reach[Any]:
    """Every hex that a unit can walk to, with the cheapest way."""
    unit = s.unit(id)
    start, stop = unit.place or "", s.law.reads("zoc-stop", "stop")
    costs, opening = _ways(s, Alike(unit, _alike(s, unit)))
    return reach(
        costs,
        start if stop else (start, FREE),
        allowance(s, unit).total,
        opened=opening.steps,
        first=_out_of_winter(s, unit, costs, opening),
        price_now=lambda a, b, left: _priced(s, unit, a, b),
        stops=halting(s, unit) if stop else (),
        why_stop=lambda a, b: why_stop(s, unit, a),
        too_dear=lambda a, b, cost, left: too_dear(s, unit, place_of(b), cost, left),
        overdraw=unit.face_up,
    )


def _out_of_winter(s: State, unit: Unit, costs: Costs[Any], opening: Opening) -> Steps | None:
    """The first steps of an HQ that begins in winter: it may still enter one hex of it (8.2.3)."""
    if not unit.hq or unit.place not in s.map or weather_at(s, unit.place or "") != WINTER:
        return None
    begun = costs.opening(
        lambda a, b: _priced(s, unit, a, b),
        leaving=opening.leaving,
        entering=opening.entering,
        who=("first", opening.who),
    )
    return begun.out_of(opening.bits.of[unit.place or ""])


# -- where a move ends -------------------------------------------------------------------------------------------
def objections_to_ending(s: State, unit: Unit, hex: str) -> Checks:
    """What becomes of a unit that ends its move in this hex; stacking is only looked at when the phase ends."""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    found = walk(s, unit.id)
    cost, points = found.cost(hex), allowance(s, unit)
    if cost is not None and cost > points.total:
        yield held("10.7.4.1-c", "turned-by-cost", cost=cost, points=points, **facts)
    if unit.id in s.cut:
        yield held("10.7.4.1-f", "turned-without-supply", **facts)
        yield held("4.1-a", "turned-without-supply", **facts)
    if cost is not None and hex != unit.place:
        last = place_of(found.path(hex)[-2])
        yield from s.law.held(objections_to_step(s, unit, last, hex))
    if hex in halting(s, unit):
        yield held("10.7.4.1-e", "into-a-zone", zone=zone(s, unit.side, hex), **facts)
    if overstacked(s, hex, (*s.troops(hex, unit.side), unit)):
        yield held("3-j", "crowds-later", reading=s.law.read("advance-stacking"), **facts)


def nothing_leads(unit: Unit, hex: str) -> Check:
    return objection("10.7.4.3-a", "no-way-on-foot", unit=U(unit.id), hex=Place(hex))


def instead(s: State, unit: Unit, hex: str) -> Checks:
    """A hex that the enemy holds cannot be entered, but attacked from beside it."""
    found = walk(s, unit.id)
    foes = [u for u in s.troops(hex, foe(unit.side)) if not u.gun] if s.is_hex(hex) else []
    beside = [near for near in s.map.neighbours(hex) if near in found] if foes else []
    if beside and not unit.gun:
        facts = {"unit": U(unit.id), "hex": Place(hex), "foes": units(foes)}
        yield held("10.7.6.1-b", "attack-instead", hexes=places(beside), **facts)


def on_foot(s: State, unit: Unit, closed: tuple[Check, ...]) -> Going:
    """Where a land unit may go on foot."""
    ashore = unit.place in s.map
    if not ashore and not closed:
        closed = (objection("10.7.4.5-a", "aboard-lands", unit=U(unit.id)),)
    found = walk(s, unit.id) if ashore else None

    def ending(hex: str) -> Checks:
        return objections_to_ending(s, unit, hex) if found is not None and hex in found else iter(())

    return Going(
        law=s.law,
        means=FOOT,
        rule="10.7.4.1-c",
        unit=unit.id,
        reach=found,
        no_way=lambda hex: nothing_leads(unit, hex),
        allowance=allowance(s, unit),
        closed=closed,
        ending=ending,
        instead=lambda hex: instead(s, unit, hex) if found is not None else iter(()),
    )
