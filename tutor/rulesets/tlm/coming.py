"""2.0-II.2, 4.1, 8.1: how pieces come to an area when they move, and what each has done already in this player turn.

An army moves with all that it holds. So whatever a unit is asked before it goes, its contents are asked too; and
whatever it has done, they have done: only here does a move put a piece into an area, and it leaves its marks on all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Term, Unit, units
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.rulesets.tlm.state import Piece, State

FOOT, RAIL, STRATEGIC, SHIP, RESERVES = "foot", "rail", "strategic", "ship", "reserves"
MEANS = (FOOT, RAIL, STRATEGIC, SHIP, RESERVES)
RULES = {FOOT: "4.1.d", RAIL: "4.4.b", STRATEGIC: "4.5.a", SHIP: "4.6.b", RESERVES: "9.6.a"}
TRANSFER = "on-the-spot"

FAR = {"cavalry": "8.3.1.b", "biplane": "8.3.4.b"}
_MOVES = {
    **FAR,
    "army": "8.1.d",
    "infantry": "8.2.1.a",
    "stosstruppen": "8.2.2.b",
    "artillery": "8.3.2.b",
    "siege-gun": "8.3.3.e",
    "tank": "8.3.5.b",
    "paris-gun": "8.3.6.a",
    "fort": "8.4.a",
}


# -- how far -----------------------------------------------------------------------------------------------------
def allowance(state: State, unit: str) -> Ledger:
    """How many areas a unit may move."""
    return _allowance(state.law, state.pieces[unit].kind)


@lru_cache(maxsize=256)
def _allowance(law: Law, kind: str) -> Ledger:
    """It is printed on the counter: the same for all of a kind."""
    return law.ledger("2.0-II.2.b", "allowance", _printed(law, kind))


def _printed(law: Law, kind: str) -> Lines:
    cell = law.table("units").at(kind, "move")
    yield plus(_MOVES.get(kind, "4.1.d"), "printed-movement", int(cell.value), type=Term(kind), cell=cell)


# -- what has been done -------------------------------------------------------------------------------------------
def marked(piece: Piece, means: str, areas: int = 0) -> Piece:
    """The piece with what it has now done in this player turn, by itself or in its army."""
    went = piece.went if means in piece.went else (*piece.went, means)
    return piece.but(moved=piece.moved + areas, went=went)


def times_used(state: State, means: str) -> tuple[str, ...]:
    """The units that have used a means; an army is one."""
    return tuple(unit for unit, used in state.used if used == means)


# -- whether that leaves anything to be done ----------------------------------------------------------------------
class Done(NamedTuple):
    """Something that a piece has done and that shuts a means to it: the rule, how it is told, the means concerned."""

    rule: str
    kind: str
    means: str


SPENT, OTHERWISE, WALKED, CHANGED, MOVED = "spent", "otherwise", "walked", "changed", "moved"


def _done(state: State, piece: Piece, means: str) -> Iterator[Done]:
    """What a piece has done that shuts a means to it for one more area."""
    if means == RESERVES:
        if piece.went and state.law.reads("reserves-second-unit", "another-unit"):
            yield Done("2.0-II.1.f", MOVED, RESERVES)
        return
    for used in piece.went:
        if used == RESERVES and state.law.reads("reserves-second-unit", "any-unit"):
            continue
        if used not in (FOOT, TRANSFER):
            yield Done(RULES[used], OTHERWISE, used)
        elif means != FOOT and used == FOOT:
            yield Done(RULES[means], WALKED, means)
        elif means != FOOT and state.law.reads("transfer-then-transport", "combined"):
            yield Done(RULES[means], CHANGED, TRANSFER)
    if means == FOOT and piece.moved >= allowance(state, piece.id).total:
        yield Done(FAR.get(piece.kind, "2.0-II.2.b"), SPENT, FOOT)


def objections_to_having_moved(state: State, unit: str, means: str) -> Checks:
    """What a unit, or something that it carries, has done already and may not add to by this means.

    A unit that has covered all its areas may still go into an army and out: that is asked of each step.
    """
    piece = state.pieces[unit]
    own = list(_done(state, piece, means))
    for done in own:
        yield from _told(state, piece, done)
    if own:
        return  # it goes nowhere by this means, whatever it carries
    found: dict[Done, list[str]] = {}
    for one in state.inside(unit):
        for done in _done(state, one, means):
            found.setdefault(done, []).append(one.id)
    for done, carried in found.items():
        yield from _told_of_carried(state, piece, carried, done)


def _told(state: State, piece: Piece, done: Done) -> Checks:
    unit = Unit(piece.id)
    match done.kind:
        case "moved":
            reading = state.law.read("reserves-second-unit")
            yield objection(done.rule, "another-unit", unit=unit, reading=reading)
        case "otherwise":
            yield objection(done.rule, "moved-otherwise", unit=unit, means=Term(done.means))
        case "walked":
            yield objection(done.rule, "walked-before", unit=unit, means=Term(done.means))
        case "changed":
            reading = state.law.read("transfer-then-transport")
            yield objection(done.rule, "changed-before", unit=unit, reading=reading)
            yield objection("4.1.c", "changed-before", unit=unit, reading=reading)


def _told_of_carried(state: State, army: Piece, carried: list[str], done: Done) -> Checks:
    facts = {"army": Unit(army.id), "units": units(carried)}
    match done.kind:
        case "moved":
            reading = state.law.read("reserves-second-unit")
            yield objection(done.rule, "carries-moved", **facts, reading=reading)
        case "otherwise":
            yield objection(done.rule, "carries-otherwise", **facts, means=Term(done.means))
        case "walked":
            yield objection(done.rule, "carries-walked", **facts)
        case "changed":
            reading = state.law.read("transfer-then-transport")
            yield objection(done.rule, "carries-changed", **facts, reading=reading)
            yield objection("4.1.c", "carries-changed", **facts, reading=reading)
        case "spent":
            yield objection(done.rule, "carries-spent", **facts, allowance=allowance(state, carried[0]))


def objections_to_going_further(state: State, unit: str) -> Checks:
    """Whether anything is left of a unit's own allowance."""
    piece, left = state.pieces[unit], allowance(state, unit)
    if piece.moved >= left.total:
        rule = FAR.get(piece.kind, "2.0-II.2.b")
        yield objection(rule, "moved-already", unit=Unit(unit), moved=piece.moved, allowance=left)


# -- coming -------------------------------------------------------------------------------------------------------
def come(s: State, unit: str, place: str, means: str) -> State:
    """The unit is in the area with all that it carries; to its own area: out of its army.

    The move is noted once, however many steps it goes on for.
    """
    piece = s.pieces[unit]
    origin, far = str(piece.place), place != piece.place
    how, areas = (means, int(means == FOOT)) if far else (TRANSFER, 0)
    trench = piece.entrenched and not far and piece.kind != "army"
    carried = [marked(p, how, areas).but(place=place) for p in s.inside(unit)] if far else []
    comes = marked(piece, how, areas).but(place=place, army=None, entrenched=trench, fortified=False)
    used = s.used if (unit, means) in s.used[-1:] else (*s.used, (unit, means))
    moves = s.moves if unit in s.moves else s.moves.put(unit, origin)
    apart = s.apart - {unit} if far else s.apart  # 4.6.e: only as long as both have stayed
    new: State = s.put(comes, *carried).but(used=used, moves=moves, apart=apart)
    return new
