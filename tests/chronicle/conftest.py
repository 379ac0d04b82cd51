from pathlib import Path

import pytest

from tests.chronicle.toy import CHRONICLE
from tutor.chronicle.checked import Story, story


@pytest.fixture
def told(toy: Path) -> Story:
    """The toy's chronicle, played."""
    path = toy / "told.yaml"
    path.write_text(CHRONICLE, "utf-8")
    return story(path)
