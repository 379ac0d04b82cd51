"""10.1, 10.2: who may attack what."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.armour import objections_to_rolling, objections_to_tanks_alone
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.cavalry import objections_to_riding, objections_to_riding_alone
from tutor.rulesets.gwie.fronts import front_of, theatre_of
from tutor.rulesets.gwie.ground import objections_to_attacking_across
from tutor.rulesets.gwie.homes import (
    objections_to_attacking_abroad,
    objections_to_attacking_in_the_north,
    objections_to_attacking_so_soon,
)
from tutor.rulesets.gwie.kut import objections_to_leaving_kut
from tutor.rulesets.gwie.nations import objections_to_company
from tutor.rulesets.gwie.special import objections_to_special, objections_to_special_target
from tutor.rulesets.gwie.state import Fight, State, Unit
from tutor.rulesets.gwie.treaty import objections_to_breaking_peace

NOT_FIGHTING = {"hq": "15.63", "anti-tank": "15.32", "air": "15.11", "ace": "15.11", "air-tactics": "15.11"}


@step("attack", "10.12")
def attack(s: State, t: Trace) -> Steps[State]:
    """The attacker names the hex of his next attack, or ends his combats in the Theatre."""
    hex = yield from choose(
        Ask(
            s,
            "10.31",
            s.active,
            "attack",
            ("place",),
            lambda hex: objections_to_attacking(s, hex),
            to_end=lambda: objections_to_ending_attacks(s),
        )
    )
    if hex == DONE:
        return s
    return s.then(task("join"), task("attack"), fight=Fight(hex))


@step("join", "10.13", under="attack")
def join(s: State, t: Trace) -> Steps[State]:
    """The units that attack this hex, one by one; then the attack is committed."""
    unit = yield from choose(
        Ask(
            s,
            "10.13",
            s.active,
            "join",
            ("unit",),
            lambda unit: objections_to_joining(s, s.here.hex, unit),
            to_end=lambda: objections_to_the_whole(s),
            back=True,
            facts={"hex": Place(s.here.hex)},
        )
    )
    if unit == BACK:
        return s.but(fight=None)
    if unit == DONE:
        return s.then(task("commit"))
    return s.fighting(attackers=s.here.attackers | {unit}).then(task("join"))


def objections_to_ending_attacks(s: State) -> Checks:
    """Attacking is wholly voluntary (10.12)."""
    yield held("10.12", "attack-is-voluntary", who=Side(s.active))


# -- the hex (10.11, 10.14) ------------------------------------------------------------------------------------
def objections_to_attacking(s: State, hex: str) -> Checks:
    """May this hex be attacked now, by anybody?"""
    front = front_of(s, hex)
    if theatre_of(front) != s.theatre:
        yield objection("10.0", "other-theatre", hex=Place(hex), theatre=Term(s.theatre))
    inside = s.at(hex, s.inactive)
    target = [u for u in inside if u.fights or u.garrisoned]
    if not target:
        if any(u.hq for u in inside):
            yield objection("10.11", "lone-hq", hex=Place(hex), units=units(u for u in inside if u.hq))
        else:
            yield objection("10.11", "no-enemy-there", hex=Place(hex))
        return
    if s.special:
        yield from objections_to_special_target(s, hex)
    struck = [u for u in inside if u.struck]
    if struck:
        yield objection("10.14", "attacked-already", hex=Place(hex), units=units(struck))
    yield from _somebody_can(s, hex)


def _somebody_can(s: State, hex: str) -> Checks:
    """At least one unit next to it may join; if none, why each may not."""
    near = [u for other in s.map.neighbours(hex) for u in s.units_at(other, s.active)]
    if not near:
        yield objection("10.11", "nobody-adjacent", hex=Place(hex), who=Side(s.active))
        return
    closed: dict[tuple[str, str], Check] = {}
    for unit in near:
        refusal = s.law.first_objection(objections_to_joining(s, hex, unit.id))
        if refusal is None:
            yield held("10.11", "somebody-adjacent", hex=Place(hex), units=units(near))
            return
        closed.setdefault((refusal.rule, refusal.kind), refusal)
    yield from closed.values()


# -- the units (10.11, 10.14, 10.15, 10.24) --------------------------------------------------------------------
@seam("gwie.joining")
def objections_to_joining(s: State, hex: str, id: str) -> Checks:
    """May this unit take part in the attack on this hex?"""
    unit = s.unit(id)
    if unit.side != s.active:
        yield objection("10.0", "not-attacker", unit=U(id), who=Side(s.active))
        return
    if unit.fort:
        yield objection("14.11", "forts-attack-not", unit=U(id))
        return
    if unit.kind in NOT_FIGHTING:
        yield objection(NOT_FIGHTING[unit.kind], "no-attacker", unit=U(id))
        return
    if unit.place is None or not s.map.adjacent(unit.place, hex):
        yield objection("10.11", "not-adjacent", unit=U(id), hex=Place(hex))
        return
    yield held("10.11", "stands-adjacent", unit=U(id), hex=Place(hex))
    if s.fight is not None and id in s.fight.attackers:
        yield objection("10.24", "joined-already", unit=U(id))
    if unit.attack == 0 and not unit.untried:
        yield objection("10.33", "no-attack-factor", unit=U(id))
    yield from _free_to_attack(s, unit, hex)
    yield from objections_to_attacking_across(s, unit, unit.place, hex)
    yield from objections_to_rolling(s, unit, hex)
    yield from objections_to_riding(s, unit, hex)
    yield from objections_to_company(s, unit, s.attackers() if s.fight else ())
    yield from objections_to_attacking_abroad(s, unit, hex)
    yield from objections_to_attacking_in_the_north(s, unit)
    yield from objections_to_attacking_so_soon(s, unit)
    yield from objections_to_breaking_peace(s, unit, hex)


def _free_to_attack(s: State, unit: Unit, hex: str) -> Checks:
    """Not used up, not pinned down, and allowed by the marker where one gave the combat."""
    if unit.fought:
        yield objection("10.14", "fought-already", unit=U(unit.id))
    elif unit.pursues:
        yield held("15.53", "attacks-again", unit=U(unit.id))
    if unit.devastates:
        yield objection("14.62", "devastator-attacks-not", unit=U(unit.id))
    yield from objections_to_leaving_kut(s, unit)
    if s.special:
        yield from objections_to_special(s, unit)


def objections_to_the_whole(s: State) -> Checks:
    """What must hold of the whole attack before it is committed."""
    attackers = s.attackers()
    if not attackers:
        yield objection("10.31", "nobody-attacks", hex=Place(s.here.hex))
        return
    yield from objections_to_tanks_alone(s)
    yield from objections_to_riding_alone(s)
    origins = sorted({u.place for u in attackers if u.place})
    staying = [u for hex in origins for u in s.units_at(hex, s.active) if u not in attackers]
    if staying:
        yield held("10.22", "others-may-stay", units=units(staying))
    yield held("10.13", "from-all-sides", hexes=places(origins), hex=Place(s.here.hex))
