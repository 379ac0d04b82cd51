"""Everything that must hold, in one command: `python -m tests`. Stops at the first part that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
PARTS = (
    ("style", [PYTHON, "-m", "ruff", "check", "."]),
    ("form", [PYTHON, "-m", "ruff", "format", "--check", "."]),
    ("types", [PYTHON, "-m", "mypy"]),
    (
        "notebooks",
        [PYTHON, "-m", "pytest", "--nbval", "notebooks", "-n", "auto", "--dist", "loadfile", "-p", "no:cacheprovider"],
    ),
    ("tests", [PYTHON, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "--cov", "--cov-report=term:skip-covered"]),
)


def main() -> int:
    for name, command in PARTS:
        print(f"── {name}: {' '.join(command[1:])}", flush=True)
        done = subprocess.run(command, cwd=ROOT, check=False)
        if done.returncode:
            print(f"── {name} failed", flush=True)
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
