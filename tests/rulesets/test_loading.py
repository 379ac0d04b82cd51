"""Loading all five rulebooks takes little beside what a notebook loads anyway."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tutor.engine.rulebook import write_compiled
from tutor.rulesets import GAMES, folder

ROOT = Path(__file__).parents[2]
TIMED = "import time; start = time.process_time(); {}; print(time.process_time() - start)"
BOOKS = "from tutor.rulesets import GAMES, book; [len(book(game)) for game in GAMES]"


def seconds(code: str) -> float:
    """The best of three fresh interpreters, by the time of the processor: others may be at work."""
    runs = [
        subprocess.run([sys.executable, "-c", TIMED.format(code)], cwd=ROOT, capture_output=True, check=True, text=True)
        for _ in range(3)
    ]
    return min(float(run.stdout) for run in runs)


def test_all_five_load_in_less_than_a_third_of_pandas() -> None:
    for game in GAMES:
        write_compiled(folder(game))
    assert seconds(BOOKS) < 0.3 * seconds("import pandas")


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_comes_with_its_game(game: str) -> None:
    """A step is entered when its module is imported: one that nobody imports would be missing only in play."""
    code = f"import sys; from tutor.rulesets import ruleset; ruleset({game!r}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    chapters = [path.stem for path in folder(game).glob("*.py") if "@" in path.read_text("utf-8")]
    chapters = [name for name in chapters if name not in ("schema", "comparison")]
    assert len(chapters) > 20
    assert {f"tutor.rulesets.{game}.{name}" for name in chapters} <= set(loaded.split())
