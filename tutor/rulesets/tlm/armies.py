"""8.1 Armies: what they may hold (1.4), their strength, and what happens to empty ones."""

from __future__ import annotations

from typing import Any

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term, Unit
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.calendar import game_year
from tutor.rulesets.tlm.sources import ENGLAND
from tutor.rulesets.tlm.state import REMOVED, RESERVE, Piece, State, foe


# -- strength --------------------------------------------------------------------------------------------------
def strength_lines(state: State, unit: Piece) -> Lines:
    """5.3.1: an army its units, a fort its figure, any other unit one."""
    if unit.kind == "army":
        for kind, n in counted(state, unit).items():
            yield plus("5.3.1.c", "strength-inside", n, type=Term(kind), n=n)
        if not state.inside(unit.id):
            yield plus("8.1.e", "strength-empty", 0, army=Unit(unit.id))
    elif unit.kind == "fort":
        rule = "8.4.g" if unit.value else "8.4.l"
        yield plus(rule, "strength-fort", unit.value, fort=Unit(unit.id))
    else:
        yield plus("5.3.1.c", "strength-single", 1, unit=Unit(unit.id))


def strength(state: State, unit: str) -> Ledger:
    return state.law.ledger("5.3.1.c", "strength", strength_lines(state, state.pieces[unit]))


def counted(state: State, army: Piece) -> dict[str, int]:
    """How many units of each kind an army holds, without those that joined it in retreat."""
    found: dict[str, int] = {}
    for piece in state.inside(army.id):
        if bool(piece.retreat) == bool(army.retreat):
            found[piece.kind] = found.get(piece.kind, 0) + 1
    return found


# -- contents --------------------------------------------------------------------------------------------------
def objections_to_joining(state: State, unit: str, army: str) -> Checks:
    """Whether a unit may be put into an army that stands in its area."""
    piece, into = state.pieces[unit], state.pieces[army]
    facts = {"unit": Unit(unit), "army": Unit(army)}
    if into.kind != "army" or into.side != piece.side:
        yield objection("8.1.a", "no-army", **facts)
    elif into.place != piece.place:
        yield objection("8.1.c", "army-elsewhere", **facts)
    elif piece.kind == "fort":
        yield objection("8.4.a", "fort-joins-no-army", **facts)
    elif piece.kind == "army":
        yield objection("1.4.b", "army-in-army", **facts)
    else:
        if into.place == ENGLAND and {unit, army} <= state.apart:
            yield objection("4.6.e", "kept-apart", **facts)
        yield from _nation(piece, into)
        yield from _room(state, piece, into)
        if not state.inside(army):
            yield from _stacking(state, piece, into)


def _stacking(state: State, piece: Piece, army: Piece) -> Checks:
    """An empty army that takes a unit in begins to count."""
    area = str(piece.place)
    now = areas.stacking(state.put(piece.but(army=army.id)), area, piece.side)
    yield from areas.objections_to_so_many(state, area, piece.side, now)


def _nation(piece: Piece, army: Piece) -> Checks:
    american = piece.nation == "US" and piece.kind == "infantry"
    if piece.nation != army.nation:
        check = held if american else objection
        yield check("8.1.b", "other-nation", unit=Unit(piece.id), army=Unit(army.id))


def _room(state: State, piece: Piece, army: Piece) -> Checks:
    inside = [p for p in state.inside(army.id) if p.id != piece.id]
    part = "infantry" if piece.infantry_type else "auxiliary"
    cell = state.law.table("army-slots").at(army.nation, part)
    used = sum(p.infantry_type == piece.infantry_type for p in inside)
    if used >= int(cell.value):
        yield objection("1.4.c", "no-slot", army=Unit(army.id), part=Term(part), used=used, cell=cell)
    if piece.kind == "artillery":
        yield from _artillery(state, army, sum(p.kind == "artillery" for p in inside))
    if piece.kind == "biplane" and any(p.kind == "biplane" for p in inside):
        yield objection("8.3.4.g", "one-biplane", army=Unit(army.id))


