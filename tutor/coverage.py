"""Which rules the cases reach, and how far: run here and now, by game and chapter, over the clauses of kind `rule`.

A rule is *executable* when a check, a ledger line, a step or something told that cites it really ran; *allowed*
when a case asserts something legal, a number or an outcome by it; *refusable* when the digest says that it can
forbid; *refused* when it was the objection in an asserted verdict; *decisive* when an asserted answer becomes
another without it (the honest number); *taught* when a task of a lesson is about it. What the booklet lets one
play alone is counted apart as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor import library, rulesets
from tutor.cases import Case, Result, load_cases, rests_on, run
from tutor.engine.frames import frame
from tutor.engine.rulebook import chapter_of
from tutor.files.nodes import read

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS = ("rules", "executable", "allowed", "refusable", "refused", "decisive", "taught")
Progress = Callable[[int, int], None]


@dataclass
class Reached:
    """The ids of one game that cases reach, by how far."""

    game: str
    rules: frozenset[str]
    refusable: frozenset[str]
    executable: set[str] = field(default_factory=set)
    allowed: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    decisive: set[str] | None = field(default_factory=set)
    taught: set[str] = field(default_factory=set)
    results: list[Result] = field(default_factory=list)

    @classmethod
    def of(cls, game: str) -> Reached:
        clauses = [rule for rule in rulesets.book(game) if rule.kind == "rule"]
        refusable = frozenset(rule.id for rule in clauses if "forbids" in rule.effects)
        return cls(game, frozenset(rule.id for rule in clauses), refusable)

    def count(self, chapter: str | None = None, only: Collection[str] | None = None) -> dict[str, int | None]:
        """The figures of the game, of one chapter, or of some rules only."""
        within = {rule for rule in self.rules if chapter in (None, chapter_of(rule))}
        if only is not None:
            within.intersection_update(only)
        sets: Mapping[str, Iterable[str] | None] = {column: getattr(self, column) for column in COLUMNS}
        return {column: None if ids is None else len(within.intersection(ids)) for column, ids in sets.items()}

    @property
    def chapters(self) -> tuple[str, ...]:
        """The chapters that have rules, in the booklet's order."""
        return tuple(dict.fromkeys(chapter_of(rule.id) for rule in rulesets.book(self.game) if rule.id in self.rules))

    @property
    def undecided(self) -> tuple[str, ...]:
        """The rules that run in some case and decide none, in the booklet's order."""
        decisive = self.executable if self.decisive is None else self.decisive
        idle = self.rules & self.executable - decisive
        return tuple(rule.id for rule in rulesets.book(self.game) if rule.id in idle)

    def frame(self) -> DataFrame:
        """A row a chapter."""
        rows = ({"game": self.game, "chapter": chapter, **self.count(chapter)} for chapter in self.chapters)
        return frame(rows, ("game", "chapter", *COLUMNS))

    def data(self, chapters: Iterable[str] | None = None) -> dict[str, Any]:
        """As `tutor coverage --json` prints it."""
        shown = self.chapters if chapters is None else [one for one in self.chapters if one in set(chapters)]
        alone = {part.id: self.count(only=part.rules) for part in rulesets.book(self.game).alone}
        return {**self.count(), "chapters": {chapter: self.count(chapter) for chapter in shown}, "alone": alone}


def files(folder: Path | None = None) -> tuple[Path, ...]:
    """The case files of the source tree."""
    root = folder or library.shipped("tests") / "cases"
    return tuple(sorted(root.rglob("*.yaml")))


def coverage(
    paths: Iterable[Path],
    games: Iterable[str] | None = None,
    decisive: bool = True,
    progress: Progress = lambda done, all: None,
) -> dict[str, Reached]:
    """Run the cases of some games and say what they reach; raises BadFile."""
    found = {game: Reached.of(game) for game in games or rulesets.games()}
    for case in (case for path in paths for case in load_cases(path)):
        if case.game in found:
            _enter(found[case.game], run(case))
    for reached in found.values():
        reached.taught.update(_taught(reached.game))
    if decisive:
        _find_decisive(found.values(), progress)
    else:
        for reached in found.values():
            reached.decisive = None
    return found


def _enter(reached: Reached, result: Result) -> None:
    """A case that fails shows nothing but that its rules ran."""
    reached.results.append(result)
    reached.executable.update(result.cited)
    if result.found is None or not result.passed:
        return
    named = set(result.case.rules)
    refused = result.found.refused | {rule for deed in result.case.deeds for rule in deed.despite}
    reached.refused.update(named & refused)
    reached.allowed.update(result.found.allowed)
    if result.found.answer is not False:
        reached.allowed.update(named - refused)


def _find_decisive(all: Iterable[Reached], progress: Progress) -> None:
    work = [(reached, rule) for reached in all for rule in sorted(reached.executable & reached.rules)]
    for done, (reached, rule) in enumerate(work):
        progress(done, len(work))
        if any(rests_on(case, rule) for case in _citing(reached, rule)):
            assert reached.decisive is not None
            reached.decisive.add(rule)
    progress(len(work), len(work))


def _citing(reached: Reached, rule: str) -> Iterator[Case]:
    """The cases that cite a rule: first those that name it, then the quick ones."""
    citing = [result for result in reached.results if result.passed and rule in result.cited]
    citing.sort(key=lambda result: (rule not in result.case.rules, result.seconds))
    return (result.case for result in citing)


def _taught(game: str) -> Iterator[str]:
    """The rules that the tasks of the game's lessons name, or want somebody refused by."""
    for path in sorted((rulesets.folder(game) / "lessons").glob("*.yaml")):
        for task in read(path.read_text("utf-8"), str(path))[0].plain().get("tasks", ()):
            refused = (task.get("success") or {}).get("refused", ())
            yield from map(str, (*task.get("rules", ()), *(refused if isinstance(refused, list) else ())))
