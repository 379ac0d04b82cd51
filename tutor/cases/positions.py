"""The positions that a file of cases or lessons names, and what is done in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tutor import library
from tutor.cases.paths import NoPath, changed
from tutor.cases.script import Deed
from tutor.engine.run import Ruleset
from tutor.files import references
from tutor.files.faults import BadFile, Fault
from tutor.files.loading import Loaded, scenario_data
from tutor.files.nodes import Node
from tutor.files.scenario import Situation
from tutor.library import NotInLibrary, Scenario

Way = tuple[object, ...]


class Positions:
    """Builds what one file names, collecting faults."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded, self.data = loaded, loaded.data
        self.faults: list[Fault] = []
        self.game: str = self.data["game"]
        rules = references.playable(loaded, self.game)
        self.rules: Ruleset | None = rules if isinstance(rules, Ruleset) else None
        if isinstance(rules, Fault):
            self.faults.append(rules)
        self.named: dict[str, Scenario | None] = {}
        self._building: set[str] = set()

    def deeds(self, given: Sequence[Mapping[str, Any]], way: Way) -> Iterator[Deed]:
        """The lines of `do`."""
        for index, data in enumerate(given):
            deed = Deed.of(data)
            if deed is None:
                self.fault((*way, index), "one-answer")
            else:
                yield deed

    def scenario(self, given: Any, way: Way, changes: Mapping[str, Any], changes_way: Way) -> Scenario | None:
        """A named position or one in place, changed as the case says."""
        base = self._position(given, way)
        return self.altered(base, changes, changes_way) if base and changes else base

    def _position(self, given: Any, way: Way) -> Scenario | None:
        if isinstance(given, str):
            if given in self.data.get("positions", {}):
                return self._named_here(given)
            return self._of_library(given, way)
        base: Scenario | None = None
        if ("data" in given) == ("scenario" in given):
            self.fault(way, "scenario-or-data")
        elif "data" in given:
            base = self._in_place(given["data"], (*way, "data"))
        else:
            base = self._position(given["scenario"], (*way, "scenario"))
        changes = given.get("changes", {})
        return self.altered(base, changes, (*way, "changes")) if base and changes else base

    def _named_here(self, name: str) -> Scenario | None:
        """A position of this file, built once; one that leads back to itself has no ground to stand on."""
        way: Way = ("positions", name)
        if name in self._building:
            self.fault(way, "position-in-itself", on_key=True, position=name)
            return None
        if name not in self.named:
            self._building.add(name)
            self.named[name] = self._position(self.data["positions"][name], way)
            self._building.discard(name)
        return self.named[name]

    def _of_library(self, name: str, way: Way) -> Scenario | None:
        try:
            return library.scenario(library.find(name, self.game))
        except NotInLibrary as missing:
            self.fault(way, "no-scenario", scenario=name, near=missing.near)
        except BadFile as bad:
            self.faults += bad.faults
        return None

    def _in_place(self, data: Mapping[str, Any], way: Way) -> Scenario | None:
        return self._fitted({**data, "game": self.game}, self.loaded.node.at(way), way, None)

    def altered(self, base: Scenario, changes: Mapping[str, Any], way: Way) -> Scenario | None:
        try:
            data = changed(base.data, changes)
        except NoPath as nowhere:
            path = nowhere.args[0]
            self.faults.append(self.loaded.fault((*way, path), "no-path", on_key=True, path=path))
            return None
        return self._fitted(data, Node.of(data, self.loaded.node.place(way)), way, base)

    def _fitted(self, data: Mapping[str, Any], node: Node, way: Way, base: Scenario | None) -> Scenario | None:
        plain, faults = scenario_data(data, node, self.loaded.path, Situation)
        known = base.data.get("map") if base else None
        faults = faults or list(references.scenario(self.loaded, plain, library.map_of, way, known))
        if faults:
            self.faults += faults
            return None
        scenario = library.changed(base, plain) if base else library.of_data(self.game, plain)
        position = cache(scenario.position)
        found = list(references.law_faults(self.loaded, position, way))
        found = found or list(references.standing(self.loaded, position(), way))
        self.faults += found
        return None if found else scenario

    def fault(self, way: Way, kind: str, /, *, on_key: bool = False, **facts: Any) -> None:
        self.faults.append(self.loaded.fault(way, kind, on_key=on_key, **facts))
