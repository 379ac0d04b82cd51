"""The form of this game's scenarios, beside what all scenarios have. Files only; no rules code reads this."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt

from tutor.rulesets.fa.initiative import COLUMNS
from tutor.rulesets.fa.state import TURNS

SPIRAL = f"^(({'|'.join(TURNS)}) 19(1[4-9]|20))?$"
Side = Literal["te", "pc"]
Action = Literal["pass", "naval", "combined", "land"]
Weather = Literal["clear", "mud", "winter", "severe-winter"]
Kind = Literal[
    "inf", "mtn", "cav", "tg", "mil", "stoss", "tank", "art", "hq",
    "ftr", "bomb", "obs", "zepp", "hs", "ls", "sub", "trs",
]  # fmt: skip


class Form(BaseModel):
    """Nothing but the keys named here. Ids that YAML read as whole numbers are texts again."""

    model_config = ConfigDict(extra="forbid", coerce_numbers_to_str=True)


class Counter(Form):
    """A counter: what is printed on it, where it is, and its state."""

    nation: str
    kind: Kind
    place: str | None = Field(None, description="a hex or a sea area")
    factor: NonNegativeInt = Field(0, description="combat factor; air factor of an aircraft")
    mp: NonNegativeInt = 0
    value: NonNegativeInt = Field(0, description="of an ART: its value")
    reorganisation: NonNegativeInt = Field(0, description="of an HQ")
    bombardment: NonNegativeInt = Field(0, description="of an HS or LS: shore bombardment factor")
    tactical: NonNegativeInt = Field(0, description="of an aircraft: tactical factor")
    section: Annotated[int, Field(ge=0, le=3)] = Field(0, description="of a ship at sea: section of the sea box")
    face_up: bool = True
    white: bool = Field(False, description="printed in white")
    supplied: bool | None = Field(None, description="whether it has a supply line, where the map is not asked")
    line: list[str] = Field([], description="the hexes of its supply line, the source's last")
    source: str = Field("", description="the HQ at the end of its line, if it is one")
    home: str = Field("", description="of a TG or MIL: the country that it may not leave")
    aboard: str = Field("", description="the TRS that carries it")
    remnant: str = Field(
        "", description="the conquered minor country that kept it; `nation` is the power that has it now"
    )
    entered: NonNegativeInt = Field(0, description="hexes entered in this impulse; of an HQ only those in winter")
    entered_in_turn: NonNegativeInt = Field(0, description="hexes entered in this turn; of an HQ only those in winter")
    moved: bool = Field(False, description="made a land move, or came ashore, in this impulse")
    sailed: bool = Field(False, description="of a ship: moved in this turn")
    railed: bool = Field(False, description="went by rail in this impulse")
    landed: bool = Field(False, description="came ashore in this impulse")
    shipped: bool = Field(False, description="a ship put it into a port in this impulse")
    began: str = Field(
        "", description="where it began the impulse, if it went aboard, rebased, sailed or was lost since"
    )
    invading: bool = Field(False, description="invaded the hex where it is in this impulse")
    rebased: bool = Field(False, description="rebased in this impulse")
    kills: NonNegativeInt = Field(0, description="aircraft that it shot down in the air combats of this phase")
    promoted: bool = Field(False, description="promoted in this turn")
    box: str = Field("", description="a box of rulebook/boxes.yaml")
    arrives: str = Field("", pattern=SPIRAL, description="the arm of the Production Spiral on which it lies")


class Country(Form):
    """A minor country, or a power whose state differs from the usual."""

    side: Side | None = None
    controller: str = ""
    neutral: bool = False
    conquered: bool = False


class Declared(Form):
    """An attack that is declared already."""

    hex: str
    units: list[str] = []
    ships: list[str] = []
    support: Literal[0, 1] = 0


class Aloft(Form):
    """An aircraft on a mission."""

    hex: str
    role: Literal["escort", "bomber", "observer", "interceptor"]
    gun: str = ""
    through: bool = False


class Fighting(Form):
    """An attack that is being resolved, and what its result still asks."""

    hex: str
    units: list[str] = []
    ships: list[str] = []
    table: Literal["assault", "infiltration"] = "assault"
    asked: tuple[NonNegativeInt, NonNegativeInt] = Field((0, 0), description="losses asked of attacker and defender")
    shattered: Literal[0, 1] = 0
    retreat: bool = False
    star: bool = False


class Scenario(Form):
    """A scenario of Fatal Alliances."""

    phasing: Side = "pc"
    first: Side | None = Field(None, description="who has the first impulse of the turn; from `impulse` if not said")
    initiative: Side | None = Field(None, description="who has the initiative; `first` if not said")
    initiative_column: Literal[COLUMNS] = Field("centre", description="where its marker stands")  # type: ignore[valid-type]
    year: Annotated[int, Field(ge=1914, le=1920)] = 1914
    turn: Literal[TURNS] = Field("Jul/Aug", description="the two months of the game turn")  # type: ignore[valid-type]
    nations: dict[str, Country] = {}
    actions: dict[str, Action] = Field({}, description="the action that each power chose; Land where none is named")
    weather: dict[Literal["arctic", "temperate", "mediterranean"], Weather] = {}
    circled: Annotated[int, Field(ge=2)] = Field(2, description="the circled figure of the last weather roll")
    starred: bool = Field(False, description="the last weather roll bore an asterisk")
    control: dict[str, str] = Field({}, description="hexes that another nation controls than their own")
    surprised: dict[str, str] = Field({}, description="country: the power that declared war on it in this impulse")
    ammunition: dict[str, NonNegativeInt] = {}
    fighter_pool: dict[str, list[NonNegativeInt]] = Field({}, description="factors of the fighters in each force pool")
    half_hexes: list[str] = []
    attacks: list[Declared] = []
    shots: list[tuple[str, str]] = Field([], description="[gun, hex]")
    missions: dict[str, Aloft] = {}
    fight: Fighting | None = None
    supply: Literal["traced", "stated"] = Field("traced", description="found on the map, or said of every counter")
    impulse: Annotated[int, Field(ge=1)] = Field(1, description="the impulse of the turn")
    impulse_box: Annotated[int, Field(ge=1)] | None = Field(
        None, description="where the marker stands on the impulse track; where the turn begins if not said"
    )
    control_before: dict[str, str] = Field({}, description="who held, when the turn began, hexes that changed hands")
    used: dict[str, NonNegativeInt] = Field({}, description="'power activity': how often done in this impulse")
    crossed: list[tuple[str, str]] = Field([], description="[side, strait]: straits passed by rail in this turn")
    contested: list[str] = Field([], description="sea areas that surface ships entered in this impulse")
    special: str = Field("", description="the ship whose special impulse it is")
    fugitive: str = Field(
        "", description="the ship that may gain an Ottoman port this turn; without it the special one"
    )
    cut: list[str] = Field([], description="counters that were out of supply when the impulse began")
    pieces: dict[str, Counter] = {}
