"""A sixth game, without a line outside its folder: every command and every widget knows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests import duel
from tests.rulesets import test_words as words
from tutor import rulesets
from tutor.board import gestures
from tutor.board.table import Table
from tutor.cli import main
from tutor.compare.comparison import compared
from tutor.compare.situation import names as situations
from tutor.compare.widgets import Comparison
from tutor.engine.text import LANGUAGES
from tutor.lessons.drills import drills
from tutor.lessons.library import lessons
from tutor.lessons.sheet import sheet
from tutor.lessons.widget import LessonTable
from tutor.library import names

pytestmark = pytest.mark.usefixtures("toy")

COMMANDS = {
    "explain": ["explain", "duel/assault", "r1 b"],
    "why": ["why", "duel/assault", "r1 c"],
    "moves": ["moves", "duel/assault", "b1"],
    "the way": ["moves", "duel/assault", "b1", "c"],
    "map": ["map", "duel/assault"],
    "odds": ["odds", "duel/assault", "--policy", "red=first", "--policy", "blue=first"],
    "play": ["play", "duel/assault", "--seed", "1"],
    "rule": ["rule", "DUEL", "1.5"],
    "its code": ["rule", "DUEL", "1.5", "--code"],
    "rules by words": ["rule", "--game", "duel", "attack"],
    "readings": ["readings", "duel"],
    "a reading": ["readings", "duel", "halving"],
    "lesson": ["lesson", "duel/1-attack", "--terminal"],
    "compare": ["compare", "verdun-1916", "--game", "duel"],
    "compare all": ["compare", "--request", "past"],
    "its cases": ["case", str(Path(duel.__file__).parent / "cases.yaml")],
    "a case's form": ["case", "--numbers", "duel"],
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("asked", COMMANDS.values(), ids=COMMANDS.keys())
def test_every_command_knows_it(asked: list[str], lang: str) -> None:
    result = CliRunner().invoke(main, ["--lang", lang, *asked], input="r1 b\nsave\nquit\n", prog_name="tutor")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 0, result.output
    assert "Traceback" not in result.output
    assert "game.duel" not in result.output


@pytest.mark.parametrize("law", words.LAWS, ids=lambda law: law.__name__)
def test_its_words_are_held_to_the_same_laws(law: Callable[[str], None]) -> None:
    law("duel")


def test_its_files_are_checked(toy: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(toy / "duel")], prog_name="tutor")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_lies_on_the_table(lang: str) -> None:
    table = Table("duel/assault", language=lang, seed=1)
    table._pointed("a", None, None)
    table.do(gestures.take_up, "targets")
    table.do(gestures.measure, "a", "r1")
    assert "range" in {mark.kind for mark in table.desk.measured.marks}
    table.do(gestures.lay_down)
    table.do(gestures.answer, ("r1", "b"))
    assert table.errors == []
    assert table._repr_mimebundle_()["text/plain"]
    table.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_taught(lang: str) -> None:
    assert lessons("duel") == ("duel/1-attack",)
    lesson = LessonTable("duel/1-attack", language=lang)
    lesson._go(1)
    assert lesson.errors == []
    lesson.close()
    assert "1.2" in sheet("duel/1-attack", lang, teacher=True).html
    drill = next(drills("duel", "1.2"))
    assert drill.question(lang)
    assert {scenario.partition("/")[0] for scenario in names("duel")} == {"duel"}


def test_it_is_compared() -> None:
    assert compared() == (*rulesets.GAMES, "duel")
    shown = Comparison(situations()[0], "en")
    assert [one.game for one in shown.asked()] == list(compared())
    shown.close()
    if shown.work is not None:
        shown.work.join()  # the answer in hand still asks for the duel


@pytest.mark.parametrize("entered", ["duel=tests.duell", "duel=no.such.package", "duel", "duel="])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_package_that_is_not_there_is_one_clear_message(
    entered: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TUTOR_GAMES", entered)
    result = CliRunner().invoke(main, ["--lang", lang, "map", "duel/assault"], prog_name="tutor")
    assert result.exit_code == 2, result.output
    assert "PYTHONPATH" in result.output
    assert len(result.output.strip().splitlines()) <= 2
