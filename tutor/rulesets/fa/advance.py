"""10.7.6.10, 10.7.6.11, 10.7.4.5: advance after combat, what becomes of invaders, and who lies face-down at the end."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Steps, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import come, conquered, say, unmarked
from tutor.rulesets.fa.drafts import Retreat
from tutor.rulesets.fa.nations import objections_to_country
from tutor.rulesets.fa.resolution import strikers
from tutor.rulesets.fa.results import emptied
from tutor.rulesets.fa.retreat import objections_to_refuge
from tutor.rulesets.fa.stacking import overstacked
from tutor.rulesets.fa.state import State, Unit
from tutor.rulesets.fa.terrain import entry_cost, objections_to_crossing
from tutor.rulesets.fa.weather import entering, objections_to_hq_entering, turned_by_winter


# -- advance (10.7.6.10) -----------------------------------------------------------------------------------------
@step("advance", "10.7.6.10")
def advance(s: State, t: Trace) -> Steps[State]:
    """Into a hex that the combat emptied the attacker may bring any land unit that attacked."""
    if not emptied(s) or all(u.place == s.here.hex for u in strikers(s)):
        if emptied(s) and not strikers(s):
            t.say("10.7.6.10", "left-empty", s, hex=Place(s.here.hex))
        return s
    unit = yield from choose(
        Ask(
            s,
            "10.7.6.10",
            s.phasing,
            "advance",
            ("unit",),
            lambda id: objections_to_advancing(s, id),
            to_end=nothing,
            facts={"hex": Place(s.here.hex)},
        )
    )
    if unit == DONE:
        return s
    return _advanced(s.then(task("advance")), t, s.unit(unit))


def advance_cost(s: State, unit: Unit) -> Ledger:
    return entry_cost(s, unit, unit.place or "", s.here.hex)


def objections_to_advancing(s: State, id: str) -> Checks:
    """May this unit advance into the hex?"""
    unit, hex = s.unit(id), s.here.hex
    facts = {"unit": U(id), "hex": Place(hex)}
    if id not in s.here.attackers or unit.place is None:
        yield objection("10.7.6.10", "did-not-attack", **facts)
        return
    if unit.place == hex:
        yield objection("10.7.6.10", "there-already", **facts)
        return
    blocked = s.law.in_force(objections_to_crossing(s, unit, unit.place, hex))
    yield from blocked
    yield from objections_to_country(s, unit, hex)
    if not s.law.allows(blocked):
        return
    cost = advance_cost(s, unit)
    yield from objections_to_hq_entering(s, unit, hex, int(cost))
    dear = cost.total > unit.mp
    if dear and unit.hq and not unit.face_up:
        yield objection("10.7.6.10", "hq-too-dear", cost=cost, mp=unit.mp, **facts)
    elif dear:
        yield held("10.7.6.10", "advance-turns", cost=cost, mp=unit.mp, **facts)
    else:
        yield held("10.7.6.10", "may-advance", cost=cost, mp=unit.mp, **facts)
    yield from _room(s, unit, hex)


def _room(s: State, unit: Unit, hex: str) -> Checks:
    """Stacking is looked at when the phase ends; until then too many may stand in a hex."""
    if overstacked(s, hex, (*s.troops(hex, unit.side), unit)):
        reading = s.law.read("advance-stacking")
        yield held("3-j", "crowds-later", unit=U(unit.id), hex=Place(hex), reading=reading)


def _advanced(s: State, t: Trace, unit: Unit) -> State:
    hex, cost = s.here.hex, advance_cost(s, unit)
    turned = cost.total > unit.mp or turned_by_winter(s, unit, hex, int(cost))
    says = [say("10.7.6.10", "advances", unit=U(unit.id), hex=Place(hex))]
    if turned and unit.face_up:
        rule = "10.7.6.10" if cost.total > unit.mp else "8.2.3-b"
        says.append(say(rule, "turned-by-advance", unit=U(unit.id), cost=cost, mp=unit.mp))
    return come(s, t, [entering(s, unit, hex, face_up=unit.face_up and not turned)], hex, *says)


# -- the end of an attack (10.7.6.11) ------------------------------------------------------------------------------
@step("aftermath", "10.7.6.11")
def aftermath(s: State, t: Trace) -> State:
    """Attackers are turned unless the result bore an asterisk; defenders if more was asked of them."""
    hex = s.here.hex
    s = _faces(unmarked(s, t, hex), t)
    invaders = [u.id for u in strikers(s) if u.invading]
    s = s.but(fought=(*s.fought, hex))
    return s.then(*(task("invader", id) for id in invaders), task("combat-over"))


def _faces(s: State, t: Trace) -> State:
    attackers = [u for u in strikers(s) if u.face_up]
    if s.here.star:
        t.say("10.7.6.11", "stay-upright", s, units=units(strikers(s)))
    elif attackers:
        s = s.put(*(u.but(face_up=False) for u in attackers))
        t.say("10.7.6.11", "attackers-turned", s, units=units(attackers))
    mine, theirs = s.here.asked
    more = theirs > mine if s.law.reads("face-down-after", "than-attacker") else theirs > 0
    standing = [u for u in s.defenders(s.here.hex) if u.face_up]
    if more and standing:
        s = s.put(*(u.but(face_up=False) for u in standing))
        reading = s.law.read("face-down-after")
        t.say("10.7.6.11", "defenders-turned", s, units=units(standing), theirs=theirs, mine=mine, reading=reading)
    return s


@step("combat-over", "10.7.6.11", under="aftermath")
def combat_over(s: State, t: Trace) -> State:
    """Nothing of the attack is left to do."""
    return s.but(fight=None)


# -- invaders (10.7.4.5) -----------------------------------------------------------------------------------------
@step("invader", "10.7.4.5-g", under="aftermath")
def invader(s: State, t: Trace, id: str) -> Steps[State]:
    """Invaders who cleared the hex hold it and are turned; others are destroyed."""
    unit, hex = s.unit(id), s.here.hex
    if emptied(s):
        s = s.put(unit.but(face_up=False))
        t.say("10.7.4.5-i", "invasion-succeeds", s, unit=U(id), hex=Place(hex))
        return conquered(s, t, id)
    reading = s.law.read("invaders-retreat")
    there = s.but(going=Retreat(id, (hex,)))
    near = s.map.neighbours(hex)
    if s.law.reads("invaders-retreat", "invaders") and any(_withdraws(there, id, place) for place in near):
        place = yield from choose(
            Ask(
                there,
                "10.7.4.5-g",
                s.phasing,
                "withdraw",
                ("place",),
                lambda place: objections_to_withdrawing(there, id, place),
                to_end=nothing,
                facts={"unit": U(id)},
            )
        )
        if place != DONE:
            back = s.unit(id).but(invading=False, face_up=False)
            said = say("10.7.4.5-g", "invader-withdraws", unit=U(id), hex=Place(place), reading=reading)
            return come(s, t, [back], place, said)
    s = s.destroyed(id)
    t.say("10.7.4.5-g", "invasion-fails", s, unit=U(id), hex=Place(s.here.hex), reading=reading)
    return s


@step("stranded", "10.7.4.5-g")
def stranded(s: State, t: Trace) -> State:
    """Whoever is invading and has not cleared its hex, even without a fight, is destroyed."""
    for unit in tuple(s.on_map()):
        if unit.invading and unit.side == s.phasing and not _cleared(s, unit):
            s = s.destroyed(unit.id)
            t.say("10.7.4.5-g", "invasion-idle", s, unit=U(unit.id), hex=Place(unit.place or ""))
    return s


def _cleared(s: State, unit: Unit) -> bool:
    hex = unit.place or ""
    return s.held_by(hex, unit.side) and all(u.gun for u in s.defenders(hex))


def _withdraws(s: State, id: str, place: str) -> bool:
    return s.law.allows(objections_to_withdrawing(s, id, place))


def objections_to_withdrawing(s: State, id: str, place: str) -> Checks:
    """Under another reading an invader saves itself by going back into a hex of its own side."""
    yield from objections_to_refuge(s, s.unit(id), place)
    if s.is_hex(place) and not s.held_by(place, s.phasing):
        yield objection("10.7.4.5-g", "not-own-ground", hex=Place(place))
