"""6.2, 6.3 and 8.4.k The supply line of a unit, or the cut; 2.0-V.1 and 6.5 what want of supply does."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

from tutor.engine.ask import Ask, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, Unit, units
from tutor.engine.going import SupplyLine
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, plus
from tutor.engine.run import task
from tutor.engine.space.bits import Part, alike, bits_of
from tutor.engine.space.kept import by_identity, by_parts
from tutor.engine.space.maps import AreaMap
from tutor.engine.space.masks import CLOSED, Ground, Lay, Waves, spread
from tutor.engine.space.paths import ClosedOff, Priced, Reach, Way, compile_costs, reach
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import eliminated, objections_to_wasting, strength, without_lonely
from tutor.rulesets.tlm.sequence import at_any_event
from tutor.rulesets.tlm.sources import ENGLAND, is_source, sources
from tutor.rulesets.tlm.state import SIDES, Piece, State, Step, foe, steps

_PARTS = ("pieces", "control", "entered", "fought")  # all that a rule on lines asks of a position


# -- the line ------------------------------------------------------------------------------------------------------
def objections_to_line(state: State, side: str, a: str, b: str) -> Checks:
    """Whether a line that has come to an area may go on to the next."""
    if areas.by_sea(state, a, b):
        yield objection("6.2", "line-by-sea", origin=Place(a), area=Place(b))
    else:
        yield from objections_to_line_area(state, side, b)


def objections_to_line_area(state: State, side: str, b: str) -> Checks:
    """Whether a line may go on into an area, by whatever border."""
    now = areas.area_state(state, b, side)
    foes = state.units(b, foe(side))
    if now == areas.DISPUTED and is_source(state, b, side):
        yield objection("6.3", "source-disputed", area=Place(b), foes=units(foes))
        yield objection("2.0-V.1.b", "source-for-its-own", area=Place(b))
    elif now != areas.FRIENDLY and foes:
        yield objection("6.2", "line-cut-by", area=Place(b), now=Term(now), foes=units(foes))
    elif now != areas.FRIENDLY:
        yield objection("6.2", "line-cut", area=Place(b), now=Term(now))
    elif foes:
        yield objection("8.4.k", "line-stopped", area=Place(b), foes=units(foes))


def objections_to_starting(state: State, piece: Piece, area: str) -> Checks:
    """Whether a unit may trace a line from an area where it stands, whatever lies beyond."""
    now = areas.area_state(state, area, piece.side)
    facts = {"unit": Unit(piece.id), "area": Place(area), "now": Term(now)}
    if now == areas.FRIENDLY or (now == areas.DISPUTED and is_source(state, area, piece.side)):
        return
    lone_fort = piece.kind == "fort" and now != areas.DISPUTED
    slug = "fort-one-supply" if lone_fort else "supply-start"
    check = held if state.law.reads(slug, "as-any-unit" if lone_fort else "from-any-area") else objection
    yield check("6.2", "start-not-friendly", **facts, reading=state.law.read(slug))


def supply(state: State, unit: str) -> SupplyLine:
    """The shortest line from a unit to a source, or as far as it comes and everything that closes it in."""
    piece = state.pieces[unit]
    start = str(piece.place)
    if not piece.on_map:
        return SupplyLine("6.2", unit, (), (objection("6.2", "not-on-map", unit=Unit(unit)),))
    if _at_home(state, start):
        at_home = held("6.2", "england-supplied", unit=Unit(unit), reading=state.law.read("england-supplied"))
        return SupplyLine("6.2", unit, (start,), (at_home,))
    begun = state.law.in_force(objections_to_starting(state, piece, start))
    if state.law.first_objection(begun):
        return SupplyLine("6.2", unit, (start,), begun, ClosedOff(start, start, ()))
    if _serves_within(state, piece.side, start):
        return SupplyLine("6.3", unit, (start,), (held("6.3", "source-here", unit=Unit(unit), area=Place(start)),))
    return _traced(state, piece, begun)


def in_supply(state: State, unit: str) -> bool:
    """The same without the reasons."""
    piece = state.pieces[unit]
    if not piece.on_map or _at_home(state, str(piece.place)):
        return piece.on_map
    return bool(fed(state, piece.side, piece.kind == "fort") & bits_of(state.map).of[str(piece.place)])


def _at_home(state: State, area: str) -> bool:
    return area == ENGLAND and state.law.reads("england-supplied", "supplied")


def _serves_within(state: State, side: str, area: str) -> bool:
    """Whether an area is a source for those who stand in it."""
    return is_source(state, area, side) and areas.area_state(state, area, side) != areas.ENEMY


def _traced(state: State, piece: Piece, begun: tuple[Check, ...]) -> SupplyLine:
    lines = lines_to_sources(state, piece.side)
    if piece.place in lines:
        way = lines.chain(piece.place)
        checks = (*begun, held("6.2", "line-open", unit=Unit(piece.id), area=Place(way[-1])))
        return SupplyLine("6.2", piece.id, way, checks, None, (_length(state, way),))
    spread = line_from(state, str(piece.place), piece.side)
    cut = _cut(state, spread, piece.side)
    line = spread.path(str(cut.furthest))
    closed = objection("6.2", "no-line", unit=Unit(piece.id), area=Place(str(cut.furthest)))
    return SupplyLine("6.2", piece.id, line, (*begun, closed, *cut.checks), cut)


def _length(state: State, line: tuple[str, ...]) -> Ledger:
    return state.law.ledger("6.2", "line-length", (plus("6.2", "line-area", 1, area=Place(area)) for area in line[1:]))


# -- all lines of a side (space.masks) -----------------------------------------------------------------------------
@lru_cache(maxsize=16)
def _ground(map: AreaMap) -> Ground:
    """The borders over which a line may run at all."""
    lay = Lay(map, map, lambda a, b: all(link.kind == areas.SEA for link in map.links(a, b)))
    return Ground.of(lay, {by_sea: CLOSED if by_sea else 1 for by_sea in lay.steps}, {})


@lru_cache(maxsize=32)
def _kinds(map: AreaMap, side: str) -> tuple[Part, ...]:
    """The areas, parted by what a line asks of the map in one."""
    found: dict[Hashable, list[str]] = {}
    for area in map.places:
        flags = map.area(area).flags
        found.setdefault((flags & {areas.CLOSED, areas.EAST}, f"source-{side}" in flags), []).append(area)
    return tuple((kind, bits_of(map).set(places)) for kind, places in found.items())


@by_parts(16, *_PARTS)
def _alike(state: State, side: str) -> list[Part]:
    """The areas parted by all that a rule on lines of a side asks of one."""
    there = areas.presence(state)
    ours, theirs = there[side], there[foe(side)]
    friendly, enemy = (areas.controlled(state.control, state.map, one) for one in (side, foe(side)))
    opened = bits_of(state.map).set(areas.opened(state))
    sets = ours.holding, theirs.holding, friendly, enemy, theirs.units, opened
    return alike(_kinds(state.map, side), sets)


def _where(state: State, side: str, about: str, says: Callable[[str], bool]) -> int:
    """The areas of which a rule says yes: asked of one area of each likeness."""
    known = _known(state.law, side, about)
    return bits_of(state.map).where(says, _alike(state, side), known)


@lru_cache(maxsize=256)
def _known(law: Law, side: str, about: str) -> dict[Hashable, bool]:
    """What a rule on lines has said of every likeness of an area."""
    return {}


@by_parts(16, *_PARTS)
def open_to(state: State, side: str) -> int:
    """The areas into which lines of a side run."""
    return _where(state, side, "open", lambda area: state.law.allows(objections_to_line_area(state, side, area)))


@by_parts(16, *_PARTS)
def fed(state: State, side: str, fort: bool) -> int:
    """The areas from which a unit, or a fort, of a side has a line to a source, or where one serves it."""
    anyone = Piece("", side, "", "fort" if fort else "infantry", None)
    about = "fort-begins" if fort else "begins"
    begun = _where(state, side, about, lambda area: state.law.allows(objections_to_starting(state, anyone, area)))
    within = _where(state, side, "within", lambda area: _serves_within(state, side, area))
    return begun & (within | lines_to_sources(state, side).places)


@by_parts(16, *_PARTS)
def lines_to_sources(state: State, side: str) -> Waves:
    """Every area from which a line of a side runs to a source: spread backwards from these."""
    open_ = open_to(state, side)
    goals = bits_of(state.map).set(sources(state, side)) & open_
    return spread(goals, _ground(state.map).steps.back, through=open_)


@by_identity(64)
def line_from(state: State, area: str, side: str) -> Reach[str]:
    """Every area that a line of a side may pass from here."""

    def price(a: str, b: str) -> Priced:
        return state.law.first_objection(objections_to_line(state, side, a, b)) or _length(state, (a, b))

    return reach(compile_costs(state.map, price), area)


def _cut(state: State, spread: Reach[str], side: str) -> ClosedOff[str]:
    """Every way on that is closed, from as near as the line comes to a source."""
    ways = [(a, b) for a in spread.places for b in state.map.neighbours(a) if b not in spread]
    closed = [
        Way(a, b, check) for a, b in ways for check in state.law.objections(objections_to_line(state, side, a, b))
    ]
    found = [cut for area in sources(state, side) if (cut := spread.why_not(area)) is not None and cut.furthest]
    nearest = min(found, key=lambda cut: (_gap(state, cut), cut.place), default=None)
    if nearest is None:
        return ClosedOff(spread.start, spread.start, tuple(closed))
    closed.sort(key=lambda way: way.origin != nearest.furthest)
    return ClosedOff(nearest.place, nearest.furthest, tuple(closed))


def _gap(state: State, cut: ClosedOff[str]) -> int:
    """How many areas a line still lacks."""
    found, front, steps_on = {cut.place}, {cut.place}, 0
    while cut.furthest not in found and front:
        front = {b for a in front for b in state.map.neighbours(a)} - found
        found |= front
        steps_on += 1
    return steps_on


# -- who is in supply ----------------------------------------------------------------------------------------------
def objections_to_receiving(state: State, side: str, area: str) -> Checks:
    """Whether units may arrive in an area: friendly or disputed, and in supply (2.0-I.b, 6.4, 6.5.e, 7.2)."""
    now = areas.area_state(state, area, side)
    if now not in (areas.FRIENDLY, areas.DISPUTED):
        yield objection("7.2", "receives-not", area=Place(area), now=Term(now))
    elif now == areas.DISPUTED and is_source(state, area, side):
        yield held("6.3", "source-feeds-itself", area=Place(area))
    elif starving := _starving(state, side, area):
        reading = state.law.read("starved-area")
        yield objection("6.5.e", "area-marked", area=Place(area), units=units(starving), reading=reading)
    elif area_supplied(state, side, area):
        yield held("6.4", "area-in-supply", area=Place(area))
    else:
        yield objection("6.5.e", "area-out-of-supply", area=Place(area))
        yield from _cut(state, line_from(state, area, side), side).checks


def _starving(state: State, side: str, area: str) -> list[str]:
    """The units there that the last check has marked, if they close the area (reading `starved-area`)."""
    if state.law.reads("starved-area", "as-the-line-lies"):
        return []
    return [piece.id for piece in state.units(area, side) if piece.oos]


def area_supplied(state: State, side: str, area: str) -> bool:
    """Whether an area, by itself, is joined to a source."""
    if area == ENGLAND and state.law.reads("england-supplied", "supplied"):
        return True
    if is_source(state, area, side):
        return True
    if areas.area_state(state, area, side) == areas.DISPUTED and state.law.reads("supply-start", "from-friendly-only"):
        return False
    return area in lines_to_sources(state, side)


# -- 2.0-V.1 the check ---------------------------------------------------------------------------------------------
@steps.step("check-supply", "2.0-V.1.a")
def check_supply(s: State, t: Trace) -> State:
    """Both sides' units are checked, all as things stand; those without a line are marked and waste away."""
    checked = [u.id for side in SIDES for area in s.map.places for u in s.units(area, side)]
    lines = {id: supply(s, id) for id in checked if not in_supply(s, id)}
    s = s.put(*(s.pieces[id].but(oos=id in lines) for id in checked if s.pieces[id].oos != (id in lines)))
    if supplied := [id for id in checked if id not in lines]:
        t.say("2.0-V.1.a", "in-supply", s, units=units(supplied))
    out = tuple(lines)
    for id in out:
        t.say("6.5.a", "out-of-supply", s, unit=Unit(id))
        for check in s.law.objections(lines[id].checks):
            t.say(check.rule, check.kind, s, **check.facts)
    return s.then(task("attrition", out), *at_any_event(s)) if out else s


