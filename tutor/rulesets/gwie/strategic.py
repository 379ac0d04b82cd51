"""9.0-9.3: the Strategic Movement Phase."""

from __future__ import annotations

from functools import partial

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.space.paths import Reach
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.boxes import (
    enters_box,
    leaves_box,
    objections_to_box,
    objections_to_coming_out,
    objections_to_leaving_box,
)
from tutor.rulesets.gwie.capacity import loaded, objections_to_full_carriers, objections_to_loading, pools_of
from tutor.rulesets.gwie.collapse import germans_cut_off
from tutor.rulesets.gwie.fronts import EUROPE, NEAR_EAST, front_of, front_with
from tutor.rulesets.gwie.going import no_way
from tutor.rulesets.gwie.homes import german_divisions, objections_to_operating
from tutor.rulesets.gwie.kut import objections_to_quitting_kut
from tutor.rulesets.gwie.rails import objections_to_arriving, objections_to_line_hex, objections_to_station, rail_reach
from tutor.rulesets.gwie.stacking import objections_to_stacking
from tutor.rulesets.gwie.state import ALLIES, BY_BOX, BY_MAP, CP, FORTRESS, OOS, SUPPLIED, State, Unit
from tutor.rulesets.gwie.supply import supply_at, supply_of
from tutor.rulesets.gwie.treaty import objections_to_leaving_peace

BY_RAIL = "by-rail"


@step("strategic-movement-begins", "9.0a")
def strategic_movement_begins(s: State, t: Trace) -> State:
    """First the Allies go by rail and sea, then the CP by rail; supply is that of the start (11.11)."""
    return s.but(settled=True)


@step("rail", "9.0b", under="strategic-movement-begins")
def rail(s: State, t: Trace, side: str) -> Steps[State]:
    """Which unit goes next."""
    id = yield from choose(
        Ask(
            s,
            "9.0b",
            side,
            "rail",
            ("unit",),
            lambda id: objections_to_entraining(s, side, id),
            to_end=lambda: iter(()),
        )
    )
    if id == DONE:
        return s
    s = s.but(chosen=id)
    if has_box(s, s.unit(id)):
        return s.then(task("rail-means", side), task("rail", side))
    return s.then(task("rail-to", side), task("rail", side))


@step("rail-means", "9.13", under="strategic-movement-begins")
def rail_means(s: State, t: Trace, side: str) -> Steps[State]:
    """Over the map, or into the box between the Fronts."""
    unit = s.unit(s.chosen or "")
    means = yield from choose(
        Ask(
            s,
            "9.13" if side == CP else "9.24",
            side,
            "rail-means",
            ("option",),
            lambda means: objections_to_box(s, unit) if means == BY_BOX else iter(()),
            options=(BY_MAP, BY_BOX),
            back=True,
            facts={"unit": U(unit.id)},
        )
    )
    if means == BACK:
        return s.but(chosen=None)
    return s.then(task("rail-to", side) if means == BY_MAP else task("into-box", unit.id))


@step("into-box", "9.13", under="strategic-movement-begins")
def into_box(s: State, t: Trace, id: str) -> State:
    """The unit leaves the map for a box."""
    return enters_box(s, t, s.unit(id))


@step("rail-to", "9.0b", under="strategic-movement-begins")
def rail_to(s: State, t: Trace, side: str) -> Steps[State]:
    """Where to."""
    unit = s.unit(s.chosen or "")
    hex = yield from choose(
        Ask(
            s,
            "9.0b",
            side,
            "rail-to",
            ("place",),
            lambda hex: objections_to_railing(s, unit, hex),
            back=True,
            facts={"unit": U(unit.id)},
            among=lambda: s.map.places if unit.place is None else rail_found(s, unit.id).places,
            goes=() if unit.place is None else (BY_RAIL,),
        )
    )
    s = s.but(chosen=None)
    if hex == BACK:
        return s
    if unit.place is None:
        return leaves_box(s, t, unit, hex)
    pools, ends = trip(s, unit, hex)
    s = loaded(s, unit, pools, ends).but(railed=s.railed | {unit.id})
    s = s.change(unit.id, place=hex)
    t.say("9.0b", "rode", s, unit=U(unit.id), hex=Place(hex))
    t.say("9.32", "control-stays", s, hex=Place(hex))
    return germans_cut_off(s, t)


def has_box(s: State, unit: Unit) -> bool:
    """Whether a box between Fronts lies open to a unit on the map (9.13, 9.24)."""
    if unit.place is None:
        return False
    front = front_of(s, unit.place)
    if unit.side == CP:
        return front == "eastern" or front in NEAR_EAST
    return unit.nation in ("RU", "PG") and front in ("eastern", "caucasus")


