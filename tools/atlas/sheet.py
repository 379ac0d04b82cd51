"""What an author writes: one YAML a sheet. `README.md` says what the keys mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, Field, ValidationError, model_validator

from tutor.files.faults import BadFile
from tutor.files.forms import Form, Name, Source
from tutor.files.nodes import read
from tutor.files.problems import faults_of

SHEETS = Path(__file__).with_name("sheets")
Place: TypeAlias = Annotated[list[float], Field(min_length=2, max_length=2)]  # longitude, latitude
Made = TypeVar("Made", bound=BaseModel)


class Projection(Form):
    """A conic projection, how many km a unit of the plane is, and how far the sheet is turned with the clock."""

    parallels: Place
    meridian: float
    unit: float
    turn: float = 0


class Extent(Form):
    west: float
    east: float
    south: float
    north: float


class River(Form):
    """A river: marks that it passes from its spring to its mouth."""

    name: Name
    marks: Annotated[list[Place], Field(min_length=2)]


class Word(Form):
    """A word on the map that names no place of the game."""

    name: Name
    at: Place
    kind: Literal["land", "sea", "river", "range"] = "land"
    turn: float = 0


class AreaOf(Form):
    """An area: all land nearer to its towns than to others. Counters lie where `at` says, or where there is most room.

    Whether it has a coast is seen; `coast` says otherwise, and the reason stands beside it.
    """

    name: Name
    flags: list[str] = []
    values: dict[str, int] = {}
    towns: Annotated[dict[str, Place], Field(min_length=1)]
    at: Place | None = None
    coast: bool | None = None


class Box(Form):
    """A box beside the map: its middle, its size in units of the plane, and the links that lead there, by kind."""

    name: Name
    flags: list[str] = []
    at: Place
    size: Place
    links: dict[str, list[str]] = {}


class Correction(Form):
    """What the land says and the sheet overrules."""

    between: Annotated[list[str], Field(min_length=2, max_length=2)]
    kind: str = "border"
    reason: str


class Said(Form):
    """A place that the booklet names: where it is on the map, or why it is not."""

    name: str
    lines: str
    place: str | None = None
    label: bool = False
    unknown: str | None = None

    @model_validator(mode="after")
    def found_or_not(self) -> Said:
        if sum((self.place is not None, self.label, self.unknown is not None)) != 1:
            raise ValueError("one of place, label and unknown")
        return self


class AreaSheet(Form):
    """A map of areas."""

    kind: Literal["areas"]
    map: str
    name: Name
    frame: Projection
    extent: Extent
    walls: list[str] = []
    areas: dict[str, AreaOf]
    beyond: dict[str, Place] = {}
    boxes: dict[str, Box] = {}
    links: dict[str, list[list[str]]] = {}
    parted: list[Correction] = []
    joined: list[Correction] = []
    rivers: dict[str, River] = {}
    labels: list[Word] = []
    booklet: list[Said] = []
    provenance: dict[str, Source]
    sources: list[str] = []


def opened(path: Path, form: type[Made]) -> Made:
    """A sheet in its form; raises BadFile with every fault, each with its line."""
    node, faults = read(path.read_text("utf-8"), str(path))
    try:
        made = form.model_validate(node.plain())
    except ValidationError as error:
        raise BadFile([*faults, *faults_of(error, (form,), node, str(path))]) from error
    if faults:
        raise BadFile(faults)
    return made
