"""4.4.1: headquarters (QG): depot, source of activation, battery; and what becomes of one whose hex is taken."""

from __future__ import annotations

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.amphibious import objections_to_nation
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import Told, come, off
from tutor.rulesets.dff.ground import (
    BARRIERS,
    PORT,
    barrier,
    flags,
    front_of,
    hq_range,
    in_hq_range,
    objections_to_land,
    steps_from,
)
from tutor.rulesets.dff.state import AMPHIBIOUS, POOL, Battle, State, Unit, foe


# -- activating (2.2.4.4, 4.4.1) -------------------------------------------------------------------------------
@seam("dff.activating")
def objections_to_activating(state: State, attack: Battle, id: str) -> Checks:
    """Whether an HQ may be activated for an attack on this hex."""
    unit = state.pieces[id]
    if not unit.hq or unit.place is None:
        yield objection("4.4.1-b", "no-headquarters", unit=U(id))
        return
    if unit.side != attack.attacker:
        yield objection("2.2.4.4-a", "not-of-the-side", unit=U(id), who=Side(attack.attacker))
        return
    if id in attack.hqs:
        yield objection("2.2.4.4-k", "activated-already", hq=U(id), hex=Place(attack.hex))
    if unit.activated and id not in state.acting:
        yield objection(used_rule(state), "used-already", unit=U(id))
    if unit.moved:
        yield held("3.3-f", "moved-and-ready", hq=U(id))
    if attack.kind == AMPHIBIOUS:
        yield from _in_port(state, unit)
        yield from objections_to_nation(state, unit, attack.hex)
    else:
        yield from _in_range(state, unit, attack.hex)


def _in_port(state: State, unit: Unit) -> Checks:
    check = held if PORT in flags(state, unit.place or "") else objection
    yield check("2.2.4.4-f", "hq-on-port", hq=U(unit.id), hex=Place(unit.place or ""))


def _in_range(state: State, unit: Unit, hex: str) -> Checks:
    here = unit.place or ""
    if front_of(state, here) != front_of(state, hex):
        reading = state.law.read("hq-range-map-edge")
        check = held if in_hq_range(state, here, hex) else objection
        facts = {"hq": U(unit.id), "hex": Place(hex), "front": Term(front_of(state, hex)), "reading": reading}
        yield check("4.4.1-g", "other-map", **facts)
        return
    steps, reach = steps_from(state, here).get(hex), hq_range(state, here)
    facts = {"hq": U(unit.id), "hex": Place(hex), "range": reach}
    if steps is None:
        yield objection(_cut_off_by(state, here, hex), "range-cut", **facts)
    else:
        check = held if steps <= reach.total else objection
        yield check("2.2.4.4-b", "target-in-range", **facts, n=steps)


def _cut_off_by(state: State, one: str, other: str) -> str:
    """The clause of what keeps an HQ's range from a hex altogether."""
    rules = {"lake": "5.5", "marsh": "5.8", "peaks": "5.2-d"}
    kinds = (barrier(state, a, other) for a in state.map.neighbours(other))
    return next((rules[kind] for kind in kinds if kind), "2.2.4.4-b")


def used_rule(state: State) -> str:
    """A second offensive on the same front says it most precisely."""
    again = state.declared.count((state.active, state.front)) > 1
    return "2.2.4.3-c" if again else "2.2.4.1-b"


def objections_to_range(state: State, attack: Battle, unit: Unit) -> Checks:
    """Whether one of the activated HQs has the unit in range; a landing is free of that (2.2.4.4-b)."""
    here = unit.start or unit.place or ""
    if attack.kind == AMPHIBIOUS and state.law.reads("amphibious-hq-range", "range-only"):
        yield held(
            "2.2.4.4-b", "landing-needs-no-range", unit=U(unit.id), reading=state.law.read("amphibious-hq-range")
        )
        return
    near = [hq for hq in attack.hqs if in_hq_range(state, state.pieces[hq].place or "", here)]
    facts = {"unit": U(unit.id), "hqs": tuple(U(hq) for hq in (near or attack.hqs))}
    if near:
        yield held("4.4.1-c", "unit-in-range", **facts)
    else:
        yield objection("4.4.1-c", "unit-in-range", **facts)
        yield objection("2.2.4.4-a", "only-units-in-range", unit=U(unit.id))


