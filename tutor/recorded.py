"""A record's file, checked whole: its scenario, its law, its notes, and every answer as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tutor import library
from tutor.engine.ask import NotAnAnswer
from tutor.engine.play import Session
from tutor.engine.records import Record, Stopped, replay
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Ruleset
from tutor.files import references
from tutor.files.faults import BadFile, Fault
from tutor.files.loading import Loaded, load


def check(path: Path) -> tuple[Fault, ...]:
    """Every fault of a record's file."""
    try:
        found = tuple(faults(load(path, "record")))
    except BadFile as bad:
        return bad.faults
    return tuple(sorted(found, key=lambda fault: fault.mark))


def faults(loaded: Loaded) -> Iterator[Fault]:
    """Whether all that the record names exists, and its answers could be given."""
    try:
        scenario = library.scenario(loaded.data["scenario"])
    except library.NotInLibrary as missing:
        yield loaded.fault(("scenario",), "no-scenario", scenario=missing.name, near=missing.near)
        return
    law = [*law_of_record(loaded, scenario)]
    yield from law
    yield from _rules_of_record(loaded, scenario.rules.book)
    if law:
        return
    state = scenario.played_as(Record.from_data(loaded.data))
    yield from _noted(loaded, loaded.data, state, ())
    for index, line in enumerate(loaded.data["lines"]):
        yield from _noted(loaded, line, state, ("lines", index))
    yield from _answers(loaded, scenario.rules, state)


def law_of_record(loaded: Loaded, scenario: library.Scenario) -> Iterator[Fault]:
    """Readings and options that there are, and that can be in force together."""
    rules, data = scenario.rules, loaded.data
    unknown = [
        *references.readings(loaded, rules.book, data.get("readings", {}), ("readings",)),
        *references.options(loaded, rules, data.get("options") or (), ("options",)),
    ]
    yield from unknown
    if not unknown:
        law = data.get("readings"), data.get("options")
        yield from references.law_faults(loaded, lambda: scenario.position(*law), ("options",))


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
