"""What a position says of the places on a map, found only where a search comes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import place_of


class Marks(Mapping[Any, Hashable]):
    """Of every place the mark that a chapter gives it; see `paths.reach` for what a mark must hold."""

    def __init__(self, map: HexMap, mark: Callable[[str], Hashable]) -> None:
        self._map, self._mark = map, mark
        self._found: dict[str, Hashable] = {}

    def __getitem__(self, node: Any) -> Hashable:
        place = place_of(node)
        if place not in self._found:
            self._found[place] = self._mark(place)
        return self._found[place]

    def get(self, node: Any, default: Hashable = None) -> Hashable:
        return self[node]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._map.places)

    def __len__(self) -> int:
        return len(self._map)
