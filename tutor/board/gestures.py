"""Every gesture of the table: a pure function from a desk, and what was done, to the next desk.

Those that only look leave the line that is played as it is. A new one is written in the module that it belongs to, and
named here; the laws of gestures (`tests/board/test_gestures.py`) then hold it.
"""

from __future__ import annotations

from tutor.board.inquiring import inquire, open_rule
from tutor.board.measuring import lay_down, measure, of_side, shorten, take_up
from tutor.board.notes import cite, comment, draw
from tutor.board.playing import answer, go_to, lay_anew, others, pass_alone, redo, resume, roll, seat, throw_alone, undo
from tutor.board.pointing import click, confirm, drop, finish, listed, look_at, next_possible, pick
from tutor.board.recording import load, read, rename
from tutor.board.seeing import focus, fold, leave, live, of_day, speak, step, step_to, switch, tell
from tutor.board.supposing import keep_supposed, suppose

LOOKING = (
    next_possible, leave, fold, focus, live, step, step_to, switch, of_day, speak, tell,
    suppose, take_up, measure, of_side, shorten, lay_down, inquire, open_rule,
)  # fmt: skip
POINTING = (click, drop, pick, listed, look_at, confirm, finish)  # the first time one looks, the second time one gives
PLAYING = (answer, roll, others, seat, throw_alone, pass_alone, undo, redo, go_to, lay_anew, load, resume, read,
           keep_supposed)  # fmt: skip
NOTING = (comment, cite, draw, rename)
GESTURES = (*LOOKING, *POINTING, *PLAYING, *NOTING)

__all__ = [
    "GESTURES", "LOOKING", "NOTING", "PLAYING", "POINTING",
    "answer", "cite", "click", "comment", "confirm", "draw", "drop", "finish", "focus", "fold", "go_to", "inquire",
    "keep_supposed", "lay_anew", "lay_down", "leave", "listed", "live", "load", "look_at", "measure", "next_possible",
    "of_day", "of_side", "open_rule", "others", "pass_alone", "pick", "read", "redo", "rename", "resume", "roll",
    "seat", "shorten", "speak", "step", "step_to", "suppose", "switch", "take_up", "tell", "throw_alone", "undo",
]  # fmt: skip
