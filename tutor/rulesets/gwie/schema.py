"""The keys of a scenario of The Great War in Europe Deluxe, for checking files; no rules code needs this."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt

Side = Literal["cp", "allies"]
Theatre = Literal["west", "east"]
Front = Literal["western", "italian", "eastern", "caucasus", "egyptian", "iraqi"]
Marker = Literal["ohl", "oberost", "foch", "allenby"]
Factor = NonNegativeInt | tuple[NonNegativeInt, NonNegativeInt]


class Piece(BaseModel):
    """One counter: what is printed on it and its state."""

    model_config = ConfigDict(extra="forbid")

    nation: Literal[
        "GE", "AH", "TU", "BU", "FR", "BR", "AS", "NZ", "CA", "IN", "PT", "BE",
        "RU", "PG", "SR", "MN", "IT", "GK", "RO", "US", "AB", "AR", "PN",
    ]  # fmt: skip
    side: Side | None = Field(None, description="only where the nation does not say it (RO, PN)")
    kind: Literal[
        "infantry", "mountain", "cavalry", "tank", "anti-tank", "armoured-car", "hq",
        "fort", "heavy-fort", "hindenburg", "kut", "air", "ace", "air-tactics",
    ]  # fmt: skip
    place: str | None = None
    combat: Factor = Field(0, description="combat factor where attack and defence are equal; full and reduced side")
    attack: Factor = 0
    defence: Factor = 0
    mp: NonNegativeInt | None = Field(None, description="printed movement allowance; by default the usual one")
    steps: int = Field(1, ge=0, le=2)
    back: tuple[NonNegativeInt, NonNegativeInt] | None = Field(None, description="attack and defence once converted")
    size: Literal["division", "brigade", "regiment", "battalion", "company"] = "division"
    called: str = Field("", description="the name by which rules know the counter, as sud-army")
    shock: bool = False
    band: bool = Field(False, description="the grey band: may be converted to shock")
    support: NonNegativeInt = 0
    depleted: bool = False
    drm: NonNegativeInt = Field(0, le=2, description="the modifier of a tank")
    front: Front | Literal[""] = Field("", description="where an air unit operates")
    deadly: list[int] = Field([], description="the numbers that eliminate an ace")
    used: bool = False
    supply: Literal["supplied", "fortress", "oos"] = "supplied"
    untried: bool = False
    fought: bool = False
    struck: bool = False
    devastates: bool = False
    wasted: bool = False
    box: str = Field("", description="a box of rulebook/boxes.yaml")
    since: NonNegativeInt = Field(0, description="the turn in which it was put into a transit box")
    arrives: str = Field("", pattern="^[A-U]?$", description="the Strategic Turn that brings it")
    enters: Literal["", "egypt", "iraq", "caucasus", "syria", "arabia", "turkey"] = Field(
        "", description="where a unit comes in first, by the region on its back"
    )
    posted: str = Field("", description="the hex printed on a Turk of Europe, where it comes in (17.13)")
    dotted: bool = Field(False, description="the dot: it is never replaced")
    rebuilt: bool = False


class Scenario(BaseModel):
    """What a scenario of this game has besides what all scenarios have."""

    model_config = ConfigDict(extra="forbid")

    turn: int = Field(1, ge=1, le=51)
    strategic_turn: str | None = Field(None, description="the last Strategic Turn; by default that of the track")
    front: Front = Field("western", description="the Front of every hex that has no flag of its own")
    active: Side = "cp"
    theatre: Theatre = "west"
    initiative: dict[Theatre, Side] = {}
    chooser: Side = Field("cp", description="who controls the choice of initiative")
    weather: dict[Front, Literal["fair", "wet", "snow", "hot"]] = {}
    trench_status: dict[
        Literal["germans", "other-cp", "british-belgians", "french", "other-allies"], Literal[0, -1, -2]
    ] = Field({}, description="where trench markers lie, if not where the track has them")
    control: dict[str, Side] = {}
    cut: dict[Side, list[str]] = Field({}, description="hexes where a unit of the side would be out of supply")
    sources: dict[Side, list[str]] = Field({}, description="supply sources, for cavalry that retreats")
    tracing: bool = Field(False, description="supply is traced on the map, not given")
    affairs: list[
        Literal[
            "turkey-cp", "turkey-collapsed", "turkey-surrendered", "european-turks",
            "bulgaria-cp", "romania-cp", "romania-allied",
            "czar-fallen", "pef", "bolsheviks", "brest-litovsk", "red-army-due",
            "bagdad-1915", "jerusalem-1917", "alpenkorps-came", "initiative-settled",
            "austrian-collapse", "replaceable-tank", "ana",
        ]
    ] = Field([], description="what has happened in the war")  # fmt: skip
    neutral: list[str] = Field([], description="countries still neutral, by the flag of their hexes")
    joined: dict[str, int] = Field({}, description="countries that were neutral, each with the turn of its entry")
    entered: dict[str, str] = Field({}, description="enemy towns, each with the nation that entered it last")
    forfeited: list[str] = Field([], description="primary sources that are none any more")
    carried: dict[str, NonNegativeInt] = Field({}, description="what this phase has carried, by capacity")
    pipeline: str = Field("", description="the town that the Sinai Pipeline has reached")
    trenches: list[str] = Field([], description="trench hexes of the Near East")
    devastated: list[str] = []
    zones_left: NonNegativeInt = 0
    hands: dict[Side, list[str]] = Field({}, description="events held")
    in_play: dict[str, int] = Field({}, description="events in play, each with the turn in which it was played")
    used: list[str] = Field([], description="events and markers used in this turn")
    used_in_series: list[Literal["ohl", "oberost", "raid"]] = Field(
        [], description="what has served since the last Strategic Turn"
    )
    raided: str = Field("", description="the town in which Lawrence is in this turn")
    gas: dict[Literal["chlorine", "phosgene", "mustard"], Side] = Field({}, description="who used a gas first")
    secret: bool = Field(False, description="by agreement, events are hidden until they are played (6.17)")
    rp: dict[str, NonNegativeInt] = {}
    converted: dict[Literal["shock-first", "shock-second"], NonNegativeInt] = Field(
        {}, description="the divisions that each Shock-troop event has turned over"
    )
    markers: list[Marker] = Field([], description="markers of special combats that their owner may use")
    marks: dict[Marker, str] = Field({}, description="markers on the map")
    alone: bool = Field(False, description="the Near East is played without Europe (GWiNE)")
    dated: bool = Field(False, description="with Europe, too, the position says who comes when")
    events: bool = Field(True, description="whether, alone, the cups are filled with the chits of the turns before")
    spent: list[str] = Field([], description="events that have left the game")
    required: NonNegativeInt = Field(0, description="the Turkish reserve that the last die required")
    last: NonNegativeInt = Field(0, description="the turn with which a game shorter than the war ends")
    aims: dict[Side, list[list[str]]] = Field(
        {}, description="of these groups of hexes a side must hold one, supplied, when the last turn ends"
    )
    pieces: dict[str, Piece] = {}
