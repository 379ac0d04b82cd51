"""Sets of hexes as the bits of one number: a whole map steps at once, where every step counts the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from tutor.engine.space.hexes import STEPS
from tutor.engine.space.maps import HexMap

Steps: TypeAlias = tuple[tuple[int, int], ...]  # of each direction: how far it moves a bit, and where it is open


class Bits:
    """The hexes of a map, each a bit; a step in one direction moves all bits by the same number of places."""

    def __init__(self, map: HexMap) -> None:
        cells = {place: map.cell(place) for place in map.places}
        west, north = (min(cell[axis] for cell in cells.values()) for axis in (0, 1))
        width = max(q for q, _ in cells.values()) - west + 3  # a free column on either side: nothing wraps round
        index = {place: q - west + 1 + width * (r - north + 1) for place, (q, r) in cells.items()}
        self.of = {place: 1 << n for place, n in index.items()}
        self._moves = tuple(q + width * r for q, r in STEPS)
        at = {n: place for place, n in index.items()}
        self._around = {place: [(move, at.get(n + move)) for move in self._moves] for place, n in index.items()}

    def set(self, places: Iterable[str]) -> int:
        """These hexes."""
        found = 0
        for place in places:
            found |= self.of[place]
        return found

    def steps(self, open: Callable[[str, str], bool]) -> Steps:
        """The steps that are open, direction by direction."""
        masks = dict.fromkeys(self._moves, 0)
        for place, around in self._around.items():
            for move, other in around:
                if other is not None and open(place, other):
                    masks[move] |= self.of[place]
        return tuple(masks.items())


def before(into: int, steps: Steps) -> int:
    """The hexes from which a step leads into one of these."""
    found = 0
    for move, open in steps:
        found |= (into >> move if move > 0 else into << -move) & open
    return found


def flooded(into: int, steps: Steps, enterable: int) -> int:
    """The hexes from which any number of steps leads here, all of them through hexes that may be entered."""
    found = edge = into
    while edge:
        edge = before(edge & enterable, steps) & ~found
        found |= edge
    return found
