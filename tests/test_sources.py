"""From a rule to the code that carries it out, and from a booklet's chapters to the modules."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tutor import rulesets
from tutor.cases import cases_of, ids_saying, run
from tutor.cli import main
from tutor.files.loading import load
from tutor.sources import modules, page, sources

ROOT = Path(__file__).parent.parent
EVERY = 25  # of the cases, one in so many


def test_a_rule_leads_to_its_lines() -> None:
    result = CliRunner().invoke(main, ["--lang", "en", "rule", "SE", "11.1.2", "--code"], prog_name="tutor")
    assert result.exit_code == 0, result.output
    places = [line for line in result.output.splitlines() if "tutor/rulesets/se/" in line]
    assert places
    path, line = places[0].strip().split(" ")[0].rsplit(":", 1)
    assert "11.1.2" in Path(path).read_text("utf-8").splitlines()[int(line) - 1]


def test_a_rule_that_no_code_names_says_so() -> None:
    absent = next(rule.id for rule in rulesets.book("se") if rule.id not in sources("se"))
    result = CliRunner().invoke(main, ["--lang", "en", "rule", "SE", absent, "--code"], prog_name="tutor")
    assert "There is no code for" in result.output


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_every_rule_that_a_case_met_is_found_in_the_code(game: str) -> None:
    met: set[str] = set()
    for path in sorted((ROOT / "tests" / "cases" / game).glob("*.yaml")):
        file = load(path, "case")
        for case in cases_of(file, frozenset(ids_saying(file)[::EVERY])):
            met |= run(case).cited
    assert len(met) > 60
    assert met - set(sources(game)) == set()


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_the_page_at_a_games_head_is_so(game: str) -> None:
    assert (rulesets.folder(game) / "README.md").read_text("utf-8") == page(game), "run python tools/chapters.py"
    assert len(modules(game)) >= 5
