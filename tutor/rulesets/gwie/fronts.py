"""3.12, 3.13: Front maps and Theatres; 4.1: what a turn's number says."""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.law import Law
from tutor.rulesets.gwie.state import DEAD_EUROPE, DEAD_NEAR_EAST, EAST, FRONTS, THEATRES, WEST, State, Unit

EUROPE = frozenset({"western", "italian", "eastern"})
NEAR_EAST = frozenset({"caucasus", "egyptian", "iraqi"})
TURNS = "combat-turns"
MARCH_1919 = 48
TRACKS = {
    "western": "west",
    "italian": "west",
    "eastern": "east",
    "caucasus": "caucasus",
    "egyptian": "near-east",
    "iraqi": "near-east",
}


def front_of(s: State, hex: str) -> str:
    """The Front on which a hex lies: that of its sheet, else that of the position."""
    sheet: str = s.map.sheet(hex).key
    return sheet if sheet in FRONTS else s.front


def front_with(s: State, unit: Unit) -> str:
    """The Front on which a unit is; in a box, in the air or still to come that which it bears, if it bears any."""
    return unit.front if unit.place is None else front_of(s, unit.place)


def fronts_of(s: State) -> frozenset[str]:
    """The Fronts that the position has."""
    return frozenset(key if key in FRONTS else s.front for key in s.map.sheets)


def dead_pile(s: State, hex: str) -> str:
    """5.35: who dies on a map of the Near East lies in the Dead Pile of that map, and comes back there."""
    return DEAD_NEAR_EAST if front_of(s, hex) in NEAR_EAST else DEAD_EUROPE


def fallen(s: State, unit: Unit) -> Unit:
    """5.35, 5.36: a unit that is eliminated where it stands: in its Dead Pile, with the Front on which it fell."""
    hex = unit.place or ""
    return unit.but(place=None, steps=0, box=dead_pile(s, hex), front=front_of(s, hex))


def theatre_of(front: str) -> str:
    return WEST if front in THEATRES[WEST] else EAST


@lru_cache(maxsize=512)
def month_of(law: Law, turn: int) -> str:
    """The months of an Operational Turn, as the tracks write them."""
    return law.table(TURNS).at(turn, "months").value


def flag(s: State, hex: str, name: str) -> bool:
    return name in s.map.hex(hex).flags
