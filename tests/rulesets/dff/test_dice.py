"""Dice of DFF: what each shot does, which dice hit, and how they are named and shown."""

from __future__ import annotations

import pytest

from tutor.board import telling
from tutor.board.dice import Fallen, faces_of
from tutor.board.table import Table
from tutor.cli.base import Wrong
from tutor.cli.driving import Faces
from tutor.engine.ask import ManyDice, NotAnAnswer
from tutor.engine.words import Words
from tutor.library import scenario
from tutor.rulesets.dff.dice import AIMED, PLAIN, Salvo, Shots

TWO_KINDS = Salvo("1.3", "al", (Shots("infantry", 3, 6), Shots("artillery", 1, 0), Shots("infantry", 1, 2)), "fire")


def test_a_volley_knows_which_dice_hit_even_of_two_groups_alike() -> None:
    volley = TWO_KINDS.read([6, 7, 1, 1, 1, 3])
    assert volley.struck == ((True, False, True), (True, True), (False,))
    assert dict(volley.hits) == {PLAIN: 1, AIMED: 2}


def test_two_ones_are_needed_where_the_number_is_below_one() -> None:
    assert TWO_KINDS.read([9, 9, 9, 1, 2, 9]).struck[1] == (False, False)
    with pytest.raises(NotAnAnswer):
        TWO_KINDS.read([1, 1])


def test_all_its_dice_may_be_named_in_the_terminal() -> None:
    assert isinstance(TWO_KINDS, ManyDice)
    assert Faces("6 7 1 1 1 3 4").take(TWO_KINDS) == [6, 7, 1, 1, 1, 3]
    assert Faces("6 7").take(TWO_KINDS) == [6, 7], "chance throws the others"
    with pytest.raises(Wrong):
        Faces("6 11").take(TWO_KINDS)


def test_they_are_shown_before_and_after_they_fall() -> None:
    found = scenario("dff/albert-1917")
    words = Words.of(found.rules, found.position(), "en")
    before = telling.pool(TWO_KINDS, words)
    assert "hits up to 6" in before
    assert "two 1s" in before
    table = Table("dff/albert-1917", language="en", seed=1).playing
    faces = faces_of(found.rules, table.position, TWO_KINDS, words)
    told = telling.fallen(Fallen(faces, TWO_KINDS, TWO_KINDS.read([6, 7, 1, 1, 1, 3])), words)
    assert told.count("die hit") == 4
    assert told.count("class='die'") == 2
