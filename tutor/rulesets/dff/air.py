"""4.5.1, 4.5.3.2, 4.5.6: air combat over a battle, and what the survivors do for the troops."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts, morale
from tutor.rulesets.dff.answers import at_will, unforced
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import off
from tutor.rulesets.dff.dice import AIMED, PLAIN, Salvo, Shots, number_to_hit
from tutor.rulesets.dff.state import ACE, FIGHTER, KILLED, POOL, Battle, Hits, State, Unit, foe, nation_of

BREAK, FIGHT_ON, PURSUE, LET_GO = "break-off", "fight-on", "pursue", "let-go"
LAST_ESCAPE = {"intercepted": 5, "intercepting": 7}


# -- rounds in the air (4.5.1) -----------------------------------------------------------------------------------
def fighting(state: State, hex: str, side: str) -> tuple[Unit, ...]:
    """The aircraft that can fire."""
    return tuple(u for u in state.flying(hex, side) if u.kind in (FIGHTER, ACE))


@step("air-combat", "4.5.1-b")
def air_combat(s: State, t: Trace, hex: str) -> State:
    """Where both sides have aircraft, and one at least can fire, they fight before anybody on the ground."""
    battle = s.battle(hex)
    ours, theirs = s.flying(hex, battle.attacker), s.flying(hex, battle.defender)
    if not (ours and theirs) or not any(fighting(s, hex, side) for side in (battle.attacker, battle.defender)):
        return s
    battle = battle.but(air_round=battle.air_round + 1)
    s = s.refight(battle)
    t.say("4.5.1-b", "air-round", s, n=battle.air_round, hex=Place(hex))
    order = (battle.defender, battle.attacker)
    fire = (task("air-fire", hex, side) for side in order)
    losses = (task("air-losses", hex, side) for side in order)
    leaving = (task("break-off", hex, side) for side in order)
    return s.then(*fire, *losses, *leaving, task("air-combat", hex))


def air_number(state: State, unit: Unit) -> Ledger:
    """A fighter hits on its strength or less, an ace on the number printed on his counter."""
    return number_to_hit(state.law, "4.5.1-a", "hit-number", air_lines(state, unit))


@seam("dff.air-number")
def air_lines(state: State, unit: Unit) -> Lines:
    if unit.kind == ACE:
        yield plus("4.5.6-b", "printed-number", unit.strength)
    else:
        yield plus("4.5.1-a", "strength", unit.strength)


@step("air-fire", "4.5.1-a", under="air-combat")
def air_fire(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    shooters = fighting(s, hex, side)
    if not shooters:
        return s
    aimed = AIMED if len(s.flying(hex, foe(side))) > 1 else PLAIN
    groups: dict[tuple[str, int], int] = {}
    for unit in shooters:
        number = air_number(s, unit)
        t.say("4.5.1-a", "fires", s, units=(U(unit.id),), number=number)
        groups[unit.kind, int(number)] = groups.get((unit.kind, int(number)), 0) + 1
    shots = tuple(Shots(kind, n, hit, PLAIN, aimed) for (kind, hit), n in groups.items())
    volley = yield from roll(Salvo("4.5.1-a", side, shots, "air-dice", {"hex": Place(hex)}))
    t.say(
        "4.5.1-a", "air-hits" if volley.total else "no-air-hits", s, n=volley.total, who=Side(foe(side)), hex=Place(hex)
    )
    return s.owing(hex, Hits(foe(side), **dict(volley.hits)))


@step("air-losses", "4.5.1-a", under="air-combat")
def air_losses(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Any aircraft present may be taken as a loss, those that cannot fire too."""
    battle = s.battle(hex)
    hits = next((h for h in battle.owed if h.payer == side), None)
    if hits is None:
        return s
    flying = s.flying(hex, side)
    if not flying:
        return s.refight(battle.but(owed=tuple(h for h in battle.owed if h is not hits)))
    plain = hits.plain > 0
    unit = flying[0].id
    if len(flying) > 1:
        who = side if plain else foe(side)
        rule = "4.5.1-a" if plain else "2.2.4.5-d"
        kind = "take-loss" if plain else "name-loss"
        facts = {"n": hits.total, "hex": Place(hex)}
        ask = Ask(s, rule, who, kind, ("unit",), lambda id: objections_to_air_loss(s, hex, side, id), facts=facts)
        unit = yield from choose(ask)
    left = hits.but(plain=hits.plain - 1) if plain else hits.but(aimed=hits.aimed - 1)
    owed = tuple(left if h is hits else h for h in battle.owed)
    s = s.refight(battle.but(owed=tuple(h for h in owed if h.total)))
    return s.then(task("aircraft-hit", unit), task("air-losses", hex, side))


