"""The end of a scenario: a summary, a way back, a way on."""

from __future__ import annotations

import pytest

from tests.board.test_fight import PLAYED, plays
from tutor import library
from tutor.board import ending, gestures, playing
from tutor.board.home import HOME
from tutor.board.table import Table
from tutor.engine.run import task
from tutor.engine.text import LANGUAGES


@pytest.mark.parametrize("game", PLAYED)
def test_the_end_says_what_came_of_it(game: str) -> None:
    last = plays(game)[-1]
    for lang in LANGUAGES:
        told = ending.told(last.with_habits(lang=lang))
        assert "<table" in told
        assert str(sum(entry.what == "roll" for entry in last.line.entries)) in told


@pytest.mark.parametrize(("lang", "won"), [("fr", "le joueur Allié a gagné"), ("en", "the Allied player has won")])
def test_a_game_that_is_lost_in_its_midst_names_the_rule(lang: str, won: str) -> None:
    found = library.scenario("gwie/near-east")
    lost = found.position().then(task("enver-made", "east")).but(turn=20, owed=frozenset({"enver"}))
    line = playing.Line.begun(found.rules, lost)
    assert line.ask is None
    assert not line.state.owed, "nothing is noted any more"
    over, why = ending.headline(playing.before(found, line, lang))
    assert won in over
    assert "[GWIE 6.30]" in why


@pytest.mark.parametrize("name", library.names())
def test_nothing_that_the_end_asks_fails_where_nothing_was_done(name: str) -> None:
    found = library.scenario(name)
    assert "<table" in ending.told(playing.before(found, playing.Line.begun(found.rules, found.position()), "en"))


def test_from_the_end_one_plays_again_or_goes_through_it_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOME, raising=False)
    table = Table("se/roana", language="en", seed=1)
    table.do(gestures.answer, "done")
    while table.playing.ask is not None:
        asked = table.playing.asked
        table.do(gestures.roll) if asked is None else table.do(gestures.answer, asked.whole[-1])
    assert 'class="ended"' in table.story.value
    assert 'data-act="again"' in table.story.value
    assert "<a " not in table.story.value
    table.board.on_act("step", "0")
    assert table.playing.frame is not None
    table.board.on_act("again", "")
    assert table.playing.line.now is table.playing.first
    assert 'class="ended"' not in table.story.value
    assert table.errors == []
    table.close()


def test_every_table_has_a_way_home_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, "/tutor/home?a=1&b=2")
    table = Table("se/roana", language="en", seed=1)
    assert 'href="/tutor/home?a=1&amp;b=2"' in table.frame.ends.value
    table.close()
    monkeypatch.delenv(HOME)
    table = Table("se/roana", language="en", seed=1)
    assert "href" not in table.frame.ends.value
    table.close()
