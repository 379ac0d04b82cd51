"""2.2.4.4 f-j: where an alliance may land, and what may sail."""

from __future__ import annotations

from typing import Any

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.rulesets.dff.ground import BALTIC, BLACK_SEA, COAST, GALLIPOLI, MARMARA, PORT, flags, front_of, landing_right
from tutor.rulesets.dff.state import ALLIES, State, Unit


def objections_to_landing_at(state: State, side: str, hex: str) -> Checks:
    """Whether an alliance may make an Amphibious Assault on this hex."""
    here, front = flags(state, hex), front_of(state, hex)
    check = held if COAST in here else objection
    yield check("2.2.4.4-f", "coastal-hex", hex=Place(hex))
    facts: dict[str, Any] = {"front": Term(front), "who": Side(side)}
    if front == "petrograd":
        facts["reading"] = state.law.read("petrograd-landings")
    cell = landing_right(state, hex, side)
    if russians_only(state, side, hex):
        yield held("2.2.4.4-j", "russian-sea", hex=Place(hex), reading=state.law.read("landing-areas"))
    elif cell.value == "no":
        yield objection("2.2.4.4-j", "no-landing-on-front", **facts, cell=cell)
    elif BLACK_SEA in here and cell.value != "yes":
        yield objection("2.2.4.4-j", "no-landing-in-black-sea", hex=Place(hex), who=Side(side), cell=cell)
    else:
        yield held("2.2.4.4-j", "no-landing-on-front", **facts, cell=cell)
    if side == ALLIES and closed_sea(state, hex):
        yield objection("1.1.1-b", "gallipoli-first", hex=Place(hex), reading=state.law.read("marmara"))
    yield from _port(state, side)


def russians_only(state: State, side: str, hex: str) -> bool:
    """Another reading opens the Black Sea and the Baltic to Russia, whatever the list of fronts says."""
    waters = {BLACK_SEA, BALTIC} & set(flags(state, hex))
    return side == ALLIES and bool(waters) and state.law.reads("landing-areas", "russia-black-sea")


def objections_to_nation(state: State, unit: Unit, hex: str) -> Checks:
    if russians_only(state, unit.side, hex) and unit.nation != "russia":
        reading = state.law.read("landing-areas")
        yield objection("2.2.4.4-j", "russians-only", unit=U(unit.id), hex=Place(hex), reading=reading)


def closed_sea(state: State, hex: str) -> bool:
    """The coasts of the Sea of Marmara, until the Allies hold Gallipoli."""
    here = flags(state, hex)
    closed = MARMARA in here and (state.law.reads("marmara", "all-marmara") or "north-west" in here)
    named = state.map.named.get(GALLIPOLI)
    held_by_allies = named is not None and all(state.control.get(one) == ALLIES for one in named.hexes)
    return closed and not held_by_allies


def _port(state: State, side: str) -> Checks:
    """An HQ must stand in a port for it."""
    ready = [hq for hq in state.hqs_of(side) if PORT in flags(state, hq.place or "")]
    if not ready:
        yield objection("2.2.4.4-f", "no-hq-on-port", who=Side(side))


def objections_to_sailing(state: State, unit: Unit) -> Checks:
    """Only units in ports sail."""
    here = unit.place or ""
    check = held if PORT in flags(state, here) else objection
    yield check("2.2.4.4-f", "starts-in-port", unit=U(unit.id), hex=Place(here))
