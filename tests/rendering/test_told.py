"""Whole answers as they are read: battles, marches, supply lines, refusals, letter by letter.

Each file of `told/` is a command and what it prints; what a person types stands after `<<<`, line by line. Who changes
the telling on purpose reads them again: `python -m tests.rendering.test_told` writes them anew (`... fa gwie`: those
whose names begin so), and the difference is what a reader will see.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from tutor.cases import load_cases
from tutor.cases.running import session
from tutor.cli import main
from tutor.engine.text import LANGUAGES
from tutor.engine.ways import supply
from tutor.engine.words import Words
from tutor.rendering.plain import text

SUPPLY = Path(__file__).parents[1] / "cases" / "se" / "10.yaml"
TOLD = Path(__file__).parent / "told"
FILES = sorted(TOLD.glob("*.txt"))
TYPED = " <<< "


def asked(file: Path) -> str:
    """The command in the first line."""
    return file.read_text("utf-8").splitlines()[0].removeprefix("$ tutor ")


def printed(command: str) -> str:
    """What a command prints to somebody who has done nothing yet; where it stops short, what it says of that."""
    line, _, typed = command.partition(TYPED)
    with tempfile.TemporaryDirectory() as folder:
        runner = CliRunner(env={"TUTOR_PROGRESS": f"{folder}/progress.json", "COLUMNS": "80"})
        result = runner.invoke(main, shlex.split(line), input="\n".join(typed.split("; ")), prog_name="tutor")
    assert isinstance(result.exception, SystemExit | None), result.output
    return f"$ tutor {command}\n{result.stdout}{result.stderr if result.exit_code else ''}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_answer_is_told_as_it_was_read(file: Path) -> None:
    assert printed(asked(file)).splitlines() == file.read_text("utf-8").splitlines()


def test_both_languages_are_read() -> None:
    assert {command.split("--lang ")[1][:2] for command in map(asked, FILES)} == {"fr", "en"}


CUT = {
    "fr": """✗ U n'est pas ravitaillé [SE 10.2]
  la ligne, aussi loin qu'elle va : HEX 0501 → HEX 0401
  ✗ Aucune ligne ne mène u à une source du camp austro-hongrois ; la plus proche : l'HEX 0401 [SE 10.2]
  ✗ L'HEX 0412 est une source de l'adversaire, pas du camp austro-hongrois [SE 10.2.3]
  ce qui ferme chaque passage :
    ✗ Sur route, l'HEX 0401 est au contact de l'ennemi (e) : la ligne y est coupée [SE 10.2.2]""",
    "en": """✗ U is out of supply [SE 10.2]
  the line, as far as it goes: hex 0501 → hex 0401
  ✗ No line leads u to a source of the Austro-Hungarian side; the nearest: hex 0401 [SE 10.2]
  ✗ Hex 0412 is a source of the other side, not of the Austro-Hungarian side [SE 10.2.3]
  what closes every way on:
    ✗ On the road, hex 0401 is next to the enemy (e): the line is cut there [SE 10.2.2]""",
}


def test_a_line_that_is_cut_is_told_as_far_as_it_goes() -> None:
    """It is cut where it goes over to the road: from one hex to the same, which is no way to tell."""
    (case,) = (one for one in load_cases(SUPPLY) if one.id == "what-blocks-a-line.3")
    play = session(case)
    assert play.rules.supply is not None
    found = play.rules.supply(play.state, "u")
    for lang in LANGUAGES:
        told = text([supply(found, Words.of(play.rules, play.state, lang))], 2)
        assert told.replace("\u00a0", " ") == CUT[lang].replace("\u00a0", " ")


if __name__ == "__main__":
    for file in (one for one in FILES if one.name.startswith(tuple(sys.argv[1:] or [""]))):
        file.write_text(printed(asked(file)), "utf-8")