@steps.step("attrition", "2.0-V.1.c")
def attrition(s: State, t: Trace, marked: tuple[str, ...]) -> State:
    """What lies marked loses a step, a unit, or its life, piece by piece."""
    armies = [id for id in marked if s.pieces[id].kind == "army"]
    others = [id for id in marked if id not in armies]
    wasting = [task("fort-wastes" if s.pieces[id].kind == "fort" else "unit-wastes", id) for id in others]
    return s.then(*wasting, *(task("army-wastes", id) for id in armies))


@steps.step("fort-wastes", "6.5.b", under="attrition")
def fort_wastes(s: State, t: Trace, fort: str) -> State:
    """A step less; a fort of 1 falls."""
    piece = s.pieces[fort]
    value, area, side = piece.value - 1, str(piece.place), piece.side
    if value < 1:
        return _starved(s, t, fort, "6.5.b")
    before = areas.area_state(s, area, side)
    s = areas.settle(s.put(piece.but(value=value)), area)
    t.say("6.5.b", "fort-starves", s, fort=Unit(fort), value=value)
    if areas.area_state(s, area, side) != before:
        areas.tell_of_weakness(s, t, area, side)
        t.say("4.1.f", "area-held", s, area=Place(area), side=Side(s.control[area]))
    return s


@steps.step("unit-wastes", "6.5.d", under="attrition")
def unit_wastes(s: State, t: Trace, unit: str) -> State:
    """A unit outside armies is lost."""
    return _starved(s, t, unit, "6.5.d")


