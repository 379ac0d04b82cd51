"""11.11: the supply status of all units, determined and told with the lines that make it."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.facts import Place
from tutor.engine.facts import units as unit_facts
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.lines import supply_line
from tutor.rulesets.gwie.state import FORTRESS, OOS, SUPPLIED, State, Unit
from tutor.rulesets.gwie.supply import Supply, supply_at

BY_PORT = frozenset({"line-to-port", "supplied-in-port"})


@step("determine-supply", "11.11")
def determine_supply(s: State, t: Trace) -> State:
    """The status of all units of both sides."""
    counted = sorted((u for u in s.on_map() if u.ground), key=lambda u: u.id)
    found = {unit: supply_at(s, unit, unit.place or "") for unit in counted}
    s = s.put(*(unit.but(supply=one.status) for unit, one in found.items() if one.status != unit.supply))
    if not t.silent:
        _tell(s, t, found)
    return s


def _tell(s: State, t: Trace, found: Mapping[Unit, Supply]) -> None:
    """Who is supplied by which rule and from where, and who is not."""
    fed = {unit: one.by for unit, one in found.items() if one.status == SUPPLIED}
    kept = [unit for unit, one in found.items() if one.status == FORTRESS]
    supplied: dict[str, list[Unit]] = {}
    for unit, by in fed.items():
        supplied.setdefault(by.rule, []).append(unit)
    for rule, several in sorted(supplied.items()):
        t.say(rule, "supplied-units", s, units=unit_facts(several))
    by_port = [unit for unit, by in fed.items() if by.kind in BY_PORT]
    if by_port:
        t.say("11.4", "ports-supply", s, units=unit_facts(by_port))
    _tell_sources(s, t, list(fed))
    if kept:
        t.say("11.51", "fortress-units", s, units=unit_facts(kept))
    locked_in = [unit for unit in kept if found[unit].by.rule == "14.23"]
    if locked_in:
        t.say("14.23", "besieged-units", s, units=unit_facts(locked_in))
    _tell_cuts(s, t, [unit for unit, one in found.items() if one.status == OOS])


def _tell_sources(s: State, t: Trace, fed: list[Unit]) -> None:
    """Every source at the end of a line, once."""
    told: dict[tuple[str, str], list[Unit]] = {}
    for unit in fed:
        line = supply_line(s, unit.id)
        for check in line.checks:
            if check.kind == "source-reached":
                told.setdefault((check.rule, line.line[-1]), []).append(unit)
    for (rule, source), several in sorted(told.items()):
        t.say(rule, "source-feeds", s, hex=Place(source), units=unit_facts(several))
    if len(fed) > 1:
        t.say("11.23", "sources-unlimited", s)


def _tell_cuts(s: State, t: Trace, starving: list[Unit]) -> None:
    """Who is out of supply, and what closes the way."""
    if not starving:
        return
    t.say("11.11", "starving-units", s, units=unit_facts(starving))
    for unit in starving:
        line = supply_line(s, unit.id)
        for check in (*line.checks, *(line.cut.checks if line.cut else ())):
            t.say(check.rule, check.kind, s, **check.facts)
