"""11.13, 11.84: what is out of supply at the end of a Combat Phase starves."""

from __future__ import annotations

from tutor.engine.facts import Unit as U
from tutor.engine.facts import units as unit_facts
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.capture import fallen_to
from tutor.rulesets.gwie.collapse import germans_cut_off
from tutor.rulesets.gwie.kut import besieged
from tutor.rulesets.gwie.losses import removed
from tutor.rulesets.gwie.sources import abandoned
from tutor.rulesets.gwie.state import FORTRESS, OOS, SIDES, State, Unit, foe
from tutor.rulesets.gwie.supply import Supply, in_antwerp, supply_of


@step("attrition", "11.13")
def attrition(s: State, t: Trace) -> State:
    """At the end of every Combat Phase all that is out of supply is eliminated, on both sides at once."""
    s = germans_cut_off(s, t)
    now = {unit: supply_of(s, unit) for unit in s.on_map() if unit.ground}
    for unit, found in now.items():
        rule = _spared(s, unit, found)
        if rule:
            t.say(rule, "kept-alive", s, unit=U(unit.id))
    gone = [unit for unit, found in now.items() if found.status == OOS and not in_antwerp(unit)]
    for side in SIDES:
        lost = [u for u in gone if u.side == side]
        if lost:
            s = s.then(task("starve", tuple(u.id for u in lost)))
    return s


def _spared(s: State, unit: Unit, found: Supply) -> str:
    """The rule by which a unit lives on that no line supplies; none where nothing threatened it."""
    if found.status == OOS:
        return "11.52" if in_antwerp(unit) else ""
    if found.status == FORTRESS:
        return "14.23" if besieged(s, unit, unit.place) else "14.13"
    if unit.supply != OOS or found.means is not None:
        return "11.86" if unit.id in s.saved else ""
    return "14.24" if found.by.kind == "supplied-at-kut" else found.by.rule


@step("starve", "11.84", under="attrition")
def starve(s: State, t: Trace, ids: tuple[str, ...]) -> State:
    """The units are out of the game until they are rebuilt; their hexes fall to the enemy (7.13)."""
    t.say("11.84", "starved", s, units=unit_facts(ids))
    for id in ids:
        hex, side = s.unit(id).place or "", s.unit(id).side
        s = removed(s, t, id)
        if not s.at(hex, side):
            s = fallen_to(s, t, hex, foe(side))
    return abandoned(germans_cut_off(s, t), t)
