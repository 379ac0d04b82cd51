"""Finding rules: by citation as people write it, and by words, in both languages, with or without accents."""

from __future__ import annotations

import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tutor import rulesets
from tutor.engine.rulebook import Rule, Rulebook, chapter_of

_WORD = re.compile(r"[^\W_]+")
_CITATION = re.compile(r"\s*(?:(?P<game>[A-Za-z]+)\s*[:\s]\s*)?(?P<id>\S+)\s*")
TITLE, GIST, OTHER = 4.0, 1.0, 0.5
KIN, ALIKE = 0.6, 0.5  # what another form of a word is worth, and another word for the same


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
    found = found or [rule for one in games for rule in _printed(rulesets.book(one)).get(plain(id), ())]
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


def is_citation(asked: str) -> bool:
    """Whether something is written as rules are cited: one word with a number in it, a game before it or not."""
    _, id = split(asked)
    return bool(re.fullmatch(r"\S*\d\S*", id))


def of_game(query: str) -> tuple[str | None, str]:
    """A question that begins with a game, and the rest of it."""
    first, _, rest = query.strip().partition(" ")
    named = plain(first).rstrip(":")
    return (named, rest) if named in rulesets.games() and rest.strip() else (None, query)


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
def _printed(book: Rulebook) -> Mapping[str, tuple[Rule, ...]]:
    """The rules by what the booklet prints, and by their ids in small letters."""
    found: dict[str, list[Rule]] = {}
    for rule in book:
        for name in {plain(rule.printed), plain(rule.id)}:
            found.setdefault(name, []).append(rule)
    return {name: tuple(rules) for name, rules in found.items()}


# -- words -------------------------------------------------------------------------------------------------------
STOP_WORDS = frozenset(
    plain(
        """
        a à ai ainsi alors après as au aucun aucune aussi autre aux avant avec avoir ce cela celle celui ces cet cette
        chaque chez ci comme comment d dans de des deux dois doit doivent donc dont du elle elles en encore
        entre es est et être eux fait faire faut ici il ils j je l la là le les leur leurs lors lorsque lui m ma mais
        me même mes moi mon n ne ni nos notre nous on ont ou où par pas pendant peut peuvent peux plus plusieurs pour
        pourquoi puis qu que quel quelle quelles quels qui quoi s sa sans se selon ses si soi son sont sous sur
        t ta te tes toi ton toujours tous tout toute toutes très tu un une va vos votre vous y
        about after all also am an and any are at be been before being both but by can cannot could did do does doing
        during each either for from get gets had has have he her here hers him his how i if in into is it its just may
        me might more much must my no nor not of off on once one or our out over own per shall she should so some
        such than that the their them then there these they this those through to too under until up use used very was
        we were what where which while who whom why will with without would you your
        """
    ).split()
)


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
        """The word itself, longer or shorter forms of it, and what booklets say where players say this."""
        alike = _alike().get(stem(word), frozenset())
        for known in self.weights:
            if known == word:
                yield known, 1.0
            elif len(word) > 3 and (known.startswith(word) or (len(known) > 4 and word.startswith(known))):
                yield known, KIN
            elif alike and stem(known) in alike:
                yield known, ALIKE


@cache
def stem(word: str) -> str:
    """Without what plurals, participles and infinitives add: enough for rules and their readers."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


ENDINGS = ("ements", "ement", "ments", "ment", "ions", "ion", "ees", "ing", "ent", "ies", "ee", "er", "ez", "ed", "es",
           "aux", "s", "x", "e", "y")  # fmt: skip


@cache
def _alike() -> Mapping[str, frozenset[str]]:
    """Of every word that players use the others that mean the same."""
    from tutor.files.nodes import read

    text = resources.files("tutor.rulesets").joinpath("players_words.yaml").read_text("utf-8")
    found: dict[str, set[str]] = {}
    for group in read(text, "players_words.yaml")[0].plain():
        stems = {stem(word) for name in group for word in words(str(name))}
        for one in stems:
            found.setdefault(one, set()).update(stems)
    return {word: frozenset(others) for word, others in found.items()}


def index(game: str) -> Index:
    return _index(rulesets.book(game))


@cache
def _index(book: Rulebook) -> Index:
    return Index(book)


def search(query: str, games: Iterable[str] = (), most: int = 12) -> tuple[Hit, ...]:
    """The rules that fit best, over all these games."""
    said = [word for word in words(query) if len(word) > 1 or word.isdigit()]
    wanted = list(dict.fromkeys([word for word in said if word not in STOP_WORDS] or said))
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
