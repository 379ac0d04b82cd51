"""Files of an hour in class. `tutor/lessons/README.md` says how to write one."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tutor.files.forms import Both, Form, Game, Slug

PARTS = ("opening", "document", "table", "together", "debate", "exit")
LENGTHS = {"short": 30, "hour": 50, "long": 80}  # minutes of a class
Texts: TypeAlias = Annotated[list[Both], Field(min_length=1)]


class Asked(Form):
    """A question to pupils, and what one may hope to hear; the teacher's copy has both."""

    question: Both
    answer: Both


class Document(Form):
    """What is looked at before the table: described, and where it is to be found; never quoted."""

    kind: Literal["map", "photograph", "testimony", "text"]
    title: Both
    where: Both
    shows: Both
    verified: bool = Field(False, description="whether whoever wrote this had the document before him")
    questions: Annotated[list[Asked], Field(min_length=1)]


class Word(Form):
    """A word of the game, for whoever never played."""

    word: Both
    means: Both


class Lengths(Form):
    """How many minutes a part takes in a class of each length; 0: it is left out."""

    short: Annotated[int, Field(ge=0, le=30)]
    hour: Annotated[int, Field(ge=0, le=50)]
    long: Annotated[int, Field(ge=0, le=80)]


class Part(Form):
    """A part of the hour: what the teacher does, and what the pupils do."""

    kind: Literal["opening", "document", "table", "together", "debate", "exit"]
    minutes: Lengths
    teacher: Both
    longer: Both | None = Field(None, description="what the teacher adds where the class is long")
    pupils: Both


class Debate(Form):
    """A question without one right answer, and what may be said for each side of it."""

    question: Both
    views: Texts


class HourFile(Form):
    """An hour in class on one lesson."""

    game: Game
    lesson: Slug
    tasks: Annotated[list[Slug], Field(min_length=1, description="those of the lesson that are done, in its order")]
    short: Annotated[list[Slug], Field(min_length=1, description="those of them that half an hour has room for")]
    compare: Slug | None = None
    title: Both
    question: Both
    objectives: Texts
    skills: Texts
    programme: Both
    history: Both
    sources: Texts
    document: Document
    words: Annotated[list[Word], Field(min_length=1)]
    parts: Annotated[list[Part], Field(min_length=1)]
    debate: Debate
    exit: Asked
