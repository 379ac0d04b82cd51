"""What a chronicler puts beside a moment of a record: a comment, shapes on the map, sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, get_args

from tutor.board.scene import Mark
from tutor.engine.pieces import FrozenMap
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.record import Colour

if TYPE_CHECKING:
    from tutor.board.desk import Desk

COLOURS: tuple[Colour, ...] = get_args(Colour)
UNSAID: FrozenMap[Lang | None, str] = FrozenMap()


@dataclass(frozen=True)
class Shape:
    """A ring round a place, or an arrow from the first place to the second."""

    places: tuple[str, ...]
    colour: Colour = "green"

    def to_data(self) -> dict[str, Any]:
        where = {"ring": self.places[0]} if len(self.places) == 1 else {"arrow": list(self.places)}
        return {**where, "colour": self.colour}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Shape:
        places = (str(data["ring"]),) if "ring" in data else tuple(map(str, data["arrow"]))
        return cls(places, data.get("colour", "green"))


@dataclass(frozen=True, kw_only=True)
class Notes:
    """Beside one answer, or beside the whole record. A comment is in the languages that it was written in, and in no
    other; one that a file gives without saying in which stands under `None`."""

    comment: FrozenMap[Lang | None, str] = UNSAID
    shapes: tuple[Shape, ...] = ()
    sources: tuple[str, ...] = ()
    other: Mapping[str, Any] = field(default_factory=dict)

    def written(self, lang: Lang) -> str:
        """The comment as it may be written on in this language."""
        return self.comment.get(lang, "") or self.comment.get(None, "")

    def told(self, lang: Lang) -> str:
        """The comment, in the other language where this one has none."""
        return self.written(lang) or next(iter(self.comment.values()), "")

    def with_comment(self, lang: Lang, text: str) -> Self:
        spoken = self.comment.drop(None)
        return replace(self, comment=spoken.put(lang, text.strip()) if text.strip() else spoken.drop(lang))

    def with_shape(self, shape: Shape) -> Self:
        """A shape that is there already goes."""
        gone = tuple(one for one in self.shapes if one.places != shape.places)
        return replace(self, shapes=gone if shape in self.shapes else (*gone, shape))

    def marks(self) -> Iterator[Mark]:
        for shape in self.shapes:
            yield Mark("ring" if len(shape.places) == 1 else "pointer", shape.places, text=shape.colour)

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = dict(self.other)
        if self.comment:
            data["note"] = self.comment[None] if None in self.comment else dict(self.comment)
        if self.shapes:
            data["shapes"] = [shape.to_data() for shape in self.shapes]
        if self.sources:
            data["sources"] = list(self.sources)
        return data

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Notes:
        note = data.get("note")
        comment: dict[Lang | None, str] = {}
        if isinstance(note, Mapping):
            comment = {lang: str(note[lang]) for lang in LANGUAGES if note.get(lang)}
        elif note is not None:
            comment = {None: str(note)}
        return cls(
            comment=FrozenMap(comment),
            shapes=tuple(Shape.of(one) for one in data.get("shapes", ())),
            sources=tuple(map(str, data.get("sources", ()))),
            other={key: value for key, value in data.items() if key not in ("note", "shapes", "sources")},
        )


# -- gestures ---------------------------------------------------------------------------------------------------
def comment(desk: Desk, text: str) -> Desk:
    """A comment on this moment, in the language of the desk."""
    return _noted(desk, desk.noted.with_comment(desk.lang, text))


def cite(desk: Desk, text: str) -> Desk:
    """The sources of this moment, with semicolons between them."""
    sources = tuple(part.strip() for part in text.split(";") if part.strip())
    return _noted(desk, replace(desk.noted, sources=sources))


def draw(desk: Desk, shape: Shape) -> Desk:
    """A ring or an arrow at this moment; one that is there already goes."""
    return _noted(desk, desk.noted.with_shape(shape))


def _noted(desk: Desk, notes: Notes) -> Desk:
    return replace(desk, notes=desk.notes.put(desk.line.now, notes))
