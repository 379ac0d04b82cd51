"""20: fortresses in combat."""

from __future__ import annotations

from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Lines, at_least, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import leaves
from tutor.rulesets.se.state import ELIMINATED, SURRENDERED, State, Unit


def capture_fortress(s: State, t: Trace, id: str, rule: str) -> State:
    """A fortress that surrenders or is taken leaves the victor a trench one level lower than its own (20.6)."""
    fort = s.unit(id)
    hex = fort.place or ""
    level = s.law.ledger("20.6", "trench-left-behind", left_lines(s, hex))
    kind = "no-trench-left" if not level.total else "trench-left" if has_captor(s, fort) else "trench-stays"
    s = leaves(s, t, id, SURRENDERED, rule, "fortress-taken").dig(hex, int(level))
    t.say("20.6", kind, s, hex=Place(hex), level=level)
    return s


def overrun(s: State, t: Trace, id: str) -> State:
    """A step loss in an assault, or a forced retreat, and a fortress is taken (20.5): by whom, if nobody stays?"""
    fort = s.unit(id)
    reading = None if has_captor(s, fort) else s.law.read("fort-without-captor")
    if reading and s.law.reads("fort-without-captor", "stands"):
        t.say("20.5", "fortress-stands", s, unit=U(id), reading=reading)
        return s
    if reading:
        t.say("20.5", "nobody-takes-it", s, unit=U(id), reading=reading)
    return capture_fortress(s, t, id, "20.5")


def has_captor(s: State, fort: Unit) -> bool:
    """Whether assaulters stay in its hex: neither all gone nor made to go back."""
    fight = next((fight for fight in s.fights if fight.hex == fort.place), None)
    return fight is not None and not fight.attacker_retreats and bool(s.assaulters(fight.hex, fight.attacker))


def left_lines(s: State, hex: str) -> Lines:
    """What of a fortress's trenches is left to the victor."""
    yield plus("20.1", "fortress-trench", s.trench(hex), hex=Place(hex))
    yield plus("20.6", "one-level-less", -1)
    yield at_least("20.6", "nothing-at-least", 0)


def lower_trench(s: State, t: Trace, hex: str, rule: str) -> State:
    """One trench level less; what becomes of a fortress without any is told next (20.2)."""
    before = s.trench(hex)
    if not before:
        return s
    s = s.dig(hex, before - 1)
    t.say(rule, "trench-lowered" if before > 1 else "no-trench-left", s, hex=Place(hex), level=before - 1)
    ruined = before == 1 and any(u.fortress for u in s.units_at(hex))
    return s.then(task("ruin", hex)) if ruined else s


@step("ruin", "20.2")
def ruin(s: State, t: Trace, hex: str) -> State:
    """A fortress whose trench level has fallen to zero is destroyed; it does not surrender."""
    for unit in s.units_at(hex):
        if unit.fortress:
            s = leaves(s, t, unit.id, ELIMINATED, "20.2", "fortress-destroyed")
    return s
