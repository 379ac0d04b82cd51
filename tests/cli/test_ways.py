"""Where a unit may go, what any request comes to, and the board as text, asked at the terminal."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.cli.test_commands import good, tutor, wrong
from tutor.cli import driving
from tutor.cli.base import Wrong
from tutor.engine.ask import Total
from tutor.engine.play import Session
from tutor.engine.text import LANGUAGES
from tutor.rulesets.dff.dice import Salvo, Shots


def lines(*args: str) -> list[str]:
    return good(*args, "--lang", "en").splitlines()


# -- moves -------------------------------------------------------------------------------------------------------
def test_everywhere_a_unit_may_go_with_cost_and_rules() -> None:
    told = lines("moves", "se/roana", "gz1")
    assert told[2] == "I/27 · Roana (3351)"
    assert "■ Tactical movement [SE 11.1]" in told
    assert "  Movement points to spend = 6 [SE 11.0.1]" in told
    assert "  where the move may end: 21 places" in told
    assert "      2.5  hex 3349 [SE 11.0.2, SE 12.4, SE 11.1.1, SE 11.0.5]" in told
    assert "  where the move may end: 35 places" in told, "a forced march comes farther"
    assert told[-1].startswith("‡ the booklet is not clear: ")


def test_places_are_told_by_cost() -> None:
    told = lines("moves", "se/roana", "gz1")
    start = told.index("  where the move may end: 21 places")
    costs = [float(line.split()[0]) for line in told[start + 1 : start + 22]]
    assert costs == sorted(costs)
    assert len(set(costs)) > 5


def test_names_are_understood() -> None:
    assert good("moves", "se/roana", "i/27", "mezzaselva") == good("moves", "se/roana", "gz1", "3449")


def test_the_way_step_by_step() -> None:
    told = lines("moves", "se/roana", "gz1", "3349")
    assert "  the way to hex 3349: 2.5 of 6" in told
    first = told.index("    Roana (3351) → hex 3350: 2 (2 in all) [SE 11.0.2]")
    assert told[first + 1].strip().startswith("+1  Clear terrain in hex 3350 [SE 11.0.2]")
    assert any("[SE 11.1.1]" in line for line in told[first : first + 5])
    assert "    hex 3350 → hex 3349: ½ (2.5 in all) [SE 11.0.2]" in told
    brief = lines("moves", "se/roana", "gz1", "3349", "--level", "1")
    assert "    hex 3350 → hex 3349: ½ (2.5 in all) [SE 11.0.2]" in brief
    assert not any("Clear terrain" in line for line in brief)


def test_a_long_way_is_told_step_by_step_only_where_something_happens() -> None:
    """Six hexes of desert at 2 are one line; whoever wants everything gets each of them."""
    brief, full = (lines("moves", "gwie/suez", "anzac", "N3309", "--level", level) for level in ("2", "3"))
    (whole,) = [line for line in brief if "hex N3811" in line]
    assert whole.endswith(": 6 steps at 2 (12 in all) [GWIE 8.25, GWIE 8.32]")
    assert not any("Desert in" in line for line in brief)
    assert sum("Desert in" in line for line in full) == 6


def test_whoever_stands_on_the_source_has_no_line_to_follow() -> None:
    assert not any("the line:" in line for line in lines("supply", "gwie/kut", "in6"))
    assert any("the line:" in line for line in lines("supply", "gwie/kut", "in12"))


def test_every_way_in_that_is_closed() -> None:
    told = lines("moves", "se/roana", "gz1", "3152")
    cliff = "cliff between Roana (3351) and Canove (3252): only mountain infantry passes, not I/27 [SE 11.0.4]"
    assert f"  ✗ Roana (3351) → Canove (3252): {cliff}" in told
    assert any(line.startswith("  ✗ hex 3251 → Canove (3252): ") and "[SE 11.0.6]" in line for line in told)


def test_a_place_that_is_shut_from_wherever_one_comes() -> None:
    """Who holds it is all that is said: what lies around it opens nothing."""
    told = lines("moves", "se/roana", "gz1", "3252")
    held = "Canove (3252) is held by the enemy (territorial militia): only an assault enters it [SE 11.0.6]"
    assert told.count(f"  ✗ {held}") == 2, "in either way of moving"
    assert not any("Cliff" in line for line in told)
    start = told.index("What remains possible:")
    assert told[start + 1] == "  · Tactical movement: nearest, hex 3251", (
        "the means first, and below it the rules' word"
    )
    assert "I/27 can assault Canove (3252) from hex 3251 [SE 13.1.1]" in told[start + 2]


def test_what_is_missing() -> None:
    told = lines("moves", "se/roana", "gz1", "3355")
    assert "  movement points missing: 5" in told
    assert "  movement points missing: 1" in told, "a forced march comes nearer"
    assert not any("missing" in line for line in lines("moves", "se/roana", "gz1", "3252")), "no points open a cliff"


def test_the_price_of_a_closed_way() -> None:
    brief, full = (lines("moves", "se/roana", "gz1", "3355", "--level", level) for level in ("2", "3"))
    closed = next(n for n, line in enumerate(full) if ": entering hex 3454 costs 2 MP, 0 are left" in line)
    assert full[closed + 1] == "    Cost of entry = 2 [SE 11.0.2]"
    assert full[closed + 1] not in brief


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


def test_a_safer_way_that_costs_more(tmp_path: Path) -> None:
    told = lines("moves", str(passing(tmp_path)), "u", "0404")
    assert any(line.endswith("[SE 11.0.6]") for line in told)
    slopes = '"0603": {terrain: rough}, "0302": {terrain: rough}, "0303": {terrain: rough}'
    path = passing(tmp_path, slopes)
    told = lines("moves", str(path), "u", "0504")
    fire = next(line for line in told if "draws fire" in line)
    assert fire.endswith("U goes from ZoC to ZoC of one stack (e) and draws fire in hex 0504 [SE 11.1.2]")
    cheap, dear = told.index("  the way to hex 0504: 4 of 9"), told.index("  a safer way: 5")
    assert cheap < dear
    assert not any("draws fire" in line for line in told[dear : told.index("", dear)])


def test_a_way_as_cheap_and_safer_is_the_way(tmp_path: Path) -> None:
    told = lines("moves", str(passing(tmp_path)), "u", "0504")
    assert "  the way to hex 0504: 4 of 9" in told
    assert not any("draws fire" in line or "a safer way" in line for line in told)


PASSING = """\
game: se
title: {fr: Passer, en: Passing}
map:
  kind: hexes
  grid:
    {top: pointy, first: row, digits: [2, 2], shifted: odd,
     rows: {from: 1, to: 7, grows: north}, columns: {from: 1, to: 9, grows: east}}
  fill: {terrain: clear, level: 1}
  hexes: {HEXES}
  roads: [{kind: road, through: ["0401", "0301"]}]
  provenance: {hexes: stand-in}
