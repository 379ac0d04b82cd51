"""10.7.3: strategic movement (MS), one unit at a time, by rail."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from itertools import pairwise

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose, nothing
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, plus
from tutor.engine.pieces import Pieces
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.marks import Marks
from tutor.engine.space.paths import Costs, Reach, compile_costs, reach
from tutor.engine.trace import Trace
from tutor.rulesets.fa.activities import RAIL, objections_to_activity, spent
from tutor.rulesets.fa.attacking import objections_to_side
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import come, objections_to_foes, say
from tutor.rulesets.fa.nations import neutral, objections_to_country
from tutor.rulesets.fa.state import DOT, PORTS, State, Unit, country_of
from tutor.rulesets.fa.terrain import ALPINE, LAKE, SEA, STRAIT, crossed
from tutor.rulesets.fa.zones import watched, zone

BY_RAIL = "by-rail"
AFRICA = frozenset(
    {
        "algeria", "arabia", "egypt", "libya", "morocco",
        "palestine", "spanish-morocco", "syria", "trans-jordan", "tunisia",
    }
)  # fmt: skip
ROUTE = "ottoman-route"
ROUTE_USED = ("ottoman", ROUTE)


def stations(s: State, hex: str) -> bool:
    """A port or a city, where a strategic move begins and ends."""
    flags = s.map.hex(hex).flags
    return bool(flags & PORTS) or "city" in flags


# -- who (10.7.3) ------------------------------------------------------------------------------------------------
def objections_to_railing(s: State, unit: Unit) -> Checks:
    """May this unit make a strategic move at all?"""
    yield from objections_to_side(s, unit, "10.7.3-a")
    if unit.place is None:
        return
    facts = {"unit": U(unit.id), "hex": Place(unit.place)}
    if unit.naval:
        yield objection("10.7.3-a", "ships-by-rail", unit=U(unit.id))
        return
    if neutral(s, unit.nation):
        yield objection("10.7.4.7-a", "neutral-stands", unit=U(unit.id), nation=Term(unit.nation))
    if unit.railed:
        yield objection("10.7.3-a", "railed-already", unit=U(unit.id))
    if not unit.face_up:
        yield objection("10.7.3-b", "rail-face-down", unit=U(unit.id))
    if unit.id in s.cut:
        yield objection("10.7.3-b", "rail-unsupplied", unit=U(unit.id))
    begun = unit.began or ("" if unit.shipped else unit.place)
    if not begun:
        yield objection("10.7.3-b", "began-at-sea", **facts)
    elif begun not in s.map or not stations(s, begun):
        yield objection("10.7.3-b", "no-station", unit=U(unit.id), hex=Place(begun))
    elif begun in watched(s, unit.side):
        yield objection("10.7.3-b", "starts-in-zone", unit=U(unit.id), hex=Place(begun), zone=zone(s, unit.side, begun))
    yield from objections_to_activity(s, unit, RAIL)


# -- along which line (10.7.3) -------------------------------------------------------------------------------------
def objections_to_rails(s: State, unit: Unit, a: str, b: str) -> Checks:
    """May a strategic move go on from one hex to the next?"""
    facts = {"unit": U(unit.id), "origin": Place(a), "hex": Place(b)}
    if s.map.hex(b).terrain == DOT:
        yield objection("10.7.3-c", "no-rails-at-sea", **facts)
        return
    for kind in crossed(s, a, b):
        if kind in (SEA, LAKE):
            yield objection("10.7.4.3-a", "rails-end", terrain=Term(kind), **facts)
            yield objection("10.7.3-c", "rails-end", terrain=Term(kind), **facts)
        elif kind == ALPINE:
            yield objection("10.7.4.3-b", "rails-end", terrain=Term(kind), **facts)
            yield objection("10.7.3-c", "rails-end", terrain=Term(kind), **facts)
        elif kind == STRAIT and _ferried(s, unit, a, b):
            yield objection("10.7.3-c", "strait-used", reading=s.law.read("strait-limit"), **facts)
    yield from objections_to_rail_hex(s, unit, b)
    if (_in_order(s, unit, a) or _in_order(s, unit, b)) and not _next_on_route(s, a, b):
        yield objection("10.7.3-e", "route-order", reading=s.law.read("ottoman-route"), **facts)


def _crossing(s: State, unit: Unit, a: str, b: str) -> tuple[str, str]:
    """Who has used up which strait: a side, or a power under another reading."""
    who = unit.side if s.law.reads("strait-limit", "side") else unit.nation
    return who, "-".join(sorted((a, b)))


def _ferried(s: State, unit: Unit, a: str, b: str) -> bool:
    return _crossing(s, unit, a, b) in s.crossed


def objections_to_rail_hex(s: State, unit: Unit, hex: str) -> Checks:
    """May a strategic move pass through this hex?"""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if not s.held_by(hex, unit.side):
        yield objection("10.7.3-b", "rail-not-friendly", **facts)
        return
    if unit.land:
        yield from objections_to_country(s, unit, hex)
        yield from objections_to_foes(s, unit, hex)
    if hex in watched(s, unit.side):
        yield objection("10.7.3-c", "rail-in-zone", zone=zone(s, unit.side, hex), **facts)
    yield from objections_to_africa(s, unit, hex)


def objections_to_africa(s: State, unit: Unit, hex: str) -> Checks:
    """None in Africa and the Levant, but for one Ottoman unit a turn along its route."""
    country = country_of(s.map, hex)
    if country not in AFRICA:
        return
    facts = {"unit": U(unit.id), "hex": Place(hex), "country": Term(country)}
    on_route = ROUTE in s.map.named and hex in s.map.named[ROUTE].hexes
    if unit.nation != "ottoman" or not on_route:
        yield objection("10.7.3-d", "no-rails-in-africa", **facts)
    elif ROUTE_USED in s.crossed:
        yield objection("10.7.3-e", "route-used", **facts)
    else:
        yield held("10.7.3-e", "ottoman-rails", **facts)


def _in_order(s: State, unit: Unit, hex: str) -> bool:
    """Whether a unit is held to the order of the Ottoman route here, under another reading."""
    return (
        unit.nation == "ottoman"
        and country_of(s.map, hex) in AFRICA
        and s.law.reads("ottoman-route", "strict")
    )  # fmt: skip


def _next_on_route(s: State, a: str, b: str) -> bool:
    """Whether two hexes follow each other on the Ottoman route, in the order in which the map names them."""
    route = s.map.named[ROUTE].hexes if ROUTE in s.map.named else ()
    return {a, b} in [set(step) for step in pairwise(route)]


def _price(s: State, unit: Unit, a: str, b: str) -> Ledger | Check:
    refusal = s.law.first_objection(objections_to_rails(s, unit, a, b))
    return refusal or s.law.ledger("10.7.3-b", "rail-cost", [plus("10.7.3-b", "rail-hex", 1, hex=Place(b))])


@lru_cache(maxsize=32)
def _static(map: HexMap, law: Law) -> Costs[str]:
    """Prices on a map that is all friendly: only what the ground closes."""
    bare = State(law, map, Pieces())
    unit = Unit("", "", "", "inf", None)

    def priced(a: str, b: str) -> Ledger | Check:
        if map.hex(b).terrain == DOT or {SEA, LAKE, ALPINE} & set(crossed(bare, a, b)):
            refusal = bare.law.first_objection(objections_to_rails(bare, unit, a, b))
            if refusal is not None:
                return refusal
        return law.ledger("10.7.3-b", "rail-cost", [plus("10.7.3-b", "rail-hex", 1, hex=Place(b))])

    return compile_costs(map, priced)


def mark_of(s: State, unit: Unit, hex: str) -> Hashable:
    """What the position says of a hex to a unit that goes by rail: closed, on a route that has an order, and which
    straits beside it are used up.
    """
    shut = s.law.first_objection(objections_to_rail_hex(s, unit, hex)) is not None
    used = tuple(near for near in s.map.neighbours(hex) if _ferried(s, unit, hex, near))
    route = _in_order(s, unit, hex)
    return (shut, used, route) if shut or used or route else None


@by_identity(128)
def ride(s: State, id: str) -> Reach[str]:
    """Every hex that a unit comes through by rail."""
    unit = s.unit(id)
    return reach(
        _static(s.map, s.law),
        unit.place or "",
        touched=Marks(lambda hex: mark_of(s, unit, hex)),
        price_now=lambda a, b, left: _price(s, unit, a, b),
    )


def objections_to_station(s: State, unit: Unit, hex: str) -> Checks:
    """A strategic move ends in a port or a city, and turns the unit."""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if not s.is_hex(hex):
        return
    check = held if stations(s, hex) else objection
    yield check("10.7.3-b", "ends-at-station", **facts)
    if unit.hq and s.weather:
        yield held("10.7.3-f", "hq-by-rail", **facts)
    yield from s.law.held(objections_to_rail_hex(s, unit, hex))
    yield from _out_of_africa(s, unit)


def _out_of_africa(s: State, unit: Unit) -> Checks:
    """A move may not leave Africa, either."""
    if unit.place in s.map:
        yield from objections_to_africa(s, unit, unit.place or "")


def _shut(s: State, unit: Unit, hex: str) -> Checks:
    """What shuts a hex to a unit from wherever it comes."""
    if s.is_hex(hex):
        yield from objections_to_rail_hex(s, unit, hex)


def no_rails(unit: Unit, hex: str) -> Check:
    return objection("10.7.3-b", "no-rails", unit=U(unit.id), hex=Place(hex))


def by_rail(s: State, unit: Unit) -> Going:
    """Where a unit may go by rail."""
    closed = s.law.objections(objections_to_railing(s, unit))
    found = ride(s, unit.id) if unit.place in s.map else None
    return Going(
        law=s.law,
        means=BY_RAIL,
        rule="10.7.3-b",
        unit=unit.id,
        reach=found,
        no_way=lambda hex: no_rails(unit, hex),
        allowance=None,
        closed=closed,
        ending=lambda hex: objections_to_station(s, unit, hex),
        barred=lambda hex: _shut(s, unit, hex),
    )


# -- the phase (10.7.3) --------------------------------------------------------------------------------------------
@step("strategic-movement", "10.7.3-a")
def strategic_movement(s: State, t: Trace) -> Steps[State]:
    """Unit after unit, as many as the action allows."""
    unit = yield from choose(
        Ask(
            s, "10.7.3-a", s.phasing, "rail", ("unit",), lambda id: objections_to_rail_with(s, id), to_end=nothing,
        )
    )  # fmt: skip
    if unit == DONE:
        return s
    return s.then(task("rail-to"), task("strategic-movement"), chosen=unit)


def objections_to_rail_with(s: State, id: str) -> Checks:
    """May this unit go by rail, and is there a station to go to?"""
    railing = s.law.in_force(objections_to_railing(s, s.unit(id)))
    yield from railing
    going = by_rail(s, s.unit(id))
    if s.law.allows(railing) and not going.places:
        yield objection("10.7.3-b", "no-rails-anywhere", unit=U(id))
        yield from _closed_stations(s, going)


def _closed_stations(s: State, going: Going) -> Checks:
    """Why the stations of the side are closed, each reason once."""
    told: set[str] = set()
    for hex in (hex for hex in s.map.places if s.is_hex(hex) and stations(s, hex)):
        for check in going.verdict(hex).objections:
            if check.kind not in told:
                told.add(check.kind)
                yield check


@step("rail-to", "10.7.3-b", under="strategic-movement")
def rail_to(s: State, t: Trace) -> Steps[State]:
    """The station to which the chosen unit goes."""
    unit = s.unit(s.chosen)
    going = by_rail(s, unit)
    hex = yield from choose(
        Ask(
            s,
            "10.7.3-b",
            s.phasing,
            "rail-to",
            ("place",),
            lambda hex: objections_to_riding(going, unit, hex),
            back=True,
            facts={"unit": U(unit.id)},
            goes=(BY_RAIL,),
        )
    )
    if hex == BACK:
        return s.but(chosen="")
    return _ridden(s, t, s.unit(s.chosen), hex)


def objections_to_riding(going: Going, unit: Unit, hex: str) -> Checks:
    if hex == unit.place:
        yield objection("10.7.3-b", "there-already", unit=U(unit.id), hex=Place(hex))
    else:
        yield from going.verdict(hex).checks


def _ridden(s: State, t: Trace, unit: Unit, hex: str) -> State:
    way = ride(s, unit.id).path(hex)
    s = spent(s, unit, RAIL)
    straits = {_crossing(s, unit, a, b) for a, b in pairwise(way) if STRAIT in crossed(s, a, b)}
    s = s.but(crossed=s.crossed | straits, chosen="")
    if any(country_of(s.map, place) in AFRICA for place in way):
        s = s.but(crossed=s.crossed | {ROUTE_USED})
    said = say("10.7.3-f", "rode", unit=U(unit.id), hex=Place(hex), n=len(way) - 1)
    return come(s, t, [unit.but(face_up=False, railed=True)], hex, said)
