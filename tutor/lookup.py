"""Finding rules by citation, as people write it; the words of a text, with or without accents. By words: `search`."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from tutor import rulesets
from tutor.engine.rulebook import Rule, Rulebook, chapter_of

WORD = re.compile(r"[^\W_]+")
_CITATION = re.compile(r"\s*(?:(?P<game>[A-Za-z]+)\s*[:\s]\s*)?(?P<id>\S+)\s*")


def plain(text: str) -> str:
    """Small letters without accents."""
    folded = unicodedata.normalize("NFKD", text.casefold()).replace("œ", "oe").replace("æ", "ae")
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


def words(text: str) -> list[str]:
    return WORD.findall(plain(text))


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
