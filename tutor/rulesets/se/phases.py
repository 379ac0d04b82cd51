"""4, 6, 9, 12.7: the turn in its phases, reinforcements, weather, and the end of the turn."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.artillery import after_turn
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import REINFORCEMENT, comes, lifted
from tutor.rulesets.se.ending import objections_to_ending
from tutor.rulesets.se.paces import UNACTIVATED
from tutor.rulesets.se.stacking import excess
from tutor.rulesets.se.state import SIDES, State
from tutor.rulesets.se.zones import enemy_zone

FACES = {"clear": ("9.1-clear", "weather-clear"), "overcast": ("9.1-overcast", "weather-overcast")}
RAIN = ("9.1-rain", "weather-rain")


# -- reinforcements ------------------------------------------------------------------------------------------
@step("reinforce", "6.0")
def reinforce(s: State, t: Trace, side: str) -> Steps[State]:
    """One unit after another comes onto the map; any may wait (6.2)."""
    if not any(u.side == side and waiting(s, u.id) for u in s.pieces):
        return s
    unit = yield from choose(
        Ask(
            s,
            "6.0",
            side,
            "reinforce",
            ("unit",),
            lambda unit: objections_to_reinforcing(s, side, unit),
            to_end=lambda: iter([held("6.2", "may-wait")]),
        )
    )
    if unit == DONE:
        return s
    return s.then(task("reinforce-hex"), task("reinforce", side), chosen=unit)


def waiting(s: State, id: str) -> bool:
    """A reinforcement that is due and not yet on the map."""
    unit = s.unit(id)
    return unit.place is None and not unit.box and bool(unit.enters) and 0 < unit.arrives <= s.turn


def objections_to_reinforcing(s: State, side: str, id: str) -> Checks:
    """May this unit come onto the map?"""
    unit = s.unit(id)
    if unit.side != side:
        yield objection("6.0", "not-moving-side", unit=U(id), side=Side(side))
    if not waiting(s, id):
        yield objection("6.0", "not-due", unit=U(id), turn=s.turn)


@step("reinforce-hex", "6.0", under="reinforce")
def reinforce_hex(s: State, t: Trace) -> Steps[State]:
    """Where it comes on, without regard to stacking for now."""
    unit = s.unit(s.chosen or "")
    hex = yield from choose(
        Ask(
            s,
            "6.0",
            unit.side,
            "reinforce-hex",
            ("place",),
            lambda hex: objections_to_arriving(s, unit.id, hex),
            back=True,
            facts={"unit": U(unit.id)},
        )
    )
    s = s.but(chosen=None)
    if hex == BACK:
        return s
    return comes(s, t, unit.id, hex, REINFORCEMENT)


def objections_to_arriving(s: State, id: str, hex: str) -> Checks:
    """May the reinforcement come on in this hex?"""
    unit = s.unit(id)
    if hex not in unit.enters:
        yield objection("6.0", "not-its-entry", unit=U(id), hex=Place(hex), hexes=places(unit.enters))
        return
    foes = s.foes_at(hex, unit.side)
    if foes:
        yield objection("6.2", "entry-held", hex=Place(hex), foes=units(foes))
    watching, there = enemy_zone(s, unit.side, hex), s.units_at(hex, unit.side)
    if watching and there:
        yield held("6.2", "zone-negated", hex=Place(hex), foes=units(watching), friends=units(there))
    elif watching:
        yield objection("6.2", "entry-watched", hex=Place(hex), foes=units(watching))
    if not s.law.allows(objections_to_ending(s, unit, hex, UNACTIVATED)):
        yield held("6.0", "stacks-for-now", unit=U(id), hex=Place(hex))


# -- weather -------------------------------------------------------------------------------------------------
@step("weather", "9.0")
def weather(s: State, t: Trace) -> State:
    """What the turn track says of the day holds for the whole turn."""
    s = s.but(weather=s.forecast.get(s.turn, s.weather))
    t.say("9.0", "weather-today", s, weather=Term(f"weather-{s.weather}"))
    rule, kind = FACES.get(s.weather, RAIN)
    t.say(rule, kind, s)
    return s


# -- the end -------------------------------------------------------------------------------------------------
@step("end-turn", "6.0")
def end_turn(s: State, t: Trace) -> State:
    """Stacks that are still too high have their price (6.0, 12.7); markers of the turn come off."""
    crowded = [(hex, side) for side in SIDES for hex in sorted(_held(s, side)) if excess(s, hex, side) > 0]
    return s.then(*(task("overstacked", hex, side) for hex, side in crowded), task("fresh"))


def _held(s: State, side: str) -> set[str]:
    return {unit.place for unit in s.units_of(side) if unit.place}


@step("fresh", "4.0.11")
def fresh(s: State, t: Trace) -> State:
    """HQs leave the map, and the markers of the turn come off; points are never kept (11.0.1)."""
    everything = s.law.reads("act-marker", "all-removed")
    for unit in tuple(s.pieces):
        changed = unit.but(fired_offensively=False, fired_defensively=False) if everything else unit
        s = lifted(s, changed) if unit.hq else s.put(after_turn(s, changed) if unit.gun else changed)
    s = s.but(turn=s.turn + 1)
    t.say("4.0.11", "markers-off", s, reading=s.law.read("act-marker"))
    return s
