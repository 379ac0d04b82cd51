"""Special rules of the campaign, as amendments: they are in force where a scenario names their option."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Lines, plus
from tutor.rulesets.se.book import amends
from tutor.rulesets.se.state import Fight, State, Unit
from tutor.rulesets.se.terrain import BRIDGE, crossing

ROANA = "roana-bridge"


@amends("se.assault-shifts", "Sc5.roana", "add", option=ROANA)
def across_the_bridge(s: State, fight: Fight, attacker: Unit | None, defender: Unit | None) -> Lines:
    """Three columns against an assault over the bridge, if all of it comes over the bridge."""
    if fight.origins and all(crossing(s, origin, fight.hex) == (BRIDGE,) for origin in fight.origins):
        yield plus("Sc5.roana", "bridge-shift", -3, hex=Place(fight.hex))


@amends("se.bombarding", "Sc5.iii-guns", "add", option="before-19-may")
def third_corps_guns(s: State, gun: Unit, hex: str) -> Checks:
    """Before 19 May the guns of the III Corps may not bombard the East sector."""
    if gun.side == "ah" and gun.corps == "III" and "east" in s.map.hex(hex).flags:
        yield objection("Sc5.iii-guns", "east-sector-closed", unit=U(gun.id), hex=Place(hex))


@amends("se.attaching", "Sc5.mtn", "add", option="before-24-may")
def third_corps_mountain_guns(s: State, brigade: str, id: str) -> Checks:
    """Before 24 May the mountain guns of the III Corps serve its own brigades only."""
    gun = s.unit(id)
    if gun.kind == "mountain-artillery" and gun.corps == "III" and brigade not in THIRD_CORPS:
        yield objection("Sc5.mtn", "own-corps-only", unit=U(id))


THIRD_CORPS = frozenset({"11", "12", "18", "43", "55", "56"})


@amends("se.firing-with", "Sc5.it-guns", "add", option="east-frozen")
def frozen_guns(s: State, side: str, counter: bool, id: str) -> Checks:
    """Italian guns east of the sector line do not fire before they are released."""
    gun = s.unit(id)
    if gun.side == "it" and gun.fires and gun.place and "east" in s.map.hex(gun.place).flags:
        yield objection("Sc5.it-guns", "frozen-gun", unit=U(id))
