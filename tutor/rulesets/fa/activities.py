"""10.2.2, 10.4, 10.6: what the action that a power chose allows its units, and how often."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Cell, Term
from tutor.engine.tables import exact
from tutor.rulesets.fa.nations import AFLOAT, controller_of, neutral
from tutor.rulesets.fa.state import MAJORS, State, Unit

MOVES, RAIL, REBASE, SAIL, REORGANISE = "land-moves", "strategic-moves", "rebases", "naval-moves", "reorganising"
PASS, NAVAL, COMBINED, LAND = "pass", "naval", "combined", "land"
ACTIONS = (PASS, NAVAL, COMBINED, LAND)
RULES: Mapping[str, str] = {
    MOVES: "10.7.4.1-a",
    RAIL: "10.7.3-a",
    REBASE: "10.7.2-a",
    SAIL: "10.5.2-a",
    REORGANISE: "10.7.7-b",
}
FREE = frozenset({(LAND, MOVES), (NAVAL, SAIL), (LAND, REORGANISE), (COMBINED, REORGANISE)})
ONCE = frozenset({(LAND, REBASE), (COMBINED, RAIL)})
CHARTED: Mapping[tuple[str, str], str] = {
    (LAND, RAIL): "land-strategic-moves",
    (COMBINED, MOVES): "combined-land-moves",
    (COMBINED, REBASE): "combined-rebases",
    (COMBINED, SAIL): "combined-naval-moves",
}


def powers(s: State) -> tuple[str, ...]:
    """The major powers of the side in phase that have something to command; a neutral one has only the CW's ships."""
    commands = {controller_of(s, u.nation) for u in s.on_map() if u.side == s.phasing and not _idle(s, u)}
    return tuple(power for power in MAJORS if power in commands)


def _idle(s: State, unit: Unit) -> bool:
    """Whether a unit belongs to a neutral country, and may not sail, either (17.1)."""
    return neutral(s, unit.nation) and not (unit.naval and unit.nation == AFLOAT)


def action_of(s: State, power: str) -> str:
    """The action that a power chose; Land in a position within an impulse that says nothing of it."""
    return s.actions.get(power, LAND)


def _limit(s: State, power: str, activity: str) -> tuple[int | None, Cell | None]:
    """How often a power may do something in this impulse; None: as often as it likes."""
    key = action_of(s, power), activity
    if key in FREE:
        return None, None
    if key in CHARTED:
        cell = s.law.table("activities").at(power, CHARTED[key])
        return int(exact(cell.value)), cell
    return int(key in ONCE), None


def objections_to_activity(s: State, unit: Unit, activity: str) -> Checks:
    """Does the action of its power allow a unit this, and once more? A minor country's units have its master's."""
    power = controller_of(s, unit.nation)
    found = s.law.in_force(_by_action(s, power, activity))
    if power != unit.nation:
        check = held if s.law.allows(found) else objection
        yield check("10.2.2-d", "counts-for-master", nation=Term(power), unit=Term(unit.nation))
    yield from found


def objections_to_phase(s: State, power: str, activity: str) -> Checks:
    """Does the action of a power have this phase at all, however much was done in it?"""
    action = action_of(s, power)
    facts = {"nation": Term(power), "action": Term(action), "activity": Term(activity)}
    if action == PASS:
        yield objection("10.4", "passes", nation=Term(power))
    elif _limit(s, power, activity)[0] == 0:
        yield objection(RULES[activity], "not-in-this-action", **facts)
        yield objection("10.2.2-c", "not-in-this-action", **facts)


def _by_action(s: State, power: str, activity: str) -> Checks:
    if closed := s.law.in_force(objections_to_phase(s, power, activity)):
        yield from closed
        return
    action = action_of(s, power)
    facts = {"nation": Term(power), "action": Term(action), "activity": Term(activity)}
    limit, cell = _limit(s, power, activity)
    rule = "10.6" if action == COMBINED and activity == SAIL else RULES[activity]
    if limit is None:
        yield held("10.2.2-c", "without-limit", **facts)
    else:
        done = s.used.get(f"{power} {activity}", 0)
        more = {} if cell is None else {"cell": cell}
        check = objection if done >= limit else held
        yield check(rule, "so-often", n=done, limit=limit, **facts, **more)


def spent(s: State, unit: Unit, activity: str) -> State:
    """Counted against the limit of its power."""
    key = f"{controller_of(s, unit.nation)} {activity}"
    return s.but(used=s.used.put(key, s.used.get(key, 0) + 1))
