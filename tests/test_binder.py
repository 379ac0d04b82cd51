"""The Binder set-up: what repo2docker would build, looked at without building it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_tutor_is_installed_once_its_source_is_there(tmp_path: Path) -> None:
    """`pip install .` before the repository is copied finds nothing to install."""
    for part in ("binder", "pyproject.toml"):
        target = tmp_path / part
        target.symlink_to(ROOT / part)
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).splitlines()
    assert done.returncode == 0, lines[-20:]
    copied = next(n for n, line in enumerate(lines) if line.startswith("COPY") and "src/ ${REPO_DIR}/" in line)
    installed = [n for n, line in enumerate(lines) if "pip install" in line and "requirements.txt" in line]
    assert installed
    assert min(installed) > copied
    assert any("3.11" in line for line in lines if "python" in line.lower())


def test_what_binder_installs_is_this_project() -> None:
    wanted = (ROOT / "binder" / "requirements.txt").read_text("utf-8").split()
    assert wanted == ["./[lab]"]
    assert (ROOT / "binder" / "runtime.txt").read_text("utf-8").strip() == "python-3.11"
