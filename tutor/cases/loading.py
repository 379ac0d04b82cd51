"""Case files into cases: positions built, variants opened, everything named looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from tutor import library
from tutor.cases.comparing import read_amount
from tutor.cases.model import Case
from tutor.cases.paths import NoPath, changed
from tutor.cases.script import Deed
from tutor.engine.run import Ruleset
from tutor.engine.text import Text
from tutor.files import references
from tutor.files.case import EXPECTED, QUESTIONS
from tutor.files.faults import BadFile, Fault
from tutor.files.loading import Loaded, load, scenario_data
from tutor.files.nodes import Node
from tutor.files.scenario import Situation
from tutor.library import NotInLibrary, Scenario

Way = tuple[object, ...]


def load_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a file; raises BadFile with every fault of it."""
    return cases_of(load(path, "case"))


def cases_of(loaded: Loaded) -> tuple[Case, ...]:
    reader = _Reader(loaded)
    cases = tuple(reader.cases())
    if reader.faults:
        raise BadFile(reader.faults)
    return cases


@dataclass(frozen=True, slots=True)
class _Entry:
    """A case or a variant as written, and where each of its keys stands."""

    data: Mapping[str, Any]
    ways: tuple[Way, ...]

    def way(self, loaded: Loaded, key: str) -> Way:
        """To a key: in the variant if it has it, else in the case."""
        for way in self.ways:
            if loaded.node.at(way).child(key) is not None:
                return (*way, key)
        return self.ways[0]


