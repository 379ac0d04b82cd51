"""2.2.4.8: movement that has nothing to do with combat."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import stacking
from tutor.rulesets.dff.answers import unforced
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import Told, come
from tutor.rulesets.dff.ground import front_of, theatre
from tutor.rulesets.dff.marching import MARCH
from tutor.rulesets.dff.movement import objections_to_setting_out, potential, reach_of
from tutor.rulesets.dff.state import State, Unit
from tutor.rulesets.dff.supply import move_bill, spent


@step("noncombat", "2.2.4.8-a")
def noncombat(s: State, t: Trace) -> Steps[State]:
    """Units not activated move, for a supply point each."""
    ask = Ask(
        s,
        "2.2.4.8-a",
        s.active,
        "move",
        ("unit",),
        lambda id: objections_to_moving(s, id),
        to_end=lambda: objections_to_ending(s),
    )
    id = yield from choose(ask)
    if id == DONE:
        return s
    return s.but(chosen=id).then(task("move-to"), task("noncombat"))


def objections_to_ending(state: State) -> Checks:
    """No hex may stay too full, as long as somebody there can still leave it."""
    for check in state.law.in_force(stacking.violations(state)):
        there = check.facts["units"]
        if any(state.law.allows(objections_to_moving(state, unit.id)) for unit in there):
            yield check
    yield from unforced("2.2.4.8-a")()


def objections_to_moving(state: State, id: str) -> Checks:
    """Whether a unit may make a non-combat move."""
    unit = state.pieces[id]
    if unit.side != state.active or unit.place is None:
        yield objection("2.2.4.8-a", "not-of-the-side", unit=U(id), who=Side(state.active))
        return
    if unit.hq:
        yield objection("2.2.4.4-b", "hqs-stay", unit=U(id))
        return
    if not unit.ground:
        yield objection("2.2.4.8-a", "no-ground-unit", unit=U(id))
        return
    yield from objections_to_setting_out(state, unit)
    if unit.activated:
        yield objection("2.2.4.8-a", "used-already", unit=U(id))
    if theatre(state, unit.place) != state.front:
        yield objection("2.2.4.1-b", "not-on-the-front", hex=Place(unit.place), front=Term(state.front))
    payers = nearest_hqs(state, unit)
    if not payers or state.stock(payers[0].id) < move_bill(state).total:
        yield objection("2.2.4.8-a", "nearest-hq-cannot-pay", unit=U(id))
    else:
        yield held("2.2.4.8-a", "nearest-hq-pays", unit=U(id), hq=U(payers[0].id))


def nearest_hqs(state: State, unit: Unit) -> list[Unit]:
    """Friendly HQs of the front, the nearest first."""
    here = unit.place or ""
    ours = [hq for hq in state.hqs_of(unit.side) if front_of(state, hq.place or "") == front_of(state, here)]
    return sorted(ours, key=lambda hq: (state.map.distance(here, hq.place or ""), -state.stock(hq.id), hq.id))


@step("move-to", "2.2.4.8-a", under="noncombat")
def move_to(s: State, t: Trace) -> Steps[State]:
    """As far as the potential and the ground allow; never into the enemy."""
    id = s.chosen
    ask = Ask(
        s,
        "2.2.4.8-a",
        s.active,
        "move-to",
        ("place",),
        lambda hex: objections_to_destination(s, id, hex),
        back=True,
        facts={"unit": U(id)},
        goes=(MARCH,),
    )
    hex = yield from choose(ask)
    s = s.but(chosen="")
    if hex == BACK:
        return s
    unit = s.pieces[id]
    way = [node for node in reach_of(s, unit).path(hex) if node not in (unit.place, hex)]
    hq = nearest_hqs(s, unit)[0]
    n = int(move_bill(s))
    s = spent(s, hq.id, n)
    t.say("2.2.4.8-a", "paid", s, hq=U(hq.id), n=n, left=s.stock(hq.id), hex=Place(hex))
    told = Told("2.2.4.8-a", "moves", {"unit": U(id), "hex": Place(hex), "origin": Place(unit.place or "")})
    return come(s, t, unit, hex, told, road=way, activated=True)


def objections_to_destination(state: State, id: str, hex: str) -> Checks:
    """Whether the unit comes so far."""
    unit = state.pieces[id]
    reached = reach_of(state, unit)
    facts = {"unit": U(id), "hex": Place(hex)}
    if hex == unit.place:
        yield objection("2.2.4.8-a", "stands-there", **facts)
    elif unit.stacks and stacking.room(state, hex, unit.side) <= 0:
        yield objection("4.3-a", "no-room", hex=Place(hex), limit=stacking.limit(state, hex))
    elif hex in reached:
        yield held("2.2.4.8-a", "moves-so-far", **facts, cost=reached.cost(hex), potential=potential(state, unit))
    else:
        closed = reached.why_not(hex)
        checks = closed.checks if closed else ()
        yield from checks
        if not checks:
            yield objection("2.2.4.8-a", "cut-off", **facts)
