"""The line of a desk as a record, a record on a desk, and the same line under another reading."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tutor.board.notes import Notes
from tutor.board.said import say
from tutor.engine import records
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Session
from tutor.engine.records import Record, RecordLine, Stopped
from tutor.engine.words import Words
from tutor.library import Scenario

if TYPE_CHECKING:
    from tutor.board.desk import Desk


def record(desk: Desk) -> Record:
    """The line that is stood on, with what is noted beside it."""
    bare = records.of_line(desk.line, desk.found.name, players=dict(desk.players))
    root, *moments = desk.line.now.line
    noted = (desk.notes.get(moment, Notes()).to_data() for moment in moments)
    lines = tuple(replace(line, notes=notes) for line, notes in zip(bare.lines, noted, strict=True))
    return replace(bare, lines=lines, notes=desk.notes.get(root, Notes()).to_data())


# -- gestures ---------------------------------------------------------------------------------------------------
def load(desk: Desk, record: Record) -> Desk:
    """Play a record as far as it goes; what stops it is told."""
    session = Session(desk.rules, desk.found.played_as(record))
    notes = {session.root: Notes.of(record.notes)}

    def noted(number: int, line: RecordLine) -> None:
        notes[session.now] = Notes.of(line.notes)

    told = say("loaded", desk.lang, n=len(record.lines))
    try:
        records.replay(record, session, noted)
    except Stopped as stop:
        told = say("stopped", desk.lang, n=stop.number, why=_why(stop, desk.words()))
    return desk.moved(session.line, first=session.root, notes=FrozenMap(notes)).told(told)


def _why(stop: Stopped, words: Words) -> str:
    """In words where a rule refuses it."""
    if stop.refused is None:
        return stop.why
    first = stop.refused.verdict.objections[0]
    return f"{words.say(first.kind, first.facts)} [{words.cite(first.rule)}]"


def rename(desk: Desk, found: Scenario) -> Desk:
    """The scenario has a file of its own now."""
    return replace(desk, found=found)


def read(desk: Desk, reading: str, option: str) -> Desk:
    """Another reading for good: a record of its own from there, as far as the answers so far still hold."""
    law = desk.line.root.state.law
    played = replace(record(desk), readings={**law.chosen, reading: option})
    return load(desk, played)
