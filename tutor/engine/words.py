"""Words for what the engine found: templates by message kind, facts by their type.

Rules code holds no sentence. A template gets its facts from the node it tells and from nowhere else, and
never glues strings: `{unit:the}`, `{n:count step}`, `{place:of}` (`templates`). A missing message shows its key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from tutor.engine.ask import Volley
from tutor.engine.facts import Cell, Chosen, Cited, Code, Dice, Facts, Odds, Place, Side, Term, Unit, Way
from tutor.engine.ledger import Line
from tutor.engine.nouns import Noun, number, signed
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Ruleset
from tutor.engine.speaking import Speaker, capital
from tutor.engine.templates import template
from tutor.engine.text import Lang, Text
from tutor.engine.told import Cite, Dagger, Inline, Phrase, Phrases, plain

PARTS = ("messages", "nouns", "codes", "outcomes")


@dataclass(frozen=True)
class Words(Speaker):
    """What one game says in one language.

    `names` gives the noun of a piece, place or side of the position that is told; `naming` makes it for any
    position, since in a trace a name may change with what happens.
    """

    book: Rulebook
    lang: Lang
    names: Callable[[Unit | Place | Side], Noun | None] = lambda thing: None
    naming: Callable[[Any], Callable[[Any], Noun | None]] | None = None

    @classmethod
    def of(cls, rules: Ruleset, state: Any, lang: Lang) -> Words:
        """The words for a position of a game and for what leads to it and from it."""
        names = rules.names(state)
        return cls(rules.book, lang, names, rules.names)

    def at(self, state: Any) -> Words:
        """The same words for another position."""
        if self.naming is None or state is None:
            return self
        names = self.naming(state)
        return replace(self, names=names)

    # -- facts --------------------------------------------------------------------------------------------------
    def noun_of(self, fact: Any) -> Noun | None:
        if isinstance(fact, (Unit, Place, Side)):
            return self.names(fact) or Noun.of(fact.id)
        if isinstance(fact, Term):
            return self.noun(fact.key)
        return super().noun_of(fact)

    def noun(self, key: str) -> Noun:
        nouns = self._messages["nouns"]
        data = nouns.get(key, key)
        return Noun.of(data)

    def phrases(self, fact: Any, form: str = "") -> Phrases:
        """One fact in words that keep it.

        Forms of nouns: `the`, `a`, `of`, `to`, `many`, `e` (the ending of a French participle); of numbers: `signed`;
        of codes: `words`.
        """
        match fact:
            case Odds():
                between = " contre " if self.lang == "fr" else " to "
                strengths = (fact.attacker, fact.defender)
                told = between.join(number(strength, self.lang) for strength in strengths)
                return (Phrase(told, fact),)
            case Cited():
                return (self.citation(fact.rule),)
            case Chosen():
                option = self.option(fact.reading, fact.option)
                return (Phrase(option, fact),)
            case Code():
                return self._code(fact.table, fact.value, fact, form)
            case Cell():
                code = self._code(fact.table, fact.value, fact, form)
                return (*code, Phrase(" "), Dagger("†", fact.table)) if fact.stand_in else code
            case Dice():
                faces = " ".join(map(str, fact.faces))
                return (Phrase(faces, fact),)
            case Volley():
                return (Phrase(self._volley(fact), fact),)
            case Way():
                return self._way(fact, form)
            case str():
                return (Phrase("" if form == "e" else self._figure(fact)),)
            case _:
                return super().phrases(fact, form)

    def _way(self, way: Way, form: str) -> Phrases:
        """`a → b → c`."""
        found: list[Inline] = []
        for n, one in enumerate(way):
            if n:
                found.append(Phrase(" → "))
            found += self.phrases(one, form)
        return tuple(found)

    def _code(self, table: str, value: str, fact: Any, form: str) -> Phrases:
        """A code as it is printed, and what it means where the rulebook has words for it."""
        of_table = self._messages["codes"].get(table, {})
        meaning = Text.of(of_table.get(value))
        meant = meaning(self.lang)
        if meant and form == "words":
            return (Phrase(meant, fact),)
        printed = Phrase(self._figure(value), fact)
        if not meant:
            return (printed,)
        return (printed, Phrase(f" ({meant})"))

    def _figure(self, code: str) -> str:
        """A column label gets the decimal comma and a minus sign; other codes stand as printed."""
        if re.fullmatch(r"-\d+", code):
            return code.replace("-", "−")
        if self.lang == "fr" and re.fullmatch(r"[\d./]+", code):
            return code.replace(".", ",")
        return code

    def _volley(self, volley: Volley) -> str:
        if not volley.faces:
            return str(volley.total)
        told = []
        groups = zip(volley.faces, volley.struck, volley.needed, strict=True)
        for (tag, faces), struck, up_to in groups:
            if faces:
                shown = _ticked(faces, struck)
                told.append(self._group(tag, shown, up_to))
        return " · ".join(told)

    def _group(self, tag: str, shown: str, up_to: int) -> str:
        """Some dice of one kind: up to which face they hit, and what they show."""
        dice = self.noun(tag)
        kind = _needs(up_to)
        needed = self.sentence(kind, {"n": up_to}, head=False)
        return f"{dice.bare(self.lang)} ({plain(needed)}) {shown}"

    # -- citations ----------------------------------------------------------------------------------------------
    def cite(self, rule: str) -> str:
        """A rule id as the booklet prints it."""
        if rule in self.book:
            return self.book[rule].cited
        game = self.book.game
        return f"{game.upper()} {rule}?"

    def citation(self, rule: str) -> Cite:
        """A rule that is cited, with its title and gist."""
        lang, book = self.lang, self.book
        if rule not in book:
            return Cite(f"{book.game}:{rule}", self.cite(rule))
        found = book[rule]
        title, gist = found.title(lang), found.gist(lang)
        where = self.sentence("told.lines", {"lines": found.lines}, head=False)
        return Cite(found.ref, found.cited, title, gist, plain(where))

    def option(self, slug: str, option: str) -> str:
        """One way to read what the booklet leaves open."""
        options = self.book.readings[slug]["options"]
        meant = Text.of(options[option])
        return meant(self.lang)

    # -- sentences ----------------------------------------------------------------------------------------------
    def say(self, kind: str, facts: Facts, ok: bool | None = None) -> str:
        """A message with its facts, as plain text."""
        told = self.sentence(kind, facts, ok)
        return plain(told)

    def sentence(self, kind: str, facts: Facts, ok: bool | None = None, head: bool = True) -> Phrases:
        """A message with its facts; the key and the facts where there is no message."""
        message = self._messages["messages"].get(kind)
        if message is None:
            return self.unworded(kind, facts)
        if ok and "ok" in message:
            message = message["ok"]
        made = template(message[self.lang], self.lang)
        phrases = self.fill(made, facts)
        if not head:
            return phrases
        return capital(phrases)

    def knows(self, kind: str) -> bool:
        """Whether there is a message of this kind."""
        return kind in self._messages["messages"]

    def outcomes(self, choice: str) -> tuple[str, ...]:
        """The messages that say all that a choice says, when they follow it."""
        outcomes = self._messages["outcomes"]
        return tuple(outcomes.get(choice, ()))

    def amount(self, line: Line) -> str:
        """`+2`, `× ½`, `≤ 4`, `⌊⌋`: what a line does to the number."""
        if line.op == "+":
            return signed(line.number, self.lang)
        if line.op in ("⌊⌋", "⌈⌉", "≈"):
            return line.op
        amount = number(line.number, self.lang)
        return f"{line.op} {amount}"

    @property
    def _messages(self) -> Mapping[str, Mapping[str, Any]]:
        return messages(self.book)


def _ticked(faces: tuple[int, ...], struck: tuple[bool, ...]) -> str:
    """The faces of dice, with a tick at those that hit."""
    shown = []
    for face, hit in zip(faces, struck, strict=True):
        tick = "✓" if hit else ""
        shown.append(f"{face}{tick}")
    return " ".join(shown)


def _needs(up_to: int) -> str:
    """The message that says up to which face dice hit."""
    if up_to > 1:
        return "told.needs"
    return "told.needs-one" if up_to == 1 else "told.needs-ones"


@cache
def engine_messages() -> Mapping[str, Any]:
    import yaml

    text = Path(__file__).with_name("messages.yaml").read_text("utf-8")
    loaded: Mapping[str, Any] = yaml.safe_load(text)
    return loaded


@cache
def messages(book: Rulebook) -> Mapping[str, Mapping[str, Any]]:
    """The engine's messages, nouns and codes with the rule set's own; which choices are told by what comes of them."""
    found = {}
    common, special = engine_messages(), book.data.get("words", {})
    for part in PARTS:
        found[part] = {**common.get(part, {}), **special.get(part, {})}
    return found
