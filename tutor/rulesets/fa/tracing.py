"""4.2-4.4: whether a unit or a port is in supply, found on the map: the line and its source, or where it is cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import SupplyLine
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.masks import ENDLESS, Waves, spread
from tutor.engine.space.paths import Reach, place_of, reach
from tutor.rulesets.fa.lines import (
    AFLOAT,
    ASHORE,
    MODES,
    Node,
    Tracer,
    costs_for,
    objections_to_tracing,
    on_empty_map,
    on_land,
    price_now,
    steps_back,
    steps_of,
)
from tutor.rulesets.fa.lines import too_long as cut_by_length
from tutor.rulesets.fa.sources import capacity, cities, hqs, in_desert, objections_to_city, objections_to_hq
from tutor.rulesets.fa.state import DOT, PORTS, State, Unit, seas_of

HEXES = 2
NEAR = (2, 6, 14)


# -- how far (4.4) -----------------------------------------------------------------------------------------------
def longest(s: State) -> Ledger:
    """How many hexes a line may count; that of an HQ may be as long as it likes (4.3)."""
    return s.law.ledger("4.4-a", "longest-line", longest_lines(s))


def longest_lines(s: State) -> Lines:
    yield plus("4.4-a", "line-limit", HEXES)
    if s.law.reads("supply-count", "both-out"):
        yield plus("4.4-a", "source-not-counted", 1, reading=s.law.read("supply-count"))


def tracer(s: State, unit: Unit) -> Tracer:
    return Tracer(unit.nation, unit.side, unit.place or "", unit.id)


def traced(s: State, line: Tracer, far: Number | None) -> Reach[Node]:
    """Every place to which a line comes; an HQ's own line may pass all bars under another reading."""
    if unhindered(s, line):
        return on_empty_map(s, line, far, sides=False)
    return reach(
        costs_for(s, line.nation),
        _start(s, line),
        far,
        opened=steps_of(s, line),
        price_now=lambda a, b, left: price_now(s, line, a, b),
        too_dear=lambda a, b, step, left: cut_by_length(s, line, b, step, left),
    )


def unhindered(s: State, line: Tracer) -> bool:
    """Whether it is the line of an HQ that no bar stops."""
    return bool(line.unit) and s.unit(line.unit).hq and s.law.reads("hq-line-bars", "free")


def _start(s: State, line: Tracer) -> Node:
    return line.start, ASHORE if line.start in s.map else AFLOAT


# -- back from the sources (4.3, 4.4) ----------------------------------------------------------------------------
def _lines_to(s: State, nation: str, side: str, ends: Iterable[str], far: Number = ENDLESS) -> Waves:
    """All lines of a nation to these hexes, spread backwards: one search for everybody who traces."""
    steps, through = steps_back(s, Tracer(nation, side, ""))
    goals = steps.bits.set(end for end in ends if end in s.map)
    return spread(on_land(steps.bits, goals) if steps.gates else goals, steps, far, modes=MODES, through=through)


@by_identity(64)
def _to_cities(s: State, nation: str, side: str) -> Waves:
    """The lines to the cities that supply a nation, however long."""
    return _lines_to(s, nation, side, cities(s, nation))


@by_identity(64)
def _to_hq(s: State, nation: str, side: str, hq: str) -> Waves:
    """Those that fit to one HQ."""
    return _lines_to(s, nation, side, (s.unit(hq).place or "",), longest(s).total)


class Served(NamedTuple):
    """Those that fit to the cities of a nation and to the HQs that serve all comers; and the HQs in a desert."""

    lines: Waves
    dry: tuple[Unit, ...]


@by_identity(64)
def _served(s: State, nation: str, side: str) -> Served:
    """Where a nation draws supply."""
    sources = tuple(map(s.unit, hq_sources(s, nation)))
    ends = (*cities(s, nation), *(hq.place or "" for hq in sources if not in_desert(s, hq)))
    dry = tuple(hq for hq in sources if in_desert(s, hq))
    return Served(_lines_to(s, nation, side, ends, longest(s).total), dry)