@steps.step("army-wastes", "6.5.c", under="attrition")
def army_wastes(s: State, t: Trace, army: str) -> State:
    """An army loses a unit; one of strength 1 or 0 goes altogether."""
    if not s.pieces[army].on_map:
        return s
    if strength(s, army).total > 1:
        return s.then(task("starve", army))
    s = _starved(s, t, army, "6.5.c")
    t.say("8.1.h", "army-eliminated", s, army=Unit(army))
    return s


def _starved(s: State, t: Trace, unit: str, rule: str) -> State:
    area = str(s.pieces[unit].place)
    s = eliminated(s, t, *(p.id for p in s.inside(unit)), unit)
    t.say(rule, "starved", s, unit=Unit(unit))
    return without_lonely(s, t, area)


def objections_to_starving(state: State, army: str, unit: str) -> Checks:
    """Whether an army out of supply may lose this unit."""
    if state.pieces[unit].army != army:
        yield objection("6.5.c", "not-in-that-army", unit=Unit(unit), army=Unit(army))
    yield from objections_to_wasting(state, unit)


@steps.step("starve", "6.5.c", under="attrition")
def starve(s: State, t: Trace, army: str) -> Step:
    """An army out of supply loses one unit that its player chooses."""
    unit = yield from choose(
        Ask(
            s,
            "6.5.c",
            s.pieces[army].side,
            "starve",
            ("unit",),
            lambda unit: objections_to_starving(s, army, unit),
            facts={"army": Unit(army)},
        )
    )
    s = eliminated(s, t, unit)
    t.say("6.5.c", "unit-starved", s, unit=Unit(unit), army=Unit(army), type=Term(s.pieces[unit].kind))
    return without_lonely(s, t, str(s.pieces[army].place))
