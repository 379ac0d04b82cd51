"""What a chronicler puts beside a moment of a record: a comment, shapes on the map, sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tutor.board.scene import Mark
from tutor.engine.text import LANGUAGES, Lang

COLOURS = ("green", "red", "blue", "yellow")


@dataclass(frozen=True)
class Shape:
    """A ring round a place, or an arrow from the first place to the second."""

    places: tuple[str, ...]
    colour: str = "green"

    def to_data(self) -> dict[str, Any]:
        where = {"ring": self.places[0]} if len(self.places) == 1 else {"arrow": list(self.places)}
        return {**where, "colour": self.colour}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Shape:
        places = (str(data["ring"]),) if "ring" in data else tuple(map(str, data["arrow"]))
        return cls(places, str(data.get("colour", "green")))


@dataclass
class Notes:
    """Beside one answer, or beside the whole record. A comment is in the languages that it was written in, and in no
    other; one that a file gives without saying in which stands under `None`."""

    comment: dict[Lang | None, str] = field(default_factory=dict)
    shapes: tuple[Shape, ...] = ()
    sources: tuple[str, ...] = ()
    other: dict[str, Any] = field(default_factory=dict)

    def written(self, lang: Lang) -> str:
        """The comment as it may be written on in this language."""
        return self.comment.get(lang) or self.comment.get(None, "")

    def told(self, lang: Lang) -> str:
        """The comment, in the other language where this one has none."""
        return self.written(lang) or next(iter(self.comment.values()), "")

    def write(self, lang: Lang, text: str) -> None:
        self.comment.pop(None, None)
        if text.strip():
            self.comment[lang] = text.strip()
        else:
            self.comment.pop(lang, None)

    def draw(self, shape: Shape) -> None:
        """A shape that is there already goes."""
        gone = tuple(one for one in self.shapes if one.places != shape.places)
        self.shapes = gone if shape in self.shapes else (*gone, shape)

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
        other = {key: value for key, value in data.items() if key not in ("note", "shapes", "sources")}
        shapes = tuple(Shape.of(one) for one in data.get("shapes", ()))
        return cls(comment, shapes, tuple(map(str, data.get("sources", ()))), other)
