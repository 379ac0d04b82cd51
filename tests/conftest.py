"""What several tests stand on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import duel
from tutor import library


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library with a copy of the duel's scenario, and the duel among the games; English unless a test says else."""
    folder = tmp_path / "library"
    shutil.copytree(Path(duel.__file__).parent / "scenarios", folder / "duel")
    monkeypatch.setenv("TUTOR_LANG", "en")
    monkeypatch.setenv("TUTOR_GAMES", "duel=tests.duel")
    monkeypatch.setenv("TUTOR_SCENARIOS", str(folder))
    library._opened.cache_clear()
    library._map.cache_clear()
    return folder
