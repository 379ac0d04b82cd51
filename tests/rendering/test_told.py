"""Whole answers as they are read: battles, marches, supply lines, refusals, letter by letter.

Each file of `told/` is a command and what it prints. Who changes the telling on purpose reads them again:
`python -m tests.rendering.test_told` writes them anew, and the difference is what a reader will see.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tutor.cli import main

TOLD = Path(__file__).parent / "told"
FILES = sorted(TOLD.glob("*.txt"))


def asked(file: Path) -> str:
    """The command in the first line."""
    return file.read_text("utf-8").splitlines()[0].removeprefix("$ tutor ")


def printed(command: str) -> str:
    result = CliRunner().invoke(main, shlex.split(command), prog_name="tutor")
    assert result.exit_code == 0, result.output
    return f"$ tutor {command}\n{result.stdout}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_answer_is_told_as_it_was_read(file: Path) -> None:
    assert printed(asked(file)).splitlines() == file.read_text("utf-8").splitlines()


def test_both_languages_are_read() -> None:
    assert {command.split("--lang ")[1][:2] for command in map(asked, FILES)} == {"fr", "en"}


if __name__ == "__main__":
    for file in FILES:
        file.write_text(printed(asked(file)), "utf-8")
