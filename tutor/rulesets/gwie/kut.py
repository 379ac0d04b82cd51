"""14.2: Kut, its three K hexes, and what a siege closes."""

from __future__ import annotations

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Unit as U
from tutor.engine.facts import units
from tutor.rulesets.gwie.fronts import flag
from tutor.rulesets.gwie.state import ALLIES, CP, State, Unit

KUT_HEX = "N1845"


def near_kut(s: State, hex: str | None) -> bool:
    """One of the three K hexes."""
    return hex is not None and hex in s.map and flag(s, hex, "K")


def besiegers(s: State) -> tuple[Unit, ...]:
    """Any CP unit in a K hex besieges the Allies in Kut, an HQ too (14.22)."""
    return tuple(u for u in s.on_map() if u.ground and u.side == CP and near_kut(s, u.place))


def besieged(s: State, unit: Unit, hex: str | None) -> bool:
    """Whether this unit is under siege, were it in this hex."""
    return unit.side == ALLIES and hex == KUT_HEX and bool(besiegers(s))


def garrisoned(s: State) -> bool:
    """Whether there are Allies in Kut who can be besieged; an empty town is not (14.22)."""
    return any(u.ground for u in s.at(KUT_HEX, ALLIES))


def objections_to_leaving_kut(s: State, unit: Unit) -> Checks:
    """14.23: the besieged do not attack out."""
    if besieged(s, unit, unit.place):
        yield objection("14.22", "kut-besieged", foes=units(besiegers(s)))
        yield objection("14.23", "besieged-attacks-not", unit=U(unit.id))


def objections_to_entering_kut(s: State, unit: Unit, hex: str) -> Checks:
    """14.23: no other Allied unit joins the besieged while a K hex is held."""
    if not besieged(s, unit, hex):
        return
    if garrisoned(s):
        yield objection("14.23", "kut-closed", unit=U(unit.id))
    else:
        reading = s.law.read("empty-kut")
        check = held if reading.option == "open" else objection
        yield check("14.23", "empty-kut-closed", unit=U(unit.id), reading=reading)


def objections_to_quitting_kut(s: State, unit: Unit, hex: str | None) -> Checks:
    """14.23: the besieged leave Kut by no means, nor does who has just come into it go further."""
    if besieged(s, unit, hex):
        yield objection("14.23", "besieged-stays", unit=U(unit.id))
