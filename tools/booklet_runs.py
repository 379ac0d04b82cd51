"""Salted hashes of the booklets' eight-word runs: `python tools/booklet_runs.py FOLDER`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.copied import RUNS, SIZE, hashed_runs, words


def main(folder: str) -> None:
    found = {h for book in Path(folder).glob("*.txt") for h in hashed_runs(words(book.read_text(errors="replace")))}
    RUNS.write_bytes(b"".join(sorted(found)))
    print(f"{len(found)} runs, {len(found) * SIZE} bytes in {RUNS}")


if __name__ == "__main__":
    main(*sys.argv[1:])
