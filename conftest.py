"""Whatever pytest runs here, the notebooks too, has a home of its own."""

from __future__ import annotations

import atexit
import gc
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.home import move_in

HOME = Path(tempfile.mkdtemp(prefix="tutor-home-"))
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
move_in(HOME)
gc.set_threshold(50_000, 20, 100)  # books and maps live from first to last: they are looked through more rarely

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


@pytest.hookimpl(trylast=True)  # when what is not run has been left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        _left_out(config, items)
    else:
        _dealt(items, getattr(config, "workerinput", {}).get("workercount", 1))


def _left_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """For a first look while one works; what is left out is said."""
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid.startswith(SLOW)])
    items[:] = [item for item in items if not item.nodeid.startswith(SLOW)]


def _dealt(items: list[pytest.Item], workers: int) -> None:
    """What waits more than it works comes first, and half of the workers begin with it.

    Each worker begins with a stretch of the list, as long as any other, and takes from the end of another's when it
    has done its own. A browser that waits leaves a core to those who reckon; at the end, alone, it would leave it idle.
    """
    waiting = [item for item in items if item.get_closest_marker("browser")]
    others = [item for item in items if not item.get_closest_marker("browser")]
    stretch, hosts = len(items) // workers, max(1, workers // 2)
    items.clear()
    for host in range(hosts):
        mine = waiting[host * len(waiting) // hosts : (host + 1) * len(waiting) // hosts]
        beside = max(0, stretch - len(mine))
        items += [*mine, *others[:beside]]
        others = others[beside:]
    items += others
