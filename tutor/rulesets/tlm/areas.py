"""4.1 The four states of an area, and who controls it; 1.2.2 stacking."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Unit
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.pieces import FrozenMap
from tutor.engine.space.bits import bits_of
from tutor.engine.space.kept import by_identity, by_parts
from tutor.engine.space.maps import AreaMap
from tutor.engine.trace import Trace
from tutor.rulesets.tlm.state import AGENDA, GE, SIDES, Piece, State, foe

FRIENDLY, ENEMY, DISPUTED, NEUTRAL = "friendly", "enemy", "disputed", "neutral"
CLOSED, ROUGH, SEA, EAST = "closed", "rough", "sea", "east"
STACKING_LIMIT = 3

_WEAK = {"artillery": "8.3.2.b", "siege-gun": "8.3.3.g", "biplane": "8.3.4.e", "paris-gun": "8.3.6.e"}


# -- who holds an area -----------------------------------------------------------------------------------------
def objections_to_holding(state: State, piece: Piece) -> Checks:
    """What keeps a piece from taking or keeping an area by itself."""
    unit = Unit(piece.id)
    if piece.kind in _WEAK:
        yield objection(_WEAK[piece.kind], "holds-no-area", unit=unit)
    if piece.kind == "fort" and piece.value <= 1:
        rule = "8.4.j" if piece.value else "8.4.l"
        yield objection(rule, "fort-holds-no-area", unit=unit, value=piece.value)
    if piece.kind in ("tank", "cavalry") and state.law.reads("tank-cavalry-control", "no-control"):
        yield objection("4.1.f", "holds-no-area", unit=unit, reading=state.law.read("tank-cavalry-control"))
    if piece.kind == "army":
        yield from _army_holding(state, piece)


def _army_holding(state: State, army: Piece) -> Checks:
    if state.inside(army.id):
        yield objection("8.1.a", "army-by-contents", unit=Unit(army.id))
    elif state.law.reads("empty-army-control", "no-control"):
        yield objection("8.1.e", "holds-no-area", unit=Unit(army.id), reading=state.law.read("empty-army-control"))


def tell_of_weakness(s: State, t: Trace, area: str, side: str) -> None:
    """Why nothing that a side has in an area takes or keeps it, where that is so."""
    if t.silent or holders(s, area, side):
        return
    for piece in s.forces(area, side):
        for check in s.law.in_force(objections_to_holding(s, piece)):
            t.say(check.rule, check.kind, s, **check.facts)


def holds(state: State, piece: Piece) -> bool:
    if state.law.allows(objections_to_holding(state, piece)):
        return True
    keeps = state.law.reads("weak-garrison", "disputed") and piece.kind in _WEAK
    return keeps and state.control.get(str(piece.place)) == piece.side


def holders(state: State, area: str, side: str) -> tuple[Piece, ...]:
    """The pieces that hold an area for a side."""
    return tuple([p for p in state.forces(area, side) if holds(state, p)])


@by_identity(256, AGENDA)
def held_by(state: State, area: str, side: str) -> bool:
    """Whether anything holds an area for a side."""
    return any(holds(state, p) for p in state.forces(area, side))


@dataclass(frozen=True)
class Presence:
    """Of one side the areas where it has units, and those that something holds for it, as sets."""

    units: int = 0
    holding: int = 0


@by_parts(16, "pieces", "control")
def presence(state: State) -> Mapping[str, Presence]:
    """Where both sides are; of pieces that are alike one is asked whether it holds an area."""
    of, control, known = bits_of(state.map).of, state.control, _known_to_hold(state.law)
    units, holding = dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0)
    for piece in state.pieces:
        place, side = piece.place, piece.side
        if place is None:
            continue
        here = of.get(place, 0)
        if piece.army is None:
            units[side] |= here
        inside = piece.kind == "army" and bool(state.inside(piece.id))
        likeness = piece.kind, min(piece.value, 2), inside, control.get(place) == side
        if (holds_it := known.get(likeness)) is None:
            holds_it = known[likeness] = holds(state, piece)
        if holds_it:
            holding[side] |= here
    return {side: Presence(units[side], holding[side]) for side in SIDES}


@lru_cache(maxsize=32)
def _known_to_hold(law: Law) -> dict[Hashable, bool]:
    """Of every likeness of a piece whether it holds an area."""
    return {}


@by_identity(16)
def controlled(control: FrozenMap[str, str], map: AreaMap, side: str) -> int:
    """The areas that a side controlled last."""
    return bits_of(map).set(area for area, whose in control.items() if whose == side and area in map)


def area_state(state: State, area: str, side: str) -> str:
    """Friendly, enemy, disputed or neutral, as this side sees it."""
    flags = state.map.area(area).flags
    if CLOSED in flags or EAST in flags:
        return FRIENDLY if EAST in flags and side == GE else NEUTRAL
    ours, theirs = held_by(state, area, side), held_by(state, area, foe(side))
    if ours and theirs:
        return DISPUTED
    if ours != theirs and area in opened(state) and held_by(state, area, state.active):
        return DISPUTED
    if ours or theirs:
        return FRIENDLY if ours else ENEMY
    owner = state.control.get(area)
    return NEUTRAL if owner is None else FRIENDLY if owner == side else ENEMY


def disputed(state: State, area: str) -> bool:
    return area_state(state, area, state.active) == DISPUTED


def opened(state: State) -> frozenset[str]:
    """The areas entered empty whose round is still to be held: until then they are nobody's (`empty-enemy-area`)."""
    if not state.entered or state.law.reads("empty-enemy-area", "friendly"):
        return frozenset()
    return frozenset(state.entered).difference(state.fought)


