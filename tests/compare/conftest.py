"""Answers are kept in a folder of the test run, never in the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.compare.sweep import Kept


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def kept(folder: Path) -> Kept:
    return Kept(folder)


@pytest.fixture(autouse=True)
def _apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_CACHE", str(folder))
