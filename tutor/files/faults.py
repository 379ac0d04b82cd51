"""What is wrong with a file: where, and what was expected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tutor.engine.sayings import Either, Sayings
from tutor.engine.text import Lang, language

say = Sayings("tutor.files")


class Mark(NamedTuple):
    """Line and column, both from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. `kind` is a message of messages.yaml, told with `facts`."""

    path: str
    mark: Mark
    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def told(self, lang: Lang) -> str:
        """`path:line:column: what was expected`."""
        return f"{self.path}:{self.mark.line}:{self.mark.column}: {say(self.kind, lang, **self.facts)}"


def either(messages: Iterable[tuple[str, Mapping[str, Any]]]) -> Either:
    """A fact that says what else would have done."""
    return Either(say, tuple(messages))


class BadFile(ValueError):
    """A file with faults: nothing of it is loaded."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.path, fault.mark)))
        super().__init__("\n".join(fault.told(language()) for fault in self.faults))

    def told(self, lang: Lang) -> list[str]:
        return [fault.told(lang) for fault in self.faults]
