"""16.1, 16.6: what a nation that collapses loses; Turkey's collapse and surrender in the games that have Europe."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.capture import fallen_to
from tutor.rulesets.gwie.control import controller, settlement
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.nations import TURKEY_DOWN
from tutor.rulesets.gwie.sources import CONSTANTINOPLE
from tutor.rulesets.gwie.state import ALLIES, CP, DEAD_NEAR_EAST, DESTROYED, GONE, TRANSIT, State, Unit

NECK = "E1124"  # the hex with which Turkey collapses
SURRENDERED = "turkey-surrendered"
LOST_WITH_TURKEY = frozenset({"egyptian", "iraqi"})


def brought_low(s: State, payer: str, nation: Iterable[Unit]) -> State:
    """16.11: a nation that collapses loses its points and its HQs for good, and all who fight on are worth one."""
    nation = tuple(nation)
    hqs = (u.but(place=None, box=GONE) for u in nation if u.hq)
    weak = (u.but(face=((1, 1),) * len(u.face)) for u in nation if u.fights)
    return s.put(*hqs, *weak).but(rp=s.rp.put(payer, 0))


def turkey_shaken(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """16.6, 16.61: an Ally in the neck of the peninsula brings Turkey down, one in Constantinople ends her war."""
    if unit.side != ALLIES or not unit.ground or s.stands(SURRENDERED):
        return s
    if hex == CONSTANTINOPLE:
        s = s.but(affairs=s.affairs | {SURRENDERED})
        t.say("16.61", "constantinople-taken", s, unit=U(unit.id), hex=Place(hex))
        return surrendered(s, t)
    if hex == NECK and not s.stands(TURKEY_DOWN):
        s = s.but(affairs=s.affairs | {TURKEY_DOWN})
        s = brought_low(s, "TU", (u for u in s.pieces if u.nation == "TU" and u.box != GONE))
        t.say("16.6", "turkey-collapses", s, unit=U(unit.id), hex=Place(hex))
    return s


def surrendered(s: State, t: Trace) -> State:
    """16.62: no Turk is left in the game, no fort of theirs; their towns in Egypt and Iraq are the Allies'."""
    turks = [u for u in s.pieces if u.nation == "TU" and u.box not in (GONE, DESTROYED)]
    s = s.put(*(u.but(place=None, box=DESTROYED if u.fort else GONE, front="") for u in turks))
    t.say("16.62", "turkey-lays-down-arms", s, n=len(turks))
    for hex in [hex for hex in s.map.places if _given_up(s, hex)]:
        s = fallen_to(s, t, hex, ALLIES)
    return germans_cut_off(s, t)


def germans_cut_off(s: State, t: Trace) -> State:
    """16.62: once Turkey has surrendered, the Germans of the Near East live as long as a unit holds Constantinople."""
    if not s.stands(SURRENDERED) or CONSTANTINOPLE not in s.map or s.forces_at(CONSTANTINOPLE, CP):
        return s
    lost = [u for u in s.pieces if u.nation == "GE" and u.ground and _beyond_constantinople(s, u)]
    if lost:
        t.say("16.62", "germans-cut-off", s, units=units(lost))
    return s.put(*(u.but(place=None, box=DEAD_NEAR_EAST) for u in lost))


def _beyond_constantinople(s: State, unit: Unit) -> bool:
    return unit.box == TRANSIT or (unit.place is not None and front_of(s, unit.place) in LOST_WITH_TURKEY)


def _given_up(s: State, hex: str) -> bool:
    """A town of the Egyptian or Iraqi Front, or Constantinople, where none of the CP is left."""
    named = hex == CONSTANTINOPLE or (settlement(s, hex) and front_of(s, hex) in LOST_WITH_TURKEY)
    return named and controller(s, hex) != ALLIES and not s.forces_at(hex, CP)
