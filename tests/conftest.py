"""What several tests stand on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toy import toy_library


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library with the toy's scenario, and the toy in the place of `fa`; English unless a test says else."""
    monkeypatch.setenv("TUTOR_LANG", "en")
    return toy_library(tmp_path / "library", monkeypatch)
