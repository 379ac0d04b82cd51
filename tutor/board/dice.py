"""The table a die is read on, found by asking the engine what every face does: no game is known here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tutor.board.said import capitalised
from tutor.engine.ask import Ask, Chance, Die, Volley
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
    counted: bool = False  # whether its cells are numbers of hits, not faces

    @property
    def total(self) -> int:
        return sum(cell.weight for cell in self.cells)

    @property
    def stand_in(self) -> bool:
        return any(cell.stand_in for cell in self.cells)

    @property
    def plain(self) -> bool:
        """Whether no face differs from another in what it is read as."""
        return not self.title and len(self.summed) == 1

    @property
    def summed(self) -> list[tuple[str, int]]:
        """Equal results together, in the order of the faces."""
        found: dict[str, int] = {}
        for cell in self.cells:
            found[cell.value] = found.get(cell.value, 0) + cell.weight
        return list(found.items())

    def value_of(self, face: Any) -> str:
        return next((cell.value for cell in self.cells if cell.face == face), str(face))


@dataclass(frozen=True, slots=True)
class Fallen:
    """A roll as it fell: the table as it lay before, and what came."""

    table: Faces
    chance: Any
    value: Any
    before: Position | None = None

    def told_by(self, rules: Ruleset, words: Words) -> Fallen:
        """The same in other words."""
        return self if self.before is None else replace(self, table=faces_of(rules, self.before, self.chance, words))

    @property
    def face(self) -> Any:
        """The face as the table names it."""
        return self.value.total if isinstance(self.value, Volley) else self.value


def is_draw(asked: Ask[Any] | Chance[Any] | Entry) -> bool:
    """Whether a card or a chit is drawn: by its number in the pile nobody knows it."""
    return f"-{asked.kind}".endswith("-draw")


def faces_of(rules: Ruleset, position: Position, chance: Chance[Any], words: Words) -> Faces:
    """What each outcome of the dice would be read as."""
    branches = sorted(chance.branches(), key=lambda branch: _order(branch[0]))
    if isinstance(chance, Die) and len(branches) > MOST:
        return Faces(tuple(FaceCell(face, weight, "") for face, weight in branches), Text("", ""))  # a card of a pile
    if len(branches) > MOST or isinstance(branches[0][0], Volley):
        return _hits(branches, words)
    after = [_after(rules, position, value) for value, _ in branches]
    read = [next((fact for one in entries[:4] for fact in one.facts.values() if type(fact) is Cell), None)
            for entries in after]  # fmt: skip
    tables = [cell.table for cell in read if cell is not None]
    title = Text.of(words.book.tables[tables[0]]["title"]) if tables else Text("", "")
    told = _differing(after, [value for value, _ in branches], words)
    cells = (
        FaceCell(value, weight, _printed(cell, words), cell.stand_in, cell.table)
        if cell
        else FaceCell(value, weight, text)
        for (value, weight), cell, text in zip(branches, read, told, strict=True)
    )
    return Faces(tuple(cells), title)


def _printed(cell: Cell, words: Words) -> str:
    """What a table says; where that is a rule, what the rule is called."""
    return words.book[cell.value].title(words.lang) if cell.value in words.book else cell.value


def _after(rules: Ruleset, position: Position, value: Any) -> list[Entry]:
    """What is said when the dice fall so."""
    trace = Trace()
    run = Run(rules, position, trace)
    before = len(trace.entries)
    run.answer(value)
    return [entry for entry in trace.entries[before:] if entry.what == "say"]


def _differing(after: Sequence[Sequence[Entry]], faces: Sequence[Any], words: Words) -> list[str]:
    """Where no table is read: the first fact that is not the same for all faces; where other things are said, what."""
    for n in range(3):
        entries = [found[n] if n < len(found) else None for found in after]
        if len({entry.kind if entry else "" for entry in entries}) > 1:
            return _sentences([_said(entry, words) for entry in entries], faces)
        for key in dict.fromkeys(key for entry in entries if entry for key in entry.facts if key != "dice"):
            told = [words.fact(entry.facts[key]) if entry and key in entry.facts else "–" for entry in entries]
            if len(set(told)) > 1 and told != [str(face) for face in faces]:
                return [_brief(text) for text in told]
    return _sentences([_said(found[0] if found else None, words) for found in after], faces)


def _said(entry: Entry | None, words: Words) -> str:
    return words.say(entry.kind, entry.facts) if entry else "–"


def _sentences(told: Sequence[str], faces: Sequence[Any]) -> list[str]:
    """What is said for each face; what is said alike of several leaves the face open."""
    alike = [_without(face, text) for face, text in zip(faces, told, strict=True)]
    return [one if alike.count(one) > 1 else text for one, text in zip(alike, told, strict=True)]


def _without(face: Any, text: str) -> str:
    return re.sub(rf"(?<![\w,.-]){re.escape(str(face))}(?![\w,-])", "…", text, count=1)


def _brief(text: str) -> str:
    text = capitalised(text)
    return text if len(text) < 22 else text[:20] + "…"


def _order(value: Any) -> Any:
    return value.total if isinstance(value, Volley) else value


def _hits(branches: Sequence[tuple[Any, int]], words: Words) -> Faces:
    """Many dice: how many hits, each with its number of ways."""
    found: dict[int, int] = {}
    for value, weight in branches:
        hits = value.total if isinstance(value, Volley) else value
        found[hits] = found.get(hits, 0) + weight
    noun = words.noun("hit") if "hit" in words._messages["nouns"] else None
    cells = (FaceCell(n, w, str(n)) for n, w in sorted(found.items()))
    title = Text(*(capitalised(noun.many(lang)) for lang in ("fr", "en"))) if noun else Text("", "")
    return Faces(tuple(cells), title, True)
