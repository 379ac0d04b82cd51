"""Runs of words that stand in a booklet, found through salted hashes: no text of a booklet is needed or kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

RUNS = Path(__file__).parent / "data" / "booklet_runs.bin"
SALT, SIZE, LENGTH = b"grande guerre", 6, 8
_WORD = re.compile(r"[^\W\d_]+|\d+")


def words(text: str) -> list[str]:
    """Lower-case words and numbers without accents or punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))


def hashed_runs(found: list[str]) -> Iterator[bytes]:
    for start in range(len(found) - LENGTH + 1):
        run = " ".join(found[start : start + LENGTH])
        yield blake2b(run.encode(), key=SALT, digest_size=SIZE).digest()


@cache
def booklet_runs() -> frozenset[bytes]:
    data = RUNS.read_bytes()
    return frozenset(data[i : i + SIZE] for i in range(0, len(data), SIZE))


def copied(text: str) -> list[str]:
    """The first eight words of every place in `text` that repeats a booklet."""
    found = words(text)
    known = booklet_runs()
    hits, skip = [], 0
    for start, run in enumerate(hashed_runs(found)):
        if run in known and start >= skip:
            hits.append(" ".join(found[start : start + LENGTH]))
            skip = start + LENGTH
    return hits
