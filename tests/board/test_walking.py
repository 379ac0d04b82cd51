"""Hex by hex: the way that a person points out, what refuses a step, and how the way is answered."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from tutor.board import gestures, instruments
from tutor.board.marching import of_question
from tutor.board.table import Table
from tutor.engine.ask import Ask
from tutor.engine.facts import Place
from tutor.engine.nouns import number


def marks(table: Table, kind: str) -> list[tuple[str, ...]]:
    return [mark.places for mark in table.playing.view.scene.marks if mark.kind == kind]


def asked(table: Table) -> Ask:
    ask = table.playing.ask
    assert isinstance(ask, Ask)
    return ask


def answered(table: Table, answer: Any) -> None:
    table.do(gestures.answer, answer)


def clicked(table: Table, *places: str) -> None:
    for place in places:
        table.do(gestures.click, place)


@pytest.fixture
def jager() -> Table:
    """A battalion of SE that marches: the game itself asks after every hex."""
    table = Table("se/roana-march", language="en", seed=1)
    while asked(table).kind != "move":
        answered(table, next(answer for answer in asked(table).legal() if answer not in ("back",)))
    answered(table, next(answer for answer in asked(table).legal() if len(_reached(table, answer)) > 20))
    answered(table, next(answer for answer in asked(table).legal() if answer != "back"))
    return table


def _reached(table: Table, unit: str) -> tuple[str, ...]:
    desk = table.playing
    return next((going.places for going in desk.rules.goings(desk.state, unit)), ())


def _way(table: Table, steps: int) -> tuple[str, ...]:
    (going,) = of_question(table.playing.rules, asked(table))
    return next(way for place in going.places if len(way := going.way(place)) == steps + 1)


def _costs(table: Table) -> dict[str, str]:
    return {mark.places[0]: mark.text for mark in table.playing.view.scene.marks if mark.kind == "cost"}


MARCHES = ("se/roana-march", "gwie/trent-march", "dff/albert-1917", "fa/goeben-1914", "tlm/verdun")


@pytest.mark.parametrize("name", MARCHES)
def test_every_place_that_is_reached_and_every_place_on_the_way_says_what_it_costs(name: str) -> None:
    """Wherever a game asks whither somebody goes, on foot or by any other means that has a price."""
    table, seen, rng = Table(name, language="en", seed=1), 0, random.Random(0)
    for _ in range(60):
        desk = table.playing
        if desk.asked is None:
            if desk.ask is None:
                break
            table.do(gestures.roll)
            continue
        legal = [answer for answer in desk.asked.whole if answer != "back"]
        priced = {place: cost for place in legal if isinstance(place, str) and desk.asked.ask.of == ("place",)
                  if place in desk.state.map and (cost := desk.asked.cost(place)) is not None}  # fmt: skip
        if len(priced) > 3:
            seen += 1
            assert {place: number(cost, "en") for place, cost in priced.items()}.items() <= _costs(table).items()
            far = max(priced, key=lambda place: len(desk.asked.going(place).way(place)))
            table.do(gestures.look_at, far)
            ((*_, last),) = marks(table, "path")
            told = _costs(table)
            assert last == far
            assert set(told) == set(marks(table, "path")[0][1:])
            assert told[far] == number(priced[far], "en")
            break
        table.do(gestures.answer, legal[0] if name in MARCHES[:2] else rng.choice(legal or ["back"]))
    assert seen, "a position that asks whither"


def test_the_first_click_draws_the_whole_way_and_tells_its_steps(jager: Table) -> None:
    way = _way(jager, 3)
    clicked(jager, way[-1])
    assert marks(jager, "path") == [way]
    shown = jager.playing.view
    words = jager.playing.words()
    names = [words.fact(Place(place)) for place in way]
    assert all(f"{a} → {b}" in shown.panel for a, b in pairwise(names))


def test_a_refused_place_shows_the_ways_in_that_are_closed(jager: Table) -> None:
    (going,) = of_question(jager.playing.rules, asked(jager))
    far = next(p for p in jager.playing.state.map.places if (cut := going.why_not(p)) is not None and cut.ways)
    clicked(jager, far)
    assert marks(jager, "refused") == [(far,)]
    cut = going.why_not(far)
    assert cut is not None
    assert len(marks(jager, "cut")) == len({(way.origin, way.into) for way in cut.ways})


def test_the_switch_lets_one_walk_and_step_back(jager: Table) -> None:
    now, way = jager.playing.line.now, _way(jager, 3)
    jager.tools.walking.value = True
    for n, place in enumerate(way[1:], 2):
        clicked(jager, place)
        assert marks(jager, "path") == [way[:n]]
    clicked(jager, way[-2])
    assert marks(jager, "path") == [way[:-1]]
    assert jager.playing.look.target == way[-2]
    assert jager.playing.line.now is now
    assert asked(jager).kind == "move-hex"


def test_the_way_is_answered_hex_by_hex_where_the_game_asks_so(jager: Table) -> None:
    way = _way(jager, 3)
    unit = asked(jager).facts["unit"].id
    jager.tools.walking.value = True
    clicked(jager, *way[1:], way[-1])
    desk = jager.playing
    assert [moment.written for moment in desk.line.now.line[-3:]] == [*way[1:]]
    assert desk.state.pieces[unit].place == way[-1]
    assert len(desk.shown_entries()) >= 3
    assert jager.errors == []


def test_a_place_that_is_not_beside_the_last_is_told_and_nothing_is_lost(jager: Table) -> None:
    way = _way(jager, 3)
    jager.tools.walking.value = True
    clicked(jager, way[1], way[3])
    shown = jager.playing.view
    assert shown.mood == "no"
    assert way[3] in shown.headline
    assert marks(jager, "path") == [way[:2]]
    clicked(jager, way[2])
    assert marks(jager, "path") == [way[:3]]


def test_a_step_that_a_rule_refuses_is_cited(jager: Table) -> None:
    (going,) = of_question(jager.playing.rules, asked(jager))
    assert going.reach is not None
    cuts = (going.why_not(place) for place in jager.playing.state.map.places)
    shut = next(way for cut in cuts if cut is not None for way in cut.ways if len(going.way(way.origin)) > 2)
    jager.tools.walking.value = True
    clicked(jager, *going.way(shut.origin)[1:], shut.into)
    desk = jager.playing
    assert desk.view.headline.startswith("✗")
    assert f"[{desk.words().cite(shut.check.rule)}]" in desk.view.headline
    assert marks(jager, "refused") == [(shut.into,)]
    assert desk.look.target == shut.origin


def test_another_answer_than_the_end_of_the_way_leaves_the_way(jager: Table) -> None:
    way = _way(jager, 2)
    jager.tools.walking.value = True
    clicked(jager, way[1])
    other = next(one for one in asked(jager).legal() if one not in way and one not in ("done", "back"))
    jager.do(gestures.look_at, other)
    assert jager.playing.look.way == ()
    jager.do(gestures.confirm)
    assert jager.playing.line.now.written == other


def test_where_only_the_end_is_asked_a_dearer_way_is_told_to_be_no_use() -> None:
    table = Table("gwie/trent-march", language="en", seed=1)
    table.do(gestures.roll, 2)
    answered(table, "hqah11")
    while asked(table).kind != "go":
        answered(table, "done")
    (going,) = of_question(table.playing.rules, asked(table))
    assert going.reach is not None
    ground = table.playing.state.map
    near = [p for p in ground.neighbours(str(going.reach.start)) if p in going.reach]
    first, second = next((a, b) for a in near for b in near if b in ground.neighbours(a))
    table.tools.walking.value = True
    clicked(table, first, second)
    assert "cheapest way" in table.story.value
    clicked(table, second)
    assert table.playing.state.pieces["hqah11"].place == second
    assert table.playing.line.now.written == second
    assert table.errors == []


def test_lists_and_keys_walk_too(jager: Table) -> None:
    way = _way(jager, 2)
    jager.tools.walking.value = True
    jager.controls._listed("place", way[1])
    assert marks(jager, "path") == [way[:2]]
    jager.turn(gestures.focus, way[2])
    jager.board.on_key("Enter", False)
    assert marks(jager, "path") == [way]
    jager.tools.walking.value = False
    clicked(jager, way[1])
    assert jager.playing.walked is None
    assert jager.playing.look.target == way[1]


def test_a_last_step_that_costs_more_than_is_left_is_walked_where_the_game_allows_it() -> None:
    """FA 10.7.4.1-c: a corps with a point left enters a forest for two, and is turned face down."""
    table = Table("fa/belgium-1914", language="en").playing
    tool = instruments.instruments(table.rules)["walking"]
    found = tool.find(table.state, table.words(), "kluck", "0305", "0306")
    assert [mark.places for mark in found.marks if mark.kind == "path"] == [("0304", "0305", "0306")]
    assert [mark for mark in found.marks if mark.kind == "refused"] == []
    assert ": 2 (3 in all)" in found.told
    beyond = tool.find(table.state, table.words(), "kluck", "0305", "0306", "0307")
    assert [mark.places for mark in beyond.marks if mark.kind == "refused"] == [("0307",)]
