"""Where a unit may go by all its means (4.1-4.6, 9.6), and of every other area what closes every way into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, Unit, places, units
from tutor.engine.going import Going
from tutor.engine.ledger import plus
from tutor.engine.space.kept import by_identity
from tutor.engine.space.paths import Graph, Priced, Reach, compile_costs, reach
from tutor.engine.trace import SILENT
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import objections_to_arriving
from tutor.rulesets.tlm.coming import FAR, FOOT, MEANS, RULES, SHIP, allowance
from tutor.rulesets.tlm.movement import objections_to_walking, walked
from tutor.rulesets.tlm.offensives import OFFENSIVE
from tutor.rulesets.tlm.sources import COAST
from tutor.rulesets.tlm.state import AGENDA, Piece, State
from tutor.rulesets.tlm.transport import TRANSPORTS, Transport, objections_to_means


# -- who may move at all -------------------------------------------------------------------------------------------
def objections_to_choosing(state: State, unit: str) -> Checks:
    """Whether a unit may be moved now: whose it is, what it is, and whether any way is open to it."""
    piece = state.pieces[unit]
    yield from _movable(state, piece)
    if piece.side != state.active or not piece.on_map or piece.kind == "fort":
        return
    if not _any_way(state, unit):
        yield from _nowhere(state, unit)
    elif state.offensive:
        yield held("4.1.a", "any-number-moves", unit=Unit(unit))
    else:
        yield held("4.1.b", "passing-moves-one", unit=Unit(unit))


def _movable(state: State, piece: Piece) -> Checks:
    if not piece.on_map:
        yield objection("2.0-II.2.a", "not-on-map", unit=Unit(piece.id))
    elif piece.side != state.active:
        yield objection("2.0-II.2.a", "not-to-be-moved", unit=Unit(piece.id), who=Side(state.active))
    elif piece.kind == "fort":
        yield objection("8.4.a", "fort-stays", unit=Unit(piece.id))
        yield objection("1.2.1.d", "fort-neither-moves-nor-attacks", unit=Unit(piece.id))


def _any_way(state: State, unit: str) -> bool:
    """Whether some means takes the unit somewhere; what is near is tried first."""
    return _walks_anywhere(state, unit) or any(going.places for going in transports(state, unit))


def _walks_anywhere(state: State, unit: str) -> bool:
    if not state.law.allows(objections_to_means(state, unit, FOOT)):
        return False
    return any(state.law.allows(objections_to_walking(state, unit, place)) for place in _near(state, unit))


def _near(state: State, unit: str) -> tuple[str, ...]:
    """Where one step on foot could lead: out of an army, into one, or to an area beside."""
    here = str(state.pieces[unit].place)
    return here, *state.map.neighbours(here)


def within_reach(state: State, unit: str) -> set[str]:
    """All areas to which some means might lead: no other is legal."""
    return {*_near(state, unit), *(place for going in transports(state, unit) for place in going.places)}


def _nowhere(state: State, unit: str) -> Checks:
    """Every way out is closed: on foot area by area, by the other means altogether."""
    yield objection("4.1.d", "nowhere-to-go", unit=Unit(unit))
    found: dict[tuple[str, str], Check] = {}
    near = state.map.neighbours(str(state.pieces[unit].place))
    foot = state.law.objections(objections_to_means(state, unit, FOOT))
    walks = foot or [
        check for place in near for check in state.law.objections(objections_to_walking(state, unit, place))
    ]
    others = [way.closed or _refusals(way, state.map.places) for way in transports(state, unit)]
    for check in (*walks, *(check for checks in others for check in checks)):
        found.setdefault((check.rule, check.kind), check)
    yield from found.values()


def _refusals(way: Going, places: tuple[str, ...]) -> tuple[Check, ...]:
    """What this means has against any area at all."""
    return tuple(check for place in places for check in way.verdict(place).objections)


# -- where to -------------------------------------------------------------------------------------------------------
def objections_to_going(state: State, unit: str, place: str) -> Checks:
    """Whether any means takes a unit to an area; if none does, what each has against it.

    First the means that the unit has, then those that are shut to it wherever it would go. In its own area a unit only
    changes into an army or out of one: nothing carries it there.
    """
    leading = (FOOT,) if place == state.pieces[unit].place else _leading_to(state, place)
    for means in leading:
        if _takes(state, unit, place, means):
            yield from objections_by_means(state, unit, place, means)
            return
    told: list[Check] = []
    for means in sorted(leading, key=lambda one: (one != FOOT, _shut(state, unit, one))):
        checks = state.law.in_force(objections_by_means(state, unit, place, means))
        for check in checks if means == FOOT else state.law.objections(checks):
            if check not in told:
                told.append(check)
                yield check


def _takes(state: State, unit: str, place: str, means: str) -> bool:
    """Whether this means takes the unit there, without what may be said to it."""
    if means == FOOT:
        return state.law.allows(objections_by_foot(state, unit, place))
    return place != state.pieces[unit].place and place in _transport(state, unit, means).places


def _shut(state: State, unit: str, means: str) -> bool:
    return not state.law.allows(objections_to_means(state, unit, means))


def _leading_to(state: State, place: str) -> tuple[str, ...]:
    """The means by which one could come to an area at all: no ship comes where there is no coast."""
    return MEANS if COAST in state.map.area(place).flags else tuple(means for means in MEANS if means != SHIP)


def objections_by_means(state: State, unit: str, place: str, means: str) -> Checks:
    """Whether one means takes a unit to an area, for one step on foot."""
    if means == FOOT:
        yield from objections_by_foot(state, unit, place)
        return
    going = _transport(state, unit, means)
    if place == state.pieces[unit].place:
        yield objection(RULES[means], "no-move", unit=Unit(unit))
    else:
        yield from _itself_closed(state, unit, place, going) or going.verdict(place).checks


def _itself_closed(state: State, unit: str, place: str, going: Going) -> list[Check]:
    """What an area has against whoever comes by this means: where it is closed itself, the way does not matter."""
    if going.reach is None:
        return []
    by, piece = next(one for one in TRANSPORTS if one.means == going.means), state.pieces[unit]
    around = state.map.neighbours(place)
    overland = [near for near in around if not areas.by_sea(state, near, place)] or around
    steps = [state.law.objections(by.stepping(state, piece, near, place)) for near in overland]
    return [check for check in (steps[0] if steps else ()) if all(check in step for step in steps)]


def objections_by_foot(state: State, unit: str, place: str) -> Checks:
    """Whether a unit may walk to an area in one step."""
    shut = state.law.in_force(objections_to_means(state, unit, FOOT))
    yield from shut
    if state.law.allows(shut):
        yield from objections_to_walking(state, unit, place)


def open_means(state: State, unit: str, place: str) -> list[str]:
    """The means that take a unit to an area."""
    return [means for means in MEANS if _takes(state, unit, place, means)]


# -- all that may be reached ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Jumps:
    """From the start to any other area, and no further."""

    start: str
    places: tuple[str, ...]

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        return tuple(other for other in self.places if other != place) if place == self.start else ()


def going(state: State, unit: str) -> tuple[Going, ...]:
    """Every means by which a unit may go somewhere now, each with all it reaches."""
    return (_on_foot(state, unit), *transports(state, unit))


def _on_foot(state: State, unit: str) -> Going:
    piece, left = state.pieces[unit], allowance(state, unit)
    closed = state.law.in_force(_closed(state, unit, FOOT))
    found = _walk(state, piece, max(0, int(left.total) - piece.moved)) if piece.on_map and not closed else None
    return Going(
        law=state.law,
        means=FOOT,
        rule=RULES[FOOT],
        unit=unit,
        reach=found,
        no_way=_no_way(piece),
        allowance=left,
        closed=closed,
        follows=lambda a, b: follows(state, piece, a, b),
        instead=lambda place: instead(state, piece, place, found),
    )


def _walk(state: State, piece: Piece, left: int) -> Reach[str]:
    """Step by step, each judged as things stand when it is taken."""
    start = str(piece.place)
    stages = {start: state}

    def stage(area: str) -> State:
        if area not in stages:
            stages[area] = walked(state, SILENT, piece.id, area)
        return stages[area]

    def price(a: str, b: str) -> Priced:
        if a == start or (left > 1 and state.map.adjacent(start, a) and not _refused(state, piece.id, a)):
            refusal = _refused(stage(a), piece.id, b)
            if refusal is not None:
                return refusal
        rule = FAR.get(piece.kind, "2.0-II.2.b")
        return state.law.ledger(
            rule, "areas-by-means", (plus(rule, "area-by-means", 1, area=Place(b), means=Term(FOOT)),)
        )

    return _reached(state.map, start, left, price, lambda b: _too_far(piece, b))


def follows(state: State, piece: Piece, a: str, b: str) -> Checks:
    """What a step brings about: a battle owed, an area that changes hands, a trench lost."""
    if piece.entrenched and a == piece.place:
        yield held("8.1.k" if piece.kind == "army" else "4.3.a", "trench-left", unit=Unit(piece.id))
    if areas.area_state(state, b, piece.side) != areas.ENEMY:
        return
    there = walked(state, SILENT, piece.id, b)
    if areas.area_state(there, b, piece.side) == areas.DISPUTED:
        yield held("5.1.1", "battle-owed-there", area=Place(b))
    elif there.control.get(b) == piece.side:
        yield held("4.1.j", "changes-hands", area=Place(b))


def instead(state: State, piece: Piece, place: str, found: Reach[str] | None) -> Checks:
    """What remains possible where a unit may not walk: an Offensive, another unit that opens the door, half the way.

    Into a neutral area no way leads, so none is begun; whose turn it is not waits, whatever card is played.
    """
    if not piece.on_map or piece.side != state.active:
        return
    here, there = (areas.area_state(state, area, piece.side) for area in (str(piece.place), place))
    offensive: State = state.but(offensive=OFFENSIVE, rank=OFFENSIVE)
    if not state.offensive and offensive.law.allows(objections_to_walking(offensive, piece.id, place)):
        yield held("2.0-II.1.b", "offensive-would-open", area=Place(place))
    if there == areas.ENEMY and here == areas.DISPUTED and state.offensive:
        others = (unit for area in state.map.neighbours(place) for unit in state.units(area, piece.side))
        if able := [unit.id for unit in others if state.law.allows(objections_by_foot(state, unit.id, place))]:
            yield held("4.1.k", "others-open-it", area=Place(place), units=units(able))
    if there == areas.NEUTRAL or state.map.adjacent(str(piece.place), place):
        return
    onward = () if found is None else (area for area in found.places if area != found.start)
    if nearer := [area for area in onward if state.map.adjacent(area, place)]:
        yield held("4.1.d", "on-the-way", area=Place(place), ways=places(nearer))


def _refused(state: State, unit: str, place: str) -> Check | None:
    if not state.pieces[unit].on_map or place == state.pieces[unit].place:
        return objection("4.1.d", "no-move", unit=Unit(unit))
    return state.law.first_objection(objections_to_walking(state, unit, place))


def _too_far(piece: Piece, place: str) -> Check:
    return objection(FAR.get(piece.kind, "2.0-II.2.b"), "too-far", unit=Unit(piece.id), area=Place(place))


def _no_way(piece: Piece) -> Callable[[str], Check]:
    origin = Place(str(piece.place))
    return lambda place: objection("4.1.d", "not-adjacent", area=Place(place), origin=origin)


def _closed(state: State, unit: str, means: str) -> Checks:
    """What shuts a means to the unit, the unit being one that moves at all."""
    piece = state.pieces[unit]
    shut = state.law.objections(_movable(state, piece))
    yield from shut
    if not shut:
        yield from state.law.objections(objections_to_means(state, unit, means))


@by_identity(64, AGENDA)
def transports(state: State, unit: str) -> tuple[Going, ...]:
    """The means other than one's feet."""
    return tuple(_carried(state, state.pieces[unit], one) for one in TRANSPORTS)


