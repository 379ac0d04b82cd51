"""The folder of `tutor kit --lite` in a real browser: every notebook, a reload, a file. Minutes: `pytest -m slow`."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.browser.clock import WORKER, Clock
from tests.browser.lab import FAILED, KERNEL, OPAQUE, RUN_ALL, START
from tutor.cli import main
from tutor.engine.text import LANGUAGES
from tutor.library import shipped

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]
TABLE = 15.0  # seconds, on a machine that does nothing else
LONG = 240_000  # milliseconds
READY = "window.jupyterapp?.shell?.currentWidget?.context?.isReady"
RUN = """code => { const told = [];
  const asked = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({ code });
  asked.onIOPub = one => told.push(one.content.text ?? one.content.evalue ?? '');
  return asked.done.then(() => told.join('').trim()); }"""
KEPT = """
from tutor.lessons.progress import Progress
print([(one.task, one.tries) for one in Progress(learner="Zoé").kept()], open("mine.txt").read())
"""
DONE = """
from tutor.lessons import Walk, find
from tutor.lessons.progress import Progress
walk = Walk(find("se/1-pont"))
walk.go(next(n for n, task in enumerate(walk.lesson.tasks) if task.graded))
walk.tally.tries = 2
Progress(learner="Zoé").keep(walk)
print("mine", file=open("mine.txt", "w"), flush=True)
"""


class Quiet(SimpleHTTPRequestHandler):
    """`python -m http.server`, without a word for each request."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("lite") / "lab"
    result = CliRunner().invoke(main, ["kit", "--lite", str(folder), "--lang", "fr"])
    assert result.exit_code == 0, result.output
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(engine: Any, served: str) -> Iterator[Any]:
    """A page that may ask nobody but the folder's server."""
    context = engine.new_context(viewport={"width": 1300, "height": 900})
    asked: list[str] = []
    context.route(lambda url: url.startswith(("http:", "https:", "ws:")) and not url.startswith(served),
                  lambda route: (asked.append(route.request.url), route.abort()))  # fmt: skip
    yield context.new_page()
    context.close()
    assert asked == []


def opened(page: Any, served: str, name: str) -> None:
    page.goto(f"{served}lab/index.html?path={name}")
    page.wait_for_function(READY, timeout=LONG)
    page.wait_for_function(KERNEL, timeout=LONG)


def test_a_table_in_time_and_what_was_done_is_there_after_a_reload(page: Any, served: str) -> None:
    with Clock(WORKER) as first:
        opened(page, served, "fr/01-bienvenue.ipynb")
        page.evaluate(START, RUN_ALL)
        page.wait_for_function(f"() => ({OPAQUE})(0) > 0.3", timeout=LONG)
    print(f"first table: {first}")
    assert first.took < TABLE, first
    page.wait_for_function("window.ranAll", timeout=LONG)
    assert page.evaluate(FAILED) == ""
    assert page.evaluate(RUN, DONE) == ""
    assert "terminal" in page.evaluate(RUN, "!tutor class room")
    page.wait_for_timeout(1000)
    opened(page, served, "fr/02-strafexpedition-1916.ipynb")
    assert page.evaluate(RUN, KEPT) == "[('howitzers', 2)] mine"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_notebook_runs_from_top_to_bottom(page: Any, served: str, lang: str) -> None:
    for path in sorted((shipped("notebooks") / lang).glob("*.ipynb")):
        opened(page, served, f"{lang}/{path.name}")
        page.evaluate(START, RUN_ALL)
        page.wait_for_function("window.ranAll", timeout=LONG)
        assert page.evaluate(FAILED) == "", path.name
