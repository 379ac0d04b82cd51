"""Laws of ways that are walked step by step, in all five games: the search, the walker and the desk are one.

Every way that a search gives is accepted place by place; where the board offers a step the game has a price for it, and
where it offers none the game has a reason. Positions are random, desks play the shipped scenarios at random.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from tests.laws.fa_moves import army
from tests.laws.gwie_moves import before_moves as gwie_position
from tests.laws.se_moves import before_moves as se_position
from tests.laws.test_dff_moves import positions as dff_positions
from tests.laws.test_tlm_moves import midway
from tutor import library
from tutor.board import gestures, marching, playing
from tutor.board.desk import Desk
from tutor.board.layout import layout_of
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.going import Going
from tutor.engine.space.paths import place_of
from tutor.rulesets import ruleset

POSITIONS: dict[str, Callable[[], Iterable[Any]]] = {
    "se": lambda: (se_position(seed, seed % 3 == 2) for seed in range(9)),
    "tlm": lambda: midway(6),
    "dff": lambda: dff_positions()[::2],
    "gwie": lambda: (gwie_position(seed, seed % 3 == 2) for seed in range(12)),
    "fa": lambda: map(army, range(12)),
}
UNITS, PLACES, STEPS = 6, 8, 40


@cache
def goings(game: str) -> tuple[Going, ...]:
    """Every means that is open to some units of random positions."""
    rng, going, found = random.Random(game), ruleset(game).going, []
    assert going is not None
    for state in POSITIONS[game]():
        units = [piece.id for piece in state.pieces if piece.place is not None]
        open_ = ((one for one in going(state, id) if one.places) for id in rng.sample(units, len(units)))
        found += [one for means in islice(filter(None, map(tuple, open_)), UNITS) for one in means]
    return tuple(found)


def ways(going: Going, rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Some of the ways that the search gives, dear ones among them."""
    assert going.reach is not None
    reached = [place for place in going.reach.places if place != place_of(going.reach.start)]
    dear = sorted(reached, key=lambda place: going.reach.cost(place) if going.reach else 0)[-PLACES // 2 :]
    for place in {*dear, *rng.sample(reached, min(len(reached), PLACES // 2))}:
        yield tuple(place_of(node) for node in going.reach.path(place))


def walk(going: Going, *places: str) -> marching.Walked:
    found = marching.walked((going,), places)
    assert found is not None
    return found


@pytest.mark.parametrize("game", POSITIONS)
def test_every_way_of_the_search_is_accepted_step_by_step(game: str) -> None:
    rng, looked = random.Random(game), Counter[str]()
    for going in goings(game):
        for way in ways(going, rng):
            found, reach = walk(going, *way[1:]), going.reach
            assert (found.at, found.places) == ("", way), (game, going.means, way, found.refused)
            cost = reach.cost(way[-1]) if reach is not None else None
            assert cost is not None
            assert found.spent <= cost
            looked["ways"] += 1
            looked["of several steps"] += len(way) > 2
            looked["dearer than what is left"] += reach is not None and reach.allowance is not None and (
                cost > reach.allowance
            )  # fmt: skip
    assert looked["ways"] > 100, looked
    assert looked["of several steps"] > 10, looked
    assert looked["dearer than what is left"] > (5 if game == "fa" else -1), looked


@pytest.mark.parametrize("game", POSITIONS)
def test_a_step_is_offered_where_the_search_goes_and_refused_with_a_reason(game: str) -> None:
    rng, looked = random.Random(game), Counter[str]()
    for going in goings(game):
        reach = going.reach
        assert reach is not None
        for way in islice(ways(going, rng), 2):
            found = walk(going, *way[1:])
            offered = marching.onward(found)
            beside = dict.fromkeys(place_of(node) for node in reach.costs.graph.neighbours(found.trails[0].nodes[-1]))
            for place in islice(beside, 12):
                if len(way) > 1 and place == way[-2]:
                    continue  # that is a step back
                more = walk(going, *way[1:], place)
                assert (more.at == "") == (place in offered), (game, going.means, way, place)
                assert more.at == "" or (more.refused is not None and not more.refused.ok)
                if more.at == "":
                    cost = reach.cost(place)
                    assert cost is not None, (game, going.means, way, place)
                    assert cost <= more.spent
                elif place in reach:  # by another way, or by way of the same hex as one came there otherwise
                    before = reach.path(place)[-2:-1]
                    assert all(before != trail.nodes[-1:] for trail in found.trails), (game, going.means, way, place)
                looked["offered" if more.at == "" else "refused"] += 1
    assert min(looked["offered"], looked["refused"]) > 5, looked


# -- the same on a desk -------------------------------------------------------------------------------------------
def questions(name: str) -> Iterator[Desk]:
    """A desk at every question of a random play that moves a unit."""
    rng, found = random.Random(name), library.scenario(name)
    start = found.position()
    if name.startswith("dff/"):  # their battles come first, and last long
        start = start.but(agenda=found.rules.sequence.agenda([["movement-phase"]]))
    table = playing.lay(found, start, "en", seed=rng.randrange(10_000))
    for _ in range(STEPS):
        ask = table.ask
        if ask is None:
            return
        if not isinstance(ask, Ask):
            table = gestures.roll(table)
            continue
        if ask.goes:
            yield table
        legal = [answer for answer in ask.legal() if answer != BACK]
        acts = [answer for answer in legal if answer != DONE]
        table = gestures.answer(table, rng.choice(acts if acts and rng.random() < 0.9 else legal or [BACK]))


@cache
def walked_on_desks(game: str) -> Counter[str]:
    looked = Counter[str]()
    for name in (one for one in library.names() if one.startswith(f"{game}/")):
        rng = random.Random(name)
        for table in islice(questions(name), 6):
            for going in table.asked.goings if table.asked is not None else ():
                if going.places:
                    for way in islice(ways(going, rng), 4):
                        _clicked(gestures.switch(table, walking=True), way, looked)
    return looked


def _clicked(table: Desk, way: tuple[str, ...], looked: Counter[str]) -> None:
    """Clicked place by place the way stands on the board; what is offered next can be clicked, too."""
    line = table.line
    for n, place in enumerate(way[1:], 1):
        table = gestures.click(table, place)
        assert table.look.note is None, (table.found.name, way, place, table.look.note)
        _offered(table, way[: n + 1], looked)
    assert table.walked is not None
    assert table.walked.places == way
    assert [mark.places for mark in table.view.scene.marks if mark.kind == "path"] == [way]
    looked["ways"] += 1
    assert table.line is line


def _offered(table: Desk, way: tuple[str, ...], looked: Counter[str]) -> None:
    """What is lit as the next step can be clicked, and what is not is refused."""
    assert table.walked is not None
    offered = {place for mark in table.view.scene.marks if mark.kind == "reach" for place in mark.places} - {*way}
    graph = table.walked.going.reach.costs.graph if table.walked.going.reach is not None else table.state.map
    beside = {place_of(node) for node in graph.neighbours(table.walked.trails[0].nodes[-1])} - {*way}
    alone = [place for place in sorted(beside - offered) if not layout_of(table.state.map).over(place)]
    for place in [*sorted(offered)[:2], *alone[:2]]:  # a hex of a sea stands for the sea
        clicked = gestures.click(table, place)
        assert (clicked.look.note is None) == (place in offered), (table.found.name, way, place)
        assert clicked.walked is not None
        assert clicked.walked.places == ((*way, place) if place in offered else way)
        looked["offered" if place in offered else "refused"] += 1


@pytest.mark.parametrize("game", POSITIONS)
def test_the_desk_takes_every_way_of_the_search(game: str) -> None:
    looked = walked_on_desks(game)
    assert looked["ways"] > 8, looked
    assert min(looked["offered"], looked["refused"]) > 0, looked
