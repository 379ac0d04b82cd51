"""What lies on every table: maps, pieces on them, beside them or still to come, and their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, Self, TypeAlias

from tutor.engine.nouns import Noun
from tutor.engine.pieces import Pieces, record
from tutor.engine.run import Agenda

Whereabouts: TypeAlias = Literal["ground", "box", "coming"]


class Ground(Protocol):
    """A map of either kind."""

    @property
    def places(self) -> tuple[str, ...]: ...
    def __contains__(self, place: object, /) -> bool: ...
    def neighbours(self, place: str, /) -> tuple[str, ...]: ...


class NoBattle(LookupError):
    """What is asked for is a battle's, and there is none."""


class NoLine(LookupError):
    """What is asked for is a supply line's, and there is none."""


@dataclass(frozen=True, eq=False)
class Names:
    """The nouns that a scenario gives to its pieces, places and sides; compared by identity, like the map."""

    given: Mapping[str, Any] = field(default_factory=dict)

    def noun(self, id: str) -> Noun | None:
        data = self.given.get(id)
        return None if data is None else Noun.of(data)


NAMELESS = Names()


@record
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

    def above(self, piece: Any) -> str:
        """The sheet on which a piece is without standing in a place of it; for a game that has such pieces to say."""
        return ""

    def misplaced(self, piece: Any) -> str:
        """The rule by which a piece may not lie where it does, whatever happened; for a game that has such to say."""
        return ""

    def whereabouts(self, piece: Any) -> tuple[Whereabouts, ...]:
        """On a map, in a box beside the maps, or coming in some turn (`arrives`): of every piece exactly one."""
        found: list[Whereabouts] = []
        if piece.place is not None or self.above(piece):
            found.append("ground")
        if getattr(piece, "box", ""):
            found.append("box")
        return tuple(found) or (("coming",) if getattr(piece, "arrives", 0) else ())

    def put(self, *pieces: Any) -> Self:
        """With these pieces as they are now."""
        return self.but(pieces=self.pieces.put(*pieces))
