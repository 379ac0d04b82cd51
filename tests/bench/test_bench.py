"""The benchmarks still run: equality holds everywhere, and the JSON has its keys. Nothing is timed."""

from __future__ import annotations

import json

import pytest

from tests.bench import battle, exact, kernels, past, supply
from tests.bench.__main__ import PARTS, main
from tests.bench.timing import QUICK, Row
from tutor.engine.odds import sample


def test_kernels_and_driver_equal_icepool() -> None:
    assert {row.part for row in kernels.run(QUICK)} == {"kernels", "driver"}


@pytest.mark.parametrize("name", battle.CASES)
def test_the_plain_program_ends_like_the_engine(name: str) -> None:
    case = battle.CASES[name]()
    for n in range(4):
        battle.same_end(case, *case.script(n))


def test_going_back_comes_out_where_it_was() -> None:
    assert past.run(QUICK)


def test_the_same_units_are_in_supply_for_scipy() -> None:
    assert {row.part for row in supply.run(QUICK)} == {"supply"}


def test_sample_and_exact_odds_agree() -> None:
    case = battle.roana()
    question = case.rules.questions["losses"]
    found = exact.exact(case, question)
    assert exact.agrees(sample(case.rules, case.start, question, case.players(0), 50), found)


def test_json_has_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "--quick", "--only", "kernels"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"python", "scipy", "rustworkx", "icepool", "chess"} <= set(data["versions"])
    keys = {"part", "name", "ours", "peer", "unit", "ratio", "bar", "met", "note"}
    assert all(keys <= set(row) for row in data["rows"])


def test_a_difference_of_results_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def differs(_: object) -> list[Row]:
        raise AssertionError("one and two")

    monkeypatch.setitem(PARTS, "kernels", differs)
    assert main(["--only", "kernels"]) == 1
    assert "one and two" in capsys.readouterr().err


def test_a_missed_bar_is_told() -> None:
    assert Row("x", "x", 1.0, 1.0, "µs", 1.0, "times faster", bar=2.0, at_most=False).met is False
    assert Row("x", "x", 1.0, 1.0, "µs", 1.0, "of its time", bar=1.0).met is True
    assert Row("x", "x", 1.0, 1.0, "µs", 1.0, "of its time").met is None
