"""10.7.4.8, 15: who stands where and who holds what, as sets of hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tutor.engine.pieces import FrozenMap
from tutor.engine.space.bits import bits_of
from tutor.engine.space.kept import by_identity, by_parts
from tutor.engine.space.maps import HexMap
from tutor.rulesets.fa.state import State, country_of


@dataclass(frozen=True)
class Presence:
    """Of one side the hexes of its land units: all of them, and the artillery pieces."""

    land: int = 0
    men: int = 0
    guns: int = 0


@by_parts(16, "pieces")
def presence(s: State, side: str) -> Presence:
    """Where a side is."""
    of = bits_of(s.map).of
    men = guns = 0
    for unit in s.pieces:
        if unit.side == side and unit.land and unit.place is not None:
            if unit.gun:
                guns |= of.get(unit.place, 0)
            else:
                men |= of.get(unit.place, 0)
    return Presence(men | guns, men, guns)


# -- the ground and its holders (15) -----------------------------------------------------------------------------
@lru_cache(maxsize=32)
def _countries(map: HexMap) -> Mapping[str, int]:
    """The hexes of every country, and those of none."""
    found: dict[str, list[str]] = {}
    for hex in map.places:
        found.setdefault(country_of(map, hex), []).append(hex)
    return {country: bits_of(map).set(hexes) for country, hexes in found.items()}


@by_identity(16)
def _lands(control: FrozenMap[str, str], map: HexMap) -> Mapping[tuple[str, str], int]:
    bits = bits_of(map)
    taken: dict[str, list[str]] = {}
    for hex, nation in control.items():
        taken.setdefault(nation, []).append(hex)
    sets = {nation: bits.set(hex for hex in hexes if hex in map) for nation, hexes in taken.items()}
    found = dict[tuple[str, str], int]()
    for country, hexes in _countries(map).items():
        for nation, theirs in sets.items():
            found[country, nation] = hexes & theirs
            hexes &= ~theirs
        found[country, country] = found.get((country, country), 0) | hexes
    return {land: hexes for land, hexes in found.items() if hexes}


@by_identity(16)
def _holders(control: FrozenMap[str, str], map: HexMap) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for (_, nation), hexes in _lands(control, map).items():
        found[nation] = found.get(nation, 0) | hexes
    return found


def holders(s: State) -> Mapping[str, int]:
    """The hexes of every nation that holds any."""
    return _holders(s.control, s.map)


def lands(s: State) -> Mapping[tuple[str, str], int]:
    """The hexes of every country, by who holds them now."""
    return _lands(s.control, s.map)
