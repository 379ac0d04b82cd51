"""The README says what is so: its commands run, its names open, its numbers count, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from tutor import library
from tutor.cli import main
from tutor.compare.situation import names as situations
from tutor.lessons import lessons
from tutor.rulesets import GAMES, book

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
COMMANDS = [line.partition(" #")[0].strip() for line in README.splitlines() if line.startswith("tutor ")]
ASKS = ("play", "lesson")  # these wait for a person
COUNT = {
    "three": 3,
    "four": 4,
    "five": 5,
    "eight": 8,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "twenty": 20,
    "eighteen": 18,
    "nineteen": 19,
    "thirty": 30,
    "thirty-two": 32,
    "thirty-three": 33,
    "thirty-six": 36,
    "forty": 40,
    "forty-six": 46,
}


def row(game: str) -> list[str]:
    """The cells of a game in the first table."""
    line = next(line for line in README.splitlines() if line.startswith(f"| `{game}` |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = shlex.split(command)[1:]
    result = CliRunner().invoke(main, [*asked, "--lang", "en"], input="quit\n" * 3, prog_name="tutor")
    assert result.exit_code == 0, result.output
    written = [asked[n + 1] for n, one in enumerate(asked) if one == "-o"]
    assert [path.name for path in tmp_path.iterdir()] == written
    assert asked[0] in ASKS or written or len(result.output.splitlines()) >= 2


def test_the_readme_has_its_commands() -> None:
    assert {shlex.split(command)[1] for command in COMMANDS} >= {"play", "explain", "moves", "supply", "odds", "rule"}


def test_what_it_calls_in_a_notebook_is_there() -> None:
    found = re.findall(r"`(\w+)\((?:\"([\w/-]+)\"|\))", README)
    homes = re.findall(r"`(tutor\.[\w.]+)`", README)
    assert len(found) == 4
    for (name, argument), home in zip(found, homes, strict=True):
        assert hasattr(import_module(home), name), home
        assert argument in ("", *library.names(), *lessons(), *situations())


def test_every_game_has_its_row_and_every_row_its_game() -> None:
    assert re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE) == list(GAMES)
    for game in GAMES:
        assert row(game)[1].startswith(book(game).title("en").split(",")[0].removesuffix(" Deluxe")[:12])


@pytest.mark.parametrize("game", GAMES)
def test_a_scenario_that_it_names_can_be_opened(game: str) -> None:
    """By a word of its title or of its name."""
    found = {word for name in library.names(game) for word in words(f"{name} {library.scenario(name).title('en')}")}
    for told in re.split(r"[;,]|\band\b", row(game)[3]):
        assert words(told) & found, told


def words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.lower().replace("é", "e").replace("è", "e")))


def test_its_numbers_count() -> None:
    numbers = "|".join(sorted(COUNT, key=len, reverse=True))
    several = rf"(?:{numbers}) for `\w+`"
    course = rf"({numbers}) lessons \(a course of ({several}(?:, {several})*), ({numbers}) for each other game\)"
    ((many, named, each),) = re.findall(course, README, re.IGNORECASE)
    told = {game: number for number, game in re.findall(rf"({numbers}) for `(\w+)`", named)}
    assert COUNT[many.lower()] == len(lessons())
    assert {one: len(lessons(one)) for one in GAMES} == {one: COUNT[told.get(one, each)] for one in GAMES}
    (books,) = re.findall(rf"There are ({numbers}), in French", README)
    for lang in ("fr", "en"):
        assert len(list((ROOT / "notebooks" / lang).glob("*.ipynb"))) == COUNT[books]


def test_its_extras_and_links_exist() -> None:
    named = re.findall(r"\[(\w+)\](?!\()", README)
    assert {"lab", "class", "cluster", "test"} <= set(named) <= set(PROJECT["optional-dependencies"])
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert "://" in link or (ROOT / link).exists(), link


@pytest.mark.parametrize("game", GAMES)
def test_production_is_played_where_it_says_so(game: str) -> None:
    assert ("production" in row(game)[2]) == (ROOT / "tests" / "cases" / game / "production.yaml").exists()
