"""What a scenario of the duel has besides what all scenarios have."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class PieceForm(BaseModel):
    model_config = ConfigDict(extra="forbid")

    side: str
    place: str
    steps: int = 2
    value: int = 2


class Scenario(BaseModel):
    """The toy's own keys."""

    model_config = ConfigDict(extra="forbid")

    pieces: dict[str, PieceForm]
    active: str = "red"
    forts: list[str] = []
