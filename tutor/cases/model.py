"""A case that can be run, and what running it found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tutor.cases.script import Deed
from tutor.engine.play import Session
from tutor.engine.run import Ruleset
from tutor.engine.text import Text
from tutor.files.faults import Mark
from tutor.library import Scenario

NOWHERE = Mark(1, 1)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A position, what is done there, one question, the answer, and the rules that decide."""

    id: str
    scenario: Scenario
    question: str
    argument: Any
    expect: Any
    rules: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    never: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] | None = None
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    title: Text = field(default_factory=lambda: Text("", ""))
    source: str = ""
    note: Text = field(default_factory=lambda: Text("", ""))
    file: str = ""
    mark: Mark = NOWHERE

    @property
    def game(self) -> str:
        return self.scenario.game

    @property
    def ruleset(self) -> Ruleset:
        return self.scenario.rules


@dataclass(frozen=True)
class Found:
    """An answer that was found, the rules that decide it, and those that refused or allowed something in it.

    `shown` is what a reader who doubts it should see: the verdict, the ledger.
    """

    answer: Any
    decide: frozenset[str]
    refused: frozenset[str] = frozenset()
    allowed: frozenset[str] = frozenset()
    cited: frozenset[str] = frozenset()
    shown: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Difference:
    """One way in which what was found is not what was expected."""

    kind: str
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Result:
    """A case that was run. `cited` is every rule that really ran in it, `play` stands where it ended."""

    case: Case
    differences: tuple[Difference, ...]
    found: Found | None = None
    state: Any = None
    cited: frozenset[str] = frozenset()
    seconds: float = 0.0
    play: Session | None = field(default=None, compare=False, repr=False)

    @property
    def passed(self) -> bool:
        return not self.differences
