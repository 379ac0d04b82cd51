"""The folder that `tutor kit` writes: what is in it, what is not, and what is said where it cannot be written."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner

from tests.classroom.pyodide import laid
from tutor import rulesets
from tutor.classroom import kit, packing, runtime
from tutor.classroom.runtime import Lacking, Runtime
from tutor.cli import main
from tutor.engine.text import LANGUAGES, Lang
from tutor.home import shelf
from tutor.search import search

LINK = re.compile(r'href="#/(\w+)/([^"]+)"')
ADDRESS = re.compile(r'(?:src|href|action|url\()\s*=?\s*"?(https?:)?//')


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything but a Python that runs."""
    folder = tmp_path_factory.mktemp("kit")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "node", list)  # nothing is compiled
        result = CliRunner().invoke(
            main, ["kit", str(folder / "class"), "--pyodide", str(laid(folder / "pyodide")), "--lang", "en"]
        )
    assert result.exit_code == 0, result.output
    assert "index.html" in result.stdout
    return folder / "class"


def part(built: Path, name: str) -> bytes:
    """What a part says that is in it."""
    found = re.fullmatch(r'part\("(\w+)","([A-Za-z0-9+/=]+)"\);\n', (built / "parts" / f"{name}.js").read_text("ascii"))
    assert found is not None
    assert found[1] == name
    return gzip.decompress(base64.b64decode(found[2]))


# -- what is in it --------------------------------------------------------------------------------------------------
def test_python_is_in_the_folder_as_scripts(built: Path) -> None:
    assert part(built, "wasm") == b"// pyodide.asm.wasm"
    assert part(built, "module") == b"// pyodide.asm.mjs"
    assert zipfile.ZipFile(io.BytesIO(part(built, "library"))).namelist() == ["typing.py"]
    assert (built / "parts" / "pyodide.js").read_text("utf-8") == "// pyodide.js"


def test_the_archive_has_the_engine_and_nothing_that_the_page_never_asks_for(built: Path) -> None:
    names = set(zipfile.ZipFile(io.BytesIO(part(built, "site"))).namelist())
    assert {"ipywidgets.py", "ipycanvas.py", "anywidget.py", "numpy.py", "IPython.py"} <= names
    assert {"tutor/board/glass.js", "tutor/board/frame.css", "tutor/classroom/pupil.py", "yaml/__init__.py"} <= names
    assert {"pydantic_core/_core.so", "pydantic_core/__init__.py", "pydantic/main.py"} <= names
    assert {f"tutor/rulesets/{game}/rulebook.json" for game in rulesets.GAMES} <= names
    assert {"tutor/data/scenarios/se/roana.yaml", "tutor/data/chronicles/roana.yaml"} <= names
    left = (
        "tutor/cli",
        "tutor/home/server",
        "tutor/classroom/kit",
        "tutor/classroom/standins",
        "licence",
        "/rulebook/",
        "pydantic/v1/",
    )
    assert [name for name in names if any(one in name for one in left)] == []
    assert not any(re.fullmatch(r"tutor/rulesets/\w+/messages\.yaml", name) for name in names)


def test_a_rulebook_is_in_the_archive_as_it_is_loaded(built: Path) -> None:
    archive = zipfile.ZipFile(io.BytesIO(part(built, "site")))
    for game in rulesets.GAMES:
        assert json.loads(archive.read(f"tutor/rulesets/{game}/rulebook.json")) == rulesets.book(game).data


ASKED: tuple[tuple[Lang, str, str], ...] = (
    ("fr", "se", "traverser une falaise"),
    ("fr", "se", "mon artillerie a déjà tiré en défense, peut-elle encore bombarder ce tour-ci ?"),
    ("en", "gwie", "can my cavalry retreat before combat?"),
    ("en", "fa", "artilery"),
    ("fr", "tlm", "xyzzy"),
)
ANSWERED = """
import json
from tutor.search import search
asked = json.loads(input())
print(json.dumps([[hit.rule.id for hit in search(question, [game], 5, lang)] for lang, game, question in asked]))
"""


