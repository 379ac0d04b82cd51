"""What has but one answer passes by itself: told, taken back together with the last real choice, and never a die."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.board.ground import desk
from tests.board.test_fight import PLAYED, plays
from tutor.board import gestures
from tutor.board.asked import Asked
from tutor.board.table import Table
from tutor.engine.ask import BACK, Ask
from tutor.engine.play import forced
from tutor.engine.policy import NoWayOut


def _only(ask: Ask) -> object:
    try:
        return forced(ask)
    except NoWayOut:
        return None


@pytest.mark.parametrize("game", PLAYED)
def test_nobody_is_asked_what_has_one_answer_and_dice_wait(game: str) -> None:
    """From every moment of a game: what gave itself was the only answer; where it stops there is a choice, or a die."""
    gave = 0
    for one in plays(game):
        before, gone = one.line, gestures.pass_alone(one, True)
        gave += len(gone.passed)
        for moment in gone.line.now.line[len(before.now.line) :]:
            assert Asked(gone.line.at(moment.parent)).whole == (moment.answer,) != (BACK,)
        told = gone.line.entries[len(before.entries) :]
        assert not any(entry.what == "roll" for entry in told)
        ask = gone.line.ask
        if isinstance(ask, Ask) and not ask.sealed and (len(ask.of) == 1 or ask.options):
            assert _only(ask) in (None, BACK)
    assert gave


def test_back_leads_to_the_last_real_choice_and_forwards_past_what_gave_itself() -> None:
    moments = plays("se")
    chosen = next(n for n, one in enumerate(moments) if isinstance(one.ask, Ask) and _only(one.ask) == "done")
    last = gestures.pass_alone(moments[chosen - 1], True)
    given = gestures.answer(last, moments[chosen].line.now.answer)
    assert given.passed
    assert given.ask is not moments[chosen].ask
    back = gestures.undo(given)
    assert back.line.now == last.line.now
    assert back.passed == ()
    assert gestures.redo(back).line.now == given.line.now


def test_what_gave_itself_is_told_and_whoever_wants_to_is_asked_for_all() -> None:
    table = Table("se/roana", language="en", seed=1)
    moments = plays("se")
    chosen = next(n for n, one in enumerate(moments) if isinstance(one.ask, Ask) and _only(one.ask) == "done")
    table.desk = moments[chosen].with_habits(alone=False)
    table.show()
    assert "No other choice" not in table.story.value
    table.tools.alone.value = False
    table.tools.alone.value = True
    assert "No other choice: Finish" in table.story.value
    table.tools.alone.value = False
    assert not table.playing.habits.alone
    assert table.errors == []
    table.close()


def test_in_a_task_nothing_gives_itself() -> None:
    one = next(one for one in plays("se") if isinstance(one.ask, Ask) and _only(one.ask) == "done")
    task = replace(one, task="play")
    assert gestures.pass_alone(task, True).line is task.line


def test_a_desk_that_is_laid_asks_for_all_until_it_is_told_otherwise() -> None:
    assert not desk("se/roana").desk.habits.alone
    table = Table("se/roana", language="en", seed=1, alone=False)
    assert not table.playing.habits.alone
    table.close()
