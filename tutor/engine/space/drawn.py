"""What a map draws beneath its places: coasts, lakes, rivers, words; and where the fronts ran. No rule looks at it.

```yaml
drawn:
  frame: [0, 0, 1400, 1056]            # of a map of areas: left, top, right, low
  land: ["12,30 14,33 20,31"]          # rings; a ring within a ring is a hole
  lakes: []
  rivers: [{name: {fr: la Meuse, en: the Meuse}, line: "3,4 5,6"}]
  labels: [{name: {fr: la Manche, en: the Channel}, at: [45, 210], kind: sea, turn: -20}]
  fronts:                              # one line of one front on one day; a front in two pieces is two of them
    - {front: western, date: 1914-11-22, name: {fr: ..., en: the race to the sea is over}, line: "3,4 5,6"}
```

A line is its points in one text. On a map of areas they count as `at` does, on a map of hexes in hundredths of the
distance between neighbours, from where `HexMap.centre` counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from tutor.engine.space.faults import Faults
from tutor.engine.text import Text

Line: TypeAlias = tuple[tuple[float, float], ...]
PARTS = {"frame", "land", "lakes", "rivers", "labels", "fronts"}
LABEL_PARTS = {"name", "at", "kind", "turn"}
FRONT_PARTS = {"front", "date", "name", "line"}
KINDS = ("land", "sea", "river", "range")
T = TypeVar("T")
DATE = r"\d{4}-\d\d-\d\d"
LINE = r"-?\d+,-?\d+( -?\d+,-?\d+)+"


@dataclass(frozen=True, slots=True)
class Course:
    """A river as it is drawn."""

    name: Text
    line: Line


@dataclass(frozen=True, slots=True)
class Label:
    """A word on the map that names no place of the game."""

    name: Text
    at: tuple[float, float]
    kind: str = "land"
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Front:
    """Where a front ran on a day."""

    front: str
    date: str
    name: Text
    line: Line


@dataclass(frozen=True, eq=False, slots=True)
class Drawn:
    """All of it."""

    land: tuple[Line, ...]
    lakes: tuple[Line, ...]
    rivers: tuple[Course, ...]
    labels: tuple[Label, ...]
    frame: tuple[float, ...] | None = None
    fronts: tuple[Front, ...] = ()

    def moved(self, by: Callable[[float, float], tuple[float, float]]) -> Drawn:
        """The same with every point moved."""

        def line(points: Line) -> Line:
            return tuple(by(x, y) for x, y in points)

        rivers = [replace(river, line=line(river.line)) for river in self.rivers]
        labels = [replace(label, at=by(*label.at)) for label in self.labels]
        fronts = [replace(front, line=line(front.line)) for front in self.fronts]
        return Drawn(
            land=tuple(map(line, self.land)),
            lakes=tuple(map(line, self.lakes)),
            rivers=tuple(rivers),
            labels=tuple(labels),
            fronts=tuple(fronts),
        )

    def on(self, date: str) -> tuple[Front, ...]:
        """Of every front the last line that is not of a later day; days are written so that they sort."""
        until_then = [one for one in self.fronts if one.date <= date]
        last_day: dict[str, str] = {}
        for one in until_then:
            before = last_day.get(one.front, "")
            last_day[one.front] = max(one.date, before)
        return tuple(one for one in until_then if one.date == last_day[one.front])


def line_of(text: str) -> Line:
    """A line from its text."""
    found = []
    for point in text.split():
        x, y = point.split(",")
        found.append((float(x), float(y)))
    return tuple(found)


def read_drawn(data: Any, faults: Faults) -> Drawn | None:
    """What is drawn, from its data."""
    if data is None or not faults.keys("drawn", data, PARTS):
        return None
    land = _lines("drawn.land", data.get("land", ()), faults)
    lakes = _lines("drawn.lakes", data.get("lakes", ()), faults)
    rivers = _courses(data.get("rivers", ()), faults)
    labels = _labels(data.get("labels", ()), faults)
    frame = _frame(data.get("frame"), faults)
    fronts = _fronts(data.get("fronts", ()), faults)
    return Drawn(tuple(land), tuple(lakes), tuple(rivers), tuple(labels), frame, tuple(fronts))


def _frame(data: Any, faults: Faults) -> tuple[float, ...] | None:
    if data is None:
        return None
    if len(data) != 4:
        faults.add("drawn.frame", "expects-four")
        return None
    return tuple(map(float, data))


def _lines(where: str, texts: Iterable[Any], faults: Faults) -> Iterable[Line]:
    for index, given in enumerate(texts):
        text = str(given)
        if re.fullmatch(LINE, text):
            yield line_of(text)
        else:
            faults.add(f"{where}.{index}", "expects-line")


def _courses(entries: Iterable[Mapping[str, Any]], faults: Faults) -> Iterable[Course]:
    for index, entry in enumerate(entries):
        where = f"drawn.rivers.{index}"
        if not faults.keys(where, entry, {"name", "line"}, {"line"}):
            continue
        name = Text.of(entry.get("name"))
        for line in _lines(f"{where}.line", [entry["line"]], faults):
            yield Course(name, line)


def _fronts(entries: Iterable[Mapping[str, Any]], faults: Faults) -> Iterable[Front]:
    for index, entry in enumerate(entries):
        where = f"drawn.fronts.{index}"
        if not faults.keys(where, entry, FRONT_PARTS, FRONT_PARTS):
            continue
        date = str(entry["date"])
        if not re.fullmatch(DATE, date):
            faults.add(f"{where}.date", "expects-day")
            continue
        front = str(entry["front"])
        name = Text.of(entry["name"])
        for line in _lines(f"{where}.line", [entry["line"]], faults):
            yield Front(front, date, name, line)


def _labels(entries: Iterable[Mapping[str, Any]], faults: Faults) -> Iterable[Label]:
    for index, entry in enumerate(entries):
        where = f"drawn.labels.{index}"
        if not faults.keys(where, entry, LABEL_PARTS, {"name", "at"}):
            continue
        if len(entry["at"]) != 2:
            faults.add(f"{where}.at", "expects-pair")
            continue
        x, y = map(float, entry["at"])
        name = Text.of(entry["name"])
        kind = entry.get("kind", "land")
        faults.one_of(f"{where}.kind", kind, KINDS)
        turn = float(entry.get("turn", 0))
        yield Label(name, (x, y), str(kind), turn)


def stretches(line: Iterable[T], seen: Callable[[T], bool]) -> Iterator[list[T]]:
    """The parts of a line that are seen."""
    part: list[T] = []
    for point in line:
        if seen(point):
            part.append(point)
            continue
        if len(part) > 1:
            yield part
        part = []
    if len(part) > 1:
        yield part
