"""What is seen, and how: steps of a procedure, the place under the keys, how much is told, in which language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tutor.board.desk import Desk, Look
from tutor.board.view import Mood
from tutor.engine.text import Lang


def leave(desk: Desk) -> Desk:
    """Nothing chosen, nothing looked at."""
    return replace(desk, look=Look())


def fold(desk: Desk) -> Desk:
    """The opened stack is closed, so that what lies under its tray is seen; what was chosen stays chosen."""
    return desk.looking(fan=())


def focus(desk: Desk, place: str | None) -> Desk:
    """The place that the keys have come to, or over which something is dragged."""
    return replace(desk, focus=place)


def tell(desk: Desk, text: str, mood: Mood = "") -> Desk:
    """Something is said over the board in place of the question; or nothing any more."""
    return desk.told(text, mood) if text else desk.looking(note=None)


def live(desk: Desk) -> Desk:
    """To the present question, from a step that was looked at."""
    return replace(desk, frame=None)


def step(desk: Desk, by: int) -> Desk:
    """Forwards or backwards through what happened; past the end lies the present."""
    entries = desk.line.entries
    at = by + (len(entries) if desk.frame is None else desk.frame)
    while 0 <= at < len(entries) and not _worth(desk, at):
        at += 1 if by >= 0 else -1
    bare = desk.looking(target=None, way=(), supposed=None)
    return replace(bare, frame=None if at >= len(entries) else max(at, 0))


def step_to(desk: Desk, at: int) -> Desk:
    """To a step of what happened; the first from there on at which there is something to see."""
    entries = desk.line.entries
    return step(replace(desk, frame=at), 0) if 0 <= at < len(entries) else live(desk)


def _worth(desk: Desk, at: int) -> bool:
    """Headings without anything below them are no step."""
    entries = desk.line.entries
    entry = entries[at]
    if entry.state is None or not desk.may_read(entry):
        return False
    return entry.what != "section" or (at + 1 < len(entries) and entries[at + 1].depth > entry.depth)


def switch(desk: Desk, **habits: Any) -> Desk:
    """Otherwise lit, told, seen or gone through."""
    return desk.with_habits(**habits).looking(note=None)


def of_day(desk: Desk, day: str) -> Desk:
    """The fronts of history on a day are drawn; of the day that is seen already, or of none, no more."""
    return switch(desk, day="" if day == desk.habits.day else day)


def speak(desk: Desk, lang: Lang) -> Desk:
    """Another language, at once."""
    spoken = switch(desk, lang=lang)
    fallen = spoken.fallen
    return spoken if fallen is None else replace(spoken, fallen=fallen.told_by(spoken.rules, spoken.words()))
