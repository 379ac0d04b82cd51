"""The keys of a scenario of Strafexpedition 1916, for checking files; no rules code needs this."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt

Side = Literal["ah", "it"]
Pair = tuple[NonNegativeInt, NonNegativeInt] | NonNegativeInt


class Piece(BaseModel):
    """One counter: what is printed on it and its state."""

    model_config = ConfigDict(extra="forbid")

    side: Side
    kind: Literal[
        "infantry", "mountain", "alpine", "bersaglieri", "militia", "border",
        "artillery", "mountain-artillery", "heavy-artillery", "fortress", "hq",
    ]  # fmt: skip
    place: str | None = None
    cf: Pair = Field(0, description="combat factor, full and reduced face")
    mg: Pair = Field(0, description="machine-gun factor, full and reduced face")
    mp: NonNegativeInt = 0
    mp_left: NonNegativeInt | None = None
    morale: NonNegativeInt = 0
    bombardment: NonNegativeInt = 0
    range: NonNegativeInt = 0
    trench: NonNegativeInt = Field(0, le=3, description="a fortress's own trench level")
    initiative: NonNegativeInt = 0
    radius: NonNegativeInt = 0
    brigade: str | None = None
    corps: str | None = None
    steps: int = Field(2, ge=1, le=2, description="2 for infantry and 1 for all else, where nothing is written")
    dp: NonNegativeInt = 0
    mode: Literal["fire", "movement"] = "fire"
    assault: str | None = None
    origin: str | None = None
    moved: bool = False
    commanded: bool = False
    activated: bool = False
    fired_offensively: bool = False
    fired_defensively: bool = False
    emplacing: bool = False
    turned: bool = False
    marched: bool = False
    over_cliff: bool = Field(False, description="has crossed a cliff this turn, which took all its points")
    overstacked: bool = False
    retreated: bool = False
    fought: bool = False
    supplied: bool = True
    box: str = Field("", description="a box of rulebook/boxes.yaml; an HQ without a place is on the brigade table")
    arrives: NonNegativeInt = Field(0, description="the turn in which it comes as a reinforcement")
    enters: list[str] = Field([], description="where it then comes onto the map")


class Scenario(BaseModel):
    """What a scenario of this game has besides what all scenarios have."""

    model_config = ConfigDict(extra="forbid")

    active: Side = "ah"
    brigade: str | None = None
    initiative: Side | None = Field(None, description="the side that has the initiative this turn")
    weather: Literal["clear", "overcast", "rain"] = "clear"
    pieces: dict[str, Piece] = {}
    trenches: dict[str, int] = {}
    points: dict[Side, NonNegativeInt] = {}
    planned: list[str] = []
    attached: list[str] = []
    guns: dict[str, NonNegativeInt] = Field({}, description="guns paid for, by brigade")
    bridges_down: list[str] = Field([], description='hexsides whose bridge is blown, as "3351-3352"')
    unsupplied_hexes: list[str] = Field([], description="hexes on no valid supply line")
    turn: int = Field(1, ge=1)
    released: bool = Field(False, description="the East sector has been freed by a crossing of the front")
    forecast: dict[str, Literal["clear", "overcast", "rain"]] = Field({}, description="the weather, by turn")
    income: dict[Side, NonNegativeInt] = Field({}, description="logistic points that come every turn")
    sources: dict[str, Side] = Field({}, description="supply sources that the map does not print, and whose they are")
