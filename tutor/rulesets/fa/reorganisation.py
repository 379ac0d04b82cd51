"""10.7.7: HQs turn tired troops face-up again."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Steps, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, instead, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.activities import REORGANISE, objections_to_activity
from tutor.rulesets.fa.attacking import objections_to_side
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.nations import controller_of, cooperate
from tutor.rulesets.fa.state import MAJORS, State, Unit
from tutor.rulesets.fa.terrain import ALPINE, SEA, crossed

LATER = ("art", "tank", "hq")


# -- which HQ ------------------------------------------------------------------------------------------------------
def reorganising(s: State, hq: Unit) -> Ledger:
    """How many units an HQ can turn; face-down it can turn none."""
    return s.law.ledger("10.7.7-c", "reorganising-value", reorganising_lines(s, hq))


def reorganising_lines(s: State, hq: Unit) -> Lines:
    yield plus("10.7.7-c", "reorganisation", hq.reorganisation, unit=U(hq.id))
    if not hq.face_up:
        yield instead("10.7.7-d", "face-down-hq", 0)


def objections_to_reorganising_with(s: State, id: str) -> Checks:
    """May this HQ reorganise anything?"""
    hq = s.unit(id)
    yield from objections_to_side(s, hq, "10.7.7-b")
    if hq.place is None:
        return
    if not hq.hq:
        yield objection("10.7.7-a", "no-hq", unit=U(id))
        return
    value = reorganising(s, hq)
    if not value.total:
        rule = "10.7.7-d" if not hq.face_up else "10.7.7-c"
        yield objection(rule, "reorganises-none", unit=U(id), value=value)
    yield from objections_to_activity(s, hq, REORGANISE)
    if not any(s.law.allows(objections_to_reorganising(s, id, u.id)) for u in s.pieces.of(hq.side)):
        yield objection("10.7.7-c", "nobody-to-reorganise", unit=U(id))
        yield from _out_of_its_hands(s, hq)


def _out_of_its_hands(s: State, hq: Unit) -> Checks:
    """Tired troops in the hex of an HQ or beside it, whom a hexside or their nation keeps from it."""
    around = (hq.place or "", *(s.map.neighbours(hq.place or "") if hq.place in s.map else ()))
    for unit in s.pieces.of(hq.side):
        tired = unit.land and unit.kind not in LATER and not unit.face_up
        if tired and unit.place in around:
            yield from s.law.objections(_near(s, hq, unit))
            yield from s.law.objections(objections_to_helping(s, hq, unit))


# -- whom ------------------------------------------------------------------------------------------------------------
def objections_to_reorganising(s: State, hq_id: str, id: str) -> Checks:
    """May this HQ turn this unit face-up?"""
    hq, unit = s.unit(hq_id), s.unit(id)
    facts = {"unit": U(id), "hq": U(hq_id)}
    if unit.side != hq.side or unit.place is None:
        yield objection("10.7.7-c", "not-ones-own", **facts)
        return
    if not unit.land or unit.kind in LATER:
        yield objection("10.7.7-a", "waits-for-the-end", **facts)
        return
    if unit.face_up:
        yield objection("10.7.7-c", "upright-already", unit=U(id))
    yield from _near(s, hq, unit)
    yield from objections_to_helping(s, hq, unit)


def _near(s: State, hq: Unit, unit: Unit) -> Checks:
    """Stacked or adjacent, and no alpine side or open sea between."""
    here, there = hq.place or "", unit.place or ""
    facts = {"unit": U(unit.id), "hq": U(hq.id)}
    if here == there:
        yield held("10.7.7-c", "stacked-with-hq", **facts)
    elif here not in s.map or there not in s.map or not s.map.adjacent(here, there):
        yield objection("10.7.7-c", "hq-not-near", **facts)
    elif walls := [kind for kind in crossed(s, here, there) if kind in (ALPINE, SEA)]:
        yield objection("10.7.7-c", "hq-behind", terrain=Term(walls[0]), **facts)
    else:
        yield held("10.7.7-c", "beside-hq", **facts)


def objections_to_helping(s: State, hq: Unit, unit: Unit) -> Checks:
    """Not another power's units; a minor country's HQ only its own."""
    if hq.country == unit.country:
        return
    facts = {"unit": U(unit.id), "hq": U(hq.id)}
    if not cooperate(s, hq.nation, unit.nation):
        yield objection("19.2_a-i", "strangers-reorganised", **facts)
    elif unit.nation in MAJORS and hq.nation in MAJORS:
        american = {hq.nation, unit.nation} == {"usa", "france"} and s.law.reads("us-french-hq", "yes")
        check = held if american else objection
        yield check("19.3-a", "other-power", reading=s.law.read("us-french-hq"), **facts)
    elif hq.nation not in MAJORS:
        yield objection("19.3-a", "minor-hq-own-only", **facts)
    else:
        yield held("19.3-a", "minor-reorganised", nation=Term(controller_of(s, unit.nation)), **facts)


# -- the phase -------------------------------------------------------------------------------------------------------
@step("reorganisation", "10.7.7-b")
def reorganisation(s: State, t: Trace) -> Steps[State]:
    """HQ after HQ, any number of them."""
    hq = yield from choose(
        Ask(
            s,
            "10.7.7-b",
            s.phasing,
            "reorganise-with",
            ("unit",),
            lambda id: objections_to_reorganising_with(s, id),
            to_end=nothing,
        )
    )
    if hq == DONE:
        return s
    return s.then(task("reorganise", hq, int(reorganising(s, s.unit(hq)))), task("reorganisation"))


@step("reorganise", "10.7.7-c", under="reorganisation")
def reorganise(s: State, t: Trace, hq: str, left: int) -> Steps[State]:
    """As many units as the value of the HQ; then it is turned."""
    some = any(s.law.allows(objections_to_reorganising(s, hq, u.id)) for u in s.pieces.of(s.unit(hq).side))
    fresh = left == int(reorganising(s, s.unit(hq)))
    unit = DONE
    if left and some:
        unit = yield from choose(
            Ask(
                s,
                "10.7.7-c",
                s.phasing,
                "reorganise",
                ("unit",),
                lambda id: objections_to_reorganising(s, hq, id),
                to_end=None if fresh else nothing,
                facts={"hq": U(hq), "left": left},
            )
        )
    if unit == DONE:
        s = s.change(hq, face_up=False)
        t.say("10.7.7-d", "hq-turned", s, hq=U(hq))
        return s
    s = s.change(unit, face_up=True)
    t.say("10.7.7-c", "reorganised", s, unit=U(unit), hq=U(hq), hex=Place(s.unit(unit).place or ""))
    return s.then(task("reorganise", hq, left - 1))
