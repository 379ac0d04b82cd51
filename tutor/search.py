"""Asking the rulebooks: questions as players put them, in plain French or English, answered by clauses.

Three rankings are fused: by the words as they stand, in either language; by the stems of the question's own language
(snowball), weighed by BM25; by how much of a title is asked for. All know what booklets say where players say something
else, what players call what a clause treats (`rulebook/asked.yaml`), and what the program says where a rule decides.
"""

from __future__ import annotations

import difflib
import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from itertools import chain, islice, pairwise
from threading import Lock
from typing import Any

from tutor import rulesets
from tutor.engine.rulebook import Rule, Rulebook
from tutor.engine.text import LANGUAGES, Lang, Text, language
from tutor.files.nodes import read
from tutor.lookup import WORD, plain, words

# what a word is worth in the title, the gist, what players call it, the chapter's title, a term, and in what is said
# where the rule decides
TITLE, GIST, ASKED, ABOVE, TERM, SAID = 8.0, 1.0, 3.0, 1.0, 0.8, 0.5
FULL, LENGTH = 2.0, 0.15  # BM25: how soon more of the same word says no more; how much a long text is held against it
MEANT, KIN = 0.85, 0.5  # what another word for the same is worth, and another form of a word
NEAR = 0.8  # how alike a word must be to one that is known, to be a slip of the pen
BRIEF = 0.7  # how much a long title is held against it
FLAT = 4  # how much the first places of a ranking outweigh the next ones when two are fused
_SLOT = re.compile(r"\{[^}]*\}")  # where a message has its facts
KINDS = {"rule": 1.0, "definition": 0.9, "component": 0.7, "heading": 0.6, "example": 0.5, "advice": 0.4, "absent": 0.5}


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that a search found, and how well it fits."""

    rule: Rule
    score: float


# -- the words of a question -----------------------------------------------------------------------------------
STOP_WORDS: Mapping[Lang, frozenset[str]] = {
    "fr": frozenset(
        WORD.findall("""
            a à ai ainsi alors après au aucun aucune aussi autre aux avant avec avoir c ce cela celle celui ces cet
            cette chaque chez ci comme comment d dans de des deux dois doit doivent donc dont droit du elle elles en
            encore entre es est et être eux fait faire faut ici il ils j je l la là le les leur leurs lors lorsque lui m
            ma mais me même mes moi mon n ne ni nos notre nous on ont ou où par pas pendant peut peuvent peux plus
            plusieurs pour pourquoi puis puisje qu quand que quel quelle quelles quels qui quoi s sa sans se selon ses
            si soi son sont sous sur t ta te tes toi ton toujours tous tout toute toutes très tu un une va vais vont vos
            votre vous y arrive devient deviennent change veux veut vraiment exactement possible
        """)
    ),
    "en": frozenset(
        WORD.findall("""
            a about after all also am an and any are at be been before being both but by can cannot could did do does
            doing during each either for from get gets give gives had happen happens has have he her here hers him his
            how i if in into is it its just let may me might more much must my no nor not of off on one or our out
            over own per s shall she should so some such t than that the their them then there these they this those
            through to too under until up use used very was we were what when where which while who whom whose why will
            with without would you your really exactly allowed possible
        """)
    ),
}


# What says nothing together, and something alone: "que se passe-t-il si je passe ?"
IDLE: Mapping[Lang, frozenset[tuple[str, str]]] = {
    "fr": frozenset({("se", "passe"), ("veut", "dire"), ("tu", "as"), ("as", "tu"), ("le", "droit")}),
    "en": frozenset({("at", "once"), ("able", "to"), ("allowed", "to"), ("going", "to"), ("want", "to")}),
}


@cache
def small_words(lang: Lang) -> frozenset[str]:
    """As they are written, and as people write them without accents: "de" says nothing, but "dé" is a die."""
    return frozenset((*STOP_WORDS[lang], *map(plain, STOP_WORDS[lang])))


def spoken(query: str, default: Lang) -> Lang:
    """The language of a question, by the small words in it."""
    said = words(query)
    small = {lang: sum(word in small_words(lang) for word in said) for lang in LANGUAGES}
    best = max(LANGUAGES, key=lambda lang: (small[lang], lang == default))
    return best


def wanted(query: str, lang: Lang) -> list[str]:
    """The words that say something, accents kept."""
    said = accented(query)
    idle = {place + n for place, pair in enumerate(pairwise(map(plain, said))) if pair in IDLE[lang] for n in (0, 1)}
    small = {place for place, word in enumerate(WORD.findall(query)) if is_small(word, lang)} | idle
    long = [(place, word) for place, word in enumerate(said) if len(word) > 1 or word.isdigit()]
    return list(dict.fromkeys(word for place, word in long if place not in small))


def is_small(word: str, lang: Lang) -> bool:
    """A code in capitals is no small word: TU are Turks."""
    return word.casefold() in small_words(lang) and not (len(word) > 1 and word.isupper())


def accented(text: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(text)]


@cache
def stems(word: str, lang: Lang) -> tuple[str, ...]:
    """A word without its endings, as it is written with accents and without: people leave them out."""
    stemmer, bare = _stemmer(lang), plain(word)
    with _stemming:
        found: str = plain(stemmer.stemWord(word))
        return (found,) if bare == word else tuple(dict.fromkeys((found, stemmer.stemWord(bare))))


_stemming = Lock()  # a stemmer has one word in hand: of two questions at once each would get the other's stems


@cache
def _stemmer(lang: Lang) -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer({"fr": "french", "en": "english"}[lang])


# -- what booklets say for it --------------------------------------------------------------------------------------
Phrase = tuple[str, ...]


class Thesaurus:
    """What booklets say where players say something else, in one language: common to all, and of one game."""

    def __init__(self, lines: Iterable[tuple[str, Iterable[str]]], lang: Lang) -> None:
        self.lang = lang
        self.meant: dict[str, list[tuple[Phrase, Phrase]]] = {}
        for booklet, players in lines:
            meant = self.phrase(" ".join(wanted(booklet, lang)))
            for said in players:
                phrase = self.phrase(said)
                self.meant.setdefault(phrase[0], []).append((phrase, meant))

    def phrase(self, text: str) -> Phrase:
        return tuple(stems(word, self.lang)[-1] for word in accented(text))

    def of(self, said: Sequence[str]) -> Iterator[tuple[range, Phrase]]:
        """What a booklet says for words that follow one another in a question, and where those stand in it."""
        stemmed = tuple(stems(word, self.lang)[-1] for word in said)
        for place, first in enumerate(stemmed):
            for phrase, meant in self.meant.get(first, ()):
                if stemmed[place : place + len(phrase)] == phrase:
                    yield range(place, place + len(phrase)), meant


@cache
def thesaurus(game: str, lang: Lang) -> Thesaurus:
    return Thesaurus(chain(lines(resources.files("tutor.rulesets"), lang), lines(rulesets.folder(game), lang)), lang)


def lines(folder: Any, lang: Lang) -> Iterator[tuple[str, list[str]]]:
    file = folder / "players_words.yaml"
    if file.is_file():
        for booklet, players in read(file.read_text("utf-8"), str(file))[0].plain().get(lang, {}).items():
            yield str(booklet), [str(said) for said in players]


# -- the words of a rulebook ---------------------------------------------------------------------------------------
class Index:
    """The words of one rulebook, each with the rules that have it and its weight there."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.written: dict[str, dict[str, float]] = {}
        self.stemmed: dict[Lang, dict[str, dict[str, float]]] = {lang: {} for lang in LANGUAGES}
        self.lengths: dict[Lang, Counter[str]] = {lang: Counter() for lang in LANGUAGES}
        for clause in book:
            for text, worth in self._texts(clause):
                self._enter(clause.id, text, worth)
        for text, rules in _terms(book.data):
            for rule in rules:
                if rule in book:
                    self._enter(rule, text, TERM)
        for rule, called in (book.data.get("asked") or {}).items():
            self._enter(rule, _together(called), ASKED)
        for rule, text in _said(book.data):
            self._enter(rule, text, SAID)
        self.usual = {lang: sum(found.values()) / max(1, len(found)) for lang, found in self.lengths.items()}

    def _texts(self, rule: Rule) -> Iterator[tuple[Text, float]]:
        yield rule.title, TITLE
        yield rule.gist, GIST
        if rule.parent is not None and rule.parent in self.book:
            yield self.book[rule.parent].title, ABOVE

    def _enter(self, rule: str, text: Text, worth: float) -> None:
        told = {
            lang: [word.casefold() for word in WORD.findall(text(lang)) if not is_small(word, lang)]
            for lang in LANGUAGES
        }
        for word in {plain(word) for said in told.values() for word in said}:
            entry = self.written.setdefault(word, {})
            entry[rule] = entry.get(rule, 0.0) + worth
        for lang, said in told.items():
            self.lengths[lang][rule] += len(said)
            for word in said:
                for one in stems(word, lang):
                    entry = self.stemmed[lang].setdefault(one, {})
                    entry[rule] = entry.get(rule, 0.0) + worth

    def spelt(self, word: str, lang: Lang) -> str:
        """A word as somebody knows it: one that neither the booklet nor players have is read as the nearest to it."""
        if (
            len(word) < 5
            or is_small(word, lang)
            or any(stem in self.heard[lang] for stem in stems(word.casefold(), lang))
        ):
            return word
        near = [one for one in self.in_order if one[0] == plain(word)[0] and abs(len(one) - len(word)) < 3]
        return next(iter(difflib.get_close_matches(plain(word), near, 1, NEAR)), word)

    def knows(self, word: str, lang: Lang) -> bool:
        return is_small(word, lang) or any(stem in self.heard[lang] for stem in stems(word.casefold(), lang))

    @cached_property
    def heard(self) -> Mapping[Lang, frozenset[str]]:
        """The stems that a question may have: the booklet's, and what players say for them."""
        said = {lang: thesaurus(self.book.game, lang).meant.values() for lang in LANGUAGES}
        return {
            lang: frozenset(
                (*self.stemmed[lang], *(stem for one in said[lang] for phrase, _ in one for stem in phrase))
            )
            for lang in LANGUAGES
        }

    # -- as it is written -----------------------------------------------------------------------------------
    def by_words(self, question: Question) -> dict[str, float]:
        """The rarer what is meant, the more it says; more words beat one word often."""
        found = []
        for word, meant in question.words:
            best: dict[str, float] = {}
            for known, factor in self._known(plain(word), meant, question.lang):
                for rule, worth in self.written[known].items():
                    best[rule] = max(best.get(rule, 0.0), factor * worth)
            found.append(best)
        return self._together(found, 2)

    def _known(self, word: str, meant: Iterable[Phrase], lang: Lang) -> Iterator[tuple[str, float]]:
        """The word itself, what booklets say where players say it, longer and shorter forms of it."""
        if word in self.written:
            yield word, 1.0
        for phrase in meant:
            if len(phrase) == 1:
                yield from ((known, MEANT) for known in self.of_stem[lang].get(phrase[0], ()))
        if len(word) > 3:
            yield from ((known, KIN) for known in self._longer(word))
            yield from ((word[:end], KIN) for end in range(5, len(word)) if word[:end] in self.written)

    def _longer(self, word: str) -> Iterator[str]:
        for known in islice(self.in_order, bisect_right(self.in_order, word), None):
            if not known.startswith(word):
                return
            yield known

    @cached_property
    def in_order(self) -> Sequence[str]:
        return sorted(self.written)

    @cached_property
    def of_stem(self) -> Mapping[Lang, Mapping[str, Sequence[str]]]:
        """The words of every stem, in each language."""
        found: dict[Lang, dict[str, list[str]]] = {lang: {} for lang in LANGUAGES}
        for lang in LANGUAGES:
            for word in self.written:
                for stem in stems(word, lang):
                    found[lang].setdefault(stem, []).append(word)
        return found

    # -- by stems ---------------------------------------------------------------------------------------------
    def by_stems(self, question: Question) -> dict[str, float]:
        """BM25, over the stems of the question's language."""
        found = []
        for word, meant in question.words:
            best: dict[str, float] = {}
            phrases = [((one,), 1.0) for one in stems(word, question.lang)] + [(one, MEANT) for one in meant]
            for phrase, factor in phrases:
                for rule, score in self._often(phrase, question.lang).items():
                    best[rule] = max(best.get(rule, 0.0), factor * score)
            found.append(best)
        return self._together(found, 1)

    def _often(self, phrase: Phrase, lang: Lang) -> Mapping[str, float]:
        """How much of a text the words are, in every rule that has them all."""
        entries = [self.stemmed[lang].get(stem, {}) for stem in phrase]
        return {
            rule: sum(self._weighed(entry[rule], rule, lang) for entry in entries)
            for rule in entries[0]
            if all(rule in entry for entry in entries)
        }

    def _weighed(self, often: float, rule: str, lang: Lang) -> float:
        long = 1 - LENGTH + LENGTH * self.lengths[lang][rule] / self.usual[lang]
        return often * (FULL + 1) / (often + FULL * long)

    # -- by titles ----------------------------------------------------------------------------------------------
    def by_titles(self, question: Question) -> dict[str, float]:
        """How much of its title is in the question: a short one that is there whole says most."""
        lang, asked = question.lang, dict[str, float]()
        for word, meant in question.words:
            asked |= {stem: MEANT for phrase in meant for stem in phrase if stem not in asked}
            asked |= dict.fromkeys(stems(word, lang), 1.0)
        titles, found = self.titles[lang], {}
        for rule in {rule for stem in asked for rule in self.titled[lang].get(stem, ())}:
            there = sum(rarity * max(asked.get(stem, 0.0) for stem in forms) for forms, rarity in titles[rule])
            found[rule] = there / sum(rarity for _, rarity in titles[rule]) ** BRIEF
        return found

    @cached_property
    def titles(self) -> Mapping[Lang, Mapping[str, Sequence[tuple[Phrase, float]]]]:
        """The words of every title that say something, by their stems, and how rare they are."""
        return {lang: {rule.id: [*self._title(rule, lang)] for rule in self.book} for lang in LANGUAGES}

    @cached_property
    def titled(self) -> Mapping[Lang, Mapping[str, Sequence[str]]]:
        """The rules that have a stem in their titles."""
        found: dict[Lang, dict[str, list[str]]] = {lang: {} for lang in LANGUAGES}
        for lang, titles in self.titles.items():
            for rule, title in titles.items():
                for stem in dict.fromkeys(chain.from_iterable(forms for forms, _ in title)):
                    found[lang].setdefault(stem, []).append(rule)
        return found

    def _title(self, rule: Rule, lang: Lang) -> Iterator[tuple[Phrase, float]]:
        for word in wanted(rule.title(lang), lang):
            often = max(len(self.stemmed[lang].get(stem, ())) for stem in stems(word, lang))
            yield stems(word, lang), math.log(1 + len(self.book) / max(1, often))

    def _together(self, found: Iterable[Mapping[str, float]], more: int) -> dict[str, float]:
        """What every word of a question found: the rarer, the better, and the more of them."""
        total, met = defaultdict[str, float](float), Counter[str]()
        for best in found:
            rarity = math.log(1 + (len(self.book) - len(best) + 0.5) / (len(best) + 0.5))
            for rule, score in best.items():
                total[rule] += rarity * score
                met[rule] += 1
        return {rule: score * met[rule] ** more for rule, score in total.items()}


