"""11.0, 11.1.1, 11.1.3, 11.2, 12.4: what one step costs, what forbids it, and how far a unit comes."""

from __future__ import annotations

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.space.kept import by_identity
from tutor.rulesets.se.costs import cliff_lines, ground_lines
from tutor.rulesets.se.ground import (
    CLIFF,
    column_of,
    crossing,
    effect_number,
    objections_to_crossing,
    terrain_of,
    way,
)
from tutor.rulesets.se.state import MOUNTAIN, State, Unit
from tutor.rulesets.se.state import other as other_side
from tutor.rulesets.se.zones import enemy_zone, felt_zone, friends, has_zone

WAY_LOST = ("way-ends-at-enemy", "way-ends-in-zone", "way-through-friends")
FAR = 4  # hexes from every enemy, for strategic movement


# -- what a step costs -------------------------------------------------------------------------------------


def entry_cost(
    state: State,
    unit: Unit,
    a: str,
    b: str,
    *,
    assault: bool = False,
    tactical: bool = True,
    whole: Number | None = None,
) -> Ledger:
    """What one step costs: the hex, its side, the climb, the zone that is left.

    Args:
        assault: The price of an assault marker (11.1.3).
        tactical: Tactical movement; otherwise the movement of non-activated units (11.2).
        whole: The unit's whole allowance, which a cliff takes; by default that of its counter and the weather.
    """
    rule = "11.1.3" if assault else "11.0.2"
    return state.law.ledger(rule, "entry-cost", _entry_lines(state, unit, a, b, assault, tactical, whole))


def _entry_lines(
    state: State, unit: Unit, a: str, b: str, assault: bool, tactical: bool, whole: Number | None
) -> Lines:
    if CLIFF in crossing(state, a, b):
        yield from cliff_lines(state, unit, b, whole)
        return
    yield from _hex_lines(state, unit, a, b)
    foes = felt_zone(state, unit, a)
    if assault and state.law.reads("assault-zoc-exit", "never-paid"):
        return
    if assault:
        foes = tuple([foe for foe in foes if foe.place != b])
    if foes:
        amount = 1 if state.law.reads("zoc-exit-count", "per-hex") else len(foes)
        rule = "11.1.1" if tactical else "11.2"
        yield plus(rule, "leaving-zone", amount, hex=Place(a), foes=units(foes))


def _hex_lines(state: State, unit: Unit, a: str, b: str) -> Lines:
    """What the ground takes, unless those who stand there take away the road."""
    path = way(state, a, b)
    lost = state.law.in_force(_way_lost(state, unit, b, path)) if path else ()
    yield from ground_lines(state, column_of(unit), a, b, lost)


def _way_lost(state: State, unit: Unit, b: str, path: str) -> Lines:
    """Why the hex must be paid at its terrain cost although a road or track leads there."""
    holders = tuple(foe for foe in state.foes_at(b, unit.side) if has_zone(state, foe))
    foes = enemy_zone(state, unit.side, b)
    if holders and state.law.reads("road-assault", "terrain"):
        reading = None if foes else state.law.read("road-assault")
        yield plus("11.0.5", "way-ends-at-enemy", 0, hex=Place(b), foes=units(holders), reading=reading)
    elif foes:
        yield plus("11.0.5", "way-ends-in-zone", 0, hex=Place(b), foes=units(foes))
    if there := [other for other in friends(state, unit, b) if not other.fortress]:
        dearer = effect_number(state, terrain_of(state.map, b), column_of(unit)) - effect_number(
            state, path, column_of(unit)
        )
        yield plus("12.4", "way-through-friends", 0, hex=Place(b), friends=units(there), dearer=dearer)


# -- what forbids a step -----------------------------------------------------------------------------------


def objections_to_entering(state: State, unit: Unit, a: str, b: str, tactical: bool = True) -> Checks:
    """May this unit step into this hex, points aside?"""
    yield from objections_to_crossing(state, unit, a, b)
    yield from objections_to_meeting(state, unit, b)
    foes = felt_zone(state, unit, b)
    if not foes:
        return
    facts = {"unit": U(unit.id), "hex": Place(b), "foes": units(foes)}
    if unit.gun and not any(other.infantry for other in friends(state, unit, b)):
        yield objection("19.4", "guns-alone-in-zone", **facts)
    if tactical:
        yield held("11.1.1", "zone-entered", **facts)
    else:
        yield objection("11.2", "zone-closed", **facts)


