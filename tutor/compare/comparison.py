"""What a game brings to the comparison, in its module `comparison`; and the few words that all of them share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from tutor import rulesets
from tutor.compare.diorama import SEVEN_BY_SEVEN, Diorama
from tutor.compare.situation import Situation
from tutor.engine.ask import BACK, DONE, Answer, Ask

Choice: TypeAlias = Callable[[Any, Ask, list[Answer]], Answer]
Chart: TypeAlias = dict[str, list[Any]]

# -- how an act ended ----------------------------------------------------------------------------------------------
HELD_BY_ATTACKER, SHARED, NOBODY, HELD_BY_DEFENDER = "attacker", "shared", "nobody", "defender"
GROUNDS = (HELD_BY_ATTACKER, SHARED, NOBODY, HELD_BY_DEFENDER)


class End(NamedTuple):
    """How an act ended. Losses are shares of the force on the ground; `spent` has its own meaning in each game."""

    ground: str
    attacker: Fraction
    defender: Fraction
    retreat: bool
    spent: Fraction


def lost(before: int, after: int) -> Fraction:
    """The share of a force that is gone."""
    return Fraction(before - after, before) if before else Fraction(0)


def held_by(attackers: bool, defenders: bool) -> str:
    """Who has the ground, by who still stands on it."""
    if attackers and not defenders:
        return HELD_BY_ATTACKER
    if defenders:
        return SHARED if attackers else HELD_BY_DEFENDER
    return NOBODY


# -- who is sent, and where ----------------------------------------------------------------------------------------
def everybody(view: Any, ask: Ask, legal: list[Answer]) -> Answer:
    """One after another, until none is left; then the declaration ends, or is taken back where it may not stand."""
    rest = [answer for answer in legal if answer not in (DONE, BACK)]
    if rest:
        return min(rest)
    return DONE if DONE in legal else BACK


def here(goal: str) -> Choice:
    """This hex, once."""
    return lambda view, ask, legal: goal if goal in legal else DONE if DONE in legal else legal[0]


# -- one request, one valley ---------------------------------------------------------------------------------------
START, NEAR, NEXT, BEYOND, ENEMY = "0302", "0403", "0503", "0603", "0404"
VALLEY = (START, NEAR, NEXT, BEYOND, ENEMY)
MOVER, FOE = "mover", "enemy"


@dataclass(frozen=True, slots=True)
class Request:
    """Where the unit stands and where it would go; in areas, the same by their names."""

    id: str
    origin: str
    goal: str
    areas: tuple[str, str]


def hexes_of_valley(extra: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """The map of the valley: five clear hexes, and what a game says of them."""
    others = [f"{row:02}{col:02}" for row in range(1, 8) for col in range(1, 8)]
    return {
        **SEVEN_BY_SEVEN,
        "fill": {"terrain": "clear"},
        "hexes": dict(extra or {}),
        "without": [hex for hex in others if hex not in VALLEY],
        "provenance": {"hexes": "stand-in"},
        **more,
    }


# -- the plug ------------------------------------------------------------------------------------------------------
def always(cells: Chart) -> bool:
    """The text says nothing that a chart could break."""
    return True


@dataclass(frozen=True)
class Comparison:
    """How one game takes part.

    `diorama` states a situation in its terms (or raises CannotSay), `measure` reads how the act ended, `over` when it
    has; `players` are its policies by manner, `declaring` the choices by which it says where is attacked and with
    whom. `valley` lays the ground of a request, whose `goal` is a place of it; a game without one judges none.
    `too_weak` is the rule by which an attack may not even be declared; `fits` says of its stand-ins which other charts
    satisfy the text.
    """

    diorama: Callable[[Situation], Diorama]
    measure: Callable[[Diorama, Any, Any], End]
    players: Mapping[str, str]
    valley: Callable[[Request], dict[str, Any]] | None = None
    declaring: Callable[[str], Mapping[str, Choice]] = lambda goal: {}
    over: Callable[[Any], bool] = lambda state: False
    goal: Callable[[Request], str] = lambda request: request.goal
    too_weak: str = ""
    fits: Mapping[str, Callable[[Chart], bool]] = field(default_factory=dict)


def comparison(game: str) -> Comparison:
    """How a game takes part; raises LookupError for one that does not."""
    found = rulesets.part(game, "comparison")
    if found is None:
        raise LookupError(f"{game} brings no comparison")
    made: Comparison = found.COMPARISON
    return made


def compared() -> tuple[str, ...]:
    """The games that take part."""
    return tuple(game for game in rulesets.games() if rulesets.part(game, "comparison") is not None)


def diorama(game: str, situation: Situation) -> Diorama:
    """The situation in one game's terms; raises CannotSay with the rule."""
    return comparison(game).diorama(situation)