def _artillery(state: State, army: Piece, inside: int) -> Checks:
    if army.nation == "BE":
        if state.law.reads("belgian-artillery", "none"):
            reading = state.law.read("belgian-artillery")
            yield objection("8.3.2.d", "artillery-limit", army=Unit(army.id), held=inside, reading=reading)
        return
    cell = state.law.table("artillery-limits").at(game_year(state), army.nation)
    full = inside >= (int(cell.value) if cell.value.isdigit() else 0)
    check = objection if full else held
    yield check("8.3.2.d", "artillery-limit", army=Unit(army.id), held=inside, cell=cell)


def armies_for(state: State, unit: str) -> list[str]:
    """The armies in its area that a unit may join."""
    piece = state.pieces[unit]
    if piece.kind in ("army", "fort") or not piece.on_map:
        return []
    here = (army.id for army in state.units(str(piece.place), piece.side) if army.kind == "army")
    return [army for army in here if state.law.allows(objections_to_joining(state, unit, army))]


def objections_to_arriving(state: State, piece: Piece, place: str, moving: bool = False) -> Checks:
    """Whether an area has room for a unit; a single one may go straight into an army of a full area.

    An army that moves there, and does not retreat, may take units in at once.
    """
    if not areas.stacks(state, piece):
        yield held("1.2.2.b", "not-counted", unit=Unit(piece.id))
        return
    full = state.law.in_force(areas.objections_to_stacking(state, piece, place))
    if not full:
        return
    arrived = state.put(piece.but(place=place, army=None), *(p.but(place=place) for p in state.inside(piece.id)))
    absorbs = moving and piece.kind == "army" and state.law.reads("army-into-full-area", "if-it-absorbs")
    if absorbs and _takes_in(arrived, piece.id):
        reading = state.law.read("army-into-full-area")
        yield held("1.2.2.a", "takes-units-in", army=Unit(piece.id), area=Place(place), reading=reading)
    elif state.law.reads("full-area-into-army", "allowed") and armies_for(arrived, piece.id):
        reading = state.law.read("full-area-into-army")
        yield held("1.2.2.a", "into-an-army", unit=Unit(piece.id), area=Place(place), reading=reading)
    else:
        yield from full
        if state.law.reads("full-area-into-army", "allowed"):
            yield from _no_army_takes(arrived, piece.id)


def _no_army_takes(state: State, unit: str) -> Checks:
    """Why no army of a full area takes a single unit in: each its own reason."""
    piece = state.pieces[unit]
    if piece.kind in ("army", "fort"):
        return
    for army in state.units(str(piece.place), piece.side):
        if army.kind == "army":
            yield from state.law.objections(objections_to_joining(state, unit, army.id))


def objections_to_wasting(state: State, unit: str) -> Checks:
    """Whether a unit may be the one that hunger or the east takes (reading `paris-gun-wastes`)."""
    if state.pieces[unit].kind == "paris-gun":
        check = held if state.law.reads("paris-gun-wastes", "as-any-unit") else objection
        yield check("8.3.6.c", "gun-wastes", unit=Unit(unit), reading=state.law.read("paris-gun-wastes"))


def _takes_in(state: State, army: str) -> bool:
    """Whether an army may take in a single unit of its area."""
    piece = state.pieces[army]
    here = (unit.id for unit in state.units(str(piece.place), piece.side) if unit.kind not in ("army", "fort"))
    return any(state.law.allows(objections_to_joining(state, unit, army)) for unit in here)


# -- entrenchment ----------------------------------------------------------------------------------------------
def entrenched(state: State, piece: Piece) -> bool:
    """Whether an infantry is entrenched, by itself or by its army (8.1.j)."""
    if piece.army is not None:
        return state.pieces[piece.army].entrenched
    return piece.entrenched


