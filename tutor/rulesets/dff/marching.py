"""2.2.5, 2.2.5.1, 4.2: the Movement Phase: who moves, and how far on foot, at the ordinary pace or by forced march."""

from __future__ import annotations

from fractions import Fraction

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus, round_down, round_up, times
from tutor.engine.space.kept import by_identity
from tutor.engine.space.paths import Reach
from tutor.rulesets.dff import stacking
from tutor.rulesets.dff.ground import FOREST, PARENTS, front_of, potential_cell, terrain, theatre
from tutor.rulesets.dff.landing import objections_to_airfield
from tutor.rulesets.dff.links import link_rule
from tutor.rulesets.dff.movement import objections_to_setting_out, potential, walk
from tutor.rulesets.dff.state import CAVALRY, HQ, INFANTRY, MOVEMENT, TANK, State, Unit

MARCH, FORCED, RAIL, SEA = "by-march", "by-forced-march", "by-rail", "by-sea"
MEANS = (MARCH, FORCED, RAIL, SEA)


# -- who moves (2.2.5-a) ---------------------------------------------------------------------------------------
def objections_to_moving_on(state: State, side: str, id: str) -> Checks:
    """Whether a counter may move in the Movement Phase, by whatever means."""
    unit = state.pieces[id]
    if unit.side != side or unit.place is None:
        yield objection("2.2.5-a", "not-of-the-side", unit=U(id), who=Side(side))
        return
    if unit.works:
        yield objection("4.6", "works-stay", unit=U(id))
        return
    if not (unit.ground or unit.hq or unit.air):
        yield objection("4.2", "no-potential", unit=U(id))
        return
    yield from objections_to_setting_out(state, unit)
    if unit.activated:
        yield objection("2.2.5-a", "used-already", unit=U(id))
    if unit.travelled:
        yield objection("2.2.5-a", "moved-already", unit=U(id))
    if unit.hq and unit.moved:
        check = objection if state.law.reads("hq-two-moves", "one") else held
        yield check("4.4.1-d", "hq-moved-already", hq=U(id), reading=state.law.read("hq-two-moves"))
    if unit.kind in _PACE:
        yield held(_PACE[unit.kind], "moves-by-map", unit=U(id))
    else:
        yield held("4.5-d", "rides-or-sails", unit=U(id))
    front = theatre(state, unit.place)
    if front not in state.fronts:
        yield held("2.2.5-c", "all-fronts-open", unit=U(id), front=Term(front))


_PACE = {INFANTRY: "4.4.2-c", CAVALRY: "4.4.3-a", TANK: "4.4.4-c", HQ: "4.4.1-d"}


# -- on foot (2.2.5-b, 4.2) ------------------------------------------------------------------------------------
def objections_to_marching(state: State, unit: Unit, means: str) -> Checks:
    """What closes the roads to a unit altogether."""
    if unit.air:
        yield objection("4.5-d", "aircraft-ride-or-sail", unit=U(unit.id))
        return
    if means == FORCED:
        yield from _forcing(state, unit)


def _forcing(state: State, unit: Unit) -> Checks:
    """A forced march costs a strength point, and only the Movement Phase knows it."""
    if state.phase != MOVEMENT:
        yield objection("2.2.5.1", "no-forced-march-now", unit=U(unit.id))
    if not unit.stacks and not unit.ground:
        yield objection("2.2.5.1", "no-point-to-lose", unit=U(unit.id))
    elif unit.strength <= 1:
        check = objection if state.law.reads("forced-march-last-point", "barred") else held
        reading = state.law.read("forced-march-last-point")
        yield check("2.2.5.1", "last-point", unit=U(unit.id), reading=reading)


def paces(state: State, unit: Unit, means: str) -> Ledger:
    """The movement points on foot, half as many again by forced march."""
    whole = potential(state, unit)
    if means != FORCED:
        return whole
    return state.law.ledger("2.2.5.1", "forced-potential", _forced_lines(state, unit, whole))


def _forced_lines(state: State, unit: Unit, whole: Ledger) -> Lines:
    yield plus("4.2", "own-potential", whole)
    yield times("2.2.5.1", "half-as-many-again", Fraction(3, 2))
    up = front_of(state, unit.place or "") == "middle-east" or state.law.reads("forced-march-rounding", "up")
    rounds = round_up if up else round_down
    yield rounds("2.2.5.1", "march-rounded", reading=state.law.read("forced-march-rounding"))


@by_identity(64)
def march_reach(state: State, id: str, means: str) -> Reach[str]:
    """Everywhere a unit comes to on foot in this phase."""
    unit = state.pieces[id]
    return walk(state, unit, unit.place or "", paces(state, unit, means))


def endless_march(state: State, unit: Unit) -> Reach[str]:
    return walk(state, unit, unit.place or "", potential(state, unit), endless=True)


# -- where a move may end (4.3) ----------------------------------------------------------------------------------
def objections_to_ending_at(state: State, unit: Unit, hex: str) -> Checks:
    """Never more than two infantry and cavalry units at the end of a phase, and aircraft only where they can stand."""
    if hex == unit.place:
        yield objection("2.2.5-b", "stands-there", unit=U(unit.id), hex=Place(hex))
    elif unit.air:
        yield from objections_to_airfield(state, unit, hex)
    elif unit.kind == TANK and terrain(state, hex) == FOREST:
        yield objection("5.6", "no-tanks-in-forest", unit=U(unit.id), hex=Place(hex))
    elif unit.stacks and stacking.room(state, hex, unit.side) <= 0:
        yield objection("4.3-a", "no-room", hex=Place(hex), limit=stacking.limit(state, hex))


def comes_so_far(state: State, unit: Unit, means: str, hex: str) -> Checks:
    """What the way there costs, of what the unit has."""
    reach = march_reach(state, unit.id, means)
    if hex in reach and hex != unit.place:
        rule = "2.2.5.1" if means == FORCED else "2.2.5-b" if state.phase == MOVEMENT else "2.2.4.8-a"
        facts = {"unit": U(unit.id), "hex": Place(hex), "cost": reach.cost(hex), "potential": paces(state, unit, means)}
        yield held(rule, "moves-so-far", **facts)


def across_the_edge(state: State, unit: Unit, means: str, hex: str) -> Checks:
    """From one map onto another by their letters; on an addition another reading holds one to its own potential."""
    here, there = front_of(state, unit.place or ""), front_of(state, hex)
    reach = march_reach(state, unit.id, means) if here != there else None
    if reach is None or hex not in reach:
        return
    yield held(link_rule(here, there), "passes-the-edge", unit=U(unit.id), hex=Place(hex), front=Term(there))
    if there in PARENTS and state.law.reads("addon-scale", "own-scale"):
        cell = potential_cell(state.law, there)
        spent = reach.cost(hex) or 0
        check = objection if spent > int(cell.value) else held
        reading = state.law.read("addon-scale")
        yield check("1.1-d", "addition-potential", unit=U(unit.id), hex=Place(hex), n=spent, cell=cell, reading=reading)


def may_move_on(state: State, side: str, id: str) -> bool:
    return state.law.allows(objections_to_moving_on(state, side, id))
