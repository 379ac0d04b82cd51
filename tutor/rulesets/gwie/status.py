"""11.11: the supply status of all units, determined and told with the lines that make it."""

from __future__ import annotations

from tutor.engine.facts import Place
from tutor.engine.facts import units as unit_facts
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.lines import supply_line
from tutor.rulesets.gwie.state import State, Unit
from tutor.rulesets.gwie.supply import status_at

BY_PORT = frozenset({"line-to-port", "supplied-in-port"})


@step("determine-supply", "11.11")
def determine_supply(s: State, t: Trace) -> State:
    """The status of all units of both sides, where supply is traced on the map."""
    if not s.tracing:
        return s
    counted = sorted((u for u in s.on_map() if u.fights or u.hq), key=lambda u: u.id)
    found = [(unit, *status_at(s, unit, unit.place or "")) for unit in counted]
    supplied: dict[str, list[Unit]] = {}
    for unit, _, means in found:
        if means is not None:
            supplied.setdefault(means.rule, []).append(unit)
    starving = [unit for unit, _, means in found if means is None]
    s = s.put(*(unit.but(supply=status) for unit, status, _ in found if status != unit.supply))
    if t.silent:
        return s
    for rule, several in sorted(supplied.items()):
        t.say(rule, "supplied-units", s, units=unit_facts(several))
    by_port = [unit for unit, _, means in found if means is not None and means.kind in BY_PORT]
    if by_port:
        t.say("11.4", "ports-supply", s, units=unit_facts(by_port))
    _tell_sources(s, t, [unit for unit, _, means in found if means is not None])
    _tell_cuts(s, t, starving)
    return s


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
