"""5.3: the Replacement Phase of the Near East alone: what comes back from the Dead Pile, and at whose cost."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.headquarters import SHELL_SHORTAGE
from tutor.rulesets.gwie.homes import PEF
from tutor.rulesets.gwie.nations import EMPIRE
from tutor.rulesets.gwie.near_east import payer
from tutor.rulesets.gwie.state import AVAILABLE, DEAD_EUROPE, DEAD_NEAR_EAST, State, Unit
from tutor.rulesets.gwie.supply import in_supply

PAID_BY: Mapping[str, str] = {"persian-cossack": "RU", "south-persian-rifles": "BR", "persian-gendarmerie": "TU"}
ONE_STEP = {"CA": "canadians", "AS": "anzacs", "NZ": "anzacs"}
READY, DEPLETED = "support", "depleted"
FIT_HQ, TIRED_HQ = 2, 1


@step("rebuild", "5.31")
def rebuild(s: State, t: Trace, side: str) -> Steps[State]:
    """Step by step, as long as there are Resource Points."""
    if not any(s.law.allows(objections_to_rebuilding(s, side, u.id)) for u in s.pieces):
        return s
    id = yield from choose(
        Ask(
            s,
            "5.31",
            side,
            "rebuild",
            ("unit",),
            lambda id: objections_to_rebuilding(s, side, id),
            to_end=lambda: iter(()),
        )
    )
    if id == DONE:
        return s
    if s.unit(id).hq:
        return s.then(task("rebuild-hq", id), task("rebuild", side))
    return _rebuilt(s, t, s.unit(id), cost_of(s, s.unit(id))).then(task("rebuild", side))


@step("rebuild-hq", "5.34", under="rebuild")
def rebuild_hq(s: State, t: Trace, id: str) -> Steps[State]:
    """Depleted for the price of a step, or on its Support side for two points."""
    hq = s.unit(id)
    face = yield from choose(
        Ask(
            s,
            "5.34",
            hq.side,
            "rebuild-hq",
            ("option",),
            lambda face: objections_to_hq_side(s, hq, face),
            options=(DEPLETED, READY),
            back=True,
            facts={"unit": U(id)},
        )
    )
    if face == BACK:
        return s
    return _rebuilt(s, t, hq.but(depleted=face == DEPLETED), cost_of(s, hq, face))


def _rebuilt(s: State, t: Trace, unit: Unit, cost: Ledger) -> State:
    """Paid for: a step of a unit on the map, or a unit of one step in the Available Units Box."""
    nation = paid_by(unit)
    s = s.but(rp=s.rp.put(nation, s.rp[nation] - int(cost)))
    if unit.nation in ONE_STEP:
        kind = ONE_STEP[unit.nation]
        s = s.but(bought=s.bought.put(kind, s.bought.get(kind, 0) + 1))
    if unit.place is not None:
        s = s.put(unit.but(steps=unit.steps + 1))
        t.say("5.33", "step-restored", s, unit=U(unit.id), nation=Term(nation), cost=cost, left=s.rp[nation])
        return s
    called = "" if unit.called == PEF else unit.called  # who fell in Persia comes back in the Caucasus (17.21)
    s = s.put(unit.but(steps=1, box=AVAILABLE[unit.side], rebuilt=True, called=called))
    t.say("5.33", "rebuilt", s, unit=U(unit.id), nation=Term(nation), cost=cost, left=s.rp[nation])
    return s


# -- what may come back (5.32-5.37) ----------------------------------------------------------------------------
def paid_by(unit: Unit) -> str:
    """Whose Resource Points pay for a unit (5.35)."""
    return PAID_BY.get(unit.called, payer(unit.nation))


def cost_of(s: State, unit: Unit, face: str = DEPLETED) -> Ledger:
    """What one step of a unit costs, or an HQ on one of its sides."""
    return s.law.ledger("5.33", "rebuilding-cost", cost_lines(unit, face))


def cost_lines(unit: Unit, face: str) -> Lines:
    yield plus("5.33", "one-step", TIRED_HQ, unit=U(unit.id))
    if unit.hq and face == READY:
        yield plus("5.34", "ready-at-once", FIT_HQ - TIRED_HQ, unit=U(unit.id))


def objections_to_rebuilding(s: State, side: str, id: str) -> Checks:
    """May a step of this unit be bought back now?"""
    unit = s.unit(id)
    if unit.side != side or not unit.ground:
        yield objection("5.31", "not-to-rebuild", unit=U(id), who=Side(side))
        return
    dead = unit.box in (DEAD_NEAR_EAST, DEAD_EUROPE)
    if dead:
        yield held("5.31", "in-dead-pile", unit=U(id))
    elif unit.place is None or unit.steps >= len(unit.face):
        yield objection("5.31", "nothing-lost", unit=U(id))
    elif s.influenza:
        yield objection("6.58", "influenza-fills-nobody-up", unit=U(id))
    elif not in_supply(s, unit):
        yield objection("5.31", "rebuilt-in-supply", unit=U(id))
    if unit.dotted or (not dead and unit.nation in EMPIRE):
        yield objection("5.32", "dotted", unit=U(id))
    if unit.nation == "GE":
        yield objection("5.37", "germans-not-rebuilt", unit=U(id))
        return  # nobody here pays for them
    if s.bought.get(ONE_STEP.get(unit.nation, ""), 0):
        yield objection("5.36", "one-step-a-phase", unit=U(id), nation=Term(unit.nation))
    yield from _payable(s, unit, cost_of(s, unit))


def objections_to_hq_side(s: State, hq: Unit, face: str) -> Checks:
    """On its Support side an HQ costs two, and during the shell shortage it is not to be had."""
    if face == READY and s.letter in SHELL_SHORTAGE:
        yield objection("5.34", "no-shells-for-hq", unit=U(hq.id), letter=s.letter)
    if face == READY and payer(hq.nation) == "RU" and s.stands("czar-fallen"):
        reading = s.law.read("hq-rebuilt-after-czar")
        check = held if reading.option == "ready" else objection
        yield check("5.45", "czarist-hq-rebuilt", unit=U(hq.id), reading=reading)
    yield from _payable(s, hq, cost_of(s, hq, face))


def _payable(s: State, unit: Unit, cost: Ledger) -> Checks:
    nation = paid_by(unit)
    check = held if s.rp.get(nation, 0) >= cost.total else objection
    rule = "5.35c" if unit.called in PAID_BY or unit.nation == "AR" else "5.35b"
    yield check(rule, "resources-for", unit=U(unit.id), nation=Term(nation), cost=cost, left=s.rp.get(nation, 0))
