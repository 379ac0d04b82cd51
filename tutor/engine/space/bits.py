"""Sets of places as the bits of one number: a whole map takes a step at once.

Hexes lie row by row, so that a step in one direction moves all bits by the same number of places. Places that lie in no
grid (areas, a sea, a box) follow after the last row; what leads to them is a link.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import compress
from typing import TypeAlias

from tutor.engine.space.hexes import STEPS, Cell
from tutor.engine.space.maps import AreaMap, HexMap

Six: TypeAlias = tuple[int, ...]  # one set for each direction, in the order of `Bits.moves`
NO_STEPS: Six = (0, 0, 0, 0, 0, 0)
DIRECTIONS = range(6)
EVERYWHERE = -1  # every bit
Part: TypeAlias = tuple[Hashable, int]  # a likeness, and the places that bear it

_ONES = bytes.maketrans(b"01", b"\0\1")


class Bits:
    """The places of a map, each a bit; `beside` are those that lie in no grid."""

    def __init__(self, map: HexMap | AreaMap, beside: Iterable[str] = ()) -> None:
        cells = _cells(map) if isinstance(map, HexMap) else {}
        width, index = _row_by_row(cells)
        highest = max(index.values(), default=0)
        last_row = highest // width
        after = width * (last_row + 2)  # free rows: no layer runs into the next
        loose = [place for place in (*map.places, *beside) if place not in cells]
        for n, place in enumerate(loose, after):
            index[place] = n
        last = max(index.values())
        self.size = max(after, last + 1) + width
        self.moves = _moves(width)
        self.direction: dict[int, int] = {}
        if cells:
            for k, move in enumerate(self.moves):
                self.direction[move] = k
        self.index = index
        self.of: dict[str, int] = {}
        self.at = [""] * self.size
        for place, n in index.items():
            self.of[place] = 1 << n
            self.at[n] = place
        self.all = self.set(index)

    def set(self, places: Iterable[str]) -> int:
        """These places."""
        indices = map(self.index.__getitem__, places)
        return gathered(indices, self.size)

    def places(self, found: int) -> list[str]:
        """The places of a set, in the order of the rows."""
        low = lowest(found) if found else 0
        stretch = self.at[low : found.bit_length()]
        inside = digits(found >> low)
        return list(compress(stretch, inside))

    def among(self, found: int) -> Among:
        """A set to be looked at like any other collection."""
        return Among(self, found)

    def shifted(self, found: int, k: int) -> int:
        """Where a set comes by one step in a direction."""
        move = self.moves[k]
        return found << move if move > 0 else found >> -move

    def back(self, found: int, k: int) -> int:
        """Whence a step in a direction leads into a set."""
        opposite = (k + 3) % 6
        return self.shifted(found, opposite)

    def around(self, found: int) -> int:
        """Every place of the grid beside a set."""
        beside = 0
        for move in self.moves[:3]:
            beside |= found << move
            beside |= found >> move
        return beside & self.all

    def where(self, says: Callable[[str], bool], alike: Iterable[Part], known: dict[Hashable, bool]) -> int:
        """The places of which a rule says yes; it is asked once of each likeness, and what it has said lies in `known`.

        Places are alike where the rule takes the same from the ground and from the position: see `parted`.
        """
        found = 0
        for likeness, part in alike:
            yes = known.get(likeness)
            if yes is None:
                example = self.at[lowest(part)]
                yes = known[likeness] = says(example)
            if yes:
                found |= part
        return found


class Among(Set[str]):
    """A set of places to be looked at like any other; a node is in it where its place is."""

    __slots__ = ("bits", "found")

    def __init__(self, bits: Bits, found: int) -> None:
        self.bits, self.found = bits, found

    def __contains__(self, node: object) -> bool:
        place = place_of(node)
        bit = self.bits.of.get(place, 0)
        return bool(bit & self.found)

    def __iter__(self) -> Iterator[str]:
        return iter(self.bits.places(self.found))

    def __len__(self) -> int:
        return self.found.bit_count()


def _cells(map: HexMap) -> Mapping[str, Cell]:
    return {place: map.cell(place) for place in map.places}


def _row_by_row(cells: Mapping[str, Cell]) -> tuple[int, dict[str, int]]:
    """How wide a grid lies, and the index of each of its places."""
    columns = [q for q, _ in cells.values()]
    rows = [r for _, r in cells.values()]
    west = min(columns, default=0)
    east = max(columns, default=0)
    north = min(rows, default=0)
    width = east - west + 3  # free columns: nothing wraps round
    index: dict[str, int] = {}
    for place, (q, r) in cells.items():
        column = q - west + 1
        row = r - north + 1
        index[place] = column + width * row
    return width, index


def _moves(width: int) -> tuple[int, ...]:
    """How far a step in each direction moves a bit: onward first, then back in the same order."""
    onward = []
    for q, r in STEPS:
        move = q + width * r
        if move > 0:
            onward.append(move)
    onward.sort()
    back = [-move for move in onward]
    return (*onward, *back)


@lru_cache(maxsize=64)
def bits_of(map: HexMap | AreaMap, beside: tuple[str, ...] = ()) -> Bits:
    return Bits(map, beside)


def place_of(node: object) -> str:
    """The place of a node, whatever its mode."""
    return node if isinstance(node, str) else node[0]  # type: ignore[index]


def gathered(indices: Iterable[int], size: int) -> int:
    """The set of some indices."""
    length = size // 8 + 1
    found = bytearray(length)
    for n in indices:
        found[n >> 3] |= 1 << (n & 7)
    return int.from_bytes(found, "little")


def lowest(found: int) -> int:
    """The index of the first place of a set."""
    low = found & -found
    return low.bit_length() - 1


def each(found: int) -> Iterator[int]:
    """The indices of a set, the lowest first."""
    while found:
        low = found & -found
        yield low.bit_length() - 1
        found ^= low


def digits(found: int) -> bytes:
    """The bits of a set as bytes, the lowest first."""
    highest_first = format(found, "b")
    written = highest_first[::-1]
    return written.encode().translate(_ONES)


def alike(kinds: Iterable[Part], sets: Sequence[int]) -> list[Part]:
    """Places of several kinds, parted further by which of some sets they lie in."""
    parts = parted(EVERYWHERE, sets)
    found: list[Part] = []
    for kind, whole in kinds:
        for likeness, part in parts:
            both = whole & part
            if both:
                closer = (kind, likeness)
                found.append((closer, both))
    return found


def parted(whole: int, sets: Sequence[int]) -> list[tuple[int, int]]:
    """A set parted by which of some sets its places lie in: the n-th bit of a likeness stands for the n-th of them."""
    parts = [(0, whole)] if whole else []
    for n, one in enumerate(sets):
        outside: list[tuple[int, int]] = []
        inside: list[tuple[int, int]] = []
        bit = 1 << n
        for likeness, part in parts:
            apart = part & ~one
            both = part & one
            if apart:
                outside.append((likeness, apart))
            if both:
                inside.append((likeness | bit, both))
        parts = outside + inside
    return parts
