"""10.7: advance after combat."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.air import net_air
from tutor.rulesets.gwie.armour import stoppers
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.capture import taken
from tutor.rulesets.gwie.forts import occupied
from tutor.rulesets.gwie.fronts import MARCH_1919, fallen, front_of
from tutor.rulesets.gwie.ground import ALPINE, MARSH, objections_to_staying, terrain_of
from tutor.rulesets.gwie.pipeline import pipeline_broken
from tutor.rulesets.gwie.reaching import objections_to_stepping
from tutor.rulesets.gwie.shock import is_shock
from tutor.rulesets.gwie.stacking import objections_to_stacking
from tutor.rulesets.gwie.state import ALLIES, CP, State, Unit
from tutor.rulesets.gwie.supply import in_supply, objections_to_being_cut_off
from tutor.rulesets.gwie.trenches import overrun

DEEP = -2
STOPPING = frozenset({MARSH, "mountain", "pass"})


def vacant(s: State) -> bool:
    """Nothing is left that defends; an HQ left alone does not count unless so read (15.63)."""
    left = s.at(s.here.hex, s.inactive)
    if any(u.fights or u.garrisoned for u in left):
        return False
    return not any(u.hq for u in left) or s.law.reads("hq-left-alone", "vacant")


@step("advance", "10.71a")
def advance(s: State, t: Trace) -> Steps[State]:
    """Surviving attackers enter the vacated hex, one by one, as many as their owner likes.

    It is asked even where nobody may, since that is when one wants to know why.
    """
    if not vacant(s) or not s.standing(s.active):
        return s
    if not any(s.law.allows(objections_to_advancing(s, u.id)) for u in s.attackers()):
        if s.here.advanced:
            return s
        _nobody_advances(s, t)
    unit = yield from choose(
        Ask(
            s,
            "10.71a",
            s.active,
            "advance",
            ("unit",),
            lambda unit: objections_to_advancing(s, unit),
            to_end=lambda: iter(()),
            facts={"hex": Place(s.here.hex)},
        )
    )
    if unit == DONE:
        return s
    s = entered(s, t, unit, s.here.hex)
    return s.fighting(advanced=s.here.advanced | {unit}).then(task("advance"))


def _nobody_advances(s: State, t: Trace) -> None:
    """Why those who survived stay where they are: every reason once."""
    closed: dict[tuple[str, str], Check] = {}
    for unit in s.standing(s.active):
        for check in s.law.objections(objections_to_advancing(s, unit.id)):
            closed.setdefault((check.rule, check.kind), check)
    for refusal in closed.values():
        t.say(refusal.rule, refusal.kind, s, **refusal.facts)


@seam("gwie.advancing")
def objections_to_advancing(s: State, id: str) -> Checks:
    """May this unit enter the vacated hex?"""
    unit, hex = s.unit(id), s.here.hex
    if unit.hq:
        yield objection("10.71a", "hq-advances-not", unit=U(id))
        return
    if unit.side != s.active:
        yield objection("10.71a", "defender-advances-not", unit=U(id))
        return
    if id not in s.here.attackers or unit.place is None:
        yield objection("10.71a", "did-not-survive-here", unit=U(id))
        return
    if id in s.here.advanced:
        yield objection("10.71a", "advanced-already", unit=U(id))
        return
    yield from objections_to_stepping(s, unit, unit.place, hex)
    yield from objections_to_stacking(s, unit, hex)
    yield from objections_to_being_cut_off(s, unit, hex)
    if not s.here.evaded:
        yield from deep_trenches(s)


# -- against trenches at -2 (10.71b) ---------------------------------------------------------------------------
@seam("gwie.deep-trenches")
def deep_trenches(s: State) -> Checks:
    """On the Western Front -2 stops an advance, unless the attack had what opens the way."""
    fight = s.here
    if fight.trench > DEEP or front_of(s, fight.hex) != "western":
        return
    if s.active == ALLIES and s.chooser == ALLIES:
        yield held("10.71c", "allies-choose-initiative")
        return
    openings = s.law.in_force(opening(s))
    if open_by := s.law.held(openings):
        yield from open_by
    else:
        yield objection("10.71b", "deep-trench", hex=Place(fight.hex), n=fight.trench)
        yield from openings


def opening(s: State) -> Checks:
    """What lets attackers advance against -2, each with what the defender has against it."""
    tanks = [u for u in s.attackers() if u.kind == "tank"]
    guns = stoppers(s)
    reading = s.law.read("anti-tank-against-advance")
    if s.law.reads("anti-tank-against-advance", "supplied"):
        guns = tuple(u for u in guns if in_supply(s, u))
    if tanks and guns:
        yield objection("10.71b", "tank-stopped", units=units(tanks), guns=units(guns), reading=reading)
    elif tanks:
        yield held("15.24", "tank-opens", units=units(tanks))
    if s.here.storm:
        yield held("15.44", "shock-opens", n=s.here.storm)
    ours, theirs = s.here.hq.get(s.active), s.here.hq.get(s.inactive)
    if ours and theirs:
        yield objection("10.71b", "hq-answered", unit=U(ours), other=U(theirs))
    elif ours:
        yield held("10.46d", "hq-opens", unit=U(ours))
    yield from _combat_events(s)


def _combat_events(s: State) -> Checks:
    """Air that survived and other combat events, against those of the defender (10.71b)."""
    ours, theirs = s.law.in_force(enabling(s)), len(s.law.in_force(answering(s)))
    air = net_air(s)
    if s.here.air and air <= 0 and any(s.unit(id).side == s.active for id in s.here.air):
        yield objection("10.71b", "air-did-not-survive")
    count = len(ours) + (air > 0)
    against = theirs + (air < 0)
    if not count:
        return
    reading = s.law.read("combat-events")
    countered = against > 0 if s.law.reads("combat-events", "any-cancels-all") else against >= count
    facts = {"n": count, "against": against, "reading": reading}
    if countered:
        yield objection("10.71b", "events-countered", **facts)
    elif air > 0:
        yield held("15.18", "air-opens", **facts)
    else:
        yield from ours


@seam("gwie.enabling-events")
def enabling(s: State) -> Checks:
    """The attacker's combat events, as held checks of their rules."""
    return
    yield


