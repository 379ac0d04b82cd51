"""10.7.6.1: which land units may attack which hex."""

from __future__ import annotations

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.tables import exact
from tutor.rulesets.fa.activities import COMBINED, LAND, action_of
from tutor.rulesets.fa.nations import at_war, controller_of, objections_to_abroad, objections_to_company, strangers
from tutor.rulesets.fa.state import State, Unit, country_of
from tutor.rulesets.fa.supply import objections_to_attacking_unsupplied
from tutor.rulesets.fa.terrain import entry_cost, objections_to_fighting
from tutor.rulesets.fa.weather import objections_to_hq_attacking, objections_to_landing

SLOTS = 2


# -- who -------------------------------------------------------------------------------------------------------
def objections_to_attacking_with(s: State, unit: Unit) -> Checks:
    """May this land unit attack anything at all?"""
    yield from objections_to_action(s, unit)
    if unit.gun:
        yield objection("10.7.6.4.5-a", "guns-fire", unit=U(unit.id), reading=s.law.read("artillery-factor"))
    if not unit.face_up and unit.hq:
        yield held("10.7.6.1-b", "hq-face-down", unit=U(unit.id))
    elif not unit.face_up:
        yield objection("10.7.6.1-b", "face-down", unit=U(unit.id))
    if attack := s.attack_of(unit.id):
        yield objection("10.7.6.1-d", "attacks-already", unit=U(unit.id), hex=Place(attack.hex))
    yield from objections_to_attacking_unsupplied(s, unit)
    yield from objections_to_slots(s, unit)


def objections_to_action(s: State, unit: Unit) -> Checks:
    """Does the action that its power chose allow land attacks?"""
    power = controller_of(s, unit.nation)
    action = action_of(s, power)
    attacks = action in (LAND, COMBINED)
    if power != unit.nation:
        check = held if attacks else objection
        yield check("10.2.2-d", "shares-action", unit=U(unit.id), nation=Term(power), action=Term(action))
    if not attacks:
        yield objection("10.7.6.1-a", "no-land-attacks", nation=Term(power), action=Term(action))


def objections_to_slots(s: State, unit: Unit) -> Checks:
    """Only two units and a tank attack out of a hex, whatever they attack; an invader stands for itself."""
    if unit.invading:
        return
    engaged = [u for u in s.troops(unit.place or "", unit.side) if _uses_slot(s, u)]
    used = slots(s, [*engaged, unit])
    aims = {attack.hex for u in engaged if (attack := s.attack_of(u.id))}
    if used.total > SLOTS:
        rule = "10.7.6.1-c" if len(aims) > 1 else "10.7.6.1-b"
        yield objection(rule, "slots-full", unit=U(unit.id), hex=Place(unit.place or ""), slots=used)
    elif aims:
        yield held("10.7.6.1-c", "slots-left", unit=U(unit.id), hex=Place(unit.place or ""), slots=used)


def _uses_slot(s: State, unit: Unit) -> bool:
    if unit.invading:
        return False
    fires = s.law.reads("artillery-slot", "uses") and any(shot.gun == unit.id for shot in s.shots)
    return fires or s.attack_of(unit.id) is not None


def slots(s: State, engaged: list[Unit]) -> Ledger:
    """How many of a hex's two places these units take; one tank takes none."""

    def lines() -> Lines:
        spared = False
        for unit in engaged:
            if unit.kind == "tank" and not spared and s.law.reads("tank-slot", "extra"):
                spared = True
                yield plus("10.7.6.1-b", "tank-besides", 0, unit=U(unit.id), reading=s.law.read("tank-slot"))
            elif unit.gun:
                yield plus("10.7.6.1-b", "gun-slot", 1, unit=U(unit.id), reading=s.law.read("artillery-slot"))
            else:
                yield plus("10.7.6.1-b", "slot", 1, unit=U(unit.id))

    return s.law.ledger("10.7.6.1-b", "slots", lines())


# -- what ------------------------------------------------------------------------------------------------------
def objections_to_attacking(s: State, unit: Unit, hex: str) -> Checks:
    """May this land unit attack this hex?"""
    if not s.is_hex(hex):
        yield objection("10.7.6.1-d", "not-a-hex", hex=Place(hex))
        return
    here = unit.place or ""
    if unit.invading:
        if hex != here:
            yield objection("10.7.4.5-f", "invader-own-hex", unit=U(unit.id), hex=Place(here))
            return
        yield from objections_to_landing(s, unit, hex)
    elif not s.map.adjacent(here, hex):
        yield objection("10.7.6.1-b", "not-adjacent", unit=U(unit.id), origin=Place(here), hex=Place(hex))
        return
    yield from objections_to_target(s, unit, hex)
    if not unit.invading:
        yield from objections_to_fighting(s, here, hex)
        yield from _hq_moves(s, unit, here, hex)
    yield from objections_to_hq_attacking(s, unit, hex)
    yield from objections_to_abroad(s, unit, hex)
    if unit.kind in ("tg", "mil") and unit.home and country_of(s.map, hex) != unit.home:
        yield held("10.7.4.6", "attacks-outside", unit=U(unit.id), home=Term(unit.home))
    yield from _together(s, unit, hex)
    yield from objections_to_another(s, unit, hex)


