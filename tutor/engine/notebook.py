"""How what the engine found shows itself in a notebook: the one place where it looks up, and only when it is shown."""

from __future__ import annotations

from typing import Any


def html(found: Any) -> str:
    """A rule, a verdict, a ledger or a trace as the board tells it."""
    from tutor.board.html import shown

    return shown(found)
