"""`tutor publish`: what it writes, where, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.chronicle.toy import CHRONICLE
from tutor.cli import main


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["publish", *args, "--lang", "en"], prog_name="tutor")


@pytest.fixture
def file(toy: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = toy / "told.yaml"
    path.write_text(CHRONICLE, "utf-8")
    monkeypatch.chdir(toy)
    return path


def test_a_page_beside_where_one_stands(file: Path) -> None:
    result = run(str(file))
    assert result.exit_code == 0, result.output
    assert result.output.startswith("told.html (")
    assert (file.parent / "told.html").read_text("utf-8").startswith("<!doctype html>")


def test_what_is_there_is_not_overwritten(file: Path) -> None:
    (file.parent / "told.html").write_text("mine", "utf-8")
    refused = run(str(file))
    assert refused.exit_code == 2
    assert "--force" in refused.output
    assert (file.parent / "told.html").read_text("utf-8") == "mine"
    assert run(str(file), "--force").exit_code == 0


def test_the_pictures_lie_beside_the_text(file: Path) -> None:
    out = file.parent / "out"
    out.mkdir()
    assert run(str(file), "--as", "markdown", "-o", str(out)).exit_code == 0
    assert (out / "told-1.png").read_bytes().startswith(b"\x89PNG")
    assert "![" in (out / "told.md").read_text("utf-8")
    assert run(str(file), "--as", "bbcode", "-o", str(out / "forum.txt"), "--pictures", "https://x.org/").exit_code == 0
    assert "[img]https://x.org/forum-1.png[/img]" in (out / "forum.txt").read_text("utf-8")


def test_a_notebook_has_its_chronicle_beside_it(file: Path) -> None:
    out = file.parent / "out"
    out.mkdir()
    assert run(str(file), "--as", "notebook", "-o", str(out)).exit_code == 0
    assert (out / "told.yaml").is_file()
    assert json.loads((out / "told.ipynb").read_text("utf-8"))["nbformat"] == 4


def test_a_faulty_chronicle_is_not_published(file: Path) -> None:
    file.write_text(CHRONICLE.replace("scenario: duel/assault", "scenario: duel/none"), "utf-8")
    result = run(str(file))
    assert result.exit_code == 2
    assert "told.yaml:" in result.output
    assert not (file.parent / "told.html").exists()


def test_neither_a_chronicle_nor_a_record(file: Path) -> None:
    result = run(str(file.parent / "duel" / "assault.yaml"))
    assert result.exit_code == 2
    assert "neither a chronicle nor a record" in result.output


def test_the_names_that_there_are(file: Path) -> None:
    result = run("nonesuch")
    assert result.exit_code == 2
    assert "roana" in result.output
    assert run().exit_code == 2


def test_a_site_of_those_that_are_named(file: Path) -> None:
    result = run(str(file), "--all", str(file.parent / "site"))
    assert result.exit_code == 0, result.output
    assert {path.name for path in (file.parent / "site").iterdir()} >= {"index.html", "search.js", "told.html"}
    (file.parent / "taken").write_text("", "utf-8")
    assert run(str(file), "--all", str(file.parent / "taken")).exit_code == 2
