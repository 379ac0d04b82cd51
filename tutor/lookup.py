"""Finding rules: by citation as people write it, and by words, in both languages, with or without accents."""

from __future__ import annotations

import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tutor import rulesets
from tutor.engine.rulebook import Rule, Rulebook, chapter_of

_WORD = re.compile(r"[^\W_]+")
_CITATION = re.compile(r"\s*(?:(?P<game>[A-Za-z]+)\s*[:\s]\s*)?(?P<id>\S+)\s*")
TITLE, GIST, OTHER = 4.0, 1.0, 0.5


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that a search found, and how well it fits."""

    rule: Rule
    score: float


def plain(text: str) -> str:
    """Small letters without accents."""
    folded = unicodedata.normalize("NFKD", text.casefold()).replace("œ", "oe").replace("æ", "ae")
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


def words(text: str) -> list[str]:
    return _WORD.findall(plain(text))


# -- citations ---------------------------------------------------------------------------------------------------
def cited(citation: str, game: str | None = None) -> tuple[Rule, ...]:
    """The rules that `SE 13.4.3`, `tlm:5.3.1.a` or `13.4.3` may mean: by id, else as printed, else its parts."""
    game, id = split(citation, game)
    games = (game,) if game else rulesets.games()
    found = [rulesets.book(one)[id] for one in games if id in rulesets.book(one)]
    found = found or [rule for one in games for rule in _printed(one).get(plain(id), ())]
    return tuple(found or (rule for one in games for rule in rulesets.book(one) if _is_part(rule.id, id)))


def _is_part(rule: str, whole: str) -> bool:
    """Whether a clause belongs to a section that has no clause of its own."""
    rest = plain(rule).removeprefix(plain(whole))
    return bool(whole) and rest != plain(rule) and not (whole[-1].isdigit() and rest[:1].isdigit())


def split(citation: str, game: str | None = None) -> tuple[str | None, str]:
    """Game and id of a citation."""
    match = _CITATION.fullmatch(citation)
    named = (match["game"] or "").lower() if match else ""
    if match and named in rulesets.games():
        return named, match["id"]
    return game, citation.strip()


def near(citation: str, game: str | None = None, most: int = 5) -> tuple[str, ...]:
    """Citations that look like one that was not found."""
    game, id = split(citation, game)
    games = (game,) if game else rulesets.games()
    known = {f"{one}:{rule.id}": rule.id for one in games for rule in rulesets.book(one)}
    chapter = [other for other in known.values() if chapter_of(other) == chapter_of(id)]
    close = difflib.get_close_matches(id, dict.fromkeys(chapter or known.values()), n=most, cutoff=0.4)
    ranked = sorted((ref for ref, other in known.items() if other in close), key=lambda ref: close.index(known[ref]))
    return tuple(ranked)[:most]


@cache
def _printed(game: str) -> Mapping[str, tuple[Rule, ...]]:
    """The rules by what the booklet prints, and by their ids in small letters."""
    found: dict[str, list[Rule]] = {}
    for rule in rulesets.book(game):
        for name in {plain(rule.printed), plain(rule.id)}:
            found.setdefault(name, []).append(rule)
    return {name: tuple(rules) for name, rules in found.items()}


# -- words -------------------------------------------------------------------------------------------------------
class Index:
    """The words of one rulebook, each with the rules that have it and its weight there."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.weights: dict[str, dict[str, float]] = {}
        for rule in book:
            for text, weight in ((rule.title, TITLE), (rule.gist, GIST)):
                for word in {*words(text.fr), *words(text.en)}:
                    self._enter(word, rule.id, weight)
        for entry in _terms(book.data):
            for word in {word for text in entry["texts"] for word in words(text)}:
                for rule in entry["rules"]:
                    if rule in book:
                        self._enter(word, rule, OTHER)

    def _enter(self, word: str, rule: str, weight: float) -> None:
        entry = self.weights.setdefault(word, {})
        entry[rule] = entry.get(rule, 0.0) + weight

    def scores(self, wanted: Iterable[str]) -> dict[str, float]:
        """How well each rule fits: the rarer a word, the more it says; more words beat one word often."""
        total: dict[str, float] = {}
        met: dict[str, int] = {}
        for word in wanted:
            best: dict[str, float] = {}
            for known, factor in self._known(word):
                entry = self.weights[known]
                rarity = math.log(1 + len(self.book) / len(entry))
                for rule, weight in entry.items():
                    best[rule] = max(best.get(rule, 0.0), factor * rarity * weight)
            for rule, score in best.items():
                total[rule] = total.get(rule, 0.0) + score
                met[rule] = met.get(rule, 0) + 1
        return {rule: score * met[rule] ** 2 for rule, score in total.items()}

    def _known(self, word: str) -> Iterator[tuple[str, float]]:
        """The word itself, and longer or shorter forms of it."""
        for known in self.weights:
            if known == word:
                yield known, 1.0
            elif len(word) > 3 and (known.startswith(word) or (len(known) > 4 and word.startswith(known))):
                yield known, 0.6


@cache
def index(game: str) -> Index:
    return Index(rulesets.book(game))


def search(query: str, games: Iterable[str] = (), most: int = 12) -> tuple[Hit, ...]:
    """The rules that fit best, over all these games."""
    wanted = list(dict.fromkeys(word for word in words(query) if len(word) > 1 or word.isdigit()))
    found = [
        Hit(rulesets.book(game)[rule], score)
        for game in games or rulesets.games()
        for rule, score in index(game).scores(wanted).items()
    ]
    most_words = sorted(found, key=lambda hit: (-hit.score, hit.rule.ref))
    return tuple(most_words[:most])


def near_words(query: str, games: Iterable[str] = (), most: int = 5) -> tuple[str, ...]:
    """Words of the rulebooks that look like words that were not found."""
    known = sorted({word for game in games or rulesets.games() for word in index(game).weights})
    found = [close for word in words(query) for close in difflib.get_close_matches(word, known, n=most)]
    return tuple(dict.fromkeys(found))[:most]


def _terms(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Glossary and concepts: words that lead to rules without standing in them."""
    for entry in data.get("glossary") or ():
        meaning = entry.get("meaning", {})
        texts = (entry.get("fr", ""), entry.get("en", ""), meaning.get("fr", ""), meaning.get("en", ""))
        yield {"texts": texts, "rules": entry.get("rules", ())}
    for concept, entry in (data.get("concepts") or {}).items():
        gist = entry.get("gist", {})
        yield {"texts": (concept, gist.get("fr", ""), gist.get("en", "")), "rules": entry.get("rules", ())}
