"""10.5.2.1-10.5.2.3: how far ships go, from sea area to sea area, and in which section of a sea box they lie."""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Lines, at_least, plus
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.marks import Marks
from tutor.engine.space.paths import Costs, Reach, compile_costs, reach
from tutor.rulesets.fa.nations import controller_of, cooperate, in_hands_of, objections_to_country
from tutor.rulesets.fa.seas import (
    CANALS,
    near_seas,
    objections_to_coaling,
    objections_to_passing,
    openings,
    ports,
    waters,
)
from tutor.rulesets.fa.stacking import naval_limit
from tutor.rulesets.fa.state import MAJORS, OTTOMAN, State, Unit, country_of, foe
from tutor.rulesets.fa.supply import moves_in_supply
from tutor.rulesets.fa.tracing import port_line
from tutor.rulesets.fa.weather import FOUL, weather_at

SECTIONS = (0, 1, 2, 3)
CROWDED = 6
SUB_RANGE = 4


# -- how far (10.5.2.1) ------------------------------------------------------------------------------------------
def search(s: State, section: int) -> int:
    """The search value of a section of a sea box."""
    return int(s.law.table("sea-box").number(section, "search"))


def sea_points(s: State, ship: Unit) -> Ledger:
    """The movement points of a ship: fewer from a port out of supply, or one that it shares; at sea, homeward."""
    return s.law.ledger("10.5.2.1-f", "sea-points", sea_point_lines(s, ship))


def sea_point_lines(s: State, ship: Unit) -> Lines:
    yield plus("10.5.2.1-f", "printed-points", ship.mp, unit=U(ship.id))
    here = ship.place or ""
    if here not in s.map:
        if ship.kind != "sub":
            cell = s.law.table("sea-box").at(ship.section, "search")
            yield plus("11.7.1-a", "out-of-section", -search(s, ship.section), n=ship.section, cell=cell)
        return
    if not moves_in_supply(s, ship):
        yield plus("4.1-d", "port-unsupplied", -1, hex=Place(here))
    power = controller_of(s, ship.nation)
    guests = [u for u in s.pieces if u.naval and u.start == here and controller_of(s, u.nation) != power]
    if guests:
        yield plus("10.5.2.1-g", "port-shared", -1, hex=Place(here), other=U(guests[0].id))
    yield at_least("10.5.2.1-f", "never-below-zero", 0)


def group_points(s: State, ships: tuple[str, ...]) -> int:
    """A group is as slow as its slowest ship."""
    spent = s.voyage.spent if s.voyage is not None and s.voyage.ships == ships else 0
    return min(int(sea_points(s, s.unit(id))) for id in ships) - spent


# -- where to (10.5.2.1, 10.5.2.2) ---------------------------------------------------------------------------------
def open_to_fugitive(s: State, ship: str, port: str) -> bool:
    """Whether the ship of the special impulse may still make for this port: to the end of the turn any Ottoman one."""
    return s.fugitive == ship and country_of(s.map, port) == OTTOMAN and not s.held_by(port, foe(s.unit(ship).side))


def objections_to_port(s: State, ship: Unit, port: str) -> Checks:
    """May this ship enter this port?"""
    facts = {"unit": U(ship.id), "hex": Place(port)}
    country = country_of(s.map, port)
    if open_to_fugitive(s, ship.id, port) or (s.special == ship.id and not s.held_by(port, foe(ship.side))):
        yield held("10.5.2.0.5-a", "even-a-neutral-port", **facts)
    elif not in_hands_of(s, ship.nation, port):
        yield objection("10.5.2.0.5-a", "port-not-friendly", **facts)
    elif MAJORS.get(country) == ship.side and not cooperate(s, ship.nation, country):
        yield objection("10.5.2.0.5-a", "port-of-a-stranger", country=Term(country), **facts)
    there = [u for u in s.at(port) if u.naval]
    if s.flag(port, "port") and len(there) >= CROWDED and s.traced and not port_line(s, port, ship.nation).open:
        yield objection("4.1-e", "unsupplied-port-full", n=len(there), **facts)
        yield objection("10.5.2.1-c", "unsupplied-port-full", n=len(there), **facts)
    for unit in (u for u in s.pieces if u.aboard == ship.id):
        yield from objections_to_country(s, unit, port)
    yield from _hq_in_mud(s, ship, port)


def _hq_in_mud(s: State, ship: Unit, port: str) -> Checks:
    """A transport brings an HQ into a port whatever the weather, unless so read."""
    cargo = [u for u in s.pieces if u.aboard == ship.id and u.hq]
    if cargo and weather_at(s, port) in FOUL:
        check = held if s.law.reads("hq-port-mud", "port-only") else objection
        reading = s.law.read("hq-port-mud")
        weather = Term(weather_at(s, port))
        yield check("8.2.3-a", "hq-by-ship", unit=U(cargo[0].id), hex=Place(port), weather=weather, reading=reading)


