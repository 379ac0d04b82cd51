"""The terminal, command by command, in both languages, on the toy."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tutor import __version__, library, rulesets
from tutor.board import playing, recording
from tutor.cli import main
from tutor.engine.sayings import messages
from tutor.engine.text import LANGUAGES
from tutor.files.writing import load_record


def tutor(*args: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], input=typed, prog_name="tutor")


def good(*args: str | Path, typed: str | None = None) -> str:
    result = tutor(*args, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def wrong(*args: str | Path, code: int = 2) -> str:
    result = tutor(*args)
    assert result.exit_code == code, result.output
    return result.stderr if code == 2 else result.output


# -- help and wrong command lines --------------------------------------------------------------------------------
COMMANDS = (
    *("lab", "kit", "play", "explain", "why", "moves", "supply", "map", "odds"),
    *("rule", "concept", "readings", "replay", "check", "case", "coverage"),
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_in_both_languages(lang: str) -> None:
    text = good("--lang", lang, "--help")
    assert ("Montrer cette aide" in text) == (lang == "fr")
    assert all(command in text for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_of_every_command(command: str, lang: str) -> None:
    text = good(command, "--lang", lang, "--help")
    known = messages("tutor.cli")
    assert known[f"help.{command}"][lang][:30] in " ".join(text.split())
    assert "option." not in text
    for option in main.commands[command].params:
        if option.param_type_name == "option":
            assert f"option.{option.name}" in known or f"option.{command}.{option.name}" in known


def walked(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command with those that it holds."""
    yield path
    for name, below in command.commands.items() if isinstance(command, click.Group) else ():
        yield from walked(below, (*path, name))


@pytest.mark.parametrize("path", list(walked(main)), ids=" ".join)
def test_what_stands_for_something_typed_is_in_the_language_of_the_help(path: tuple[str, ...]) -> None:
    """In French nothing is left of the English words that Click sets there."""
    french, english = (good(*path, "--lang", lang, "--help") for lang in LANGUAGES)
    assert "placeholder." not in french + english
    placeholders = {kind: told for kind, told in messages("tutor.cli").items() if kind.startswith("placeholder.")}
    only_english = {told["en"] for told in placeholders.values()} - {told["fr"] for told in placeholders.values()}
    assert only_english & set(re.findall(r"\w+", french)) == set()


def test_version() -> None:
    assert good("--version").strip() == __version__


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["explian"], "unknown command “explian”; there are: lab, play"),
        (["explain"], "SCENARIO is missing"),
        (["explain", "assault", "--foo"], "unknown option --foo"),
        (["explain", "assault", "r1", "--level", "9"], "bad value for --level; expected: 1–3"),
        (["explain", "assault", "r1", "--level"], "the value of --level is missing"),
        (["rule", "--game", "xx"], "bad value for --game; expected: se, tlm"),
        (["explain", "asault", "r1", "b"], "no scenario “asault”; near: duel/assault"),
        (["explain", "assault", "zz"], "“zz” does not answer the question"),
        (["explain", "assault", "r1", "b", "--policy", "red=mad"], "unknown policy “mad”; there are: first, last"),
        (["explain", "assault", "r1", "b", "--reading", "halving"], "--reading is written key=value"),
        (["explain", "assault", "r1", "b", "--reading", "halving=up"], "reading halving has no option up"),
        (["explain", "assault", "r1", "b", "--option", "fog"], "unknown options: fog"),
        (["explain", "assault", "r1", "b", "--dice", "x"], "“x” is no face of a die; expected: numbers from 1 on"),
        (["explain", "assault", "r1", "b", "--dice", "9"], "“9”: these dice go from 1 to 6"),
        (["explain", "assault", "r1", "b", "b", "c"], "all is over before “c”"),
        (["odds", "assault", "--question", "why"], "unknown question “why”; there are: steps, held"),
        (["odds", "assault", "r1", "c"], "“r1 c” is refused by DUEL 1.2"),
        (["odds", "assault", "r1", "b", "c"], "dice come first (“die”): give --dice"),
        (["why", "assault", "zz"], "“zz” does not answer the question"),
        (["moves"], "SCENARIO is missing"),
        (["moves", "se/roana"], "UNIT is missing"),
        (["moves", "se/roana", "gz9"], "unknown unit “gz9”; near: gz"),
        (["moves", "se/roana", "gz1", "Asago"], "unknown place “Asago”; near: 3355"),
        (["moves", "se/roana", "gz1", "--reading", "road-stacks=both"], "reading road-stacks has no option both"),
        (["supply", "assault", "r1"], "the supply rules of DUEL do not answer this question yet"),
        (["map", "asault"], "no scenario “asault”; near: duel/assault"),
        (["play", "assault", "--policy", "first"], "“first”: --policy is written key=value"),
        (["check"], "at least one file is needed"),
        (["case"], "at least one file is needed"),
        (["rule"], "a rule is missing, or words to search for"),
        (["rule", "?!"], "a rule is missing, or words to search for"),
        (["concept", "sequnce"], "unknown subject “sequnce”; near: sequence"),
        (["readings", "duel", "halvin"], "unknown reading “halvin”; near: halving"),
    ],
)
def test_one_clear_message(toy: Path, args: list[str], told: str) -> None:
    text = wrong(*args)
    assert told in text
    assert len(text.strip().splitlines()) <= 2
    assert "Traceback" not in text


