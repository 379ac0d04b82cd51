"""What lies on every table: a map, pieces on it, and their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from tutor.engine.nouns import Noun
from tutor.engine.pieces import Pieces
from tutor.engine.run import Agenda


class Ground(Protocol):
    """A map of either kind."""

    @property
    def places(self) -> tuple[str, ...]: ...
    def __contains__(self, place: object, /) -> bool: ...
    def neighbours(self, place: str, /) -> tuple[str, ...]: ...


@dataclass(frozen=True, eq=False)
class Names:
    """The nouns that a scenario gives to its pieces, places and sides; compared by identity, like the map."""

    given: Mapping[str, Any] = field(default_factory=dict)

    def noun(self, id: str) -> Noun | None:
        data = self.given.get(id)
        return None if data is None else Noun.of(data)


NAMELESS = Names()


@dataclass(frozen=True)
class Tabletop(Agenda):
    """A position with a map and pieces; every game adds what else lies on its table."""

    map: Any
    pieces: Pieces[Any]
    names: Names = field(default=NAMELESS, kw_only=True, compare=False)

    def everything(self, kind: str) -> Iterable[str]:
        """All there is of a kind: the width of what may be asked. A game adds its own kinds."""
        match kind:
            case "unit":
                return self.pieces.ids()
            case "place":
                places: tuple[str, ...] = self.map.places
                return places
            case _:
                raise KeyError(kind)

    def exists(self, kind: str, value: object) -> bool:
        """Whether there is such a thing."""
        match kind:
            case "unit":
                return value in self.pieces
            case "place":
                return value in self.map
            case _:
                return value in tuple(self.everything(kind))

    def put(self, *pieces: Any) -> Self:
        """With these pieces as they are now."""
        return self.but(pieces=self.pieces.put(*pieces))
