"""Where a unit may go by each means, and why not: what the terminal, the board and the Movement Phase ask."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going, SupplyLine
from tutor.rulesets.dff import depots, marching, noncombat, rails, sea, tracing
from tutor.rulesets.dff.ground import PARENTS, front_of, theatre
from tutor.rulesets.dff.marching import FORCED, MARCH, MEANS, RAIL, SEA
from tutor.rulesets.dff.movement import ground_bars
from tutor.rulesets.dff.state import MOVEMENT, SUPPLYING, State, Unit, foe

RULES = {MARCH: "2.2.5-b", FORCED: "2.2.5.1", RAIL: "2.2.5.3-a", SEA: "2.2.5.2-a"}


def going(state: State, id: str) -> tuple[Going, ...]:
    """On foot, by forced march, by rail and by sea."""
    return tuple(by(state, state.pieces[id], means) for means in MEANS)


def by(state: State, unit: Unit, means: str) -> Going:
    """Where one unit may go by one means."""
    return _WAYS[means](state, unit, means, _closed(state, unit, means))


def _closed(state: State, unit: Unit, means: str) -> tuple[Check, ...]:
    """What shuts a means to a unit altogether."""
    if means == MARCH and state.phase != MOVEMENT:
        found = [*_before_movement(state, unit)]
    else:
        found = [*marching.objections_to_moving_on(state, unit.side, unit.id)]
    onward = state.law.allows(found) or unit.activated or unit.travelled
    if onward and unit.place is not None:
        found += _SHUT[means](state, unit, means)
    return state.law.objections(found)


def _before_movement(state: State, unit: Unit) -> Checks:
    """In the Supply Phase only HQs go; in the Offensives Phase a move is apart from combat and costs supply."""
    if state.phase == SUPPLYING or unit.place is None:
        yield from depots.objections_to_shifting_hq(state, unit.side, unit.id)
        return
    here = theatre(state, unit.place)
    yield from noncombat.objections_to_moving(state.but(active=unit.side, front=here), unit.id)


def _foot(state: State, unit: Unit, means: str, closed: tuple[Check, ...]) -> Going:
    rule = RULES[means] if means == FORCED or state.phase == MOVEMENT else "2.2.4.8-a"
    walks = unit.place is not None and not unit.works and (unit.ground or unit.hq)
    ending = partial(_on_foot_at, state, unit, means)
    instead: Callable[[str], Checks] = partial(_attack_instead, state, unit)
    if not walks:
        return Going(
            law=state.law,
            means=means,
            rule=rule,
            unit=unit.id,
            reach=None,
            no_way=partial(no_way, state, unit),
            allowance=None,
            closed=closed,
            ending=ending,
        )
    reach = marching.march_reach(state, unit.id, means)
    endless = partial(marching.endless_march, state, unit)
    whole = marching.paces(state, unit, means)
    why = partial(no_way, state, unit)
    return Going(
        law=state.law,
        means=means,
        rule=rule,
        unit=unit.id,
        reach=reach,
        no_way=why,
        allowance=whole,
        closed=closed,
        ending=ending,
        instead=instead,
        endless=endless,
    )


def _on_foot_at(state: State, unit: Unit, means: str, hex: str) -> Checks:
    yield from marching.objections_to_ending_at(state, unit, hex)
    yield from marching.comes_so_far(state, unit, means, hex)
    yield from marching.across_the_edge(state, unit, means, hex)


def no_way(state: State, unit: Unit, hex: str) -> Check:
    """No way on foot leads there at all; onto another map only the hexes of the same letter do (1.1)."""
    front = front_of(state, hex)
    if unit.place is None or front == front_of(state, unit.place):
        return objection("2.2.5-b", "cut-off", unit=U(unit.id), hex=Place(hex))
    rule = "1.1-d" if front in PARENTS else "1.1-g"
    return objection(rule, "maps-not-joined", origin=Place(unit.place), hex=Place(hex), front=Term(front))


def _attack_instead(state: State, unit: Unit, hex: str) -> Checks:
    """An enemy next door may be attacked in the Offensives Phase, his zones notwithstanding."""
    near = unit.place is not None and state.map.adjacent(unit.place, hex)
    if not near or not unit.ground or ground_bars(state, unit, unit.place or "", hex) is not None:
        return
    if state.phase != MOVEMENT and (state.ground_at(hex, foe(unit.side)) or state.hqs_at(hex, foe(unit.side))):
        yield held("2.2.5.6-b", "attack-instead", unit=U(unit.id), hex=Place(hex))


def _carried(state: State, unit: Unit, means: str, closed: tuple[Check, ...]) -> Going:
    """By train or by ship."""
    reaching, no_way, ending = _CARRIED[means]
    return Going(
        law=state.law,
        means=means,
        rule=RULES[means],
        unit=unit.id,
        reach=reaching(state, unit.id) if unit.place is not None else None,
        no_way=no_way,
        allowance=None,
        closed=closed,
        ending=partial(ending, state, unit),
    )


def _off_the_train(state: State, unit: Unit, hex: str) -> Checks:
    reach = rails.rail_reach(state, unit.id)
    if hex in reach:
        yield held("2.2.5.3-a", "line-open", unit=U(unit.id), hex=Place(hex))
        yield from rails.edges_passed(state, reach.path(hex))
    yield from rails.objections_to_detraining(state, unit, hex)
    yield from marching.objections_to_ending_at(state, unit, hex)


def _ashore(state: State, unit: Unit, hex: str) -> Checks:
    if state.law.allows(sea.objections_to_sailing_to(state, unit, hex)):
        yield from sea.objections_to_sailing_to(state, unit, hex)
        yield from sea.objections_to_fare(state, unit, hex)
    yield from marching.objections_to_ending_at(state, unit, hex)


_CARRIED = {
    RAIL: (rails.rail_reach, rails.no_track, _off_the_train),
    SEA: (sea.sea_reach, sea.no_coast, _ashore),
}
_WAYS = {MARCH: _foot, FORCED: _foot, RAIL: _carried, SEA: _carried}
_SHUT: dict[str, Callable[[State, Unit, str], Checks]] = {
    MARCH: marching.objections_to_marching,
    FORCED: marching.objections_to_marching,
    RAIL: lambda state, unit, means: rails.objections_to_entraining(state, unit),
    SEA: lambda state, unit, means: sea.objections_to_embarking(state, unit),
}


# -- supply (3.3) ------------------------------------------------------------------------------------------------
def supply_line(state: State, id: str) -> SupplyLine:
    """Whence a unit is supplied, or the cut."""
    unit = state.pieces[id]
    if not unit.ground or unit.place is None:
        check = held("3.6-a", "needs-no-supply", unit=U(id))
        return SupplyLine("3.6-a", id, (unit.place,) if unit.place else (), (check,))
    return tracing.line_of(state, unit)