def feeding(state: State, side: str, hex: str) -> tuple[Unit, ...]:
    """The HQs of a side that have a hex in range and supply to give."""
    return tuple(
        hq for hq in state.hqs_of(side) if hq.place and state.stock(hq.id) and in_hq_range(state, hq.place, hex)
    )


# -- captured (4.4.1.5) ----------------------------------------------------------------------------------------
@step("captured-hq", "4.4.1.5-a")
def captured_hq(s: State, t: Trace, hex: str) -> Steps[State]:
    """Each HQ in a hex that was taken escapes on 1 to 7, without its supply, or goes back to the force pool."""
    captor = s.control[hex]
    hqs = s.hqs_at(hex, foe(captor))
    if not hqs:
        return s
    hq = hqs[0]
    die = yield from roll(Die("4.4.1.5-a", captor, "hq-die", 10, facts={"hq": U(hq.id)}))
    cell = charts.cell(s.law, "hq-capture", str(die), "Fate of the HQ")
    if cell.value == "force pool":
        s = pooled(s, hq.id)
        t.say("4.4.1.5-a", "hq-to-pool", s, hq=U(hq.id), cell=cell)
        return s.then(task("captured-hq", hex))
    t.say("4.4.1.5-a", "hq-escapes", s, hq=U(hq.id), cell=cell)
    return s.then(task("hq-flees", hq.id), task("captured-hq", hex))


def pooled(s: State, hq: str) -> State:
    return off(s, s.pieces[hq], POOL)


@step("hq-flees", "4.4.1.5-a", under="captured-hq")
def hq_flees(s: State, t: Trace, id: str) -> Steps[State]:
    """Its owner moves it to any adjacent friendly hex; the supply stays behind (3.3-e)."""
    hq = s.pieces[id]
    origin = hq.place or ""
    if not any(s.law.allows(objections_to_fleeing(s, hq, hex)) for hex in s.map.places):
        s = pooled(s, id)
        t.say("4.4.1.5-a", "no-refuge-for-hq", s, hq=U(id), reading=s.law.read("hq-no-refuge"))
        return s
    ask = Ask(
        s,
        "4.4.1.5-a",
        hq.side,
        "hq-flees-to",
        ("place",),
        lambda hex: objections_to_fleeing(s, hq, hex),
        facts={"hq": U(id)},
    )
    hex = yield from choose(ask)
    s = come(s, t, hq, hex, Told("4.4.1.5-a", "hq-moved", {"hq": U(id), "hex": Place(hex)}))
    if s.supply.get(origin):
        t.say("3.3-e", "supply-left-behind", s, hq=U(id), hex=Place(origin), n=s.supply[origin])
    return s


def objections_to_fleeing(state: State, hq: Unit, hex: str) -> Checks:
    """Where a captured HQ may go."""
    origin = hq.place or ""
    nearest = state.law.reads("hq-no-refuge", "nearest")
    best = _nearest(state, hq) if nearest else 1
    kind = barrier(state, origin, hex) if state.map.adjacent(origin, hex) else None
    if kind is not None and not nearest:
        yield objection(BARRIERS[kind], "barrier-bars", unit=U(hq.id), hex=Place(hex))
    elif steps_from(state, origin).get(hex) != best:
        yield objection("4.4.1.5-a", "not-next-to", hex=Place(hex), origin=Place(origin))
    elif shut := state.law.objections(objections_to_land(state, hex)):
        yield from shut
    elif state.control.get(hex) != hq.side:
        yield objection("2.2.4.5-m", "not-friendly", hex=Place(hex), who=Side(hq.side))
    elif state.ground_at(hex, foe(hq.side)):
        reading = state.law.read("hq-flees-into-attack")
        check = held if state.law.reads("hq-flees-into-attack", "any-friendly") else objection
        yield check("4.4.1.5-a", "hq-not-among-enemies", hq=U(hq.id), hex=Place(hex), reading=reading)
    else:
        yield held("4.4.1.5-a", "refuge-for-hq", hq=U(hq.id), hex=Place(hex))


def _nearest(state: State, hq: Unit) -> int:
    steps = steps_from(state, hq.place or "")
    free = (n for hex, n in steps.items() if state.control.get(hex) == hq.side)
    return int(min((n for n in free if n > 0), default=1))
