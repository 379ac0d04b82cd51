"""What a notebook cell shows: when the cell runs again, what it showed before is closed."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import ipywidgets as W

from tutor.board.turns import in_turn
from tutor.board.widgets import close

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
    thread = getattr(getattr(_shell(), "kernel", None), "iopub_thread", None)
    if thread is not None:
        zmq = import_module("zmq")
        thread.schedule(lambda: thread.socket.setsockopt(zmq.SNDHWM, 0))  # no limit, also for who listens already


def replaces(widget: Any) -> None:
    """Enter a new table, lesson or comparison under its cell; those of an earlier run of the cell are closed."""
    cell, run = _cell()
    if cell is None or run is None:
        return
    before, made = _made.get(cell, (run, []))
    if before != run:
        for old in made:
            old.close()
        made = []
    _made[cell] = (run, [*made, widget])


def _cell() -> tuple[str | None, str | None]:
    """The cell that runs now and the message that runs it; nothing outside a notebook."""
    shell = _shell()
    parent = shell.get_parent() if shell is not None and hasattr(shell, "get_parent") else None
    if not parent:
        return None, None
    return parent.get("metadata", {}).get("cellId"), parent.get("header", {}).get("msg_id")


def _shell() -> Any:
    module = sys.modules.get("IPython")
    return module.get_ipython() if module is not None else None
