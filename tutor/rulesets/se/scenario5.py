"""Special rules of the campaign, as amendments: they are in force where a scenario names their option."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Lines, plus
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import amends
from tutor.rulesets.se.ground import BRIDGE, crossing, effect, effect_number
from tutor.rulesets.se.state import Fight, State, Unit

ROANA, FROZEN = "roana-bridge", "east-frozen"
EAST, FRONT = "east", "beyond-front"  # of a hex: in the East sector; beyond the Austro-Hungarian front line there
MAY_19, MAY_24, RELEASE = 5, 10, 7  # turns; the first is 15 May, and a turn is a day (2.1.1)


@amends("se.assault-shifts", "Sc5.roana", "add", option=ROANA)
def across_the_bridge(s: State, fight: Fight, attacker: Unit | None, defender: Unit | None) -> Lines:
    """Three columns against an assault over the bridge, as the modifier of that hexside (13.4.3.C)."""
    over = [crossing(s, origin, fight.hex) == (BRIDGE,) for origin in fight.origins]
    if not any(over) or not (all(over) or s.law.reads("mixed-hexsides", "worst-side")):
        return
    yield plus("Sc5.roana", "bridge-shift", -3, hex=Place(fight.hex))
    if s.law.reads("roana-shift", "added"):
        below = {kind for origin in fight.origins for kind in s.map.sides(origin, fight.hex)} - {BRIDGE}
        for kind in sorted(below):
            amount, cell = effect_number(s, kind, "assault"), effect(s, kind, "assault")
            yield plus("Sc5.roana", "gorge", amount, terrain=Term(kind), cell=cell, reading=s.law.read("roana-shift"))


@amends("se.bombarding", "Sc5.iii-guns", "add", option="before-19-may")
def third_corps_guns(s: State, gun: Unit, hex: str) -> Checks:
    """Before 19 May the guns of the III Corps may not bombard the East sector."""
    if s.turn < MAY_19 and gun.side == "ah" and gun.corps == "III" and EAST in s.map.hex(hex).flags:
        yield objection("Sc5.iii-guns", "east-sector-closed", unit=U(gun.id), hex=Place(hex))


@amends("se.attaching", "Sc5.mtn", "add", option="before-24-may")
def third_corps_mountain_guns(s: State, brigade: str, id: str) -> Checks:
    """Before 24 May the mountain guns of the III Corps serve its own brigades only."""
    gun = s.unit(id)
    if s.turn < MAY_24 and gun.kind == "mountain-artillery" and gun.corps == "III" and brigade not in THIRD_CORPS:
        yield objection("Sc5.mtn", "own-corps-only", unit=U(id))


THIRD_CORPS = frozenset({"11", "12", "18", "43", "55", "56"})


@amends("se.turning-guns", "Sc5.turn1", "add", option="first-turn")
def italian_guns_stand(s: State, side: str, id: str) -> Checks:
    """On the first turn Italian guns do not change mode."""
    gun = s.unit(id)
    if gun.side == "it" and gun.gun and s.turn == 1:
        yield objection("Sc5.turn1", "guns-fixed", unit=U(id))


# -- the East sector before it is released --------------------------------------------------------------------
@amends("se.firing-with", "Sc5.it-guns", "add", option=FROZEN)
def frozen_guns(s: State, side: str, counter: bool, id: str) -> Checks:
    """Italian guns east of the sector line do not fire before they are released."""
    yield from _silent(s, id)


@amends("se.bombarding-with", "Sc5.it-guns", "add", option=FROZEN)
def frozen_batteries(s: State, id: str) -> Checks:
    """Nor do they bombard."""
    yield from _silent(s, id)


@amends("se.assaulting-with", "Sc5.east", "add", option=FROZEN)
@amends("se.counter-attacking-with", "Sc5.east", "add", option=FROZEN)
def frozen_infantry(s: State, id: str) -> Checks:
    """Italian units east of the sector line do not move, so they neither assault nor counter-attack."""
    if _frozen(s, s.unit(id)):
        yield objection("Sc5.east", "frozen-unit", unit=U(id))


@amends("se.turning-guns", "Sc5.east", "add", option=FROZEN)
def frozen_modes(s: State, side: str, id: str) -> Checks:
    """Italian guns east of the sector line do not change mode."""
    if _frozen(s, s.unit(id)):
        yield objection("Sc5.east", "frozen-unit", unit=U(id))


@amends("se.moving", "Sc5.east", "add", option=FROZEN)
def frozen_movement(s: State, unit: Unit, phase: str) -> Checks:
    """Italian units east of the sector line do not move; one that crosses it is held when its move is over."""
    if _frozen(s, unit):
        yield objection("Sc5.east", "frozen-unit", unit=U(unit.id))


@amends("se.attaching", "Sc5.east", "add", option=FROZEN)
def frozen_attachment(s: State, brigade: str, id: str) -> Checks:
    """Nor are they activated: neither attached to a brigade"""
    if _frozen(s, s.unit(id)):
        yield objection("Sc5.east", "frozen-unit", unit=U(id))


@amends("se.commanding", "Sc5.east", "add", option=FROZEN)
def frozen_command(s: State, hq: Unit, unit: Unit) -> Checks:
    """nor with their own, so that in phase 10 they may still move if the East has been freed by then."""
    if _frozen(s, unit):
        yield objection("Sc5.east", "frozen-unit", unit=U(unit.id))


def _silent(s: State, id: str) -> Checks:
    gun, reading = s.unit(id), s.law.read("frozen-guns")
    if gun.side != "it" or not gun.fires or free(s):
        return
    if _frozen(s, gun):
        yield objection("Sc5.it-guns", "frozen-gun", unit=U(id), reading=reading)
    elif s.law.reads("frozen-guns", "all-italian"):
        yield objection("Sc5.it-guns", "silent-gun", unit=U(id), reading=reading)


def _frozen(s: State, unit: Unit) -> bool:
    return unit.side == "it" and unit.place is not None and EAST in s.map.hex(unit.place).flags and not free(s)


def free(s: State) -> bool:
    """The East sector acts once the front has been crossed, and at the latest with turn 7."""
    last = RELEASE if s.law.reads("frozen-until-seven", "end-of-seven") else RELEASE - 1
    return s.released or s.turn > last


def released(s: State, t: Trace, unit: Unit, left: str | None) -> State:
    """A unit has come to a hex: if it is the first Austro-Hungarian one to cross the line, the East sector is freed."""
    if FROZEN not in s.law.options or free(s) or unit.side != "ah" or not unit.fights:
        return s
    flag = EAST if s.law.reads("frozen-release-line", "sector-line") else FRONT
    before, now = (hex is not None and flag in s.map.hex(hex).flags for hex in (left, unit.place))
    if before or not now:
        return s
    s = s.but(released=True)
    t.say(
        "Sc5.east", "east-released", s, unit=U(unit.id), hex=Place(unit.place or ""),
        reading=s.law.read("frozen-release-line"),
    )  # fmt: skip
    return s
