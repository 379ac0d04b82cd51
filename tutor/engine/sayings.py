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
from tutor.engine.told import Phrase, Phrases, plain

SLOTS = "slots"  # the one key that is no message: which kind of fact stands in a slot


@cache
def messages(package: str) -> Mapping[str, Mapping[str, str]]:
    """Every message of a package by its kind."""
    return {kind: message for kind, message in _read(package).items() if kind != SLOTS}


@cache
def _read(package: str) -> Mapping[str, Mapping[str, Any]]:
    import yaml

    text = resources.files(package).joinpath("messages.yaml").read_text("utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # six times as fast, where there is a libyaml
    loaded: Mapping[str, Mapping[str, Any]] = yaml.load(text, loader)
    return loaded


class Plain(Speaker):
    """Tells facts as they stand in a file: nothing is `null`, truths are `true` and `false`."""

    def phrases(self, fact: Any, form: str = "") -> Phrases:
        if fact is None:
            return (Phrase("null"),)
        if isinstance(fact, bool):
            return (Phrase(str(fact).lower()),)
        return super().phrases(fact, form)

    def _series(self, parts: list[Phrases]) -> Phrases:
        """Names and words of files stand side by side."""
        found = [one for part in parts for one in (Phrase(", "), *part)][1:]
        return tuple(found) or (Phrase("–"),)


SPEAKERS: Mapping[Lang, Speaker] = {"fr": Plain("fr"), "en": Plain("en")}


@dataclass(frozen=True, slots=True)
class Sayings:
    """The messages of one package."""

    package: str

    def __call__(self, kind: str, lang: Lang, /, **facts: Any) -> str:
        """A message with its facts; the kind and the facts where there is no message."""
        return plain(self.phrases(kind, SPEAKERS[lang], **facts))

    def phrases(self, kind: str, speaker: Speaker, /, **facts: Any) -> Phrases:
        """The same in words that keep their facts; told by the words of a game, units and places have their names."""
        message = messages(self.package).get(kind)
        if message is None:
            told = ", ".join(f"{key} {speaker.fact(value)}" for key, value in facts.items())
            return (Phrase(f"{kind}: {told}"),)
        made = template(message[speaker.lang], speaker.lang)
        return speaker.fill(made, facts)


@dataclass(frozen=True, slots=True)
class Either:
    """Several messages, any of which would do."""

    say: Sayings
    messages: tuple[tuple[str, Mapping[str, Any]], ...]

    def told(self, lang: Lang) -> str:
        sentences = []
        for kind, facts in self.messages:
            _, _, sentence = self.say(kind, lang, **facts).partition(": ")
            sentences.append(sentence)
        either = " ou " if lang == "fr" else " or "
        return either.join(dict.fromkeys(sentences))
