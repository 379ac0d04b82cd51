"""One JupyterLab and one Chromium for all browser tests of a worker."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.lab import ARGS, HOW_TO, ROOT, Lab, Sheet, chromium, running

SE = 'from tutor.board.table import Table\ntable = Table("se/roana", language="fr", seed=1)\ntable'


@pytest.fixture(scope="session")
def engine() -> Iterator[Any]:
    """A running Chromium. Without one the tests fail, and say how to get it."""
    path = chromium()
    if path is None:
        pytest.fail(HOW_TO, pytrace=False)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab(engine: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder: Path = tmp_path_factory.mktemp("lab")
    with running(folder) as server:
        yield server


@pytest.fixture
def opened(engine: Any, lab: Lab, request: pytest.FixtureRequest) -> Iterator[Callable[..., Sheet]]:
    """Opens a notebook with some cells, or a shipped one, and runs it to its first board; no error may be left."""
    contexts: list[Any] = []
    sheets: list[Sheet] = []

    def opens(
        *cells: str, size: tuple[int, int] = (1300, 950), run: bool = True, name: str = "", **context: Any
    ) -> Sheet:
        page_context = engine.new_context(viewport={"width": size[0], "height": size[1]}, **context)
        contexts.append(page_context)
        if name:
            source, name = ROOT / "notebooks" / name, name.replace("/", "-")
            shutil.copy(source, lab.folder / name)
        else:
            name = f"{request.node.name.replace('[', '-').replace(']', '')}{len(sheets)}.ipynb"
            lab.write(name, *(cells or (SE,)))
        sheet = Sheet(page_context.new_page(), lab, name).open()
        sheets.append(sheet)
        if run:
            sheet.run_all().ready()
        return sheet

    yield opens
    faults = [fault for sheet in sheets for fault in sheet.faults]
    for page_context in contexts:
        page_context.close()
    lab.stop_kernels()
    assert faults == []
