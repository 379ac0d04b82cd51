"""Zones of control: who projects into which places. What a zone does is the game's business."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P")


@dataclass(frozen=True, eq=False, slots=True)
class Zones(Generic[P]):
    """Of every place, the pieces that project a zone into it."""

    _by_place: Mapping[str, tuple[P, ...]]

    @classmethod
    def of(cls, pieces: Iterable[P], projects: Callable[[P], Iterable[str]]) -> Zones[P]:
        """Ask the game's `projects` for the places into which each piece projects."""
        found: dict[str, list[P]] = {}
        for piece in pieces:
            for place in projects(piece):
                there = found.setdefault(place, [])
                there.append(piece)
        return cls({place: tuple(there) for place, there in found.items()})

    def at(self, place: str) -> tuple[P, ...]:
        """The pieces that project into a place."""
        return self._by_place.get(place, ())

    def __contains__(self, place: object) -> bool:
        return place in self._by_place

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_place)

    def __len__(self) -> int:
        return len(self._by_place)

    def items(self) -> Iterator[tuple[str, tuple[P, ...]]]:
        return iter(self._by_place.items())
