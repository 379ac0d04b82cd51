"""Answers as tables: pandas DataFrames for notebooks and files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tutor import rulesets
from tutor.compare.comparison import GROUNDS
from tutor.compare.debate import concept, meaning_of_spent, refused, scale
from tutor.compare.diorama import ATTACKER, DEFENDER
from tutor.compare.outcome import Answer
from tutor.engine.frames import frame as framed
from tutor.engine.text import Lang, language

if TYPE_CHECKING:
    from pandas import DataFrame

FIGURES = ("taken", "shared", "nobody", "held", "loss-attacker", "loss-defender", "retreat", "spent")


def figures(answer: Answer) -> dict[str, Fraction]:
    """The numbers of one answer, exact: probabilities, and mean shares of the force."""
    grounds = dict(zip(FIGURES, map(answer.ground, GROUNDS), strict=False))
    return {
        **grounds,
        "loss-attacker": answer.loss(ATTACKER),
        "loss-defender": answer.loss(DEFENDER),
        "retreat": answer.retreat,
        "spent": answer.spent,
    }


def row(answer: Answer, lang: Lang) -> dict[str, Any]:
    """One line of the table: names as data, numbers as numbers, the chance of taking the ground as a fraction, too."""
    found: dict[str, Any] = {"game": answer.game, "title": rulesets.book(answer.game).title(lang)}
    found |= scale(answer.game, lang)
    if answer.refused:
        return {**found, "refused": refused(answer.game, answer.refused, lang)}
    numbers = figures(answer)
    found |= {name: float(value) for name, value in numbers.items()}
    found |= {
        "taken-exactly": str(numbers["taken"]) if answer.exact else "",
        "error": answer.error(numbers["taken"]),
        "exact": answer.exact,
        "spent-means": meaning_of_spent(answer.game, lang),
        **{f"policy-{side}": policy.name(lang) for side, policy in answer.players.items()},
    }
    return found


def frame(answers: Iterable[Answer], lang: str | None = None) -> DataFrame:
    """One line a game. Losses are shares of the force engaged, never men."""
    tongue = language(lang)
    given = list(answers)
    rows = [row(answer, tongue) for answer in given]
    if len({answer.situation.title.en for answer in given}) > 1:
        titles = (answer.situation.title.fr if tongue == "fr" else answer.situation.title.en for answer in given)
        rows = [{"situation": title, **one} for title, one in zip(titles, rows, strict=True)]
    return framed(rows, tuple(dict.fromkeys(name for one in rows for name in one)))


def concepts(names: Sequence[str] | None = None, lang: str | None = None) -> DataFrame:
    """How each of the five treats each concept, with its citations."""
    tongue = language(lang)
    wanted = names or list(rulesets.book("se").data["concepts"])
    lines = {}
    for name in wanted:
        found = concept(name, tongue)
        lines[name] = {game: f"{gist} [{', '.join(rules)}]" if rules else gist for game, (gist, rules) in found.items()}
    games = tuple(dict.fromkeys(game for line in lines.values() for game in line))
    return framed(lines.values(), games).set_axis(list(lines))
