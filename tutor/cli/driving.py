"""Playing on from the terminal: named policies, given or seeded dice, and everything told in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tutor.cases.script import answer_of
from tutor.cli.base import Wrong, pairs, say
from tutor.engine.ask import BACK, DONE, Answer, Ask, Chance, ManyDice, NotAnAnswer
from tutor.engine.facts import Side
from tutor.engine.odds import Policy
from tutor.engine.play import Session, forced
from tutor.engine.run import Ruleset
from tutor.engine.text import Lang
from tutor.engine.words import Words
from tutor.library import Scenario, scenario

SEED = 1916
ENOUGH = 20_000


class Players(dict[str, Policy]):
    """Policies by side; a side that has none plays the first that the game knows."""

    def __init__(self, rules: Ruleset, given: Iterable[str] = ()) -> None:
        super().__init__()
        self.default: Policy | None = next(iter(rules.policies.values()), None)
        plain = [name for name in given if "=" not in name]
        for name in plain:
            self.default = policy(rules, name)
        for side, name in pairs([one for one in given if "=" in one], "--policy").items():
            self[side] = policy(rules, name)

    def __missing__(self, side: str) -> Policy:
        if self.default is None:
            raise Wrong("no-policies", side=side)
        self[side] = self.default
        return self.default

    def told(self, words: Words, sides: Iterable[str]) -> str:
        """Who plays how."""
        told = (
            say("plays", words.lang, side=words.fact(Side(side)), policy=self[side].name(words.lang), id=self[side].id)
            for side in sides
        )
        return "; ".join(told)


def policy(rules: Ruleset, name: str) -> Policy:
    if name not in rules.policies:
        raise Wrong("no-policy", name=name, known=tuple(rules.policies))
    found: Policy = rules.policies[name]
    return found


class Faces:
    """Dice that were named on the command line, in order; afterwards they are random."""

    def __init__(self, given: str | None) -> None:
        found = re.findall(r"[^\s,;]+", given or "")
        if not all(face.isdigit() for face in found):
            raise Wrong("bad-dice", given=given)
        self.left = [int(face) for face in found]

    def take(self, chance: Chance[Any]) -> list[int] | int | None:
        """The faces for these dice, if any are left."""
        if not self.left:
            return None
        number = chance.dice if isinstance(chance, ManyDice) else 1
        if len(self.left) < number:
            raise Wrong("too-few-dice", wanted=number, left=len(self.left))
        faces, self.left = self.left[:number], self.left[number:]
        return faces if isinstance(chance, ManyDice) else faces[0]


def open_scenario(name: str, readings: Iterable[str], options: Sequence[str]) -> tuple[Scenario, Any]:
    """A scenario by name or file, and its position under the law asked for."""
    found = scenario(name)
    try:
        chosen = [*found.options, *options] if options else None
        return found, found.position(pairs(readings, "--reading"), chosen)
    except ValueError as error:
        if isinstance(error, Wrong):
            raise
        raise Wrong("bad-law", problem=str(error)) from error


def throw(session: Session, faces: Faces) -> None:
    """The dice that are asked for: those that were named, else random ones."""
    chance = session.ask
    assert chance is not None
    assert not isinstance(chance, Ask)
    named = faces.take(chance)
    if named is None:
        session.roll()
        return
    try:
        session.answer(named)
    except NotAnAnswer:
        raise Wrong("bad-dice", given=named) from None


def play_on(session: Session, players: Mapping[str, Policy], faces: Faces) -> None:
    """To the end, every choice by policy."""
    for _ in range(ENOUGH):
        ask = session.ask
        if ask is None:
            return
        if isinstance(ask, Ask):
            only = forced(ask)
            session.answer(only if only is not None else players[ask.who].answer(session.rules, ask))
        else:
            throw(session, faces)
    raise Wrong("endless")


# -- answers as people type them ---------------------------------------------------------------------------------
def tokens(action: Iterable[str]) -> list[str]:
    """Answers separated by commas or spaces."""
    return [token for part in action for token in re.split(r"[\s,]+", part) if token]


def next_answer(ask: Ask, left: list[str]) -> tuple[Answer, list[str]] | None:
    """The answer that the next tokens make to this question, and the tokens after it; None if they make none."""
    size = 1 if left[0] in (DONE, BACK) or ask.options else len(ask.of)
    taken, rest = left[:size], left[size:]
    answer = answer_of(ask, taken[0] if size == 1 else taken)
    return (answer, rest) if ask.understands(answer) else None


def typed(answer: Answer) -> str:
    """An answer as one would type it."""
    return " ".join(map(typed, answer)) if isinstance(answer, tuple) else str(answer)


# -- telling -----------------------------------------------------------------------------------------------------
def words_of(session: Session, lang: Lang) -> Words:
    return Words.of(session.rules, session.state, lang)


def asked(ask: Ask | Chance[Any], words: Words) -> str:
    """Who must answer what, and by which rule."""
    title = f" {words.book[ask.rule].title(words.lang)}" if ask.rule in words.book else ""
    return f"{words.fact(Side(ask.who))} [{ask.kind}] {words.cite(ask.rule)}{title}"


def header(found: Scenario, lang: Lang) -> Iterator[str]:
    """Which scenario, with its chosen readings and options."""
    date = found.data.get("date")
    when = f" · {date[lang] if isinstance(date, Mapping) else date}" if date else ""
    yield f"{found.title(lang)} · {found.game.upper()}{when}"
    story = found.data.get("story")
    if story:
        yield str(story[lang] if isinstance(story, Mapping) else story)


def law_told(state: Any, lang: Lang) -> Iterator[str]:
    """Readings that differ from ours, and options in force."""
    law = state.law
    other = [f"{slug}={law.reading(slug)}" for slug in law.chosen]
    if other:
        yield say("readings-chosen", lang, readings=tuple(other))
    if law.options:
        yield say("options-chosen", lang, options=tuple(sorted(law.options)))
