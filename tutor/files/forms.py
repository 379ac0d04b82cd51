"""What all files are made of: texts in two languages, ids, exact numbers, nouns, provenance."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from tutor.rulesets import games


def _entered(game: str) -> str:
    """The code of a game that there is."""
    if game not in games():
        known = ", ".join(f"'{one}'" for one in games())
        raise PydanticCustomError("literal_error", "one of {expected}", {"expected": known})
    return game


Game: TypeAlias = Annotated[str, AfterValidator(_entered), WithJsonSchema({"enum": list(games())})]
Source: TypeAlias = Literal["text", "errata", "history", "geography", "stand-in"]
Slug: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9]+([-.][a-z0-9]+)*$")]


class Form(BaseModel):
    """A mapping whose keys are all known. Ids that YAML read as whole numbers are texts again."""

    model_config = ConfigDict(extra="forbid", coerce_numbers_to_str=True, populate_by_name=True)


class Both(Form):
    """A text in French and in English."""

    fr: str
    en: str


class Comment(Form):
    """What one person wrote, in French, in English or in both."""

    fr: str = ""
    en: str = ""

    @model_validator(mode="after")
    def in_one_at_least(self) -> Comment:
        if not self.fr and not self.en:
            raise PydanticCustomError("comment", "a text under fr or en")
        return self


Name: TypeAlias = Both | str


class Noun(Form):
    """A name with its grammar, for sentences about it."""

    fr: str
    en: str
    gender: Literal["m", "f"] = "m"
    many: Both | None = None
    proper: bool | Literal["fr", "en"] = False
    plural: bool = False


class Origin(Form):
    """Where something comes from."""

    kind: Source
    source: Name | None = None
    note: Name | None = None


def _number(given: Any) -> Any:
    if isinstance(given, str):
        try:
            return Fraction(given.replace(",", ".").replace(" ", ""))
        except (ValueError, ZeroDivisionError):
            raise PydanticCustomError("number", "a number such as 4, 1/2 or 0.5") from None
    if isinstance(given, bool) or not isinstance(given, (int, Fraction)):
        raise PydanticCustomError("number", "a number such as 4, 1/2 or 0.5")
    return Fraction(given)


Number: TypeAlias = Annotated[
    Fraction,
    BeforeValidator(_number),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+(/\d+|\.\d+)?$"}]}),
]
Readings: TypeAlias = dict[str, str]
