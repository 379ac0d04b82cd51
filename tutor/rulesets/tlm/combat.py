"""2.0-II.4 and 5.2 The combat phase: battle after battle, and in each the steps of fire in their order."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from tutor.engine.ask import DONE, Ask, Pool, Volley, choose, nothing, roll
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Side, Term, Unit, places, units
from tutor.engine.law import seam
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.absorption import BIPLANES, FORCE, WITHDRAWN, owing
from tutor.rulesets.tlm.armies import infantry_here, without_lonely
from tutor.rulesets.tlm.crisis import at_any_moment
from tutor.rulesets.tlm.firepower import (
    ARTILLERY,
    ATTACK,
    DEFENCE,
    DOGFIGHT,
    PURSUIT,
    REACTING,
    dice,
    groups,
)
from tutor.rulesets.tlm.offensives import SPECIALS, battle_in, bonus_firepower
from tutor.rulesets.tlm.pursuit import objections_to_pursuit, withdrawn
from tutor.rulesets.tlm.retreats import owed
from tutor.rulesets.tlm.state import INFANTRY_TYPE, SIDES, Battle, Hits, Piece, State, Step, foe, steps

GROUND = "ground-attack"
METHODS = (DOGFIGHT, GROUND, REACTING)
STEP_RULES = {
    DOGFIGHT: "8.3.4.1",
    ARTILLERY: "2.0-II.4.b",
    DEFENCE: "2.0-II.4.c",
    ATTACK: "2.0-II.4.d",
    PURSUIT: "8.3.1.e",
}
FORCING = {"stosstruppen": "8.2.2.f", "tank": "8.3.5.f", "extra-tank": "9.1.5.b", "extra-storm": "9.1.6.b"}
STORM_DICE = "extra-storm"


# -- battle after battle ---------------------------------------------------------------------------------------
def objections_to_next(state: State, area: str) -> Checks:
    """Which of the declared battles may be fought next: any."""
    if battle_in(state, area) is None:
        yield objection("5.1.2.d", "no-battle-area", area=Place(area))


def objections_to_calling_off(state: State) -> Checks:
    """A declared battle is fought."""
    yield objection("5.1.2.b", "must-be-fought", areas=places(b.area for b in state.battles))


@steps.step("combat", "2.0-II.4.a0")
def combat(s: State, t: Trace) -> Step:
    """The attacker chooses which declared battle comes next, until all are fought."""
    if not s.battles:
        return s.then(task("end-of-combat"))
    area = yield from choose(
        Ask(
            s,
            "5.2.1.e",
            s.active,
            "next-battle",
            ("place",),
            lambda place: objections_to_next(s, place),
            to_end=lambda: objections_to_calling_off(s),
        )
    )
    return s.then(task("battle", area), task("combat"))


@steps.step("battle", "2.0-II.4.d0")
def battle(s: State, t: Trace, area: str) -> State:
    """One battle from its first step to its last."""
    declared = battle_in(s, area) or Battle(area)
    infantry = frozenset(side for side in SIDES if infantry_here(s, area, side))
    s = s.but(
        battles=tuple(b for b in s.battles if b.area != area),
        battle=declared.but(infantry=infantry),
        fought=(*s.fought, area),
    )
    s = areas.settle(s, area)
    t.say("5.1.2.d", "battle-opens", s, area=Place(area), attacker=Side(s.attacker), defender=Side(s.defender))
    rule = "5.2.1.c" if declared.surprise else "5.2.1.b"
    t.say(rule, "order-of-surprise" if declared.surprise else "order-of-fire", s)
    if declared.surprise and any(p.kind in ("artillery", "siege-gun") for p in s.present(s.attacker)):
        t.say("2.0-II.4a", "artillery-once", s)
    return without_lonely(s, t, area).then(task("round", 0))


Stage: TypeAlias = tuple[Task, ...]  # what follows without a pause: fire at those who leave follows their leaving


@cache
def _stages(attacker: str, surprise: bool) -> tuple[tuple[Stage, ...], tuple[Stage, ...], tuple[Stage, ...]]:
    """2.0-II.4, or 4a with Surprise Attack!: what comes before any die, the fire, the retreats."""
    sides = attacker, foe(attacker)
    cavalry = tuple((task("cavalry-retreat", side),) for side in sides)
    leaving: Stage = (task("withdraw"), task("pursuit"))
    artillery, method = (task("artillery"),), (task("biplane-method"),)
    attack, defence = (task("attack"),), (task("defence"),)
    surprised: tuple[Stage, ...] = (method, attack, leaving, defence)
    fire = surprised if surprise else (artillery, leaving, method, defence, attack)
    retreats = tuple((task("retreat", side),) for side in sides)
    return cavalry, ((task("dogfight"),), *fire, (task("name-forced"),)), retreats


@steps.step("round", "2.0-II.4.d0", under="battle")
def round_of_combat(s: State, t: Trace, n: int, paused: bool = False) -> State:
    """The stages of the battle one after the other, as long as both sides are in it."""
    before, fire, retreats = _stages(s.attacker, s.here.surprise)
    stages = (*before, *fire, *retreats)
    if not paused and _pauses(stages, n) and (crisis := at_any_moment(s)):
        return s.then(*crisis, task("round", n, True))
    if n == len(stages):
        return s.then(task("aftermath"))
    fought = n > len(before)
    alone = "" if _both_fight(s) else next((side for side in SIDES if not _takes_part(s, foe(side), fought)), "")
    if alone:
        return s.then(*_one_side_gone(s, t, alone, fought), task("aftermath"))
    return s.then(*stages[n], task("round", n + 1))


def _pauses(stages: tuple[Stage, ...], n: int) -> bool:
    """Where a battle leaves time for a Crisis: as it opens, and when a volley has been paid."""
    return n == 0 or (n < len(stages) and stages[n][0].step in ("withdraw", "attack", "name-forced"))


def _both_fight(s: State) -> bool:
    """Whether both sides are in the battle with more than forts: then nothing else need be asked."""
    return len({p.side for p in s.pieces.at(s.here.area) if p.kind != "fort" and not p.retreat}) == len(SIDES)


def _takes_part(s: State, side: str, fought: bool) -> bool:
    """Whether a side is still in the battle, by more than a fort that keeps no area (8.4.j, `fort-one-left`)."""
    there = s.present(side)
    if not there or any(p.kind != "fort" or areas.holds(s, p) for p in there):
        return bool(there)
    if s.law.reads("fort-one-battle", "optional") or s.law.reads("fort-one-left", "fought-out"):
        return True
    let_be = not fought or s.law.reads("fort-one-left", "at-once")
    return not (let_be and s.present(foe(side)))


def _one_side_gone(s: State, t: Trace, alone: str, fought: bool) -> Stage:
    """Nobody fires at nobody; armies forced back still go, and survivors may (reading `enemy-gone`)."""
    area, gone = s.here.area, foe(alone)
    if forts := s.present(gone):
        reading = s.law.read("fort-one-left")
        for check in s.law.in_force(areas.objections_to_holding(s, forts[0])):
            t.say(check.rule, "fort-left", s, who=Side(gone), fort=Unit(forts[0].id), area=Place(area), reading=reading)
    else:
        t.say("5.4.4.a" if s.forces(area, gone) else "4.1.h", "battle-over", s, area=Place(area), who=Side(gone))
    if owed(s) > 0:
        return task("name-forced"), task("retreat", s.defender)
    if not (fought or areas.disputed(s, area)) or s.law.reads("enemy-gone", "over"):
        return ()
    t.say("5.4.2.a", "survivors-may-go", s, who=Side(alone), reading=s.law.read("enemy-gone"))
    return (task("retreat", alone),)


# -- fire --------------------------------------------------------------------------------------------------------
def fire(s: State, t: Trace, side: str, stage: str) -> Step:
    """A side rolls its dice of one step; what they do is told by `tally`."""
    rolled = dice(s, side, stage)
    if not rolled.lines:
        return s
    t.say("5.2.1.f", "dice", s, who=Side(side), dice=rolled)
    pool = groups(rolled)
    if not pool:
        return s
    volley = yield from roll(Pool(STEP_RULES[stage], side, pool, stage))
    return tally(s, t, side, stage, volley)


def tally(s: State, t: Trace, side: str, stage: str, volley: Volley) -> State:
    """The hits of a volley by what scored them; those of an attack may still be re-rolled."""
    scored: dict[str, int] = {}
    for tag, n in volley.hits:
        scored[tag] = scored.get(tag, 0) + n
    t.say("5.2.2", "hits", s, n=volley.total, who=Side(side))
    s = s.fighting(scored=FrozenMap({tag: n for tag, n in sorted(scored.items()) if n}))
    if stage == ATTACK and reacting(s):
        return s.then(task("reaction"), task("hits", side, stage))
    return settled(s, t, side, stage)


def settled(s: State, t: Trace, side: str, stage: str) -> State:
    """The hits that stand are owed by the other side, and force armies back."""
    scored = dict(s.here.scored)
    s = s.fighting(scored=FrozenMap(), rerolled=0)
    siege = scored.pop("siege-gun", 0)
    plain = sum(scored.values())
    if stage == ATTACK:
        s = _forcing(s, t, scored)
    scope = {DOGFIGHT: BIPLANES, PURSUIT: _pursued(s)}.get(stage, FORCE)
    s = owing(s, Hits(foe(side), plain, siege, scope))
    return s if stage == DOGFIGHT else s.then(task("absorb"))


def _pursued(s: State) -> str:
    return WITHDRAWN if s.law.reads("pursuit-losses", "retreating-units") else "all"


def _forcing(s: State, t: Trace, scored: dict[str, int]) -> State:
    for tag, rule in FORCING.items():
        if scored.get(tag):
            s = s.fighting(forced=(*s.here.forced, *[rule] * scored[tag]))
            if not any(p.kind == "army" for p in s.present(s.defender)):
                t.say(rule, "forces-nobody", s, type=Term(tag), who=Side(s.defender))
                continue
            t.say(rule, "forces-back", s, n=scored[tag], type=Term(tag), who=Side(s.defender))
    return s


@steps.step("hits", "5.2.3")
def hits(s: State, t: Trace, side: str, stage: str) -> State:
    """The hits that stand after re-rolls."""
    return settled(s, t, side, stage)


@steps.step("artillery", "2.0-II.4.b")
def artillery(s: State, t: Trace) -> Step:
    """b. The attacker's artillery fires."""
    s = yield from fire(s, t, s.attacker, ARTILLERY)
    return s


