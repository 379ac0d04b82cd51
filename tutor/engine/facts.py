"""The typed things that checks, ledgers and steps speak of. `words` gives each its French and English form.

A plain `int`, `Fraction` or `bool` is a number or a truth; a plain `str` is printed as it stands; a tuple is a list.
All are frozen, so that two equal traces are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar, dataclass_transform

Number: TypeAlias = int | Fraction


class Endless(int):
    """An amount where there is no limit: it is compared like any other, what is added to it is lost in it."""

    def __add__(self, other: object) -> Endless:
        return self

    __radd__ = __add__

    @property
    def numerator(self) -> Endless:
        return self


UNLIMITED = Endless(10_000)
C = TypeVar("C")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[C]) -> type[C]:
    """A record that nobody changes. The type checker sees to it; a guard at run time would triple what one costs."""
    made = dataclass(slots=True, unsafe_hash=True, repr=False)(cls)
    made.__repr__ = _shown  # type: ignore[method-assign]  # one for all: writing each anew takes an import's time
    return made


def _shown(one: Any) -> str:
    shown = []
    for part in fields(one):
        if part.repr:
            held = getattr(one, part.name)
            shown.append(f"{part.name}={held!r}")
    name = one.__class__.__qualname__
    return f"{name}({', '.join(shown)})"


@value
class Unit:
    """A piece, by its id; its name is the position's."""

    id: str


@value
class Place:
    """A hex, an area or a box, by its id."""

    id: str


@value
class Side:
    """One of the two sides."""

    id: str


@value
class Term:
    """A noun of the rule set's own dictionary, with gender and plural."""

    key: str


@value
class Signed:
    """A number that is told with its sign: a shift, a modifier."""

    amount: Number


@value
class Odds:
    """Two strengths against each other."""

    attacker: Number
    defender: Number


@value
class Cited:
    """Another rule that is named in passing."""

    rule: str


@value
class Chosen:
    """A reading that decides here: what the booklet leaves unclear and what is played."""

    reading: str
    option: str


@value
class Dice:
    """Faces that were rolled, in order."""

    faces: tuple[int, ...]


class Way(tuple[Any, ...]):
    """An answer of several parts, in their order: a unit and where it goes."""

    __slots__ = ()


@value
class Code:
    """What a table prints for a result (`1D2R`). The rulebook may put it into words: `codes` of its messages."""

    table: str
    value: str


@value
class Cell:
    """What a table says at one place, and how far it can be trusted."""

    table: str
    row: str
    column: str
    value: str
    provenance: str

    @property
    def stand_in(self) -> bool:
        return self.provenance == "stand-in"


Facts: TypeAlias = Mapping[str, Any]
NO_FACTS: Facts = MappingProxyType({})


def flat(facts: Facts) -> Iterator[Any]:
    """Every single fact, lists opened."""
    for fact in facts.values():
        if isinstance(fact, tuple):
            yield from fact
        else:
            yield fact


def units_in(facts: Facts) -> tuple[str, ...]:
    """The pieces that the facts speak of: what the board marks."""
    named = [fact.id for fact in flat(facts) if isinstance(fact, Unit)]
    return tuple(named)


def places_in(facts: Facts) -> tuple[str, ...]:
    """The places that the facts speak of."""
    named = [fact.id for fact in flat(facts) if isinstance(fact, Place)]
    return tuple(named)


_unit, _place = cache(Unit), cache(Place)  # lists are made of few ids, and often


def units(ids: object) -> tuple[Unit, ...]:
    """Pieces, or their ids, as a list of facts."""
    found = [_unit(getattr(one, "id", one)) for one in ids]  # type: ignore[attr-defined]
    return tuple(found)


def places(ids: object) -> tuple[Place, ...]:
    """Place ids as a list of facts."""
    found = [_place(one) for one in ids]  # type: ignore[attr-defined]
    return tuple(found)
