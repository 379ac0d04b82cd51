"""What an attack would come to: told while one aims, exact, in the words of the page of odds, and of nothing else."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.board.ground import desk
from tutor import library, rulesets
from tutor.board import aiming, playing, telling
from tutor.board.aiming import Aim
from tutor.board.desk import Desk
from tutor.board.table import Table
from tutor.engine.ask import DONE, Ask
from tutor.engine.budget import Watch
from tutor.engine.ends import end_told
from tutor.engine.odds import sample
from tutor.engine.policy import together
from tutor.engine.text import LANGUAGES
from tutor.rendering.plain import lines as plain_lines

PLENTY, RUNS = 60.0, 80  # seconds, for here nobody waits; and games thrown
LINE = Path(__file__).parents[1] / "cases" / "dff" / "declaration.yaml"


def _line() -> Desk:
    """A German army before a French line, and what comes of its attacks."""
    data = yaml.safe_load(LINE.read_text("utf-8"))["positions"]["line"]["data"]
    data["pieces"] = {one: data["pieces"][one] for one in ("a1", "ha", "d1", "hd")}
    found = library.of_data("dff", {**data, "agenda": [["declare"], ["declared"], ["initial-combat"]]})
    return playing.lay(found, found.position(), "en")


def _at(name: str, *answers: Any) -> Desk:
    """A scenario after some answers; dice before them fall as the seed has it."""
    seat = desk(name, "en", seed=1)
    for answer in answers:
        while not isinstance(seat.ask, Ask):
            seat.roll()
        seat.answer(answer)
    while not isinstance(seat.ask, Ask):
        seat.roll()
    return seat.desk


# Of each game a question that aims, where one points, and what is asked of the end.
AIMED: Mapping[str, tuple[Callable[[], Desk], str, set[str]]] = {
    "se: an assault": (lambda: _at("se/roana", "gz1", "3352", "gz2"), "3352", {"ground", "losses"}),
    "se: fire": (lambda: _at("se/roana", "gz1", "3352", DONE, "morser"), "3352", {"losses"}),
    "tlm": (lambda: _at("tlm/cambrai"), "cambrai", {"holder", "losses"}),
    "dff": (_line, "0204", {"ground", "losses"}),
    "gwie": (lambda: _at("gwie/trent"), "W2715", {"ground", "losses"}),
    "fa": (lambda: _at("fa/belgium-1914", "kluck"), "0303", {"ground", "losses"}),
}


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_every_question_that_aims_is_asked(game: str) -> None:
    """One that is misspelt would never be told of."""
    aims: Mapping[str, frozenset[str]] = rulesets.part(game, "clashes").AIMS  # type: ignore[union-attr]
    rules = [file for file in rulesets.folder(game).glob("*.py") if file.name != "clashes.py"]
    said = "".join(file.read_text("utf-8") for file in rules)
    assert aims
    for kind in {*aims, *(end for ends in aims.values() for end in ends)}:
        assert f'"{kind}"' in said, kind


@cache
def reckoned(case: str) -> tuple[Desk, Aim]:
    make, place, _ = AIMED[case]
    at = make()
    aim = aiming.pointed(at, place)
    assert aim is not None
    while aim.waits:
        aim.go_on(Watch(PLENTY))
    return at, aim


@pytest.mark.parametrize("case", AIMED)
def test_what_an_attack_would_come_to_is_exact(case: str) -> None:
    """As often as it comes out when the attack is declared, nothing else is, and the dice are thrown."""
    _, aim = reckoned(case)
    assert aim.outcome is not None
    assert aim.outcome.exact
    thrown = sample(aim.work.rules, aim.state, together(aim.questions), aim.work.policies, runs=RUNS)
    exact, seen = aim.outcome.distribution, dict(thrown.distribution.items())
    assert set(seen) <= set(exact)
    for value in exact:
        share = float(exact[value])
        assert abs(share - float(seen.get(value, 0))) <= 4 * (share * (1 - share) / RUNS) ** 0.5 + 1e-9


@pytest.mark.parametrize("case", AIMED)
def test_it_is_told_as_the_page_of_odds_tells_it(case: str) -> None:
    at, aim = reckoned(case)
    assert {question.id for question, _ in aim.answers} == AIMED[case][2]
    for lang in LANGUAGES:
        words = at.with_habits(lang=lang).words()
        called, told = partial(end_told, state=aim.state, words=words), html.unescape(aiming.told(aim, words))
        for question, outcome in aim.answers:
            page = list(plain_lines(telling.odds(outcome, question.name(lang), called, words, ())))
            assert question.name(lang) in told
            for one in telling.chances(outcome, called, lang)[: aiming.FEW]:
                assert f"<b>{one.percent}</b> {one.told}" in told
                assert any(one.told in line and one.percent in line for line in page)


def test_a_unit_that_is_looked_at_and_then_a_place_are_an_aim() -> None:
    """As a click there would look at the next question; the place once looked at is the same attack still."""
    seat = desk("se/roana", "en", seed=1)
    assert aiming.pointed(seat.desk, "3352") is None
    seat.click("3452")
    assert seat.target is not None
    pointed = aiming.pointed(seat.desk, "3352")
    assert pointed is not None
    assert pointed.clash.units == (seat.target,)
    seat.click("3352")
    assert aiming.pointed(seat.desk, "3352") is pointed
    assert aiming.looked_at(seat.desk) is pointed
    assert aiming.pointed(seat.desk, "3450") is None


def test_whoever_is_to_find_out_alone_or_does_not_see_all_is_told_nothing() -> None:
    at, _ = reckoned("se: fire")
    place = AIMED["se: fire"][1]
    assert aiming.pointed(at, place) is not None
    for other in (at.with_habits(lit=False), at.with_habits(side=at.sides[0]), replace(at, task="play")):
        assert aiming.pointed(other, place) is None


def test_beside_another_attack_those_who_are_in_this_one_are_asked_of() -> None:
    """Each place by itself: what is lost at one is not counted at the other."""
    at = _at("se/roana", "gz1", "3352", DONE, "morser")
    far = aiming.pointed(at, "3252")
    assert far is not None
    assert far.clash.place == "3252"
    while far.waits:
        far.go_on(Watch(PLENTY))
    ((_, outcome),) = far.answers
    assert dict(outcome.distribution.items()) == {(0, 0): Fraction(5, 6), (0, 1): Fraction(1, 6)}


def test_what_takes_too_long_is_gone_on_with_and_given_up_at_last() -> None:
    """A slice of no time finds nothing and is not the last; a step of unknown length is."""
    seat = desk("tlm/cambrai", "en", seed=1)
    aim = aiming.pointed(seat.desk, "cambrai")
    assert aim is not None
    for _ in range(aiming.SLICES):
        assert aim.waits
        assert not aim.answers
        aim.go_on(Watch(1.0, clock=count().__next__))
    assert not aim.waits
    assert aiming.marked(seat.view.scene, seat.desk) is seat.view.scene
    slow = iter((0.0, *[9.0] * 1000))
    other = aiming.pointed(desk("tlm/cambrai", "en", seed=1).desk, "cambrai")
    assert other is not None
    other.go_on(Watch(1.0, clock=slow.__next__))
    assert not other.waits


def test_slices_come_to_what_one_go_comes_to() -> None:
    whole = reckoned("tlm")[1].outcome
    aim, ticks = aiming.pointed(desk("tlm/cambrai", "en", seed=1).desk, "cambrai"), count()
    assert aim is not None
    slices = 0
    while aim.waits:
        slices, aim.left = slices + 1, aiming.SLICES
        aim.go_on(Watch(400, clock=ticks.__next__))
    assert slices > 3
    assert whole is not None
    assert aim.outcome is not None
    assert aim.outcome.distribution == whole.distribution


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_tells_it_in_the_card_and_as_a_chip_on_the_board(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """First a card with nothing of it, and more where the page asks on; the record stays as it is."""
    monkeypatch.setattr(aiming, "SLICE", 1e-9)
    monkeypatch.setattr(aiming, "FAR", 1e12)
    table = Table("se/roana", language=lang, seed=1)
    line, said = table.playing.line, []
    table.board.glass.send = lambda message, buffers=None: said.append(message)  # type: ignore[method-assign]
    x, y = table.board.scene.layout.anchors["3452"]
    table.board.point(x, y)
    table.board.hear("over", place="3352")
    assert 'class="aim"' not in said[-1]["html"]
    assert said[-1]["more"]
    monkeypatch.setattr(aiming, "SLICE", PLENTY)
    table.board.hear("over", place="3352")
    assert 'class="aim"' in said[-1]["html"]
    assert not said[-1]["more"]
    assert not table.board.scene.marked("odds")
    x, y = table.board.scene.layout.anchors["3352"]
    table.board.point(x, y)
    (chip,) = table.board.scene.marked("odds")
    assert chip.places == ("3352",)
    assert "%" in chip.text
    assert table.playing.line is line
    assert not table.errors


def test_whoever_has_no_pointer_is_told_it_once_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aiming, "SLICE", PLENTY)
    table = Table("se/roana", language="en", seed=1)
    said: list[dict[str, Any]] = []
    table.board.glass.send = lambda message, buffers=None: said.append(message)  # type: ignore[method-assign]
    for place in ("3452", "3352"):
        table.board.point(*table.board.scene.layout.anchors[place])
    assert {"what": "wait"} in said
    while {"what": "wait"} in said:
        said.clear()
        table.board.hear("waited")
    assert table.board.scene.marked("odds")
    assert 'class="aim"' in table.story.value
