"""Records: a scenario, the law it was played under, and every answer with the rule that asked for it.

A record replays to the same state, or stops at the first answer that the rules refuse, with its verdict.
A line may be kept *despite* rules that history broke.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tutor import __version__
from tutor.engine.ask import Answer, Ask, NotAnAnswer
from tutor.engine.frames import frame
from tutor.engine.play import Line, Moment, Refused, Session, forced

if TYPE_CHECKING:
    from pandas import DataFrame

RECORD = ("number", "rule", "kind", "answer", "despite", "note")
OF_A_LINE = frozenset({"rule", "kind", "answer", "despite"})
OF_A_RECORD = frozenset({"scenario", "version", "readings", "options", "players", "lines"})


@dataclass(frozen=True)
class RecordLine:
    """One answer: the rule and kind of its ask, what was said, and what was noted beside it."""

    rule: str
    kind: str
    answer: Answer
    despite: tuple[str, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        data = {"rule": self.rule, "kind": self.kind, "answer": _plain(self.answer)}
        if self.despite:
            data["despite"] = list(self.despite)
        return {**data, **self.notes}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> RecordLine:
        return cls(
            rule=data["rule"],
            kind=data["kind"],
            answer=_frozen(data["answer"]),
            despite=tuple(data.get("despite", ())),
            notes=_beside(data, OF_A_LINE),
        )


@dataclass(frozen=True)
class Record:
    """A whole record as its file holds it. Where it names no options, those of its scenario are in force."""

    scenario: str
    lines: tuple[RecordLine, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    version: str = __version__
    notes: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "scenario": self.scenario,
            "version": self.version,
            "readings": dict(self.readings),
        }
        if self.options is not None:
            data["options"] = list(self.options)
        data["players"] = dict(self.players)
        data.update(self.notes)
        data["lines"] = [line.to_data() for line in self.lines]
        return data

    def frame(self) -> DataFrame:
        """A row an answer."""
        rows = [_row(n, line) for n, line in enumerate(self.lines, 1)]
        return frame(rows, RECORD)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Record:
        options = data.get("options")
        lines = [RecordLine.from_data(line) for line in data["lines"]]
        return cls(
            scenario=data["scenario"],
            lines=tuple(lines),
            readings=dict(data.get("readings", {})),
            options=None if options is None else tuple(options),
            players=dict(data.get("players", {})),
            version=str(data.get("version", __version__)),
            notes=_beside(data, OF_A_RECORD),
        )


class Stopped(Exception):
    """A replay that cannot go on: which line, and why (a verdict where the rules refuse it)."""

    def __init__(self, number: int, line: RecordLine | None, why: str, refused: Refused | None = None) -> None:
        super().__init__(f"line {number}: {why}")
        self.number, self.line, self.why, self.refused = number, line, why, refused


def of_session(session: Session, scenario: str, **more: Any) -> Record:
    """The record of the line that a session stands on."""
    return of_line(session.line, scenario, **more)


def of_line(played: Line, scenario: str, **more: Any) -> Record:
    """The record of a line as far as the moment at which it stands, under the law that was agreed on."""
    law = played.root.state.law
    options = tuple(sorted(law.agreed))
    _, *moments = played.now.line
    lines = tuple(map(_line, moments))
    return Record(scenario, lines, dict(law.chosen), options, **more)


def replay(
    record: Record,
    session: Session,
    after_line: Callable[[int, RecordLine], None] = lambda number, line: None,
) -> Session:
    """Give a session every answer of a record. Asks with one legal answer may be missing; raises Stopped."""
    for number, line in enumerate(record.lines, 1):
        session.line = given(session.line, line, number)
        after_line(number, line)
    return session


def given(played: Line, line: RecordLine, number: int = 1) -> Line:
    """A line with one answer of a record more, and before it the forced ones that the record leaves out."""
    there = _at_the_ask(played, line, number)
    try:
        return there.answered(line.answer, line.despite)
    except Refused as refusal:
        raise Stopped(number, line, "the rules refuse it", refusal) from refusal
    except NotAnAnswer as error:
        raise Stopped(number, line, str(error)) from error


def _at_the_ask(played: Line, line: RecordLine, number: int) -> Line:
    """With forced answers until the ask is the one that the line answers."""
    while (ask := played.ask) is not None:
        if ask.rule == line.rule and ask.kind == line.kind:
            return played
        only = forced(ask) if isinstance(ask, Ask) else None
        if only is None:
            raise Stopped(number, line, f"asked is {ask.kind} ({ask.rule}), not {line.kind} ({line.rule})")
        played = played.answered(only)
    raise Stopped(number, line, "the procedure is over")


def _line(moment: Moment) -> RecordLine:
    rule, kind = moment.question
    return RecordLine(rule, kind, moment.written, moment.despite)


def _row(n: int, line: RecordLine) -> tuple[Any, ...]:
    answer = line.answer
    if isinstance(answer, tuple):
        answer = " ".join(map(str, answer))
    despite = " ".join(line.despite)
    note = line.notes.get("note", "")
    return n, line.rule, line.kind, answer, despite, note


def _beside(data: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """What is noted in a file beside what every record has."""
    return {key: value for key, value in data.items() if key not in known}


def _plain(answer: Answer) -> Any:
    if not isinstance(answer, (tuple, list)):
        return answer
    return [_plain(part) for part in answer]


def _frozen(answer: Any) -> Answer:
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        return answer
    return tuple(map(_frozen, answer))
