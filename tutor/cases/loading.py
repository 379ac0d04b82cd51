"""Case files into cases: positions built, variants opened, everything named looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from tutor.cases.comparing import APART, read_amount
from tutor.cases.model import Case
from tutor.cases.positions import Positions, Way
from tutor.engine.run import Ruleset
from tutor.engine.text import Text
from tutor.files import references
from tutor.files.case import EXPECTED, QUESTIONS
from tutor.files.faults import BadFile
from tutor.files.loading import Loaded, load
from tutor.library import Scenario


def load_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a file; raises BadFile with every fault of it."""
    return cases_of(load(path, "case"))


def cases_of(loaded: Loaded, only: frozenset[str] | None = None) -> tuple[Case, ...]:
    """All cases of a file, or those with these ids."""
    reader = _Reader(loaded)
    cases = tuple(reader.cases(only))
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


class _Reader(Positions):
    """Reads one file, collecting faults."""

    def cases(self, only: frozenset[str] | None = None) -> Iterator[Case]:
        if self.rules is None:
            return
        seen: set[str] = set()
        for index, data in enumerate(self.data["cases"]):
            way: Way = ("cases", index)
            if data["id"] in seen:
                self.fault((*way, "id"), "case-twice", id=data["id"])
            seen.add(data["id"])
            for entry, id in _entries(data, way):
                case = self._case(self.rules, entry, id) if only is None or id in only else None
                if case is not None:
                    yield case

    def _case(self, rules: Ruleset, entry: _Entry, id: str) -> Case | None:
        data, before = entry.data, len(self.faults)
        asked = [question for question in QUESTIONS if data.get(question) is not None]
        if len(asked) != 1:
            self.fault(entry.ways[0], "one-question", questions=QUESTIONS, found=tuple(asked))
            return None
        self._expectation(entry, asked[0])
        self._names(rules, entry, asked[0])
        deeds = tuple(self.deeds(data.get("do", ()), entry.way(self.loaded, "do")))
        scenario = self._scenario(entry)
        if scenario is None or len(self.faults) > before:
            return None
        argument = data[asked[0]]
        source = data.get("source") or ""
        return Case(
            id=id,
            scenario=scenario,
            question=asked[0],
            argument=argument,
            expect=data["expect"],
            rules=tuple(data.get("rules", ())),
            deeds=deeds,
            never=tuple(data.get("never", ())),
            readings=data.get("readings", {}),
            options=None if data.get("options") is None else tuple(data["options"]),
            tables=data.get("tables", {}),
            title=Text.of(data.get("title")),
            source=source if isinstance(source, str) else " ".join(str(part) for part in source.values()),
            note=Text.of(data.get("note")),
            file=self.loaded.path,
            mark=self.loaded.node.place(entry.ways[0]),
        )

    def _scenario(self, entry: _Entry) -> Scenario | None:
        way, given = entry.way(self.loaded, "position"), entry.data.get("position")
        if given is None:
            self.fault(entry.ways[0], "missing", key="position")
            return None
        return self.scenario(given, way, entry.data.get("changes", {}), entry.way(self.loaded, "changes"))

    # -- the question and what it names --------------------------------------------------------------------
    def _expectation(self, entry: _Entry, question: str) -> None:
        if "expect" not in entry.data:
            self.fault(entry.ways[0], "missing", key="expect")
            return
        way = entry.way(self.loaded, "expect")
        try:
            TypeAdapter(EXPECTED[question]).validate_python(entry.data["expect"])
        except ValidationError:
            self.fault(way, f"expect-{question}")
            return
        if question == "number" and isinstance(entry.data["expect"], Mapping):
            for index, line in enumerate(entry.data["expect"].get("lines", ())):
                for amount in line.values():
                    try:
                        read_amount(amount)
                    except (ValueError, ZeroDivisionError):
                        self.fault((*way, "lines", index), "amount", amount=amount)

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
        if question in APART:
            self.faults += references.rules(loaded, rules.book, data.get("never", ()), entry.way(loaded, "never"))
        known: Mapping[str, Mapping[str, Any]] = {
            "number": rules.numbers,
            "cell": rules.book.tables,
            "question": rules.questions,
            "policy": rules.policies,
        }
        for name, table in data.get("tables", {}).items():
            self.faults += references.owned_table(loaded, rules.book, name, table, (*entry.way(loaded, "tables"), name))
        for what, name, way in _named(entry, question, loaded):
            if name not in known[what]:
                self.fault(way, f"no-{what}", name=name, known=tuple(sorted(known[what])))


def ids_naming(loaded: Loaded, rule: str) -> Iterator[str]:
    """The ids of the cases of a file that name a rule."""
    return (id for entry, id in _every(loaded) if rule in entry.data.get("rules", ()))


def ids_saying(loaded: Loaded, key: str = "id") -> tuple[str, ...]:
    """The ids of the cases of a file that say something under a key: of all, if none is given."""
    return tuple(id for entry, id in _every(loaded) if entry.data.get(key))


def _every(loaded: Loaded) -> Iterator[tuple[_Entry, str]]:
    for index, data in enumerate(loaded.data["cases"]):
        yield from _entries(data, ("cases", index))


def _entries(data: Mapping[str, Any], way: Way) -> Iterator[tuple[_Entry, str]]:
    """A case that is whole, and each of its variants laid over it; one that changes nothing is the case itself."""
    variants = data.get("variants", ())
    if not variants or (_whole(data) and {} not in map(_said, variants)):
        yield _Entry(data, (way,)), data["id"]
    for index, variant in enumerate(variants):
        asks = any(question in variant for question in QUESTIONS)
        below = {key: value for key, value in data.items() if not (asks and key in QUESTIONS)}
        over = {**below, **variant, "changes": {**data.get("changes", {}), **variant.get("changes", {})}}
        yield _Entry(over, ((*way, "variants", index), way)), f"{data['id']}.{index + 1}"


def _whole(data: Mapping[str, Any]) -> bool:
    """Whether a case with variants says by itself what is asked and expected, and where."""
    return {"expect", "position"} <= _said(data).keys() and any(question in _said(data) for question in QUESTIONS)


def _said(data: Mapping[str, Any]) -> dict[str, Any]:
    """What is written of a case: not what the form adds."""
    return {key: value for key, value in data.items() if value not in (None, [], {}, "", ())}


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
