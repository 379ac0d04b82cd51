"""What an author writes: one YAML a sheet. `README.md` says what the keys mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, Field, ValidationError, model_validator

from tools.atlas.earth import layer
from tutor.files.faults import BadFile
from tutor.files.forms import Form, Name, Source
from tutor.files.map import Filled, Grid, Link
from tutor.files.nodes import read
from tutor.files.problems import faults_of

SHEETS = Path(__file__).with_name("sheets")
Place: TypeAlias = Annotated[list[float], Field(min_length=2, max_length=2)]  # longitude, latitude
Made = TypeVar("Made", bound=BaseModel)


def _known_lake(name: str) -> str:
    if all(name != known for known, _ in layer("lakes")):
        raise ValueError(f"the data have no lake {name}")
    return name


Lake: TypeAlias = Annotated[str, AfterValidator(_known_lake)]


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
    """An area: all land nearer to its towns than to others. Counters lie where `at` says, or near the first town.

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
    fronts: list[str] = []  # those of data/fronts.yaml that run over the sheet
    booklet: list[Said] = []
    provenance: dict[str, Source]
    sources: list[str] = []


# -- hexes -------------------------------------------------------------------------------------------------------
class Paper(Form):
    """How the earth comes to lie on a grid: fitted to the towns whose number is printed, or as it is said."""

    parallels: Place
    meridian: float
    reach: float = 6  # how far a printed place pulls what lies around it, in hexes
    stretched: bool = False  # whether the two axes may differ
    unit: float | None = None  # km from hex to hex, where no numbers are printed
    turn: float = 0
    at: Place | None = None  # what lies in the middle of the first hex then
    misses: float = 2  # how far from its hex the fit alone may put a printed place
    stray: float = 8  # km: a mark further from every river of the data is on one that the data lack


class Town(Form):
    """A town, or any place that the map names; with a `hex` the booklet gives its number, and it lies there."""

    name: Name
    at: Place
    hex: str | None = None
    lines: str | None = None
    country: str | None = None  # where the border is too near to tell
    opens: list[str] = []  # the only sea areas that its port opens on
    flags: list[str] = []
    values: dict[str, int] = {}
    terrain: str | None = None
    level: int | None = None
    bank: dict[str, Literal["left", "right", "both"]] = {}
    rank: int = 1  # the greater is placed first


class Ground(Form):
    """What some of the land is: within named ranges, polygons or circles (longitude, latitude, km), or by hexes."""

    terrain: str | None = None
    flags: list[str] = []
    regions: list[str] = []
    polygons: list[list[Place]] = []
    circles: list[Annotated[list[float], Field(min_length=3, max_length=3)]] = []
    hexes: list[str] = []
    on: list[str] = []  # only where the terrain is one of these
    least: float = 0.5  # of the hex's land
    reason: str | None = None


class Stream(River):
    """A river as the game has it."""

    kind: str = "river"
    into: str | None = None  # another river of the sheet
    open: bool = False  # whether it ends without sea or river: at the edge, in a marsh, underground


class Wall(Form):
    """A line of cliffs, or of whatever else lies along sides."""

    kind: str = "cliff"
    marks: Annotated[list[Place], Field(min_length=2)]


class SeaArea(Form):
    """A sea area: the hexes of water whose middle lies within it, and the coasts beside them. The first that fits."""

    name: Name
    polygons: list[list[Place]]


class Strait(Form):
    """Two shores with water between them that the coast is too coarse to show."""

    name: Name
    between: Annotated[list[Place], Field(min_length=2, max_length=2)]
    kind: str = "sea"


class Way(Form):
    """A railway, road, canal or pipeline from town to town."""

    kind: str
    name: Name | None = None
    through: Annotated[list[str | Place], Field(min_length=2)]


class Covered(Form):
    """A name that covers hexes: listed, those of towns, or all that have a flag."""

    name: Name
    hexes: list[str] = []
    towns: list[str] = []
    flag: str | None = None
    flags: list[str] = []


class Divide(Form):
    """A kind of side between the hexes of land that have a flag and those that have not."""

    kind: str
    flag: str


class Hand(Form):
    """What is corrected by hand, last of all, and why."""

    reason: str
    hexes: dict[str, Filled] = {}
    without_flags: dict[str, list[str]] = {}
    towns: dict[str, str] = {}  # in which hex a town stands
    lands: dict[str, str] = {}  # to which country a hex belongs
    sides: dict[str, list[str]] = {}
    without_sides: dict[str, list[str]] = {}


class Slope(Form):
    """What steep or high ground is, from one height to another."""

    terrain: str
    steep: float = 0  # metres to a neighbour, at least
    above: float = -500
    below: float = 9000


Metres: TypeAlias = Annotated[list[float], Field(min_length=3, max_length=3)]  # longitude, latitude, metres


class Heights(Form):
    """Known heights, and how they make levels and ground."""

    classes: list[float]  # where a level ends and the next begins
    lowest: int = 0
    summits: float = 0  # a point so high lifts its hex to its own height
    points: dict[str, Metres] = {}
    lines: list[list[Metres]] = []
    slopes: list[Slope] = []


class HexSheet(Form):
    """A map of hexes."""

    kind: Literal["hexes"]
    map: str
    name: Name
    sheet: str | None = None  # which of the game's sheets it is
    paper: Paper
    grid: Grid
    without: list[str] = []
    off: list[list[Place]] = []  # hexes whose middle lies in such a polygon are not on the sheet
    terrain: str = "clear"
    sea: str = "sea"
    bare: bool = False  # whether the game has no hexes of the sea: it is drawn, and nothing enters it
    land: float = 0.5  # a hex of which so much is land is land
    island: float = 0.2  # an island of so many hexes has one
    towns: dict[str, Town] = {}
    borders: list[str] = []
    countries: dict[str, list[Place]] = {}
    country_names: dict[str, Name] = {}  # with names a country is a place, without them a flag
    seas: dict[str, SeaArea] = {}
    open_water: list[Place] = []  # where there is sea whatever the coast says
    lakes: list[Lake] = []
    lake: str = "lake"
    flooded: float = 0.5  # a hex of which so much is lake is one
    heights: Heights | None = None
    grounds: list[Ground] = []
    surveyed: list[str] = []  # maps of the same game, made by hand hex by hex, that are taken over as they are
    coasts: dict[str, list[Place]] = {}
    coast: str | None = None  # the flag of every hex on the sea
    rivers: dict[str, Stream] = {}
    astray: dict[str, str] = {}  # towns that stand across a river from where they should, for want of hexes
    straits: list[Strait] = []
    walls: dict[str, Wall] = {}
    divides: list[Divide] = []
    roads: list[Way] = []
    places: dict[str, Covered] = {}
    links: list[Link] = []
    hand: list[Hand] = []
    labels: list[Word] = []
    fronts: list[str] = []  # those of data/fronts.yaml that run over the sheet
    booklet: list[Said] = []
    provenance: dict[str, Source]
    sources: list[str] = []


Sheet: TypeAlias = AreaSheet | HexSheet


def sheet(path: Path) -> Sheet:
    """A sheet of either kind; raises BadFile."""
    kind = read(path.read_text("utf-8"), str(path))[0].plain().get("kind")
    return opened(path, HexSheet) if kind == "hexes" else opened(path, AreaSheet)


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
