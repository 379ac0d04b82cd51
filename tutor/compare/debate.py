"""The debate: what all five agree on, what only one models, what none models, with citations; and the scales."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tutor import rulesets
from tutor.compare.comparison import compared, diorama
from tutor.compare.diorama import SIDES, Aspect, CannotSay, Diorama, say
from tutor.compare.situation import Situation
from tutor.engine.text import Lang, Text
from tutor.engine.told import Cite
from tutor.engine.words import Words

FORCE = ("guns", "siege", "aircraft", "tanks", "gas", "ships", "assault", "mountain", "cavalry")


@cache
def data(name: str) -> Mapping[str, Any]:
    import yaml

    loaded: Mapping[str, Any] = yaml.safe_load(resources.files("tutor.compare").joinpath(name).read_text("utf-8"))
    return loaded


def said_by(situation: Situation) -> tuple[str, ...]:
    """Everything that a situation says, by the names of aspects."""
    ground, works = situation.ground, situation.works
    found = ["forces"]
    for side in SIDES:
        force = situation.force(side)
        found.append(f"quality-{side}")
        found += [f"{name}-{side}" for name in FORCE if getattr(force, name)]
        if force.heavy and not force.guns:
            found.append(f"guns-{side}")
        if force.supply != "full":
            found.append(f"supply-{side}")
    present = {
        "terrain": ground.terrain != "open",
        "river": ground.river,
        "height": bool(ground.height),
        "landing": ground.landing,
        "entrenchment": bool(works.entrenchment),
        "fort": works.fort != "none",
        "weather": situation.weather != "fair",
        "surprise": situation.surprise,
    }
    return (*found, *(name for name, there in present.items() if there))


# -- words -------------------------------------------------------------------------------------------------------
def cited(game: str, rule: str) -> str:
    """`SE 13.4.3`."""
    return rulesets.book(game)[rule].cited


def meant(game: str, aspect: Aspect, lang: Lang) -> tuple[str, Cite]:
    """What became of one thing in one game; and its rule, or the game where that is the digest's own word."""
    words = Words(rulesets.book(game), lang)
    if aspect.kind:
        text = say(aspect.kind, lang, **aspect.facts)
    else:
        text = Text.of(words.book.data["concepts"][aspect.concept]["gist"])(lang)
    return text, words.citation(aspect.rule) if aspect.rule else Cite(game, game.upper())


def told(game: str, aspect: Aspect, lang: Lang) -> str:
    """The same as text."""
    text, cite = meant(game, aspect, lang)
    return f"{text} [{cite.text}]"


def refusal(refused: tuple[str, str, str]) -> Aspect:
    """Why a game cannot state a situation, as what became of it."""
    kind, rule, concept = refused
    return Aspect("", False, kind if rule or not concept else "", rule, concept)


def refused(game: str, why: tuple[str, str, str], lang: Lang) -> str:
    """Why a game cannot state a situation."""
    return told(game, refusal(why), lang)


@dataclass(frozen=True, slots=True)
class Point:
    """One thing of the debate: what it is, and the citations of each game that models it."""

    name: Text
    rules: Mapping[str, tuple[str, ...]]

    def cites(self, lang: Lang) -> tuple[Cite, ...]:
        books = {game: Words(rulesets.book(game), lang) for game in self.rules}
        return tuple(books[game].citation(rule) for game, rules in self.rules.items() for rule in rules)


@dataclass(frozen=True, slots=True)
class Debate:
    """The three lists, and what lies between: some model it and some do not."""

    all: tuple[Point, ...]
    some: tuple[Point, ...]
    one: tuple[Point, ...]
    none: tuple[Point, ...]


def dioramas(situation: Situation, games: Iterable[str] | None = None) -> dict[str, Diorama | CannotSay]:
    found: dict[str, Diorama | CannotSay] = {}
    for game in games or compared():
        try:
            found[game] = diorama(game, situation)
        except CannotSay as cannot:
            found[game] = cannot
    return found


def debate(situation: Situation) -> Debate:
    """Of all that the situation says, and of what such acts were made of besides: who models it?

    What the situation says is asked of the games that can state it; all else of all five.
    """
    made = {game: one for game, one in dioramas(situation).items() if isinstance(one, Diorama)}
    points = [(_point(name, made), len(made)) for name in said_by(situation)]
    for topic, entry in data("topics.yaml").items():
        points.append((Point(Text.of(entry["name"]), spoken_of(topic)), len(compared())))
    lists: dict[str, list[Point]] = {"all": [], "some": [], "one": [], "none": []}
    for point, games in points:
        n = len(point.rules)
        lists["none" if not n else "one" if n == 1 else "all" if n == games else "some"].append(point)
    return Debate(**{name: tuple(one) for name, one in lists.items()})


def spoken_of(topic: str) -> dict[str, tuple[str, ...]]:
    """The rules by which each game speaks of something that no situation states."""
    found = {game: tuple(_of_game(game).get("topics", {}).get(topic, ())) for game in compared()}
    return {game: rules for game, rules in found.items() if rules}


def _of_game(game: str) -> Mapping[str, Any]:
    """What a rulebook says of the game as a whole."""
    said: Mapping[str, Any] = rulesets.book(game).data["game"]
    return said


def _point(name: str, made: Mapping[str, Diorama]) -> Point:
    rules = {
        game: tuple(aspect.rule for aspect in one.aspects if aspect.name == name and aspect.counts)
        for game, one in made.items()
    }
    return Point(_text(f"aspect.{name}"), {game: ids for game, ids in rules.items() if ids})


def _text(kind: str) -> Text:
    return Text(say(kind, "fr"), say(kind, "en"))


# -- scales ------------------------------------------------------------------------------------------------------
def scale(game: str, lang: Lang) -> dict[str, str]:
    """What a piece, a place and a turn stand for."""
    entry = _of_game(game)["scale"]
    found = {key: Text.of(entry[key])(lang) for key in ("piece", "place", "turn")}
    return {**found, "rules": ", ".join(cited(game, rule) for rule in entry["rules"])}


def scale_cites(game: str, lang: Lang) -> tuple[Cite, ...]:
    words = Words(rulesets.book(game), lang)
    return tuple(map(words.citation, _of_game(game)["scale"]["rules"]))


def meaning_of_spent(game: str, lang: Lang) -> str:
    return Text.of(_of_game(game)["scale"]["spent"])(lang)


# -- concepts ----------------------------------------------------------------------------------------------------
def concept(name: str, lang: Lang) -> dict[str, tuple[str, tuple[str, ...]]]:
    """How each of the five treats a concept: its gist and its citations."""
    found = {}
    for game in compared():
        entry = rulesets.book(game).data["concepts"].get(name)
        if entry is not None:
            found[game] = (Text.of(entry["gist"])(lang), tuple(cited(game, rule) for rule in entry["rules"]))
    return found
