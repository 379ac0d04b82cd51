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


@dataclass(frozen=True)
class RecordLine:
    """One answer: the rule and kind of its ask, what was said, and what was noted beside it."""

    rule: str
    kind: str
    answer: Answer
    despite: tuple[str, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"rule": self.rule, "kind": self.kind, "answer": _plain(self.answer)}
        if self.despite:
            data["despite"] = list(self.despite)
        return {**data, **self.notes}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> RecordLine:
        known = ("rule", "kind", "answer", "despite")
        return cls(
            rule=data["rule"],
            kind=data["kind"],
            answer=_frozen(data["answer"]),
            despite=tuple(data.get("despite", ())),
            notes={key: value for key, value in data.items() if key not in known},
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
        named = {} if self.options is None else {"options": list(self.options)}
        return {
            "scenario": self.scenario,
            "version": self.version,
            "readings": dict(self.readings),
            **named,
            "players": dict(self.players),
            **self.notes,
            "lines": [line.to_data() for line in self.lines],
        }

    def frame(self) -> DataFrame:
        """A row an answer."""
        return frame((_row(n, line) for n, line in enumerate(self.lines, 1)), RECORD)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Record:
        known = ("scenario", "version", "readings", "options", "players", "lines")
        notes = {key: value for key, value in data.items() if key not in known}
        return cls(
            scenario=data["scenario"],
            lines=tuple(RecordLine.from_data(line) for line in data["lines"]),
            readings=dict(data.get("readings", {})),
            options=None if data.get("options") is None else tuple(data["options"]),
            players=dict(data.get("players", {})),
            version=str(data.get("version", __version__)),
            notes=notes,
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
    lines = tuple(_line(moment) for moment in played.now.line[1:])
    options = tuple(sorted(law.agreed))
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
    while (ask := played.ask) is not None and (ask.rule, ask.kind) != (line.rule, line.kind):
        only = forced(ask) if isinstance(ask, Ask) else None
        if only is None:
            raise Stopped(number, line, f"asked is {ask.kind} ({ask.rule}), not {line.kind} ({line.rule})")
        played = played.answered(only)
    if played.ask is None:
        raise Stopped(number, line, "the procedure is over")
    return played


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


def _plain(answer: Answer) -> Any:
    return [_plain(part) for part in answer] if isinstance(answer, (tuple, list)) else answer


def _frozen(answer: Any) -> Answer:
    if isinstance(answer, Iterable) and not isinstance(answer, str):
        return tuple(_frozen(part) for part in answer)
    return answer
