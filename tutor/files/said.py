"""Sentences for people, kept as data beside the code that says them: `messages.yaml` of a package."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tutor.engine.nouns import Noun
from tutor.engine.text import Lang

_SLOT = re.compile(r"\{(\w+)(?::count ([^|{}]+)\|([^|{}]+))?\}")


@cache
def messages(package: str) -> Mapping[str, Mapping[str, str]]:
    import yaml

    text = resources.files(package).joinpath("messages.yaml").read_text("utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # six times as fast, where there is a libyaml
    loaded: Mapping[str, Mapping[str, str]] = yaml.load(text, loader)
    return loaded


@dataclass(frozen=True, slots=True)
class Sayings:
    """The messages of one package. Beside `{fact}` a slot may be `{fact:count division|divisions}`."""

    package: str

    def __call__(self, kind: str, lang: Lang, /, **facts: Any) -> str:
        """A message with its facts; the kind and the facts where there is no message."""
        message = messages(self.package).get(kind)
        if message is None:
            return f"{kind}: " + ", ".join(f"{key} {shown(value, lang)}" for key, value in facts.items())
        return _SLOT.sub(lambda slot: _filled(slot, facts, lang), message[lang])


@dataclass(frozen=True, slots=True)
class Either:
    """Several messages, any of which would do."""

    say: Sayings
    messages: tuple[tuple[str, Mapping[str, Any]], ...]

    def told(self, lang: Lang) -> str:
        told = (self.say(kind, lang, **facts).partition(": ")[2] for kind, facts in self.messages)
        return (" ou " if lang == "fr" else " or ").join(dict.fromkeys(told))


def _filled(slot: re.Match[str], facts: Mapping[str, Any], lang: Lang) -> str:
    name, one, many = slot.groups()
    if name in facts and one:
        return Noun(one, one, many, many).count(facts[name], lang)
    return shown(facts.get(name, slot.group()), lang)


def shown(value: Any, lang: Lang) -> str:
    """A fact as a person reads it."""
    if hasattr(value, "told"):
        return str(value.told(lang))
    if isinstance(value, (list, tuple, set, frozenset)):
        return ", ".join(shown(one, lang) for one in value) if value else "–"
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