def objections_to_target(s: State, unit: Unit, hex: str) -> Checks:
    """An attack strikes one stack of enemy land units; guns, aircraft and ships cannot be attacked by themselves."""
    stack = s.defenders(hex)
    invaded = any(u.invading for u in s.troops(hex, unit.side))
    fighting = [u for u in stack if not u.gun]
    if not fighting and invaded:
        yield held("10.7.4.5-h", "notional-target", hex=Place(hex))
        return
    if not fighting:
        others = [u for u in s.at(hex) if u.side != unit.side]
        if others:
            yield objection("10.7.6.1-d", "no-troops-there", hex=Place(hex), units=units(others))
        else:
            yield objection("10.7.6.2-a", "nobody-there", hex=Place(hex))
        return
    peaceful = [u for u in fighting if not at_war(s, unit.nation, u.nation)]
    if peaceful:
        yield objection("10.7.6.1-d", "not-at-war", hex=Place(hex), units=units(peaceful))
    else:
        yield held("10.7.6.1-d", "enemy-stack", hex=Place(hex), units=units(fighting))


def _hq_moves(s: State, unit: Unit, here: str, hex: str) -> Checks:
    """A face-down HQ must have the movement points to enter the hex."""
    if unit.face_up or not unit.hq:
        return
    cost = entry_cost(s, unit, here, hex)
    check = objection if cost.total > unit.mp else held
    yield check("10.7.6.1-b", "hq-must-afford", unit=U(unit.id), hex=Place(hex), cost=cost, mp=unit.mp)


def _together(s: State, unit: Unit, hex: str) -> Checks:
    """All who attack a hex must be able to cooperate."""
    attack = s.attack_on(hex)
    if attack is None:
        return
    friends = [s.unit(id) for id in sorted(attack.units)]
    yield from objections_to_company(s, unit, friends, "strangers-in-attack")
    if any(u.nation != unit.nation for u in friends) and not strangers(s, unit.nation, friends):
        yield held("19.3-b", "one-nationality", unit=U(unit.id), hex=Place(hex))


def objections_to_another(s: State, unit: Unit, hex: str) -> Checks:
    """How many land attacks the action still allows: each power that takes part in an attack makes one."""
    power = controller_of(s, unit.nation)
    if action_of(s, power) != COMBINED:
        return
    made = [a.hex for a in s.attacks if any(controller_of(s, s.unit(id).nation) == power for id in a.units)]
    if hex in made:
        return
    cell = s.law.table("activities").at(power, "combined-attacks")
    facts = {"nation": Term(power), "n": len(made), "limit": exact(cell.value), "cell": cell}
    check = objection if len(made) >= exact(cell.value) else held
    yield check("10.7.6.1-a", "attacks-in-combined", **facts)


# -- somewhere ---------------------------------------------------------------------------------------------------
def objections_to_every_target(s: State, unit: Unit) -> Checks:
    """It needs at least one hex that it may attack; if there is none, why each of them is closed."""
    around = (unit.place or "",) if unit.invading else s.map.neighbours(unit.place or "")
    near = [hex for hex in around if s.is_hex(hex) and _worth_asking(s, unit, hex)]
    if not near:
        yield objection("10.7.6.1-b", "no-enemy-adjacent", unit=U(unit.id))
        return
    closed: list[Check] = []
    for hex in near:
        refusals = s.law.objections(objections_to_attacking(s, unit, hex))
        if s.law.allows(refusals):
            yield held("10.7.6.1-b", "enemy-adjacent", unit=U(unit.id), hexes=places(near))
            return
        closed += refusals
    yield from closed


def _worth_asking(s: State, unit: Unit, hex: str) -> bool:
    return unit.invading or any(u.land and u.side != unit.side for u in s.at(hex))


def objections_to_side(s: State, unit: Unit, rule: str) -> Checks:
    """Whose turn it is, and whether the unit is on the map at all."""
    if unit.side != s.phasing:
        yield objection(rule, "not-in-phase", unit=U(unit.id), side=Side(s.phasing))
    if unit.place is None:
        yield objection("1.4-c", "off-map", unit=U(unit.id))
