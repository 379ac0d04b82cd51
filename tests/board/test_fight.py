"""The fight that is told over the board, and the arrows of attacks that are declared."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from tests.board.ground import Seat, desk
from tutor import rulesets
from tutor.board import beside, clashing
from tutor.board.clashing import Fight
from tutor.board.desk import Desk
from tutor.board.stage import Stage
from tutor.board.table import Table
from tutor.engine.ask import BACK, DONE, Ask

# Of each game scenarios, the seed of who plays them at random, how soon one finishes, and how long they are played.
PLAYED = {
    "se": [("se/roana", 3, 0.2, 40)],
    "tlm": [("tlm/cambrai", 4, 0.05, 40), ("tlm/verdun", 3, 0.02, 90)],
    "dff": [("dff/albert-1917", 3, 0.1, 178)],
    "gwie": [("gwie/trent", 2, 0.05, 24)],
    "fa": [("fa/belgium-1914", 2, 0.05, 48)],
}


def _plays(name: str, seed: int, soon: float, most: int) -> Iterator[Desk]:
    """A game as it goes when nobody thinks."""
    seat, rng = desk(name, "en", seed=seed), random.Random(seed)
    for _ in range(most):
        yield seat.desk
        ask = seat.desk.ask
        if ask is None:
            return
        if isinstance(ask, Ask):
            legal = [one for one in seat.asked.whole if one != BACK] or list(seat.asked.whole)
            rest = [one for one in legal if one != DONE]
            seat.answer(DONE if DONE in legal and (not rest or rng.random() < soon) else rng.choice(rest))
        else:
            seat.roll()


@cache
def plays(game: str) -> tuple[Desk, ...]:
    return tuple(one for scenario in PLAYED[game] for one in _plays(*scenario))


def fights(game: str) -> list[tuple[Desk, Fight]]:
    return [(one, one.view.fight) for one in plays(game) if one.view.fight is not None]


def test_every_game_is_played() -> None:
    assert set(PLAYED) == set(rulesets.GAMES)


@pytest.mark.parametrize("game", PLAYED)
def test_what_stands_names_what_there_is_and_one_is_fought_at_a_time(game: str) -> None:
    states = [entry.state for one in plays(game) for entry in one.shown_entries() if entry.state is not None]
    begun = 0
    for state in states:
        found = clashing.standing(state)
        for clash in found:
            assert state.exists("place", clash.place)
            assert all(one in state.map for one in clash.origins)
            assert {state.pieces[one].side for one in clash.units} <= {clash.side}
            assert clash.side not in {state.pieces[one].side for one in clash.foes}
        begun += any(clash.begun for clash in found)
        assert sum(clash.begun for clash in found) <= 1
    assert begun


@pytest.mark.parametrize("game", PLAYED)
def test_a_fight_is_told_with_both_sides_its_dice_and_what_it_cost(game: str) -> None:
    found = fights(game)
    assert any(len(fight.parties[0].fighters) and len(fight.parties[1].fighters) for _, fight in found)
    assert any(fight.throws for _, fight in found)
    assert any(sum(party.losses.values()) for _, fight in found for party in fight.parties)
    for one, fight in found:
        for party in fight.parties:
            for fighter in party.fighters:
                now = one.state.pieces.get(fighter.now.id)
                gone = fighter.fate == "gone"
                assert gone <= (now is None or now.place is None)
                assert fighter.now.side == party.side


LOSSES = {"take-loss", "name-loss", "lose"}


@pytest.mark.parametrize("game", PLAYED)
def test_whoever_may_take_a_loss_in_a_fight_is_told_in_it(game: str) -> None:
    asked = 0
    for one, fight in fights(game):
        if isinstance(one.ask, Ask) and one.ask.kind in LOSSES and not fight.over and one.asked is not None:
            shown = {fighter.now.id for party in fight.parties for fighter in party.fighters}
            assert set(one.asked.next()) <= shown
            asked += 1
    assert asked


@pytest.mark.parametrize("game", PLAYED)
def test_arrows_stand_while_an_attack_does(game: str) -> None:
    drawn = 0
    for one in plays(game):
        stage = Stage(one.state, one.lang)
        arrows = {mark.places for mark in one.view.scene.marked("arrow")}
        wanted = {(origin, clash.place) for clash in clashing.standing(one.state) for origin in clash.origins}
        assert {pair for pair in wanted if set(pair) <= set(stage.layout.anchors)} <= arrows
        drawn += bool(wanted)
    assert drawn


@pytest.mark.parametrize("game", PLAYED)
def test_a_side_is_told_of_no_counter_that_it_does_not_see(game: str) -> None:
    for one in plays(game):
        for side in one.sides:
            eyes = one.with_habits(side=side)
            known = set(one.rules.seen(one.state, side).pieces.ids())
            shown = {mark.places for mark in eyes.view.scene.marked("arrow")}
            assert shown <= {mark.places for mark in one.view.scene.marked("arrow")}
            fight = eyes.view.fight
            for party in fight.parties if fight is not None and not fight.over else ():
                assert {fighter.now.id for fighter in party.fighters if fighter.fate == ""} <= known


def test_an_arrow_goes_when_the_assault_is_over() -> None:
    arrows = [bool(one.view.scene.marked("arrow")) for one in plays("gwie") if one.ask and not one.look.target]
    assert True in arrows
    assert False in arrows[arrows.index(True) :]


def test_a_fight_that_is_over_is_shown_until_something_else_is_looked_at() -> None:
    ended = next(one for one, fight in fights("se") if fight.over and one.asked is not None)
    assert ended.looking(target=next(iter(ended.asked.whole))).view.fight is None  # type: ignore[union-attr]


def test_a_counter_of_the_fight_is_taken_where_it_is_told() -> None:
    """A press on a counter in the fight answers as one on the map does."""
    table = Table("se/roana", language="en", seed=3)
    one, unit = next(
        (one, item.id)
        for one, fight in fights("se")
        if isinstance(one.ask, Ask) and one.ask.of == ("unit",) and not fight.over
        for side in one.view.scene.sides
        for item in side.items
        if item.lit
    )
    table.desk = one
    table.show()
    side = next(side for side in table.board.scene.sides if unit in {item.id for item in side.items})
    table.board.take(side.key, unit)
    assert table.playing.look.target == unit
    assert f'data-item="{unit}"' in table.fight.value
    table.close()


def test_what_a_counter_was_worth_is_struck_out_and_how_many_fell_is_counted() -> None:
    one, fight = next((one, fight) for one, fight in fights("dff") if fight.parties[1].losses["hit"] and not fight.over)
    told = beside.fight(fight, one.view.scene, "", one.words())
    hurt = next(fighter for fighter in fight.parties[1].fighters if fighter.hit)
    assert f"<del>{hurt.before.face.factors}</del>" in told
    assert f"weakened: {fight.parties[1].losses['hit']}" in told


def test_before_anything_is_attacked_nothing_is_told() -> None:
    seat: Seat = desk("se/roana", "en", seed=1)
    assert seat.view.fight is None
    assert not seat.view.scene.marked("arrow")
