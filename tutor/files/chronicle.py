"""Chronicle files: what happened in a battle, by which sources, and what a game's rules say of it.

A chronicle is a record with a scholarly apparatus. Its lines are *acts* (answers, as in a record), *facts* (what the
sources say happened, set on the table as an umpire would), *pauses* (text and map alone) and *variations* (what might
have happened in place of the line before). `docs/chronicle.md` tells how to write one.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from tutor.files.forms import Comment, Form, Readings, Slug
from tutor.files.record import Colour

FORMAT = 1
UNSAID = "–"  # what stands where a file must say something and nobody has yet
DATE = r"^\d{4}(-\d{2}(-\d{2}(T\d{2}(:\d{2})?)?)?)?$"
Words: TypeAlias = Comment | str
Certainty: TypeAlias = Literal["certain", "probable", "disputed", "conjecture"]
Glyph: TypeAlias = Literal["!!", "!", "!?", "?!", "?", "??", "="]
Kind: TypeAlias = Literal[
    "official-history", "war-diary", "report", "memoir", "letter", "press", "study", "reference", "map", "photograph",
    "museum", "site",
]  # fmt: skip
CslType: TypeAlias = Literal[
    "article", "article-journal", "article-magazine", "article-newspaper", "book", "chapter", "dataset", "document",
    "entry-encyclopedia", "graphic", "manuscript", "map", "pamphlet", "personal_communication", "report", "thesis",
    "webpage",
]  # fmt: skip


def _day(given: str) -> str:
    """A date that there is: 1916, 1916-05, 1916-05-22, 1916-05-22T06 or 1916-05-22T06:30."""
    if not re.fullmatch(DATE, given):
        raise PydanticCustomError("date", "a date")
    day, _, hour = given.partition("T")
    numbers = [int(part) for part in day.split("-")]
    clock = [int(part) for part in hour.split(":")] if hour else []
    try:
        date(*numbers, *([1] * (3 - len(numbers))))
    except ValueError:
        raise PydanticCustomError("date", "a date") from None
    if any(part >= limit for part, limit in zip(clock, (24, 60), strict=False)):
        raise PydanticCustomError("date", "a date")
    return given


Day: TypeAlias = Annotated[str, AfterValidator(_day), WithJsonSchema({"type": "string", "pattern": DATE})]


class Span(Form):
    """From when until when."""

    start: Day = Field(alias="from")
    until: Day


When: TypeAlias = Day | Span


# -- the head ----------------------------------------------------------------------------------------------------
class Spot(Form):
    """A place of the battle on the globe."""

    name: Words
    at: tuple[Annotated[float, Field(ge=-90, le=90)], Annotated[float, Field(ge=-180, le=180)]] | None = Field(
        None, description="latitude and longitude in degrees"
    )
    on_map: str | None = Field(None, alias="on-map", description="the place of the scenario's map")
    note: Words | None = None


class Author(Form):
    """As CSL names a person, or in one text."""

    family: str | None = None
    given: str | None = None
    literal: str | None = None

    @model_validator(mode="after")
    def named(self) -> Author:
        if not (self.family or self.literal):
            raise PydanticCustomError("author", "family or literal")
        return self


class Source(Form):
    """One source, in the fields of CSL; with `accessed` it was read, as far as `read` says. Without it is told that
    nobody has verified it."""

    type: CslType
    kind: Kind | None = None
    title: str
    author: list[Author] = []
    editor: list[Author] = []
    container_title: str | None = Field(None, alias="container-title")
    publisher: str | None = None
    publisher_place: str | None = Field(None, alias="publisher-place")
    issued: Day | None = None
    edition: str | None = None
    volume: str | None = None
    issue: str | None = None
    page: str | None = None
    archive: str | None = None
    archive_location: str | None = None
    call_number: str | None = Field(None, alias="call-number")
    language: str | None = None
    license: str | None = None
    URL: Annotated[str, Field(pattern=r"^https?://\S+$")] | None = None
    accessed: Day | None = None
    read: Words | None = Field(None, description="as far as it was read")
    note: Words | None = None


class Cited(Form):
    """Where a source says it, and what it says there."""

    source: str
    page: str | None = None
    text: Words | None = None


class Formation(Form):
    """The real formation behind a counter."""

    name: Words
    commander: str | None = None
    strength: Words | None = None
    note: Words | None = None
    certainty: Certainty | None = None
    sources: list[Cited | str] = []


class Term(Form):
    """A word that a reader may not know."""

    word: Words
    says: Words


class Battle(Form):
    """What is told, and by whom."""

    title: Words
    event: Slug | None = Field(
        None, description="alike in all chronicles of one battle, each told by a game of its own"
    )
    dates: When | None
    places: dict[Slug, Spot] = {}
    author: str
    licence: str
    summary: Words


# -- lines -------------------------------------------------------------------------------------------------------
SHAPES = ("ring", "arrow", "front", "area", "mark")


class Shape(Form):
    """Drawn on the map: a ring, an arrow along places, a front line along places, a shaded area, or a text alone."""

    ring: str | None = None
    arrow: Annotated[list[str], Field(min_length=2)] | None = None
    front: Annotated[list[str], Field(min_length=2)] | None = None
    area: Annotated[list[str], Field(min_length=1)] | None = None
    mark: str | None = None
    label: Words | None = None
    colour: Colour = "green"

    @model_validator(mode="after")
    def one_shape(self) -> Shape:
        if sum(getattr(self, name) is not None for name in SHAPES) != 1:
            raise PydanticCustomError("one-shape", "one shape")
        if self.mark is not None and self.label is None:
            raise PydanticCustomError("mark-label", "a mark needs a label")
        return self

    @property
    def what(self) -> str:
        return next(name for name in SHAPES if getattr(self, name) is not None)

    @property
    def places(self) -> tuple[str, ...]:
        found = getattr(self, self.what)
        return (found,) if isinstance(found, str) else tuple(found)


class Picture(Form):
    """A picture beside the text: a file beside the chronicle."""

    file: str
    says: Words = Field(description="what there is to be seen, for who does not see it, too")
    credit: str
    licence: str


class Fact(Form):
    """What happened, set as an umpire would: what changes of which pieces, and what the rules could be asked of it."""

    sets: dict[str, dict[str, Any]] = Field({}, description="by piece: place, gone, or a field of the piece")
    holds: dict[str, str] = Field({}, description="who controls a place from here on")
    table: dict[str, Any] = Field({}, description="what else lies on the table: weather, bridges, a marker")
    asks: list[Any] = Field([], description="the answers that would say so now; judged and not given")
    setup: Literal[True] | None = Field(None, description="so it lay: nobody moved, and no rule is asked")
    agenda: list[list[Any]] | None = Field(None, description="the steps to be done from here on")

    @model_validator(mode="after")
    def something(self) -> Fact:
        if not self.changes and not self.asks:
            raise PydanticCustomError("empty-fact", "sets, holds, table, agenda or asks")
        return self

    @property
    def changes(self) -> bool:
        """Whether anything lies otherwise than before."""
        return bool(self.sets or self.holds or self.table) or self.agenda is not None


class Variation(Form):
    """What might have happened in place of the line before."""

    title: Words
    lines: Annotated[list[Line], Field(min_length=1)]


KINDS = ("act", "fact", "pause", "variation")


class Line(Form):
    """An act (rule, kind, answer), a fact, a pause or a variation, and what stands beside it."""

    rule: str | None = None
    kind: str | None = None
    answer: Any = None
    despite: list[str] = Field([], description="the rules that history broke")
    fact: Fact | None = None
    pause: Literal[True] | None = None
    variation: Variation | None = None

    chapter: Words | None = Field(None, description="a chapter begins here")
    title: Words | None = None
    time: When | None = None
    place: str | None = Field(None, description="one of the battle's places")
    formations: list[str] = []
    certainty: Certainty | None = None
    glyph: Glyph | None = None
    note: Words | None = None
    shapes: list[Shape] = []
    pictures: list[Picture] = []
    sources: list[Cited | str] = []
    situation: Slug | None = Field(None, description="a situation of the comparison that fits: what other games say")

    @model_validator(mode="after")
    def one_kind(self) -> Line:
        act = {"rule", "kind", "answer"} & self.model_fields_set
        if bool(act) + (self.fact is not None) + (self.pause is not None) + (self.variation is not None) != 1:
            raise PydanticCustomError("one-line", "one kind of line")
        if act and len(act) < 3:
            raise PydanticCustomError("whole-act", "rule, kind and answer")
        if self.despite and not (act or self.fact):
            raise PydanticCustomError("despite-what", "despite with an act or a fact")
        if self.fact is not None and self.certainty is None:
            raise PydanticCustomError("fact-certainty", "how certain a fact is")
        return self

    @property
    def what(self) -> str:
        """Which kind of line it is."""
        if self.fact is not None:
            return "fact"
        return "pause" if self.pause else "variation" if self.variation is not None else "act"

    @property
    def cited(self) -> tuple[Cited, ...]:
        return cited(self.sources)


def cited(sources: list[Cited | str]) -> tuple[Cited, ...]:
    """Sources that are cited, those by their name alone, too."""
    return tuple(Cited(source=one) if isinstance(one, str) else one for one in sources)


class Chronicle(Form):
    """A whole chronicle."""

    chronicle: Annotated[int, Field(ge=1, description="the version of this format")]
    battle: Battle
    scenario: str
    readings: Readings = {}
    options: list[str] | None = None
    sources: dict[Slug, Source] = {}
    formations: dict[str, Formation] = {}
    terms: list[Term] = []
    lines: Annotated[list[Line], Field(min_length=1)]


Variation.model_rebuild()
