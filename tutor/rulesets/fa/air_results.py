"""10.3.4.3 and 10.3.4.1: what an air combat does to aircraft, and who is promoted for it."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.state import SIDES, State, Unit, foe

THIRD = 3


def worst_results(s: State, side: str, result: str) -> tuple[str, ...]:
    """The aircraft of a side that a result can fall on."""
    fighters, bombers = s.sky.fighters.get(side, ()), s.sky.bombers.get(side, ())
    if result == "C":
        return bombers
    return (*fighters[:1], *bombers[:1])


def hit(s: State, t: Trace, by: str, id: str) -> State:
    """X: an aircraft is destroyed; the fighter that led the other side has downed it."""
    s = s.but(air=s.sky.without(id)).destroyed(id)
    t.say("10.3.4.3-a", "shot-down", s, unit=U(id))
    leader = s.sky.leaders.get(by)
    if leader is not None and s.unit(leader).place is not None:
        s = s.change(leader, kills=s.unit(leader).kills + 1)
    return s


def repelled(s: State, t: Trace, id: str) -> State:
    """A: an aircraft goes home at once, face-down."""
    s = s.but(air=s.sky.without(id))
    t.say("10.3.4.3-a", "repelled", s, unit=U(id))
    return s.then(task("fly-home", id))


def let_through(s: State, t: Trace, id: str) -> State:
    """C: a bomber leaves the line and reaches its target."""
    s = s.but(air=s.sky.without(id), missions=s.missions.put(id, s.missions[id].but(through=True)))
    t.say("10.3.4.3-a", "through", s, unit=U(id), hex=Place(s.sky.hex))
    return s


# -- promotion (10.3.4.1) ----------------------------------------------------------------------------------------
def next_factor(s: State, unit: Unit) -> int:
    """The factor to which a fighter would be promoted."""
    once = s.law.reads("promotion-steps", "once-a-turn")
    steps = 1 if once else unit.kills
    wanted = unit.factor + steps
    return min(wanted, THIRD) if s.law.reads("promotion-cap", "three") else wanted


def objections_to_promoting(s: State, id: str) -> Checks:
    """May this fighter be promoted now?"""
    unit = s.unit(id)
    if not unit.fighter or not unit.kills or unit.place is None:
        yield objection("10.3.4.1-c", "no-kill", unit=U(id))
        return
    if unit.promoted and s.law.reads("promotion-steps", "once-a-turn"):
        yield objection("10.3.4.1-c", "promoted-this-turn", unit=U(id), reading=s.law.read("promotion-steps"))
    new = next_factor(s, unit)
    if new <= unit.factor:
        yield objection("10.3.4.1-c", "at-the-top", unit=U(id), reading=s.law.read("promotion-cap"))
    elif new not in s.pool.get(unit.nation, ()):
        yield objection("10.3.4.1-c", "no-better-counter", unit=U(id), factor=new)


@step("promotions", "10.3.4.1-c")
def promotions(s: State, t: Trace) -> State:
    """After all air combats of the impulse."""
    return s.then(*(task("promote", side) for side in (s.phasing, s.waiting)), task("kills-forgotten"))


@step("promote", "10.3.4.1-c", under="promotions")
def promote(s: State, t: Trace, side: str) -> Steps[State]:
    """The owner exchanges his fighters that downed something, in the order he likes."""
    if not any(s.law.allows(objections_to_promoting(s, u.id)) for u in s.pieces.of(side)):
        return s
    id = yield from choose(
        Ask(s, "10.3.4.1-c", side, "promote", ("unit",), lambda id: objections_to_one_promotion(s, side, id))
    )
    unit = s.unit(id)
    new, pool = next_factor(s, unit), list(s.pool.get(unit.nation, ()))
    pool.remove(new)
    s = s.put(unit.but(factor=new, kills=0, promoted=True))
    s = s.but(pool=s.pool.put(unit.nation, tuple(sorted((*pool, unit.factor)))))
    t.say("10.3.4.1-c", "promoted", s, unit=U(id), factor=new, reading=s.law.read("promotion-cap"))
    return s.then(task("promote", side))


def objections_to_one_promotion(s: State, side: str, id: str) -> Checks:
    if s.unit(id).side != side:
        yield objection("10.3.4.1-c", "other-side-promotes", unit=U(id), side=Side(foe(side)))
    yield from objections_to_promoting(s, id)


@step("kills-forgotten", "10.3.4.1-c", under="promotions")
def kills_forgotten(s: State, t: Trace) -> State:
    """Whoever could not be promoted stays as he is, with the reason told."""
    for side in SIDES:
        for unit in s.pieces.of(side):
            if unit.kills:
                why = next(iter(s.law.objections(objections_to_promoting(s, unit.id))))
                t.say(why.rule, why.kind, s, **why.facts)
    return s
