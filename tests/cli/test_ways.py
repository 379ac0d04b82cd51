"""Where a unit may go, what any request comes to, and the board as text, asked at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import good
from tutor.engine.text import LANGUAGES


def lines(*args: str) -> list[str]:
    return good(*args, "--lang", "en").splitlines()


# -- moves -------------------------------------------------------------------------------------------------------
def test_everywhere_a_unit_may_go_with_cost_and_rules() -> None:
    told = lines("moves", "se/roana", "gz1")
    assert told[2] == "I/27 · Roana (3351)"
    assert "■ Tactical movement [SE 11.1]" in told
    assert "  Movement points to spend = 6 [SE 11.0.1]" in told
    assert "  where the move may end: 21" in told
    assert "    2.5  hex 3349  [SE 11.0.2, SE 12.4, SE 11.1.1, SE 11.0.5]" in told
    assert "  where the move may end: 35" in told, "a forced march comes farther"
    assert told[-1].startswith("‡ reading in force: ")


def test_places_are_told_by_cost() -> None:
    told = lines("moves", "se/roana", "gz1")
    start = told.index("  where the move may end: 21")
    costs = [float(line.split()[0]) for line in told[start + 1 : start + 22]]
    assert costs == sorted(costs)
    assert len(set(costs)) > 5


def test_names_are_understood() -> None:
    assert good("moves", "se/roana", "i/27", "mezzaselva") == good("moves", "se/roana", "gz1", "3449")


def test_the_way_step_by_step() -> None:
    told = lines("moves", "se/roana", "gz1", "3349")
    assert "  the way to hex 3349: 2.5 / 6" in told
    first = told.index("    Roana (3351) → hex 3350  2  (= 2)")
    assert told[first + 1].strip().startswith("+1  Clear terrain (hex 3350) [SE 11.0.2]")
    assert any("[SE 11.1.1]" in line for line in told[first : first + 5])
    assert "    hex 3350 → hex 3349  ½  (= 2.5)" in told
    brief = lines("moves", "se/roana", "gz1", "3349", "--level", "1")
    assert "    hex 3350 → hex 3349  ½  (= 2.5)" in brief
    assert not any("Clear terrain" in line for line in brief)


def test_every_way_in_that_is_closed() -> None:
    told = lines("moves", "se/roana", "gz1", "3252")
    cliff = "✗ Cliff between Roana (3351) and Canove (3252): only mountain infantry passes, not I/27 [SE 11.0.4]"
    assert f"  Roana (3351) → Canove (3252): {cliff}" in told
    assert any(line.startswith("  hex 3251 → Canove (3252): ✗") and "[SE 11.0.6]" in line for line in told)
    assert "  as far as one comes on the way: Roana (3351), for 0" in told
    start = told.index("What remains possible:")
    assert "I/27 can assault Canove (3252), from hex 3251 [SE 13.1.1]" in told[start + 1]


def test_what_is_missing() -> None:
    told = lines("moves", "se/roana", "gz1", "3355")
    assert "  movement points missing: 5" in told
    assert "  movement points missing: 1" in told, "a forced march comes nearer"
    assert not any("missing" in line for line in lines("moves", "se/roana", "gz1", "3252")), "no points open a cliff"


def test_a_means_that_is_closed_says_why() -> None:
    told = lines("moves", "se/roana", "la3")
    assert "  ✗ I/206 Lambro does not belong to the active side, the Austro-Hungarian side [SE 3.0]" in told
    assert any("Movement without activation" in line for line in told)


def test_readings_change_the_way() -> None:
    usual, other = (good("moves", "se/roana", "gz1", *more) for more in ((), ("--reading", "zoc-exit-count=per-unit")))
    assert usual != other


@pytest.mark.parametrize("lang", LANGUAGES)
def test_moves_speak_both_languages(lang: str) -> None:
    text = good("moves", "se/roana", "gz1", "3252", "--lang", lang)
    assert ("Ce qui reste possible" in text) == (lang == "fr")
    assert "{" not in text


# -- why ---------------------------------------------------------------------------------------------------------
def test_why_gives_the_verdict_and_what_remains(toy: Path) -> None:
    text = good("why", "assault", "r1", "c")
    assert "✗ Charlie is not next to the guard [FA 1.2]" in text
    assert text.splitlines()[-2:] == ["What remains possible:", "  · guard → Bravo  (r1 b)"]
    assert "Ce qui reste possible :" in good("why", "assault", "r1", "c", "--lang", "fr")


def test_why_plays_nothing(toy: Path) -> None:
    text = good("why", "assault", "r1", "b")
    assert "✓ An enemy stands in Bravo [FA 1.2]" in text
    assert "■" not in text
    assert "possible" not in text


def test_why_further_on(toy: Path) -> None:
    text = good("why", "assault", "r1", "b", "d", "--dice", "1")
    assert "✗ D is too far [FA 1.6]" in text
    assert "  · Charlie  (c)" in text


def test_why_with_the_likest_answers_first() -> None:
    told = lines("why", "se/roana", "gz1", "3252")
    assert told[-2:] == ["What remains possible:", "  · hex 3352  (3352)"]


# -- map ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_as_text(lang: str) -> None:
    told = good("map", "se/roana", "--lang", lang).splitlines()
    assert "Canove (3252):" in told
    assert any("I/205 Lambro, IT" in line for line in told)
    assert ("  retranchement 1" in told) == (lang == "fr")


def test_the_board_of_areas(toy: Path) -> None:
    text = good("map", "assault")
    assert "Alpha:" in text
    assert "guard, " in text