def objections_to_meeting(state: State, unit: Unit, b: str) -> Checks:
    """Enemies other than artillery bar the hex; HQs do not matter (11.0.6). Lone guns are taken (19.4)."""
    foes = state.foes_at(b, unit.side)
    if not foes:
        if quarters := [other for other in state.pieces.at(b) if other.hq and other.side != unit.side]:
            yield held("11.0.6", "hq-no-bar", unit=U(unit.id), hex=Place(b), units=units(quarters))
        return
    facts = {"unit": U(unit.id), "hex": Place(b), "foes": units(foes)}
    if not all(foe.gun for foe in foes):
        yield objection("11.0.6", "enemy-there", **facts)
    elif state.law.reads("lone-guns", "taken-on-entry"):
        yield held("19.4", "guns-taken", **facts, reading=state.law.read("lone-guns"))
    else:
        yield objection("19.3", "guns-need-assault", **facts, reading=state.law.read("lone-guns"))


def too_dear(a: str, b: str, cost: Ledger, left: Number) -> Check:
    """There is no minimum move (11.0.3); a cliff takes a whole allowance, and that is broken (11.0.4).

    Where the road alone would not be too dear, the friends on it are what refuses (12.4).
    """
    if takes_all(cost):
        return objection("11.0.4", "cliff-needs-all", origin=Place(a), hex=Place(b), cost=cost, rest=left)
    lost = [line for line in cost.lines if line.kind in WAY_LOST]
    if len(lost) == 1 and "dearer" in lost[0].facts and cost.total - lost[0].facts["dearer"] <= left:
        friends = lost[0].facts["friends"]
        return objection("12.4", "road-taken", hex=Place(b), friends=friends, cost=cost, left=left)
    return objection("11.0.3", "too-dear", origin=Place(a), hex=Place(b), cost=cost, left=left)


def objections_to_strategic(state: State, unit: Unit, hex: str) -> Checks:
    """May strategic movement begin in a hex, or pass it? No enemy within less than 4 hexes (11.2.2)."""
    if hex not in near_enemies(state, unit.side):
        return
    foes = tuple(u for u in state.units_of(other_side(unit.side)) if state.map.distance(hex, u.place or "") < FAR)
    yield objection("11.2.2", "enemy-near", unit=U(unit.id), hex=Place(hex), foes=units(foes), limit=FAR)


@by_identity(16)
def near_enemies(state: State, side: str) -> frozenset[str]:
    """The hexes less than 4 hexes away from an enemy."""
    places = {unit.place for unit in state.units_of(other_side(side)) if unit.place}
    return frozenset(hex for place in places for hex in state.map.within(place, FAR - 1))


def takes_all(cost: Ledger) -> bool:
    """Whether a step is over a cliff."""
    return any(line.kind == "whole-allowance" for line in cost.lines)


def price(
    state: State, unit: Unit, a: str, b: str, tactical: bool, whole: Number, strategic: bool = False
) -> Ledger | Check:
    """The one text of a step: what forbids it, or what it costs."""
    refusal = state.law.first_objection(objections_to_stepping(state, unit, a, b, tactical, whole, strategic))
    return refusal or entry_cost(state, unit, a, b, tactical=tactical, whole=whole)


def objections_to_stepping(
    state: State, unit: Unit, a: str, b: str, tactical: bool, whole: Number, strategic: bool = False
) -> Checks:
    """Everything that can forbid a step but its price."""
    yield from objections_to_entering(state, unit, a, b, tactical)
    if strategic:
        yield from objections_to_strategic(state, unit, b)
    if whole <= 0 and unit.kind in MOUNTAIN and CLIFF in crossing(state, a, b):
        yield objection("11.0.4", "nothing-left", unit=U(unit.id), hex=Place(b), reading=state.law.read("cliff-move"))
