"""11.2: the supply line of one unit as it runs on the map, or the cut."""

from __future__ import annotations

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import SupplyLine
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.space.paths import Reach
from tutor.rulesets.gwie.control import settlement
from tutor.rulesets.gwie.forts import near_kut
from tutor.rulesets.gwie.fronts import flag, front_of
from tutor.rulesets.gwie.marching import contact
from tutor.rulesets.gwie.sources import (
    PORT_RANGE,
    candidates,
    objections_to_port,
    objections_to_source,
    supplied_anyway,
)
from tutor.rulesets.gwie.state import ALLIES, FORTRESS, OOS, State, Unit
from tutor.rulesets.gwie.supply import status_at, supply_of
from tutor.rulesets.gwie.tracing import HQ_RANGE, RANGE, Network, network, objections_to_town, pipeline_reaches


def supply_line(s: State, id: str) -> SupplyLine:
    """Whence a unit is supplied, hex by hex; or as far as its line comes, and what closes every way on."""
    unit = s.unit(id)
    hex = unit.place
    if hex is None or not (unit.fights or unit.hq) or not s.tracing:
        return _given(s, unit)
    status, means = status_at(s, unit, hex)
    anyway = next(supplied_anyway(s, unit, hex), None)
    if means is None:
        return _cut(s, unit, hex)
    if status == FORTRESS or anyway is not None:
        return SupplyLine(means.rule, id, (hex,), (means,))
    net = network(s, unit, front_of(s, hex))
    way = _way(net, unit, hex)
    checks = (means, *_onward(net, way), *_unhindered(s, unit, way))
    return SupplyLine(means.rule, id, way, checks, ledgers=(length(way, net, means),))


def _unhindered(s: State, unit: Unit, way: tuple[str, ...]) -> Checks:
    """An enemy beside a line does not cut it."""
    foes = [u for hex in way for u in contact(s, unit.side, hex)]
    if foes:
        yield held("11.6", "contact-cuts-not", unit=U(unit.id), foes=units(dict.fromkeys(foes)))


def _given(s: State, unit: Unit) -> SupplyLine:
    """Off the map, or where the position only says who is supplied."""
    status, rule = supply_of(s, unit)
    check = objection if status == OOS else held
    here = () if unit.place is None else (unit.place,)
    return SupplyLine(rule, unit.id, here, (check(rule, "status-given", unit=U(unit.id)),))


def _way(net: Network, unit: Unit, hex: str) -> tuple[str, ...]:
    """The hexes from the unit to its primary source, by a town or an HQ where it needs one."""
    direct = net.hq_direct if unit.hq else net.direct
    by_town = net.hq_by_town if unit.hq else net.by_town
    for line in (direct, net.by_port):
        if line is not None and hex in line:
            return _back(line, hex)
    if by_town is not None and hex in by_town:
        first = _back(by_town, hex)
        return (*first, *_to_primary(net, first[-1])[1:])
    if net.by_own_town(hex):
        return _to_primary(net, hex)
    hq = net.hq_beside(hex, unit.id)
    assert hq is not None
    at = hq.place or ""
    beyond = _way(network(net.s, hq, net.front), hq, at)
    return beyond if at == hex else (hex, *beyond)


def _back(line: Reach[str], hex: str) -> tuple[str, ...]:
    return tuple(reversed(line.path(hex)))


def _to_primary(net: Network, town: str) -> tuple[str, ...]:
    for line in (net.whole, net.channel):
        if line is not None and town in line:
            return _back(line, town)
    return (town,)


def _onward(net: Network, way: tuple[str, ...]) -> tuple[Check, ...]:
    """What stands at the end of the line."""
    source = way[-1]
    rule = net.primary.get(source) or net.ports.get(source)
    return (held(rule, "source-reached", hex=Place(source)),) if rule else ()


def length(way: tuple[str, ...], net: Network, means: Check) -> Ledger:
    """The hexes of a line: straight to the source, or leg by leg, the second without limit."""
    return Ledger.of("11.2", "line-length", _legs(way, net, means))


