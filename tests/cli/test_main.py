"""The command as a process: `python -m tutor`, and a reader who stops reading."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tutor import __version__
from tutor.cli.base import progress, table, write


def run(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)


def test_as_a_module() -> None:
    assert run(f"{sys.executable} -m tutor --version").stdout.strip() == __version__


def test_a_pipe_that_closes_early() -> None:
    done = run(f"{sys.executable} -m tutor rule --search retraite --most 400 --lang fr | head -n 1")
    assert done.stdout.count("\n") == 1
    assert "Error" not in done.stderr


LITERAL = "deck.yaml:100:26: [join] [/b] [bold]x[/bold] :warning: [SE 13.4] \\[x]"


def test_what_is_said_is_never_taken_for_markup(capsys: pytest.CaptureFixture[str]) -> None:
    """The name of a file, its lines and columns, citations in brackets: all as they are."""
    write([LITERAL, f"✗ {LITERAL}", f"■ {LITERAL}"])
    table(["[join]", ":100:"], [("bold", (LITERAL, "[b]1"))])
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == [LITERAL, f"✗ {LITERAL}", f"■ {LITERAL}"]
    assert told[3].split() == ["[join]", ":100:"]
    assert LITERAL in told[4]
    with progress(LITERAL) as bar:
        bar(1, 2, LITERAL)


def test_faults_are_told_with_their_lines_and_columns(tmp_path: Path) -> None:
    path = tmp_path / "[bold]deck.yaml"
    path.write_text("\n" * 99 + "a: *nowhere", "utf-8")
    told = run(f"{sys.executable} -m tutor check '{path}' --lang en").stdout
    assert told.startswith(f"{path}:100:"), told


def test_nothing_is_printed_past_the_one_console() -> None:
    """Colours and bars come from one place, in which text is text."""
    root = Path(__file__).parents[2]
    found = set()
    for path in root.glob("tutor/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            printed = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
            if printed or any(name.split(".")[0] == "rich" for name in names):
                found.add(str(path.relative_to(root)))
    assert found == {"tutor/cli/base.py"}


def test_the_one_console_knows_no_markup() -> None:
    tree = ast.parse((Path(__file__).parents[2] / "tutor/cli/base.py").read_text("utf-8"))
    made = [
        {word.arg: getattr(word.value, "value", None) for word in node.keywords}
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Console", "TextColumn")
    ]
    assert len(made) == 2
    assert all(words["markup"] is False for words in made)
    assert sum(words.get("emoji") is False for words in made) == 1