def trip(s: State, unit: Unit, hex: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The capacities and the ends of a trip over the map."""
    here = unit.place or ""
    return pools_of(unit.side, front_of(s, here), front_of(s, hex)), (here, hex)


# -- who may go (9.0, 9.31, 11.81) -----------------------------------------------------------------------------
def objections_to_entraining(s: State, side: str, id: str) -> Checks:
    """May this unit use strategic movement now?"""
    unit = s.unit(id)
    if not (unit.fights or unit.hq):
        yield objection("9.0a", "rides-not", unit=U(id), type=Term(unit.kind))
        return
    if unit.side != side:
        yield objection("9.0a", "other-side-rides", unit=U(id), who=Side(side))
        return
    if unit.place is None:
        yield from objections_to_leaving_box(s, unit)
        return
    yield from objections_to_station(s, unit, unit.place)
    yield from objections_to_boarding(s, unit)
    yield from objections_to_full_carriers(s, unit, pools_of(side, front_of(s, unit.place)), unit.place)
    if id in s.sailed:
        yield objection("9.56", "sailed-already", unit=U(id))
    if id in s.railed:
        yield objection("9.0b", "rode-already", unit=U(id))
    elif not s.sailed & {id}:
        yield held("9.33", "may-have-fought", unit=U(id))


@seam("gwie.boarding")
def objections_to_boarding(s: State, unit: Unit) -> Checks:
    """Supply decides at the start of the phase, for rail and sea alike."""
    status = supply_of(s, unit).status
    if status == OOS:
        yield objection("11.81", "no-train-out-of-supply", unit=U(unit.id))
    elif status == FORTRESS:
        yield objection("11.11", "no-train-from-fortress", unit=U(unit.id))
    yield from objections_to_quitting_kut(s, unit, unit.place)
    yield from objections_to_leaving_peace(s, unit)
    if unit.devastates or unit.wasted:
        yield objection("14.62", "devastator-stays", unit=U(unit.id))


# -- where to (9.31, 9.32) -------------------------------------------------------------------------------------
@by_identity(64)
def rail_found(s: State, id: str) -> Reach[str]:
    return rail_reach(s, s.unit(id), s.unit(id).place or "")


def objections_to_railing(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit end its strategic movement here?"""
    if unit.place is None:
        yield from objections_to_ending_rail(s, unit, hex)
        yield from objections_to_coming_out(s, unit, hex)
        return
    if hex == unit.place:
        yield objection("9.0b", "rides-nowhere", unit=U(unit.id), hex=Place(hex))
        return
    reach: Reach[str] = rail_found(s, unit.id)
    cut = reach.why_not(hex)
    if cut is not None:
        yield from cut.checks or (no_way(s, unit, hex),)
    elif front_of(s, hex) != front_of(s, unit.place):
        yield held("9.0c", "by-the-edge", unit=U(unit.id), front=Term(front_of(s, hex)))
    if s.law.allows(objections_to_line_hex(s, unit, hex)):
        yield from (check for check in s.law.held(objections_to_line_hex(s, unit, hex)) if check.exempt_by)
    yield from objections_to_the_trip(s, unit, hex)


def objections_to_the_trip(s: State, unit: Unit, hex: str) -> Checks:
    """What is asked of a trip besides a way: the Fronts, the station at its end, the capacity."""
    yield from objections_to_between(s, unit, front_with(s, unit), front_of(s, hex))
    yield from objections_to_ending_rail(s, unit, hex)
    pools, ends = trip(s, unit, hex)
    yield from objections_to_loading(s, unit, pools, ends)


def objections_to_ending_rail(s: State, unit: Unit, hex: str) -> Checks:
    yield from objections_to_station(s, unit, hex)
    yield from objections_to_arriving(s, unit, hex)
    yield from objections_to_stacking(s, unit, hex)
    yield from objections_to_operating(s, unit, hex)
    yield from objections_to_home(s, unit, hex)
    if supply_at(s, unit, hex).status != SUPPLIED:
        yield objection("11.85", "station-out-of-supply", unit=U(unit.id), hex=Place(hex))


def objections_to_between(s: State, unit: Unit, here: str, there: str) -> Checks:
    """Which Fronts are joined by a box only, and which for whom (9.13, 9.24)."""
    if here == there or {here, there} <= {"western", "italian"}:
        return
    facts = {"unit": U(unit.id), "front": Term(there)}
    if unit.side == CP and (here in NEAR_EAST or there in NEAR_EAST):
        yield objection("9.13", "by-box-only", **facts)
    elif unit.side == ALLIES:
        if {here, there} == {"eastern", "caucasus"} and unit.nation in ("RU", "PG"):
            yield objection("9.24", "by-box-only", **facts)
        else:
            yield objection("9.24", "no-rails-between", **facts)


def objections_to_home(s: State, unit: Unit, hex: str) -> Checks:
    """HQs stay in Europe or in the Near East (15.64); German divisions wait for the European Turks (9.15)."""
    front = front_of(s, hex)
    began = front_with(s, unit)
    if unit.hq and began and (began in EUROPE) != (front in EUROPE):
        yield objection("15.64", "hq-stays-on-continent", unit=U(unit.id), hex=Place(hex))
    if front in NEAR_EAST:
        yield from german_divisions(s, unit)


# -- for the terminal and the board ----------------------------------------------------------------------------
def rides(s: State, unit: Unit) -> Going:
    """By rail: the strategic movement of one unit over the map; out of a box leads a question of its own."""
    closed = s.law.objections(objections_to_entraining(s, unit.side, unit.id))
    if unit.place is None and not closed:
        closed = (objection("9.0b", "off-map", unit=U(unit.id)),)
    reach = None if closed else rail_found(s, unit.id)
    return Going(
        law=s.law,
        means=BY_RAIL,
        rule="9.0b",
        unit=unit.id,
        reach=reach,
        no_way=partial(no_way, s, unit),
        closed=closed,
        ending=partial(objections_to_the_trip, s, unit),
    )
