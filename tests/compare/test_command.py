"""`tutor compare` at the terminal."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from click.testing import CliRunner, Result

from tutor.checking import check
from tutor.cli import main
from tutor.compare.situation import names


def tutor(*args: str) -> Result:
    return CliRunner().invoke(main, ["compare", *args], prog_name="tutor")


def good(*args: str) -> str:
    result = tutor(*args)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_without_a_name_it_lists_the_situations() -> None:
    told = good("--lang", "fr")
    assert all(name in told for name in names())
    assert "Vimy" in told


def test_it_tells_figures_policies_scales_and_lists() -> None:
    told = good("gallipoli-1915", "--lang", "en", "--game", "tlm", "--game", "fa", "--why")
    assert "cannot say it: no landing against the enemy [TLM 4.6]" in told
    assert "FA, attacker: bold" in told
    assert "FA: an army or a corps" in told
    assert "What only one models" in told
    assert "civilians" in told
    assert "one invader a hex" in told


def test_french_has_its_commas() -> None:
    told = good("le-cateau-1914", "--lang", "fr", "--game", "gwie", "--what-if", "--stand-ins", "--ledgers")
    assert "27,8 %" in told
    assert "une division de plus à l'attaquant" in told
    assert "Table de combat A" in told
    assert "[GWIE 10.34]" in told


def test_csv_is_a_table() -> None:
    rows = list(csv.DictReader(io.StringIO(good("gorlice-1915", "--csv", "--game", "tlm", "--game", "gwie"))))
    assert [row["game"] for row in rows] == ["tlm", "gwie"]
    assert all(0 <= float(row["taken"]) <= 1 for row in rows)
    assert rows[0]["taken-exactly"]


def test_the_dioramas_open_as_scenarios(tmp_path: Path) -> None:
    good("gaza-1917", "--lang", "en", "--game", "gwie", "--game", "fa", "--write", str(tmp_path))
    for game in ("gwie", "fa"):
        assert check(tmp_path / game / "gaza-1917.yaml") == ("scenario", ())


def test_an_unknown_situation_is_said() -> None:
    result = tutor("gorlic", "--lang", "en")
    assert result.exit_code == 2
    assert "gorlice-1915" in result.stderr
