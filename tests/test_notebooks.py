"""The notebooks are what their one source makes of them, in both languages, and read well without a kernel."""

from __future__ import annotations

import base64
import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def _maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "tools" / "notebooks.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


MAKER = _maker()
BOTH = [(source, lang) for source in sorted(MAKER.SOURCE.glob("*.md")) for lang in MAKER.LANGUAGES]


def _notebook(source: Path, lang: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(MAKER.target(source, lang).read_text("utf-8"))
    return data


def test_nothing_lies_among_the_notebooks_that_no_source_makes() -> None:
    made = {MAKER.target(source, lang) for source, lang in BOTH}
    found = {path for path in (ROOT / "notebooks").rglob("*.ipynb") if path.parent.name != ".ipynb_checkpoints"}
    assert found == made
    assert len(made) >= 20


@pytest.mark.parametrize(("source", "lang"), BOTH, ids=lambda one: getattr(one, "stem", one))
def test_a_notebook_has_the_cells_of_its_source(source: Path, lang: str) -> None:
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in _notebook(source, lang)["cells"]]
    assert cells == MAKER.cells(source, lang)


@pytest.mark.parametrize(("source", "lang"), BOTH, ids=lambda one: getattr(one, "stem", one))
def test_its_outputs_read_well_without_a_kernel(source: Path, lang: str) -> None:
    """Every cell has run, nothing failed, no dead widget is kept, and every table has its picture and its words."""
    notebook = _notebook(source, lang)
    assert "widgets" not in notebook["metadata"]
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    for cell in code:
        for output in cell["outputs"]:
            assert output["output_type"] != "error"
            assert output.get("name") != "stderr"
            data = output.get("data", {})
            assert not any("widget" in kind for kind in data)
            if "Table(" in "".join(cell["source"]):
                assert len("".join(data["text/plain"])) > 100
                assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")


@pytest.mark.parametrize(("source", "lang"), BOTH, ids=lambda one: getattr(one, "stem", one))
def test_where_drills_are_asked_for_there_are_three(source: Path, lang: str) -> None:
    """A rule that random play hardly meets leaves an empty cell under “Practice”."""
    for cell in _notebook(source, lang)["cells"]:
        if "in islice(drills(" in "".join(cell["source"]):
            told = "".join("".join(output["text"]) for output in cell["outputs"])
            assert told.count("→") == 3, told


def test_both_languages_have_as_many_cells() -> None:
    for source in {source for source, _ in BOTH}:
        french, english = (MAKER.cells(source, lang) for lang in MAKER.LANGUAGES)
        assert [kind for kind, _ in french] == [kind for kind, _ in english]


LINK = re.compile(r"\]\(([^)]+)\)")


@pytest.mark.parametrize(("source", "lang"), BOTH, ids=lambda one: getattr(one, "stem", one))
def test_every_notebook_leads_on_by_links_that_exist(source: Path, lang: str) -> None:
    here = MAKER.target(source, lang)
    links = [link for kind, text in MAKER.cells(source, lang) if kind == "markdown" for link in LINK.findall(text)]
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (here.parent / link).is_file()] == []
    sources = sorted(MAKER.SOURCE.glob("*.md"))
    ways = LINK.findall(MAKER.onward(source, lang))
    beside = sources.index(source)
    for near in (beside - 1, beside + 1):
        if 0 <= near < len(sources):
            assert MAKER.target(sources[near], lang).name in ways


@pytest.mark.parametrize("lang", MAKER.LANGUAGES)
def test_the_welcome_leads_to_every_other_notebook(lang: str) -> None:
    first, *others = sorted(MAKER.SOURCE.glob("*.md"))
    text = " ".join(text for kind, text in MAKER.cells(first, lang) if kind == "markdown")
    assert {MAKER.target(other, lang).name for other in others} <= set(LINK.findall(text))