def objections_to_sea_step(s: State, ship: Unit, a: str, b: str, home: bool = False) -> Checks:
    """May this ship go from a port or a sea area to the next?"""
    canal = (b in s.map and a not in seas_beside(s.map, b)) or (a in s.map and b not in seas_beside(s.map, a))
    if canal:
        rule = (
            "10.5.2.1-d"
            if "kiel" in {named.key for p in (a, b) if p in s.map for named in s.map.names(p)}
            else "10.5.2.1-e"
        )
        yield held(rule, "through-the-canal", unit=U(ship.id), origin=Place(a), area=Place(b))
    yield from objections_to_passing(s, ship.side, a, b, ship.kind != "sub", home)
    if a in s.map and a != ship.place:  # a port is no way round a passage that is closed
        for sea in (sea for sea in seas_beside(s.map, a) if sea != b):
            yield from objections_to_passing(s, ship.side, sea, b, ship.kind != "sub", home)
    if b in s.map:
        yield from objections_to_port(s, ship, b)
    elif s.fugitive != ship.id or s.law.reads("goeben-coal", "as-others"):
        yield from objections_to_coaling(s, ship, b)
    else:
        yield held("10.5.2.0.5-a", "coal-aboard", unit=U(ship.id), area=Place(b), reading=s.law.read("goeben-coal"))


@lru_cache(maxsize=4096)
def seas_beside(map: HexMap, port: str) -> tuple[str, ...]:
    """The sea areas on whose coast a port lies."""
    canals = {CANALS[named.key] for named in map.names(port) if named.key in CANALS}
    return tuple(sea for sea in openings(map, port) if sea not in canals)


def _price(s: State, ships: tuple[str, ...], a: str, b: str, home: bool) -> Ledger | Check:
    for id in ships:
        refusal = s.law.first_objection(objections_to_sea_step(s, s.unit(id), a, b, home))
        if refusal is not None:
            return refusal
    rule = "10.5.2.1-b" if a in s.map or b in s.map else "10.5.2.1-f"
    return s.law.ledger("10.5.2.1-f", "sea-cost", [plus(rule, "sea-step", 1, area=Place(b))])


def too_far(ship: str, b: str, left: Number) -> Check:
    return objection("10.5.2.1-f", "sea-points-gone", unit=U(ship), area=Place(b), missing=1 - left)


@lru_cache(maxsize=32)
def _calm(map: HexMap, law: Law) -> Costs[str]:
    """Seas on which nothing is closed."""
    step = law.ledger("10.5.2.1-f", "sea-cost", [plus("10.5.2.1-f", "sea-step", 1, area=Place(""))])
    return compile_costs(waters(map), lambda a, b: step)


@by_identity(128)
def course(s: State, ships: tuple[str, ...], home: bool = False, endless: bool = False) -> Reach[str]:
    """Every sea area and port that a group of ships comes to."""
    everywhere = object()  # at sea the position has a say on every step: each search marks all places as its own
    far = None if endless else max(group_points(s, ships), 0)
    return reach(
        _calm(s.map, s.law),
        s.unit(ships[0]).place or "",
        far,
        touched=Marks(lambda place: everywhere),
        price_now=lambda a, b, left: _price(s, ships, a, b, home),
        too_dear=lambda a, b, cost, left: too_far(ships[0], b, left),
    )


# -- where a move ends (10.5.2.1-10.5.2.3) -------------------------------------------------------------------------
@lru_cache(maxsize=512)
def _areas_from(map: HexMap, homes: tuple[str, ...]) -> dict[str, int]:
    """How many sea areas one enters to come to each from some ports."""
    found = {sea: 1 for port in homes for sea in openings(map, port)}
    edge = list(found)
    for sea in edge:
        for near in near_seas(map, sea):
            if near not in found:
                found[near] = found[sea] + 1
                edge.append(near)
    return found


def home_distance(s: State, sub: Unit, sea: str) -> int | None:
    """The sea areas between a SUB's nearest home port and where it lies; none where there is no way."""
    homes = tuple(p for p in ports(s.map) if country_of(s.map, p) == sub.nation and s.holder(p) == sub.nation)
    return _areas_from(s.map, homes).get(sea)


def out_of_range(s: State, sub: Unit, section: int | None = None) -> bool:
    """Whether a SUB lies too far from its home ports, where it is or in another section (10.5.2.3)."""
    return not s.law.allows((check_on_range(s, sub, sub.place or "", sub.section if section is None else section),))


def check_on_range(s: State, sub: Unit, sea: str, section: int) -> Check:
    """Does this section of a sea box lie within a SUB's range of its home ports?"""
    far, value = home_distance(s, sub, sea), search(s, section)
    if far is None:
        return objection("10.5.2.3", "no-home-port", unit=U(sub.id), area=Place(sea))
    check = objection if far + value > SUB_RANGE else held
    facts = {"unit": U(sub.id), "section": section, "search": value, "area": Place(sea)}
    return check("10.5.2.3", "sub-range", n=far, limit=SUB_RANGE, **facts)


def objections_to_section(s: State, ship: Unit, sea: str, section: int, left: int) -> Checks:
    """May this ship lie in this section of the sea box?"""
    value, cell = search(s, section), s.law.table("sea-box").at(section, "search")
    facts = {"unit": U(ship.id), "section": section, "search": value}
    check = objection if value > left else held
    yield check("10.5.2.1-h", "section-points", left=left, cell=cell, **facts)
    if ship.kind == "sub":
        yield check_on_range(s, ship, sea, section)


def objections_to_anchoring(s: State, ships: tuple[str, ...], place: str) -> Checks:
    """May a group end its move here?"""
    if place not in s.map:
        for id in ships:
            if s.unit(id).kind == "sub":
                yield from objections_to_section(s, s.unit(id), place, 0, 0)
        return
    limit = naval_limit(s, place)
    crowd = len([u for u in s.at(place) if u.naval]) + len(ships)
    if crowd > limit.total:
        yield held("3-j", "port-crowded-later", hex=Place(place), n=crowd, limit=limit)


def no_course(ship: str, place: str) -> Check:
    return objection("10.5.2.1-a", "no-course", unit=U(ship), area=Place(place))