def _joins(s: State, line: Tracer, lines: Waves) -> bool:
    """Whether a line comes to one of the ends of others: by land or through a port, or from its own coast (4.4.1)."""
    if _start(s, line) in lines:
        return True
    areas = _coasts(s.map).get(line.start, ())
    return any(
        (area, AFLOAT) in lines and s.law.allows(objections_to_tracing(s, line, line.start, area)) for area in areas
    )


@lru_cache(maxsize=16)
def _coasts(map: HexMap) -> Mapping[str, tuple[str, ...]]:
    """The hexes without a port that lie on a sea, and on which."""
    open_ = (hex.id for hex in map if hex.terrain != DOT and not hex.flags & PORTS)
    return {hex: areas for hex in open_ if (areas := seas_of(map, hex))}


# -- sources in reach (4.3) --------------------------------------------------------------------------------------
@by_identity(2048)
def hq_supplied(s: State, id: str) -> bool:
    """Whether an HQ has its own line to a source city."""
    line = tracer(s, s.unit(id))
    if unhindered(s, line):
        return any(_from_cities(s, line, traced(s, line, None)))
    return _joins(s, line, _to_cities(s, line.nation, line.side))


@by_identity(512)
def hq_sources(s: State, nation: str) -> tuple[str, ...]:
    """The HQs that supply a nation's units, those in a desert among them."""
    friends = (hq for hq in hqs(s, s.side_of(nation)) if s.law.allows(objections_to_hq(s, nation, hq, hq.place or "")))
    return tuple(hq.id for hq in friends if hq_supplied(s, hq.id))


def _from_cities(s: State, line: Tracer, found: Reach[Node]) -> Iterator[str]:
    yield from (city for city in cities(s, line.nation) if city in found)


def _hqs_in(s: State, line: Tracer, found: Reach[Node]) -> Iterator[Unit]:
    """The HQs that a line comes to; nobody is the source of his own line."""
    for id in hq_sources(s, line.nation):
        if id != line.unit and s.unit(id).place in found:
            yield s.unit(id)


# -- an HQ in the desert (4.3) -----------------------------------------------------------------------------------
@by_identity(512)
def claimants(s: State, hq: str) -> tuple[str, ...]:
    """Units that draw on this HQ in the desert, because no other source is in their reach; ports count, too."""
    found = (u.id for u in s.pieces.of(s.unit(hq).side) if u.place is not None and not u.hq and _claims(s, u, hq))
    return tuple(sorted(found))


def _claims(s: State, unit: Unit, hq: str) -> bool:
    line = tracer(s, unit)
    if hq not in hq_sources(s, line.nation) or not _joins(s, line, _to_hq(s, line.nation, line.side, hq)):
        return False
    return not _joins(s, line, _served(s, line.nation, line.side).lines)


def serves(s: State, hq: Unit, unit: str) -> bool:
    """Whether an HQ supplies a unit: in a desert only those that its owner chose, if they are too many."""
    if not in_desert(s, hq) or not unit:
        return True
    several = claimants(s, hq.id)
    return unit not in several or len(several) <= capacity(s, hq).total or unit in s.served.get(hq.id, ())


# -- the line ----------------------------------------------------------------------------------------------------
@by_identity(4096)
def line_of(s: State, id: str) -> SupplyLine:
    """The supply line of a unit."""
    unit = s.unit(id)
    if unit.place is None:
        return SupplyLine("1.4-c", id, (), (objection("1.4-c", "off-map", unit=U(id)),))
    return line_from(s, tracer(s, unit))


def has_line(s: State, id: str) -> bool:
    """Whether a unit has a line at all, without the reasons."""
    unit = s.unit(id)
    if unit.place is None or unit.hq:
        return unit.place is not None and hq_supplied(s, id)
    found = _served(s, unit.nation, unit.side)
    if found.lines.straight & found.lines.bits.of.get(unit.place, 0):  # it stands on one that runs ashore
        return True
    line = tracer(s, unit)
    if _joins(s, line, found.lines):
        return True
    near = (hq.id for hq in found.dry if _joins(s, line, _to_hq(s, line.nation, line.side, hq.id)))
    return any(serves(s, s.unit(hq), id) for hq in near)