provenance: {map: stand-in, pieces: stand-in}
sources: {"0401": it, "0301": it, "0407": ah}
agenda: [[move, tactical, ah]]
brigade: "1"
pieces:
  u: {side: ah, kind: infantry, place: "0402", cf: 4, mp: 9, morale: 5, brigade: "1", commanded: true, activated: true}
  e: {side: it, kind: infantry, place: "0404", cf: [4, 2], mp: 6, morale: 5}
"""


def passing(folder: Path, hexes: str = "") -> Path:
    """A unit to the west of a stack, with a target on the far side of it."""
    path = folder / "passing.yaml"
    path.write_text(PASSING.replace("HEXES", hexes), "utf-8")
    return path


def test_every_run_tells_the_same_in_the_same_order() -> None:
    """Reasons come from searches over sets of places: no order may hang on how a run scatters them."""
    command = [sys.executable, "-m", "tutor", "moves", "se/novegno", "kj4", "1335", "--lang", "en"]
    told = {
        subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("0", "1", "2")
    }
    assert len(told) == 1


# -- supply ------------------------------------------------------------------------------------------------------
def test_the_line_is_drawn() -> None:
    told = lines("supply", "se/novegno", "kj1")
    assert told[1] == "I/1 Kaiserjäger · Priaforà (1537)"
    assert told[2] == "✓ I/1 Kaiserjäger is in supply [SE 10.2]"
    assert told[3].startswith("  the line: Priaforà (1537) → ")
    assert told[3].endswith(" → Arsiero (2038)")
    assert any("[SE 11.0.4.1]" in line for line in told), "down the cliff at the first hex"
    assert "  ✓ The HQ of the Kaiserjäger does not suffer from want of supply [SE 10.4]" in lines(
        "supply", "se/novegno", "hqkj"
    )


def test_the_cut_is_shown(tmp_path: Path) -> None:
    path = passing(tmp_path)
    told = lines("supply", str(path), "u")
    assert "✗ U is out of supply [SE 10.2]" in told
    assert any("[SE 10.2.3]" in line and line.startswith("  ✗") for line in told), "the enemy's source does not count"
    french = good("supply", str(path), "u", "--lang", "fr")
    assert "✗ U n'est pas ravitaillé [SE 10.2]" in french


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_unit_off_the_map(lang: str) -> None:
    told = good("supply", "se/novegno", "hqca", "--lang", lang)
    assert ("hors de la carte" in told) == (lang == "fr")
    assert "✗" in told


# -- why ---------------------------------------------------------------------------------------------------------
def test_why_gives_the_verdict_and_what_remains(toy: Path) -> None:
    text = good("why", "assault", "r1", "c")
    assert "✗ Charlie is not next to the guard [DUEL 1.2]" in text
    assert text.splitlines()[-2:] == ["What remains possible:", "  · guard → Bravo (r1 b)"]
    assert "Ce qui reste possible :" in good("why", "assault", "r1", "c", "--lang", "fr")


def test_why_plays_nothing(toy: Path) -> None:
    text = good("why", "assault", "r1", "b")
    assert "✓ An enemy stands in Bravo [DUEL 1.2]" in text
    assert "■" not in text
    assert "possible" not in text


def test_why_further_on(toy: Path) -> None:
    text = good("why", "assault", "r1", "b", "d", "--dice", "1")
    assert "✗ D is too far [DUEL 1.6]" in text
    assert "  · Charlie (c)" in text


def test_why_with_the_likest_answers_first() -> None:
    told = lines("why", "se/roana", "gz1", "3252")
    assert told[-2:] == ["What remains possible:", "  · hex 3352"]


# -- map ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_as_text(lang: str) -> None:
    told = good("map", "se/roana", "--lang", lang).splitlines()
    assert ("Canove (3252)\u00a0:" if lang == "fr" else "Canove (3252):") in told
    assert any("I/205 Lambro, IT" in line for line in told)
    assert ("  retranchement 1" in told) == (lang == "fr")


def test_the_board_of_areas(toy: Path) -> None:
    text = good("map", "assault")
    assert "Alpha:" in text
    assert "guard, " in text


# -- names -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("given", ["0306", "Naples", "naples", "NAPLES (0306)", "Nap"])
def test_places_answer_by_name(given: str) -> None:
    by_id = good("why", "fa/goeben-1914", "0306", "--lang", "en")
    assert good("why", "fa/goeben-1914", given, "--lang", "en") == by_id


def test_names_of_the_other_language_answer_too() -> None:
    venice = good("why", "fa/goeben-1914", "Venice", "--lang", "en")
    assert good("why", "fa/goeben-1914", "Venise", "--lang", "en") == venice
    assert "Constantinople: legal" in good("why", "fa/goeben-1914", "Constantinople", "--lang", "en")


def test_units_and_places_one_after_another(toy: Path) -> None:
    by_id = good("explain", "assault", "r1", "b", "c", "--dice", "2")
    for given in (["garde", "Bravo", "Charlie"], ["guard bravo charlie"], ["gar, brav, char"], ["GUARD", "b", "c"]):
        assert good("explain", "assault", *given, "--dice", "2") == by_id, given
    text = good("play", "assault", typed="pourquoi Garde, Charlie\nguard Bravo\n2\nchar\n")
    assert "✗ Charlie is not next to the guard [DUEL 1.2]" in text
    assert "Attack of Red: guard → Bravo" in text
    assert "All is over." in text
    assert good("odds", "assault", "guard", "bravo", "--dice", "2") == good("odds", "assault", "r1 b", "--dice", "2")


def test_a_name_that_several_bear_is_no_answer_and_they_are_listed(toy: Path) -> None:
    path = toy / "duel" / "assault.yaml"
    path.write_text(path.read_text("utf-8").replace("b1: Bleu 1", "b1: {fr: garde bleue, en: guard}"), "utf-8")
    text = wrong("why", "assault", "guard", "b")
    assert "“guard” may be any of several units: guard (r1), guard (b1)" in text
    assert "« guard » désigne plusieurs unités : garde (r1), garde bleue (b1)" in wrong(
        "why", "assault", "guard", "b", "--lang", "fr"
    )
    assert len(text.splitlines()) == 2
    typed = good("play", "assault", typed="guard b\nquit\n")
    assert "“guard” may be any of several units: guard (r1), guard (b1)" in typed


def test_several_units_or_places_where_one_is_meant() -> None:
    text = wrong("moves", "se/novegno", "kaiser")
    assert "may be any of several units: " in text
    assert "(kj1)" in text
    assert good("moves", "se/roana", "i/27", "mezza") == good("moves", "se/roana", "gz1", "3449")
    assert good("supply", "se/novegno", "i/1 kaiserjager") == good("supply", "se/novegno", "kj1")


def test_what_is_no_answer_is_told_with_names_and_what_to_type_for_them() -> None:
    text = wrong("why", "fa/goeben-1914", "Nowhere", "--lang", "en")
    assert "“Nowhere” does not answer the question" in text
    assert "Venice (0005)" in text


# -- dice --------------------------------------------------------------------------------------------------------
def test_given_dice_first_and_chance_afterwards() -> None:
    """A salvo of many dice: two are given, the others fall as they may."""
    text = good("explain", "dff/albert-1917", "west", "--dice", "8,3", "--lang", "en")
    assert "Dice: 8,3, then random" in text
    assert text == good("explain", "dff/albert-1917", "west", "--dice", "8,3", "--lang", "en"), "by the seed"
    given: list[list[int]] = []
    salvo = Salvo("4.1", "allies", (Shots("x", 4, 5),), "fire")
    asked = SimpleNamespace(ask=salvo, rng=random.Random(1), answer=given.append)
    driving.throw(cast(Session, asked), driving.Faces("8,3"))
    assert given[0][:2] == [8, 3]
    assert len(given[0]) == 4


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ("0", "“0” is no face of a die"),
        ("11", "“11”: these dice go from 1 to 10"),
        ("5,11", "“11”: these dice go from 1 to 10"),
        ("six", "“six” is no face of a die"),
        ("-1", "“-1” is no face of a die"),
        ("²", "“²” is no face of a die"),
    ],
)
@pytest.mark.parametrize("command", ["explain", "why", "odds"])
def test_bad_dice_get_one_message_and_nothing_is_half_told(command: str, dice: str, told: str) -> None:
    result = tutor(command, "dff/albert-1917", "west", f"--dice={dice}", "--lang", "en")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"tutor: {told}")
    assert len(result.stderr.splitlines()) == 2


def test_a_sum_may_be_given_whole_or_die_by_die() -> None:
    asked = Total("1", "red")
    for given, taken in (("3,5", [3, 5]), ("8", [8]), ("3,5,2", [3, 5]), ("9,2", [9])):
        assert driving.Faces(given).take(asked) == taken, given
    for given in ("1", "13"):
        with pytest.raises(Wrong):
            driving.Faces(given).take(asked)