def objections_to_air_loss(state: State, hex: str, side: str, id: str) -> Checks:
    unit = state.pieces[id]
    if unit not in state.flying(hex, side):
        yield objection("4.5.1-a", "not-in-the-air", unit=U(id), hex=Place(hex))


@step("aircraft-hit", "4.5.1-a", under="air-combat")
def aircraft_hit(s: State, t: Trace, id: str) -> Steps[State]:
    """A strength point less; scouts fall at once; what becomes of an ace is rolled for."""
    unit = s.pieces[id]
    if unit.kind == ACE:
        s = yield from _ace_hit(s, t, unit)
        return s
    if unit.strength > 1:
        s = s.put(unit.but(strength=unit.strength - 1))
        t.say("4.1-b", "weakened", s, unit=U(id), n=unit.strength - 1)
        return s
    s = off(s, unit, POOL, strength=unit.entry)
    t.say("4.5.4" if unit.kind == "reconnaissance" else "4.1-f", "shot-down", s, unit=U(id))
    return s


def _ace_hit(s: State, t: Trace, unit: Unit) -> Steps[State]:
    die = yield from roll(Die("4.5.6-b", unit.side, "ace-die", 10, facts={"unit": U(unit.id)}))
    cell = charts.cell(s.law, "ace-fate", str(die), "Fate")
    killed = cell.value.startswith("killed")
    s = off(s, unit, KILLED if killed else POOL)
    if not killed:
        t.say("4.5.6-b", "ace-returns", s, unit=U(unit.id), cell=cell)
        return s
    s = morale.shifted(s, nation_of(unit.nation), -1)
    t.say("4.5.6-c", "ace-killed", s, unit=U(unit.id), cell=cell)
    return s


