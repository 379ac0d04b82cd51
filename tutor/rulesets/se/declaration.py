"""13.1, 11.1.3, 11.3: declaring assaults."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger
from tutor.engine.near import Near
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.disorganisation import disorganise, settle
from tutor.rulesets.se.ground import CLIFF, crossing, objections_to_crossing
from tutor.rulesets.se.paces import PACES, march_bonus, potential
from tutor.rulesets.se.stacking import assault_limit, stack
from tutor.rulesets.se.state import State, Unit
from tutor.rulesets.se.terrain import entry_cost
from tutor.rulesets.se.zones import enemy_hexes

NEXT_TO_IT, NEXT_TO_THE_TARGET = 1, 2  # hexes


def _looks(unit: Unit, side: str) -> int:
    """How far from a unit lies what decides whether it can assault: the zones of enemies make the target dearer."""
    return NEXT_TO_IT if side == unit.side else NEXT_TO_THE_TARGET


NEAR = Near(hexes=_looks, past=frozenset(("agenda", "chosen", "marching")))


@step("declare", "13.1.1")
def declare(s: State, t: Trace) -> Steps[State]:
    """The active player names a unit that will assault, or ends the declaration."""
    unit = yield from choose(
        Ask(
            s,
            "13.1.2",
            s.active,
            "declare",
            ("unit",),
            lambda unit: objections_to_assaulting_with(s, unit),
            to_end=lambda: iter(()),
            among=lambda: _beside_enemies(s),
            near=NEAR,
        )
    )
    if unit == DONE:
        thinned = [task("too-many", s.active)] if s.law.reads("surplus-assaulters", "chosen-at-once") else []
        return s.then(*thinned, task("forced-march"))
    return s.then(task("declare-hex"), task("declare"), chosen=unit)


@step("declare-hex", "13.1.1", under="declare")
def declare_hex(s: State, t: Trace) -> Steps[State]:
    """The hex that the chosen unit will assault; its marker costs the movement points of entry."""
    hex = yield from choose(
        Ask(
            s,
            "13.1.5",
            s.active,
            "declare-hex",
            ("place",),
            lambda hex: objections_to_assaulting(s, s.unit(s.chosen or ""), hex),
            back=True,
            facts={"unit": U(s.chosen or "")},
            among=lambda: s.map.neighbours(s.unit(s.chosen or "").place or ""),
        )
    )
    unit = s.unit(s.chosen or "")
    s = s.but(chosen=None)
    if hex == BACK:
        return s
    cost = assault_cost(s, unit, hex)
    marches = cost.total > unit.mp_left
    left = unit.mp_left + (march_bonus(s, unit).total if marches else 0) - cost.total
    s = s.put(unit.but(assault=hex, origin=unit.place, mp_left=left, marched=unit.marched or marches))
    if marches:
        s = s.but(marching=s.marching | {unit.id})
    t.say("13.1.1", "assault-marker", s, unit=U(unit.id), hex=Place(hex), cost=cost)
    return s


@seam("se.assaulting-with")
def objections_to_assaulting_with(s: State, id: str) -> Checks:
    """May this unit declare an assault at all?"""
    unit = s.unit(id)
    if unit.side != s.active:
        yield objection("3.0-active", "not-active", unit=U(id), side=Side(s.active))
    if unit.place is None:
        yield objection("13.1.1", "off-map", unit=U(id))
        return
    if not unit.infantry:
        yield objection("13.1.1", "not-infantry", unit=U(id))
    if not unit.commanded and unit.side == s.active:
        yield objection("8.6", "not-commanded", unit=U(id))
    if unit.assault:
        yield objection("13.1.3", "declared-already", unit=U(id), hex=Place(unit.assault))
    if unit.side == s.active and unit.infantry and not unit.assault:
        yield from _somewhere_to_assault(s, unit)
    mates = [u for u in s.units_at(unit.place, unit.side) if u.infantry and u.id != id]
    if mates:
        yield held("13.1.2", "each-for-itself", unit=U(id), mates=units(mates))


def _beside_enemies(s: State) -> frozenset[str]:
    """The units of the active side without a marker that stand next to an enemy."""
    foes, side = enemy_hexes(s, s.active), s.active
    free = [u for u in s.pieces if u.side == side and u.place and not u.assault]
    return frozenset([u.id for u in free if not foes.isdisjoint(s.map.neighbours(u.place))])


def _somewhere_to_assault(s: State, unit: Unit) -> Checks:
    """It needs at least one adjacent enemy hex that it can enter; if none, why each of them is closed."""
    held_by_foes = enemy_hexes(s, unit.side)
    foes = [hex for hex in s.map.neighbours(unit.place) if hex in held_by_foes]
    if not foes:
        yield objection("13.1.1", "no-enemy-adjacent", unit=U(unit.id))
        return
    closed: list[Check] = []
    for hex in foes:
        refusal = s.law.first_objection(objections_to_assaulting(s, unit, hex))
        if refusal is None:
            yield held("13.1.1", "enemy-adjacent", unit=U(unit.id), hexes=places(foes))
            return
        closed.append(refusal)
    yield from closed


def objections_to_assaulting(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit put its assault marker towards this hex?"""
    here = unit.place or ""
    if hex not in s.map.neighbours(here):
        yield objection("13.1.1", "not-adjacent", unit=U(unit.id), hex=Place(hex))
        return
    foes = s.foes_at(hex, unit.side)
    if not foes:
        yield objection("13.1.1", "no-enemy-there", hex=Place(hex))
        return
    if all(foe.gun for foe in foes) and s.law.reads("lone-guns", "taken-on-entry"):
        yield held("19.3", "lone-guns", hex=Place(hex), reading=s.law.read("lone-guns"))
    blocked = s.law.objections(objections_to_crossing(s, unit, here, hex))
    yield from blocked
    if blocked:
        return
    yield from _payment(s, unit, hex)