def _legs(way: tuple[str, ...], net: Network, means: Check) -> Lines:
    whole = len(way) - 1
    stop = whole if means.rule != "11.22" else _first_stop(way, net, means)
    yield plus(means.rule, "first-leg", stop, hex=Place(way[stop]))
    if stop < whole:
        yield plus("11.22", "onward-leg", whole - stop, hex=Place(way[-1]))


def _first_stop(way: tuple[str, ...], net: Network, means: Check) -> int:
    """Where the first leg ends: at the HQ, or at the first town that is joined to a source."""
    hqs = {hq.place for hq in net.hqs} if means.kind == "line-by-hq" else net.fed
    return next((n for n, hex in enumerate(way) if hex in hqs), len(way) - 1)


# -- the cut ---------------------------------------------------------------------------------------------------
def _cut(s: State, unit: Unit, hex: str) -> SupplyLine:
    """Out of supply: too far from anything that supplies, or no way at all to a source."""
    net = network(s, unit, front_of(s, hex))
    outward = net.spread((hex,))
    assert outward is not None
    near = tuple(_near_misses(net, unit, outward))
    targets = net.primary
    if not targets:
        check = objection("11.3", "no-source-here", unit=U(unit.id))
        return SupplyLine("11.2", unit.id, (hex,), (check, *near))
    reached = [place for place in (*net.fed, *targets) if place in outward]
    if reached:
        nearest = min(reached, key=lambda place: (outward.cost(place) or 0, place))
        return _too_far(unit, net, tuple(outward.path(nearest)), near)
    source = min(targets, key=lambda place: (s.map.distance(hex, place), place))
    cut = outward.why_not(source)
    furthest = hex if cut is None or cut.furthest is None else cut.furthest
    check = objection("11.6", "line-cut", unit=U(unit.id), hex=Place(furthest), source=Place(source))
    return SupplyLine("11.6", unit.id, tuple(outward.path(furthest)), (check, *near), cut)


def _too_far(unit: Unit, net: Network, way: tuple[str, ...], near: tuple[Check, ...]) -> SupplyLine:
    """A way there is, but longer than lines may be."""
    far = len(way) - 1
    limit = HQ_RANGE if unit.hq else RANGE
    check = objection(
        "11.21", "line-too-long", unit=U(unit.id), hex=Place(way[-1]), n=far, limit=limit, more=far - limit
    )
    return SupplyLine("11.2", unit.id, way, (check, *near), ledgers=(length(way, net, check),))


def _near_misses(net: Network, unit: Unit, outward: Reach[str]) -> Checks:
    """What lies within the range of a line and still does not supply, each with its reason."""
    s, side = net.s, unit.side
    close = [hex for hex, cost in outward.cheapest.items() if cost <= RANGE]
    for hex in close:
        if settlement(s, hex):
            yield from (check for check in objections_to_town(s, side, hex) if not check.ok)
            if side == ALLIES and not pipeline_reaches(s, hex):
                yield objection("11.53", "pipeline-not-there", hex=Place(hex))
        if near_kut(s, hex):
            yield objection("11.54", "only-in-the-hex", hex=Place(hex), unit=U(unit.id))
        if flag(s, hex, "port") and front_of(s, hex) == "western" and side == ALLIES:
            yield from (check for check in objections_to_port(s, hex) if not check.ok)
    for hex in candidates(s, unit, net.front):
        if s.map.distance(outward.start, hex) <= RANGE:
            yield from (check for check in objections_to_source(s, side, hex) if not check.ok)
    if net.ports:
        yield objection("11.4", "port-out-of-range", unit=U(unit.id), n=PORT_RANGE)


def hindrances(s: State, unit: Unit, hex: str) -> tuple[Check, ...]:
    """Why a unit would be out of supply in a hex."""
    line = _cut(s, unit, hex)
    return (*line.checks, *(line.cut.checks if line.cut else ()))
