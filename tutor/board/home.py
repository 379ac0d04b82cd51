"""The way home, for every table, lesson and comparison that has room for a link."""

from __future__ import annotations

import os

HOME = "TUTOR_HOME"  # set by the server that shows Home (`tutor/home/server.py`); its kernels inherit it


def home_url() -> str | None:
    """Where Home is on the server that shows this; None where no Home is shown."""
    return os.environ.get(HOME) or None
