"""The table a die is read on, found by asking the engine what every face does: no game is known here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tutor.engine.ask import Chance, Volley
from tutor.engine.facts import Cell
from tutor.engine.run import Position, Ruleset, Run
from tutor.engine.text import Text
from tutor.engine.trace import Entry, Trace
from tutor.engine.words import Words

MOST = 24


@dataclass(frozen=True, slots=True)
class FaceCell:
    """One face, in how many ways it comes, and what it is read as."""

    face: Any
    weight: int
    value: str
    stand_in: bool = False
    table: str = ""


@dataclass(frozen=True, slots=True)
class Faces:
    """What a roll may bring, cell by cell."""

    cells: tuple[FaceCell, ...]
    title: Text

    @property
    def total(self) -> int:
        return sum(cell.weight for cell in self.cells)

    @property
    def stand_in(self) -> bool:
        return any(cell.stand_in for cell in self.cells)

    @property
    def summed(self) -> list[tuple[str, int]]:
        """Equal results together, in the order of the faces."""
        found: dict[str, int] = {}
        for cell in self.cells:
            found[cell.value] = found.get(cell.value, 0) + cell.weight
        return list(found.items())

    def value_of(self, face: Any) -> str:
        return next((cell.value for cell in self.cells if cell.face == face), str(face))

    def weight_of(self, face: Any) -> str:
        """How often such a result comes: `2/6`."""
        value = self.value_of(face)
        return f"{dict(self.summed).get(value, 0)}/{self.total}"


@dataclass(frozen=True, slots=True)
class Fallen:
    """A roll as it fell: the table as it lay before, and what came."""

    table: Faces
    chance: Any
    value: Any

    @property
    def face(self) -> Any:
        """The face as the table names it."""
        return self.value.total if isinstance(self.value, Volley) else self.value


def faces_of(rules: Ruleset, position: Position, chance: Chance[Any], words: Words) -> Faces:
    """What each outcome of the dice would be read as."""
    branches = sorted(chance.branches(), key=lambda branch: _order(branch[0]))
    if len(branches) > MOST or isinstance(branches[0][0], Volley):
        return _hits(branches, words)
    cells = [_cell(rules, position, value, weight, words) for value, weight in branches]
    tables = [cell.table for cell in cells if cell.table]
    title = Text.of(words.book.tables[tables[0]]["title"]) if tables else Text("", "")
    return Faces(tuple(cells), title)


def _order(value: Any) -> Any:
    return value.total if isinstance(value, Volley) else value


def _cell(rules: Ruleset, position: Position, value: Any, weight: int, words: Words) -> FaceCell:
    trace = Trace()
    run = Run(rules, position, trace)
    before = len(trace.entries)
    run.answer(value)
    after = [entry for entry in trace.entries[before:] if entry.what != "roll"]
    cell = next((fact for entry in after[:4] for fact in entry.facts.values() if isinstance(fact, Cell)), None)
    if cell is not None:
        return FaceCell(value, weight, cell.value, cell.stand_in, cell.table)
    return FaceCell(value, weight, _short(after, words))


def _short(entries: list[Entry], words: Words) -> str:
    """Where no table is read: whether anything is said of the face, in a word."""
    codes = (fact for entry in entries[:2] for fact in entry.facts.values() if type(fact) is str)
    code = next(codes, None)
    if code is not None:
        return code
    said = next((entry for entry in entries if entry.what == "say"), None)
    if said is None:
        return "–"
    text = words.say(said.kind, said.facts)
    return text if len(text) < 22 else text[:20] + "…"


def _hits(branches: Sequence[tuple[Any, int]], words: Words) -> Faces:
    """Many dice: how many hits, each with its number of ways."""
    found: dict[int, int] = {}
    for value, weight in branches:
        hits = value.total if isinstance(value, Volley) else value
        found[hits] = found.get(hits, 0) + weight
    noun = words.noun("hit") if "hit" in words._messages["nouns"] else None
    cells = (FaceCell(n, w, noun.count(n, words.lang) if noun else str(n)) for n, w in sorted(found.items()))
    return Faces(tuple(cells), Text("", ""))
