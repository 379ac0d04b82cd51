"""The same request judged by all five: may this unit walk past that one, into its place, away from it?

One valley, one unit that would go, one enemy beside the way. Nothing else matters: both are in supply, the way is clear
and there is no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tutor import library
from tutor.compare.comparison import BEYOND, ENEMY, FOE, MOVER, NEAR, NEXT, START, Request, compared, comparison
from tutor.compare.diorama import say
from tutor.engine.check import Check, Verdict
from tutor.engine.going import Going
from tutor.engine.telling import check, checks, footnotes
from tutor.engine.text import Lang
from tutor.engine.told import Sentence, text
from tutor.engine.words import Words

REQUESTS: Mapping[str, Request] = {
    one.id: one
    for one in (
        Request("past", START, BEYOND, ("base", "beyond")),
        Request("along", NEAR, NEXT, ("base", "beyond")),
        Request("into", NEAR, ENEMY, ("base", "field")),
        Request("away", NEAR, START, ("field", "base")),
    )
}


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

    def told(self, lang: Lang) -> Sentence:
        """May it, and by which rule; then what the way brings about, and what the marks mean."""
        words = Words.of(self.scenario.rules, self.state, lang)
        if self.legal:
            first = Sentence(text(say("request.may", lang)), "✓", (words.citation(self.going.rule),), mood="ok")
            told = (first, *checks(self.brought, words))
        else:
            told = (check(self.verdict.objections[0], words),)
        return Sentence(text(self.game.upper()), below=(*told, *footnotes(told, words)))


def judged(game: str, request: str) -> Judged:
    """Put a request to one game, in its own valley."""
    asked, plug = REQUESTS[request], comparison(game)
    valley = plug.valley
    assert valley is not None, game
    data = {"game": game, "names": NAMES, **valley(asked)}
    scenario = library.of_data(game, data, f"{game} {request}")
    state = scenario.position()
    assert scenario.rules.going is not None, game
    going = scenario.rules.going(state, MOVER)[0]
    goal = plug.goal(asked)
    verdict = going.verdict(goal)
    steps = pairwise(going.way(goal)) if verdict.legal else ()
    brought = tuple(check for a, b in steps for check in going.follows(a, b))
    return Judged(
        game=game, request=asked, scenario=scenario, state=state, going=going, verdict=verdict, brought=brought
    )


def all_judged(request: str) -> tuple[Judged, ...]:
    return tuple(judged(game, request) for game in compared() if comparison(game).valley is not None)


def told(request: str, lang: Lang) -> Sentence:
    """The question, and what each game says to it."""
    return Sentence(text(say(f"request.{request}", lang)), below=tuple(one.told(lang) for one in all_judged(request)))