@by_identity(1024)
def port_line(s: State, port: str, nation: str) -> SupplyLine:
    """The supply line of a port, for the ships of a nation."""
    return line_from(s, Tracer(nation, s.side_of(nation), port))


@by_identity(4096)
def _searched(s: State, line: Tracer) -> tuple[Reach[Node], tuple[tuple[str, str], ...]]:
    """How far a line comes, and the sources on which it can end."""
    hq = bool(line.unit) and s.unit(line.unit).hq
    found = traced(s, line, None if hq else longest(s).total)
    return found, tuple(_ends(s, line, found, hq))


def line_from(s: State, line: Tracer) -> SupplyLine:
    """The shortest line to a source, or the cut."""
    found, ends = _searched(s, line)
    if ends:
        return _open(s, line, found, min(ends, key=lambda end: (found.cost(end[0]) or 0, end[0])))
    return _cut(s, line, found, bool(line.unit) and s.unit(line.unit).hq)


def _ends(s: State, line: Tracer, found: Reach[Node], hq: bool) -> Iterator[tuple[str, str]]:
    """Where a line may end: a city, or the hex of an HQ."""
    yield from ((city, "") for city in _from_cities(s, line, found))
    if not hq:
        for one in _hqs_in(s, line, found):
            if serves(s, one, line.unit):
                yield one.place or "", one.id


def _open(s: State, line: Tracer, found: Reach[Node], end: tuple[str, str]) -> SupplyLine:
    hex, hq = end
    path = tuple(place_of(node) for node in found.path(hex))
    checks = [*s.law.in_force(_source_checks(s, line, hex, hq)), *s.law.in_force(_on_the_way(s, line, path))]
    length = s.law.ledger("4.4-a", "line-length", _counted(s, found, hex))
    limit = longest(s)
    if not (line.unit and s.unit(line.unit).hq):
        checks.append(held("4.4-a", "line-fits", unit=line.who, n=length, limit=limit))
    else:
        checks.append(held("4.3_d", "hq-line-any-length", unit=line.who, n=length))
    return SupplyLine("4.4-a", line.unit or line.start, path[1:], tuple(checks), ledgers=(length,))


def _counted(s: State, found: Reach[Node], hex: str) -> Lines:
    for step in found.story(hex):
        yield from step.lines


def _source_checks(s: State, line: Tracer, hex: str, hq: str) -> Checks:
    if not hq:
        yield from objections_to_city(s, line.nation, hex)
        return
    yield from objections_to_hq(s, line.nation, s.unit(hq), hex)
    if in_desert(s, s.unit(hq)):
        limit = capacity(s, s.unit(hq))
        yield held("4.3-f", "desert-hq-serves", hq=U(hq), n=len(claimants(s, hq)), limit=limit)
    yield from (check for check in line_of(s, hq).checks if check.rule.startswith("4.4.1"))


def _on_the_way(s: State, line: Tracer, path: tuple[str, ...]) -> Checks:
    if unhindered(s, line):
        yield held("4.3_d", "hq-line-unhindered", unit=line.who, reading=s.law.read("hq-line-bars"))
        return
    for a, b in pairwise(path):
        yield from objections_to_tracing(s, line, a, b)


