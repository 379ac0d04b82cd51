"""The same request judged by all five: may this unit walk past that one, into its place, away from it?

One valley, one unit that would go, one enemy beside the way. Nothing else matters: both are in supply, the way is clear
and there is no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tutor import library
from tutor.compare.dioramas.base import SEVEN_BY_SEVEN, say
from tutor.engine.check import Check, Verdict
from tutor.engine.going import Going
from tutor.engine.text import Lang
from tutor.engine.words import Words
from tutor.rulesets import GAMES

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


REQUESTS: Mapping[str, Request] = {
    one.id: one
    for one in (
        Request("past", START, BEYOND, ("base", "beyond")),
        Request("along", NEAR, NEXT, ("base", "beyond")),
        Request("into", NEAR, ENEMY, ("base", "field")),
        Request("away", NEAR, START, ("field", "base")),
    )
}


# -- the valley in each game's terms -------------------------------------------------------------------------------
def _valley(extra: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    others = [f"{row:02}{col:02}" for row in range(1, 8) for col in range(1, 8)]
    return {
        **SEVEN_BY_SEVEN,
        "fill": {"terrain": "clear"},
        "hexes": dict(extra or {}),
        "without": [hex for hex in others if hex not in VALLEY],
        "provenance": {"hexes": "stand-in"},
        **more,
    }


def _se(request: Request) -> dict[str, Any]:
    face = {"kind": "infantry", "cf": [5, 3], "mg": [2, 1], "mp": 8, "morale": 6}
    mover = {**face, "side": "ah", "place": request.origin, "brigade": "1", "commanded": True}
    hq = {"side": "ah", "kind": "hq", "place": request.origin, "brigade": "1", "radius": 5, "initiative": 4}
    pieces = {MOVER: mover, FOE: {**face, "side": "it", "place": ENEMY}, "hq": hq}
    return {"map": _valley(), "active": "ah", "brigade": "1", "pieces": pieces}


def _tlm(request: Request) -> dict[str, Any]:
    origin, _ = request.areas
    return {
        "map": {
            "kind": "areas",
            "areas": {
                "base": {"name": {"fr": "la base", "en": "the base"}, "at": [100, 60]},
                "field": {"name": {"fr": "la zone de l'ennemi", "en": "the enemy's area"}, "at": [100, 150]},
                "beyond": {"name": {"fr": "la zone d'après", "en": "the area beyond"}, "at": [100, 240]},
            },
            "links": [{"kind": "border", "between": ["field", one]} for one in ("base", "beyond")],
            "provenance": {"areas": "stand-in"},
        },
        "turn": 1,
        "active": "GE",
        "offensive": "offensive",
        "control": {"base": "GE", "field": "Entente", "beyond": "Entente"},
        "pieces": {
            MOVER: {"nation": "GE", "kind": "infantry", "at": origin},
            FOE: {"nation": "FR", "kind": "infantry", "at": "field"},
        },
    }


def _dff(request: Request) -> dict[str, Any]:
    return {
        "map": _valley(),
        "year": 1915,
        "month": 6,
        "front": "west",
        "active": "central",
        "phase": "movement",
        "control": {"rest": "central", "allies": [ENEMY]},
        "supply": {START: 20},
        "pieces": {
            MOVER: {"nation": "germany", "kind": "infantry", "place": request.origin, "strength": 4},
            FOE: {"nation": "france", "kind": "infantry", "place": ENEMY, "strength": 4},
            "hq": {"nation": "germany", "kind": "hq", "place": START},
        },
    }


def _gwie(request: Request) -> dict[str, Any]:
    return {
        "map": _valley(),
        "turn": 11,
        "active": "cp",
        "agenda": [["march"]],
        "control": {**dict.fromkeys(VALLEY, "cp"), ENEMY: "allies"},
        "pieces": {
            MOVER: {"nation": "GE", "kind": "infantry", "place": request.origin, "combat": 3},
            FOE: {"nation": "FR", "kind": "infantry", "place": ENEMY, "combat": 2},
        },
    }


def _fa(request: Request) -> dict[str, Any]:
    return {
        "map": _valley({START: {"terrain": "clear", "flags": ["city"]}}),
        "phasing": "pc",
        "year": 1915,
        "supply": "stated",
        "control": {**dict.fromkeys(VALLEY, "germany"), ENEMY: "france"},
        "pieces": {
            MOVER: {"nation": "germany", "kind": "inf", "place": request.origin, "factor": 4, "mp": 4},
            FOE: {"nation": "france", "kind": "inf", "place": ENEMY, "factor": 4, "mp": 2},
        },
    }


MADE: Mapping[str, Callable[[Request], dict[str, Any]]] = {
    "se": _se, "tlm": _tlm, "dff": _dff, "gwie": _gwie, "fa": _fa,
}  # fmt: skip
NAMES = {
    MOVER: {"fr": "notre infanterie", "en": "our infantry", "gender": "f", "proper": True},
    FOE: {"fr": "l'infanterie ennemie", "en": "the enemy infantry", "gender": "f", "proper": True},
}


# -- judging -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Judged:
    """What one game says to a request: the verdict, what the way costs and brings about, and the words for it."""

    game: str
    request: Request
    scenario: library.Scenario
    state: Any
    going: Going
    verdict: Verdict
    brought: tuple[Check, ...]

    @property
    def legal(self) -> bool:
        return self.verdict.legal

    @property
    def first(self) -> Check | None:
        """The first check that decides: the objection, or what the way brings about."""
        return next(iter(self.verdict.objections or self.brought), None)

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids that decide."""
        found = (self.first.rule,) if self.first else ()
        return found or (self.going.rule,)

    def told(self, lang: Lang) -> list[str]:
        """May it, and by which rule; then what the way brings about, and what the marks mean."""
        words = Words.of(self.scenario.rules, self.state, lang)
        if self.legal:
            lines = [f"✓ {say('request.may', lang)} [{words.cite(self.going.rule)}]", *map(words.check, self.brought)]
        else:
            lines = [words.check(self.verdict.objections[0])]
        return [*lines, *words.footnotes()]


def judged(game: str, request: str) -> Judged:
    """Put a request to one game, in its own valley."""
    asked = REQUESTS[request]
    data = {"game": game, "names": NAMES, **MADE[game](asked)}
    scenario = library.of_data(game, data, f"{game} {request}")
    state = scenario.position()
    assert scenario.rules.going is not None, game
    going = scenario.rules.going(state, MOVER)[0]
    goal = asked.areas[1] if game == "tlm" else asked.goal
    verdict = going.verdict(goal)
    steps = pairwise(going.way(goal)) if verdict.legal else ()
    brought = tuple(check for a, b in steps for check in going.follows(a, b))
    return Judged(game, asked, scenario, state, going, verdict, brought)


def all_judged(request: str) -> tuple[Judged, ...]:
    return tuple(judged(game, request) for game in GAMES)


def told(request: str, lang: Lang) -> list[str]:
    """The question, and what each game says to it."""
    found = [say(f"request.{request}", lang)]
    for one in all_judged(request):
        first, *rest = one.told(lang)
        found += [f"  {one.game.upper():<5}{first}", *(f"       {line}" for line in rest)]
    return found
