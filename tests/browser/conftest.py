"""One JupyterLab and one Chromium for all browser tests of a worker."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.lab import ARGS, HOW_TO, ROOT, Lab, Sheet, chromium, running

FEW = 3  # cells
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


class Seats:
    """Open notebooks with their kernels, kept from test to test: to load JupyterLab takes longer than most tests."""

    def __init__(self, engine: Any, lab: Lab) -> None:
        self.engine, self.lab = engine, lab
        self.kept: dict[tuple[tuple[str, Any], ...], Sheet] = {}

    def sit(self, cells: tuple[str, ...], size: tuple[int, int], how: dict[str, Any]) -> Sheet:
        """A notebook with these cells in a window of this size, its kernel as an earlier test left it."""
        like = tuple(sorted(how.items()))
        if like in self.kept:
            self.kept[like].page.set_viewport_size({"width": size[0], "height": size[1]})
            return self.kept[like].lay(*cells)
        name = f"seat{len(self.kept)}.ipynb"
        self.lab.write(name, *cells)
        self.kept[like] = self.new(name, size, how)
        return self.kept[like]

    def new(self, name: str, size: tuple[int, int], how: dict[str, Any]) -> Sheet:
        context = self.engine.new_context(viewport={"width": size[0], "height": size[1]}, **how)
        return Sheet(context.new_page(), self.lab, name).open()

    def leave(self, sheet: Sheet) -> None:
        """Nobody sits there again."""
        self.kept = {like: one for like, one in self.kept.items() if one is not sheet}
        sheet.page.context.close()
        self.lab.stop_kernels(but=self.names)

    @property
    def names(self) -> set[str]:
        """The notebooks whose kernels go on."""
        return {one.name for one in self.kept.values()}


@pytest.fixture(scope="session")
def seats(engine: Any, lab: Lab) -> Iterator[Seats]:
    found = Seats(engine, lab)
    yield found
    for sheet in list(found.kept.values()):
        found.leave(sheet)


@pytest.fixture
def opened(seats: Seats, lab: Lab, request: pytest.FixtureRequest) -> Iterator[Callable[..., Sheet]]:
    """Opens a notebook with some cells and runs it to its first board; no error may be left.

    One that is shipped, or is long, or that a test loads anew, is opened for it alone: JupyterLab measures many new
    cells whenever it has time, and what lies below them moves.
    """
    sheets: list[Sheet] = []
    failed = request.session.testsfailed

    def opens(
        *cells: str,
        size: tuple[int, int] = (1300, 950),
        run: bool = True,
        name: str = "",
        alone: bool = False,
        **how: Any,
    ) -> Sheet:
        cells = cells or (SE,)
        if name:
            source, name = ROOT / "notebooks" / name, name.replace("/", "-")
            shutil.copy(source, lab.folder / name)
        elif alone or len(cells) > FEW:
            name = f"{request.node.name.replace('[', '-').replace(']', '')}{len(sheets)}.ipynb"
            lab.write(name, *cells)
        sheet = seats.new(name, size, how) if name else seats.sit(cells, size, how)
        sheets.append(sheet)
        if run:
            sheet.run_all().ready()
        return sheet

    yield opens
    faults = [fault for sheet in sheets for fault in sheet.faults]
    for sheet in sheets:
        if faults or request.session.testsfailed > failed or sheet not in seats.kept.values():
            seats.leave(sheet)
    assert faults == []
