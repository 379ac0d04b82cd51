"""A lesson in words, for the terminal and static pages: the task, what is said to an attempt, a hint."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tutor.engine.ask import BACK, DONE
from tutor.engine.check import Verdict
from tutor.engine.facts import Place, Term, Unit
from tutor.engine.text import Lang, Text
from tutor.engine.words import Words
from tutor.files.said import Sayings
from tutor.lessons.model import Lesson
from tutor.lessons.walk import Reply, Rung, Walk

say = Sayings("tutor.lessons")
STAR, EMPTY = "★", "☆"


def head(lesson: Lesson, lang: Lang) -> Iterator[str]:
    """Title, length, what it is about."""
    level = say(f"level.{lesson.level}", lang)
    yield f"■ {lesson.title(lang)} ({say('length', lang, minutes=lesson.minutes, level=level)})"
    yield from (f"  – {objective(lang)}" for objective in lesson.objectives)


def task(walk: Walk, lang: Lang) -> Iterator[str]:
    """What is to be done now."""
    now = walk.task
    yield f"{walk.at + 1}/{len(walk.lesson.tasks)} {say(f'task.{now.kind}', lang)}{colon(lang)}{now.goal(lang)}"
    yield from (f"  {n + 1}. {choice.text(lang)}" for n, choice in enumerate(now.choices))


def reply(walk: Walk, found: Reply, lang: Lang, level: int = 2) -> Iterator[str]:
    """What is said to an attempt: the sentence, the author's words, the verdict or the ledger."""
    words = words_of(walk, lang)
    yield f"{found.sign} {say(found.kind, lang, **{key: words.fact(value) for key, value in found.facts.items()})}"
    if found.comment:
        yield f"  {found.comment(lang)}"
    if found.verdict is not None and (found.mood != "on" or level > 2):
        yield from (f"  {line}" for line in words.verdict(found.verdict, level))
    if found.shown is not None:
        yield from (f"  {line}" for line in words.ledger(found.shown))
    yield from words.footnotes()
    if found.mood == "good":
        yield from (f"  {line}" for line in for_class(walk, lang))
        yield f"  {stars(walk.tally.stars)}"


def for_class(walk: Walk, lang: Lang) -> Iterator[str]:
    """What the rules of the task model, without a word of the game."""
    words = words_of(walk, lang)
    for rule, meant in walk.for_class.items():
        yield f"[{words.cite(rule)}] {say('for-class', lang)}{colon(lang)}{meant(lang)}"


def rung(walk: Walk, found: Rung, lang: Lang) -> Iterator[str]:
    """One hint."""
    words = words_of(walk, lang)
    head = say(f"rung.{found.kind}", lang)
    match found.kind:
        case "author":
            yield f"? {head}{colon(lang)}{found.text(lang)}"
        case "rule":
            entry = words.book[found.rule]
            yield f"? {head} [{words.cite(found.rule)}] {entry.title(lang)}{colon(lang)}{entry.gist(lang)}"
        case "place":
            yield f"? {head}{colon(lang)}{', '.join(words.fact(Place(place)) for place in found.places)}"
        case "forbids":
            assert isinstance(found.verdict, Verdict)
            yield f"? {head}{colon(lang).rstrip()}"
            yield from (f"  {line}" for line in words.verdict(found.verdict, 2))
        case "solution":
            yield f"? {head}{colon(lang)}{'; '.join(solution(walk, one, words) for one in found.answers)}"


def solution(walk: Walk, one: Any, words: Words) -> str:
    """An answer by name, and as it is typed."""
    if isinstance(one, Text):
        return one(words.lang)
    if isinstance(one, Fraction):
        return str(one)
    parts = [one] if isinstance(one, (str, int)) else list(one)
    return " → ".join(_named(walk, str(part), words) for part in parts)


def _named(walk: Walk, part: str, words: Words) -> str:
    state = walk.session.state if walk.session is not None else None
    for kind, fact in (("unit", Unit), ("place", Place)):
        if state is not None and state.exists(kind, part):
            name = words.fact(fact(part))
            return name if part in name else f"{name} ({part})"
    name = words.fact(Term(part))
    return name if name == part or part in (DONE, BACK) else f"{name} ({part})"


def colon(lang: Lang) -> str:
    """French puts a space before it."""
    return " : " if lang == "fr" else ": "


def stars(won: int) -> str:
    return STAR * won + EMPTY * (3 - won)


def words_of(walk: Walk, lang: Lang) -> Words:
    """Names follow the position of the task; without one the rulebook alone speaks."""
    if walk.session is not None:
        return Words.of(walk.lesson.rules, walk.session.state, lang)
    return Words(walk.lesson.rules.book, lang)