def _terms(data: Mapping[str, Any]) -> Iterator[tuple[Text, Iterable[str]]]:
    """Glossary, concepts, traps and readings: words that lead to rules without standing in them."""
    for entry in data.get("glossary") or ():
        yield _together(entry, entry.get("meaning", {})), entry.get("rules", ())
    for concept, entry in (data.get("concepts") or {}).items():
        yield _together({"fr": concept, "en": concept}, entry.get("gist", {})), entry.get("rules", ())
    for entry in data.get("traps") or ():
        yield _together(entry["wrong"], entry["right"]), entry["rules"]
    for entry in (data.get("readings") or {}).values():
        yield _together(entry["question"], {}), entry["rules"]


def _said(data: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
    """What the program says where it cites a rule: what is forbidden there, counted, done."""
    for rule, kinds in data.get("said", {}).items():
        told = _together(*(data["words"]["messages"][kind] for kind in kinds))
        yield rule, Text(*(_SLOT.sub(" ", told(lang)) for lang in LANGUAGES))


def _together(*texts: Mapping[str, str]) -> Text:
    return Text(*(" ".join(text.get(lang, "") for text in texts) for lang in LANGUAGES))


@cache
def index(book: Rulebook) -> Index:
    return Index(book)


# -- asking ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: its language, and its words with what a booklet says for them."""

    lang: Lang
    words: tuple[tuple[str, tuple[Phrase, ...]], ...]

    @classmethod
    def of(cls, query: str, game: str, lang: Lang) -> Question:
        known = index(rulesets.book(game))
        spelt = " ".join(known.spelt(word, lang) for word in WORD.findall(query))
        said, telling = accented(spelt), set(wanted(spelt, lang))
        found: dict[str, dict[Phrase, None]] = {word: {} for word in said if word in telling}
        for places, meant in thesaurus(game, lang).of(said):
            first = next((said[place] for place in places if said[place] in telling), None)
            if first is not None or len(places) > 1:
                found.setdefault(first or said[places[0]], {})[meant] = None
        return cls(lang, tuple((word, tuple(meant)) for word, meant in found.items()))


def is_foreign(query: str, known: Index) -> bool:
    """A question in another language: whoever takes its words for slips of the pen answers what nobody asked."""
    said = WORD.findall(query)
    most = max(sum(known.knows(word, lang) for word in said) for lang in LANGUAGES)
    return len(said) > 3 and most < len(said) / 2


def search(query: str, games: Iterable[str] = (), most: int = 12, lang: Lang | None = None) -> tuple[Hit, ...]:
    """The rules that fit best, over all these games."""
    tongue = spoken(query, language(lang))
    rankings: tuple[dict[Rule, float], ...] = ({}, {}, {})
    for game in games or rulesets.games():
        book = rulesets.book(game)
        if is_foreign(query, index(book)):
            continue
        words, question = index(book), Question.of(query, game, tongue)
        found = (words.by_words(question), words.by_stems(question), words.by_titles(question))
        for ranking, scores in zip(rankings, found, strict=True):
            ranking.update({book[rule]: score * KINDS[book[rule].kind] for rule, score in scores.items()})
    return _fused(rankings)[:most]


def _fused(rankings: Iterable[Mapping[Rule, float]]) -> tuple[Hit, ...]:
    """Several rankings as one: what is near the head of one, and better of all."""
    total: dict[Rule, float] = {}
    for found in rankings:
        ranked = sorted(found, key=lambda rule: (-found[rule], rule.ref))
        for place, rule in enumerate(ranked):
            total[rule] = total.get(rule, 0.0) + 1 / (FLAT + place)
    return tuple(Hit(rule, total[rule]) for rule in sorted(total, key=lambda rule: (-total[rule], rule.ref)))


def near_words(query: str, games: Iterable[str] = (), most: int = 5) -> tuple[str, ...]:
    """Words of the rulebooks that look like words that were not found."""
    known = sorted({word for game in games or rulesets.games() for word in index(rulesets.book(game)).written})
    found = [close for word in words(query) for close in difflib.get_close_matches(word, known, n=most)]
    return tuple(dict.fromkeys(found))[:most]
