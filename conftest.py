"""Whatever pytest runs here, the notebooks too, has a home of its own."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.home import move_in

HOME = Path(tempfile.mkdtemp(prefix="tutor-home-"))
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
move_in(HOME)

SLOW = (
    "tests/browser/",
    "tests/laws/",
    "tests/bench/",
    "tests/compare/",
    "tests/test_coverage.py",
    "tests/test_home.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="without what takes long, and of the cases one in ten")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """For a first look while one works; what is left out is said."""
    if not config.getoption("--quick"):
        return
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid.startswith(SLOW)])
    items[:] = [item for item in items if not item.nodeid.startswith(SLOW)]