def test_a_game_that_cannot_be_played_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(game: str) -> None:
        raise ModuleNotFoundError(name=f"tutor.rulesets.{game}.ruleset")

    monkeypatch.setattr(rulesets, "ruleset", missing)
    assert "the rules of “gwie” cannot be played yet" in wrong("case", "--numbers", "gwie", "--lang", "en")


def test_wrong_in_french(toy: Path) -> None:
    assert "il manque SCÉNARIO" in wrong("explain", "--lang", "fr")
    assert "commande inconnue « x »" in wrong("--lang=fr", "x")


# -- explain -----------------------------------------------------------------------------------------------------
def test_a_refusal_is_explained(toy: Path) -> None:
    text = good("explain", "assault", "r1", "c")
    assert "✗ Charlie is not next to the guard [DUEL 1.2]" in text
    assert "■" not in text
    assert "✗ Charlie n'est pas à côté de la garde [DUEL 1.2]" in good("explain", "assault", "r1", "c", "--lang", "fr")


def test_a_legal_action_is_told_up_to_the_next_choice(toy: Path) -> None:
    text = good("explain", "duel/assault", "r1,b", "--dice", "2", "--policy", "blue=last", "--lang", "en")
    assert "✓ An enemy stands in Bravo [DUEL 1.2]" in text
    assert "× ½  Fort in Bravo [DUEL 1.4]" in text
    assert "Retreat of Blue: Charlie" not in text
    assert "The next question – Blue: Where is the retreat to? [DUEL 1.6] (--to-end" in text


def test_a_legal_action_is_played_to_the_end(toy: Path) -> None:
    text = good("explain", "duel/assault", "r1,b", "--dice", "2", "--policy", "blue=last", "--to-end", "--lang", "en")
    assert "Blue, “the last answer” (last)" in text
    assert "The next question" not in text
    assert "× ½  Fort in Bravo [DUEL 1.4]" in text
    assert "Retreat of Blue: Charlie [DUEL 1.6]" in text
    assert "† stand-in" in text
    assert "‡ the booklet is not clear: Is it rounded? Here: down (halving)" in text


def test_levels_tell_more_and_more(toy: Path) -> None:
    told = [good("explain", "assault", "r1", "b", "--dice", "2", "--level", str(level)) for level in (1, 2, 3)]
    assert len(told[0]) < len(told[1]) < len(told[2])


def test_readings_and_options_change_the_law(toy: Path) -> None:
    text = good("explain", "assault", "r1 b", "--dice", "2", "--reading", "halving=exact", "--option", "snow")
    assert "Readings chosen: halving=exact" in text
    assert "Special rules in force: Snow (snow)" in text
    assert "Snow [DUEL 2.1]" in text


