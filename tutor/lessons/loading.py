"""Lesson files into lessons: positions built, everything named looked up, every fault with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tutor.cases.positions import Positions, Way
from tutor.cases.script import Deed
from tutor.engine.run import Ruleset
from tutor.engine.text import Text
from tutor.files import references
from tutor.files.faults import BadFile
from tutor.files.lesson import KINDS
from tutor.files.loading import Loaded, load
from tutor.lessons.model import NOTHING, Choice, Comment, Lesson, Task
from tutor.library import Scenario, frozen

# What each kind of task cannot do without, and what else belongs to it.
NEEDS: Mapping[str, tuple[str, ...]] = {
    "show": (),
    "try": ("success", "solution"),
    "predict": (),
    "choose": ("choices",),
    "answer": ("accept",),
    "play": ("until", "solution"),
}
OWN: Mapping[str, tuple[str, ...]] = {
    "success": ("try",),
    "at": ("try",),
    "number": ("predict",),
    "odds": ("predict",),
    "near": ("predict",),
    "choices": ("choose",),
    "accept": ("answer",),
    "until": ("play",),
    "fail": ("play",),
    "others": ("play",),
    "solution": ("try", "play"),
}
ON_BOARD = ("try", "play", "predict")


def load_lesson(path: Path, name: str = "") -> Lesson:
    """The lesson of a file; raises BadFile with every fault of it."""
    return lesson_of(load(path, "lesson"), name)


def lesson_of(loaded: Loaded, name: str = "") -> Lesson:
    reader = _Reader(loaded)
    lesson = reader.lesson(name or loaded.path)
    if reader.faults or lesson is None:
        raise BadFile(reader.faults)
    return lesson


class _Reader(Positions):
    """Reads one file, collecting faults."""

    def lesson(self, name: str) -> Lesson | None:
        if self.rules is None:
            return None
        data, book = self.data, self.rules.book
        self.faults += references.rules(self.loaded, book, data["rules"], ("rules",))
        tasks = tuple(self._tasks(self.rules))
        spots = {rule: self.loaded.node.place(("rules", n)) for n, rule in enumerate(data["rules"])}
        return Lesson(
            name=name,
            rules=self.rules,
            title=Text.of(data["title"]),
            level=data.get("level", 1),
            minutes=data.get("minutes", 10),
            objectives=tuple(map(Text.of, data["objectives"])),
            about=tuple(data["rules"]),
            tasks=tasks,
            file=self.loaded.path,
            spots=spots,
        )

    def _tasks(self, rules: Ruleset) -> Iterator[Task]:
        """A task without a position goes on in that of the task before."""
        seen: set[str] = set()
        before: Scenario | None = None
        for index, data in enumerate(self.data["tasks"]):
            way: Way = ("tasks", index)
            if data["id"] in seen:
                self.fault((*way, "id"), "task-twice", id=data["id"])
            seen.add(data["id"])
            faults = len(self.faults)
            kind = self._kind(data, way)
            scenario = self._where(data, way, before)
            before = scenario or before
            self._names(rules, data, way)
            self._marked(data, way, scenario)
            deeds = tuple(self.deeds(data.get("do", ()), (*way, "do")))
            line = self._line(kind, data, way)
            if kind is not None and len(self.faults) == faults:
                yield self._task(kind, data, way, scenario, deeds, line)

    def _kind(self, data: Mapping[str, Any], way: Way) -> str | None:
        """The one kind of a task, and whether it has what it needs and nothing that belongs to another."""
        found = [kind for kind in KINDS if data.get(kind) is not None]
        if len(found) != 1:
            self.fault(way, "one-kind", kinds=KINDS, found=tuple(found))
            return None
        kind = found[0]
        for key in NEEDS[kind]:
            if data.get(key) is None:
                self.fault(way, "task-needs", task=kind, key=key)
        for key, kinds in OWN.items():
            if key in data and kind not in kinds:
                self.fault((*way, key), "not-for-task", on_key=True, key=key, task=kind, kinds=kinds)
        if kind == "predict" and ("number" in data) == ("odds" in data):
            self.fault(way, "number-or-odds")
        if kind == "choose" and sum(bool(choice.get("right")) for choice in data.get("choices", ())) != 1:
            self.fault((*way, "choices"), "one-right")
        return kind

    def _where(self, data: Mapping[str, Any], way: Way, before: Scenario | None) -> Scenario | None:
        given, changes = data.get("position"), data.get("changes", {})
        if given is not None:
            return self.scenario(given, (*way, "position"), changes, (*way, "changes"))
        if before is None:
            kind = next((kind for kind in KINDS if kind in data), "")
            if kind in ON_BOARD:
                self.fault(way, "missing", key="position")
            return None
        return self.altered(before, changes, (*way, "changes")) if changes else before

    def _marked(self, data: Mapping[str, Any], way: Way, scenario: Scenario | None) -> None:
        """What a task points at lies on its map."""
        for n, place in enumerate(data.get("mark", ())):
            if scenario is None or place not in scenario.map:
                self.fault((*way, "mark", n), "no-place-named", place=place)

    def _names(self, rules: Ruleset, data: Mapping[str, Any], way: Way) -> None:
        """Everything that a task names must exist."""
        loaded, book = self.loaded, rules.book
        self.faults += references.rules(loaded, book, data.get("rules", ()), (*way, "rules"))
        refused = data.get("success", {}).get("refused", ())
        self.faults += references.rules(loaded, book, refused, (*way, "success", "refused"))
        for n, comment in enumerate(data.get("comments", ())):
            if (comment.get("answer") is None) == (comment.get("refused") is None):
                self.fault((*way, "comments", n), "answer-or-refused")
            elif comment.get("refused") is not None:
                self.faults += references.rules(loaded, book, [comment["refused"]], (*way, "comments", n, "refused"))
        self.faults += references.readings(loaded, book, data.get("readings", {}), (*way, "readings"))
        self.faults += references.options(loaded, rules, data.get("options") or (), (*way, "options"))
        for name in _numbers(data):
            if name not in rules.numbers:
                self.fault((*way, "number"), "no-number", name=name, known=tuple(sorted(rules.numbers)))
        asked = data.get("odds")
        if asked is not None and asked["question"] not in rules.questions:
            known = tuple(sorted(rules.questions))
            self.fault((*way, "odds", "question"), "no-question", name=asked["question"], known=known)
        policies = {**data.get("others", {}), **(asked or {}).get("policies", {})}
        for side, policy in policies.items():
            if policy not in rules.policies:
                known = tuple(sorted(rules.policies))
                self.fault((*way, "others", side), "no-policy", name=policy, known=known)

    def _line(self, kind: str | None, data: Mapping[str, Any], way: Way) -> tuple[Deed, ...]:
        """How a game is played to its goal."""
        if kind != "play" or "solution" not in data:
            return ()
        solution = data["solution"]
        if not isinstance(solution, (list, tuple)) or not all(isinstance(line, Mapping) for line in solution):
            self.fault((*way, "solution"), "expects-line")
            return ()
        return tuple(self.deeds(solution, (*way, "solution")))

    def _task(
        self,
        kind: str,
        data: Mapping[str, Any],
        way: Way,
        scenario: Scenario | None,
        deeds: tuple[Deed, ...],
        line: tuple[Deed, ...],
    ) -> Task:
        success = data.get("success", {})
        question = next(((key, data[key]) for key in ("number", "odds") if data.get(key) is not None), None)
        return Task(
            id=data["id"],
            kind=kind,
            goal=Text.of(data[kind]),
            scenario=scenario,
            deeds=deeds,
            readings=data.get("readings", {}),
            options=None if data.get("options") is None else tuple(data["options"]),
            mark=tuple(data.get("mark", ())),
            rules=tuple(data.get("rules", ())),
            at=data.get("at"),
            refused=tuple(success.get("refused", ())),
            answers=frozen(success.get("answers", ())),
            question=question,
            near=data.get("near", 0),
            choices=tuple(map(_choice, data.get("choices", ()))),
            accept=tuple(data.get("accept", ())),
            until=data.get("until", {}),
            fail=data.get("fail", {}),
            others=data.get("others", {}),
            seed=data.get("seed", 1916),
            solution=data.get("solution"),
            line=line,
            comments=tuple(map(_comment, data.get("comments", ()))),
            otherwise=Text.of(data["otherwise"]) if "otherwise" in data else NOTHING,
            hints=tuple(map(Text.of, data.get("hints", ()))),
            note=Text.of(data["note"]) if "note" in data else NOTHING,
            spot=self.loaded.node.place(way),
        )


def _choice(data: Mapping[str, Any]) -> Choice:
    return Choice(Text.of(data["text"]), Text.of(data["because"]), bool(data.get("right")))


def _comment(data: Mapping[str, Any]) -> Comment:
    return Comment(Text.of(data["text"]), data.get("answer"), data.get("refused"))


def _numbers(data: Mapping[str, Any]) -> Iterator[str]:
    number = data.get("number")
    if number is not None:
        yield number if isinstance(number, str) else next(iter(number))
