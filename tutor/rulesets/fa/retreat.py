"""10.7.6.8: retreats, carried out by the attacker."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import come, objections_to_foes, say
from tutor.rulesets.fa.drafts import Retreat
from tutor.rulesets.fa.nations import neutral, objections_to_country, strangers
from tutor.rulesets.fa.stacking import overstacked
from tutor.rulesets.fa.state import State, Unit, foe
from tutor.rulesets.fa.terrain import objections_to_crossing
from tutor.rulesets.fa.weather import FOUL, weather_at
from tutor.rulesets.fa.zones import enemy_zone, zone

LAST_RESORT = "e"


@step("retreats", "10.7.6.8-a")
def retreats(s: State, t: Trace) -> Steps[State]:
    """On an R all defenders that survive go back, face-down ones too; the attacker moves them one by one."""
    if not s.here.retreat:
        return s
    s = _told_once(s, t)
    if not s.defenders(s.here.hex):
        return s
    unit = yield from choose(
        Ask(s, "10.7.6.8-a", s.phasing, "retreat", ("unit",), lambda id: objections_to_sending_back(s, id))
    )
    return s.then(task("retreat-to"), task("retreats"), going=Retreat(unit, (s.here.hex,)))


def _told_once(s: State, t: Trace) -> State:
    if s.here.hex not in s.beaten and s.defenders(s.here.hex):
        s = s.but(beaten=(*s.beaten, s.here.hex))
        t.say("10.7.6.8-a", "must-retreat", s, units=units(s.defenders(s.here.hex)), hex=Place(s.here.hex))
    return s


def objections_to_sending_back(s: State, id: str) -> Checks:
    unit = s.unit(id)
    if unit.side != s.waiting or unit.place != s.here.hex or not unit.land:
        yield objection("10.7.6.8-a", "not-retreating", unit=U(id), hex=Place(s.here.hex))
    elif not unit.face_up:
        yield held("10.7.6.8-a", "even-face-down", unit=U(id))


# -- where to (10.7.6.8) -----------------------------------------------------------------------------------------
def rank(s: State, unit: Unit, hex: str) -> str:
    """The priority of a hex for a unit that retreats: a to d, or none."""
    watched = enemy_zone(s, unit.side, hex)
    friends = s.troops(hex, unit.side)
    crowd = overstacked(s, hex, (*friends, unit))
    if not watched:
        return "b" if crowd else "a"
    if friends:
        return "d" if crowd else "c"
    return LAST_RESORT if s.law.reads("retreat-through-empty-zoc", "last-resort") else ""


def objections_to_refuge(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit go back into this hex at all, whatever else is open to it?"""
    going = s.going
    assert going is not None
    here = unit.place or ""
    blocked = s.law.in_force(objections_to_crossing(s, unit, here, hex))
    yield from blocked
    if not s.law.allows(blocked):
        return
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if neutral(s, s.holder(hex)):
        yield objection("10.7.6.8-b", "refuge-neutral", **facts)
    yield from (check for check in s.law.in_force(objections_to_country(s, unit, hex)) if check.rule != "18-d")
    yield from objections_to_foes(s, unit, hex, "refuge-enemy")
    if hex in going.passed:
        yield objection("10.7.6.8_i-ii", "passed-before", reading=s.law.read("retreat-no-return"), **facts)
    elif s.law.reads("retreat-no-return", "only-forward"):
        start = going.passed[0]
        if s.map.distance(start, hex) <= s.map.distance(start, here):
            yield objection("10.7.6.8_i-ii", "not-forward", reading=s.law.read("retreat-no-return"), **facts)
    watched = zone(s, unit.side, hex)
    if not rank(s, unit, hex):
        reading = s.law.read("retreat-through-empty-zoc")
        yield objection("10.7.6.8-b", "refuge-in-zone", zone=watched, reading=reading, **facts)
    elif watched.total and s.troops(hex, unit.side):
        yield held("10.7.6.8-b", "refuge-guarded", zone=watched, **facts)
    if unit.hq and weather_at(s, hex) in FOUL:
        yield held("10.7.6.8-b", "hq-retreats-anyway", **facts)


def objections_to_retreat(s: State, unit: Unit, hex: str) -> Checks:
    """Is this hex open, and of the best priority there is?"""
    refuge = s.law.in_force(objections_to_refuge(s, unit, hex))
    yield from refuge
    if not s.law.allows(refuge):
        return
    mine = rank(s, unit, hex)
    best = min(rank(s, unit, other) for other in refuges(s, unit))
    facts = {"unit": U(unit.id), "hex": Place(hex), "rank": mine, "best": best}
    judged = objection if mine > best else held
    yield judged("10.7.6.8_a-d", "retreat-rank", **facts)


def refuges(s: State, unit: Unit) -> tuple[str, ...]:
    """The hexes into which a unit could go back, of whatever priority."""
    near = s.map.neighbours(unit.place or "")
    return tuple(hex for hex in near if s.law.allows(objections_to_refuge(s, unit, hex)))


# -- going (10.7.6.8) --------------------------------------------------------------------------------------------
@step("retreat-to", "10.7.6.8_a-d", under="retreats")
def retreat_to(s: State, t: Trace) -> Steps[State]:
    """The attacker picks the hex, within the priorities; a unit without one is destroyed."""
    going = s.going
    assert going is not None
    if not refuges(s, s.unit(going.unit)):
        rule = "10.7.6.8_a-d" if len(going.passed) == 1 else "10.7.6.8_i-ii"
        s = s.destroyed(going.unit).but(going=None)
        t.say(rule, "no-refuge", s, unit=U(going.unit), reading=s.law.read("retreat-through-empty-zoc"))
        return s
    hex = yield from choose(
        Ask(
            s,
            "10.7.6.8_a-d",
            s.phasing,
            "retreat-to",
            ("place",),
            lambda hex: objections_to_retreat(s, s.unit(going.unit), hex),
            facts={"unit": U(going.unit)},
        )
    )
    return _gone(s, t, hex)


def _gone(s: State, t: Trace, hex: str) -> State:
    going = s.going
    assert going is not None
    unit = s.unit(going.unit)
    said = say("10.7.6.8-a", "goes-back", unit=U(unit.id), hex=Place(hex), origin=Place(unit.place or ""))
    s = come(s, t, [unit.but(face_up=False)], hex, said)
    further = s.law.first_objection(objections_to_stopping(s, s.unit(unit.id), hex))
    if further is None:
        return s.but(going=None)
    t.say(further.rule, further.kind, s, **further.facts)
    return s.then(task("retreat-to"), going=Retreat(unit.id, (*going.passed, hex)))


def objections_to_stopping(s: State, unit: Unit, hex: str) -> Checks:
    """Why a unit that went back may not stay: overstacking, an attack still to come, strangers."""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if overstacked(s, hex, s.troops(hex, unit.side)):
        yield objection("10.7.6.8_i-ii", "goes-on-crowded", **facts)
    pending = s.attack_on(hex) is not None or any(u.invading for u in s.troops(hex, foe(unit.side)))
    if pending and s.law.reads("continue-retreat", "both"):
        yield objection("10.7.6.8_i-ii", "goes-on-attacked", reading=s.law.read("continue-retreat"), **facts)
    others = [u for u in s.troops(hex, unit.side) if u.id != unit.id]
    if apart := strangers(s, unit.nation, others):
        yield objection("10.7.6.8-c", "goes-on-strangers", other=U(apart[0].id), **facts)
