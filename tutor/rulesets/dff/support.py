"""2.2.4.5-h, 4.4.1.1, 4.5.3-4.5.6: the artillery and the aircraft that each side brings to its battles."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff.answers import unforced
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import Told, come, taken_back
from tutor.rulesets.dff.ground import FOREST, front_of, hq_range, in_gun_range, terrain
from tutor.rulesets.dff.landing import flight, interception
from tutor.rulesets.dff.movement import objections_to_setting_out
from tutor.rulesets.dff.state import (
    ACE,
    AIR,
    ATTRITION,
    BOMBER,
    FIGHTER,
    GAS,
    INITIAL,
    RECONNAISSANCE,
    Battle,
    State,
    Unit,
    nation_of,
)
from tutor.rulesets.dff.supply import air_bill, air_payers, answer_bill, available


# -- which unit ------------------------------------------------------------------------------------------------
@step("support", "2.2.4.5-h")
def support(s: State, t: Trace, side: str) -> Steps[State]:
    """Attackers first, then defenders: one battery, aircraft or gas unit after another, each for one battle."""
    if not s.battles:
        return s
    ask = Ask(
        s,
        "2.2.4.5-h",
        side,
        "support",
        ("unit",),
        lambda id: objections_to_support(s, side, id),
        to_end=lambda: objections_to_ending(s, side),
        back=bool(engaged(s, side)),
    )
    id = yield from choose(ask)
    if id == BACK:
        return released(s, side).then(task("support", side))
    if id == DONE:
        return s
    return s.but(chosen=id).then(task("support-where", side), task("support", side))


@seam("dff.support")
def objections_to_support(state: State, side: str, id: str) -> Checks:
    """Whether a unit can support any battle at all; if only the battle is in the way, that is said of each."""
    found = state.law.in_force(_in_general(state, side, state.pieces[id]))
    yield from found
    if not state.law.allows(found):
        return
    yield held("2.2.4.5-h", "free-to-support", unit=U(id))
    refusals = [state.law.objections(objections_to_supporting(state, side, id, battle.hex)) for battle in state.battles]
    if not all(refusals):
        return
    told: list[Check] = []
    for check in (one for checks in refusals for one in checks):
        if check not in told:
            told.append(check)
    yield from told


def _in_general(state: State, side: str, unit: Unit) -> Checks:
    if unit.side != side:
        yield objection("4.4.1.1-e", "ally-only", unit=U(unit.id), who=Side(side))
    elif unit.place is None:
        yield objection("2.2.4.5-h", "not-on-map", unit=U(unit.id))
    elif unit.hq:
        yield from _guns(state, side, unit)
    elif unit.air:
        yield from _aircraft(state, side, unit)
    elif unit.kind == GAS:
        yield from _gas(state, side, unit)
    else:
        yield objection("2.2.4.5-h", "supports-nothing", unit=U(unit.id))


def _guns(state: State, side: str, hq: Unit) -> Checks:
    """Attacking guns are those of activated HQs; defending ones of HQs that are not, once in each part."""
    committed = [b.hex for b in state.battles if hq.id in (*b.guns, *b.answering)]
    if committed:
        rule = "4.4.1.1-a" if side == state.battles[0].attacker else "4.4.1.1-f"
        yield objection(rule, "guns-committed", hq=U(hq.id), hex=Place(committed[0]))
    acting = hq.id in state.acting
    if hq.activated and not acting:
        yield objection("4.4.1.1-d", "guns-spent", hq=U(hq.id))
    if acting and state.part != INITIAL and state.law.reads("artillery-spent", "one-battle"):
        yield objection("4.4.1.1-d", "guns-spent", hq=U(hq.id), reading=state.law.read("artillery-spent"))
    elif acting and state.part != INITIAL:
        yield held("4.4.1.1-d", "guns-still-serve", hq=U(hq.id), reading=state.law.read("artillery-spent"))
    if not acting and side == state.active and state.part == INITIAL:
        yield objection("4.4.1.1-b", "guns-not-activated", hq=U(hq.id))
    once = state.law.reads("defensive-artillery-again", "one-only")
    if not acting and hq.fired and (once or hq.fired == state.part):
        reading = state.law.read("defensive-artillery-again")
        yield objection("4.4.1.1-f", "fired-in-this-offensive", hq=U(hq.id), reading=reading)


def _aircraft(state: State, side: str, unit: Unit) -> Checks:
    if unit.kind == RECONNAISSANCE:
        yield objection("4.5.4", "scouts-fight-not", unit=U(unit.id))
    if unit.mission:
        yield objection("2.2.4.5-h", "flying-already", unit=U(unit.id), hex=Place(unit.mission))
    if unit.activated:
        rule = "2.2.3-d" if not unit.intercepted else "4.5.2-d"
        yield objection(rule, "used-already", unit=U(unit.id))
    elif unit.intercepted and not unit.patrol and side == state.battles[0].attacker:
        check = held if state.law.reads("interception-use", "free") else objection
        yield check("4.5.2-d", "intercepted-before", unit=U(unit.id), reading=state.law.read("interception-use"))
    yield from objections_to_setting_out(state, unit)


def _gas(state: State, side: str, unit: Unit) -> Checks:
    if side != state.active or state.part != INITIAL:
        yield objection("4.7-b", "gas-before-attack", unit=U(unit.id))
    elif any(unit.id in battle.gas for battle in state.battles):
        yield objection("4.7-b", "gas-committed", unit=U(unit.id))


# -- which battle ----------------------------------------------------------------------------------------------
@step("support-where", "2.2.4.5-h", under="support")
def support_where(s: State, t: Trace, side: str) -> Steps[State]:
    """The battle that the unit chosen supports."""
    id = s.chosen
    ask = Ask(
        s,
        "2.2.4.5-h",
        side,
        "support-where",
        ("place",),
        lambda hex: objections_to_supporting(s, side, id, hex),
        back=True,
        facts={"unit": U(id)},
    )
    hex = yield from choose(ask)
    s = s.but(chosen="")
    if hex == BACK:
        return s
    return committed(s, t, side, id, hex)


def committed(s: State, t: Trace, side: str, id: str, hex: str) -> State:
    """The battery is laid on the hex; aircraft move there."""
    unit, battle = s.pieces[id], s.battle(hex)
    attacks = side == battle.attacker
    if unit.hq:
        s = s.refight(battle.but(guns=(*battle.guns, id)) if attacks else battle.but(answering=(*battle.answering, id)))
        if id not in s.acting:
            s = s.change(id, fired=s.part)
    elif unit.kind == GAS:
        s = s.refight(battle.but(gas=(*battle.gas, id)))
    else:
        used = attacks or not unit.patrol  # a patrol intercepts as often as it likes (4.5.2)
        told = Told("4.5-g", "flies-to", {"unit": U(id), "hex": Place(hex)})
        s = come(s, t, unit, hex, told, start=unit.place, mission=hex, activated=used, intercepted=not attacks)
    return s


def objections_to_supporting(state: State, side: str, id: str, hex: str) -> Checks:
    """Whether this unit may support the battle in this hex."""
    unit = state.pieces[id]
    battle = next((b for b in state.battles if b.hex == hex), None)
    if battle is None:
        yield objection("2.2.4.5-h", "no-battle-here", hex=Place(hex))
    elif unit.hq:
        yield from _guns_at(state, side, unit, battle)
    elif unit.kind in AIR:
        yield from _flight_to(state, side, unit, battle)
    else:
        depots = {state.pieces[hq].place for hq in battle.hqs}
        if unit.place not in depots:
            yield objection("4.7-a", "gas-not-at-depot", unit=U(id), hex=Place(hex))
        if battle.kind == ATTRITION:
            yield objection("4.4.1.2-g", "nothing-before-attrition", hex=Place(hex))


def _guns_at(state: State, side: str, hq: Unit, battle: Battle) -> Checks:
    here = hq.place or ""
    check = held if in_gun_range(state, here, battle.hex) or _from_port(state, battle, hq) else objection
    facts = {"hq": U(hq.id), "hex": Place(battle.hex), "range": hq_range(state, here)}
    yield check("4.4.1.1-c", "hex-in-gun-range", **facts)
    helped = [u for u in state.ground_at(battle.hex, side) if nation_of(u.nation) != nation_of(hq.nation)]
    if helped:
        yield held("4.4.1.1-e", "guns-for-allies", hq=U(hq.id), units=units(helped))
    if side == battle.attacker:
        if hq.id not in battle.hqs:
            yield objection("4.4.1.1-b", "hq-not-in-attack", unit=U(hq.id), hex=Place(battle.hex))
    else:
        cost = answer_bill(state, battle.hex)
        if state.stock(hq.id) < cost.total:
            yield objection("4.4.1.1-a", "guns-cannot-pay", hq=U(hq.id), cost=cost, left=state.stock(hq.id))
        if battle.kind == ATTRITION and not state.ground_at(battle.hex, battle.attacker):
            yield objection("2.2.4.4-d", "only-a-duel", hex=Place(battle.hex))


def _from_port(state: State, battle: Battle, hq: Unit) -> bool:
    """The guns of a landing come with it."""
    return battle.kind == "amphibious" and hq.id in battle.hqs


_WINGS = {FIGHTER: "4.5.3", BOMBER: "4.5.5", ACE: "4.5.6-a"}


def _flight_to(state: State, side: str, unit: Unit, battle: Battle) -> Checks:
    hex, facts = battle.hex, {"unit": U(unit.id), "hex": Place(battle.hex)}
    if battle.kind == ATTRITION:
        alone = not state.ground_at(hex, battle.attacker)
        yield objection("2.2.4.4-d" if alone else "2.2.4.4-e", "no-aircraft-in-attrition", **facts)
    if front_of(state, unit.place or "") != front_of(state, hex):
        yield objection("4.5-g", "other-front", **facts)
        return
    if side == battle.attacker:
        yield held(_WINGS.get(unit.kind, "4.5.4"), "wings-fight", unit=U(unit.id))
        yield from flight(state, unit, hex)
    else:
        yield from interception(state, unit, battle)
    reads_all = unit.kind == FIGHTER and state.law.reads("forest-fighters", "allowed")
    if terrain(state, hex) == FOREST and unit.kind in (FIGHTER, BOMBER) and side == battle.attacker and not reads_all:
        yield objection("5.6", "no-air-over-forest", **facts, reading=state.law.read("forest-fighters"))


# -- the whole -------------------------------------------------------------------------------------------------
def objections_to_ending(state: State, side: str) -> Checks:
    """The aircraft engaged must be paid for."""
    bill = air_bill(state, side)
    have = available(state, air_payers(state, side))
    if bill.total > have:
        yield objection("3.4.4-a", "air-too-dear", who=Side(side), bill=bill, have=have)
    else:
        yield from unforced("2.2.4.5-h")()


def engaged(state: State, side: str) -> tuple[Unit, ...]:
    """What a side has committed so far."""
    return tuple(u for u in state.pieces.of(side) if _engaged(state, side, u))


def _engaged(state: State, side: str, unit: Unit) -> bool:
    if unit.mission:
        return unit.place == unit.mission
    batteries = (id for b in state.battles if b.kind != ATTRITION for id in (*b.guns, *b.answering, *b.gas))
    return unit.id in batteries


def released(s: State, side: str) -> State:
    """As if nothing had been committed yet."""
    for unit in engaged(s, side):
        if unit.mission:
            s = taken_back(s, [unit], mission=None, activated=False, intercepted=False)
        elif unit.hq and unit.id not in s.acting:
            s = s.put(unit.but(fired=""))
    for battle in s.battles:
        ours = side == battle.attacker
        if ours and battle.kind != ATTRITION:
            s = s.refight(battle.but(guns=(), gas=()))
        elif not ours:
            s = s.refight(battle.but(answering=()))
    return s