def _payment(s: State, unit: Unit, hex: str) -> Checks:
    """The marker costs as much as the entry of the hex, if need be by forced march (13.1.5, 11.3).

    A cliff takes the whole allowance and whatever a march adds to it (11.0.4), whichever of the two comes first.
    """
    if unit.over_cliff:
        yield objection("11.0.4", "cliff-took-all", unit=U(unit.id))
        return
    cost = assault_cost(s, unit, hex)
    facts = {"unit": U(unit.id), "hex": Place(hex), "cost": cost}
    over_cliff = CLIFF in crossing(s, unit.place or "", hex)
    forced = cost.total > unit.mp_left and not (unit.marched or over_cliff) and s.law.on("11.3")
    bonus = march_bonus(s, unit) if forced else None
    left = unit.mp_left + (bonus.total if bonus else 0)
    if cost.total > left or (over_cliff and not unit.mp_left):
        yield objection("13.1.5", "too-dear", **facts, left=left)
    elif cost.total > unit.mp_left:
        yield held("11.3", "by-forced-march", **facts, left=unit.mp_left, bonus=bonus)
    else:
        yield held("13.1.5", "can-pay", **facts, left=unit.mp_left)


def assault_cost(s: State, unit: Unit, hex: str) -> Ledger:
    """What the marker costs: entry of the target hex, without leaving the zone of those who hold it (11.1.3).

    Of a unit that has marched in this action a cliff takes the points of the march, too.
    """
    marched = unit.marched and unit.side == s.active and not s.law.reads("cliff-move", "what-is-left")
    whole = potential(s, unit, PACES["tactical-march"]).total if marched else None
    return entry_cost(s, unit, unit.place or "", hex, assault=True, whole=whole)


@step("forced-march", "11.3")
def forced_march(s: State, t: Trace) -> State:
    """Units that marched to their assault take their point now, before the bombardment."""
    for id in sorted(s.marching):
        t.say("11.3", "marched", s, unit=U(id))
        s = disorganise(s, t, id, 1, "11.3", held=s.law.reads("surrender-after-march", "held-below"))
    return settle(s.but(marching=frozenset()), t)


# -- more than may go -----------------------------------------------------------------------------------------
@step("too-many", "13.1.4")
def too_many(s: State, t: Trace, side: str) -> Steps[State]:
    """More units may declare than may go: the owner says, one after another, who stays behind."""
    crowded = crowded_hexes(s, side)
    if not crowded:
        return s
    unit = yield from choose(
        Ask(
            s,
            "13.1.4",
            side,
            "stay-behind",
            ("unit",),
            lambda unit: objections_to_staying(s, side, unit),
            to_end=lambda: objections_to_all_going_in(s, side),
            facts={"hex": Place(crowded[0])},
            among=lambda: [u.id for u in s.pieces if u.assault in crowded],
        )
    )
    if unit == DONE:
        return s
    return s.change(unit, assault=None, origin=None).then(task("too-many", side))


@by_identity(16)
def crowded_hexes(s: State, side: str) -> tuple[str, ...]:
    """Target hexes that more units would enter than the limit allows one side (12.5)."""
    targets = sorted({u.assault for u in s.on_map() if u.side == side and u.assault})
    return tuple(hex for hex in targets if _too_many(s, hex, side))


def _too_many(s: State, hex: str, side: str) -> bool:
    return stack(s, hex, side, s.assaulting(hex, side)).total > assault_limit(s, hex).total


def objections_to_all_going_in(s: State, side: str) -> Checks:
    """May nobody more stay behind?"""
    for hex in crowded_hexes(s, side):
        yield objection("12.5", "too-many-assaulters", hex=Place(hex), limit=assault_limit(s, hex))


def objections_to_staying(s: State, side: str, id: str) -> Checks:
    """May this assaulter be the one that stays behind?"""
    unit = s.unit(id)
    if unit.side != side or unit.assault is None:
        yield objection("13.1.4", "not-assaulting", unit=U(id))
    elif unit.assault not in crowded_hexes(s, side):
        yield objection("13.1.3", "must-assault", unit=U(id), hex=Place(unit.assault))
    else:
        yield held("12.5", "too-many-assaulters", hex=Place(unit.assault), limit=assault_limit(s, unit.assault))