@steps.step("defence", "2.0-II.4.c")
def defence(s: State, t: Trace) -> Step:
    """c. All of the defender's units fire."""
    s = yield from fire(s, t, s.defender, DEFENCE)
    return s


@steps.step("attack", "2.0-II.4.d")
def attack(s: State, t: Trace) -> Step:
    """d. All of the attacker's units fire."""
    s = yield from fire(s, t, s.attacker, ATTACK)
    return s


@steps.step("pursuit", "8.3.1.e")
def pursuit(s: State, t: Trace) -> Step:
    """The attacker's cavalry may fire at what retreated instead of firing, unless something forbids it."""
    riders = [p for p in s.present(s.attacker) if p.kind == "cavalry"]
    if not riders or not any(p.left == s.here.area for p in s.pieces.of(s.defender)):
        return s
    answer = yield from choose(
        Ask(
            s,
            "8.3.1.e",
            s.attacker,
            "pursue",
            ("option",),
            lambda _: objections_to_pursuit(s),
            options=(PURSUIT,),
            to_end=nothing,
        )
    )
    if answer == PURSUIT:
        return s.then(task("pursuit-fire"))
    stopped = s.law.first_objection(objections_to_pursuit(s))
    if stopped is not None:
        t.say(stopped.rule, stopped.kind, s, **stopped.facts)
    return s


