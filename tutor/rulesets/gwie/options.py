"""Optional rules, as amendments: advances without the limit of the Western Front (10.71), Scheffer-Boyadel (11.86)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place
from tutor.engine.facts import units as unit_facts
from tutor.engine.law import Law
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import AMENDMENTS, amends, step
from tutor.rulesets.gwie.events import OPTION
from tutor.rulesets.gwie.fronts import flag, front_of
from tutor.rulesets.gwie.state import OOS, State
from tutor.rulesets.gwie.supply import supply_of

FREE_ADVANCE, SCHEFFER = "free-advance", "scheffer-boyadel"
DIVISIONS = 4


def in_force(law: Law, data: Mapping[str, Any]) -> frozenset[str]:
    """The options of a scenario, with the events that it has in hands or in play."""
    held = {event for hand in data.get("hands", {}).values() for event in hand}
    known = AMENDMENTS.options
    events = (held | set(data.get("in_play", {}))) & known
    return law.options | events | ({OPTION} if held else set())


# -- 10.71d ----------------------------------------------------------------------------------------------------
@amends("gwie.deep-trenches", "10.71d", "exempt", option=FREE_ADVANCE, over={"10.71b"})
def free_advance(s: State) -> bool:
    """The players agreed to ignore the limit."""
    return True


# -- 11.86 -----------------------------------------------------------------------------------------------------
AMENDMENTS.inserts("combat-phase", "11.86", "break-out", option=SCHEFFER, where="before")


@step("break-out", "11.86")
def break_out(s: State, t: Trace, which: str) -> Steps[State]:
    """Once a game the CP declare one German stack that is out of supply to be supplied for this phase."""
    if SCHEFFER in s.spent or not any(s.law.allows(objections_to_breaking_out(s, hex)) for hex in s.map.places):
        return s.but(saved=frozenset())
    hex = yield from choose(
        Ask(
            s,
            "11.86",
            "cp",
            "break-out",
            ("place",),
            lambda hex: objections_to_breaking_out(s, hex),
            to_end=lambda: iter(()),
        )
    )
    if hex == DONE:
        return s
    stack = sorted(u.id for u in s.units_at(hex) if supply_of(s, u).status == OOS)[:DIVISIONS]
    s = s.but(saved=frozenset(stack), spent=tuple(sorted((*s.spent, SCHEFFER))))
    t.say("11.86", "breaks-out", s, hex=Place(hex), units=unit_facts(stack))
    return s


def objections_to_breaking_out(s: State, hex: str) -> Checks:
    there = s.units_at(hex)
    if not there or any(u.nation != "GE" for u in there):
        yield objection("11.86", "germans-only", hex=Place(hex))
        return
    if all(supply_of(s, u).status != OOS for u in there):
        yield objection("11.86", "not-cut-off", hex=Place(hex))
    if front_of(s, hex) != "eastern" or flag(s, hex, "balkans"):
        yield objection("11.86", "east-only", hex=Place(hex))
