"""The SVG as PNG, without a browser; the same picture is made once."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.util import find_spec
from os import getpid
from pathlib import Path
from tempfile import gettempdir
from threading import get_ident


def paintable() -> bool:
    """Whether the painter is installed; without it there are SVG and words."""
    try:
        return find_spec("resvg_py") is not None
    except ValueError:  # somebody has said that it shall not be there
        return False


def png(svg: str) -> bytes:
    """The picture as PNG, kept by content in memory and in a folder for the day."""
    return _made(svg)


@lru_cache(maxsize=16)
def _made(svg: str) -> bytes:
    folder = Path(gettempdir()) / "tutor-pictures"
    kept = folder / f"{hashlib.sha256(svg.encode()).hexdigest()[:32]}.png"
    if kept.is_file():
        return kept.read_bytes()
    import resvg_py

    made = bytes(resvg_py.svg_to_bytes(svg_string=svg))
    try:
        folder.mkdir(exist_ok=True)
        part = kept.with_suffix(f".{getpid()}-{get_ident()}")  # others may be at the same picture
        part.write_bytes(made)
        part.replace(kept)
    except OSError:
        pass  # a full or forbidden disk costs time, not the picture
    return made
