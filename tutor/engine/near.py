"""A question asked again and again about units: only those near a change are judged anew.

An ask may say how near its objections look (`Near`). What was found the last time goes along with the pieces, and holds
for all who are not near a changed piece, as long as no other field of the position has changed. It is a claim about
what the rules look at: the laws hold it to account, comparing with every candidate judged afresh on random play.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any, TypeAlias

from tutor.engine.pieces import Pieces

Known: TypeAlias = Mapping[str, bool]
Places: TypeAlias = dict[str, set[str | None]]  # by the side of what changed there; "" for what is only spoken of


@dataclass(frozen=True, kw_only=True)
class Near:
    """How near the objections to a question about units look.

    `hexes(unit, side)` says how far from a unit what they look at of a side lies, None if everywhere; of what is only
    spoken of the side is "". At fields `past` they do not look at all. Fields `spoken` and `own` are sets of tuples
    that name pieces and places: what changes in the former lies where those lie, in the latter the unit looks for
    nothing but itself. `of` is what else the question depends on.
    """

    hexes: Callable[[Any, str], int | None]
    past: frozenset[str]
    spoken: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    of: tuple[Hashable, ...] = ()

    def legal(
        self, state: Any, question: Hashable, answers: Iterable[str], allows: Callable[[str], bool]
    ) -> Iterator[str]:
        """The units among the answers that are allowed."""
        memory = state.pieces.memory
        key = (question, self.of)
        still: Known = {}
        if key in memory:
            before, known = memory[key]
            still = self._unchanged(before, state, known)
        found: dict[str, bool] = {}
        for unit in answers:
            found[unit] = still[unit] if unit in still else allows(unit)
        memory[key] = state, found
        return (unit for unit, legal in found.items() if legal)

    def _unchanged(self, before: Any, now: Any, known: Known) -> Known:
        """What is still known."""
        was = before.__dict__
        places: Places = {}
        named: set[str] = set()
        for name, held in now.__dict__.items():
            if held is was[name] or name in self.past:
                continue
            if name == "pieces":
                places |= _moved(before.pieces, held)
            elif name in self.spoken:
                told = _told_anew(was[name], held)
                places[""] = {_place(now, part) for part in told}
            elif name in self.own:
                named |= _told_anew(was[name], held)
            else:
                return {}
        if not places and not named:
            return known
        around = [_Around(now.map, self.hexes, side, there) for side, there in places.items()]
        still = {}
        for id, legal in known.items():
            piece = None if id in named else now.pieces.get(id)
            if piece is not None and not any(one.touches(piece) for one in around):
                still[id] = legal
        return still


class _Around:
    """The neighbourhood of places at which something of a side changed, as wide as each unit looks."""

    def __init__(self, map: Any, hexes: Callable[[Any, str], int | None], side: str, places: set[str | None]) -> None:
        self.map = map
        self.hexes = hexes
        self.side = side
        self.places = places
        self.within: dict[int, frozenset[str]] = {}

    def touches(self, piece: Any) -> bool:
        """Whether the unit looks as far as one of the places."""
        hexes = self.hexes(piece, self.side)
        if hexes is None or piece.place in self.places:
            return True
        near = self.within.get(hexes)
        if near is None:
            near = self.within[hexes] = self._within(hexes)
        return piece.place in near

    def _within(self, hexes: int) -> frozenset[str]:
        """What lies no farther than this from one of the places."""
        on_map = [place for place in self.places if place in self.map]
        rings = [self.map.within(place, hexes) for place in on_map]
        return frozenset().union(*rings)


def _moved(before: Pieces[Any], now: Pieces[Any]) -> Places:
    """Where pieces that are not what they were stand, and where they stood."""
    found: Places = {}
    for one, other in ((before, now), (now, before)):
        for piece in one:
            if other.get(piece.id) is piece:
                continue
            places = found.setdefault(piece.side, set())
            places.add(piece.place)
    return found


def _told_anew(before: Set[tuple[str, ...]], now: Set[tuple[str, ...]]) -> set[str]:
    """What is named by whatever is told in only one of two sets."""
    named: set[str] = set()
    for told in before ^ now:
        named.update(told)
    return named


def _place(state: Any, named: str) -> str | None:
    """Where a piece stands, or the place itself."""
    piece = state.pieces.get(named)
    if piece is None:
        return named
    place: str | None = piece.place
    return place
