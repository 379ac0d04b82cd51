"""5.46: the treaty of Brest-Litovsk. Russians keep still, and only Turks still come near them and fight them."""

from __future__ import annotations

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.space.bits import bits_of
from tutor.engine.space.kept import by_identity
from tutor.rulesets.gwie.control import land_of
from tutor.rulesets.gwie.fronts import NEAR_EAST, front_of
from tutor.rulesets.gwie.nations import falls_with_russia
from tutor.rulesets.gwie.state import ALLIES, State, Unit

TREATY = "brest-litovsk"


def at_peace(s: State, unit: Unit) -> bool:
    """Whether the war is over for a unit, that of a fort too; Armenians are Russian as far as they fell with Russia."""
    return s.stands(TREATY) and (unit.ground or unit.garrisoned) and falls_with_russia(s, unit)


def objections_to_leaving_peace(s: State, unit: Unit) -> Checks:
    """A unit at peace neither moves nor rides."""
    if at_peace(s, unit):
        yield objection("5.46", "peace-keeps-still", unit=U(unit.id))


def objections_to_evading_at_peace(s: State, unit: Unit) -> Checks:
    """Whether cavalry at peace still gives way is a reading: who keeps still stands and is struck."""
    if at_peace(s, unit):
        reading = s.law.read("retreat-at-peace")
        check = held if reading.option == "gives-way" else objection
        yield check("5.46", "peace-gives-way", unit=U(unit.id), reading=reading)


def objections_to_breaking_peace(s: State, unit: Unit, hex: str) -> Checks:
    """A unit at peace attacks nobody, and nobody attacks it but Turks in the Near East."""
    if at_peace(s, unit):
        yield objection("5.46", "peace-attacks-not", unit=U(unit.id))
    russians = [u for u in s.at(hex, ALLIES) if at_peace(s, u)]
    if russians:
        check = held if _turk_in_the_near_east(s, unit, hex) else objection
        yield check("5.46", "peace-attacked", unit=U(unit.id), foes=units(russians), hex=Place(hex))


def objections_to_coming_near_peace(s: State, unit: Unit, hex: str) -> Checks:
    """Nobody but Turks in the Near East comes next to Russians at peace in Russia."""
    if not s.stands(TREATY) or _turk_in_the_near_east(s, unit, hex):
        return
    russians = [u for u in _at_home(s) if u.id != unit.id and s.map.adjacent(u.place or "", hex)]
    if russians:
        yield objection("5.46", "peace-closed", unit=U(unit.id), foes=units(russians), hex=Place(hex))


@by_identity(16)
def _at_home(s: State) -> tuple[Unit, ...]:
    """The Russians at peace in Russia."""
    return tuple(u for u in s.on_map() if at_peace(s, u) and land_of(s, u.place or "") == "russia")


def _turk_in_the_near_east(s: State, unit: Unit, hex: str) -> bool:
    return unit.nation == "TU" and front_of(s, hex) in NEAR_EAST


@by_identity(16)
def beside_peace(s: State) -> int:
    """The hexes next to Russians at peace in Russia."""
    places = {u.place or "" for u in _at_home(s)} if s.stands(TREATY) else set()
    return bits_of(s.map).set(near for hex in places for near in s.map.neighbours(hex))
