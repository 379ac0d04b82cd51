"""One side of an evening's game against a ready player: what is asked in one line, what stays hidden, how it ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import unescape

import pytest

from tests.board.ground import desk
from tutor import library
from tutor.board import gestures, recording
from tutor.board.camera import LEAST, Camera
from tutor.board.desk import Desk
from tutor.board.layout import layout_of
from tutor.board.table import Table
from tutor.engine.ask import Ask, Die
from tutor.engine.facts import Side
from tutor.engine.telling import own_question
from tutor.engine.text import LANGUAGES
from tutor.engine.told import plain
from tutor.engine.trace import Entry
from tutor.rulesets.tlm.ending import CAPITULATION

ME, OTHER = "Entente", "GE"
SEASON = {"arrive", "offensive", "move", "to", "declare", "lose", "retreat", "exchange", "spend", "build-at", "parley"}


@dataclass(frozen=True)
class Evening:
    """A season with production, and the desks before each question and each throw."""

    moments: tuple[Desk, ...]

    @property
    def asked(self) -> list[Desk]:
        return [one for one in self.moments if isinstance(one.ask, Ask)]

    @property
    def end(self) -> Desk:
        return self.moments[-1]


@cache
def evening() -> Evening:
    """The Entente answers as a cautious player does, until the season is over; then it gives up."""
    seat = desk("tlm/kaiserschlacht", players={OTHER: "bold"}, seed=1)
    now = gestures.pass_alone(seat.desk.with_habits(side=ME), True)
    player, moments = now.rules.policies["cautious"], [now]
    while now.ask is not None:
        if not isinstance(now.ask, Ask):
            now = gestures.roll(now)
        elif now.ask.kind == "parley":
            now = gestures.answer(now, CAPITULATION)
        else:
            now = gestures.answer(now, player.answer(now.rules, now.ask))
        moments.append(now)
    return Evening(tuple(moments))


def test_all_cards_of_a_hand_are_drawn_at_once_and_the_others_by_whoever_draws_them() -> None:
    """Ten each: one press of one's own, none for the other side, and back is back before the first."""
    first, second = evening().moments[:2]
    assert (first.ask.kind, first.ask.who) == ("draw", ME)  # type: ignore[union-attr]
    assert first.line.state.hand(OTHER)
    assert isinstance(second.ask, Ask)
    assert len(second.line.state.hand(ME)) == len(first.line.state.hand(OTHER)) == 10
    drawn = [one.ask for one in evening().moments if isinstance(one.ask, Die) and one.ask.kind == "draw"]
    assert {ask.who for ask in drawn} == {ME}


def test_every_question_is_told_in_one_line_of_its_own() -> None:
    """Whoever is asked, and what: two questions of one phase are never told alike; and what it says to finish."""
    seen: dict[str, set[str]] = {}
    for one in evening().asked:
        assert one.ask.who == ME  # type: ignore[union-attr]
        for lang in LANGUAGES:
            there = one.with_habits(lang=lang)
            told = there.view.headline
            assert plain(own_question(there.ask, there.words())) in told  # type: ignore[arg-type]
            assert told.count(ME) == 1, told
            seen.setdefault(told, set()).add(there.ask.kind)  # type: ignore[union-attr]
        if one.ask.kind == "offensive":  # type: ignore[union-attr]
            assert one.view.hint == "or finish: the Entente plays no Offensive"
    kinds = set().union(*seen.values())
    assert kinds >= SEASON, SEASON - kinds
    assert all(len(kinds) == 1 for kinds in seen.values()), seen


def of_other(entry: Entry) -> bool:
    return entry.who == OTHER or entry.facts.get("who") == Side(OTHER)


def test_hand_draws_and_purchases_of_the_other_side_stay_hidden() -> None:
    """Its hand is a number of cards, one's own lies open whoever acts; what it buys is told when both have bought."""
    aside, secret = 0, {"spend", "build", "entrench", "order-cards", "built", "entrenched", "promoted", "cards-ordered"}
    for one in evening().moments:
        items = {display.key: display.items for display in one.view.scene.displays}
        theirs = [item.what for item in items.get(f"hands:{OTHER}", ())]
        assert theirs == ["box"] * bool(one.line.state.hand(OTHER))
        assert len(items.get(f"hands:{ME}", ())) == len(one.line.state.hand(ME))
        told = [entry for entry in one.shown_entries() if of_other(entry)]
        assert "drawn" not in {entry.kind for entry in told}
        if one.line.state.aside is not None:
            aside += 1
            assert not secret & {entry.kind for entry in told}
    there = {entry.kind for entry in evening().end.line.entries if of_other(entry)}
    assert {"drawn", "spend"} <= there  # it was said, to the other side
    assert aside > 3


