"""Everything that must hold, in one command: `python -m tests`. Stops at the first part that fails.

`python -m tests notebooks types` runs these parts only, `python -m tests --quick` looks over the whole in a minute,
`python -m tests covered` says which lines no test comes to.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.home import at_home

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest"]
EACH_CORE = ["-n", "auto"]
TWO_MORE = ["-n", str((os.cpu_count() or 1) + 2)]  # half of them begin in a browser, where they wait as much as work


def notebooks(folder: Path) -> list[str]:
    """The notebooks are run as a copy: what they write lies beside them."""
    copy = shutil.copytree(ROOT / "notebooks", folder / "notebooks")
    where = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder)]
    return [*PYTEST, *EACH_CORE, "--nbval", str(copy), *where, "--dist", "loadfile", "-p", "no:cacheprovider"]


def quick(folder: Path) -> list[str]:
    return [*PYTEST, *EACH_CORE, "--quick", "--dist", "worksteal", "-p", "no:cacheprovider"]


def tests(folder: Path) -> list[str]:
    return [*PYTEST, *TWO_MORE, "--dist", "worksteal", "-p", "no:nbval"]


def covered(folder: Path) -> list[str]:
    """The tests, and which lines none of them comes to: to look at by hand, for counting takes as long as testing."""
    return [*tests(folder), "--cov", "--cov-report=term:skip-covered"]


PARTS: dict[str, Callable[[Path], list[str]]] = {
    "style": lambda folder: [PYTHON, "-m", "ruff", "check", "."],
    "form": lambda folder: [PYTHON, "-m", "ruff", "format", "--check", "."],
    "types": lambda folder: [PYTHON, "-m", "mypy"],
    "notebooks": notebooks,
    "tests": tests,
    "covered": covered,
    "quick": quick,
}
WHOLE = ("style", "form", "types", "notebooks", "tests")
QUICK = ("style", "form", "quick")


def run(name: str) -> int:
    """One part, in a home of its own."""
    with tempfile.TemporaryDirectory(prefix="tutor-tests-", ignore_cleanup_errors=True) as own:
        folder = Path(own)
        (folder / "home").mkdir()
        command = PARTS[name](folder)
        print(f"── {name}: {' '.join(command[1:])}", flush=True)
        return subprocess.run(command, cwd=ROOT, env=_compiling(at_home(folder / "home")), check=False).returncode


def _compiling(environment: Mapping[str, str]) -> dict[str, str]:
    """What is started a hundred times over is compiled once, even where whoever asked keeps no compiled files."""
    return {name: value for name, value in environment.items() if name != "PYTHONDONTWRITEBYTECODE"}


def main(asked: list[str]) -> int:
    if asked == ["--quick"]:
        asked = list(QUICK)
    if unknown := [name for name in asked if name not in PARTS]:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
        return 2
    for name in asked or WHOLE:
        if failed := run(name):
            print(f"── {name} failed", flush=True)
            return failed
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
