"""6.30a: when Enver's attack cannot be made, the three CP units nearest to the Allies march straight at them."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import front_of, front_with
from tutor.rulesets.gwie.passing import passed
from tutor.rulesets.gwie.reaching import reach_of
from tutor.rulesets.gwie.state import ALLIES, CP, State, Unit

FRONT = "caucasus"


def distance_to_allies(s: State, hex: str) -> int | None:
    """How far the nearest Allied unit of the Front is; none where there is none."""
    there = [u.place for u in s.on_map() if u.side == ALLIES and (u.fights or u.hq) and u.place]
    far = [int(s.map.distance(hex, place)) for place in there if front_of(s, place) == FRONT]
    return min(far) if far else None


def _free(s: State) -> list[Unit]:
    """The CP combat units of the Front that have not marched yet."""
    ours = (u for u in s.on_map() if u.side == CP and u.fights and u.mp and u.id not in s.picked)
    return [u for u in ours if front_with(s, u) == FRONT]


@step("enver-march", "6.30a")
def enver_march(s: State, t: Trace, n: int) -> Steps[State]:
    """The nearest first; between equals their owner chooses."""
    if n == 0 or not any(s.law.allows(objections_to_enver(s, u.id)) for u in _free(s)):
        return s.but(picked=())
    id = yield from choose(Ask(s, "6.30a", CP, "enver-unit", ("unit",), lambda id: objections_to_enver(s, id)))
    return s.but(chosen=id, picked=(*s.picked, id)).then(task("enver-to"), task("enver-march", n - 1))


def objections_to_enver(s: State, id: str) -> Checks:
    """Is this unit among the nearest that are left?"""
    free = {u.id: distance_to_allies(s, u.place or "") for u in _free(s)}
    if id not in free or free[id] is None:
        yield objection("6.30a", "enver-not-there", unit=U(id))
        return
    nearer = [other for other, far in free.items() if far is not None and far < (free[id] or 0)]
    if nearer:
        yield objection("6.30a", "enver-nearer-first", unit=U(id), other=U(nearer[0]))
    else:
        yield held("6.30a", "enver-nearest", unit=U(id), n=free[id])


@step("enver-to", "6.30a", under="enver-march")
def enver_to(s: State, t: Trace) -> Steps[State]:
    """As near to the enemy as its whole allowance takes it; supply does not matter, for it does not choose."""
    unit = s.unit(s.chosen or "")
    reach = reach_of(s, (unit,))
    near = {place: distance_to_allies(s, place) or 0 for place in reach.places}
    best = min(near.values())

    def objections(hex: str) -> Checks:
        if hex not in near:
            yield objection("6.30a", "enver-out-of-reach", unit=U(unit.id), hex=Place(hex))
        elif near[hex] > best:
            yield objection("6.30a", "enver-not-straight", unit=U(unit.id), hex=Place(hex), n=near[hex] - best)

    hex = yield from choose(
        Ask(s, "6.30a", CP, "enver-to", ("place",), objections, facts={"unit": U(unit.id)}, among=lambda: reach.places)
    )
    s = s.but(chosen=None)
    t.say("6.30a", "enver-marches", s, unit=U(unit.id), hex=Place(hex))
    for node in reach.path(hex)[1:]:
        s = passed(s, t, (unit,), node if isinstance(node, str) else node[0])
    return s
