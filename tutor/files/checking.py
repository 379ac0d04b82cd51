"""Checking any file whole: its form, and whether all that it names exists."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tutor import library, rulesets
from tutor.cases.loading import cases_of
from tutor.engine.ask import NotAnAnswer
from tutor.engine.play import Session
from tutor.engine.records import Record, Stopped, replay
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Ruleset
from tutor.files import references
from tutor.files.faults import BadFile, Fault
from tutor.files.loading import KINDS, Loaded, load
from tutor.files.map import Map
from tutor.files.scenario import whole_form
from tutor.lessons.loading import lesson_of


def check(path: Path, kind: str | None = None) -> tuple[str | None, tuple[Fault, ...]]:
    """What a file is, and every fault of it."""
    try:
        loaded = load(path, kind)
        found = tuple(_faults(loaded, path))
    except BadFile as bad:
        return None, bad.faults
    return loaded.kind, tuple(sorted(found, key=lambda fault: fault.mark))


def _faults(loaded: Loaded, path: Path) -> Iterator[Fault]:
    match loaded.kind:
        case "scenario":
            library.scenario(path)
        case "map":
            yield from references.map_faults(loaded)
        case "record":
            yield from _record(loaded)
        case "case":
            cases_of(loaded)
        case "lesson":
            lesson_of(loaded)
        case "table":
            yield from _table(loaded, path)
        case "readings":
            yield from references.readings_file(loaded)


def _record(loaded: Loaded) -> Iterator[Fault]:
    try:
        scenario = library.scenario(loaded.data["scenario"])
    except library.NotInLibrary as missing:
        yield loaded.fault(("scenario",), "no-scenario", scenario=missing.name, near=missing.near)
        return
    law = [*_law_of_record(loaded, scenario)]
    yield from law
    yield from _rules_of_record(loaded, scenario.rules.book)
    if law:
        return
    state = scenario.played_as(Record.from_data(loaded.data))
    yield from _noted(loaded, loaded.data, state, ())
    for index, line in enumerate(loaded.data["lines"]):
        yield from _noted(loaded, line, state, ("lines", index))
    yield from _answers(loaded, scenario.rules, state)


def _law_of_record(loaded: Loaded, scenario: library.Scenario) -> Iterator[Fault]:
    rules, data = scenario.rules, loaded.data
    unknown = [
        *references.readings(loaded, rules.book, data.get("readings", {}), ("readings",)),
        *references.options(loaded, rules, data.get("options") or (), ("options",)),
    ]
    yield from unknown
    if not unknown:
        yield from references.law_faults(loaded, lambda: scenario.played_as(Record.from_data(data)), ("options",))


def _rules_of_record(loaded: Loaded, book: Rulebook) -> Iterator[Fault]:
    for index, line in enumerate(loaded.data["lines"]):
        yield from references.rules(loaded, book, [line["rule"]], ("lines", index, "rule"))
        yield from references.rules(loaded, book, line.get("despite", ()), ("lines", index, "despite"))


def _noted(loaded: Loaded, noted: Mapping[str, Any], state: Any, way: tuple[object, ...]) -> Iterator[Fault]:
    """What is drawn must be drawn somewhere, and a source must be named."""
    for index, shape in enumerate(noted.get("shapes", ())):
        part = "ring" if "ring" in shape else "arrow"
        ends = [(part,)] if part == "ring" else [(part, 0), (part, 1)]
        for end, place in zip(ends, [shape[part]] if part == "ring" else shape[part], strict=True):
            if not state.exists("place", place):
                yield loaded.fault((*way, "shapes", index, *end), "no-place-drawn", place=place)
    for index, source in enumerate(noted.get("sources", ())):
        if not source.strip():
            yield loaded.fault((*way, "sources", index), "empty-source")


def _answers(loaded: Loaded, rules: Ruleset, state: Any) -> Iterator[Fault]:
    """As far as the record goes, its answers name units, places and faces that there are."""
    try:
        replay(Record.from_data(loaded.data), Session(rules, state))
    except Stopped as stop:
        if isinstance(stop.__cause__, NotAnAnswer) and stop.line is not None:
            given = stop.line.answer
            answer = " ".join(map(str, given)) if isinstance(given, tuple) else given
            way = ("lines", stop.number - 1, "answer")
            yield loaded.fault(way, "no-such-answer", answer=answer, ask=stop.line.kind)


def _table(loaded: Loaded, path: Path) -> Iterator[Fault]:
    """A table is named by its file and lies in a folder named by its game."""
    game = path.resolve().parent.name
    if game == "tables":
        game = path.resolve().parent.parent.parent.name
    if game not in rulesets.games():
        yield loaded.fault((), "table-folder", games=rulesets.games())
        return
    yield from references.table(loaded, game, path.stem)


def json_schema(kind: str, game: str | None = None) -> str:
    """The JSON Schema of a kind of file, for editors; a scenario's with the keys of its game."""
    form: Any = whole_form(game) if kind == "scenario" and game else Map if kind == "map" else KINDS[kind]
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **form.model_json_schema()}
    return json.dumps(schema, ensure_ascii=False, indent=2)