def _transport(state: State, unit: str, means: str) -> Going:
    return next(one for one in transports(state, unit) if one.means == means)


def _carried(state: State, piece: Piece, by: Transport) -> Going:
    closed = state.law.in_force(_closed(state, piece.id, by.means))
    if closed or not piece.on_map:
        return Going(
            law=state.law,
            means=by.means,
            rule=by.rule,
            unit=piece.id,
            reach=None,
            no_way=_no_way(piece),
            allowance=None,
            closed=closed,
        )
    start = str(piece.place)
    graph: Graph[str] = _Jumps(start, state.map.places) if by.jumps else state.map

    def price(a: str, b: str) -> Priced:
        return state.law.first_objection(by.stepping(state, piece, a, b)) or by.price(state, piece, b)

    stops = {area: rule for area in state.map.places if (rule := by.stops(state, piece, area))}

    def why_stop(a: str, b: str) -> Check:
        return objection(stops[a], "stops-there", area=Place(a), means=Term(by.means))

    def found(limit: int | None) -> Reach[str]:
        return _reached(graph, start, limit, price, lambda b: _beyond(by, b), stops, why_stop)

    return Going(
        law=state.law,
        means=by.means,
        rule=by.rule,
        unit=piece.id,
        reach=found(by.limit),
        no_way=_no_way(piece),
        allowance=None,
        closed=closed,
        ending=_ending(state, piece, by),
        endless=lambda: found(None),
    )


def _beyond(by: Transport, place: str) -> Check:
    return objection(by.rule, "beyond-limit", area=Place(place), means=Term(by.means), limit=by.limit)


def _ending(state: State, piece: Piece, by: Transport) -> Callable[[str], Checks]:
    """What holds where the move may end: why it may, and the army that takes the unit in."""

    def ending(place: str) -> Checks:
        yield held(by.rule, "carries-there", unit=Unit(piece.id), area=Place(place), means=Term(by.means))
        yield from state.law.held(objections_to_means(state, piece.id, by.means))
        yield from objections_to_arriving(state, piece, place, True)

    return ending


def _reached(
    graph: Graph[str],
    start: str,
    limit: int | None,
    price: Callable[[str, str], Priced],
    beyond: Callable[[str], Check],
    stops: dict[str, str] | None = None,
    why_stop: Callable[[str, str], Check] | None = None,
) -> Reach[str]:
    """The areas to which steps lead, each step being one area."""
    return reach(
        compile_costs(graph, price),
        start,
        limit,
        stops=stops or {},
        why_stop=why_stop,
        too_dear=lambda a, b, cost, left: beyond(b),
    )
