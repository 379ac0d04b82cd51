"""15.2, 15.3: tanks and anti-tank units."""

from __future__ import annotations

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Lines, plus
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.ground import NO_TANKS, terrain_of
from tutor.rulesets.gwie.nations import EMPIRE, nation_of
from tutor.rulesets.gwie.state import ALLIES, State, Unit
from tutor.rulesets.gwie.supply import in_supply

UNREPLACED = frozenset({"experimental-battalion", "ge-tank-regiment"})
FIELDS = {ALLIES: ("western",)}


def compatriots(one: Unit, other: Unit) -> bool:
    """Of one nation, the Commonwealth being British here (15.22)."""
    return nation_of(one) == nation_of(other) or {one.nation, other.nation} <= EMPIRE


def objections_to_rolling(s: State, tank: Unit, hex: str) -> Checks:
    """May this tank attack into this hex?"""
    if tank.kind != "tank":
        return
    here = tank.place or ""
    company = [u for u in s.units_at(here, tank.side) if u.kind != "tank" and compatriots(u, tank)]
    if not company:
        yield objection("15.22", "tank-needs-company", unit=U(tank.id))
    else:
        yield held("15.22", "tank-in-company", unit=U(tank.id), units=units(company))
    terrain = terrain_of(s, hex)
    if terrain in NO_TANKS:
        yield objection("15.24", "no-ground-for-tanks", unit=U(tank.id), hex=Place(hex), terrain=Term(terrain))
    fields = FIELDS.get(tank.side, ("western", "eastern"))
    if front_of(s, hex) not in fields:
        yield objection("15.25", "no-front-for-tanks", unit=U(tank.id), front=Term(front_of(s, hex)))


def objections_to_tanks_alone(s: State) -> Checks:
    """15.24: tanks never attack alone."""
    attackers = s.attackers()
    if attackers and all(u.kind == "tank" for u in attackers):
        yield objection("15.24", "tanks-alone", units=units(attackers))


def stoppers(s: State) -> tuple[Unit, ...]:
    """The anti-tank units that defend."""
    return tuple(u for u in s.engaged(s.inactive) if u.kind == "anti-tank")


def tank_lines(s: State) -> Lines:
    """The best modifier of a supplied tank, unless a supplied anti-tank unit cancels them all."""
    tanks = [u for u in s.attackers() if u.kind == "tank"]
    dry = [u for u in tanks if not in_supply(s, u)]
    if dry:
        yield plus("15.24", "tank-without-supply", 0, units=units(dry))
    rolling = [u for u in tanks if u not in dry and u.drm]
    if not rolling:
        return
    best = max(rolling, key=lambda u: (u.drm, u.id))
    guns = stoppers(s)
    if any(in_supply(s, u) for u in guns):
        yield plus("15.33", "tanks-cancelled", 0, units=units(guns))
        return
    yield plus("15.23", "tank-drm", best.drm, unit=U(best.id))
    if guns:
        yield plus("15.33", "guns-without-supply", 0, units=units(guns))