@seam("gwie.answering-events")
def answering(s: State) -> Checks:
    """The defender's combat events."""
    return
    yield


# -- entering (7.13, 14.14, 14.53, 15.63) ----------------------------------------------------------------------
def entered(s: State, t: Trace, id: str, hex: str) -> State:
    """A unit goes into a hex that was the enemy's, with all that follows."""
    s = s.change(id, place=hex)
    t.say("10.71a", "advances", s, unit=U(id), hex=Place(hex))
    side = s.unit(id).side
    for hq in [u for u in s.at(hex) if u.hq and u.side != side]:
        s = s.put(fallen(s, hq))
        t.say("15.63", "hq-overrun", s, unit=U(hq.id), by=U(id))
    s = overrun(occupied(s, t, hex, side), t, hex, side)
    if s.law.reads("control-by-advance", "changes"):
        s = taken(s, t, s.unit(id), hex, reading=s.law.read("control-by-advance"))
    return pipeline_broken(s, t, hex) if side == CP else s


# -- two hexes (10.72) -----------------------------------------------------------------------------------------
@step("advance-further", "10.72")
def advance_further(s: State, t: Trace) -> Steps[State]:
    """Shock troops, and Allied tanks after March 1919, may go one hex further."""
    if not any(s.law.allows(objections_to_going_on(s, id)) for id in s.here.advanced):
        return s
    unit = yield from choose(
        Ask(
            s,
            "10.72",
            s.active,
            "advance-further",
            ("unit",),
            lambda unit: objections_to_going_on(s, unit),
            to_end=lambda: iter(()),
        )
    )
    if unit == DONE:
        return s
    return s.then(task("advance-into"), task("advance-further"), chosen=unit)


@step("advance-into", "10.72", under="advance-further")
def advance_into(s: State, t: Trace) -> Steps[State]:
    """The second hex."""
    unit = s.unit(s.chosen or "")
    hex = yield from choose(
        Ask(
            s,
            "10.72",
            s.active,
            "advance-into",
            ("place",),
            lambda hex: objections_to_second_hex(s, unit, hex),
            back=True,
            facts={"unit": U(unit.id)},
        )
    )
    s = s.but(chosen=None)
    if hex == BACK:
        return s
    s = entered(s, t, unit.id, hex)
    return s.fighting(further=s.here.further | {unit.id})


@seam("gwie.going-on")
def objections_to_going_on(s: State, id: str) -> Checks:
    """May this unit advance a second hex?"""
    unit, front = s.unit(id), front_of(s, s.here.hex)
    if id not in s.here.advanced:
        yield objection("10.72", "first-into-vacated", unit=U(id), hex=Place(s.here.hex))
        return
    if id in s.here.further:
        yield objection("10.72", "two-hexes-at-most", unit=U(id))
        return
    yield from _swift(s, unit, front)
    terrain = terrain_of(s, s.here.hex)
    if terrain in STOPPING:
        yield objection("10.72", "ground-stops-advance", hex=Place(s.here.hex), terrain=Term(terrain))
    if not any(s.law.allows(objections_to_second_hex(s, unit, hex)) for hex in s.map.neighbours(s.here.hex)):
        yield objection("10.72", "no-second-hex", unit=U(id))


def _swift(s: State, unit: Unit, front: str) -> Checks:
    reading = s.law.read("two-hex-advance-date")
    late = s.turn > MARCH_1919
    if is_shock(s, unit, front):
        if not late and s.law.reads("two-hex-advance-date", "both-after"):
            yield objection("10.72", "only-after-march-1919", unit=U(unit.id), reading=reading)
        else:
            yield held("10.72", "shock-goes-on", unit=U(unit.id), reading=reading)
    elif unit.kind == "tank" and unit.side == ALLIES:
        check = held if late else objection
        yield check("10.72", "tank-after-march-1919", unit=U(unit.id))
    else:
        yield objection("10.72", "only-shock-and-tanks", unit=U(unit.id))


def objections_to_second_hex(s: State, unit: Unit, hex: str) -> Checks:
    """Adjacent to the first, empty of the enemy but for a lone HQ (10.11), not alpine."""
    first = s.here.hex
    if not s.map.adjacent(first, hex):
        yield objection("10.72", "second-hex-adjacent", hex=Place(hex))
        return
    if s.map.hex(hex).terrain == ALPINE:
        yield objection("10.72", "second-hex-alpine", hex=Place(hex))
    hqs = [u for u in s.at(hex, s.inactive) if u.hq]
    if hqs and not s.barred_to(unit.side, hex):
        yield held("10.11", "lone-hq-caught", units=units(hqs), hex=Place(hex))
    yield from objections_to_stepping(s, unit, first, hex)
    yield from objections_to_staying(s, unit, hex)
    yield from objections_to_stacking(s, unit, hex)
    yield from objections_to_being_cut_off(s, unit, hex)
