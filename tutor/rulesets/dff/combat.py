"""2.2.4.4-m, 2.2.4.5: Initial Combat, the battles of one HQ round by round."""

from __future__ import annotations

from tutor.engine.facts import Place, Side, places
from tutor.engine.facts import Unit as U
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import nobodys
from tutor.rulesets.dff.fire import river_first, some_cross
from tutor.rulesets.dff.state import ATTRITION, INITIAL, Battle, State, nation_of
from tutor.rulesets.dff.tracing import supplied


# -- the phase -------------------------------------------------------------------------------------------------
def groups(state: State) -> list[tuple[str, ...]]:
    """The battles that go forward together, because an HQ serves several of them; the others one by one."""
    found: list[list[Battle]] = []
    for battle in state.battles:
        joined = [group for group in found if any(set(b.hqs) & set(battle.hqs) for b in group)]
        merged = [b for group in joined for b in group]
        found = [group for group in found if group not in joined] + [[*merged, battle]]
    ordered = sorted(found, key=lambda group: state.battles.index(group[0]))
    return [tuple(battle.hex for battle in group) for group in ordered]


@step("muster", "2.2.4.4-k")
def muster(s: State, t: Trace) -> State:
    """The supply of the first round, with that of the bombardments, is deducted before the first die."""
    tasks = [task("air-pays", s.active), task("air-pays", s.passive)]
    for battle in s.battles:
        tasks += [task("attack-pays", battle.hex), task("defence-pays", battle.hex)]
    return s.then(*tasks)


@step("initial-combat", "2.2.4.5-j")
def initial_combat(s: State, t: Trace) -> State:
    """Every Initial Combat is over before play goes on; all are taken to happen at the same time."""
    if len(s.battles) > 1:
        t.say("2.2.4.4-l", "simultaneous", s, n=len(s.battles))
    return s.then(*(task("battle-group", group) for group in groups(s)))


@step("battles-one-by-one", "2.2.4.4-m")
def battles_one_by_one(s: State, t: Trace) -> State:
    """No HQ is activated for these: they are resolved one after the other."""
    return s.then(*(task("battle-group", (battle.hex,)) for battle in s.battles))


@step("battle-group", "2.2.4.4-m")
def battle_group(s: State, t: Trace, hexes: tuple[str, ...]) -> State:
    """First what comes before the rounds, battle by battle; then all the rounds."""
    together = tuple(hex for hex in hexes if s.attacked(hex))
    if len(together) > 1:
        t.say("2.2.4.4-m", "round-by-round", s, hexes=places(together))
    return s.then(*(task("open-battle", hex) for hex in together), task("rounds", together))


@step("open-battle", "2.2.4.5-h")
def open_battle(s: State, t: Trace, hex: str) -> State:
    """Gas and bombardment, then the air, then the ground; another reading puts the air first."""
    battle = s.battle(hex)
    s = s.fighting(hex, nations=taking_part(s, battle), shelling=by_guns_alone(s, battle))
    men, foes = s.ground_at(hex, battle.attacker), s.ground_at(hex, battle.defender)
    rule, kind = _OPENS[battle.kind] if men else ("2.2.4.4-d", "opens-shelling")
    ours, theirs = tuple(U(u.id) for u in men), tuple(U(u.id) for u in foes or s.trenches_at(hex, battle.defender))
    t.say(rule, kind, s, hex=Place(hex), who=Side(battle.attacker), attackers=ours, defenders=theirs)
    if sum(u.side == battle.defender for u in s.pieces.at(hex)) > 1:
        t.say("4.3-c", "stack-revealed", s, hex=Place(hex), who=Side(battle.defender))
    if battle.part != INITIAL and battle.guns:
        t.say("4.4.1.2-f", "guns-with-the-troops", s, hqs=tuple(U(hq) for hq in battle.guns))
    if not has_targets(s, battle):
        t.say("2.2.4.5-j", "nobody-defends", s, hex=Place(hex))
        return s.then(task("air-combat", hex))
    guns = (task("gas-attack", hex), task("bombardment", hex))
    air = (task("air-combat", hex),)
    first = (*guns, *air) if s.law.reads("combat-order", "guns-first") else (*air, *guns)
    return s.then(*(first if battle.part == INITIAL else air))


_OPENS = {
    "assault": ("2.2.4.4-c", "opens-assault"),
    "attrition": ("2.2.4.4-e", "opens-attrition"),
    "amphibious": ("2.2.4.4-g", "opens-amphibious"),
}


def taking_part(state: State, battle: Battle) -> frozenset[str]:
    """The nations whose units fight here: what they destroy counts for all of them."""
    guns = [state.pieces[hq] for hq in (*battle.guns, *battle.answering)]
    there = [u for u in state.pieces.at(battle.hex) if u.ground or u.mission]
    return frozenset(nation_of(u.nation) for u in (*there, *guns))


