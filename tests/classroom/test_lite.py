"""`tutor kit --lite FOLDER`, without a browser: what lies in the folder, and what is told where it cannot be built."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from jupyter_core.paths import jupyter_path

from tests.classroom.pyodide import INFO, laid, with_notebooks
from tutor.classroom import lite, notebook
from tutor.classroom.runtime import LOCK, MICROPIP_VERSION, Lacking, Runtime, runtime
from tutor.classroom.standins.lab import numpy as stood_in
from tutor.cli import main
from tutor.engine.text import LANGUAGES
from tutor.lessons import Walk, find, progress
from tutor.lessons.progress import Progress

BOOKS = 11


def wheel(name: str, depends: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"name": name, "version": "9", "file_name": f"{name}-9-wasm32.whl", "depends": list(depends), "imports": []}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as JupyterLite builds it, around a Python that does not run."""
    base = tmp_path_factory.mktemp("lite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lite, "node", list)  # nothing is compiled
        asked = ["kit", "--lite", str(base / "lab"), "--pyodide", str(with_notebooks(base / "pyodide")), "--lang", "en"]
        result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    assert "http.server" in result.stdout
    return base / "lab"


# -- what is in it --------------------------------------------------------------------------------------------------
def test_every_package_is_a_wheel_in_the_folder_and_the_lock_names_it(built: Path) -> None:
    folder = built / "static" / "pyodide"
    known = json.loads((folder / LOCK).read_bytes())["packages"]
    wanted = {"grande-guerre-tutor", "ipython", "ipywidgets", "ipycanvas", "anywidget", "traitlets", "pydantic-core"}
    assert wanted | {"micropip", "piplite", "pyodide-kernel", "ipykernel", "comm", "jedi", "pyyaml"} <= set(known)
    for name, entry in known.items():
        content = (folder / entry["file_name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == entry["sha256"], name
    inside = zipfile.ZipFile(folder / known["grande-guerre-tutor"]["file_name"]).namelist()
    assert {"tutor/board/table.py", "tutor/classroom/notebook.py", "tutor/data/scenarios/se/roana.yaml"} <= set(inside)
    assert any(name.endswith("startup/00-tutor.ipy") for name in inside)
    assert not [name for name in inside if name.startswith("tutor/cli")]


def test_python_is_told_to_look_nowhere_else(built: Path) -> None:
    data = json.loads((built / "jupyter-lite.json").read_bytes())["jupyter-config-data"]
    kernel = data["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    known = json.loads((built / "static" / "pyodide" / LOCK).read_bytes())["packages"]
    assert kernel["disablePyPIFallback"] is True
    assert kernel["pyodideUrl"] == "./static/pyodide/pyodide.mjs"
    assert not any(url.startswith("http") for url in kernel.get("pipliteUrls", ()))
    assert set(kernel["loadPyodideOptions"]["packages"]) == set(known), "what is not loaded at first would be asked for"
    names = {one["name"] for one in data["federated_extensions"]}
    assert names == set(lite.EXTENSIONS)


def test_all_notebooks_lie_there_in_both_languages(built: Path) -> None:
    for lang in LANGUAGES:
        books = [json.loads(path.read_bytes()) for path in (built / "files" / lang).glob("*.ipynb")]
        assert len(books) == BOOKS
        assert all(book["metadata"]["kernelspec"]["name"] == "python" for book in books)
        code = [cell for book in books for cell in book["cells"] if cell["cell_type"] == "code"]
        assert not [cell for cell in code if cell["outputs"]]
        assert not [cell for cell in code if any(module in "".join(cell["source"]) for module in lite.USED_BY)]


@pytest.mark.parametrize(
    ("lang", "told"), [("fr", "Cette cellule demande matplotlib"), ("en", "This cell needs matplotlib")]
)
def test_what_cannot_run_says_so_and_shows_what_it_shows_elsewhere(built: Path, lang: str, told: str) -> None:
    book = json.loads(next((built / "files" / lang).glob("07-*")).read_bytes())
    cells = (one for one in book["cells"] if told in "".join(one["source"]))
    cell = next(one for one in cells if "matplotlib" in one["source"])
    assert cell["cell_type"] == "markdown"
    assert "savefig" in cell["source"]
    assert cell["attachments"]["shown.png"]["image/png"].startswith("iVBOR")


# -- with the whole distribution of Pyodide -------------------------------------------------------------------------
def test_what_the_distribution_has_is_taken_with_all_that_it_needs(tmp_path: Path) -> None:
    folder = with_notebooks(tmp_path / "whole")
    known = {"numpy": wheel("numpy"), "pillow": wheel("pillow"), "kiwi": wheel("kiwi")}
    known |= {"matplotlib": wheel("matplotlib", ("numpy", "kiwi")), "pandas": wheel("pandas", ("numpy", "pytz"))}
    (folder / LOCK).write_text(json.dumps({"info": INFO, "packages": known}), "utf-8")
    for name in ("numpy", "matplotlib", "kiwi", "pandas"):  # pandas without what it needs
        (folder / known[name]["file_name"]).write_bytes(b"wheel")
    found = runtime(folder, notebooks=True)
    large = lite.distribution(found)
    assert set(large) == {"numpy", "matplotlib", "kiwi"}
    books = dict(lite.notebooks(large))
    source = "".join("".join(cell["source"]) for cell in json.loads(books["en/07-compare.ipynb"])["cells"])
    assert "import matplotlib\nfrom io import BytesIO" in source
    assert "This cell needs pandas" in source
    names = {name for (name, _), _ in lite._packages(found, {"pillow": "PIL"})}
    assert "pillow" in names
    assert "numpy" not in names, "the distribution's own is there"


def test_without_micropip_there_are_no_notebooks_but_a_page_for_pupils(tmp_path: Path) -> None:
    folder = laid(tmp_path / "pyodide")
    assert isinstance(runtime(folder), Runtime)
    with pytest.raises(Lacking) as lacking:
        runtime(folder, notebooks=True)
    assert lacking.value.files == (f"micropip-{MICROPIP_VERSION}-*.whl",)


# -- where it cannot be built ---------------------------------------------------------------------------------------
def refused(folder: Path, lang: str = "en") -> str:
    result = CliRunner().invoke(main, ["kit", "--lite", str(folder), "--lang", lang])
    assert result.exit_code == 2, result.output
    return str(result.stderr)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_registry_that_does_not_answer_is_told_with_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setattr(lite, "user_cache_path", lambda *given, **named: tmp_path / "cache")
    monkeypatch.setattr(lite, "BUILDERS", ("jupyterlite-core==0.0.0.of.tomorrow",))
    told = refused(tmp_path / "lab", lang)
    assert "jupyterlite-core==0.0.0.of.tomorrow" in told
    assert "Traceback" not in told
    assert not (tmp_path / "lab").exists()
    assert [*(tmp_path / "cache").iterdir()] == [], "half a JupyterLite is none"


def test_what_was_fetched_once_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lite, "user_cache_path", lambda *given, **named: tmp_path)
    monkeypatch.setattr(lite, "run", lambda command, lacking: Path(command[command.index("--target") + 1]).mkdir())
    folder = lite.builders()
    monkeypatch.setattr(lite, "run", lambda *given: pytest.fail("fetched again"))
    assert lite.builders() == folder


def test_what_builds_the_pages_is_not_installed() -> None:
    """JupyterLab loads every extension that is installed, and stumbles over the browser's kernel."""
    assert not [path for base in jupyter_path("labextensions") if (path := Path(base) / lite.KERNEL).exists()]


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "homework.txt").write_text("mine", "utf-8")
    assert "--force" in refused(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["homework.txt"]


def test_where_nobody_may_write_it_is_told_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(**named: Any) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(tempfile, "TemporaryFile", forbidden)
    monkeypatch.setattr(lite, "build", lambda *given: pytest.fail("it was built"))
    told = refused(tmp_path / "lab")
    assert str(tmp_path / "lab") in told
    assert os.strerror(13) in told


def test_a_build_that_fails_is_told_in_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(lite.Unbuilt, match=r"\w"):
        lite._pages(tmp_path, tmp_path / "site")  # there is no Python in it
    monkeypatch.setattr(lite, "EXTENSIONS", ("no-such-extension",))
    with pytest.raises(lite.Unbuilt, match="no-such-extension"):
        [*lite._extensions()]


# -- in the browser, tried outside ----------------------------------------------------------------------------------
def test_progress_is_read_and_written_whole_where_no_database_can_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "WHOLE", True)
    opened: list[str] = []
    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda name, **how: opened.append(str(name)) or real(name, **how))
    path = tmp_path / "progress.sqlite3"
    walk = Walk(find("se/1-pont"))
    walk.go(next(n for n, task in enumerate(walk.lesson.tasks) if task.graded))
    one, other = Progress(path, "Zoé"), Progress(path, "Ali")  # two notebooks, open at once
    for tries, book in ((2, one), (1, other), (3, one)):
        walk.tally.tries = tries
        book.keep(walk)
    assert [[kept.tries for kept in Progress(path, name).kept()] for name in ("Zoé", "Ali")] == [[3], [1]]
    assert set(opened) == {":memory:"}
    before = path.stat().st_mtime_ns
    assert one.learners() == ("Ali", "Zoé")
    assert path.stat().st_mtime_ns == before, "who only reads writes nothing"
    monkeypatch.setattr(progress, "WHOLE", False)
    assert Progress(path, "Zoé").kept()[0].tries == 3, "and it is a database like any other"


def test_a_program_that_cannot_be_started_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.setenv("TUTOR_LANG", "en")
    shell = InteractiveShell()
    notebook.begin(shell)
    assert shell.run_cell("!tutor class room").success, "the next cell runs"
    assert "A browser starts no programs: “tutor class room”" in capsys.readouterr().err


ROWS = [[1.5, 2.0], [3.0, -4.25]], [[[0, 1], [2, 3]], [[4, 5], [6, 7]]], [1, 2, 3]


@pytest.mark.parametrize("rows", ROWS)
def test_where_numpy_is_missing_the_canvas_is_sent_the_same(rows: Any) -> None:
    for kind in ("float32", "int32"):
        real, ours = np.array(rows, dtype=kind), stood_in.array(rows, dtype=kind)
        assert ours.shape == real.shape
        assert ours.numbers.tobytes() == real.tobytes()
        assert (ours.ndim, ours.size, len(ours)) == (real.ndim, real.size, len(real))
        assert ours.ravel().tolist() == real.ravel().tolist()
    several = [np.array(rows), np.array(rows)]
    ours = stood_in.concatenate([stood_in.array(rows), stood_in.array(rows)])
    assert ours.shape == np.concatenate(several).shape
    assert ours.tolist() == np.concatenate(several).ravel().tolist()
    assert stood_in.frombuffer(b"told", dtype=stood_in.uint8).tolist() == [*b"told"]
