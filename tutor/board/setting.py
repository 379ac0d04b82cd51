"""Setting up a position of one's own: always a scenario file, or told what is missing. No widgets here."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import yaml

from tutor import library
from tutor.board.kit import kit_of
from tutor.board.scene import Counter
from tutor.board.stage import Stage
from tutor.engine.space.maps import HexMap
from tutor.engine.text import Lang
from tutor.files.faults import BadFile
from tutor.files.loading import load
from tutor.files.writing import to_yaml
from tutor.library import Scenario

NOT_MADE = ("assault", "origin")


class Setting:
    """A scenario's data as it is being changed, with undo."""

    def __init__(self, found: Scenario) -> None:
        self.game = found.game
        self.data: dict[str, Any] = copy.deepcopy(dict(found.data))
        self._past: list[dict[str, Any]] = []
        self._file = Path(mkdtemp(prefix="tutor-setup-")) / "scenario.yaml"

    # -- what is there ------------------------------------------------------------------------------------------
    @property
    def pieces(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = self.data.setdefault("pieces", {})
        return found

    @property
    def place_key(self) -> str:
        """What the game's scenarios call the place of a piece."""
        return "at" if any("at" in entry for entry in self.pieces.values()) else "place"

    def tray(self) -> Mapping[str, InTray]:
        """Counters to take: one of each that the game's scenarios have."""
        return tray(self.game)

    def terrains(self) -> tuple[str, ...]:
        """Grounds to paint with: all that the maps of the game's scenarios have."""
        return terrains(self.game)

    # -- changes ------------------------------------------------------------------------------------------------
    def _changing(self) -> None:
        self._past.append(copy.deepcopy(self.data))

    def undo(self) -> None:
        if self._past:
            self.data = self._past.pop()

    def put(self, label: str, place: str) -> str:
        """A counter from the tray; its new id."""
        self._changing()
        entry = copy.deepcopy(dict(self.tray()[label].entry))
        entry.pop("place", None)
        entry[self.place_key] = place
        stem = label.split(" · ")[-1]
        n = 1
        while f"{stem}-{n}" in self.pieces:
            n += 1
        self.pieces[f"{stem}-{n}"] = entry
        return f"{stem}-{n}"

    def move(self, id: str, place: str | None) -> None:
        self._changing()
        if place is None:
            self.pieces[id].pop(self.place_key, None)
        else:
            self.pieces[id][self.place_key] = place

    def turn(self, id: str) -> None:
        """To the other face: one step fewer, or whole again."""
        self._changing()
        entry = self.pieces[id]
        if entry.get("steps") == 1:
            entry.pop("steps")
        else:
            entry["steps"] = 1

    def remove(self, id: str) -> None:
        self._changing()
        self.pieces.pop(id, None)
        self.data.get("names", {}).pop(id, None)

    def edit(self, id: str, field: str, value: str) -> None:
        """A factor or a marker of a counter; an empty value takes it away."""
        self._changing()
        _put(self.pieces[id], field, value)

    def set(self, field: str, value: str) -> None:
        """A part of the scenario itself: whose turn it is, weather, the steps to be done."""
        self._changing()
        _put(self.data, field, value)

    def work(self, place: str, level: int) -> None:
        """Trenches or works in a place."""
        path = kit_of(self.game).data.get("works", {}).get("path")
        if path is None:
            return
        self._changing()
        works = self.data.setdefault(path, {})
        if level:
            works[place] = level
        else:
            works.pop(place, None)

    def paint(self, place: str, terrain: str, level: int | None = None) -> None:
        """Other ground in a hex; the map then belongs to the scenario."""
        self._changing()
        ground = self._own_map()
        if "hexes" in ground or ground.get("kind") == "hexes":
            entry = ground.setdefault("hexes", {}).setdefault(place, {})
            entry["terrain"] = terrain
            if level is not None:
                entry["level"] = level

    def _own_map(self) -> dict[str, Any]:
        given = self.data.get("map")
        if isinstance(given, str):
            self.data["map"] = copy.deepcopy(load(library.find_map(self.game, given), "map").data)
        found: dict[str, Any] = self.data["map"]
        return found

    # -- the file -----------------------------------------------------------------------------------------------
    def text(self) -> str:
        """The scenario file."""
        return to_yaml(self.data)

    def read(self, text: str) -> None:
        """Take a file's text instead, if it is YAML at all."""
        found = yaml.safe_load(text)
        if isinstance(found, dict):
            self._changing()
            self.data = found

    def scenario(self) -> Scenario:
        """The scenario; raises BadFile with every fault."""
        self._file.write_text(self.text(), "utf-8")
        return library.scenario(self._file)

    def faults(self, lang: Lang) -> list[str]:
        """What is missing or wrong, in words."""
        try:
            self.scenario()
        except BadFile as bad:
            return list(bad.told(lang))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            return [f"{type(error).__name__}: {error}"]
        return []

    def save(self, path: Path) -> None:
        path.write_text(self.text(), "utf-8")


def _put(into: dict[str, Any], field: str, value: str) -> None:
    if value.strip() == "":
        into.pop(field, None)
    else:
        into[field] = yaml.safe_load(value)


@dataclass(frozen=True, slots=True)
class InTray:
    """A kind of counter to take: its entry in a scenario, and how it looks."""

    entry: Mapping[str, Any]
    counter: Counter


@cache
def tray(game: str) -> Mapping[str, InTray]:
    """One counter of each nationality and kind that the scenarios of a game have."""
    found: dict[str, InTray] = {}
    for name in library.names(game):
        try:
            scenario = library.scenario(name)
            stage = Stage(scenario.position(), "en")
        except (BadFile, ValueError, KeyError, ImportError):
            continue
        for id, entry in scenario.data.get("pieces", {}).items():
            label = f"{entry.get('nation') or entry.get('side') or ''} · {entry.get('kind', '')}"
            if label not in found and id in stage.state.pieces:
                face = stage.counter(stage.state.pieces[id])
                bare = replace(face.face, name="", markers=(), weak=False)
                kept = {key: value for key, value in entry.items() if key not in NOT_MADE}
                found[label] = InTray(kept, replace(face, id=label, face=bare, title=label, holds=0))
    return dict(sorted(found.items()))


@cache
def terrains(game: str) -> tuple[str, ...]:
    """Every kind of ground that the maps of a game's scenarios have."""
    found: set[str] = set()
    for name in library.names(game):
        try:
            ground = library.scenario(name).map
        except (BadFile, ValueError, KeyError, ImportError):
            continue
        if isinstance(ground, HexMap):
            found |= {hex.terrain for hex in ground}
    return tuple(sorted(found))
