"""Situation files: an act of war stated without any game's terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from tutor.files.forms import Both, Form, Name, Noun, Origin, Source

Nation: TypeAlias = Literal[
    "germany", "austria-hungary", "ottoman-empire", "bulgaria",
    "france", "britain", "canada", "anzac", "belgium", "russia", "italy", "serbia", "romania", "greece", "usa",
]  # fmt: skip
Quality: TypeAlias = Literal["raw", "ordinary", "seasoned", "picked"]
Supply: TypeAlias = Literal["full", "short", "cut"]
Terrain: TypeAlias = Literal["open", "wood", "rough", "mountain", "marsh", "desert", "town"]
Weather: TypeAlias = Literal["fair", "fog", "rain", "snow", "heat"]
Front: TypeAlias = Literal["western", "italian", "eastern", "balkans", "caucasus", "palestine", "mesopotamia"]
Fort: TypeAlias = Literal["none", "old", "modern"]
Count: TypeAlias = Annotated[int, Field(ge=0, le=20_000)]

CENTRAL = frozenset({"germany", "austria-hungary", "ottoman-empire", "bulgaria"})
QUALITIES: tuple[Quality, ...] = ("raw", "ordinary", "seasoned", "picked")
DEEPEST = 3


class Force(Form):
    """What one side brings: all that it engages on the frontage of the situation."""

    nation: Nation
    name: Noun | str | None = None
    divisions: Annotated[int, Field(ge=1, le=99, description="of all arms, those of the three next lines included")]
    assault: Count = Field(0, description="divisions of picked assault troops among them")
    mountain: Count = Field(0, description="divisions of mountain troops among them")
    cavalry: Count = Field(0, description="divisions of cavalry among them")
    quality: Quality = "ordinary"
    guns: Count = Field(0, description="field and mountain guns")
    heavy: Count = Field(0, description="heavy guns and howitzers, from 105 mm")
    siege: Count = Field(0, description="pieces of 280 mm and more")
    ships: Count = Field(0, description="capital ships whose guns reach the field")
    aircraft: Count = 0
    tanks: Count = 0
    gas: bool = False
    supply: Supply = "full"
    headquarters: bool = Field(True, description="whether a headquarters directs it from near by")


class Ground(Form):
    """What lies between the two sides, and under the defender."""

    terrain: Terrain = "open"
    river: Annotated[bool, Field(description="to be crossed by the attacker")] = False
    height: Annotated[int, Field(ge=0, le=2, description="0 level, 1 the defender looks down, 2 he commands all")] = 0
    landing: Annotated[bool, Field(description="the attacker comes from the sea")] = False


class Works(Form):
    """What the defender has built."""

    entrenchment: Annotated[int, Field(ge=0, le=DEEPEST, description="0 none, 1 hasty, 2 a system, 3 deep")] = 0
    fort: Fort = "none"


class Situation(Form):
    """An act of war."""

    title: Both
    story: Both
    history: Both = Field(description="what came of it, in a sentence or two")
    date: Both
    year: Annotated[int, Field(ge=1914, le=1918)]
    month: Annotated[int, Field(ge=1, le=12)]
    front: Front
    frontage: Annotated[int, Field(ge=1, le=200, description="kilometres")]
    ground: Ground = Ground()
    works: Works = Works()
    weather: Weather = "fair"
    surprise: bool = False
    opening: bool = Field(False, description="the attack comes with the declaration of war on the defender")
    attacker: Force
    defender: Force
    provenance: dict[str, Source | Origin]
    sources: list[Name] = []
    questions: list[Both] = Field([], description="for discussion in class")

    def force(self, side: str) -> Force:
        return self.attacker if side == "attacker" else self.defender

    def plain(self) -> dict[str, Any]:
        """As data: what was not said is left out."""
        return self.model_dump(mode="json", exclude_unset=True)

    def changed(self, changes: Mapping[str, Any]) -> Situation:
        """The same with other values at dotted paths: `attacker.divisions`, `weather`."""
        data = self.model_dump(mode="json")
        for path, value in changes.items():
            *way, last = path.split(".")
            inner = data
            for key in way:
                inner = inner[key]
            inner[last] = value
        return Situation.model_validate(data)

    def at(self, path: str) -> Any:
        """The value at a dotted path."""
        found: Any = self
        for key in path.split("."):
            found = getattr(found, key)
        return found
