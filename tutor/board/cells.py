"""What a notebook cell shows: when the cell runs again, what it showed before is closed."""

from __future__ import annotations

from typing import Any

import ipywidgets as W

from tutor.board.turns import in_turn
from tutor.board.widgets import close, parent, shell

_made: dict[str, tuple[str, list[Any]]] = {}


class Shown(W.VBox):  # type: ignore[misc]
    """A table, a lesson, a comparison: closed with all that lies in it, in its turn, and once.

    The collector of garbage closes again whatever is closed. It comes in any thread and at any moment, also in a thread
    whose start another waits for in its own turn: so what is closed waits for no turn.
    """

    def __init__(self, *children: Any, **how: Any) -> None:
        nothing_is_dropped()
        super().__init__(*children, **how)

    def close(self) -> None:
        if self.comm is not None:
            self._close()

    @in_turn
    def _close(self) -> None:
        super().close()
        close(self.layout, *self.children)


def nothing_is_dropped() -> None:
    """Have the kernel keep what it says until the server has read it.

    Of more than a thousand messages that wait, ZeroMQ drops the rest without a word; a table has some hundreds of
    widgets, and on a busy machine a board that was run again lacked its map or its counters for ever.
    """
    thread = getattr(getattr(shell(), "kernel", None), "iopub_thread", None)
    if thread is not None:
        thread.schedule(lambda: setattr(thread.socket, "sndhwm", 0))  # no limit, also for who listens already


def replaces(widget: Any) -> None:
    """Enter a new table, lesson or comparison under its cell; those of an earlier run of the cell are closed."""
    asked = parent()
    cell, run = asked.get("metadata", {}).get("cellId"), asked.get("header", {}).get("msg_id")
    if cell is None or run is None:
        return
    before, made = _made.get(cell, (run, []))
    if before != run:
        for old in made:
            old.close()
        made = []
    _made[cell] = (run, [*made, widget])
