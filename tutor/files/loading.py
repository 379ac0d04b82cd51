"""A file read whole against its form: a form and plain data, or every fault with its line and column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, RootModel, ValidationError

from tutor import __version__
from tutor.files import map as maps
from tutor.files.case import CaseFile
from tutor.files.chronicle import FORMAT, Chronicle
from tutor.files.counters import Counters
from tutor.files.digest import Reading, Table
from tutor.files.faults import BadFile, Fault, Mark
from tutor.files.hour import HourFile
from tutor.files.lesson import LessonFile
from tutor.files.nodes import SIZE, Node, Refusal, read
from tutor.files.problems import faults_of
from tutor.files.record import Record
from tutor.files.scenario import Scenario, game_form
from tutor.files.situation import Situation


class Readings(RootModel[dict[str, Reading]]):
    """The readings of one rulebook, by slug."""


KINDS: Mapping[str, type[BaseModel]] = {
    "scenario": Scenario,
    "map": maps.Map,
    "record": Record,
    "chronicle": Chronicle,
    "case": CaseFile,
    "lesson": LessonFile,
    "hour": HourFile,
    "situation": Situation,
    "table": Table,
    "readings": Readings,
    "counters": Counters,
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file whose form is right: its data with ids as texts, its form, and where everything stands."""

    path: str
    kind: str
    node: Node
    form: BaseModel
    data: dict[str, Any]

    def fault(self, path: tuple[object, ...], kind: str, /, *, on_key: bool = False, **facts: Any) -> Fault:
        """A fault at a place of this file, or at the key that leads there."""
        return Fault(self.path, self.node.place(path, key=on_key), kind, facts)


def load(path: Path, kind: str | None = None) -> Loaded:
    """Read and check the form of a file; raises BadFile with every fault of it."""
    return parse(_text(path), str(path), kind)


def parse(text: str, name: str, kind: str | None = None) -> Loaded:
    """The same for a text."""
    try:
        node, faults = read(text, name)
    except Refusal as refusal:
        raise BadFile([refusal.fault]) from refusal
    if node.entries is None:
        raise BadFile([*faults, Fault(name, node.mark, "expects-mapping")])
    kind = kind or kind_of(node)
    if kind is None:
        raise BadFile([*faults, Fault(name, node.mark, "unknown-kind", {"kinds": tuple(KINDS)})])
    if kind == "record":
        readable(node, name)
    if kind == "chronicle":
        of_known_format(node, name)
    form, data, found = fitted(kind, node, name)
    faults += found
    if faults or form is None:
        raise BadFile(faults)
    return Loaded(name, kind, node, form, data)


def _text(path: Path) -> str:
    name = str(path)
    try:
        if path.stat().st_size > SIZE:
            raise BadFile([Fault(name, Mark(1, 1), "too-big", {"limit": SIZE})])
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadFile([Fault(name, Mark(1, 1), "not-utf8")]) from error
    except OSError as error:
        raise BadFile([Fault(name, Mark(1, 1), "not-readable", {"problem": error.strerror})]) from error


def kind_of(node: Node) -> str | None:
    """What a file is, by its keys."""
    entries = node.entries or {}
    keys = set(entries)
    if "cases" in keys:
        return "case"
    if {"lesson", "parts"} <= keys:
        return "hour"
    if "tasks" in keys:
        return "lesson"
    if {"attacker", "defender"} <= keys:
        return "situation"
    if "chronicle" in keys or {"battle", "lines"} <= keys:
        return "chronicle"
    if {"scenario", "lines"} <= keys:
        return "record"
    if "kind" in keys and keys & {"grid", "areas", "hexes", "links", "sheets"}:
        return "map"
    if "game" in keys:
        return "scenario"
    if keys & {"cells", "rows", "columns", "shape"}:
        return "table"
    if keys & {"displays", "factors", "symbols", "markers"}:
        return "counters"
    if entries and all({"options", "default"} <= set(entry.entries or ()) for entry in entries.values()):
        return "readings"
    return None


def readable(node: Node, name: str) -> None:
    """A record of a version that this one does not know is not looked into: that is the one fault told of it."""
    written = node.child("version")
    if written is None or written.value is None:
        return
    numbers, facts = _version(str(written.value)), {"version": written.value, "own": __version__}
    if numbers is None:
        raise BadFile([Fault(name, written.mark, "not-a-version", facts)])
    if numbers > (_version(__version__) or ()):
        raise BadFile([Fault(name, written.mark, "newer-version", facts)])


def of_known_format(node: Node, name: str) -> None:
    """The same for a chronicle, whose format has a number of its own."""
    written = node.child("chronicle")
    if written is not None and isinstance(written.value, int) and written.value > FORMAT:
        raise BadFile([Fault(name, written.mark, "newer-format", {"version": written.value, "own": FORMAT})])


def _version(text: str) -> tuple[int, ...] | None:
    """The first two numbers: the form of a record does not change with the others."""
    match = re.match(r"(\d+)(?:\.(\d+))?(?:[.\-+a-z]|$)", text)
    return tuple(int(number or 0) for number in match.groups()) if match else None


def fitted(kind: str, node: Node, name: str) -> tuple[BaseModel | None, dict[str, Any], list[Fault]]:
    """The tree in its form and as plain data, or the faults."""
    data = node.plain()
    if kind == "scenario":
        return _scenario(data, node, name)
    form: type[BaseModel] = KINDS[kind]
    if kind == "map":
        known = maps.FORMS.get(data.get("kind"))
        if known is None:
            return None, {}, [Fault(name, node.place(("kind",)), "expects-one-of", {"expected": tuple(maps.FORMS)})]
        form = known
    return _fit(form, data, node, name)


def scenario_data(
    data: Mapping[str, Any], node: Node, name: str, common: type[Scenario]
) -> tuple[dict[str, Any], list[Fault]]:
    """A scenario's data in its form, when it stands inside another file or has been changed."""
    _, plain, faults = _scenario(dict(data), node, name, common)
    return plain, faults


def _fit(
    form: type[BaseModel], data: Any, node: Node, name: str, known: Iterable[type[BaseModel]] = ()
) -> tuple[BaseModel | None, dict[str, Any], list[Fault]]:
    try:
        fitting = form.model_validate(data)
    except ValidationError as error:
        return None, {}, faults_of(error, tuple(known) or (form,), node, name)
    return fitting, fitting.model_dump(exclude_unset=True, by_alias=True), []


def _scenario(
    data: dict[str, Any], node: Node, name: str, common: type[Scenario] = Scenario
) -> tuple[BaseModel | None, dict[str, Any], list[Fault]]:
    """The common part by the common form, the rest by the game's."""
    own_form = game_form(str(data.get("game")))
    shared = {key: value for key, value in data.items() if key in common.model_fields}
    fitting, plain, faults = _fit(common, shared, node, name)
    if own_form is None:
        return fitting, {**data, **plain}, faults
    own = {k: v for k, v in data.items() if k not in common.model_fields or k in own_form.model_fields}
    _, more, found = _fit(own_form, own, node, name, (common, own_form))
    return fitting, {**plain, **more}, faults + [fault for fault in found if fault not in faults]