@steps.step("pursuit-fire", "8.3.1.e", under="pursuit")
def pursuit_fire(s: State, t: Trace) -> Step:
    """Its dice."""
    gone = [p for p in withdrawn(s) if p.army is None or not s.pieces[p.army].retreat]
    t.say("5.4.1.b", "pursuit-opens", s, units=units(gone))
    s = yield from fire(s, t, s.attacker, PURSUIT)
    return s


# -- biplanes (8.3.4) --------------------------------------------------------------------------------------------
def flyers(state: State, side: str) -> tuple[Piece, ...]:
    return tuple(p for p in state.present(side) if p.kind == "biplane")


def reacting(state: State) -> tuple[Piece, ...]:
    return tuple(p for p in flyers(state, state.defender) if p.method == REACTING)


@steps.step("dogfight", "2.0-II.4.a")
def dogfight(s: State, t: Trace) -> State:
    """a. Where both sides have biplanes they fire at each other."""
    ours, theirs = flyers(s, s.attacker), flyers(s, s.defender)
    if not (ours or theirs):
        return s
    if s.here.weather:
        t.say("8.3.4.d", "grounded", s, area=Place(s.here.area))
        return s
    if not (ours and theirs):
        t.say("2.0-II.4.a3", "no-dogfight", s, who=Side(s.attacker if ours else s.defender))
        return s
    t.say("8.3.4.1", "dogfight-opens", s, attackers=len(ours), defenders=len(theirs))
    s = s.put(*(p.but(method=DOGFIGHT) for p in (*ours, *theirs)))
    return s.then(task("dogfight-fire", s.attacker), task("dogfight-fire", s.defender), task("absorb"))


