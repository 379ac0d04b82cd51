"""What lies at the top of the project: every folder and page there is one that somebody looks for."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"}
FOLDERS = {"tutor", "notebooks", "scenarios", "chronicles", "tests", "tools", "docs", "binder"}
SETTINGS = {"pyproject.toml", "hatch_build.py", "conftest.py", ".gitignore", ".ci"}


def test_nothing_that_was_downloaded_or_tried_out_is_kept_at_the_top() -> None:
    """A wheel or a poster left there by a trial is committed with `git add` and carried by everybody from then on."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("not a checkout")
    kept = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    top = {name.split("/")[0] for name in kept.split("\0") if name}
    assert top == PAGES | FOLDERS | SETTINGS
