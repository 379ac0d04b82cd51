"""9.13-9.17, 9.24, 9.25: the boxes between the Fronts."""

from __future__ import annotations

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.capacity import (
    CP_EUROPE,
    CP_NEAR_EAST,
    RUSSIAN_CAUCASUS,
    RUSSIAN_EAST,
    loaded,
    objections_to_loading,
)
from tutor.rulesets.gwie.collapse import germans_cut_off
from tutor.rulesets.gwie.control import controller, land_of
from tutor.rulesets.gwie.fronts import NEAR_EAST, front_of, front_with
from tutor.rulesets.gwie.homes import german_divisions
from tutor.rulesets.gwie.sources import supplied_in_box
from tutor.rulesets.gwie.state import ARABIA, CP, TRANSFER, TRANSIT, State, Unit

BUCHAREST, BELGRADE, NIS = "E2423", "E2413", "E2015"
WAITS = {"two-turns": 2, "one-turn": 1}
ALPENKORPS, ALPENKORPS_CAME, FROM_K = "alpenkorps", "alpenkorps-came", "K"


# -- in (9.13, 9.14, 9.24, 9.25) -------------------------------------------------------------------------------
def objections_to_box(s: State, unit: Unit) -> Checks:
    """May this unit be put into the box of its side?"""
    here = unit.place or ""
    if unit.side == CP:
        if front_of(s, here) == "eastern":
            yield from objections_to_turkish_line(s, unit)
            yield from _one_way(s, unit)
        yield from german_divisions(s, unit)
    elif s.stands("czar-fallen"):
        yield objection("9.25", "no-transfer-any-more", unit=U(unit.id))
    if unit.hq and (front_of(s, here) == "eastern"):
        yield objection("15.64", "hq-stays-on-continent", unit=U(unit.id), hex=Place(here))
    yield from objections_to_loading(s, unit, pools_into(s, unit), (here,))


def _one_way(s: State, unit: Unit) -> Checks:
    """16.62: once Turkey has surrendered one comes home from the Near East, and nobody goes there."""
    if s.stands("turkey-surrendered"):
        yield objection("16.62", "no-way-to-the-near-east", unit=U(unit.id))


def pools_into(s: State, unit: Unit) -> tuple[str, ...]:
    """A trip between the Eastern Front and the Near East counts on both sides, and so does a Russian transfer."""
    if unit.side != CP:
        return RUSSIAN_EAST, RUSSIAN_CAUCASUS
    return (CP_EUROPE, CP_NEAR_EAST) if front_with(s, unit) == "eastern" else (CP_NEAR_EAST,)


def objections_to_turkish_line(s: State, unit: Unit) -> Checks:
    """9.17: is the line from Europe to Turkey open?"""
    romania = s.stands("romania-cp")
    bucharest = BUCHAREST in s.map and controller(s, BUCHAREST) == CP
    serbia = all(hex in s.map and controller(s, hex) == CP for hex in (BELGRADE, NIS))
    if not s.stands("bulgaria-cp"):
        yield objection("9.17", "bulgaria-not-ours", unit=U(unit.id))
    elif romania or bucharest or serbia:
        yield held("9.17", "line-to-turkey-open", unit=U(unit.id))
    else:
        yield objection("9.17", "line-to-turkey-cut", unit=U(unit.id))


def enters_box(s: State, t: Trace, unit: Unit) -> State:
    """The unit leaves the map and waits between the Fronts."""
    here = unit.place or ""
    box = TRANSIT if unit.side == CP else TRANSFER
    s = loaded(s, unit, pools_into(s, unit), (here,))
    gone = unit.but(place=None, box=box, since=s.turn, front=front_of(s, here))
    s = s.put(gone).but(chosen=None, railed=s.railed | {unit.id})
    t.say("9.13" if unit.side == CP else "9.24", "entered-box", s, unit=U(unit.id), box=Term(box))
    return germans_cut_off(s, t)


# -- out (9.13, 9.16, 9.25) ------------------------------------------------------------------------------------
def objections_to_leaving_box(s: State, unit: Unit) -> Checks:
    """May this unit come out of its box now?"""
    if unit.box == ARABIA:
        yield held("9.16", "leaves-arabia", unit=U(unit.id))
        return
    if unit.box not in (TRANSIT, TRANSFER):
        yield objection("9.0b", "off-map", unit=U(unit.id))
        return
    fed = supplied_in_box(unit)
    yield held(fed, "supplied-in-box", unit=U(unit.id))
    wait = 1 if unit.box == TRANSIT else WAITS[s.law.reading("transfer-box-time")]
    rule = "9.13" if unit.box == TRANSIT else "9.24"
    check = held if s.turn - unit.since >= wait else objection
    reading = s.law.read("transfer-box-time")
    yield check(rule, "waited-in-box", unit=U(unit.id), n=s.turn - unit.since, wait=wait, reading=reading)


def objections_to_coming_out(s: State, unit: Unit, hex: str) -> Checks:
    """On which Fronts the boxes open, and whether there is room for the second half of the trip."""
    front = front_of(s, hex)
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if unit.box == ARABIA:
        if front != "egyptian" or land_of(s, hex) != "turkey":
            yield objection("9.16", "arabia-opens-on-egypt", **facts)
        yield from objections_to_loading(s, unit, (CP_NEAR_EAST,), (hex,))
    elif unit.box == TRANSFER:
        if front not in ("eastern", "caucasus"):
            yield objection("9.24", "box-opens-elsewhere", **facts)
    else:
        if front not in NEAR_EAST and front != "eastern":
            yield objection("9.13", "box-opens-elsewhere", **facts)
        if "eastern" in (front, unit.front) and front != unit.front:
            yield from objections_to_turkish_line(s, unit)
            if unit.front == "eastern":
                yield from _one_way(s, unit)
        yield from objections_to_loading(s, unit, pools_out(unit, front), (hex,))


def pools_out(unit: Unit, front: str) -> tuple[str, ...]:
    both = "eastern" in (front, unit.front)
    return (CP_EUROPE, CP_NEAR_EAST) if both else (CP_NEAR_EAST,)


def leaves_box(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """Onto the map: a Russian transfer was counted while it waited."""
    if unit.box == ARABIA:
        s = loaded(s, unit, (CP_NEAR_EAST,), (hex,))
    elif unit.box == TRANSIT:
        s = loaded(s, unit, pools_out(unit, front_of(s, hex)), (hex,))
    rule = {ARABIA: "9.16", TRANSIT: "9.13", TRANSFER: "9.24"}[unit.box]
    s = s.put(unit.but(place=hex, box="", since=0, front="")).but(railed=s.railed | {unit.id})
    t.say(rule, "left-box", s, unit=U(unit.id), hex=Place(hex))
    return _corps_remembered(s, t, unit, hex)


def _corps_remembered(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """5.62: the Alpenkorps on a Near East map weighs in the Turkish surrender, if it came after Strategic Turn K."""
    came = unit.called == ALPENKORPS and front_of(s, hex) in NEAR_EAST
    if not came or s.letter < FROM_K or ALPENKORPS_CAME in s.affairs:
        return s
    t.say("5.62", "alpenkorps-weighs", s, unit=U(unit.id), hex=Place(hex))
    return s.but(affairs=s.affairs | {ALPENKORPS_CAME})