# -- breaking off (4.5.1-c) ----------------------------------------------------------------------------------------
@step("break-off", "4.5.1-c", under="air-combat")
def break_off(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """After each round a side may try to leave; the defender's aircraft intercept, the attacker's are intercepted."""
    battle = s.battle(hex)
    if not s.flying(hex, side) or not s.flying(hex, foe(side)):
        return s
    facts = {"hex": Place(hex)}
    ask = Ask(s, "4.5.1-c", side, "break-off", ("option",), at_will("4.5.1-c"), options=(FIGHT_ON, BREAK), facts=facts)
    if (yield from choose(ask)) == FIGHT_ON:
        return s
    role = "intercepted" if side == battle.attacker else "intercepting"
    column = "Defending or intercepted" if role == "intercepted" else "Attacking or intercepting"
    die = yield from roll(Die("4.5.1-c", side, "break-die", 10, facts=facts))
    cell = charts.cell(s.law, "air-breakoff", str(die), column)
    if cell.value == "withdraws":
        t.say("4.5.1-c", "broke-off", s, who=Side(side), n=LAST_ESCAPE[role], cell=cell)
        return s.then(task("fly-home", hex, side))
    t.say("4.5.1-c", "held-fast", s, who=Side(side), n=LAST_ESCAPE[role], cell=cell)
    return s.then(task("pursue", hex, side))


@step("pursue", "4.5.1-c", under="air-combat")
def pursue(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """The other side holds those who failed to leave, if it wants another round."""
    other = foe(side)
    if not fighting(s, hex, other):
        return s.then(task("fly-home", hex, side))
    facts = {"hex": Place(hex)}
    ask = Ask(s, "4.5.1-c", other, "pursue", ("option",), at_will("4.5.1-c"), options=(PURSUE, LET_GO), facts=facts)
    if (yield from choose(ask)) == PURSUE:
        return s
    return s.then(task("fly-home", hex, side))


@step("fly-home", "4.5.1-b", under="air-combat")
def fly_home(s: State, t: Trace, hex: str, side: str) -> State:
    """Who has withdrawn from the air combat takes no part on the ground."""
    leaving = s.flying(hex, side)
    t.say("4.5.1-b", "fly-home", s, units=tuple(U(u.id) for u in leaving))
    return s.then(*(task("land", u.id) for u in sorted(leaving, key=lambda u: u.id)))


# -- fighters help the troops (4.5.3.2) ----------------------------------------------------------------------------
@step("aid", "4.5.3.2-a")
def aid(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Each surviving fighter gives +1 to one ground unit."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    able = [u for u in fighting(s, hex, side) if not u.aiding and (u.kind == FIGHTER or battle.round == 1)]
    if not able or (side == battle.defender and battle.air_round == 0):
        return s
    ask = Ask(
        s,
        "4.5.3.2-a",
        side,
        "aid",
        ("unit",),
        lambda id: objections_to_aiding(s, battle, side, id),
        to_end=unforced("4.5.3.2-a"),
        facts={"hex": Place(hex)},
    )
    id = yield from choose(ask)
    return s if id == DONE else s.but(chosen=id).then(task("aid-whom", hex, side))


def objections_to_aiding(state: State, battle: Battle, side: str, id: str) -> Checks:
    """Which aircraft help ground units."""
    unit = state.pieces[id]
    if unit not in state.flying(battle.hex, side):
        out = unit.air and unit.side == side and not unit.mission and (unit.place is None or unit.activated)
        rule, kind = ("4.5.1-b", "out-of-the-air-battle") if out else ("4.5.3.2-a", "not-flying-here")
        yield objection(rule, kind, unit=U(id), hex=Place(battle.hex))
        return
    if unit.kind == ACE:
        check = held if state.law.reads("ace-support", "yes") else objection
        yield check("4.5.6-a", "ace-supports-not", unit=U(id), reading=state.law.read("ace-support"))
    elif unit.kind != FIGHTER:
        yield objection("4.5.3.2-a", "only-fighters-aid", unit=U(id))
    if unit.aiding:
        yield objection("4.5.3.2-a", "aids-already", unit=U(id))
    if side == battle.defender and state.law.reads("fighter-defence", "air-only"):
        yield objection("4.5.3.2-c", "no-aid-in-defence", unit=U(id), reading=state.law.read("fighter-defence"))
    elif unit.kind == FIGHTER:
        yield held("4.5.3.2-a", "survived-to-aid", unit=U(id))


@step("aid-whom", "4.5.3.2-a", under="aid")
def aid_whom(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    fighter = s.chosen
    ask = Ask(
        s,
        "4.5.3.2-a",
        side,
        "aid-whom",
        ("unit",),
        lambda id: objections_to_being_aided(s, hex, side, id),
        back=True,
        facts={"fighter": U(fighter)},
    )
    id = yield from choose(ask)
    s = s.but(chosen="")
    if id == BACK:
        return s.then(task("aid", hex, side))
    s = s.change(fighter, aiding=id)
    t.say("4.5.3.2-a", "aided", s, fighter=U(fighter), unit=U(id))
    return s.then(task("aid", hex, side))


def objections_to_being_aided(state: State, hex: str, side: str, id: str) -> Checks:
    unit = state.pieces[id]
    if unit not in state.ground_at(hex, side):
        yield objection("4.5.3.2-a", "nobody-to-aid", unit=U(id), hex=Place(hex))
    else:
        yield held("4.5.3.2-a", "aided-once", unit=U(id))
