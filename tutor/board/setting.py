"""Setting up a position of one's own: always a scenario file, or told what is missing. No widgets here."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from tutor import library
from tutor.board.kit import kit_of
from tutor.board.said import say
from tutor.board.scene import Counter
from tutor.board.stage import Stage
from tutor.engine.play import Session
from tutor.engine.space.maps import HexMap, MapFaults, read_map
from tutor.engine.text import Lang
from tutor.files.faults import BadFile, Fault, Mark
from tutor.files.nodes import Node, Refusal, read
from tutor.files.writing import to_yaml, write_whole
from tutor.library import Scenario

NOT_MADE = ("assault", "origin")
BESIDE = ("box", "arrives")  # what a counter has that is on no map
UNSAVED = "tutor-setup-"


def unsaved(found: Scenario) -> bool:
    """Whether a scenario was made on the table and has no file of its own yet."""
    return Path(found.name).parent.name.startswith(UNSAVED)


class Setting:
    """A scenario's data as it is being changed, with undo."""

    def __init__(self, found: Scenario) -> None:
        self.game = found.game
        self.data: dict[str, Any] = copy.deepcopy(dict(found.data))
        self._past: list[dict[str, Any]] = []
        self._file = Path(mkdtemp(prefix=UNSAVED)) / "scenario.yaml"

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
        self._stand(entry, place)
        stem = label.split(" · ")[-1]
        n = 1
        while f"{stem}-{n}" in self.pieces:
            n += 1
        self.pieces[f"{stem}-{n}"] = entry
        return f"{stem}-{n}"

    def move(self, id: str, place: str | None) -> None:
        """To a place; off the map, where its box or its turn must then be said."""
        self._changing()
        if place is None:
            self.pieces[id].pop(self.place_key, None)
        else:
            self._stand(self.pieces[id], place)

    def _stand(self, entry: dict[str, Any], place: str) -> None:
        """On the map, and so in no box any more and not to come."""
        for beside in BESIDE:
            entry.pop(beside, None)
        entry[self.place_key] = place

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
        """A factor or a marker of a counter; an empty value takes it away, a box takes the counter off the map."""
        if id in self.pieces:
            self._put(("pieces", id, field), value, off_map=field in BESIDE)

    def set(self, field: str, value: str) -> None:
        """A part of the scenario itself: whose turn it is, weather, the steps to be done."""
        self._put((field,), value)

    def _put(self, way: tuple[str, ...], value: str, off_map: bool = False) -> None:
        node = None if value.strip() == "" else self._node(value)
        data = copy.deepcopy(self.data)
        inner = data
        for key in way[:-1]:
            inner = inner[key]
        inner.pop(way[-1], None)
        if node is not None:
            inner[way[-1]] = node.plain()
            if off_map:
                inner.pop(self.place_key, None)
        self._take(data, node or Node.of("", Mark(1, 1)))

    def work(self, place: str, level: int) -> None:
        """Trenches or works in a place."""
        path = kit_of(self.game).data.get("works", {}).get("path")
        if path is None:
            return
        self._changing()
        works: dict[str, int] = self.data.setdefault(path, {})
        if level:
            works[place] = level
        else:
            works.pop(place, None)

    def paint(self, place: str, terrain: str, level: int | None = None) -> None:
        """Other ground in a hex; the map then belongs to the scenario."""
        ground = self._own_map(self.data.get("map"))
        sheet = self._sheet_of(ground, place) if ground.get("kind") == "sheets" else ground
        if sheet.get("kind") == "hexes":
            self._changing()
            hexes = sheet.setdefault("hexes", {})
            entry = {**(hexes.get(place) or {}), "terrain": terrain}
            hexes[place] = entry if level is None else {**entry, "level": level}
            self.data["map"] = ground

    def _own_map(self, given: Any) -> dict[str, Any]:
        """The map's data; nothing where the scenario names none, which is told as its fault."""
        with suppress(library.NotInLibrary, BadFile, MapFaults):
            if isinstance(given, str):
                given = library.map_data(library.find_map(self.game, given))
            elif isinstance(given, list):
                keys = library.map_of(self.game, given).sheets
                sheets = {key: {"map": name} for key, name in zip(keys, given, strict=True)}
                given = {"kind": "sheets", "sheets": sheets}
        return copy.deepcopy(dict(given)) if isinstance(given, Mapping) else {}

    def _sheet_of(self, ground: dict[str, Any], place: str) -> dict[str, Any]:
        """The data of the sheet on which a place lies, written out in the ground."""
        for entry in ground["sheets"].values():
            own = self._own_map(entry["map"])
            with suppress(MapFaults):
                if place in read_map(own):
                    entry["map"] = own
                    return own
        return {}

    # -- the file -----------------------------------------------------------------------------------------------
    def text(self) -> str:
        """The scenario file."""
        return to_yaml(self.data)

    def read(self, text: str) -> None:
        """Take a file's text instead; raises BadFile where it is none that could be gone on with."""
        node = self._node(text)
        if node.entries is None:
            raise BadFile([self._fault(node, "expects-mapping")])
        self._take(node.plain(), node)

    def _node(self, text: str) -> Node:
        try:
            node, faults = read(text, str(self._file))
        except Refusal as refusal:
            raise BadFile([refusal.fault]) from refusal
        if faults:
            raise BadFile(faults)
        return node

    def _take(self, data: dict[str, Any], node: Node) -> None:
        """Other data of the same game, in which counters and what is named beside them can still be found."""
        if data.get("game") != self.game:
            raise BadFile([self._fault(node.at(("game",)), "expects-one-of", expected=(self.game,))])
        parts = ("pieces", "names", kit_of(self.game).data.get("works", {}).get("path"))
        ways = [(part,) for part in parts] + [("pieces", id) for id in _mapping(data.get("pieces"))]
        for part, *id in ways:
            found = data.get(part, {})
            if not isinstance(found[id[0]] if id else found, dict):
                raise BadFile([self._fault(node.at((part, *id)), "expects-mapping")])
        self._changing()
        self.data = data

    def _fault(self, node: Node, kind: str, **facts: Any) -> Fault:
        return Fault(str(self._file), node.mark, kind, facts)

    def scenario(self) -> Scenario:
        """The scenario; raises BadFile with every fault."""
        self._file.write_text(self.text(), "utf-8")
        return library.scenario(self._file)

    def faults(self, lang: Lang) -> list[str]:
        """What is missing or wrong, in words."""
        try:
            found = self.scenario()
            Session(found.rules, found.position())
        except BadFile as bad:
            return self.told(bad, lang)
        except Exception as error:  # in a position of one's own a step may meet what no scenario has
            return [say("setup-stuck", lang, problem=f"{type(error).__name__}: {error}")]
        return []

    def told(self, bad: BadFile, lang: Lang) -> list[str]:
        """Faults with their lines; the file is the one that is shown."""
        return [line.removeprefix(f"{self._file}:") for line in bad.told(lang)]

    def save(self, path: Path, over: bool = False) -> None:
        write_whole(path, self.text(), over)


def _mapping(found: Any) -> Mapping[str, Any]:
    return found if isinstance(found, dict) else {}


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
