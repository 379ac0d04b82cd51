"""Playing on from the terminal: named policies, given or seeded dice, and everything told in words."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tutor.cli import naming
from tutor.cli.base import Wrong, pairs, say
from tutor.engine.ask import Answer, Ask, Chance, ManyDice, NotAnAnswer, Total
from tutor.engine.check import Verdict
from tutor.engine.facts import Place, Side
from tutor.engine.law import Law
from tutor.engine.nouns import Noun
from tutor.engine.play import Session, forced
from tutor.engine.policy import Policy
from tutor.engine.run import Ruleset
from tutor.engine.telling import question
from tutor.engine.text import Lang
from tutor.engine.told import plain
from tutor.engine.words import Words, messages
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
        """Who plays how; once, where all play alike."""
        ways: dict[str, list[str]] = {}
        for side in sides:
            ways.setdefault(self[side].id, []).append(side)
        told = (
            say(
                "plays",
                words.lang,
                sides=words.fact(tuple(map(Side, alike))),
                policy=self[alike[0]].name(words.lang),
                id=id,
            )
            for id, alike in ways.items()
        )
        return (" ; " if words.lang == "fr" else "; ").join(told)


def policy(rules: Ruleset, name: str) -> Policy:
    if name not in rules.policies:
        raise Wrong("no-policy", name=name, known=tuple(rules.policies))
    found: Policy = rules.policies[name]
    return found


class Faces:
    """Dice that were named on the command line, in order; afterwards they are random."""

    def __init__(self, given: str | None) -> None:
        found = re.findall(r"[^\s,;]+", given or "")
        for face in found:
            if not (face.isascii() and face.isdigit() and int(face)):
                raise Wrong("bad-dice", given=face)
        self.left = [int(face) for face in found]

    def take(self, chance: Chance[Any]) -> list[int]:
        """What is left for these dice: the faces one by one, or a sum alone; nothing where no die is left."""
        sides, number = getattr(chance, "sides", 6), 1
        if isinstance(chance, ManyDice) or (isinstance(chance, Total) and len(self.left) > 1 and self.left[0] <= sides):
            number = chance.dice
        taken, self.left = self.left[:number], self.left[number:]
        most = sides * chance.dice if isinstance(chance, Total) and number == 1 else sides
        least = chance.dice if isinstance(chance, Total) and number == 1 else 1
        for face in taken:
            if not least <= face <= most:
                raise Wrong("bad-face", given=face, least=least, most=most)
        return taken


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
    """The dice that are asked for: those that were named, and chance for the others."""
    chance = session.ask
    assert chance is not None
    assert not isinstance(chance, Ask)
    named = faces.take(chance)
    if not named:
        session.roll()
        return
    if isinstance(chance, ManyDice):
        rng = session.rng = session.rng or random.Random()
        named += [rng.randint(1, chance.sides) for _ in range(chance.dice - len(named))]
    try:
        session.answer(named if isinstance(chance, ManyDice) or len(named) > 1 else named[0])
    except NotAnAnswer:
        raise Wrong("bad-dice", given=", ".join(map(str, named))) from None


def play_on(session: Session, players: Mapping[str, Policy], faces: Faces, to_end: bool) -> None:
    """To the end, every choice by policy; or no further than where somebody has to choose."""
    for _ in range(ENOUGH):
        ask = session.ask
        if ask is None:
            return
        if isinstance(ask, Ask):
            only = forced(ask)
            if only is None and not to_end:
                return
            session.answer(only if only is not None else players[ask.who].answer(session.rules, ask))
        else:
            throw(session, faces)
    raise Wrong("endless")


# -- answers as people type them ---------------------------------------------------------------------------------
def tokens(action: Iterable[str]) -> list[str]:
    """Answers separated by commas or spaces."""
    return [token for part in action for token in re.split(r"[\s,]+", part) if token]


def given(
    session: Session, left: list[str], throw: Callable[[Ask | Chance[Any]], None], lang: Lang
) -> Iterator[tuple[Ask, Verdict]]:
    """Gives the answers one by one, each told with its verdict before it is given; the first refused is the last.

    A question that an answer was not meant for is passed over, if it has but one legal answer.
    """
    while left:
        ask = session.ask
        if ask is None:
            raise Wrong("over-already", left=" ".join(left))
        if not isinstance(ask, Ask):
            throw(ask)
            continue
        made = naming.Answering(session.rules, ask, left, lang).answer()
        if made is None:
            _pass_over(session, ask, left, lang)
            continue
        answer, left = made
        verdict = ask.verdict(answer)
        yield ask, verdict
        if not verdict.legal:
            return
        session.answer(answer)


def _pass_over(session: Session, ask: Ask, left: list[str], lang: Lang) -> None:
    only = forced(ask)
    if only is None:
        words = words_of(session, lang)
        some = (told_and_typed(ask, answer, words) for answer, _ in zip(ask.legal(), range(8), strict=False))
        raise Wrong("not-an-answer", given=left[0], asked=asked(ask, words), some=tuple(some))
    session.answer(only)


def told_and_typed(ask: Ask, answer: Answer, words: Words, gap: str = " ") -> str:
    """An answer in words, with what one may type for it where that is something else."""
    fact, as_typed = ask.fact(answer), typed(answer)
    told = words.fact(fact)
    nameless = isinstance(fact, Place) and told.endswith(f" {as_typed}")  # HEX 1413: its number is its name
    return told if told == as_typed or nameless or f"({as_typed})" in told else f"{told}{gap}({as_typed})"


def typed(answer: Answer) -> str:
    """An answer as one would type it."""
    return " ".join(map(typed, answer)) if isinstance(answer, tuple) else str(answer)


# -- telling -----------------------------------------------------------------------------------------------------
def words_of(session: Session, lang: Lang) -> Words:
    return Words.of(session.rules, session.state, lang)


def asked(ask: Ask | Chance[Any], words: Words) -> str:
    """What is asked, of whom and by which rule."""
    return f"{plain(question(ask, words))} [{words.cite(ask.rule)}]"


def header(found: Scenario, lang: Lang) -> Iterator[str]:
    """Which scenario, with its chosen readings and options."""
    date = found.data.get("date")
    when = f" · {date[lang] if isinstance(date, Mapping) else date}" if date else ""
    yield f"{found.title(lang)} · {found.game.upper()}{when}"
    story = found.data.get("story")
    if story:
        yield str(story[lang] if isinstance(story, Mapping) else story)


def law_told(state: Any, lang: Lang) -> Iterator[str]:
    """Readings that differ from ours, and special rules that were agreed on; the others follow from the position."""
    law = state.law
    other = [f"{slug}={law.reading(slug)}" for slug in law.chosen]
    if other:
        yield say("readings-chosen", lang, readings=tuple(other))
    if law.agreed:
        yield say("options-chosen", lang, options=tuple(_option(law, one, lang) for one in sorted(law.agreed)))


def _option(law: Law, option: str, lang: Lang) -> str:
    """A special rule by its name, or by the title of the clause that it brings; with what one types for it."""
    name = messages(law.book)["nouns"].get(f"option.{option}")
    if name is not None:
        return f"{Noun.of(name).bare(lang)} ({option})"
    rule = next(one.rule for one in law.amendments.all if one.option == option)
    return f"{law.book[rule].title(lang)} ({option})"
