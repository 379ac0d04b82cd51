"""The library: scenarios and maps by name, and a position from one of them.

A name is `se/roana`; a map is named only inside its game, never by a path. A folder of one's own in
`TUTOR_SCENARIOS` comes first, then the scenarios that came with the tutor. Whoever owns a game puts the
publisher's tables into `TUTOR_TABLES/<game>/<table>.yaml`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor import rulesets
from tutor.engine.law import Law
from tutor.engine.run import Ruleset, task
from tutor.engine.space.cutting import cut
from tutor.engine.space.joining import side_by_side
from tutor.engine.space.maps import read_map
from tutor.engine.text import Text
from tutor.files import references
from tutor.files.faults import BadFile
from tutor.files.loading import Loaded, load

if TYPE_CHECKING:
    from tutor.engine.records import Record

NAME = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")


class NotInLibrary(LookupError):
    """A name that no folder of the library has."""

    def __init__(self, name: str, near: Iterable[str]) -> None:
        self.name, self.near = name, tuple(near)
        super().__init__(name)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that can be set up: its data, its map, and the file that it came from."""

    game: str
    name: str
    title: Text
    data: Mapping[str, Any]
    map: Any
    file: Loaded | None = field(default=None, compare=False, repr=False)

    @property
    def rules(self) -> Ruleset:
        return rulesets.ruleset(self.game)

    @property
    def readings(self) -> Mapping[str, str]:
        return self.data.get("readings", {})  # type: ignore[no-any-return]

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(self.data.get("options", ()))

    def law(
        self,
        readings: Mapping[str, str] | None = None,
        options: Iterable[str] | None = None,
        tables: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Law:
        """The law of this scenario, with other readings, options or tables if given."""
        return Law.of(
            self.rules.book,
            self.rules.amendments,
            {**self.readings, **(readings or {})},
            self.options if options is None else tuple(options),
            {**(owned_tables(self.game) or {}), **(tables or {})} or None,
        )

    def position(self, readings: Mapping[str, str] | None = None, options: Iterable[str] | None = None) -> Any:
        """The position that it describes."""
        return self.under(self.law(readings, options))

    def under(self, law: Law) -> Any:
        """The position that it describes under a law."""
        return set_up(self.rules, self.data, self.map, law)

    def played_as(self, record: Record) -> Any:
        """The position that a record begins with, under the law that the record was played under."""
        return self.position(record.readings, record.options)


def set_up(rules: Ruleset, data: Mapping[str, Any], map: Any, law: Law) -> Any:
    """The game's own set-up; the agenda is put there where the game left it out."""
    state = rules.setup(data, map, law)
    if not state.agenda and data.get("agenda"):
        state = state.but(agenda=tuple(task(step, *frozen(args)) for step, *args in data["agenda"]))
    return state


def frozen(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(frozen(one) for one in value) if isinstance(value, (list, tuple)) else value


# -- where things are -------------------------------------------------------------------------------------------
def shelves(game: str) -> tuple[Path, ...]:
    """Where the scenarios of a game lie: in the folders of the library, then with the game itself."""
    return (*(folder / game for folder in folders()), rulesets.folder(game) / "scenarios")


def folders() -> tuple[Path, ...]:
    """One's own folder, then that of the source tree or of the installed package."""
    own = os.environ.get("TUTOR_SCENARIOS")
    return (*([Path(own)] if own else []), shipped("scenarios"))


def shipped(what: str) -> Path:
    """A folder that comes with the tutor: at the root of the source tree, in `tutor/data` of a wheel."""
    package = Path(str(resources.files("tutor")))
    installed = package / "data" / what
    return installed if installed.is_dir() else package.parent / what


def names(game: str | None = None) -> tuple[str, ...]:
    """Every scenario by name."""
    games = rulesets.games() if game is None else (game,) if game in rulesets.games() else ()
    found = {f"{one}/{path.stem}" for one in games for shelf in shelves(one) for path in shelf.glob("*.yaml")}
    return tuple(sorted(found))


def find(name: str, game: str | None = None) -> Path:
    """The file of a scenario; the game may be left out where only one has the name."""
    return _found(name, game)[1]


def _found(name: str, game: str | None) -> tuple[str, Path]:
    """The game and the file of a scenario."""
    first, slash, last = name.rpartition("/")
    games = (first,) if slash else (game,) if game else rulesets.games()
    known = [one for one in games if one in rulesets.games()]
    if NAME.fullmatch(last):
        for together in zip(*map(shelves, known), strict=True):
            paths = (shelf / f"{last}.yaml" for shelf in together)
            found = [(one, path) for one, path in zip(known, paths, strict=True) if path.is_file()]
            if len(found) == 1:
                return found[0]
    raise NotInLibrary(name, _near(name, names(game)))


def find_map(game: str, name: str) -> Path:
    """The file of a map of a game."""
    name = name.removeprefix(f"{game}/")
    if NAME.fullmatch(name):
        for shelf in shelves(game):
            path = shelf / "maps" / f"{name}.yaml"
            if path.is_file():
                return path
    known = {path.stem for shelf in shelves(game) for path in shelf.glob("maps/*.yaml")}
    raise NotInLibrary(name, _near(name, known))


def situations() -> dict[str, Path]:
    """The file of every situation of the comparison, by name; one's own before that which came with the tutor."""
    found = [path for folder in reversed(folders()) for path in (folder / "situations").glob("*.yaml")]
    return {path.stem: path for path in sorted(found, key=lambda path: path.stem)}


def _near(name: str, known: Iterable[str]) -> list[str]:
    import difflib

    pool = sorted(known)
    last = name.rpartition("/")[2]
    close = difflib.get_close_matches(name, pool, n=3)
    return close or [one for one in pool if last in one or one.rpartition("/")[2] in last][:3] or pool[:8]


# -- opening ----------------------------------------------------------------------------------------------------
def scenario(name: str | Path, game: str | None = None) -> Scenario:
    """A scenario by name, or from a file (a path that ends in .yaml); raises BadFile with every fault."""
    if isinstance(name, Path) or name.endswith((".yaml", ".yml")):
        path = Path(name)
        label = str(name)
    else:
        code, path = _found(name, game)
        label = f"{code}/{path.stem}"
    return _opened(path, label, _stamp(path), folders())


def position(name: str | Path, readings: Mapping[str, str] | None = None, options: Iterable[str] | None = None) -> Any:
    """The position of a scenario, by name or from a file."""
    return scenario(name).position(readings, options)


def named_map(game: str, name: str) -> Any:
    """A map of the library; the same object each time, so that what was compiled for it stays."""
    path = find_map(game, name)
    return _map(game, path, _stamp(path), _others_of(game, _map_file(path, _stamp(path)).data))


def sheet_map(game: str, name: str) -> Any:
    """A map of the library that may be one sheet of several; None where it has several itself."""
    path = find_map(game, name)
    several = _map_file(path, _stamp(path)).data["kind"] == "sheets"
    return None if several else _map(game, path, _stamp(path), ())


def map_of(game: str, given: Any) -> Any:
    """The map that a scenario names: one of the library, several side by side, or one that is written in it."""
    if isinstance(given, Mapping):
        return read_map(given, partial(sheet_map, game))
    if isinstance(given, str):
        return named_map(game, given)
    return _side_by_side(tuple((name, sheet_map(game, name)) for name in given)) if given else None


def of_data(game: str, data: Mapping[str, Any], name: str = "", file: Loaded | None = None) -> Scenario:
    """A scenario from data whose form is known to be right."""
    map = map_of(game, data.get("map"))
    return Scenario(game, name, Text.of(data.get("title") or name), data, map, file)


def changed(base: Scenario, data: Mapping[str, Any]) -> Scenario:
    """The same scenario with other data, on the same map if that is still named."""
    if data.get("map") == base.data.get("map"):
        return replace(base, data=data)
    return of_data(base.game, data, base.name, base.file)


def owned_tables(game: str) -> Mapping[str, Mapping[str, Any]] | None:
    """The owner's own tables of a game; raises BadFile."""
    folder = os.environ.get("TUTOR_TABLES")
    if not folder:
        return None
    paths = sorted((Path(folder) / game).glob("*.yaml"))
    return {path.stem: _table(game, path, _stamp(path)) for path in paths} or None


@cache
def _table(game: str, path: Path, stamp: float) -> Mapping[str, Any]:
    loaded = load(path, "table")
    _refuse(references.table(loaded, game, path.stem))
    return loaded.data


@cache
def _map_file(path: Path, stamp: float) -> Loaded:
    return load(path, "map")


@cache
def _map(game: str, path: Path, stamp: float, others: tuple[Any, ...]) -> Any:
    """The map of a file; `others` are the maps that it names, so that it is read again when one of them changes."""
    return read_map(map_data(path), partial(sheet_map, game))


def map_data(path: Path) -> Mapping[str, Any]:
    """The data of a map's file, of a cutting those of its part of the whole; raises BadFile."""
    loaded = _map_file(path, _stamp(path))
    game = next((one.name for one in path.resolve().parents if one.name in rulesets.games()), None)
    maps = partial(sheet_map, game) if game else None
    if loaded.data["kind"] != "cutting":
        _refuse(references.map_faults(loaded, game, maps))
        return loaded.data
    try:
        beyond = _whole(path, loaded.data["of"])
    except NotInLibrary as error:
        raise BadFile([loaded.fault(("of",), "no-map", map=error.name, near=error.near)]) from error
    whole = _map_file(beyond, _stamp(beyond))
    if whole.data["kind"] != "cutting":
        _refuse(references.map_faults(whole, game, maps))
    _refuse(references.cutting_faults(loaded, whole.data))
    return cut(whole.data, loaded.data)


def _whole(path: Path, name: str) -> Path:
    """The map that a cutting is cut out of: beside it, or in the library of the same game."""
    beside = path.with_name(f"{name}.yaml")
    return beside if NAME.fullmatch(name) and beside.is_file() else find_map(path.resolve().parent.parent.name, name)


def _others_of(game: str, data: Mapping[str, Any]) -> tuple[Any, ...]:
    """The maps of the library that a file names; one that there is not is told when it is read."""
    sheets = [sheet["map"] for sheet in data.get("sheets", {}).values() if isinstance(sheet["map"], str)]
    known = {path.stem for shelf in shelves(game) for path in shelf.glob("maps/*.yaml")}
    return tuple(sheet_map(game, name) for name in [*sheets, data.get("of")] if name in known)


@cache
def _side_by_side(maps: tuple[tuple[str, Any], ...]) -> Any:
    return side_by_side(maps)


@cache
def _opened(path: Path, label: str, stamp: float, within: tuple[Path, ...]) -> Scenario:
    loaded = load(path, "scenario")
    _refuse(references.scenario(loaded, loaded.data, map_of))
    opened = of_data(loaded.data["game"], loaded.data, label, loaded)
    _refuse(references.law_faults(loaded, opened.position, ()))
    _refuse(references.standing(loaded, opened.position()))
    _refuse(references.beginning(loaded, opened.rules, opened.position()))
    return opened


def _refuse(faults: Iterator[Any]) -> None:
    found = list(faults)
    if found:
        raise BadFile(found)


def _stamp(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
