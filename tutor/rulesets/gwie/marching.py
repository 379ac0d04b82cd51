"""8.1, 8.3: movement allowances, and what a step costs."""

from __future__ import annotations

from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, instead, plus, times
from tutor.rulesets.gwie.fronts import front_of, theatre_of
from tutor.rulesets.gwie.ground import terrain_of
from tutor.rulesets.gwie.shock import is_shock
from tutor.rulesets.gwie.state import ALLIES, WEST, State, Unit, foe
from tutor.rulesets.gwie.weather import SNOW, WET, weather_in

COSTS = "march-costs"
OCTOBER_1914, JANUARY_1915 = 5, 7
TRENCH_FRONTS = frozenset({"western", "italian"})
RIVER, PASS, FOLLOWED, DEVASTATED, ROUGH = "river", "pass", "pass-followed", "devastated", "rough"


# -- where a move began (8.14, 8.17) ---------------------------------------------------------------------------
def began_at(s: State, unit: Unit) -> str:
    """Where a unit stood when the phase began."""
    here = unit.place or ""
    return s.march.began.get(unit.id, here) if s.march else here


def contact(s: State, side: str, hex: str) -> tuple[Unit, ...]:
    """The enemy combat units next to a hex."""
    return tuple(u for near in s.map.neighbours(hex) for u in s.units_at(near, foe(side)))


def beside_tank(s: State, unit: Unit) -> Unit | None:
    """The Allied tank with which a unit began the phase stacked."""
    if unit.side != ALLIES:
        return None
    here = began_at(s, unit)
    tanks = (u for u in s.on_map() if u.kind == "tank" and u.side == ALLIES and u.id != unit.id)
    return next((u for u in tanks if began_at(s, u) == here), None)


# -- the allowance (8.0, 8.14) ---------------------------------------------------------------------------------
def allowance(s: State, unit: Unit, seen: bool = False) -> Ledger:
    """The points of a unit for this phase; `seen` is cavalry that has been next to the enemy on its way."""
    return s.law.ledger("8.0", "allowance", allowance_lines(s, unit, seen))


def allowance_lines(s: State, unit: Unit, seen: bool) -> Lines:
    yield plus("8.0", "printed", unit.mp, unit=U(unit.id))
    began = began_at(s, unit)
    front = front_of(s, began) if began else ""
    if theatre_of(front) != WEST:
        return
    if unit.fights and front in TRENCH_FRONTS and s.turn > OCTOBER_1914:
        yield from _after_october(s, unit, seen)
    else:
        yield times("8.14a", "doubled", 2, front=Term(front))


def _after_october(s: State, unit: Unit, seen: bool) -> Lines:
    """On the Western and Italian Fronts combat units are doubled no more, but for some."""
    tank, began = beside_tank(s, unit), began_at(s, unit)
    foes = contact(s, unit.side, began)
    allied_tank = unit.kind == "tank" and unit.side == ALLIES
    if is_shock(s, unit, front_of(s, began)) or unit.nation == "US" or allied_tank:
        yield times("8.14b", "doubled-by-kind", 2, unit=U(unit.id))
    elif tank is not None:
        yield times("8.14b", "doubled-by-tank", 2, unit=U(tank.id))
    elif unit.kind == "cavalry":
        reading = s.law.read("rider-already-seen")
        if seen or (foes and s.law.reads("rider-already-seen", "lost")):
            yield times("8.14b", "rider-beside-enemy", 1, unit=U(unit.id), reading=reading)
        else:
            yield times("8.14b", "rider-out-of-sight", 2, unit=U(unit.id), reading=reading)
    elif foes:
        yield times("8.14b", "began-beside-enemy", 1, unit=U(unit.id), foes=units(foes))
    else:
        yield times("8.14b", "began-out-of-sight", 2, unit=U(unit.id))


def left_of(s: State, unit: Unit, seen: bool = False) -> int:
    """The points that a unit still has."""
    spent = s.march.spent.get(unit.id, 0) if s.march else 0
    seen = seen or (s.march is not None and unit.id in s.march.seen)
    return max(0, int(allowance(s, unit, seen)) - spent)


def fresh(s: State, unit: Unit) -> bool:
    """Has spent nothing yet in this phase."""
    return s.march is None or not s.march.spent.get(unit.id)


# -- what a step costs (8.12, 8.25, 8.3) -----------------------------------------------------------------------
def step_cost(s: State, mountain: bool, a: str, b: str) -> Ledger:
    """Terrain, hexside and weather add up."""
    return s.law.ledger("8.25", "step-cost", step_lines(s, mountain, a, b))


def step_lines(s: State, mountain: bool, a: str, b: str) -> Lines:
    terrain = terrain_of(s, b)
    yield from _terrain_lines(s, mountain, a, b, terrain)
    if b in s.devastated:
        yield from _devastated_lines(s, b)
    if RIVER in s.map.sides(a, b):
        if weather_in(s, b) == WET:
            cell = s.law.table(COSTS).at(RIVER, "mp")
            yield plus("8.34a", "wet-river", int(cell.value), hex=Place(b), cell=cell)
        else:
            yield plus("8.34a", "dry-river", 0, hex=Place(b))


def _terrain_lines(s: State, mountain: bool, a: str, b: str, terrain: str) -> Lines:
    column = "mountain" if mountain else "mp"
    facts = {"hex": Place(b), "terrain": Term(terrain)}
    if terrain == PASS and weather_in(s, b) != SNOW and PASS in s.map.roads(a, b):
        cell = s.law.table(COSTS).at(FOLLOWED, column)
        yield plus("8.33", "pass-followed", int(cell.value), hex=Place(b), cell=cell)
        return
    cell = s.law.table(COSTS).at(terrain, column)
    rule = s.law.table(COSTS).at(terrain, "rule").value
    if terrain == ROUGH:
        amount = int(cell.value) if s.law.reads("rough-cost", "two") else 1
        yield plus(rule, "ground", amount, **facts, cell=cell, reading=s.law.read("rough-cost"))
    else:
        yield plus(rule, "ground", int(cell.value), **facts, cell=cell)
    if terrain == "marsh" and s.map.hex(b).terrain != "marsh":
        yield plus("12.2b", "plain-is-marsh", 0, hex=Place(b))


def _devastated_lines(s: State, b: str) -> Lines:
    cell = s.law.table(COSTS).at(DEVASTATED, "mp")
    reading = s.law.read("devastated-cost")
    if s.law.reads("devastated-cost", "plus-two"):
        yield plus("14.63", "devastated", int(cell.value), hex=Place(b), cell=cell, reading=reading)
    else:
        yield instead("8.32", "devastated", int(cell.value), hex=Place(b), cell=cell, reading=reading)