def test_a_seed_repeats(toy: Path) -> None:
    args = ("explain", "assault", "r1", "b", "--seed", "7")
    assert good(*args) == good(*args)


def test_a_file_in_the_place_of_a_name(toy: Path) -> None:
    assert "The assault" in good("explain", toy / "duel" / "assault.yaml", "r1", "c")


def test_a_question_is_asked_and_who_declines_says_what() -> None:
    """Never the title of a rule."""
    text = good(
        "explain", "gwie/trent", "W2514", "it9", "it35", "done", "--dice", "1,1", "--policy", "careful", "--to-end"
    )
    assert "Allied player: Which hex is attacked? [GWIE 10.31]" in text
    assert "Allied player: Who attacks Rovereto (W2514)? [GWIE 10.13]" in text
    assert "Nobody else joins the attack on Rovereto (W2514) [GWIE 10.13]" in text
    assert "The Allied player makes no further attack [GWIE 10.31]" in text
    assert "is done" not in text


# -- odds --------------------------------------------------------------------------------------------------------
def test_odds_are_exact_and_name_the_policies(toy: Path) -> None:
    text = good("odds", "assault", "--question", "steps")
    assert "Exact (" in text
    assert "Choices: Blue and Red, “the first answer” (first)" in text
    assert "33.3%  1/3" in text
    assert "66,7 %  2/3" in good("odds", "assault", "--question", "steps", "--lang", "fr")
    assert "█" in text


def test_odds_from_an_action_with_bounds(toy: Path) -> None:
    text = good("odds", "assault", "r1", "b", "--dice", "1", "--question", "held", "--bounds", "--chooser", "blue")
    assert "at worst – at best" in text
    assert "0.0% – 100.0%  (0 – 1)" in text or "100.0%" in text


def test_odds_show_what_is_reckoned(toy: Path) -> None:
    assert "reckoned" not in good("odds", "assault")
    text = good("odds", "assault", "--ledgers")
    assert "What is reckoned in one run (seed 1916):" in text
    assert "× ½  Fort in Bravo [DUEL 1.4]" in text


def test_odds_that_sample_say_so(toy: Path) -> None:
    text = good("odds", "assault", "--budget", "1", "--runs", "50")
    assert "Sampled from 50 random runs, for want of exact odds" in text
    assert re.search(r"\d%  \(\d+\.\d% – \d+\.\d%\)", text)