def settle(state: State, *areas: str) -> State:
    """Control as it is after a change: the side that alone holds an area controls it (4.1.f, 4.1.j)."""
    control, waiting = state.control, opened(state)
    for area in areas:
        if area in waiting:
            continue
        holding = [side for side in SIDES if held_by(state, area, side)]
        if len(holding) == 1 and control.get(area) != holding[0]:
            control = control.put(area, holding[0])
    new: State = state if control is state.control else state.but(control=control)
    return new


def turn_begun(state: State) -> State:
    """What is friendly to the active side at the start of his turn is noted (4.4.b, 4.5.a)."""
    ours = (area for area in state.map.places if area_state(state, area, state.active) == FRIENDLY)
    new: State = state.but(since=frozenset(ours))
    return new


# -- stacking --------------------------------------------------------------------------------------------------
def stacking_lines(state: State, area: str, side: str) -> Lines:
    """What each unit of a side counts in an area."""
    for unit in state.units(area, side):
        if unit.kind == "fort":
            yield plus("8.4.b", "stack-fort", 0, unit=Unit(unit.id))
        elif unit.kind != "army":
            yield plus("1.2.2.a", "stack-unit", 1, unit=Unit(unit.id))
        elif state.inside(unit.id):
            yield plus("8.1.a", "stack-army", 1, unit=Unit(unit.id))
            yield plus("1.2", "stack-inside", 0, unit=Unit(unit.id))
        else:
            yield plus("8.1.e", "stack-empty", 0, unit=Unit(unit.id))


@by_identity(256, AGENDA)
def stacking(state: State, area: str, side: str) -> Ledger:
    """How many of the three places of an area a side uses."""
    return state.law.ledger("1.2.2.a", "stacking", stacking_lines(state, area, side))


def stacks(state: State, piece: Piece) -> int:
    """What a unit adds to the stacking of the area that it enters."""
    if piece.kind == "fort" or (piece.kind == "army" and not state.inside(piece.id)):
        return 0
    return 1


def objections_to_stacking(state: State, piece: Piece, area: str) -> Checks:
    """Whether an area has room for one more unit."""
    if stacks(state, piece):
        yield from objections_to_so_many(state, area, piece.side, stacking(state, area, piece.side), more=1)


def objections_to_being_out(state: State, piece: Piece) -> Checks:
    """Whether a unit's area has room for it outside any army."""
    area = str(piece.place)
    if stacking(state, area, piece.side).total >= STACKING_LIMIT:
        now = stacking(state.put(piece.but(army=None)), area, piece.side)
        yield from objections_to_so_many(state, area, piece.side, now)


def objections_to_so_many(state: State, area: str, side: str, now: Ledger, more: int = 0) -> Checks:
    """1.2.2: three units of a side in an area; whether in the EFT Box, too, is a reading (`eft-stacking`)."""
    if now.total + more <= STACKING_LIMIT:
        return
    facts = {"area": Place(area), "side": Side(side), "stacking": now, "limit": STACKING_LIMIT}
    if EAST not in state.map.area(area).flags:
        yield objection("1.2.2.a", "area-full", **facts)
        return
    check = held if state.law.reads("eft-stacking", "free") else objection
    yield check("1.2.2.a", "box-full", **facts, reading=state.law.read("eft-stacking"))


# -- the east ----------------------------------------------------------------------------------------------------
def objections_to_the_east(state: State, one: str, other: str) -> Checks:
    """2.0-V.4.a: the EFT Box lies beside friendly German sources only (reading `eft-entry`)."""
    ends = [area for area in (one, other) if EAST not in state.map.area(area).flags]
    if len(ends) != 1:
        return
    reading = state.law.read("eft-entry")
    if state.law.reads("eft-entry", "set-by-scenario"):
        yield objection("2.0-V.4.a", "eft-closed", reading=reading)
        return
    open_there = "source-GE" in state.map.area(ends[0]).flags and area_state(state, ends[0], GE) == FRIENDLY
    check = held if open_there else objection
    yield check("2.0-V.4.a", "eft-beside", area=Place(ends[0]), reading=reading)


# -- the map ---------------------------------------------------------------------------------------------------
@lru_cache(maxsize=16)
def overland(map: AreaMap) -> Mapping[str, tuple[str, ...]]:
    """Of each area those beside it to which more than the sea leads."""
    near = {area: map.neighbours(area) for area in map.places}
    return {a: tuple([b for b in near[a] if any(link.kind != SEA for link in map.links(a, b))]) for a in near}


def by_sea(state: State, one: str, other: str) -> bool:
    """Whether only the sea joins two areas."""
    return state.map.adjacent(one, other) and other not in overland(state.map)[one]


def rough(state: State, area: str) -> bool:
    return ROUGH in state.map.area(area).flags
