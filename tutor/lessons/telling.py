"""A lesson in words, for the terminal and static pages: the task, what is said to an attempt, a hint."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tutor.engine import telling
from tutor.engine.check import Verdict
from tutor.engine.facts import Place, Term, Unit
from tutor.engine.sayings import Sayings
from tutor.engine.text import Lang, Text
from tutor.engine.told import Cite, Listing, Mood, Node, Sentence, text
from tutor.engine.words import Words
from tutor.lessons.model import Lesson
from tutor.lessons.voices import voices
from tutor.lessons.walk import Reply, Rung, Walk

say = Sayings("tutor.lessons")
STAR, EMPTY = "★", "☆"


def head(lesson: Lesson, lang: Lang) -> tuple[Node, ...]:
    """Title, length, what it is about."""
    level = say(f"level.{lesson.level}", lang)
    title = say("lesson-head", lang, title=lesson.title(lang), minutes=lesson.minutes, level=level)
    aims = tuple(Sentence(text(objective(lang)), "–") for objective in lesson.objectives)
    return (Sentence(text(title), "■", role="head", below=aims),)


def task(walk: Walk, lang: Lang) -> tuple[Node, ...]:
    """What is to be done now."""
    now = walk.task
    at = f"{walk.at + 1}/{len(walk.lesson.tasks)}"
    goal = say("lesson-task", lang, at=at, task=say(f"task.{now.kind}", lang), goal=now.goal(lang))
    choices = tuple(Sentence(text(choice.text(lang))) for choice in now.choices)
    return (Sentence(text(goal), below=(Listing(choices, numbered=True),) if choices else ()),)


def reply(walk: Walk, found: Reply, lang: Lang, level: int = 2) -> tuple[Node, ...]:
    """What is said to an attempt: the sentence, the author's words, the verdict or the ledger."""
    words = words_of(walk, lang)
    below: list[Node] = [Sentence(text(found.comment(lang)))] if found.comment else []
    if found.verdict is not None and (found.mood != "on" or level > 2):
        below += telling.verdict(found.verdict, words)
    if found.shown is not None:
        below.append(telling.ledger(found.shown, words))
    if found.mood == "good":
        below += (*for_class(walk, lang), Sentence(text(stars(walk.tally.stars))))
    mood: Mood = {"good": "ok", "bad": "no", "on": ""}[found.mood]  # type: ignore[assignment]
    told = Sentence(say.phrases(found.kind, words, **found.facts), found.sign, mood=mood, below=tuple(below))
    return telling.with_footnotes([told], words)


def for_class(walk: Walk, lang: Lang) -> Iterator[Sentence]:
    """What the rules of the task model, without a word of the game."""
    words = words_of(walk, lang)
    for rule, meant in walk.for_class.items():
        yield Sentence(text(say("for-class", lang, meant=meant(lang))), cites=(words.citation(rule),))


def of_lesson(lesson: Lesson, words: Words) -> Iterator[Sentence]:
    """What the rules of a whole lesson model."""
    spoken = voices(lesson.game)
    for rule in lesson.about:
        if rule in spoken:
            yield Sentence(text(spoken[rule](words.lang)), cites=(words.citation(rule),))


def rung(walk: Walk, found: Rung, lang: Lang) -> Sentence:
    """One hint."""
    words = words_of(walk, lang)
    head = say(f"rung.{found.kind}", lang)
    below: tuple[Node, ...] = ()
    cites: tuple[Cite, ...] = ()
    match found.kind:
        case "author":
            hint = text(found.text(lang))
        case "rule":
            cites = (words.citation(found.rule),)
            hint = text(cites[0].title)
            below = (Sentence(text(cites[0].gist)),)
        case "place":
            hint = words.phrases(tuple(map(Place, found.places)))
        case "forbids":
            assert isinstance(found.verdict, Verdict)
            hint, below = (), tuple(telling.verdict(found.verdict, words))
        case "solution":
            hint = text("; ".join(solution(walk, one, words) for one in found.answers))
    told = say.phrases("rung", words, head=head, hint=hint) if hint else text(head)
    return Sentence(told, "?", cites, below=below)


def solution(walk: Walk, one: Any, words: Words) -> str:
    """An answer by the names that lists and buttons bear."""
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
            return words.fact(fact(part))
    return words.fact(Term(part))


def stars(won: int) -> str:
    return STAR * won + EMPTY * (3 - won)


def words_of(walk: Walk, lang: Lang) -> Words:
    """Names follow the position of the task; without one the rulebook alone speaks."""
    if walk.session is not None:
        return Words.of(walk.lesson.rules, walk.session.state, lang)
    return Words(walk.lesson.rules.book, lang)