@steps.step("dogfight-fire", "2.0-II.4.a")
def dogfight_fire(s: State, t: Trace, side: str) -> Step:
    """One side's dice of the dogfight; losses are applied when both have rolled."""
    s = yield from fire(s, t, side, DOGFIGHT)
    return s


@steps.step("biplane-method", "8.3.4.a")
def biplane_method(s: State, t: Trace) -> Step:
    """Defending biplanes attack the ground or react to hits, if they have not fought in the air and may fly at all."""
    ours = flyers(s, s.defender)
    if not ours:
        return s
    each = s.law.reads("biplane-method", "each-its-own")
    idle = [p for p in ours if not p.method]
    first = (idle or ours)[0].id
    free = any(s.law.allows(objections_to_method(s, first, m)) for m in METHODS)
    method = yield from choose(
        Ask(
            s,
            "8.3.4.a",
            s.defender,
            "biplane-method",
            ("option",),
            lambda m: objections_to_method(s, first, m),
            options=METHODS,
            to_end=None if free else nothing,
            facts={"unit": Unit(first) if each else Term("biplane")},
        )
    )
    if method == DONE:
        return s
    chosen = idle[:1] if each else idle
    s = s.put(*(p.but(method=method) for p in chosen))
    return s.then(task("biplane-method")) if len(chosen) < len(idle) else s


@seam("tlm.method")
def objections_to_method(state: State, unit: str, method: str) -> Checks:
    """Which way of fighting is open to a defending biplane: one a battle, and a dogfight only against biplanes."""
    used = state.pieces[unit].method
    if state.here.weather:
        yield objection("8.3.4.d", "biplane-in-bad-weather", unit=Unit(unit))
        yield objection("9.5.d", "biplane-in-bad-weather", unit=Unit(unit))
    if used == DOGFIGHT:
        yield objection("2.0-II.4.a2", "fought-in-the-air", unit=Unit(unit))
        yield objection("8.3.4.1", "fought-in-the-air", unit=Unit(unit))
    if used:
        yield objection("8.3.4.a", "one-method", unit=Unit(unit), method=Term(used))
    if method == DOGFIGHT and not flyers(state, state.attacker):
        yield objection("2.0-II.4.a3", "no-dogfight", who=Side(state.defender))
    elif method != DOGFIGHT and flyers(state, state.attacker):
        yield objection("2.0-II.4.a", "only-at-biplanes", unit=Unit(unit))


@steps.step("reaction", "8.3.4.3")
def reaction(s: State, t: Trace) -> Step:
    """Each reacting biplane makes the attacker re-roll one hit of an infantry-type unit."""
    left = len(reacting(s)) - s.here.rerolled
    shooters = _of_infantry(s)
    if left <= 0 or not any(s.here.scored.get(kind) for kind in shooters):
        return s
    chooser = s.defender if s.law.reads("reaction-die", "defender-chooses") else s.attacker
    kind = yield from choose(
        Ask(
            s,
            "8.3.4.3",
            chooser,
            "re-roll-which",
            ("option",),
            lambda kind: objections_to_re_rolling(s, kind),
            options=shooters,
            to_end=lambda: iter(()),
            facts={"left": left, "reading": s.law.read("reaction-die")},
        )
    )
    return s if kind == "done" else s.then(task("re-roll", kind), task("reaction"))


def _of_infantry(state: State) -> tuple[str, ...]:
    """What fires as an infantry-type unit does (reading `reaction-extra-dice`)."""
    too = state.law.reads("reaction-extra-dice", "storm-dice-too")
    return (*INFANTRY_TYPE, STORM_DICE) if too else INFANTRY_TYPE


def objections_to_re_rolling(state: State, kind: str) -> Checks:
    if not state.here.scored.get(kind):
        yield objection("8.3.4.3", "no-such-hit", type=Term(kind))


def _re_rolled_at(state: State, kind: str) -> int:
    """The firepower of a die that is thrown once more."""
    if kind == STORM_DICE:
        return int(bonus_firepower(state, SPECIALS[state.offensive]).total)
    return int(state.law.table("units").at(kind, "attack").value)


@steps.step("re-roll", "8.3.4.3")
def re_roll(s: State, t: Trace, kind: str) -> Step:
    """The hit is taken back and its die thrown once more."""
    volley = yield from roll(Pool("8.3.4.3", s.attacker, ((kind, 1, _re_rolled_at(s, kind)),), "re-roll"))
    left = s.here.scored[kind] - 1 + volley.total
    s = s.fighting(scored=s.here.scored.put(kind, left), rerolled=s.here.rerolled + 1)
    t.say("8.3.4.3", "re-rolled", s, type=Term(kind), n=volley.total)
    return s
