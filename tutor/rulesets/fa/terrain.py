"""10.7.4.3, 10.7.6.6: what the ground costs, what it closes, and what it does to a combat."""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Cell, Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Lines, plus, times
from tutor.engine.tables import exact
from tutor.rulesets.fa.state import DOT, State, Unit
from tutor.rulesets.fa.weather import FOUL, weather_at

CHART = "terrain"
DOUBLED, HALVED, PROHIBITED = "DEFENDER DOUBLED", "ATTACKER HALVED", "PROHIBITED"
ALPINE, STRAIT, LAKE, SEA = "alpine", "strait", "lake", "sea"
WATERS = ("river", "canal")


def effect(s: State, terrain: str, column: str) -> Cell:
    """What the Terrain Effects Chart says, as a fact."""
    return _effect(s.law, terrain, column)


@lru_cache(maxsize=1024)
def _effect(law: Law, terrain: str, column: str) -> Cell:
    return law.table(CHART).at(terrain, column)


def crossed(s: State, a: str, b: str) -> tuple[str, ...]:
    """What lies on a hexside; a strait is an open-sea side that can be crossed."""
    kinds = s.map.sides(a, b)
    return tuple(sorted(kinds - {SEA} if STRAIT in kinds else kinds))


def column_of(unit: Unit) -> str:
    return "mtn" if unit.kind == "mtn" else "mp"


# -- what a step costs -----------------------------------------------------------------------------------------
def entry_cost(s: State, unit: Unit, a: str, b: str) -> Ledger:
    """The movement points of one step (10.7.4.1)."""
    return s.law.ledger("10.7.4.1-c", "entry-cost", cost_lines(s, unit, a, b))


def cost_lines(s: State, unit: Unit, a: str, b: str) -> Lines:
    terrain = s.map.hex(b).terrain
    mountaineer = unit.kind == "mtn" and terrain in ("mountain", "forest")
    cell = effect(s, terrain, column_of(unit))
    rule, kind = ("10.7.4.3-c", "hex-for-mtn") if mountaineer else ("10.7.4.1-c", "hex-cost")
    yield plus(rule, kind, exact(cell.value), hex=Place(b), terrain=Term(terrain), cell=cell)
    sides = _dear_sides(s, unit, a, b)
    foul = weather_at(s, b) in FOUL
    reading = {"reading": s.law.read("foul-sides")} if sides else {}
    if foul and sides and s.law.reads("foul-sides", "hex"):
        yield times("8.2.3-a", "foul-weather", 2, weather=Term(weather_at(s, b)), **reading)
        foul = False
    for side, cell in sides:
        rule = "10.7.4.3-b" if side == ALPINE else "10.7.4.1-c"
        yield plus(rule, "side-cost", exact(cell.value), terrain=Term(side), cell=cell)
    if foul:
        yield times("8.2.3-a", "foul-weather", 2, weather=Term(weather_at(s, b)), **reading)


def _dear_sides(s: State, unit: Unit, a: str, b: str) -> tuple[tuple[str, Cell], ...]:
    """What lies on the hexside and costs something, with its cell of the chart."""
    cells = ((side, effect(s, side, column_of(unit))) for side in crossed(s, a, b))
    return tuple((side, cell) for side, cell in cells if cell.value.lstrip("+").isdigit() and exact(cell.value))


# -- what the ground forbids -------------------------------------------------------------------------------------
def objections_to_crossing(s: State, unit: Unit, a: str, b: str) -> Checks:
    """Does the ground let a land unit step from one hex to another?"""
    facts = {"unit": U(unit.id), "origin": Place(a), "hex": Place(b)}
    if b not in s.map or not s.map.adjacent(a, b):
        yield objection("1.2-p", "not-adjacent", **facts)
        return
    if s.map.hex(b).terrain == DOT:
        yield objection("1.2-p", "hex-dot", **facts)
        return
    kinds = crossed(s, a, b)
    if SEA in kinds:
        yield objection("10.7.4.3-a", "open-sea", **facts)
    if LAKE in kinds:
        yield objection("10.7.4.1-c", "lake-side", cell=effect(s, LAKE, column_of(unit)), **facts)
    if ALPINE in kinds and unit.kind != "mtn":
        yield objection("10.7.4.3-b", "alpine-side", **facts)


def passable(s: State, unit: Unit, a: str, b: str) -> bool:
    return s.law.allows(objections_to_crossing(s, unit, a, b))


def objections_to_fighting(s: State, a: str, b: str) -> Checks:
    """Does the chart prohibit combat across this hexside or in this hex?"""
    for kind in (*crossed(s, a, b), s.map.hex(b).terrain):
        cell = effect(s, kind, "combat")
        if cell.value == PROHIBITED:
            yield objection("10.7.6.6-c", "combat-prohibited", hex=Place(b), terrain=Term(kind), cell=cell)


def halving(s: State, a: str, b: str) -> tuple[str, ...]:
    """The kinds of hexside that halve an attack across them."""
    return tuple(kind for kind in crossed(s, a, b) if effect(s, kind, "combat").value == HALVED)


def doubling(s: State, hex: str) -> Cell | None:
    """The cell that doubles the defenders of a hex, if any."""
    cell = effect(s, s.map.hex(hex).terrain, "combat")
    return cell if cell.value == DOUBLED else None
