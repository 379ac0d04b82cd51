"""10.7.4.5: debarking on friendly coasts, invading enemy ones."""

from __future__ import annotations

from typing import Any

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus, times
from tutor.engine.tables import exact
from tutor.engine.trace import Trace
from tutor.rulesets.fa.coming import come, invaded, objections_to_foes, say
from tutor.rulesets.fa.nations import objections_to_country
from tutor.rulesets.fa.state import DOT, State, Unit, sea_areas, seas_of
from tutor.rulesets.fa.terrain import column_of, effect
from tutor.rulesets.fa.weather import (
    FOUL,
    entering,
    objections_to_hq_in_winter,
    objections_to_landing,
    turned_by_winter,
    weather_at,
)

INVADERS = ("inf", "mtn")
FROM = 3


# -- what a coast costs (10.7.4.5) ---------------------------------------------------------------------------------
def landing_cost(s: State, unit: Unit, hex: str) -> Ledger:
    """What the hex costs a unit that comes out of the sea."""
    return s.law.ledger("10.7.4.5-d", "landing-cost", landing_lines(s, unit, hex))


def landing_lines(s: State, unit: Unit, hex: str) -> Lines:
    terrain = s.map.hex(hex).terrain
    cell = effect(s, terrain, column_of(unit))
    yield plus("10.7.4.5-d", "hex-cost", exact(cell.value), hex=Place(hex), terrain=Term(terrain), cell=cell)
    if weather_at(s, hex) in FOUL:
        yield times("8.2.3-a", "foul-weather", 2, weather=Term(weather_at(s, hex)))


# -- where (10.7.4.5) ------------------------------------------------------------------------------------------------
def coast(s: State, area: str) -> tuple[str, ...]:
    """The land hexes of a sea area."""
    if area not in sea_areas(s.map):
        return ()
    return tuple(hex for hex in s.map.named[area].hexes if s.map.hex(hex).terrain != DOT)


def objections_to_any_beach(s: State, unit: Unit) -> Checks:
    """Is there a coast on which this unit may come ashore? If there is none, why not, each reason once."""
    beaches = coast(s, unit.place or "")
    closed: dict[tuple[str, str], Check] = {}
    for hex in beaches:
        refusals = s.law.objections(objections_to_beach(s, unit, hex))
        if not refusals:
            return
        for check in refusals:
            closed.setdefault((check.rule, check.kind), check)
    if not beaches:
        yield objection("10.5.3-e", "not-at-sea", unit=U(unit.id))
    yield from closed.values()


def objections_to_beach(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit come ashore here, and how?"""
    facts = {"unit": U(unit.id), "hex": Place(hex), "area": Place(unit.place or "")}
    if not s.is_hex(hex) or unit.place not in seas_of(s.map, hex):
        yield objection("10.7.4.5-a", "no-such-coast", **facts)
        return
    if unit.id in s.cut and unit.hq:
        yield held("10.5.3-d", "hq-lands-anyway", unit=U(unit.id))
    elif unit.id in s.cut:
        if unit.land:
            yield objection("4.1-a", "no-landing-unsupplied", unit=U(unit.id))
        yield objection("10.5.3-d", "no-landing-unsupplied", unit=U(unit.id))
    if not unit.face_up and not unit.hq:
        yield objection("10.7.4.5-a", "face-down-aboard", unit=U(unit.id))
    if s.held_by(hex, unit.side):
        yield from objections_to_debarking(s, unit, hex)
    else:
        yield from objections_to_invading(s, unit, hex)
    yield from objections_to_country(s, unit, hex)


def objections_to_debarking(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit debark in a hex of its own side?"""
    facts: dict[str, Any] = {"unit": U(unit.id), "hex": Place(hex)}
    yield from objections_to_foes(s, unit, hex)
    if unit.air:
        yield held("10.7.4.5-a", "debarks-there", **facts)
        return
    weather, cost = weather_at(s, hex), landing_cost(s, unit, hex)
    if unit.hq and weather in FOUL:
        reading = s.law.read("hq-port-mud")
        yield objection("10.7.4.5-c", "hq-kept-out", weather=Term(weather), reading=reading, **facts)
    yield from objections_to_hq_in_winter(s, unit, hex, int(cost))
    if cost.total > unit.mp and unit.hq and not unit.face_up:
        yield objection("10.7.4.5-d", "hq-too-dear-ashore", cost=cost, mp=unit.mp, **facts)
    elif cost.total > unit.mp:
        yield held("10.7.4.5-d", "turned-ashore", cost=cost, mp=unit.mp, **facts)
    else:
        yield held("10.7.4.5-a", "debarks-there", **facts)


def objections_to_invading(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit invade a hex of the enemy?"""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if unit.kind not in INVADERS:
        yield objection("10.7.4.5-b", "only-infantry-invades", **facts)
    elif not unit.face_up:
        yield objection("10.7.4.5-b", "face-down-aboard", unit=U(unit.id))
    carrier = s.pieces.get(unit.aboard)
    section = carrier.section if carrier is not None else 0
    check = held if section == FROM else objection
    yield check("10.7.4.5-b", "from-section", section=section, needed=FROM, **facts)
    others = [u for u in s.troops(hex, unit.side) if u.invading]
    if others:
        yield objection("10.7.4.5-b", "one-invader-a-hex", other=U(others[0].id), **facts)
    yield from objections_to_landing(s, unit, hex)


# -- ashore --------------------------------------------------------------------------------------------------------
def ashore(s: State, t: Trace, id: str, hex: str) -> State:
    """The unit is ashore, goes no farther, and is in supply for this impulse."""
    unit = s.unit(id)
    if not s.held_by(hex, unit.side):
        invader = unit.but(aboard="", invading=True, moved=True, landed=True)
        s = come(s, t, [invader], hex, say("10.7.4.5-b", "invades", unit=U(id), hex=Place(hex)))
        return invaded(s, t, id)
    cost = landing_cost(s, unit, hex)
    dear = unit.land and cost.total > unit.mp
    says = [say("10.7.4.5-a", "debarks", unit=U(id), hex=Place(hex))]
    turned = dear or turned_by_winter(s, unit, hex, int(cost))
    if turned and unit.face_up and dear:
        says.append(say("10.7.4.5-d", "turned-by-landing", unit=U(id), cost=cost, mp=unit.mp))
    elif turned and unit.face_up:
        says.append(say("8.2.3-b", "turned-in-winter", unit=U(id), cost=cost, hex=Place(hex)))
    landed = entering(s, unit, hex, aboard="", moved=True, landed=True, face_up=unit.face_up and not turned)
    return come(s, t, [landed], hex, *says)