class _Reader:
    """Reads one file, collecting faults."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded, self.data = loaded, loaded.data
        self.faults: list[Fault] = []
        self.game: str = self.data["game"]
        rules = references.playable(loaded, self.game)
        self.rules: Ruleset | None = rules if isinstance(rules, Ruleset) else None
        if isinstance(rules, Fault):
            self.faults.append(rules)
        self.named: dict[str, Scenario | None] = {}

    def cases(self) -> Iterator[Case]:
        if self.rules is None:
            return
        seen: set[str] = set()
        for index, data in enumerate(self.data["cases"]):
            way: Way = ("cases", index)
            if data["id"] in seen:
                self._fault((*way, "id"), "case-twice", id=data["id"])
            seen.add(data["id"])
            for entry, id in _entries(data, way):
                case = self._case(self.rules, entry, id)
                if case is not None:
                    yield case

    def _case(self, rules: Ruleset, entry: _Entry, id: str) -> Case | None:
        data, before = entry.data, len(self.faults)
        asked = [question for question in QUESTIONS if data.get(question) is not None]
        if len(asked) != 1:
            self._fault(entry.ways[0], "one-question", questions=QUESTIONS, found=tuple(asked))
            return None
        self._expectation(entry, asked[0])
        self._names(rules, entry, asked[0])
        deeds = tuple(self._deeds(entry))
        scenario = self._scenario(entry)
        if scenario is None or len(self.faults) > before:
            return None
        argument = data[asked[0]]
        source = data.get("source") or ""
        return Case(
            id,
            scenario,
            asked[0],
            argument,
            data["expect"],
            tuple(data.get("rules", ())),
            deeds,
            tuple(data.get("never", ())),
            data.get("readings", {}),
            None if data.get("options") is None else tuple(data["options"]),
            Text.of(data.get("title")),
            source if isinstance(source, str) else " ".join(str(part) for part in source.values()),
            Text.of(data.get("note")),
            self.loaded.path,
            self.loaded.node.place(entry.ways[0]),
        )

    # -- the question and what it names --------------------------------------------------------------------
    def _expectation(self, entry: _Entry, question: str) -> None:
        if "expect" not in entry.data:
            self._fault(entry.ways[0], "missing", key="expect")
            return
        way = entry.way(self.loaded, "expect")
        try:
            TypeAdapter(EXPECTED[question]).validate_python(entry.data["expect"])
        except ValidationError:
            self._fault(way, f"expect-{question}")
            return
        if question == "number" and isinstance(entry.data["expect"], Mapping):
            for index, line in enumerate(entry.data["expect"].get("lines", ())):
                for amount in line.values():
                    try:
                        read_amount(amount)
                    except (ValueError, ZeroDivisionError):
                        self._fault((*way, "lines", index), "amount", amount=amount)

    def _names(self, rules: Ruleset, entry: _Entry, question: str) -> None:
        data, loaded = entry.data, self.loaded
        for part in ("rules", "readings", "options"):
            way = entry.way(loaded, part)
            if part == "rules":
                self.faults += references.rules(loaded, rules.book, data.get(part, ()), way)
            elif part == "readings":
                self.faults += references.readings(loaded, rules.book, data.get(part, {}), way)
            else:
                self.faults += references.options(loaded, rules, data.get(part) or (), way)
        known: Mapping[str, Mapping[str, Any]] = {
            "number": rules.numbers,
            "cell": rules.book.tables,
            "question": rules.questions,
            "policy": rules.policies,
        }
        for what, name, way in _named(entry, question, loaded):
            if name not in known[what]:
                self._fault(way, f"no-{what}", name=name, known=tuple(sorted(known[what])))

    def _deeds(self, entry: _Entry) -> Iterator[Deed]:
        for index, data in enumerate(entry.data.get("do", ())):
            deed = Deed.of(data)
            if deed is None:
                self._fault((*entry.way(self.loaded, "do"), index), "one-answer")
            else:
                yield deed

    # -- the position --------------------------------------------------------------------------------------
    def _scenario(self, entry: _Entry) -> Scenario | None:
        way = entry.way(self.loaded, "position")
        given = entry.data.get("position")
        if given is None:
            self._fault(entry.ways[0], "missing", key="position")
            return None
        base = self._position(given, way)
        changes = entry.data.get("changes", {})
        return self._changed(base, changes, entry.way(self.loaded, "changes")) if base and changes else base

    def _position(self, given: Any, way: Way) -> Scenario | None:
        if isinstance(given, str):
            if given in self.data.get("positions", {}):
                if given not in self.named:
                    self.named[given] = None
                    self.named[given] = self._position(self.data["positions"][given], ("positions", given))
                return self.named[given]
            return self._of_library(given, way)
        base: Scenario | None = None
        if ("data" in given) == ("scenario" in given):
            self._fault(way, "scenario-or-data")
        elif "data" in given:
            base = self._in_place(given["data"], (*way, "data"))
        else:
            base = self._position(given["scenario"], (*way, "scenario"))
        changes = given.get("changes", {})
        return self._changed(base, changes, (*way, "changes")) if base and changes else base

    def _of_library(self, name: str, way: Way) -> Scenario | None:
        try:
            return library.scenario(library.find(name, self.game))
        except NotInLibrary as missing:
            self._fault(way, "no-scenario", scenario=name, near=missing.near)
        except BadFile as bad:
            self.faults += bad.faults
        return None

    def _in_place(self, data: Mapping[str, Any], way: Way) -> Scenario | None:
        return self._fitted({**data, "game": self.game}, self.loaded.node.at(way), way, None)

    def _changed(self, base: Scenario, changes: Mapping[str, Any], way: Way) -> Scenario | None:
        try:
            data = changed(base.data, changes)
        except NoPath as nowhere:
            path = nowhere.args[0]
            self.faults.append(self.loaded.fault((*way, path), "no-path", on_key=True, path=path))
            return None
        return self._fitted(data, Node.of(data, self.loaded.node.place(way)), way, base)

    def _fitted(self, data: Mapping[str, Any], node: Node, way: Way, base: Scenario | None) -> Scenario | None:
        plain, faults = scenario_data(data, node, self.loaded.path, Situation)
        faults = faults or list(references.scenario(self.loaded, plain, library.named_map, way))
        if faults:
            self.faults += faults
            return None
        scenario = library.changed(base, plain) if base else library.of_data(self.game, plain)
        found = list(references.law_faults(self.loaded, scenario.position, way))
        found = found or list(references.standing(self.loaded, scenario.position(), way))
        self.faults += found
        return None if found else scenario

    def _fault(self, way: Way, kind: str, /, **facts: Any) -> None:
        self.faults.append(self.loaded.fault(way, kind, **facts))


def _entries(data: Mapping[str, Any], way: Way) -> Iterator[tuple[_Entry, str]]:
    """A case, or each of its variants laid over it."""
    variants = data.get("variants", ())
    if not variants:
        yield _Entry(data, (way,)), data["id"]
    for index, variant in enumerate(variants):
        asks = any(question in variant for question in QUESTIONS)
        below = {key: value for key, value in data.items() if not (asks and key in QUESTIONS)}
        over = {**below, **variant, "changes": {**data.get("changes", {}), **variant.get("changes", {})}}
        yield _Entry(over, ((*way, "variants", index), way)), f"{data['id']}.{index + 1}"


def _named(entry: _Entry, question: str, loaded: Loaded) -> Iterator[tuple[str, str, Way]]:
    """The numbers, tables, questions and policies that a case names."""
    argument, way = entry.data[question], entry.way(loaded, question)
    if question == "number":
        yield "number", argument if isinstance(argument, str) else next(iter(argument)), way
    elif question == "cell":
        yield "cell", argument if isinstance(argument, str) else argument["table"], way
    elif question in ("odds", "bounds"):
        yield "question", argument["question"], (*way, "question")
        for side, policy in argument.get("policies", {}).items():
            yield "policy", policy, (*way, "policies", side)
