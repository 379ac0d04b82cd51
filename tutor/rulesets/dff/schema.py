"""The form of this game's scenarios, beside what all scenarios have. Files only; no rules code reads this."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Side = Literal["allies", "central"]
Front = Literal["west", "east", "balkans", "italy", "middle-east", "transcaucasia"]
Nation = Literal[
    "france", "britain", "belgium", "russia", "italy", "serbia", "romania", "greece", "usa", "australia", "canada",
    "new-zealand", "india", "portugal", "germany", "austria", "ottomans", "bulgaria",
]  # fmt: skip
Kind = Literal[
    "infantry", "cavalry", "tank", "hq", "fighter", "bomber", "reconnaissance", "ace", "trench", "fortress", "gas",
    "staff",
]  # fmt: skip
Weather = Literal["fair", "wet", "rain", "cold", "blizzard"]
Card = Literal["new-battlefield-manual", "creeping-barrage"]
Phase = Literal["initial", "counter", "exploitation", "movement", "supply"]
Points = Annotated[int, Field(ge=0)]


class Form(BaseModel):
    """Nothing but the keys named here."""

    model_config = ConfigDict(extra="forbid")


class Counter(Form):
    """A counter: a unit, an HQ, an aircraft, a trench or a fortress."""

    kind: Kind
    nation: Nation | Literal[""] = ""
    side: Side | None = Field(None, description="who holds a trench or a fortress; otherwise that of the nation")
    place: str | None = None
    strength: Points = Field(0, description="strength points; of an ace the number printed")
    entry: Points | None = Field(None, description="strength on entry, where it is another one")
    name: str = Field("", description="an HQ's army, a tank's type, the division of an American half")
    supplied: bool | None = Field(None, description="given by the scenario; otherwise the line is traced")
    activated: bool = False
    moved: bool = Field(False, description="an HQ that the Supply Phase of this turn has moved")
    travelled: bool = Field(False, description="moved in the present Movement Phase")
    patrol: bool = False
    intercepted: bool = False
    fired: Phase | Literal[""] = ""
    start: str | None = Field(None, description="where it stood when the phase began")
    origin: str | None = Field(None, description="the hex from which it entered the battle")
    mission: str | None = Field(None, description="the battle to which an aircraft has flown")
    aiding: str = Field("", description="the ground unit that a fighter in the battle helps")
    gassed: bool = False
    box: str = Field("", description="a box of rulebook/boxes.yaml")
    arrives: str = Field("", pattern=r"^([1-4]-1[4-9])?$", description="the season and year in which it comes (2.1.1)")


class Attack(Form):
    """A battle that has been declared, or is being fought."""

    hex: str
    attacker: Side
    kind: Literal["assault", "attrition", "amphibious"] = "assault"
    phase: Phase = "initial"
    hqs: list[str] = []
    guns: list[str] = Field([], description="HQs whose artillery supports the attack")
    answering: list[str] = Field([], description="HQs whose artillery supports the defence")
    gas: list[str] = []
    lengths: dict[str, Points] = Field({}, description="rounds of bombardment, by HQ")
    bombarded: Points = 0
    round: Points = 0
    air_round: Points = 0
    unpaid: bool = False


class Scenario(Form):
    """A scenario of Distant Foreign Fields."""

    year: Annotated[int, Field(ge=1914, le=1920)] = 1917
    month: Annotated[int, Field(ge=1, le=12)] = 7
    week: Annotated[int, Field(ge=1, le=4)] | None = Field(None, description="of August or September 1914")
    seasonal_turn: bool = Field(False, description="the marker lies on the Seasonal Turn before the month")
    home: Front | Literal["petrograd", "seine"] = Field("west", description="the front of hexes that no front covers")
    fronts: list[Front] = Field([], description="the active fronts")
    front: str = Field("", description="the front of the offensive in course")
    active: Side = "central"
    initiative: Side | Literal[""] = ""
    left: dict[Side, Points] = Field({}, description="offensives left, by alliance")
    passes: Points = 0
    declared: list[tuple[Side, Front]] = []
    weather: dict[str, Weather] = {}
    supply: dict[str, Points] = Field({}, description="supply points, by hex")
    control: dict[str, Any] = Field({}, description="hexes by side; `rest`: the side of all others")
    held: dict[str, Nation] = Field({}, description="the nation that took a hex last")
    morale: dict[Nation, int] = {}
    goals: dict[Nation, Literal["met", "failed"]] = {}
    pushes: dict[Nation, Points] = Field({}, description="Big Pushes of this year, by nation")
    pushing: list[str] = Field([], description="HQs with a Big Push marker")
    objectives: dict[str, Points] = Field({}, description="Symbolic Objectives, by hex")
    creators: dict[str, Nation] = {}
    cards: dict[Side, list[Card]] = {}
    revealed: dict[Side, str] = {}
    phase: Phase = "initial"
    acting: list[str] = Field([], description="HQs activated in this offensive")
    refused: list[str] = Field([], description="HQs whose troops refused to attack this turn")
    battles: list[Attack] = []
    fought: list[tuple[str, Phase, str]] = []
    captured: dict[str, str] = Field({}, description="hexes captured this turn, with the part or phase in which")
    shifted: dict[str, Points] = Field({}, description="supply points that have moved this turn, by hex")
    sailed: dict[Side, Points] = Field({}, description="units that have sailed this turn, by alliance")
    pieces: dict[str, Counter] = {}
