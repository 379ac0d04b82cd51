"""Which widgets a notebook cell made: when the cell runs again, those that it replaces are closed."""

from __future__ import annotations

import sys
from typing import Any

_made: dict[str, tuple[str, list[Any]]] = {}


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
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    parent = shell.get_parent() if shell is not None and hasattr(shell, "get_parent") else None
    if not parent:
        return None, None
    return parent.get("metadata", {}).get("cellId"), parent.get("header", {}).get("msg_id")