# -- the cut -----------------------------------------------------------------------------------------------------
def _cut(s: State, line: Tracer, found: Reach[Node], hq: bool) -> SupplyLine:
    """Why there is no line: towards the source that would be nearest if nothing stood in the way."""
    name = line.unit or line.start
    for one in (u for u in hqs(s, line.side) if not hq and u.place in found and u.id != line.unit):
        check = _why_not_hq(s, line, one)
        if check is not None:
            path = tuple(place_of(node) for node in found.path(one.place or ""))
            return SupplyLine("4.4-a", name, path[1:], (check, objection("4.4-a", "no-line", unit=line.who)))
    free, target = _nearest(s, line, hq)
    if target is None:
        return SupplyLine("4.4-a", name, (), (*_no_city(s, line), objection("4.4-a", "no-line", unit=line.who)))
    cut = found.why_not(target)
    path = () if cut is None or cut.furthest is None else tuple(map(place_of, found.path(place_of(cut.furthest))))
    checks = (*_shortest_cut(s, line, free.path(target)), *(() if cut is None else cut.checks))
    more = () if cut is None else (*_behind(s, line, cut.ways), *_straight_on(s, line, found, target))
    no_line = objection("4.4-a", "no-line", unit=line.who)
    return SupplyLine("4.4-a", name, path[1:], _once((*checks, *more, no_line)), cut)


def _once(checks: Iterable[Check]) -> tuple[Check, ...]:
    """Every check once, in order; facts cannot be hashed."""
    found: list[Check] = []
    for check in checks:
        if check not in found:
            found.append(check)
    return tuple(found)


def _straight_on(s: State, line: Tracer, found: Reach[Node], target: str) -> Iterator[Check]:
    """What closes the steps that would bring a line nearer, where a way round is only too long."""
    for a in found.places:
        for b in s.map.neighbours(a) if a in s.map else ():
            nearer = s.map.distance(b, target) < s.map.distance(a, target)
            if nearer and b not in found and s.is_hex(b):
                yield from s.law.objections(objections_to_tracing(s, line, a, b))


def _behind(s: State, line: Tracer, ways: Iterable[object]) -> Iterator[Check]:
    """Of a border that is closed at sea, the rule that closes it."""
    for way in ways:
        a, b = place_of(way.origin), place_of(way.into)  # type: ignore[attr-defined]
        found = s.law.objections(objections_to_tracing(s, line, a, b))
        yield from (check for check in found if check.rule.startswith("10.5.2.2"))


def _why_not_hq(s: State, line: Tracer, hq: Unit) -> Check | None:
    """Why an HQ that the line reaches is no source; None for one that does not cooperate."""
    if not s.law.allows(objections_to_hq(s, line.nation, hq, hq.place or "")):
        return objection("19.2_a-i", "strangers-hq", hq=U(hq.id), hex=Place(hq.place or ""))
    if not hq_supplied(s, hq.id):
        return objection("4.3_d", "hq-cut", hq=U(hq.id), unit=line.who)
    several = claimants(s, hq.id)
    return objection("4.3-f", "desert-full", hq=U(hq.id), units=units(several), limit=capacity(s, hq))


def _shortest_cut(s: State, line: Tracer, path: tuple[Node, ...]) -> tuple[Check, ...]:
    """Where the shortest line on an empty map is cut first, and by what."""
    for a, b in pairwise(map(place_of, path)):
        closed = s.law.objections(objections_to_tracing(s, line, a, b))
        if closed:
            return closed
    return ()


def _nearest(s: State, line: Tracer, hq: bool) -> tuple[Reach[Node], str | None]:
    """The source that would be nearest on an empty map, and the search that finds it."""
    wanted = list(cities(s, line.nation))
    if not hq:
        wanted += [s.unit(id).place or "" for id in hq_sources(s, line.nation) if id != line.unit]
    for far in (*NEAR, None):
        free = on_empty_map(s, line, far)
        within = [place for place in wanted if place in free]
        if within:
            return free, min(within, key=lambda place: (free.cost(place) or 0, place))
    return free, None


def _no_city(s: State, line: Tracer) -> Iterator[Check]:
    """No city supplies this nation: why the nearest that might is none."""
    near = [hex.id for hex in s.map if "city" in hex.flags]
    if line.start in s.map and near:
        city = min(near, key=lambda hex: (s.map.distance(line.start, hex), hex))
        yield from s.law.objections(objections_to_city(s, line.nation, city))