def test_the_end_says_who_has_won_and_by_which_rule() -> None:
    end = evening().end
    assert end.view.headline == "The game is over: the German has won."
    assert end.view.hint.endswith("[TLM 3.3]")
    assert "German" in end.view.hint
    assert end.with_habits(lang="fr").view.headline == "La partie est terminée : l'Allemand a gagné."
    assert "who holds the area" not in end.view.panel  # that is asked of a battle
    assert "who has won" in end.view.panel


@pytest.mark.parametrize("part", [0.2, 0.9])
def test_what_was_played_goes_on_another_day(part: float) -> None:
    """From its record: the same position, the same question, with the same player against one."""
    moments = evening().moments
    one = moments[int(part * len(moments))]
    opened = desk("tlm/kaiserschlacht", players={OTHER: "bold"}, seed=1).desk.with_habits(side=ME)
    again = gestures.load(opened, recording.record(one))
    assert again.line.state == one.line.state
    assert getattr(again.ask, "kind", None) == getattr(one.ask, "kind", None)
    assert again.players == one.players


def test_another_day_the_other_side_is_played_by_who_played_it_and_its_hand_is_hidden() -> None:
    """On a table where nobody has taken a seat yet."""
    moments = evening().moments
    one = moments[len(moments) // 2]
    again = gestures.resume(desk("tlm/kaiserschlacht").desk, recording.record(one))
    assert again.players == one.players
    assert again.habits.side == ME
    assert again.view.headline == one.view.headline or again.look.note is not None
    items = {display.key: display.items for display in again.view.scene.displays}
    assert [item.what for item in items[f"hands:{OTHER}"]] == ["box"]


def test_a_record_of_two_persons_is_opened_for_two() -> None:
    one = desk("tlm/kaiserschlacht", seed=1).desk
    again = gestures.resume(desk("tlm/kaiserschlacht").desk, recording.record(one))
    assert set(again.players.values()) == {"me"}
    assert again.habits.side is None


def test_who_finishes_is_told_once_of_units_that_are_called_alike() -> None:
    one = next(one for one in evening().asked if one.ask.kind == "transfer")  # type: ignore[union-attr]
    told = gestures.finish(one).view.headline
    named = told.split(":", 1)[1].split(", …")[0].split(", ")
    assert told.startswith("Still possible")
    assert len(set(named)) == len(named), told


def test_whoever_wished_to_see_the_whole_map_still_does_when_the_hand_takes_room() -> None:
    layout = layout_of(library.position("tlm/kaiserschlacht").map)
    camera = Camera(740.0, 440.0).fitted(layout)
    assert camera.k < LEAST
    low = camera.resized(740.0, 250.0, layout)
    assert low.whole(layout)
    assert low.resized(740.0, 440.0, layout).whole(layout)


def test_dice_are_thrown_where_one_sees_the_fight() -> None:
    one = next(one for one in evening().moments if not isinstance(one.ask, Ask) and one.view.fight is not None)
    table = Table(one)
    place = one.view.fight.place  # type: ignore[union-attr]
    board, (x, y) = table.board, layout_of(one.state.map).centres[place]
    far = 100.0 if x > board.scene.layout.width / 2 else board.scene.layout.width - 400.0
    board.hear("look", width=700.0, height=400.0, density=1.0)
    board.hear("look", width=700.0, height=400.0, density=1.0, left=far, top=max(0.0, 1500.0 - y), k=2.0)
    assert not board.camera.sees((x, y))
    for _ in range(20):
        if table.playing.asked is None:
            table.do(gestures.roll)
    assert board.camera.sees((x, y))


def test_the_story_names_the_cards_that_one_may_know_and_no_other() -> None:
    """One's own drawn cards by their names, those of the other side not at all."""
    table = Table("tlm/kaiserschlacht", language="en", seed=13)
    table.turn(gestures.switch, side=ME)
    for _ in range(20):
        if table.playing.asked is None:
            table.do(gestures.roll)
    drawn = [entry for entry in table.playing.line.entries if entry.what == "roll"]
    assert {entry.who for entry in drawn} == {ME, OTHER}
    told = [unescape(line) for line in table.drawer.pull("record")._lines() if "tale" in line]
    heads = [line for line in told if "below" not in line]
    mine, theirs = ([line for line, one in zip(heads, drawn, strict=False) if one.who == who] for who in (ME, OTHER))
    assert all("Card drawn by the Entente:" in line and "no." not in line for line in mine)
    assert all("(sealed answer)" in line for line in theirs)
