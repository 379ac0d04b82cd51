"""11.2: the supply line of one unit as it runs on the map, or the cut."""

from __future__ import annotations

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import SupplyLine
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.space.paths import Reach
from tutor.rulesets.gwie.control import settlement
from tutor.rulesets.gwie.fronts import flag, front_of, fronts_of
from tutor.rulesets.gwie.kut import near_kut
from tutor.rulesets.gwie.marching import contact
from tutor.rulesets.gwie.sources import (
    PORT_RANGE,
    candidates,
    objections_to_port,
    objections_to_source,
    primary,
)
from tutor.rulesets.gwie.state import ALLIES, OOS, State, Unit
from tutor.rulesets.gwie.supply import Supply, in_antwerp, supply_of
from tutor.rulesets.gwie.tracing import (
    HQ_RANGE,
    RANGE,
    Leg,
    Means,
    Network,
    network,
    objections_to_town,
    objections_to_tracing,
    pipeline_reaches,
)


def supply_line(s: State, id: str) -> SupplyLine:
    """Whence a unit is supplied, hex by hex; or as far as its line comes, and what closes every way on."""
    unit = s.unit(id)
    found, hex = supply_of(s, unit), unit.place
    if found.means is not None:
        return _drawn(s, unit, found, found.means)
    if found.status == OOS and found.by.kind == "out-of-supply":
        return _cut(s, unit, hex or "")
    return SupplyLine(found.by.rule, id, () if hex is None else (hex,), (found.by,))


def _drawn(s: State, unit: Unit, found: Supply, means: Means) -> SupplyLine:
    """The whole line, and what stands at its end."""
    way = means.way
    checks = s.law.in_force((found.by, *_source(means.net, way[-1]), *_unhindered(s, unit, way)))
    return SupplyLine(means.rule, unit.id, way, checks, ledgers=(length(s, means.legs),))


def _source(net: Network, hex: str) -> Checks:
    rule = net.primary.get(hex) or net.ports.get(hex)
    if rule:
        yield held(rule, "source-reached", hex=Place(hex))


def _unhindered(s: State, unit: Unit, way: tuple[str, ...]) -> Checks:
    """An enemy beside a line does not cut it."""
    foes = [u for hex in way for u in contact(s, unit.side, hex)]
    if foes:
        yield held("11.6", "contact-cuts-not", unit=U(unit.id), foes=units(dict.fromkeys(foes)))


def length(s: State, legs: tuple[Leg, ...]) -> Ledger:
    """The hexes of a line: straight to the source, or leg by leg."""
    return s.law.ledger("11.2", "line-length", _legs(legs))


def _legs(legs: tuple[Leg, ...]) -> Lines:
    first, *others = legs
    if len(first.way) > 1:
        yield plus(first.rule, "first-leg", len(first.way) - 1, hex=Place(first.way[-1]))
    for leg in others:
        n, end = len(leg.way) - 1, Place(leg.way[-1])
        if n and leg.limit is None:
            yield plus(leg.rule, "onward-leg", n, hex=end)
        elif n:
            yield plus(leg.rule, "limited-leg", n, hex=end, limit=leg.limit)


# -- the cut ---------------------------------------------------------------------------------------------------
def _cut(s: State, unit: Unit, hex: str) -> SupplyLine:
    """Out of supply: too far from anything that supplies, or no way at all to a source."""
    net = network(s, unit, front_of(s, hex))
    outward = net.outward(hex)
    near = s.law.in_force(_near_misses(net, unit, outward))
    targets = net.primary
    if not targets:
        check = objection("11.3", "no-source-here", unit=U(unit.id))
        return SupplyLine("11.2", unit.id, (hex,), (check, *near))
    reached = [place for place in (*net.bits.places(net.fed), *targets) if place in outward]
    if reached:
        nearest = min(reached, key=lambda place: (outward.cost(place) or 0, place))
        way = tuple(outward.path(nearest))
        barred = _own_hex_barred(s, unit, way)
        return SupplyLine("11.6", unit.id, (hex,), (*barred, *near)) if barred else _too_far(unit, net, way, near)
    source = min(targets, key=lambda place: (s.map.distance(hex, place), place))
    cut = outward.why_not(source)
    furthest = hex if cut is None or cut.furthest is None else cut.furthest
    check = objection("11.6", "line-cut", unit=U(unit.id), hex=Place(furthest), source=Place(source))
    return SupplyLine("11.6", unit.id, tuple(outward.path(furthest)), (check, *near), cut)


def _own_hex_barred(s: State, unit: Unit, way: tuple[str, ...]) -> tuple[Check, ...]:
    """What keeps every line out of the very hex of the unit: alpine ground, works of the enemy."""
    into = zip(way[1:2], way, strict=False)
    mountain = unit.kind == "mountain"
    return tuple(
        check for a, b in into for check in s.law.objections(objections_to_tracing(s, unit.side, mountain, a, b))
    )


def _too_far(unit: Unit, net: Network, way: tuple[str, ...], near: tuple[Check, ...]) -> SupplyLine:
    """A way there is, but longer than lines may be."""
    far, end = len(way) - 1, way[-1]
    limit = HQ_RANGE if unit.hq else RANGE
    rule = "11.21" if end in net.primary else "11.22"
    check = objection(rule, "line-too-long", unit=U(unit.id), hex=Place(end), n=far, limit=limit, more=far - limit)
    return SupplyLine("11.2", unit.id, way, (check, *near), ledgers=(length(net.s, (Leg(way, check.rule),)),))


def _near_misses(net: Network, unit: Unit, outward: Reach[str]) -> Checks:
    """What lies within the range of a line and still does not supply, each with its reason."""
    s, side = net.s, unit.side
    if in_antwerp(unit):
        yield held("11.52", "kept-alive", unit=U(unit.id))
    close = [hex for hex, cost in outward.cheapest.items() if cost <= RANGE]
    for hex in close:
        if settlement(s, hex):
            yield from s.law.objections(objections_to_town(s, side, hex))
            if side == ALLIES and not pipeline_reaches(s, hex):
                yield objection("11.53", "pipeline-not-there", hex=Place(hex))
        if near_kut(s, hex):
            yield objection("11.54", "only-in-the-hex", hex=Place(hex), unit=U(unit.id))
        if flag(s, hex, "port") and front_of(s, hex) == "western" and side == ALLIES:
            yield from s.law.objections(objections_to_port(s, hex))
    for hex in candidates(s, unit, net.front):
        if s.map.distance(outward.start, hex) <= RANGE:
            yield from s.law.objections(objections_to_source(s, side, hex))
    for front in sorted(fronts_of(s) - {net.front}):
        if elsewhere := primary(s, unit, front):
            yield objection("11.31", "source-of-other-front", unit=U(unit.id), hex=Place(min(elsewhere)))
    if net.ports:
        yield objection("11.4", "port-out-of-range", unit=U(unit.id), n=PORT_RANGE)


def hindrances(s: State, unit: Unit, hex: str, found: Supply) -> tuple[Check, ...]:
    """Why a unit would be out of supply in a hex, as was found."""
    if found.by.kind != "out-of-supply":
        return (found.by,)
    line = _cut(s, unit, hex)
    return (*line.checks, *(line.cut.checks if line.cut else ()))