def test_the_page_answers_questions_as_the_terminal_does(built: Path, tmp_path: Path) -> None:
    """Though it has the games' code only as it is compiled, and no rulebook's sources."""
    archive = zipfile.ZipFile(io.BytesIO(part(built, "site")))
    archive.extractall(tmp_path, [name for name in archive.namelist() if name.startswith("tutor/")])
    for module in tmp_path.glob("tutor/rulesets/*/[!_]*.py"):
        module.unlink()
    told = subprocess.run(
        [sys.executable, "-c", ANSWERED],
        cwd=tmp_path,
        input=json.dumps(ASKED),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = json.loads(told.stdout)
    assert answers == [[hit.rule.id for hit in search(asked, [game], 5, lang)] for lang, game, asked in ASKED]
    assert [len(one) for one in answers] == [5, 5, 5, 5, 0]


def test_every_link_of_home_opens_something_in_both_languages(built: Path) -> None:
    page = (built / "index.html").read_text("utf-8")
    shelves = dict(re.findall(r'<main class="shelf" data-in="(\w\w)"(.*?)</main>', page, re.S))
    assert set(shelves) == set(LANGUAGES)
    links = {lang: LINK.findall(text) for lang, text in shelves.items()}
    assert set(links["fr"]) == set(links["en"])
    wanted = {(entry.kind, entry.name) for entry in shelf.everything() if entry.kind != "chronicle"}
    assert {(kind, unquote(name)) for kind, name in links["fr"]} == wanted | {("first", "-")}


def test_pictures_and_chronicles_lie_beside_it(built: Path) -> None:
    page = (built / "index.html").read_text("utf-8")
    for picture in set(re.findall(r'src="(map/[^"]+)"', page)):
        assert (built / picture).read_bytes()[8:12] == b"WEBP"
    assert len(re.findall(r'src="map/', page)) == len(LANGUAGES) * len(rulesets.games())
    for lang in LANGUAGES:
        assert f'href="{kit.CHRONICLES}/index.html"' in page.split(f'data-in="{lang}"')[1]
    assert "rules-se.html" in {path.name for path in (built / kit.CHRONICLES).iterdir()}


def test_nothing_in_the_page_names_another_host_and_the_browser_forbids_it(built: Path) -> None:
    page = (built / "index.html").read_text("utf-8")
    assert ADDRESS.findall(page) == []
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert "http" not in policy[1]
    assert "*" not in policy[1]
    assert policy[1].startswith("default-src 'none'")


def test_it_is_small_enough(built: Path) -> None:
    """25 MB in all, of which Pyodide, which is not built here, takes 8.4."""
    whole = sum(path.stat().st_size for path in built.rglob("*") if path.is_file())
    assert whole < 25_000_000 - 8_400_000


def test_the_same_tutor_makes_the_same_archive(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "node", list)
    made = packing.archives(runtime.runtime(built.parent / "pyodide"))
    assert made == (part(built, "library"), part(built, "site"))


# -- where it cannot ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_folder_without_all_of_it_is_told_file_by_file(tmp_path: Path, lang: str) -> None:
    folder = laid(tmp_path / "half")
    (folder / "python_stdlib.zip").unlink()
    next(folder.glob("*.whl")).unlink()
    result = CliRunner().invoke(main, ["kit", str(tmp_path / "class"), "--pyodide", str(folder), "--lang", lang])
    assert result.exit_code == 2
    wanted = ("python_stdlib.zip", f"pydantic_core-{metadata.version('pydantic_core')}-", "--pyodide", "npm")
    assert all(one in result.stderr for one in wanted)
    assert not (tmp_path / "class").exists()


def test_a_wheel_of_another_version_does_not_serve(tmp_path: Path) -> None:
    folder = laid(tmp_path / "other")
    wheel = next(folder.glob("*.whl"))
    wheel.rename(folder / wheel.name.replace(metadata.version("pydantic_core"), "0.1"))
    with pytest.raises(Lacking, match="other"):
        runtime.runtime(folder)


def test_without_npm_it_is_told_what_brings_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "user_cache_path", lambda *given, **named: tmp_path)
    monkeypatch.setattr(runtime, "_program", lambda name: [])
    result = CliRunner().invoke(main, ["kit", str(tmp_path / "class"), "--lang", "en"])
    assert result.exit_code == 2
    assert "grande-guerre-tutor[kit]" in result.stderr


def test_a_registry_that_does_not_answer_is_told_with_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "import sys; sys.exit('no route to the registry')"
    monkeypatch.setattr(runtime, "user_cache_path", lambda *given, **named: tmp_path)
    monkeypatch.setattr(runtime, "_program", lambda name: [runtime.sys.executable, "-c", script])
    result = CliRunner().invoke(main, ["kit", str(tmp_path / "class"), "--lang", "en"])
    assert result.exit_code == 2
    assert "no route to the registry" in result.stderr


def test_what_was_fetched_once_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "user_cache_path", lambda *given, **named: tmp_path)
    monkeypatch.setattr(runtime, "_program", lambda name: pytest.fail("fetched again"))
    laid(tmp_path / f"pyodide-{runtime.PYODIDE}")
    found = runtime.runtime()
    assert isinstance(found, Runtime)
    assert found.python == "3.14"
    assert json.loads(found.lock)["packages"] == {}, "else Pyodide might look for one elsewhere"


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "homework.txt").write_text("mine", "utf-8")
    result = CliRunner().invoke(main, ["kit", str(tmp_path), "--lang", "en"])
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["homework.txt"]


def test_the_teachers_pages_lie_apart_and_nothing_that_pupils_open_leads_to_them(built: Path) -> None:
    assert "teacher" not in re.findall(r'href="([^"/]+)', (built / "index.html").read_text("utf-8"))
    names = zipfile.ZipFile(io.BytesIO(part(built, "site"))).namelist()
    assert not [name for name in names if "/hours/" in name]
    links = re.findall(r'href="([^"]+\.html)"', (built / "teacher" / "en" / "index.html").read_text("utf-8"))
    assert len(links) == 3 * 6
    for link in links:
        assert 'href="index.html"' in (built / "teacher" / "en" / link).read_text("utf-8")
