"""7.2, 15.93, 16.11: how many units of a side a hex holds, and when that is checked."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import front_of, theatre_of
from tutor.rulesets.gwie.losses import removed
from tutor.rulesets.gwie.nations import objections_to_company, objections_to_mixing
from tutor.rulesets.gwie.sequence import first_round, side_in
from tutor.rulesets.gwie.state import State, Unit

LIMIT, NATIONAL_LIMIT = 6, 4
ONE_EACH = ("hq", "tank", "anti-tank")
FEW_INFANTRY = {"US": "7.23d", "BU": "7.23e"}
MIXED = {"16.11": "collapsed-stacked", "15.93": "red-army-stacked"}


def counted(unit: Unit) -> bool:
    """HQs, tanks, anti-tank units, forts, GE battalions and canal companies are free (7.23b, 7.23c, 7.23f)."""
    if not unit.fights or unit.kind in ONE_EACH:
        return False
    return not (unit.nation == "GE" and unit.size == "battalion") and unit.called != "canal-company"


def stacking(s: State, hex: str, side: str) -> Ledger:
    """How many units of a side count in a hex."""
    return s.law.ledger("7.23a", "stacking", stacking_lines(s, hex, side))


def stacking_lines(s: State, hex: str, side: str) -> Lines:
    for unit in sorted(s.at(hex, side), key=lambda u: u.id):
        if counted(unit):
            yield plus("7.23a", "counts", 1, unit=U(unit.id))
        elif unit.fort:
            yield plus("7.23f", "counts-not", 0, unit=U(unit.id))
        elif unit.kind in ONE_EACH:
            yield plus("7.23c", "counts-not", 0, unit=U(unit.id))
        else:
            yield plus("7.23b", "counts-not", 0, unit=U(unit.id))


def objections_to_stacking(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit join what stands in a hex?"""
    there = [u for u in s.at(hex, unit.side) if u.id != unit.id]
    if counted(unit):
        now = stacking(s, hex, unit.side)
        if now.total >= LIMIT:
            yield objection("7.23a", "six-at-most", unit=U(unit.id), hex=Place(hex), now=now)
    if unit.kind in ONE_EACH and any(u.kind == unit.kind for u in there):
        yield objection("7.23c", "one-of-each", unit=U(unit.id), hex=Place(hex))
    rule = FEW_INFANTRY.get(unit.nation)
    if rule and unit.foot and sum(u.nation == unit.nation and u.foot for u in there) >= NATIONAL_LIMIT:
        yield objection(rule, "four-at-most", unit=U(unit.id), hex=Place(hex))
    yield from objections_to_company(s, unit, there)


# -- when it is checked (7.22) ---------------------------------------------------------------------------------
@seam("gwie.excess")
def excess(s: State, hex: str, side: str) -> Checks:
    """The limits that a side exceeds in a hex, each with the units of which one too many is there."""
    there = sorted(s.at(hex, side), key=lambda u: u.id)
    facts = {"hex": Place(hex), "who": Side(side)}
    crowd = [u for u in there if counted(u)]
    if len(crowd) > LIMIT:
        yield objection("7.23a", "more-than-six", n=len(crowd), units=units(crowd), **facts)
    for kind in ONE_EACH:
        alike = [u for u in there if u.kind == kind]
        if len(alike) > 1:
            yield objection("7.23c", "more-than-one", units=units(alike), **facts)
    for nation, rule in FEW_INFANTRY.items():
        foot = [u for u in there if u.nation == nation and u.foot]
        if len(foot) > NATIONAL_LIMIT:
            yield objection(rule, "more-than-four", units=units(foot), **facts)
    mixed = {check.rule for u in there if u.ground for check in s.law.objections(objections_to_mixing(s, u, there))}
    for rule in sorted(mixed) if not still_to_move(s, hex, side) else ():
        yield objection(rule, MIXED[rule], units=units(u for u in there if u.ground), **facts)


def still_to_move(s: State, hex: str, side: str) -> bool:
    """Whether a side moves in the Theatre of a hex in the second phase only, and can part its units there then."""
    return first_round(s) and side_in(s, theatre_of(front_of(s, hex))) != side


def overfull(s: State, side: str | None = None) -> tuple[tuple[str, str], ...]:
    """The hexes in which a side, or either, has too many units."""
    held = {(u.place, u.side) for u in s.on_map() if u.place and side in (None, u.side)}
    return tuple(sorted((hex, who) for hex, who in held if not s.law.allows(excess(s, hex, who))))


@step("check-stacking", "7.22")
def check_stacking(s: State, t: Trace) -> State:
    """At the end of a phase in which the limits hold, each side removes what is too much in its hexes."""
    too_full = overfull(s)
    for hex, side in too_full:
        t.say("8.23", "hex-overfull", s, hex=Place(hex), who=Side(side))
    return s.then(*(task("remove-excess", hex, side) for hex, side in too_full))


@step("remove-excess", "7.22", under="check-stacking")
def remove_excess(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """The owner eliminates one unit too many, and again while there is one."""
    if (hex, side) not in overfull(s, side):
        return s
    id = yield from choose(
        Ask(
            s,
            "7.22",
            side,
            "remove-excess",
            ("unit",),
            lambda id: objections_to_removing(s, hex, side, id),
            facts={"hex": Place(hex)},
        )
    )
    return removed(s, t, id).then(task("remove-excess", hex, side))


def objections_to_removing(s: State, hex: str, side: str, id: str) -> Checks:
    """One of those of which there are too many."""
    limits = s.law.objections(excess(s, hex, side))
    if id in {one for check in limits for one in check.units}:
        for check in limits:
            if id in check.units:
                yield held(check.rule, "in-excess", unit=U(id), hex=Place(hex))
        return
    yield objection("7.22", "not-in-excess", unit=U(id), hex=Place(hex))
