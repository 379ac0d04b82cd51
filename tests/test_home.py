"""What the tests run has a home of its own: a person's progress is neither read nor written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import conftest
from tests.home import OURS, at_home
from tutor.lessons.library import find
from tutor.lessons.progress import Progress, default_path
from tutor.lessons.walk import Walk

ROOT = Path(__file__).parent.parent


def test_the_tests_live_in_a_home_of_their_own() -> None:
    assert Path.home() == conftest.HOME
    assert default_path().is_relative_to(conftest.HOME)
    assert not [name for name in OURS if name in os.environ and name != "TUTOR_CACHE"]


def test_notebooks_are_green_where_lessons_were_taken_and_leave_the_progress_alone(tmp_path: Path) -> None:
    home = tmp_path / "used"
    home.mkdir()
    progress = Progress(home / ".local" / "share" / "tutor" / "progress.sqlite3")
    walk = Walk(find("se/1-pont"))
    walk.go(next(n for n, task in enumerate(walk.lesson.tasks) if task.graded))
    walk.hint()
    progress.keep(walk)
    before = progress.path.read_bytes()
    books = tmp_path / "en"
    books.mkdir()
    shutil.copy(ROOT / "notebooks" / "en" / "09-classroom.ipynb", books)
    how = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-p", "conftest", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "--nbval", str(books), *how]
    done = subprocess.run(command, cwd=ROOT, env=at_home(home), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert progress.path.read_bytes() == before
