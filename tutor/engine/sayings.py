"""What a package says to people: sentences kept as data beside the code that says them, in its `messages.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tutor.engine.speaking import Speaker
from tutor.engine.templates import template
from tutor.engine.text import Lang
from tutor.engine.told import Inline, Phrase, Phrases, plain

SLOTS = "slots"  # the one key that is no message: which kind of fact stands in a slot


@cache
def messages(package: str) -> Mapping[str, Mapping[str, str]]:
    """Every message of a package by its kind."""
    found = dict(_read(package))
    found.pop(SLOTS, None)
    return found


@cache
def _read(package: str) -> Mapping[str, Mapping[str, Any]]:
    import yaml

    file = resources.files(package).joinpath("messages.yaml")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # six times as fast, where there is a libyaml
    loaded: Mapping[str, Mapping[str, Any]] = yaml.load(file.read_text("utf-8"), loader)
    return loaded


class Plain(Speaker):
    """Tells facts as they stand in a file: nothing is `null`, truths are `true` and `false`."""

    def phrases(self, fact: Any, form: str = "") -> Phrases:
        if fact is None:
            return (Phrase("null"),)
        if isinstance(fact, bool):
            truth = str(fact)
            return (Phrase(truth.lower()),)
        return super().phrases(fact, form)

    def _series(self, parts: list[Phrases]) -> Phrases:
        """Names and words of files stand side by side."""
        found: list[Inline] = []
        for part in parts:
            found += [Phrase(", "), *part]
        after_first_comma = tuple(found[1:])
        return after_first_comma or (Phrase("–"),)


SPEAKERS: Mapping[Lang, Speaker] = {"fr": Plain("fr"), "en": Plain("en")}


@dataclass(frozen=True, slots=True)
class Sayings:
    """The messages of one package."""

    package: str

    def __call__(self, kind: str, lang: Lang, /, **facts: Any) -> str:
        """A message with its facts; the kind and the facts where there is no message."""
        told = self.phrases(kind, SPEAKERS[lang], **facts)
        return plain(told)

    def phrases(self, kind: str, speaker: Speaker, /, **facts: Any) -> Phrases:
        """The same in words that keep their facts; told by the words of a game, units and places have their names."""
        message = messages(self.package).get(kind)
        if message is None:
            return speaker.unworded(kind, facts)
        lang = speaker.lang
        made = template(message[lang], lang)
        return speaker.fill(made, facts)


@dataclass(frozen=True, slots=True)
class Either:
    """Several messages, any of which would do."""

    say: Sayings
    messages: tuple[tuple[str, Mapping[str, Any]], ...]

    def told(self, lang: Lang) -> str:
        sentences = []
        for kind, facts in self.messages:
            told = self.say(kind, lang, **facts)
            _, _, sentence = told.partition(": ")
            sentences.append(sentence)
        either = " ou " if lang == "fr" else " or "
        return either.join(dict.fromkeys(sentences))
