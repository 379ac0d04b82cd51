"""`tutor replay`: a record told again with what was noted beside it, or stopped at the first line that is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from tutor.board.notes import Notes, Shape
from tutor.cli import driving
from tutor.cli.base import Command, Wrong, lang_option, level_option, refuse, spoken, write
from tutor.cli.base import say as said
from tutor.engine.consulted import entries_resting
from tutor.engine.facts import Place
from tutor.engine.play import Session
from tutor.engine.records import Record, RecordLine, Stopped
from tutor.engine.records import replay as give
from tutor.engine.telling import trace, verdict, with_footnotes
from tutor.engine.text import Text
from tutor.engine.told import Node, Sentence, text
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.files.faults import BadFile
from tutor.files.writing import load_record
from tutor.library import scenario
from tutor.recorded import check


@click.command("replay", cls=Command)
@click.argument("record", type=click.Path(path_type=Path))
@level_option
@lang_option
def replay(record: Path, level: int, lang: str | None) -> None:
    """Tell a record."""
    tongue = spoken(lang)
    faults = check(record)
    if faults:
        raise BadFile(faults)
    played = load_record(record)
    found = scenario(played.scenario)
    try:
        state = found.played_as(played)
    except ValueError as error:
        raise Wrong("bad-law", problem=str(error)) from error
    retold = Retold(Session(found.rules, state))
    stopped = retold.give(played)
    words = driving.words_of(retold.session, tongue)
    write(driving.header(found, tongue))
    write(driving.law_told(state, tongue))
    write(_at_the_head(played, words))
    write()
    write(with_footnotes(trace(retold.entries(), words, retold.beside), words), level)
    if stopped is None:
        write(said("replayed", tongue, lines=len(played.lines)))
        return
    line = stopped.line
    write(said("stopped", tongue, number=stopped.number, answer=driving.typed(line.answer) if line else "-"))
    if stopped.refused:
        write(verdict(stopped.refused.verdict, words), 3, indent=2)
        refuse([], 1)
    refuse([f"  {stopped.why}"], 1)


class Retold:
    """A record given to a session, with the step beside which each of its notes stands."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.notes: dict[int, Notes] = {}
        self.told = 0

    def give(self, record: Record) -> Stopped | None:
        """As far as the rules allow; what stops it."""
        try:
            give(record, self.session, self._noted)
        except Stopped as stop:
            return stop
        return None

    def _noted(self, number: int, line: RecordLine) -> None:
        """Notes stand beside the answer; where it is told later, beside what is told last."""
        new = self.session.trace.entries[self.told :]
        self.told += len(new)
        answers = [entry for entry in new if entry.what in ("choice", "roll")]
        if line.notes and new:
            self.notes[id((answers or new)[-1])] = Notes.of(line.notes)

    def entries(self) -> list[Entry]:
        """What was said, with the readings that decide; notes stay where they stand."""
        plain, resting = self.session.trace.entries, entries_resting(self.session)
        kept = {id(new): self.notes[id(old)] for old, new in zip(plain, resting, strict=True) if id(old) in self.notes}
        self.notes = kept
        return resting

    def beside(self, entry: Entry, words: Words) -> Iterator[Node]:
        notes = self.notes.get(id(entry))
        if notes is not None:
            yield from (replace(line, depth=entry.depth + 2) for line in noted(notes, words))


def _at_the_head(record: Record, words: Words) -> Iterator[Node]:
    """What stands beside the record as a whole."""
    notes = Notes.of(record.notes)
    title = notes.other.get("title")
    if title:
        yield Sentence(text(Text.of(title)(words.lang)))
    yield from noted(notes, words)


def noted(notes: Notes, words: Words) -> Iterator[Sentence]:
    """A comment, what is drawn on the map, and the sources."""
    comment = notes.told(words.lang)
    if comment:
        yield from (Sentence(text(line), "✎") for line in comment.splitlines())
    yield from (_drawn(shape, words) for shape in notes.shapes)
    if notes.sources:
        yield Sentence(said.phrases("noted.sources", words, sources=text("; ".join(notes.sources))))


def _drawn(shape: Shape, words: Words) -> Sentence:
    colour = said(f"colour.{shape.colour}", words.lang)
    start, *end = map(Place, shape.places)
    if not end:
        return Sentence(said.phrases("noted.ring", words, colour=colour, place=start))
    return Sentence(said.phrases("noted.arrow", words, colour=colour, start=start, end=end[0]))
