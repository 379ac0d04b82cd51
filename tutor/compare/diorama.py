"""What all translations share: the ground of seven by seven hexes, proportions, names, and what was said on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from tutor import library
from tutor.compare.situation import CENTRAL, Situation
from tutor.engine.sayings import Sayings
from tutor.engine.text import Lang

say = Sayings("tutor.compare")

ATTACKER, DEFENDER = "attacker", "defender"
SIDES = (ATTACKER, DEFENDER)

# The ground: the hex that is attacked, the two it is attacked from, those behind it, and those behind them.
GOAL = "0404"
FRONT = ("0303", "0304")
BEHIND_FRONT = ("0203", "0204", "0202", "0205")
REAR = ("0503", "0504")
BEHIND_REAR = ("0603", "0604")


class Aspect(NamedTuple):
    """One thing that a situation says, and what became of it in a game: it counts there, or it is lost.

    `rule` is the clause that makes it count or that shuts it out; `concept` the digest's own word where no clause does.
    """

    name: str
    counts: bool
    kind: str
    rule: str = ""
    concept: str = ""
    facts: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Diorama:
    """The smallest legal position that states a situation in one game's terms.

    `data` is a scenario as its file would hold it; `sides` names who attacks and who defends; `kept` the share of both
    forces that stands on the ground, where a hex holds no more.
    """

    game: str
    situation: Situation
    data: Mapping[str, Any]
    sides: Mapping[str, str]
    goal: str
    aspects: tuple[Aspect, ...]
    kept: Fraction = Fraction(1)

    @property
    def scenario(self) -> library.Scenario:
        return library.of_data(self.game, self.data, f"{self.game} diorama")


class CannotSay(Exception):
    """A situation that a game has no way to state: the rule, or the concept, that shuts it out."""

    def __init__(self, game: str, kind: str, rule: str = "", concept: str = "") -> None:
        super().__init__(f"{game}: {kind} ({rule or concept})")
        self.game, self.kind, self.rule, self.concept = game, kind, rule, concept


@dataclass
class Draft:
    """A translation under way: it collects what was taken over and what was lost. `nations` are the game's codes."""

    game: str
    situation: Situation
    nations: Mapping[str, str]
    aspects: list[Aspect] = field(default_factory=list)

    def counts(self, name: str, kind: str, rule: str, /, **facts: Any) -> None:
        self.aspects.append(Aspect(name, True, kind, rule, facts=_sided(facts)))

    def lost(self, name: str, kind: str = "", rule: str = "", concept: str = "", /, **facts: Any) -> None:
        """Nothing in this game says it: by a rule, or because the booklet is silent on the concept."""
        self.aspects.append(Aspect(name, False, kind, rule, concept or ("" if rule else name), _sided(facts)))

    def made(self, data: dict[str, Any], sides: Mapping[str, str], goal: str, kept: Fraction = Fraction(1)) -> Diorama:
        situation = self.situation
        head = {
            "game": self.game,
            "title": situation.title.model_dump(),
            "story": situation.story.model_dump(),
            "date": situation.date.model_dump(),
            "provenance": {"diorama": "stand-in"},
        }
        found = Diorama(
            game=self.game,
            situation=situation,
            data={**head, **data},
            sides=sides,
            goal=goal,
            aspects=tuple(self.aspects),
            kept=kept,
        )
        return found


def _sided(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: Word("side", value) if key == "side" else value for key, value in facts.items()}


# -- sides and names ---------------------------------------------------------------------------------------------
@cache
def nations() -> Mapping[str, Mapping[str, str]]:
    import yaml

    text = resources.files("tutor.compare").joinpath("nations.yaml").read_text("utf-8")
    loaded: Mapping[str, Mapping[str, str]] = yaml.safe_load(text)
    return loaded


def sides_of(situation: Situation, central: str, allies: str) -> dict[str, str]:
    """The game's names of who attacks and who defends."""
    ours = situation.attacker.nation in CENTRAL
    return {ATTACKER: central if ours else allies, DEFENDER: allies if ours else central}


def dressed(draft: Draft, side: str, central: str, allies: str, rule: str) -> str:
    """The nation's code; where the game has none, that of its side, which is said."""
    nation = draft.situation.force(side).nation
    known = draft.nations.get(nation)
    if known is not None:
        return known
    code = central if nation in CENTRAL else allies
    draft.lost(f"nation-{side}", "dressed", rule, nation=NationName(nation), side=side, code=code)
    return code


@dataclass(frozen=True, slots=True)
class Word:
    """A word of situations as a fact of a message: a terrain, a weather, a side."""

    kind: str
    value: str

    def told(self, lang: Lang) -> str:
        return say(f"{self.kind}.{self.value}", lang)


