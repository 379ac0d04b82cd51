"""11, as far as combat asks: supply is a fact of the position, with what other chapters make of it."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.facts import units as unit_facts
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.forts import besieged, near_kut
from tutor.rulesets.gwie.state import CP, FORTRESS, OOS, SIDES, SUPPLIED, State, Unit, foe

ANTWERP = "W6819"


def supply_of(s: State, unit: Unit) -> tuple[str, str]:
    """Supplied, in Fortress Supply or out of supply, and the rule that says so."""
    if unit.flies:
        return SUPPLIED, "15.11"
    if unit.fort:
        return SUPPLIED, "11.51"
    if unit.nation == "AB":
        return SUPPLIED, "15.81"
    if unit.id in s.saved:
        return SUPPLIED, "11.86"
    if unit.side == CP and near_kut(s, unit.place):
        return SUPPLIED, "14.24"
    if besieged(s, unit):
        return FORTRESS, "14.23"
    return unit.supply, {SUPPLIED: "11.0", FORTRESS: "14.13", OOS: "11.12"}[unit.supply]


def in_supply(s: State, unit: Unit) -> bool:
    """In normal supply: Fortress Supply is none for an attack (11.51)."""
    return supply_of(s, unit)[0] == SUPPLIED


@seam("gwie.cut-off")
def objections_to_being_cut_off(s: State, unit: Unit, hex: str) -> Checks:
    """10.73: neither an advance nor a cavalry retreat may leave a unit out of supply."""
    if hex in s.cut.get(unit.side, frozenset()) and unit.nation != "AB":
        yield objection("10.73", "would-be-cut-off", unit=U(unit.id), hex=Place(hex))
        yield objection("11.83", "no-advance-out-of-supply", hex=Place(hex))


@step("attrition", "11.13")
def attrition(s: State, t: Trace) -> State:
    """At the end of every Combat Phase all that is out of supply is eliminated, on both sides at once."""
    for unit in s.on_map():
        now, rule = (SUPPLIED, "11.52") if _in_antwerp(unit) else supply_of(s, unit)
        if now == FORTRESS or (unit.supply == OOS and now != OOS):
            t.say(rule, "kept-alive", s, unit=U(unit.id))
    gone = [u for u in s.on_map() if (u.fights or u.hq) and supply_of(s, u)[0] == OOS and not _in_antwerp(u)]
    for side in SIDES:
        lost = [u for u in gone if u.side == side]
        if lost:
            s = s.then(task("starve", tuple(u.id for u in lost)))
    return s


def _in_antwerp(unit: Unit) -> bool:
    """Belgians in Antwerp never suffer attrition (11.52)."""
    return unit.nation == "BE" and unit.place == ANTWERP


@step("starve", "11.84", under="attrition")
def starve(s: State, t: Trace, ids: tuple[str, ...]) -> State:
    """The units are out of the game until they are rebuilt; their hexes fall to the enemy (7.13)."""
    from tutor.rulesets.gwie.losses import removed

    t.say("11.84", "starved", s, units=unit_facts(ids))
    for id in ids:
        hex, side = s.unit(id).place or "", s.unit(id).side
        s = removed(s, t, id)
        if not s.at(hex, side):
            s = s.but(control=s.control.put(hex, foe(side)))
            t.say("7.13", "control-changes", s, hex=Place(hex), who=Side(foe(side)))
    return s
