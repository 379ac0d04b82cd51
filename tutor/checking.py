"""Checking any file whole: its form, and whether all that it names exists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tutor import library, recorded, rulesets
from tutor.cases.loading import cases_of
from tutor.chronicle import checked as chronicle
from tutor.files import references
from tutor.files.faults import BadFile, Fault
from tutor.files.loading import KINDS, Loaded, load
from tutor.files.map import Map
from tutor.files.scenario import whole_form
from tutor.lessons.hours import hour_of
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
            library.map_data(path)
        case "record":
            yield from recorded.faults(loaded)
        case "chronicle":
            yield from chronicle.faults(loaded)
        case "case":
            cases_of(loaded)
        case "lesson":
            lesson_of(loaded)
        case "hour":
            hour_of(loaded)
        case "table":
            yield from _table(loaded, path)
        case "readings":
            yield from references.readings_file(loaded)


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
