"""1.1 d-f, h: hexes of two maps that bear the same letter are passed between as if they were neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tutor.engine.space.maps import HexMap
from tutor.rulesets.dff.ground import front_on

LINKED = frozenset({("west", "seine"), ("east", "petrograd"), ("balkans", "east")})
RULES = {("west", "seine"): "1.1-e", ("east", "petrograd"): "1.1-f", ("balkans", "east"): "1.1-h"}


@dataclass(frozen=True, eq=False)
class Land:
    """The ground that one walks over: the hexes of a map, those with the same letter of two fronts joined.

    A hex that leads elsewhere is flagged with the front and the letter: `seine-a` in the West, `west-a` on the Seine.
    """

    map: HexMap
    home: str

    @property
    def places(self) -> tuple[str, ...]:
        return self.map.places

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        near = self.map.neighbours(place)
        return (*near, *self.joined[place]) if place in self.joined else near

    @cached_property
    def joined(self) -> Mapping[str, tuple[str, ...]]:
        """Of the hexes with a letter, those on the other map that bear the same."""
        marks = {
            (front_on(self.map, hex) or self.home, flag): hex for hex in self.map.places for flag in self._marks(hex)
        }
        found: dict[str, tuple[str, ...]] = {}
        for (front, mark), hex in marks.items():
            other, _, letter = mark.rpartition("-")
            twin = marks.get((other, f"{front}-{letter}"))
            if twin is not None:
                found[hex] = (*found.get(hex, ()), twin)
        return found

    def _marks(self, hex: str) -> list[str]:
        fronts = {front for pair in LINKED for front in pair}
        return [flag for flag in self.map.hex(hex).flags if flag.rpartition("-")[0] in fronts]


@lru_cache(maxsize=32)
def land(map: HexMap, home: str) -> Land:
    return Land(map, home)


def link_rule(one: str, other: str) -> str:
    """The clause that joins two maps."""
    return RULES.get((one, other)) or RULES.get((other, one), "1.1-d")
