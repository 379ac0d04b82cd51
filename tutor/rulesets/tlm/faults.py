"""What is wrong with a position: limits that the booklet sets at all times, and pieces out of their time."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Term, Unit
from tutor.engine.ledger import Ledger, plus
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import objections_to_joining
from tutor.rulesets.tlm.calendar import game_year
from tutor.rulesets.tlm.state import NATIONS, SIDES, Piece, State

ONLY_FOR = {
    "stosstruppen": ("8.2.2.n", "GE"),
    "commonwealth": ("8.2.3.n", "UK"),
    "siege-gun": ("8.3.3.n", "GE"),
    "paris-gun": ("8.3.6.n", "GE"),
}
_FIRST_TANKS = {"FR": 13, "UK": 13, "GE": 16, "US": 17}
FIRST_BIPLANES = 1916
_FIRST = {"stosstruppen": (13, "8.2.2.d"), "paris-gun": (16, "8.3.6.a"), "commonwealth": (6, "8.2.3.b")}


def violations(state: State) -> Checks:
    """Every rule that the position itself breaks."""
    for area in state.map.places:
        for side in SIDES:
            now = areas.stacking(state, area, side)
            yield from state.law.objections(areas.objections_to_so_many(state, area, side, now))
    for piece in state.pieces:
        if piece.on_map:
            yield from objections_to_nation(piece, piece.nation)
            yield from objections_to_date(state, piece)
            yield from _place(state, piece)


def objections_to_nation(piece: Piece, nation: str) -> Checks:
    """Whether a nation has this type at all."""
    rule, only = ONLY_FOR.get(piece.kind, ("", nation))
    if nation != only:
        yield objection(rule, "only-for", unit=Unit(piece.id), nation=Term(f"nation-{only}"))


def objections_to_owner(piece: Piece, side: str) -> Checks:
    """Whether a side has this type at all."""
    rule, only = ONLY_FOR.get(piece.kind, ("", ""))
    if only and NATIONS[only] != side:
        yield objection(rule, "only-for", unit=Unit(piece.id), nation=Term(f"nation-{only}"))


def objections_to_date(state: State, piece: Piece) -> Checks:
    """Whether this unit exists yet."""
    first, rule = _FIRST.get(piece.kind, (1, ""))
    if piece.kind == "tank":
        first, rule = _FIRST_TANKS.get(piece.nation, 24), "8.3.5.c"
    if state.turn < first:
        yield objection(rule, "before-its-time", unit=Unit(piece.id), turn=state.turn, first=first)
    year = max(piece.value, FIRST_BIPLANES)
    if piece.kind == "biplane" and game_year(state) < year:
        first = 4 * (year - 1914)  # its SPRING
        yield objection("8.3.4.c", "before-its-time", unit=Unit(piece.id), turn=state.turn, first=first)


def _place(state: State, piece: Piece) -> Checks:
    if piece.army is not None:
        stopped = state.law.first_objection(objections_to_joining(state, piece.id, piece.army))
        if stopped is not None:
            yield stopped
    elif areas.CLOSED in state.map.area(str(piece.place)).flags:
        yield objection("4.2.e", "not-playable", area=Place(str(piece.place)))


def faults(state: State) -> Ledger:
    """How many rules the position breaks, and which."""
    broken = state.law.objections(violations(state))
    return state.law.ledger("1.2.2.c", "faults", (plus(c.rule, c.kind, 1, **c.facts) for c in broken))
