"""What coverage counts, on the toy: executable, allowed, refused, decisive, and nothing that did not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.duel.ruleset import GAME
from tutor.coverage import COLUMNS, Reached, coverage, files
from tutor.rulesets import GAMES, book

TREE = Path(__file__).parent / "cases"
CASES = """\
game: duel
cases:
  - {id: may, position: assault, legal: {attack: [r1, b]}, expect: true, rules: ["1.2"]}
  - {id: may-not, position: assault, legal: {attack: [r1, c]}, expect: false, rules: ["1.2"]}
  - {id: number, position: assault, number: {strength: {unit: r1, place: b}}, expect: 1, rules: ["1.3", "1.4"]}
  - id: kept
    position: assault
    do: [{attack: [r1, b]}, {die: 1}, {retreat: a, despite: ["1.7"]}]
    after: now
    expect: {pieces.b1.place: a}
    rules: ["1.7", "1.6"]
  - {id: fails, position: assault, options: [snow], number: {strength: {unit: r1, place: b}}, expect: 9, rules: ["2.1"]}
"""
WHOLE = ("tlm", "gwie")  # games that are played from set-up to victory


@pytest.fixture
def reached(toy: Path) -> Reached:
    path = toy / "cases.yaml"
    path.write_text(CASES, "utf-8")
    return coverage([path], [GAME])[GAME]


def test_columns(reached: Reached) -> None:
    assert reached.rules == {"1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "2.1", "2.2"}
    assert reached.refusable == {"1.1", "1.2", "1.7", "2.2"}
    assert reached.executable & reached.rules == {"1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "2.1"}
    assert reached.refused == {"1.2", "1.7"}
    assert {"1.2", "1.3", "1.4", "1.6"} <= reached.allowed
    assert not {"2.1", "1.7"} & reached.allowed
    assert reached.decisive is not None
    assert {"1.2", "1.3", "1.4", "1.5", "1.6", "1.7"} <= reached.decisive
    assert not {"2.1", "2.2"} & reached.decisive


def test_json_form(reached: Reached) -> None:
    data = reached.data()
    assert tuple(data) == (*COLUMNS, "chapters", "alone")
    assert list(data["chapters"]) == ["1", "2"]
    assert data["rules"] == 9
    assert data["chapters"]["2"]["executable"] == 1
    assert sum(figures["executable"] for figures in data["chapters"].values()) == data["executable"]


def test_a_case_that_fails_counts_for_nothing_but_having_run(reached: Reached) -> None:
    assert [result.case.id for result in reached.results if not result.passed] == ["fails"]
    assert "2.1" in reached.executable
    assert "2.1" not in reached.allowed


def test_decisive_can_be_left_out(toy: Path) -> None:
    path = toy / "cases.yaml"
    path.write_text(CASES, "utf-8")
    assert coverage([path], [GAME], decisive=False)[GAME].data()["decisive"] is None


def test_without_cases_nothing_is_reached() -> None:
    found = coverage([], GAMES)
    assert set(found) == set(GAMES)
    for one in found.values():
        assert one.count()["executable"] == one.count()["decisive"] == 0
        assert (one.count()["rules"] or 0) > 50


def test_lessons_teach(toy: Path) -> None:
    """What a task of the duel's lesson names; what only the head of a lesson names is not met in it."""
    assert coverage([], [GAME], decisive=False)[GAME].taught == {"1.2"}
    assert len(Reached.of("tlm").rules & coverage([], ["tlm"], decisive=False)["tlm"].taught) > 100


def test_the_lessons_of_every_game_are_found() -> None:
    """They lie with their game: a column of zeros would say that nothing is taught."""
    for game, reached in coverage([], GAMES, decisive=False).items():
        assert len(reached.taught & reached.rules) >= 5, game


def test_what_can_be_played_alone_is_counted_apart() -> None:
    reached = coverage([], ["gwie"], decisive=False)["gwie"]
    (near_east,) = book("gwie").alone
    apart = reached.data()["alone"]
    assert list(apart) == ["near-east"]
    assert apart["near-east"]["rules"] == len(near_east.rules) < len(reached.rules)
    assert 0 < apart["near-east"]["taught"] <= len(reached.taught)
    assert coverage([], ["se"], decisive=False)["se"].data()["alone"] == {}


def test_the_cases_of_the_tree_are_found() -> None:
    assert all(path.relative_to(TREE).parts[0] in GAMES for path in files())
    assert any(len(path.relative_to(TREE).parts) > 2 for path in files()), "a folder of a game may hold folders"


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", WHOLE)
def test_every_rule_of_a_whole_game_decides_a_case_or_says_why_not(game: str) -> None:
    """A reason for every rule that decides none, and for no other."""
    assert set(book(game).undecided) == set(coverage(files(), [game])[game].undecided)


def test_reasons_are_given_once_and_for_rules() -> None:
    for game in GAMES:
        given = book(game).undecided
        entries = book(game).data.get("undecided") or ()
        assert sum(len(entry["rules"]) for entry in entries) == len(given), game
        assert set(given) <= Reached.of(game).rules, game
