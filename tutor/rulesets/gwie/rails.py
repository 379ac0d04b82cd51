"""9.3: the ways of strategic movement over the map, and where it may begin and end."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law, seam
from tutor.engine.ledger import Ledger, plus
from tutor.engine.pieces import Pieces
from tutor.engine.space.joining import Joined
from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import Costs, Reach, compile_costs, reach
from tutor.rulesets.gwie.control import controller, land_of, newcomer, settlement
from tutor.rulesets.gwie.fronts import front_of, fronts_of
from tutor.rulesets.gwie.ground import ALPINE, SEA, closed_side
from tutor.rulesets.gwie.homes import LAND_OF, objections_to_operating
from tutor.rulesets.gwie.kut import objections_to_entering_kut
from tutor.rulesets.gwie.sources import primary
from tutor.rulesets.gwie.state import ALLIES, OOS, State, Unit, foe
from tutor.rulesets.gwie.supply import supply_at

STRATEGIC = "strategic"  # the kind of the links from Front to Front
RUSSIAN_LANDS = frozenset({"russia", "russian-poland"})
ABADAN, ROW_44 = "N2552", "44"
NO_STATIONS = frozenset({"N3611", "N4208"})  # towns for supply and new units only (3.13)


# -- hex by hex (9.0, 9.31, 9.32) ------------------------------------------------------------------------------
def objections_to_riding_through(s: State, unit: Unit, a: str, b: str) -> Checks:
    """May strategic movement pass from one hex into the next, on the same Front or on another?"""
    yield from _track(s, unit, a, b)
    if not s.map.adjacent(a, b):
        yield from objections_to_changing_fronts(s, unit, a, b)
    yield from objections_to_line_hex(s, unit, b)


def _track(s: State, unit: Unit, a: str, b: str) -> Checks:
    facts = {"unit": U(unit.id), "hex": Place(b), "origin": Place(a)}
    side = closed_side(s, a, b)
    if side:
        yield objection("9.31", "side-closed", side=Term(side), **facts)
    if s.map.hex(b).terrain in (SEA, ALPINE):
        yield objection("9.31", "no-rails-there", terrain=Term(s.map.hex(b).terrain), **facts)


@seam("gwie.lines")
def objections_to_line_hex(s: State, unit: Unit, hex: str) -> Checks:
    """May strategic movement pass this hex, from wherever it comes?"""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    foes = s.barred_to(unit.side, hex)
    if foes:
        yield objection("9.31", "enemy-there", foes=units(foes), hex=Place(hex))
    elif controller(s, hex) == foe(unit.side):
        yield objection("9.31", "rails-enemy-held", **facts)
    elif controller(s, hex) is None:
        yield objection("9.0b", "rails-nobodys", **facts)
    if not foes:
        yield from _beside_the_enemy(s, unit, hex)
    reading = s.law.read("rails-out-of-supply")
    if reading.option == "whole-way" and supply_at(s, unit, hex).status == OOS:
        yield objection("11.85", "rails-unsupplied", hex=Place(hex), reading=reading)
    yield from objections_to_entering_kut(s, unit, hex)
    yield from objections_to_operating(s, unit, hex)
    yield from _allied_network(s, unit, hex)


def _beside_the_enemy(s: State, unit: Unit, hex: str) -> Checks:
    """Into a hex that is watched one rides where a friend stands, or to get off beside newcomers to the war."""
    foes = watchers(s, unit.side, hex)
    facts = {"unit": U(unit.id), "hex": Place(hex), "foes": units(foes)}
    if foes and guarded(s, unit, hex):
        yield held("9.32", "rails-watched", **facts)
    elif foes and all_newcomers(s, foes):
        yield held("9.32", "newcomers-beside", **facts)
    elif foes:
        yield objection("9.32", "rails-watched", **facts)


def guarded(s: State, unit: Unit, hex: str) -> bool:
    """Whether a friend or a friendly fortification holds a hex for those who ride through it."""
    return any(u.id != unit.id and (u.ground or u.fort) for u in s.at(hex, unit.side))


def all_newcomers(s: State, foes: Iterable[Unit]) -> bool:
    """Whether nobody but units of a country that has just entered the war watches a hex."""
    return all(newcomer(s, LAND_OF.get(u.nation, "")) for u in foes)


def journeys_end(s: State, unit: Unit) -> frozenset[str]:
    """The hexes beside newcomers alone, with no friend in them: there one may get off and not pass."""
    if not any(newcomer(s, land) for land in s.joined):
        return frozenset()
    beside = ((hex, watchers(s, unit.side, hex)) for hex in s.map.places)
    return frozenset(hex for hex, foes in beside if foes and all_newcomers(s, foes) and not guarded(s, unit, hex))


def not_past_newcomers(s: State, unit: Unit, hex: str) -> Check:
    """Why nobody rides on from such a hex."""
    foes = units(watchers(s, unit.side, hex))
    return objection("9.32", "rides-no-further", unit=U(unit.id), hex=Place(hex), foes=foes)


def watchers(s: State, side: str, hex: str) -> tuple[Unit, ...]:
    """Enemy units next to a hex, and intact fortifications; whose, a reading says (9.32)."""
    any_fort = s.law.reads("own-fort-adjacent", "any-fort")
    around = [u for near in s.map.neighbours(hex) for u in s.at(near) if not u.flies]
    return tuple(u for u in around if u.side != side or (u.fort and any_fort))


def _allied_network(s: State, unit: Unit, hex: str) -> Checks:
    """Which Allies use the lines of a Front, and how far these go (9.22, 9.23)."""
    if unit.side != ALLIES:
        return
    front, land = front_of(s, hex), land_of(s, hex)
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if front in ("eastern", "caucasus"):
        if unit.nation not in ("RU", "PG", "AR"):
            yield objection("9.22", "russians-only", front=Term(front), **facts)
        lands = RUSSIAN_LANDS if front == "eastern" else frozenset({"russia"})
        if land not in lands:
            yield objection("9.22", "rails-end-at-border", land=Term(land or "nobody"), **facts)
    elif front == "egyptian" and land != "egypt":
        yield objection("9.23", "rails-end-at-border", land=Term(land or "nobody"), **facts)
    elif front == "iraqi":
        yield from _iraq(s, unit, hex, land)


def _iraq(s: State, unit: Unit, hex: str, land: str) -> Checks:
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    yield from objections_before_opening(s, unit, hex)
    if hex == ABADAN:
        return
    if land == "persia":
        yield objection("9.23", "rails-not-in-persia", **facts)
    if hex[3:5] <= ROW_44:
        yield objection("9.23", "rails-south-only", **facts)


@seam("gwie.rails-opened")
def objections_before_opening(s: State, unit: Unit, hex: str) -> Checks:
    """On the Iraqi Front no Allied unit rides until an event opens the lines."""
    yield objection("9.23", "no-rails-yet", unit=U(unit.id), hex=Place(hex))


# -- the network (9.0b, 9.0c) ----------------------------------------------------------------------------------
def objections_to_changing_fronts(s: State, unit: Unit, a: str, b: str) -> Checks:
    """From one Front to another a unit passes unseen, out of a primary source at the edge and into one."""
    for hex in (a, b):
        if hex not in edge_sources(s, unit, front_of(s, hex)):
            facts = {"unit": U(unit.id), "hex": Place(hex), "front": Term(front_of(s, b))}
            yield objection("9.0c", "rails-need-edge", **facts)


def edge_sources(s: State, unit: Unit, front: str) -> frozenset[str]:
    """The primary sources at the edge of a Front that a unit can use."""
    return frozenset(hex for hex in primary(s, unit, front) if s.map.hex(hex).flags & {"edge", "cp-source"})


@lru_cache(maxsize=32)
def rails(map: HexMap) -> Joined:
    """Strategic movement: from hex to hex, and by the links that lead from Front to Front."""
    return Joined(map, frozenset({STRATEGIC}))


@lru_cache(maxsize=32)
def rail_costs(map: HexMap, law: Law, front: str) -> Costs[str]:
    """The lines of a map on which nobody stands."""
    empty, anybody = State(law, map=map, pieces=Pieces(), front=front), Unit("", "", "", "infantry")
    return compile_costs(
        rails(map), lambda a, b: law.first_objection(_track(empty, anybody, a, b)) or one_stage(law, b)
    )


def one_stage(law: Law, b: str) -> Ledger:
    return law.ledger("9.0b", "stage", [plus("9.0b", "stage-hex", 1, hex=Place(b))])


def rail_reach(s: State, unit: Unit, start: str) -> Reach[str]:
    """Everything to which strategic movement could take a unit from a hex, at any distance."""

    def price(a: str, b: str, left: object) -> Ledger | Check:
        return s.law.first_objection(objections_to_riding_through(s, unit, a, b)) or one_stage(s.law, b)

    costs = rail_costs(s.map, s.law, s.front)
    return reach(
        costs,
        start,
        None,
        touched=_touched(s, unit),
        price_now=price,
        stops=journeys_end(s, unit),
        why_stop=lambda a, b: not_past_newcomers(s, unit, a),
    )


def _touched(s: State, unit: Unit) -> dict[str, Hashable]:
    """Hexes that strategic movement may not pass, and links by which this unit may or may not change Fronts."""
    edges = {hex for front in fronts_of(s) for hex in edge_sources(s, unit, front)} if s.map.links_drawn else set()
    found: dict[str, Hashable] = {}
    for hex in s.map.places:
        shut = s.law.first_objection(objections_to_line_hex(s, unit, hex)) is not None
        if shut or s.map.along(hex, STRATEGIC):
            found[hex] = shut, hex in edges
    return found


# -- where it begins and ends (9.31, 9.32, 11.85) --------------------------------------------------------------
@seam("gwie.station")
def objections_to_station(s: State, unit: Unit, hex: str) -> Checks:
    """A town or city that the unit's side controls."""
    if hex in NO_STATIONS:
        yield objection("3.13e", "town-in-name", hex=Place(hex))
    elif not settlement(s, hex):
        yield objection("9.31", "no-station", unit=U(unit.id), hex=Place(hex))
    elif controller(s, hex) != unit.side:
        yield objection("9.31", "station-not-ours", unit=U(unit.id), hex=Place(hex))


def objections_to_arriving(s: State, unit: Unit, hex: str) -> Checks:
    """Nobody gets off the train next to the enemy or to an intact enemy fort."""
    foes = watchers(s, unit.side, hex)
    if foes and all_newcomers(s, foes):
        yield held("9.32", "newcomers-beside", unit=U(unit.id), hex=Place(hex), foes=units(foes))
    elif foes:
        facts = {"unit": U(unit.id), "hex": Place(hex), "foes": units(foes)}
        own = all(u.side == unit.side for u in foes)
        read = {"reading": s.law.read("own-fort-adjacent")} if own else {}
        yield objection("9.32", "arrives-beside-enemy", **facts, **read)
