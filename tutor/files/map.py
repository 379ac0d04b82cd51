"""Map files, of hexes, of areas or of several sheets. `tutor.engine.space.maps` says what the keys mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import ConfigDict, Discriminator, Field, RootModel

from tutor.engine.space.drawn import DATE, LINE
from tutor.files.forms import Form, Name, Slug, Source

T = TypeVar("T")
Pair: TypeAlias = Annotated[list[T], Field(min_length=2, max_length=2)]


class Rows(Form):
    """The first and last number printed, and which way they grow."""

    from_: int | None = Field(None, alias="from")
    to: int | None = None
    grows: Literal["north", "south"]


class Columns(Form):
    from_: int | None = Field(None, alias="from")
    to: int | None = None
    grows: Literal["east", "west"]


class Grid(Form):
    """Which way the hexes stand and how their ids are printed."""

    top: Literal["pointy", "flat"]
    first: Literal["row", "column"] = "row"
    digits: Pair[int] = [2, 2]
    rows: Rows
    columns: Columns
    shifted: Literal["odd", "even"] = "odd"
    prefix: str = ""
    km: Annotated[float, Field(gt=0)] | None = Field(None, description="across a hex")


class Filled(Form):
    """A hex, or what all hexes are that are not listed."""

    terrain: str | None = None
    level: int = 0
    name: Name | None = None
    flags: list[str] = []
    values: dict[str, int] = {}


class Road(Form):
    kind: str
    name: Name | None = None
    through: Annotated[list[str], Field(min_length=2)]


class Named(Form):
    """A name that covers hexes."""

    name: Name
    hexes: list[str]
    flags: list[str] = []


class Link(Form):
    """A way between two places, whatever lies between them."""

    model_config = ConfigDict(populate_by_name=True)

    kind: str
    name: Name | None = None
    between: Pair[str]
    flags: list[str] = []
    one_way: bool = Field(False, alias="one-way")


LineText: TypeAlias = Annotated[str, Field(pattern=f"^{LINE}$")]


class Course(Form):
    name: Name | None = None
    line: LineText


class Label(Form):
    name: Name
    at: Pair[float]
    kind: Literal["land", "sea", "river", "range"] = "land"
    turn: float = 0


class Front(Form):
    """Where a front ran on a day."""

    front: Slug
    date: Annotated[str, Field(pattern=f"^{DATE}$")]
    name: Name
    line: LineText


class Drawn(Form):
    """What lies beneath the places: coasts, lakes, rivers, words, and where the fronts ran."""

    frame: Annotated[list[float], Field(min_length=4, max_length=4)] | None = None
    land: list[LineText] = []
    lakes: list[LineText] = []
    rivers: list[Course] = []
    labels: list[Label] = []
    fronts: list[Front] = []


class HexMap(Form):
    """A map of hexes."""

    kind: Literal["hexes"]
    name: Name | None = None
    sheet: Slug | None = Field(None, description="which of the game's sheets this is")
    grid: Grid
    fill: Filled | None = None
    without: list[str] = []
    hexes: dict[str, Filled] = {}
    sides: dict[str, list[str]] = {}
    roads: list[Road] = []
    places: dict[str, Named] = {}
    links: list[Link] = []
    provenance: dict[str, Source]
    sources: list[str] = []
    drawn: Drawn | None = None


class Area(Form):
    name: Name | None = None
    flags: list[str] = []
    values: dict[str, int] = {}
    at: Pair[float] | None = None
    outline: list[LineText] = []


class AreaMap(Form):
    """A map of areas."""

    kind: Literal["areas"]
    name: Name | None = None
    areas: dict[str, Area | None]
    links: list[Link]
    provenance: dict[str, Source]
    sources: list[str] = []
    drawn: Drawn | None = None


class Sheet(Form):
    """A map as one of several."""

    map: str | dict[str, Any] = Field(description="the name of a map of hexes, or a small one in place")
    at: Pair[float] | None = Field(None, description="its top left corner, in hexes to the east and to the south")


class SheetsMap(Form):
    """Several maps of hexes on one table."""

    kind: Literal["sheets"]
    name: Name | None = None
    sheets: Annotated[dict[Slug, Sheet], Field(min_length=1)]
    links: list[Link] = []
    provenance: dict[str, Source] = {}
    sources: list[str] = []


class Cutting(Form):
    """A map cut out of another of the same game."""

    kind: Literal["cutting"]
    of: str
    name: Name | None = None
    areas: Annotated[list[str], Field(min_length=1)]
    frame: Annotated[list[float], Field(min_length=4, max_length=4)] | None = None
    edges: dict[str, list[str]] = {}
    provenance: dict[str, Source]
    sources: list[str] = []


FORMS: Mapping[Any, type[Form]] = {"hexes": HexMap, "areas": AreaMap, "sheets": SheetsMap, "cutting": Cutting}


class Map(RootModel[Annotated[HexMap | AreaMap | SheetsMap | Cutting, Discriminator("kind")]]):
    """A map of any kind, or a part of one."""
