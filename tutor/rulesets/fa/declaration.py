"""10.7.6.2: declaring attacks, with all that goes with them: ships, guns, aircraft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tutor.engine.ask import BACK, DONE, Answer, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.artillery import ammunition_left, objections_to_firing, objections_to_firing_with
from tutor.rulesets.fa.attacking import (
    objections_to_attacking,
    objections_to_attacking_with,
    objections_to_every_target,
    objections_to_side,
)
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.drafts import Attack, Mission, Shot
from tutor.rulesets.fa.factors import ship_factor
from tutor.rulesets.fa.missions import (
    objections_to_flying,
    objections_to_observing,
    objections_to_sending,
    roles_of,
    sent,
)
from tutor.rulesets.fa.odds import Reckoned, declared_odds
from tutor.rulesets.fa.shore import objections_to_bombarding, objections_to_bombarding_with
from tutor.rulesets.fa.state import OBSERVER, State, Unit


@step("declare", "10.7.6.2-a")
def declare(s: State, t: Trace) -> Steps[State]:
    """The side in phase names, one after the other, the units of its attacks and what supports them."""
    unit = yield from choose(
        Ask(
            s,
            "10.7.6.2-a",
            s.phasing,
            "declare",
            ("unit",),
            lambda id: objections_to_declaring(s, id),
            to_end=lambda: objections_to_ending(s),
            back=bool(s.declared),
        )
    )
    if unit == BACK:
        return _taken_back(s).then(task("declare"))
    if unit == DONE:
        return _announced(s, t)
    roles = roles_of(s, s.unit(unit))
    if len(roles) > 1:
        return s.then(task("declare-role"), task("declare-where"), task("declare"), chosen=unit)
    return s.then(task("declare-where"), task("declare"), chosen=unit, role=roles[0] if roles else "")


def _taken_back(s: State) -> State:
    """Without the unit that was declared last; an attack that nobody makes any more is none."""
    id = s.declared[-1]
    attacks = (a.but(units=a.units - {id}, ships=a.ships - {id}) for a in s.attacks)
    return s.but(
        declared=s.declared[:-1],
        attacks=tuple(attack for attack in attacks if attack.units),
        shots=tuple(shot for shot in s.shots if shot.gun != id),
        missions=s.missions.drop(id),
    )


def _announced(s: State, t: Trace) -> State:
    """All attacks are declared. Each was told with its odds as units joined it; those that ships or aircraft help are
    told once more. The factors are told when it is resolved."""
    helped = {mission.hex for mission in s.missions.values()}
    for attack in (one for one in s.attacks if one.ships or one.hex in helped):
        odds = declared_odds(s, attack)
        kind = "declared-shifted" if odds.shifts.lines else "declared-odds"
        t.say("10.7.6.2-b", kind, s, hex=Place(attack.hex), **_in_short(odds))
    if not s.attacks:
        t.say("10.7.6.2-a", "no-attacks", s, side=Side(s.phasing))
    return s.but(declared=())


# -- who -------------------------------------------------------------------------------------------------------
def objections_to_declaring(s: State, id: str) -> Checks:
    """May this unit take part in an attack, in whatever way?"""
    unit = s.unit(id)
    yield from objections_to_side(s, unit, "10.7.6.2-a")
    if unit.place is None or unit.side != s.phasing:
        return
    if unit.aboard:
        yield objection("10.7.6.1-b", "aboard-ship", unit=U(id))
    elif unit.gun:
        yield from objections_to_firing_with(s, unit)
    elif unit.land:
        yield from objections_to_attacking_with(s, unit)
        yield from objections_to_every_target(s, unit)
    elif unit.naval:
        yield from objections_to_bombarding_with(s, unit)
    else:
        yield from objections_to_flying(s, unit)
        yield from _something_to_fly_for(s, unit)


def _something_to_fly_for(s: State, unit: Unit) -> Checks:
    """An aircraft goes with an attack, an observer with a gun; if none is in reach, why not."""
    closed = []
    for role in roles_of(s, unit):
        if role == OBSERVER:
            found = [objections_to_observing(s, unit, shot.gun) for shot in s.shots]
        else:
            found = [objections_to_sending(s, unit, role, attack.hex) for attack in s.attacks]
        for checks in found:
            refusal = s.law.first_objection(checks)
            if refusal is None:
                return
            closed.append(refusal)
    if closed:
        yield from closed
    elif OBSERVER in roles_of(s, unit):
        yield objection("10.3.3-observer_a-b", "no-gun-to-observe", unit=U(unit.id))
    else:
        yield objection("10.3.3-support_a-b", "no-attack-to-support", unit=U(unit.id))


# -- the end of the declaration ----------------------------------------------------------------------------------
def objections_to_ending(s: State) -> Checks:
    """Every attack needs odds of 1:2 after the weather, and every invader must attack."""
    if not s.attacks:
        yield held("10.7.6.2-a", "voluntary")
    for attack in s.attacks:
        odds = declared_odds(s, attack)
        facts = {**odds.facts(), "reading": s.law.read("minimum-odds-support")}
        if odds.below and _obliged(s, attack):
            reading = s.law.read("invader-hopeless")
            yield held(
                "10.7.4.5-f", "obliged-at-any-odds", hex=Place(attack.hex), shifted=facts["shifted"], reading=reading
            )
        else:
            check = objection if odds.below else held
            yield check("10.7.6.2-b", "minimum-odds", hex=Place(attack.hex), **facts)
    for unit in s.on_map():
        idle = unit.invading and unit.side == s.phasing and s.attack_of(unit.id) is None
        if idle and _can_be_made_to(s, unit):
            yield objection("10.7.4.5-f", "invader-must-attack", unit=U(unit.id), hex=Place(unit.place or ""))


def _obliged(s: State, attack: Attack) -> bool:
    """An attack that an invader has to make, whatever its odds, unless so read."""
    invading = any(s.unit(id).invading for id in attack.units)
    return invading and s.law.reads("invader-hopeless", "any-odds")


def _can_be_made_to(s: State, unit: Unit) -> bool:
    if not s.law.allows(objections_to_declaring(s, unit.id)):
        return False
    alone = declared_odds(s, Attack(unit.place or "", frozenset({unit.id})))
    return s.law.reads("invader-hopeless", "any-odds") or not alone.below


# -- in which role, and where --------------------------------------------------------------------------------------
@step("declare-role", "10.3.4.1-a", under="declare")
def declare_role(s: State, t: Trace) -> Steps[State]:
    """An aircraft that can do more than one thing flies in one role, which does not change."""
    role = yield from choose(
        Ask(
            s,
            "10.3.4.1-a",
            s.phasing,
            "role",
            ("option",),
            lambda role: objections_to_role(s, role),
            options=roles_of(s, s.unit(s.chosen)),
            facts={"unit": U(s.chosen)},
        )
    )
    return s.but(role=role)


def objections_to_role(s: State, role: str) -> Checks:
    """The role must have something to do in reach."""
    unit = s.unit(s.chosen)
    if role == OBSERVER:
        closed = [s.law.first_objection(objections_to_observing(s, unit, shot.gun)) for shot in s.shots]
    else:
        closed = [s.law.first_objection(objections_to_sending(s, unit, role, a.hex)) for a in s.attacks]
    if not closed:
        yield objection("10.3.4.1-a", "role-idle", unit=U(unit.id), role=Term(role))
    elif all(check is not None for check in closed):
        yield from (check for check in closed if check is not None)


Where = tuple[str, str, tuple[str, ...], Callable[[State, Answer], Checks]]


def _where(s: State) -> Where:
    """What is asked of the chosen unit: the rule, the kind, the type of answer, and its objections."""
    unit = s.unit(s.chosen)
    if unit.gun:
        return "10.7.6.4.5-a", "fire-at", ("place",), lambda s, hex: objections_to_firing(s, unit, hex)
    if unit.land:
        return "10.7.6.2-a", "attack-at", ("place",), lambda s, hex: objections_to_attacking(s, unit, hex)
    if unit.naval:
        return "10.7.6.3-a", "bombard", ("place",), lambda s, hex: objections_to_bombarding(s, unit, hex)
    if s.role == OBSERVER:
        return "10.3.3-observer_a-b", "observe-for", ("unit",), lambda s, gun: objections_to_observing(s, unit, gun)
    return "10.3.3-support_a-b", "fly-over", ("place",), lambda s, hex: objections_to_sending(s, unit, s.role, hex)


@step("declare-where", "10.7.6.2-a", under="declare")
def declare_where(s: State, t: Trace) -> Steps[State]:
    """The hex that the chosen unit attacks, bombards or flies to, or the gun that it observes for."""
    rule, kind, of, objections = _where(s)
    answer = yield from choose(
        Ask(
            s,
            rule,
            s.phasing,
            kind,
            of,
            lambda answer: objections(s, answer),
            back=True,
            facts={"unit": U(s.chosen)},
        )
    )
    if answer == BACK:
        return s.but(chosen="", role="")
    return _entered(s.but(declared=(*s.declared, s.chosen)), t, s.unit(s.chosen), answer)


def _entered(s: State, t: Trace, unit: Unit, answer: str) -> State:
    """The draft with this unit in it."""
    if unit.gun:
        s = s.but(shots=(*s.shots, Shot(unit.id, answer)), chosen="")
        left = ammunition_left(s, unit.nation).total
        t.say("10.7.6.4.5-a", "gun-named", s, unit=U(unit.id), needed=unit.value, left=left)
        return s
    if unit.air:
        observing = s.role == OBSERVER
        hex = next(shot.hex for shot in s.shots if shot.gun == answer) if observing else answer
        return sent(s, t, unit.id, Mission(hex, s.role, answer if observing else ""))
    attack = s.attack_on(answer) or Attack(answer)
    if unit.naval:
        s = s.with_attack(attack.but(ships=attack.ships | {unit.id})).but(chosen="")
        t.say("10.7.6.3-a", "ship-named", s, unit=U(unit.id), n=ship_factor(s, unit).total)
        return s
    attack = attack.but(units=attack.units | {unit.id})
    s = s.with_attack(attack).but(chosen="")
    odds = declared_odds(s, attack)
    kind = "joins-shifted" if odds.shifts.lines else "joins-attack"
    t.say("10.7.6.2-a", kind, s, hex=Place(answer), n=len(attack.units), **_in_short(odds))
    return s


def _in_short(odds: Reckoned) -> dict[str, Any]:
    """The odds without their factors."""
    said = odds.facts()
    return {fact: said[fact] for fact in ("odds", "first", "shifted")}
