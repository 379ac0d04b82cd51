"""10.7.4.1, 10.7.4.3, 10.7.4.7, 10.7.4.8, 8.2.3: where a land unit can walk, and what stops it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.marks import Marks
from tutor.engine.space.paths import Costs, Modes, Reach, compile_costs, place_of, reach
from tutor.rulesets.fa.coming import objections_to_foes
from tutor.rulesets.fa.nations import objections_to_country
from tutor.rulesets.fa.stacking import overstacked
from tutor.rulesets.fa.state import State, Unit, foe
from tutor.rulesets.fa.terrain import column_of, entry_cost, objections_to_crossing
from tutor.rulesets.fa.weather import FOUL, WINTER, weather_at, zone_of
from tutor.rulesets.fa.zones import watched, zone

FREE, HELD = "free", "held"
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


@lru_cache(maxsize=256)
def costs_of(map: HexMap, law: Law, weather: FrozenMap[str, str], kind: str, up: bool) -> Costs[str]:
    """The prices of all steps on an empty map, for one class of unit in one weather."""
    return compile_costs(map, _static(map, law, weather, kind, up))


def _static(map: HexMap, law: Law, weather: FrozenMap[str, str], kind: str, up: bool) -> Any:
    bare = State(law, map, Pieces(), weather=weather)
    unit = Unit("", "", "", kind, None, face_up=up)

    def priced(a: str, b: str) -> Ledger | Check:
        found = bare.law.first_objection(objections_to_crossing(bare, unit, a, b))
        found = found or bare.law.first_objection(objections_to_hq_walking(bare, unit, a, b))
        return found or entry_cost(bare, unit, a, b)

    return priced


def _class(unit: Unit) -> tuple[str, bool]:
    return ("hq", unit.face_up) if unit.hq else (column_of(unit), True)


def _alike(s: State, unit: Unit) -> tuple[str, ...]:
    """What the ground asks of a unit that would enter it; an amendment may ask for more."""
    asked = unit.side, unit.nation, unit.kind, unit.home
    return asked if s.law.plain else (*asked, unit.id)


@by_identity(64)
def _known_shut(s: State, alike: tuple[str, ...]) -> dict[str, bool]:
    """Of the hexes that a search has come to, whether they are closed to units that are alike."""
    return {}


def mark_of(s: State, unit: Unit, hex: str) -> Hashable:
    """What the position says of a hex to a unit that walks: closed; to an HQ also whether it begins there."""
    known = _known_shut(s, _alike(s, unit))
    if (shut := known.get(hex)) is None:
        shut = known[hex] = s.law.first_objection(objections_to_entering(s, unit, hex)) is not None
    hq = unit.hq and (hex == unit.place, unit.entered, unit.entered_in_turn)
    return (shut, hq) if shut or hq else None


# -- enemy zones (10.7.4.1) --------------------------------------------------------------------------------------
def halting(s: State, unit: Unit) -> frozenset[str]:
    """The hexes in an enemy zone, where a move comes to a stop; none without that rule."""
    rule = "10.7.4.1-e"
    return watched(s, unit.side) if s.law.on(rule) else frozenset()


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
    kind, up = _class(unit)
    start = unit.place or ""
    more: dict[str, Any] = {
        "touched": Marks(lambda node: mark_of(s, unit, place_of(node))),
        "price_now": lambda a, b, left: price(s, unit, place_of(a), place_of(b)),
        "too_dear": lambda a, b, cost, left: too_dear(s, unit, place_of(b), cost, left),
        "overdraw": unit.face_up,
    }
    points = allowance(s, unit).total
    if s.law.reads("zoc-stop", "stop"):
        costs = costs_of(s.map, s.law, s.weather, kind, up)
        return reach(costs, start, points, stops=halting(s, unit), why_stop=lambda a, b: why_stop(s, unit, a), **more)
    return _from_zone_to_zone(s, unit, points, more)


def _from_zone_to_zone(s: State, unit: Unit, points: Number, more: dict[str, Any]) -> Reach[Any]:
    """Under another reading only a step from one zone into another one stops a unit."""
    zones = halting(s, unit)

    def turn(mode: str, a: str, b: str) -> str | None:
        return HELD if mode == HELD or (a in zones and b in zones) else FREE

    def priced(a: tuple[str, str], b: tuple[str, str]) -> Ledger | Check:
        return why_stop(s, unit, a[0]) if a[1] == HELD else price(s, unit, a[0], b[0])

    costs = compile_costs(Modes(s.map, (FREE, HELD), turn), priced)
    more |= {"touched": {}, "price_now": lambda a, b, left: priced(a, b)}
    return reach(costs, (unit.place or "", FREE), points, **more)


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
    found = walk(s, unit.id) if unit.place in s.map else None

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
