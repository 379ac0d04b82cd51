"""The chronicle of the duel, told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chronicle.toy import CHRONICLE
from tutor.chronicle.checked import Story, story


@pytest.fixture
def told(toy: Path) -> Story:
    path = toy / "told.yaml"
    path.write_text(CHRONICLE, "utf-8")
    return story(path)
