"""Tables for whoever computes: what was found, once more, under columns that a page describes."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tutor import coverage, library
from tutor.compare.outcome import ENDS, answered, position
from tutor.compare.situation import situation
from tutor.compare.tournament import PLAYED, SHARES
from tutor.engine.frames import frame, number
from tutor.engine.going import REACH
from tutor.engine.ledger import LEDGER, Ledger, instead, plus, round_down, times
from tutor.engine.odds import ODDS, odds
from tutor.engine.records import RECORD
from tutor.files.writing import load_record
from tutor.lessons import Walk, find
from tutor.lessons.bilan import HAND_IN, ROW, bilan, gathered
from tutor.lessons.progress import Progress
from tutor.lessons.walk import solve

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "frames.md").read_text("utf-8")
COLUMNS = {
    "Odds": ODDS,
    "Ledgers": LEDGER,
    "Reach": REACH,
    "Records": RECORD,
    "Coverage": ("game", "chapter", *coverage.COLUMNS),
    "Comparison": ENDS,
    "Tournaments": (*PLAYED, *SHARES),
    "Hand-ins": HAND_IN,
}


@pytest.mark.parametrize("part", COLUMNS)
def test_the_page_describes_every_column_and_no_other(part: str) -> None:
    section = re.split(r"^## ", PAGE.partition(f"\n## {part}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    assert tuple(re.findall(r"^\| `(\w+)` \| \S", section, re.MULTILINE)) == COLUMNS[part]


def test_what_the_page_shows_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the coverage, which takes a minute."""
    monkeypatch.setenv("TUTOR_PROGRESS", str(tmp_path / "p.sqlite3"))
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    shown = [block for block in blocks if "coverage(" not in block]
    assert len(shown) == len(COLUMNS) - 1
    for block in shown:
        exec(block, names)


def test_a_ledger_is_reckoned_line_by_line() -> None:
    halved = Ledger.of("2.1", "half", [plus("2.1", "base", 3), times("2.2", "halved", Fraction(1, 2))])
    whole = Ledger.of(
        "1", "sum", [plus("1.1", "base", halved, unit="a1"), instead("1.3", "weather", 5), plus("1.2", "more", 2)]
    )
    table = whole.frame()
    assert tuple(table.columns) == LEDGER
    assert [*table["depth"]] == [1, 1, 0, 0, 0]
    assert [*table["after"]] == [3, 1.5, 1.5, 5, 7]
    assert table["after"].iloc[-1] == whole.total
    assert table["facts"].iloc[2] == {"unit": "a1"}
    assert len(Ledger.of("1", "none", [round_down("1", "down")]).frame()) == 1


def test_reach_has_every_place_with_its_cost_or_its_rules() -> None:
    found = library.scenario("se/roana-march")
    state = found.position()
    going = next(one for one in found.rules.going(state, "gz1") if one.places)
    table = going.frame().set_index("place")
    legal = table[table["legal"]]
    assert set(legal.index) == set(going.places)
    for place in going.places:
        assert legal.loc[place, "cost"] == going.cost(place)
        assert legal.loc[place, "way"].split() == [*going.way(place)]
    refused = table[~table["legal"]]
    assert len(refused)
    assert refused["cost"].isna().all()
    assert all(
        going.verdict(place).objections[0].rule in refused.loc[place, "rules"].split() for place in refused.index
    )


def test_odds_are_probabilities_that_sum_to_one() -> None:
    answer = answered("fa", situation("gallipoli-1915"))
    assert answer.distribution is not None
    ends = answer.frame()
    assert tuple(ends.columns) == ENDS
    assert ends["probability"].sum() == pytest.approx(1)
    assert ends.loc[ends["ground"] == "attacker", "probability"].sum() == pytest.approx(float(answer.ground()))
    assert len(answered("se", situation("gallipoli-1915")).frame()) == 0
    at = position(answer.diorama)
    outcome = odds(at.rules, at.state, at.question, at.players)
    table = outcome.frame()
    assert tuple(table.columns) == ODDS
    assert sum(map(Fraction, table["fraction"])) == 1
    assert table["probability"].is_monotonic_decreasing
    assert table["exact"].all()
    sampled = outcome._replace(exact=False, runs=400).frame()
    assert (sampled["low"] < sampled["probability"]).any()
    assert set(sampled["fraction"]) == {""}


def test_a_record_has_a_row_an_answer() -> None:
    path = ROOT / "scenarios" / "dff" / "records" / "albert-1917.yaml"
    record = load_record(path)
    table = record.frame()
    assert tuple(table.columns) == RECORD
    assert [*table["number"]] == [*range(1, len(record.lines) + 1)]
    assert [*table["rule"]] == [line.rule for line in record.lines]


def test_coverage_has_a_row_a_chapter() -> None:
    reached = coverage.Reached.of("fa")
    table = reached.frame()
    assert [*table["chapter"]] == [*reached.chapters]
    assert table["rules"].sum() == len(reached.rules)


def test_hand_ins_have_a_row_a_task(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "p.sqlite3", "Anna")
    walk = Walk(find("se/1-pont"))
    walk.go(1)
    solve(walk)
    progress.keep(walk)
    mine = bilan("en", progress)
    assert tuple(mine.frame().columns) == ROW
    mine.save(tmp_path / "group-1.json")
    mine.save(tmp_path / "group-2.json")
    table = gathered(tmp_path).frame()
    assert tuple(table.columns) == HAND_IN
    assert table.groupby("hand_in")["stars"].sum().to_dict() == {"group-1": 3, "group-2": 3}


def test_a_table_without_rows_keeps_its_columns() -> None:
    assert [*frame((), RECORD).columns] == [*RECORD]
    assert (number(Fraction(4, 2)), number(Fraction(1, 2)), number(None)) == (2, 0.5, None)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_without_pandas_one_line_says_what_to_install(lang: str) -> None:
    program = (
        "import sys; sys.modules['pandas'] = None\n"
        "from tutor.engine.frames import NoPandas\nfrom tutor.engine.records import Record\n"
        "try: Record('x', ()).frame()\nexcept NoPandas as lacking: print(lacking)"
    )
    environment = {"TUTOR_LANG": lang, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.count("\n") == 1
    assert "grande-guerre-tutor[frames]" in done.stdout
    assert ("il faut" in done.stdout) == (lang == "fr")