# -- play and replay ---------------------------------------------------------------------------------------------
def test_playing_through_a_pipe(toy: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.yaml"
    typed = f"why b1 a\nr1 c\nzz\nwhy\n1\n2\n?\nundo\n3\nsave {saved}\nall\nb\nquit\n"
    text = good("play", "assault", typed=typed)
    assert "✗ Bleu 1 does not belong to Red [DUEL 1.1]" in text
    assert "✗ Charlie is not next to the guard [DUEL 1.2]" in text
    assert "“zz” does not answer this question" in text
    assert "why what?" in text
    assert "1  guard → Bravo  (r1 b)" in text
    assert "undone" in text
    assert f"saved to {saved}" in text
    assert "All is over." in text
    assert "✓ replayed to the end · lines: 2" in good("replay", saved)
    assert "✓ rejoué jusqu'au bout · lignes : 2" in good("replay", saved, "--lang", "fr")
    assert good("check", saved).startswith("✓")


def test_saving_over_a_file_is_asked_for(toy: Path, tmp_path: Path) -> None:
    saved = tmp_path / "a game.yaml"
    saved.write_text("precious", "utf-8")
    text = good("play", "assault", typed=f"save {saved}\nquit\n")
    assert f"{saved} exists already, and nothing is written; to overwrite it: save {saved} --force" in text
    assert saved.read_text("utf-8") == "precious"
    assert f"saved to {saved}" in good("play", "assault", typed=f"save {saved} --force\nquit\n")
    assert saved.read_text("utf-8").startswith("scenario: ")
    assert "No such file" in good("play", "assault", typed="save /nowhere/at/all.yaml\nquit\n")


@pytest.mark.parametrize("command", [["lesson", "new", "duel/assault"], ["bilan"]])
def test_a_file_that_is_there_is_overwritten_only_by_force(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setenv("TUTOR_PROGRESS", str(tmp_path / "progress"))
    path = tmp_path / "out.txt"
    path.write_text("precious", "utf-8")
    assert f"{path} exists already; nothing is written" in wrong(*command, "-o", path)
    assert path.read_text("utf-8") == "precious"
    good(*command, "-o", path, "--force")
    assert path.read_text("utf-8") != "precious"
    told = wrong(*command, "-o", "/nowhere/at/all.txt")
    assert "/nowhere/at/all.txt cannot be written: No such file or directory" in told


def test_enter_takes_the_only_answer(toy: Path) -> None:
    assert "Attack of Red: guard → Bravo" in good("play", "assault", typed="\nquit\n")


def test_the_end_of_the_input_ends_the_game(toy: Path) -> None:
    assert "[attack]" in good("play", "assault", typed="")


def test_a_side_played_by_the_machine(toy: Path) -> None:
    text = good("play", "assault", "--policy", "red=first", "--policy", "blue=last", "--seed", "1", typed="\n")
    assert "Retreat of Blue: Charlie" in text
    assert "All is over." in text


def test_dice_fall_by_themselves_where_one_says_so(toy: Path) -> None:
    sides = ("--policy", "red=first", "--policy", "blue=last", "--seed", "1")
    waiting = good("play", "assault", *sides, typed="")
    falling = good("play", "assault", *sides, "--auto-dice", typed="")
    assert "Enter to roll" in waiting
    assert "All is over." not in waiting
    assert "Enter to roll" not in falling
    assert "All is over." in falling


def test_playing_in_french(toy: Path) -> None:
    text = good("play", "assault", "--lang", "fr", typed="pourquoi b1 a\nquitte\n")
    assert "✗ Bleu 1 n'est pas à Rouge [DUEL 1.1]" in text


def test_a_record_that_the_rules_refuse(toy: Path, tmp_path: Path) -> None:
    path = tmp_path / "record.yaml"
    path.write_text("scenario: duel/assault\nlines:\n  - {rule: '1.1', kind: attack, answer: [r1, c]}\n", "utf-8")
    text = wrong("replay", path, code=1)
    assert "✗ stopped at line 1: r1 c" in text
    assert "[DUEL 1.2]" in text
    path.write_text("scenario: duel/assault\nlines: 3\n", "utf-8")
    assert "record.yaml:2:8: expected: a list" in wrong("replay", path)


NOTED = """\
scenario: duel/assault
version: 0.1.0
title: {fr: L'essai, en: The trial}
note: {fr: "Avant tout :100: [bold]", en: "Before all :100: [bold]"}
lines:
  - rule: '1.1'
    kind: attack
    answer: [r1, b]
    note: {fr: Pourquoi la garde}
    shapes: [{ring: b, colour: red}, {arrow: [a, b]}]
    sources: [a diary, 'Records, p. 3']
  - {rule: '1.5', kind: die, answer: 2, note: {fr: Un deux, en: A two}}
  - {rule: '1.6', kind: retreat, answer: c, note: plain}
"""


def test_notes_are_told_at_the_step_beside_which_they_stand(toy: Path, tmp_path: Path) -> None:
    path = tmp_path / "noted.yaml"
    path.write_text(NOTED, "utf-8")
    english, french = (good("replay", path, "--lang", lang).splitlines() for lang in LANGUAGES[::-1])
    assert english.index("The trial") + 1 == english.index("✎ Before all :100: [bold]")
    assert french.index("L'essai") + 1 == french.index("✎ Avant tout :100: [bold]")
    attack = next(n for n, line in enumerate(english) if line.lstrip().startswith("► Attack of Red"))
    assert [line.strip() for line in english[attack + 1 : attack + 5]] == [
        "✎ Pourquoi la garde",
        "○ red ring: Bravo",
        "→ green arrow: Alpha → Bravo",
        "¶ sources: a diary; Records, p. 3",
    ]
    assert any(line.strip() == "○ cercle rouge : Bravo" for line in french)
    die = next(n for n, line in enumerate(french) if "⚄" in line)
    assert french[die + 1].strip() == "✎ Un deux"
    assert sum("✎" in line for line in english) == sum("✎" in line for line in french) == 4


def test_a_record_is_replayed_under_the_law_of_its_scenario(toy: Path, tmp_path: Path) -> None:
    """The table opens it under the same."""
    snowy = (toy / "duel" / "assault.yaml").read_text("utf-8") + "options: [snow]\n"
    (toy / "duel" / "snowy.yaml").write_text(snowy, "utf-8")
    for given, snow in (("", True), ("options: []\n", False)):
        path = tmp_path / "record.yaml"
        path.write_text(f"scenario: duel/snowy\n{given}lines: []\n", "utf-8")
        assert ("Special rules in force: Snow (snow)" in good("replay", path)) == snow
        found = library.scenario("duel/snowy")
        desk = recording.load(playing.lay(found, found.position(), "en"), load_record(path))
        assert desk.line.root.state.law.options == ({"snow"} if snow else set())


# -- check, case, coverage ---------------------------------------------------------------------------------------
CASES = """\
game: duel
cases:
  - {id: good, title: {fr: Bon, en: Good}, position: assault, legal: {attack: [r1, b]}, expect: true, rules: ["1.2"]}
"""
BAD = '  - {id: bad, position: assault, legal: {attack: [r1, c]}, expect: true, rules: ["1.2"]}\n'


def test_check(toy: Path) -> None:
    assert "scenario" in good("check", toy / "duel" / "assault.yaml", toy / "duel" / "maps")
    (toy / "bad.yaml").write_text("game: duel\n", "utf-8")
    assert "bad.yaml:1:1: the key “title” is missing" in wrong("check", toy / "bad.yaml", code=1)
    assert "bad.yaml:1:1: il manque la clé « title »" in wrong("check", toy / "bad.yaml", "--lang", "fr", code=1)
    assert json.loads(good("check", "--schema", "case"))["title"] == "CaseFile"


def test_case(toy: Path) -> None:
    path = toy / "cases.yaml"
    path.write_text(CASES, "utf-8")
    assert good("case", path).strip() == "1 passed, 0 failed"
    assert "✓ duel/good" in good("case", path, "-v")
    path.write_text(CASES + BAD, "utf-8")
    text = wrong("case", path, code=1)
    assert "legal: expected true, found false" in text
    assert "✗ Charlie is not next to the guard [DUEL 1.2]" in text
    assert text.strip().splitlines()[-1] == "1 passed, 1 failed"
    assert wrong("case", path, "--lang", "fr", code=1).strip().splitlines()[-1] == "1 passed, 1 failed"
    path.write_text("game: duel\ncases: []\n", "utf-8")
    assert "cases.yaml:2:8: expected: a length ≥ 1" in wrong("case", path, code=1)


def test_what_a_case_may_name(toy: Path) -> None:
    text = good("case", "--numbers", "duel")
    for word in ("strength(unit, place)", "held: the ground is held", "first: the first answer", "snow", "losses"):
        assert word in text


def test_coverage(toy: Path) -> None:
    path = toy / "cases.yaml"
    path.write_text(CASES, "utf-8")
    figures = json.loads(good("coverage", path, "--game", "duel", "--json"))["duel"]
    assert (figures["rules"], figures["executable"], figures["allowed"], figures["refused"]) == (9, 2, 1, 0)
    assert set(figures["chapters"]) == {"1", "2"}
    table = good("coverage", path, "--game", "duel", "--no-decisive", "--missing")
    assert "executable" in table
    assert "DUEL 2.2 (2.2) A rule that nothing carries out" in table
    assert "exécutées" in good("coverage", path, "--game", "duel", "--chapter", "1", "--lang", "fr")
    path.write_text(CASES + BAD, "utf-8")
    assert "1 passed, 1 failed" in wrong("coverage", path, "--game", "duel", code=1)


def test_coverage_counts_apart_what_can_be_played_alone() -> None:
    few = "tests/cases/gwie/said.yaml"
    assert "seul" in good("coverage", few, "--game", "gwie", "--no-decisive", "--lang", "fr")
    assert "alone" not in good("coverage", few, "--game", "gwie", "--no-decisive", "--chapter", "18")


def test_coverage_without_cases_says_so(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package has none; a folder may have none; and those that there are may be of another game."""
    installed = toy / "site-packages" / "tutor"
    monkeypatch.setattr(library, "shipped", lambda what: installed.parent / what)
    assert wrong("coverage").startswith("tutor: this installation has no cases: they are in the sources")
    assert wrong("coverage", "--lang", "fr").startswith("tutor: cette installation n'a pas de cas")
    (toy / "empty").mkdir()
    for command in ("coverage", "case", "check"):
        assert wrong(command, toy / "empty").startswith(f"tutor: no .yaml file in {toy}/empty")
    (toy / "cases.yaml").write_text(CASES, "utf-8")
    assert "no case of se in these files" in wrong("coverage", toy / "cases.yaml", "--game", "se")


# -- rules -------------------------------------------------------------------------------------------------------
def test_rule(toy: Path) -> None:
    text = good("rule", "DUEL", "1.5")
    assert "■ DUEL 1.5  Table of losses" in text
    assert "table: Losses (losses) †" in text
    assert "‡ halving: Is it rounded?" in good("rule", "duel:1.3")
    assert "↓ duel:1.5" in good("rule", "duel:1")
    assert "Rapport de forces" in good("rule", "se:13.4.3.A", "--lang", "fr")


def test_a_rule_that_is_not_there(toy: Path) -> None:
    text = wrong("rule", "duel:1.9", code=1)
    assert "no rule “duel:1.9”; near:" in text
    assert "duel:1.7" in text


@pytest.mark.parametrize(
    "words", [["adjacent enemy"], ["adjacent", "enemy"], ["ENEMY?", "Adjacent!"], ["ennemi à côté"]]
)
def test_words_are_searched_for(toy: Path, words: list[str]) -> None:
    """Quoted or not, in either language; a game may be named before them."""
    assert good("rule", *words, "--game", "duel").startswith("duel:1.2")
    assert good("rule", "duel", *words).startswith("duel:1.2")
    assert good("rule", *words, "--game", "duel") == good("rule", "--search", " ".join(words), "--game", "duel")


def test_words_that_no_rule_has_and_rules_that_there_are_not(toy: Path) -> None:
    assert good("rule", "defendar", "--game", "duel") == good("rule", "defender", "--game", "duel")
    assert "near words: defender" in wrong("rule", "defeater", "--game", "duel", code=1)
    text = wrong("rule", "SE", "13.4.99", code=1)
    assert "no rule “SE 13.4.99”; near:" in text
    assert "se:13.4" in text
    assert "Search by words: tutor rule cavalry retreat" in text
    assert "■ SE 13.4.3.A" in good("rule", "SE 13.4.3.A")
    assert "■ SE 13.4.3.A" in good("rule", "se", "13.4.3.a")
    assert good("rule", "SE", "13.4.3").count("se:13.4.3.") == 4


def test_search(toy: Path) -> None:
    assert good("rule", "--search", "adjacent enemy", "--game", "duel").startswith("duel:1.2")
    assert good("rule", "--search", "defenseur", "--game", "duel").startswith("duel:1.6")
    assert "near words: defender" in wrong("rule", "--search", "defeater", "--game", "duel", code=1)
    assert "nothing on “qqqqq”, nor anything near" in wrong("rule", "--search", "qqqqq", "--game", "duel", code=1)


def test_concept(toy: Path) -> None:
    assert "line-of-sight" in good("concept")
    text = good("concept", "ligne de vue et observation", "--lang", "fr", "--game", "se")
    assert "■ ligne de vue et observation (line-of-sight)" in text


def test_readings(toy: Path) -> None:
    text = good("readings", "duel")
    assert "→ down: down" in text
    assert "our reading, changes play" in text
