"""The form of this game's scenarios, beside what all scenarios have. Files only; no rules code reads this."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tutor.rulesets.tlm.coming import MEANS
from tutor.rulesets.tlm.state import CARDS

Side = Literal["GE", "Entente"]
Nation = Literal["GE", "FR", "UK", "BE", "US"]
Kind = Literal[
    "army",
    "infantry",
    "stosstruppen",
    "commonwealth",
    "cavalry",
    "artillery",
    "siege-gun",
    "biplane",
    "tank",
    "paris-gun",
    "fort",
]
Card = Literal[CARDS]  # type: ignore[valid-type]
Means = Literal[MEANS]  # type: ignore[valid-type]
Count = Annotated[int, Field(ge=1, le=60)]


class Form(BaseModel):
    """Nothing but the keys named here."""

    model_config = ConfigDict(extra="forbid")


class Counter(Form):
    """A counter on the map, in an army or in the reserve; an army with what its template holds."""

    nation: Nation
    kind: Kind
    at: str | None = Field(None, description="an area; without it, an army or `arrives`, in the reserve")
    inside: str | None = Field(None, description="the army that holds it")
    value: Annotated[int, Field(ge=0, le=9)] = 0
    entrenched: bool = False
    fortified: bool = Field(False, description="an entrenched army that is fortified too, by the option")
    arrives: Annotated[int, Field(ge=1, le=23)] | None = Field(None, description="the turn in which it comes")
    retreated: Literal["", "cavalry-retreat", "withdraw", "retreat"] = ""
    left: str = ""
    holds: dict[Kind, Count] = {}
    count: Count = 1


class Scenario(Form):
    """A scenario of To the Last Man!"""

    turn: Annotated[int, Field(ge=1, le=23)]
    active: Side
    hands: dict[Side, list[Card]] = {}
    discard: list[Card] = []
    pile: list[Card] = Field([], description="the draw pile; without it cards are neither exchanged nor bought")
    offensive: Card | None = Field(None, description="the Offensive card played this player turn")
    entered: list[str] = Field([], description="areas that became disputed in this player turn")
    moves: dict[str, str] = Field({}, description="unit: the area from which it came this player turn")
    used: list[tuple[str, Means]] = Field([], description="units that have moved this player turn, and by what")
    since: list[str] | None = Field(None, description="areas friendly since the player turn began; else those that are")
    points: dict[Side, int] = Field({}, description="building points to be spent")
    fallen: list[str] = Field([], description="armies eliminated so far")
    crisis_vp: int = Field(0, description="victory points that Crisis cards have given the German")
    linked: bool = Field(False, description="linked with a game of the eastern front")
    campaign: bool = Field(False, description="played for victory, on a map whose points all count")
    last: Annotated[int, Field(ge=1, le=23)] = Field(23, description="the last turn")
    mix: bool = Field(False, description="all counters supplied: in the reserve, or coming by their table")
    deck: bool = Field(False, description="with the whole deck: what is nowhere else is the pile")
    out: list[Card] = Field([], description="cards out of the game")
    forts: list[str] = Field([], description="areas whose fort stands, at the value that the map shows")
    homes: bool = Field(False, description="every area is friendly to the side whose country it is, but for `control`")
    apart: list[str] = Field([], description="units that stay apart while they are in England")
    control: dict[str, Side] = {}
    pieces: dict[str, Counter]