# -- rounds ----------------------------------------------------------------------------------------------------
@step("rounds", "2.2.4.4-m", under="battle-group")
def rounds(s: State, t: Trace, hexes: tuple[str, ...]) -> State:
    """The next round of every battle that goes on, then the decisions of all."""
    on = tuple(hex for hex in hexes if s.attacked(hex))
    if not on:
        return s
    fight = (task("combat-round", hex) for hex in on)
    decisions = (task("decide", hex) for hex in on)
    return s.then(*fight, *decisions, task("rounds", on))


def has_defenders(state: State, battle: Battle) -> bool:
    return bool(state.ground_at(battle.hex, battle.defender))


def has_targets(state: State, battle: Battle) -> bool:
    """Defenders; for an attrition a trench is enough (2.2.4.4-d)."""
    trench = battle.kind == ATTRITION and bool(state.trenches_at(battle.hex, battle.defender))
    return trench or has_defenders(state, battle)


def has_attackers(state: State, battle: Battle) -> bool:
    return bool(state.ground_at(battle.hex, battle.attacker))


@step("combat-round", "2.2.4.5-g")
def combat_round(s: State, t: Trace, hex: str) -> State:
    """One round: supply, fire, losses. The first was paid at the start; who could not be paid then is silent."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    if not has_targets(s, battle):
        return s
    silent = battle.silent if battle.round == 0 else frozenset[str]()
    hungry = frozenset(u.id for u in s.ground_at(hex, battle.defender) if not supplied(s, u, paid=True))
    battle = battle.but(round=battle.round + 1, silent=silent, hungry=hungry)
    s = s.refight(battle)
    t.say("2.2.4.5-g", "round", s, n=battle.round, hex=Place(hex))
    if battle.shelling:
        shells = (task("attrition-round", hex),)
        return s.then(*((task("attack-pays", hex), *shells, task("hunger", hex)) if battle.round > 1 else shells))
    paying = (task("attack-pays", hex), task("defence-pays", hex)) if battle.round > 1 else ()
    return s.then(*paying, task("exchange", hex))


def by_guns_alone(state: State, battle: Battle) -> bool:
    """An attrition in which no ground unit attacks."""
    return battle.kind == ATTRITION and not has_attackers(state, battle)


@step("exchange", "2.2.4.5-b", under="combat-round")
def exchange(s: State, t: Trace, hex: str) -> State:
    """Both sides fire before losses are taken, unless the attack comes over water."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    ours, theirs = battle.attacker, battle.defender
    attack, defence = task("attackers-fire", hex), task("defenders-fire", hex)
    suffer: dict[str, Task] = {side: task("losses", hex, side) for side in (ours, theirs)}
    if river_first(s, battle):
        rule = "5.4-c" if battle.kind == "amphibious" else "5.4-a"
        t.say(rule, "defender-first", s, hex=Place(hex), who=Side(theirs))
        order = (defence, suffer[ours], attack, suffer[theirs])
    else:
        if some_cross(s, battle):
            t.say("5.4-b", "some-cross", s, hex=Place(hex), who=Side(theirs))
        order = (attack, defence, suffer[theirs], suffer[ours])
    aid = (task("aid", hex, side) for side in (ours, theirs) if s.flying(hex, side))
    hungry = (task("hunger", hex),) if battle.round % 2 == 0 else ()
    return s.then(*aid, *order, *hungry)


# -- after the round ---------------------------------------------------------------------------------------------
@step("decide", "2.2.4.5-j")
def decide(s: State, t: Trace, hex: str) -> State:
    """Destroyed, retreating, withdrawing, or one more round."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    if battle.kind == ATTRITION:
        return _after_attrition(s, t, battle)
    if not has_attackers(s, battle):
        return _repulsed(s, t, battle)
    if not has_defenders(s, battle):
        return s.then(task("capture", hex))
    return s.then(task("stand", hex), task("press", hex))


def _repulsed(s: State, t: Trace, battle: Battle) -> State:
    """Nobody is left to take the hex."""
    hex = battle.hex
    if not has_defenders(s, battle):
        reading = s.law.read("both-destroyed")
        t.say("2.2.4.5-j", "both-destroyed", s, hex=Place(hex), reading=reading)
        if s.law.reads("both-destroyed", "nobody"):
            s = nobodys(s, hex)
    else:
        t.say("2.2.4.5-j", "attack-destroyed", s, hex=Place(hex), who=Side(battle.attacker))
    if battle.kind == "amphibious":
        t.say("2.2.4.4-i", "landing-failed", s, hqs=tuple(U(hq) for hq in battle.hqs))
    return s.settled(hex, "destroyed").then(task("land-all", hex))


def _after_attrition(s: State, t: Trace, battle: Battle) -> State:
    """One round with ground units, at most two by artillery alone; the hex is never occupied."""
    hex = battle.hex
    if not battle.shelling:
        t.say("2.2.4.4-e", "attrition-over", s, hex=Place(hex))
        return s.then(task("fall-back", hex, battle.attacker, "attrition"))
    if battle.round >= 2 or not has_targets(s, battle) or battle.pressed or not battle.guns:
        t.say("4.4.1.2-g", "attrition-over", s, hex=Place(hex))
        return s.settled(hex, "attrition")
    return s.then(task("duel-or-not", hex))