def has_left_trench(before: State, after: State, unit: str) -> bool:
    """Whether a unit was entrenched, by itself or by its army, and no longer is."""
    piece = before.pieces[unit]
    digs = piece.kind == "army" or (piece.infantry_type and piece.kind != "stosstruppen")
    return digs and entrenched(before, piece) and not entrenched(after, after.pieces[unit])


def told_of_trench(s: State, t: Trace, before: State, unit: str, **facts: Any) -> None:
    """4.3.a, 8.1.k: a trench that was left is told."""
    if has_left_trench(before, s, unit):
        rule = "8.1.k" if before.pieces[unit].kind == "army" else "4.3.a"
        t.say(rule, "trench-left", s, unit=Unit(unit), **facts)


# -- empty armies and eliminations -----------------------------------------------------------------------------
def infantry_here(state: State, area: str, side: str, but_retreated: bool = False) -> bool:
    """Whether a side has infantry in an area, Stoßtruppen as the reading `what-is-infantry` says."""
    plain = state.law.reads("what-is-infantry", "plain-infantry")
    return any(
        p.infantry_type and not (plain and p.kind == "stosstruppen") and not (but_retreated and p.retreat)
        for p in state.forces(area, side)
    )


def is_empty(state: State, piece: Piece) -> bool:
    return piece.kind == "army" and piece.on_map and not state.inside(piece.id)


def eliminated(state: State, t: Trace, *ids: str) -> State:
    """Take pieces off the map; an army that so loses its last unit goes with them (5.3.1.e)."""
    held_by = [army for id in ids if (army := state.pieces[id].army) is not None and army not in ids]
    state = taken_off(state, *ids)
    emptied = [army for army in dict.fromkeys(held_by) if not state.inside(army)]
    state = _fallen(state, *emptied)
    for army in emptied:
        area = str(state.pieces[army].place)
        state = areas.settle(state.put(gone(state.pieces[army])), area)
        t.say("5.3.1.e", "army-emptied", state, army=Unit(army))
        t.say("8.1.h", "army-eliminated", state, army=Unit(army))
    return state


def taken_off(state: State, *ids: str) -> State:
    """Pieces off the map, not by combat nor out of supply: an army that held the last of them stays, empty."""
    state = _fallen(state, *(id for id in ids if not is_empty(state, state.pieces[id]) or _counts_empty(state)))
    for id in ids:
        area = str(state.pieces[id].place)
        state = areas.settle(state.put(gone(state.pieces[id])), area)
    return state


def _counts_empty(state: State) -> bool:
    return state.law.reads("empty-army-vp", "counts")


def _fallen(state: State, *ids: str) -> State:
    """3.1.c, 3.1.d: eliminated armies are remembered."""
    armies = tuple(id for id in ids if state.pieces[id].kind == "army")
    new: State = state.but(fallen=(*state.fallen, *armies)) if armies else state
    return new


def gone(piece: Piece) -> Piece:
    """A piece off the map: in the reserve, a fort out of the game."""
    box = REMOVED if piece.kind == "fort" else RESERVE
    return piece.but(
        place=None,
        box=box,
        army=None,
        entrenched=False,
        fortified=False,
        retreat="",
        left="",
        method="",
        moved=0,
        went=(),
        oos=False,
    )


def without_lonely(state: State, t: Trace, *places: str) -> State:
    """8.1.g: empty armies in a disputed area without infantry beside them are eliminated at once."""
    for area in places:
        for side in (state.active, state.defender):
            for army in state.units(area, side):
                if is_empty(state, army) and _alone(state, area, side):
                    state = eliminated(state, t, army.id)
                    t.say("8.1.g", "empty-army-alone", state, army=Unit(army.id), area=Place(area))
    return state


def _alone(state: State, area: str, side: str) -> bool:
    return bool(areas.holders(state, area, foe(side))) and not infantry_here(state, area, side)
