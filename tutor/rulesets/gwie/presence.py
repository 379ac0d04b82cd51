"""7.1, 8.22, 11.6: who stands where and who holds what, as sets of hexes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tutor.engine.pieces import FrozenMap
from tutor.engine.space.bits import Part, alike, bits_of
from tutor.engine.space.kept import by_identity, by_parts
from tutor.engine.space.maps import HexMap
from tutor.rulesets.gwie.control import ABADAN, BASRA, controller
from tutor.rulesets.gwie.ground import BEACHES
from tutor.rulesets.gwie.kut import KUT_HEX
from tutor.rulesets.gwie.nations import red
from tutor.rulesets.gwie.state import ALLIES, CP, State, foe

HAMADAN, NORTH_OF_48 = "N2436", "48"
NAMED = frozenset({BASRA, ABADAN, KUT_HEX, HAMADAN}) | BEACHES  # hexes that rules on lands call by their number


# -- who stands where ------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Presence:
    """Of one side the hexes of anything that is its, of its combat units, of what bars the enemy, of its HQs, and of
    what cuts his lines.

    Of the combat units `red` are those of the Red Army, `not_red` all others, `nations` those of each nation.
    """

    anything: int = 0
    fighting: int = 0
    barring: int = 0
    hqs: int = 0
    blocking: int = 0
    red: int = 0
    not_red: int = 0
    nations: Mapping[str, int] = field(default_factory=dict)


@by_parts(16, "pieces")
def presence(s: State, side: str) -> Presence:
    """Where a side is."""
    of = bits_of(s.map).of
    anything = fighting = barring = hqs = blocking = reds = not_red = 0
    nations: dict[str, int] = {}
    for unit in s.pieces:
        if unit.side != side or unit.place is None:
            continue
        here = of.get(unit.place, 0)
        anything |= here
        if unit.flies:
            continue
        blocking |= here
        if unit.fights:
            fighting |= here
            nations[unit.nation] = nations.get(unit.nation, 0) | here
            if red(unit):
                reds |= here
            else:
                not_red |= here
        elif unit.hq:
            hqs |= here
        elif s.bars(unit):
            barring |= here
    return Presence(
        anything=anything,
        fighting=fighting,
        barring=barring | fighting,
        hqs=hqs,
        blocking=blocking,
        red=reds,
        not_red=not_red,
        nations=nations,
    )


@by_parts(16, "pieces")
def in_contact(s: State, side: str) -> int:
    """The hexes next to a combat unit of the enemies of a side."""
    return bits_of(s.map).around(presence(s, foe(side)).fighting)


# -- the ground ------------------------------------------------------------------------------------------------
@lru_cache(maxsize=32)
def grounds(map: HexMap) -> tuple[Part, ...]:
    """The hexes of a map, parted by all that rules on lands ask of one: Front, flags, row, or its very name."""
    found: dict[Hashable, list[str]] = {}
    for hex in map.places:
        near = hex in NAMED and hex, _beside(map, hex, BASRA), _beside(map, hex, ABADAN)
        kind = map.sheet(hex).key, map.hex(hex).flags, hex[1:3] > NORTH_OF_48, near
        found.setdefault(kind, []).append(hex)
    return tuple((kind, bits_of(map).set(hexes)) for kind, hexes in found.items())


def _beside(map: HexMap, hex: str, centre: str) -> bool:
    return centre in map and map.adjacent(hex, centre)


# -- who holds what (7.1) --------------------------------------------------------------------------------------
@by_identity(32)
def _entered(control: FrozenMap[str, str], map: HexMap, side: str | None) -> int:
    """The hexes that are said to be a side's; none: anybody's."""
    bits = bits_of(map)
    return bits.set(hex for hex, who in control.items() if side in (who, None) and hex in bits.index)


@by_parts(16, "pieces", "control", "front", "neutral", "affairs", "in_play")
def held(s: State, side: str) -> int:
    """The hexes that a side controls: as the control says, and else as they began, asked once of each likeness."""
    bits = bits_of(s.map)
    arabs, germans = presence(s, ALLIES).nations.get("AB", 0), presence(s, CP).nations.get("GE", 0)
    known = _entered(s.control, s.map, None) & ~arabs
    found = _entered(s.control, s.map, side) & ~arabs
    left = bits.all & ~known
    unknown = [(kind, rest) for kind, ground in grounds(s.map) if (rest := ground & left)]
    parts = alike(unknown, (arabs, germans))
    return found | bits.where(lambda hex: controller(s, hex) == side, parts, _began(s, side))


@by_parts(32, "in_play", "front", "neutral", "affairs")
def _began(s: State, side: str) -> dict[Hashable, bool]:
    """Of every likeness of a hex that nobody has entered whether it is a side's."""
    return {}
