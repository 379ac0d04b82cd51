"""The command as a process: `python -m tutor`, and a reader who stops reading."""

from __future__ import annotations

import subprocess
import sys

from tutor import __version__


def run(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)


def test_as_a_module() -> None:
    assert run(f"{sys.executable} -m tutor --version").stdout.strip() == __version__


def test_a_pipe_that_closes_early() -> None:
    done = run(f"{sys.executable} -m tutor rule --search retraite --most 400 --lang fr | head -n 1")
    assert done.stdout.count("\n") == 1
    assert "Error" not in done.stderr
