"""`tutor replay`: a record told again, or stopped at the first line that the rules refuse."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.cli import driving
from tutor.cli.base import Command, Wrong, lang_option, level_option, refuse, spoken, write
from tutor.cli.base import say as said
from tutor.engine.play import Session
from tutor.engine.records import Stopped
from tutor.engine.records import replay as give
from tutor.files.checking import check
from tutor.files.faults import BadFile
from tutor.files.writing import load_record
from tutor.library import scenario


@click.command("replay", cls=Command)
@click.argument("record", type=click.Path(path_type=Path))
@level_option
@lang_option
def replay(record: Path, level: int, lang: str | None) -> None:
    """Tell a record."""
    tongue = spoken(lang)
    _, faults = check(record, "record")
    if faults:
        raise BadFile(faults)
    played = load_record(record)
    found = scenario(played.scenario)
    try:
        state = found.position(played.readings, played.options)
    except ValueError as error:
        raise Wrong("bad-law", problem=str(error)) from error
    session = Session(found.rules, state)
    write(driving.header(found, tongue))
    write(driving.law_told(state, tongue))
    write()
    stopped: Stopped | None = None
    try:
        give(played, session)
    except Stopped as stop:
        stopped = stop
    words = driving.words_of(session, tongue)
    write(words.trace(session.entries(), level))
    if stopped is None:
        write(said("replayed", tongue, lines=len(played.lines)))
        return
    line = stopped.line
    write(said("stopped", tongue, number=stopped.number, answer=driving.typed(line.answer) if line else "-"))
    if stopped.refused:
        write(f"  {told}" for told in words.verdict(stopped.refused.verdict, 3))
        refuse([], 1)
    refuse([f"  {stopped.why}"], 1)
