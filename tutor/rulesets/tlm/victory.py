"""3.1 Victory points, as far as areas, armies, crises, the blockade, the east and the Paris Gun give them."""

from __future__ import annotations

from tutor.engine.facts import Place, Term, Unit
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.eastern import east_pays, eastern_points
from tutor.rulesets.tlm.state import ENTENTE, GE, State

PARIS = "paris"
PARIS_WORTH = 6


def victory_points(state: State) -> Ledger:
    """The German total as it stands."""
    return state.law.ledger("3.1.a", "victory-points", victory_lines(state))


def victory_lines(state: State) -> Lines:
    yield from _areas(state)
    yield from _armies(state)
    if state.crisis_vp:
        yield plus("3.1.e" if state.crisis_vp > 0 else "3.1.f", "vp-crises", state.crisis_vp)
    cell = state.law.table("calendar").at(state.turn, "blockade (VP)")
    if int(cell.value):
        yield plus("3.1.h", "vp-blockade", int(cell.value), cell=cell)
    yield from _east(state)
    yield from _paris_gun(state)


def _areas(state: State) -> Lines:
    for area in state.map:
        worth, now, facts = area.values.get("vp", 0), areas.area_state(state, area.id, GE), {}
        if area.id == PARIS:
            facts = {"reading": state.law.read("paris-vp")}
            worth = PARIS_WORTH if state.law.reads("paris-vp", "six") else worth
        if worth and now == areas.FRIENDLY:
            yield plus("3.1.a", "vp-area", worth, area=Place(area.id), **facts)
        elif worth and now == areas.DISPUTED:
            yield plus("3.1.a", "vp-disputed", 0, area=Place(area.id), now=Term(now))


def _armies(state: State) -> Lines:
    """3.1.c, 3.1.d: for good, or until the army is rebuilt (reading `eliminated-army-vp`)."""
    for_good = state.law.reads("eliminated-army-vp", "permanent")
    for army in state.fallen:
        piece = state.pieces[army]
        if for_good or not piece.on_map:
            rule, points = ("3.1.c", 1) if piece.side == ENTENTE else ("3.1.d", -1)
            reading = state.law.read("eliminated-army-vp")
            yield plus(rule, "vp-army", points, army=Unit(army), reading=reading)
            yield plus("8.1.i", "vp-army-counts", 0, army=Unit(army))


def _east(state: State) -> Lines:
    """3.1.g: only from 1914 to 1917, and not in a linked game."""
    there = eastern_points(state)
    if there.total and east_pays(state):
        yield plus("3.1.g", "vp-east", there)


def _paris_gun(state: State) -> Lines:
    """8.3.6.b: once, while the gun is at Paris or next to it."""
    for gun in state.pieces.of(GE):
        at = gun.place
        if gun.kind == "paris-gun" and at is not None and (at == PARIS or state.map.adjacent(at, PARIS)):
            yield plus("8.3.6.b", "vp-paris-gun", 1, area=Place(at))
            yield plus("3.1.i", "vp-paris-gun-row", 0)