@dataclass(frozen=True, slots=True)
class NationName:
    """A nation as a fact of a message."""

    nation: str

    def told(self, lang: Lang) -> str:
        return nations()[self.nation]["m" if lang == "fr" else "en"]


def names_of(
    situation: Situation, pieces: Mapping[str, Mapping[str, Any]], nouns: Mapping[str, Mapping[str, str]]
) -> dict[str, Any]:
    """`3e division belge`, `Belgian division 3`: by the kind of piece and the nation of the situation."""
    found: dict[str, Any] = {}
    counts: dict[tuple[str, str], int] = {}
    for id, piece in pieces.items():
        side = ATTACKER if id.startswith("a") else DEFENDER
        noun = nouns.get(str(piece.get("kind")))
        if noun is None:
            continue
        number = counts[side, noun["en"]] = counts.get((side, noun["en"]), 0) + 1
        nation = nations()[situation.force(side).nation]
        found[id] = {
            "fr": f"{noun['fr']} {nation[noun['gender']]} {number}",
            "en": f"{nation['en']} {noun['en']} {number}",
            "gender": noun["gender"],
        }
    return found


def noun(fr: str, en: str, gender: str = "f") -> dict[str, str]:
    return {"fr": fr, "en": en, "gender": gender}


# -- proportions -------------------------------------------------------------------------------------------------
def near(value: Fraction | int) -> int:
    """The nearest whole number, halves up."""
    return int(Fraction(value) + Fraction(1, 2))


def share(situation: Situation, km: Fraction | int) -> Fraction:
    """How much of the frontage one hex of so many kilometres covers."""
    return min(Fraction(1), Fraction(km) / situation.frontage)


def fit(forces: tuple[Fraction, Fraction], most: int, most_defending: int) -> tuple[int, int, Fraction]:
    """Pieces of both sides within the limits of the ground, in proportion; and the share of them that is kept."""
    attack, defence = forces
    kept = min(Fraction(1), Fraction(most) / attack, Fraction(most_defending) / defence)
    return max(1, near(attack * kept)), max(1, near(defence * kept)), kept


NEAR = Fraction(4, 3)  # how far from the true proportion so few pieces may be


def least(forces: tuple[Fraction, Fraction], most: int, most_defending: int) -> tuple[int, int, Fraction]:
    """The fewest pieces whose proportion is near enough to that of the forces; and the share of them that is kept."""
    attack, defence = forces
    wanted = attack / defence
    pairs = [(n, m) for n in range(1, most + 1) for m in range(1, most_defending + 1)]

    def off(pair: tuple[int, int]) -> tuple[Fraction, int]:
        ratio = Fraction(*pair) / wanted
        return max(NEAR, ratio, 1 / ratio), sum(pair)

    n, m = min(pairs, key=off)
    return n, m, min(Fraction(1), Fraction(n) / attack)


def sizes(situation: Situation, part: Fraction | int, each: Fraction | int = 1) -> tuple[Fraction, Fraction]:
    """Of both sides the pieces on a part of the frontage, with so many pieces to a division."""
    attack, defence = (Fraction(part) * each * situation.force(side).divisions for side in SIDES)
    return attack, defence


def step(value: Fraction | int, each: int, most: int) -> int:
    """So many counters of so many things each, at most so many."""
    return min(most, near(Fraction(value) / each))


# -- the ground --------------------------------------------------------------------------------------------------
SEVEN_BY_SEVEN: Mapping[str, Any] = {
    "kind": "hexes",
    "grid": {
        "top": "pointy",
        "first": "row",
        "digits": [2, 2],
        "rows": {"from": 1, "to": 7, "grows": "south"},
        "columns": {"from": 1, "to": 7, "grows": "east"},
        "shifted": "odd",
    },
}


def hexes(
    goal: Mapping[str, Any], fill: Mapping[str, Any] | None = None, **others: Mapping[str, Any]
) -> dict[str, Any]:
    """Seven by seven hexes; the attacker stands in the north, and what is not said is clear."""
    return {
        **SEVEN_BY_SEVEN,
        "fill": dict(fill or {"terrain": "clear"}),
        "hexes": {GOAL: dict(goal), **{hex.removeprefix("h"): dict(one) for hex, one in others.items()}},
        "sides": {},
        "provenance": {"hexes": "stand-in"},
    }


def with_river(map: dict[str, Any], situation: Situation) -> dict[str, Any]:
    """A river along every side by which the goal is attacked."""
    if situation.ground.river:
        map["sides"] = {"river": [f"{hex}-{GOAL}" for hex in FRONT]}
    return map


def spread(ids: list[str], places: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Pieces over places in turn."""
    return ((id, places[index % len(places)]) for index, id in enumerate(ids))


def ids(prefix: str, n: int) -> list[str]:
    return [f"{prefix}{number}" for number in range(1, n + 1)]


def percent(kept: Fraction) -> str:
    return f"{float(kept) * 100:.0f}"
