"""5.62, 7.13, 8.22, 11.53, 14.14, 14.53, 16.6: what follows when units come into a hex, whatever brings them there."""

from __future__ import annotations

from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.capture import remembered, taken
from tutor.rulesets.gwie.collapse import germans_cut_off, turkey_shaken
from tutor.rulesets.gwie.control import land_of
from tutor.rulesets.gwie.forts import occupied
from tutor.rulesets.gwie.fronts import fallen, front_of
from tutor.rulesets.gwie.pipeline import pipeline_broken
from tutor.rulesets.gwie.state import ALLIES, CP, State, Unit, foe


def marched_in(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """On the march: lone HQs die, works fall, the hex changes hands, the Pipeline is thrown back."""
    s = taken(_swept(s, t, unit, hex, "8.22"), t, unit, hex)
    return _beyond(s, t, unit, hex)


def came_in(s: State, t: Trace, unit: Unit, hex: str, rule: str = "8.22") -> State:
    """By an advance, a retreat, a landing or an event: the same, but whether control changes hangs on a reading."""
    s = _swept(s, t, unit, hex, rule)
    if s.law.reads("control-by-advance", "changes"):
        s = taken(s, t, unit, hex, reading=s.law.read("control-by-advance"))
    return _beyond(s, t, unit, hex)


def _swept(s: State, t: Trace, unit: Unit, hex: str, rule: str) -> State:
    """What of the enemy's does not outlast the entry: his lone HQs before a combat unit, his works."""
    for hq in [u for u in s.at(hex, foe(unit.side)) if u.hq and unit.fights]:
        s = s.put(fallen(s, hq))
        t.say(rule, "hq-overrun", s, unit=U(hq.id), by=U(unit.id))
    return _dug_over(occupied(s, t, hex, unit.side), t, hex, unit.side)


def _dug_over(s: State, t: Trace, hex: str, side: str) -> State:
    """14.53: a Near East trench that an Allied unit occupies is destroyed for good."""
    if side != ALLIES or hex not in s.trenches:
        return s
    s = s.but(trenches=s.trenches - {hex})
    t.say("14.53", "trench-destroyed", s, hex=Place(hex))
    return s


def _beyond(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """What does not ask whose the hex is now: the Pipeline of those who lose ground, and what becomes of Turkey."""
    if unit.side == CP:
        return germans_cut_off(pipeline_broken(s, t, hex), t)
    s = germans_cut_off(turkey_shaken(remembered(s, t, unit, hex), t, unit, hex), t)
    return s.then(task("turks-of-europe", "17.13")) if _on_turkish_soil(s, hex) else s


def _on_turkish_soil(s: State, hex: str) -> bool:
    """Whether an Ally's entry brings out the Turks of Europe: the first one into European Turkey (17.13)."""
    return not s.stands("european-turks") and front_of(s, hex) == "eastern" and land_of(s, hex) == "turkey"
